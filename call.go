package heddle

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
)

// request is a request of the engine's own type.
type request interface{ AppendJSON([]byte) []byte }

// direct is an engine that hands its values out without encoding them.
type direct interface {
	Do(ctx context.Context, op rpc.Op, fn func(*core.Engine) error) (core.Notes, error)
}

// result is what an operation returned: the value, how complete it is, and its place in a longer one.
type result[T any] struct {
	value T
	notes Notes
	page  page
}

// call runs an operation: on a direct engine by fn, whose value convert translates, and on all
// others through the bytes of the ABI, from which decode reads the value. fn reads the request that
// req points to, after rpc.Decode has checked it: all engines refuse the same requests.
func call[E, T any](ctx context.Context, h *Heddle, op rpc.Op, req request, fn func(*core.Engine) (E, error), convert func(E) T, decode func([]byte) (T, error)) (result[T], error) {
	out, err := callEngine(ctx, h, op, req, fn, convert, decode)
	return out, withContext(ctx, err)
}

// stopped is a TIMEOUT that the caller's context caused: errors.Is finds both.
type stopped struct {
	fault *fault.Error
	cause error // context.Canceled or context.DeadlineExceeded
}

// Error returns what the engine says.
func (e *stopped) Error() string { return e.fault.Error() }

// Unwrap returns the error of the engine.
func (e *stopped) Unwrap() error { return e.fault }

// Is reports whether the context ended in this way.
func (e *stopped) Is(target error) bool { return target == e.cause }

// withContext returns the error of a call, with its context's when that ended the call.
func withContext(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil || fault.CodeOf(err) != fault.Timeout || errors.Is(err, ctx.Err()) {
		return err
	}
	return &stopped{fault.From(err), ctx.Err()}
}

func callEngine[E, T any](ctx context.Context, h *Heddle, op rpc.Op, req request, fn func(*core.Engine) (E, error), convert func(E) T, decode func([]byte) (T, error)) (result[T], error) {
	body := req.AppendJSON(nil)
	if engine, ok := h.engine.(direct); ok {
		if _, err := bindings.Admit(ctx, op.String(), body); err != nil {
			return result[T]{}, fault.From(err).WithOp(op.String())
		}
		var value E
		notes, err := engine.Do(ctx, op, func(e *core.Engine) (err error) {
			if err = rpc.Decode(body, req); err == nil {
				value, err = fn(e)
			}
			return err
		})
		if err != nil {
			return result[T]{}, withoutCause(err)
		}
		return result[T]{convert(value), notesOf(notes), pageOf(notes.Page)}, nil
	}
	response, err := h.engine.Call(ctx, op.String(), body)
	if err != nil {
		return result[T]{}, err
	}
	var out result[T]
	if out.notes, out.page, err = decodeHeader(response); err == nil {
		out.value, err = decode(response.Body)
	}
	if err != nil {
		return out, fault.Wrap(fault.Internal, "the engine's answer cannot be read", err).WithOp(op.String())
	}
	return out, nil
}

// withoutCause returns an error whose message includes its cause, as responses hold it: the errors of
// all engines are the same. A trap keeps its cause.
func withoutCause(err error) error {
	e := *fault.From(err)
	var trap *bindings.Trap
	if e.Err == nil || errors.As(err, &trap) {
		return &e
	}
	e.Message, e.Err = fault.DiagnosticOf("", &e).Message, nil
	return &e
}

func decodeJSON[T any](body []byte) (value T, err error) {
	err = json.Unmarshal(body, &value)
	return value, err
}

// callValue runs an operation whose result is a scalar.
func callValue[E, T any](ctx context.Context, h *Heddle, op rpc.Op, req request, fn func(*core.Engine) (E, error), convert func(E) T) (T, error) {
	out, err := call(ctx, h, op, req, fn, convert, decodeJSON[T])
	return out.value, err
}

// callObject runs an operation whose result is an object, or null.
func callObject[E, T any](ctx context.Context, h *Heddle, op rpc.Op, req request, fn func(*core.Engine) (*E, error), convert func(*E) T) (*T, error) {
	out, err := call(ctx, h, op, req, fn, func(x *E) *T { return convertPointer(x, convert) }, decodeJSON[*T])
	return out.value, err
}

// callNoted is callObject for an object that holds the notes of the call.
func callNoted[E, T any](ctx context.Context, h *Heddle, op rpc.Op, req request, fn func(*core.Engine) (*E, error), convert func(*E) T, notes func(*T) *Notes) (*T, error) {
	out, err := call(ctx, h, op, req, fn, func(x *E) *T { return convertPointer(x, convert) }, decodeJSON[*T])
	if err != nil || out.value == nil {
		return nil, err
	}
	*notes(out.value) = out.notes
	return out.value, nil
}

func callList[E, T any](ctx context.Context, h *Heddle, op rpc.Op, req request, fn func(*core.Engine) ([]E, error), convert func(*E) T) (*List[T], error) {
	out, err := call(ctx, h, op, req, fn, func(list []E) []T { return convertList(list, convert) }, decodeJSON[[]T])
	if err != nil {
		return nil, err
	}
	return &List[T]{Items: notNil(out.value), Notes: out.notes, Total: out.page.Total, Next: out.page.NextOffset, AtMost: out.page.AtMost}, nil
}

func callText(ctx context.Context, h *Heddle, op rpc.Op, req request, fn func(*core.Engine) ([]byte, error)) (*Text, error) {
	keep := func(body []byte) string { return string(body) }
	out, err := call(ctx, h, op, req, fn, keep, func(body []byte) (string, error) { return string(body), nil })
	if err != nil {
		return nil, err
	}
	return &Text{Text: out.value, Notes: out.notes}, nil
}

func callNothing(ctx context.Context, h *Heddle, op rpc.Op, req request, fn func(*core.Engine) error) error {
	_, err := call(ctx, h, op, req, func(e *core.Engine) (struct{}, error) { return struct{}{}, fn(e) },
		same[struct{}], func([]byte) (struct{}, error) { return struct{}{}, nil })
	return err
}

// page is the place of a result in a longer one, as the header of a response holds it.
type page struct{ Total, NextOffset, AtMost int64 }

func decodeHeader(response bindings.Response) (Notes, page, error) {
	var header struct {
		Diagnostics []Diagnostic
		Report      *Report
		Page        page
	}
	err := json.Unmarshal(response.Header, &header)
	return Notes{Diagnostics: header.Diagnostics, Report: header.Report}, header.Page, err
}
