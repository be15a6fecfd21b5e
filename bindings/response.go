package bindings

import (
	"bytes"
	"encoding/json"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
)

// header is the response header's JSON.
type header struct {
	Diagnostics []fault.Diagnostic
	Error       *fault.Error
	Op          string
	Report      *session.Report
}

// Split takes a response's bytes apart without copying and decodes its error.
// Engines end their Call with it. Bytes that are no response are INTERNAL.
func Split(op string, response []byte) (Response, error) {
	head, body, ok := rpc.Split(response)
	if !ok {
		return Fail(op, fault.New(fault.Internal, "the engine's answer is not a response"))
	}
	r := Response{Header: head, Body: body}
	if err := r.Err(); err != nil {
		return r, err
	}
	return r, nil
}

// Fail returns the response of an operation that ended outside the engine,
// and the error in it.
func Fail(op string, err error) (Response, error) {
	e := *fault.From(err)
	e.Op = op
	head, _, _ := rpc.Split(rpc.Failure(op, &e))
	return Response{Header: head, Body: []byte{}}, &e
}

// Op returns the name of the operation that answered.
func (r Response) Op() string { return r.decodeHeader().Op }

// Err returns the error in the header, or nil.
func (r Response) Err() *fault.Error {
	// Members are in the order of their names: diagnostics and error before op.
	if bytes.HasPrefix(r.Header, []byte(`{"op":`)) || !bytes.Contains(r.Header, []byte(`"error":{`)) {
		return nil
	}
	return r.decodeHeader().Error
}

// Diagnostics returns why the result is partial; none when it is whole.
func (r Response) Diagnostics() []fault.Diagnostic { return r.decodeHeader().Diagnostics }

// Report returns the report on a session's files; nil when the operation
// read no session.
func (r Response) Report() *session.Report { return r.decodeHeader().Report }

func (r Response) decodeHeader() header {
	var h header
	if err := json.Unmarshal(r.Header, &h); err != nil {
		h.Error = fault.Wrap(fault.Internal, "the response's header is not JSON", err)
	}
	return h
}
