package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/reader"
)

// DirectEngine is an engine whose operations can pass on their results while they
// run. Others return them whole.
type DirectEngine interface {
	Do(ctx context.Context, op rpc.Op, fn func(*core.Engine) error) (core.Notes, error)
}

// Do runs one operation of a direct engine, with progress and notes as Call has them; ok
// is false for other engines.
func (e *ObservedEngine) Do(ctx context.Context, op rpc.Op, request []byte, fn func(*core.Engine) error) (ok bool, err error) {
	engine, ok := e.Engine.(DirectEngine)
	if !ok {
		return false, nil
	}
	if _, err := bindings.Admit(ctx, op.String(), request); err != nil {
		return true, err
	}
	end := e.beginProgress()
	defer end()
	notes, err := engine.Do(ctx, op, fn)
	end()
	if !e.Silent {
		if notes.Report != nil {
			e.app.printSkipped(notes.Report)
		}
		e.app.printDiagnostics(notes.Diagnostics)
	}
	return true, err
}

// ExportOperation is an operation that writes a session to a writer that open
// returns when there is something to write.
func ExportOperation(options heddle.ExportOptions, w io.Writer) SessionOperation[struct{}] {
	return func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (struct{}, error) {
		export, get := exportRequest(ref, options), getRequest(ref, options)
		request, op := export.AppendJSON(nil), rpc.OpSessionsExport
		if options.Format == FormatLine {
			request, op = get.AppendJSON(nil), rpc.OpSessionsGet
		}
		if engine, ok := h.Engine().(*ObservedEngine); ok {
			out := &OutputFile{W: w}
			ok, err := engine.Do(ctx, op, request, func(e *core.Engine) error {
				_, err := RendererOf(ctx, e, options, false)(ref, out)
				return err
			})
			if out.Err != nil {
				err = out.Err // as it is
			}
			if ok {
				return struct{}{}, err
			}
		}
		return struct{}{}, WriteSession(ctx, h, ref, options, w)
	}
}

// RendererOf returns the sessionRenderer of an engine that passes sessions on. named asks
// what a redacted session is called.
func RendererOf(ctx context.Context, e *core.Engine, options heddle.ExportOptions, named bool) SessionRenderer {
	return func(ref heddle.Ref, w io.Writer) (*heddle.Session, error) {
		write := func(b []byte) error { _, err := w.Write(b); return err }
		if options.Format == FormatLine {
			l := &lineStream{write: write}
			err := e.SessionsStream(getRequest(ref, options), l.begin, l.message)
			if err == nil {
				err = write(l.tail)
			}
			return nil, err
		}
		if err := e.SessionsExportTo(exportRequest(ref, options), write); err != nil {
			return nil, err
		}
		head := &heddle.Session{}
		if !named || !options.Redact {
			return head, nil
		}
		known := false
		err := e.SessionsStream(getRequest(ref, options), func(s *session.Session) error {
			known = bareSession(s, head) == nil
			return errKnown
		}, nil)
		if known {
			err = nil
		}
		return head, err
	}
}

// errKnown ends the reading when enough is known of a session.
var errKnown = errors.New("enough is known")

func exportRequest(ref heddle.Ref, o heddle.ExportOptions) session.ExportRequest {
	request := session.ExportRequest{UnifiedID: string(ref), Format: o.Format, Branch: o.Branch, Raw: o.Raw, ToolOutput: o.ToolOutput, Strict: o.Strict, Redact: o.Redact, ScriptURL: o.ScriptURL}
	if o.Format == FormatHTML && o.ScriptURL == "" {
		request.Script, request.ScriptHash = reader.Script, reader.Hash()
	}
	return request
}

func getRequest(ref heddle.Ref, o heddle.ExportOptions) session.GetRequest {
	return session.GetRequest{UnifiedID: string(ref), Branch: o.Branch, Raw: o.Raw, ToolOutput: o.ToolOutput, Strict: o.Strict, Redact: o.Redact}
}

// bareSession copies a session without its messages.
func bareSession(from *session.Session, to *heddle.Session) error {
	bare := *from
	bare.Messages = []session.Message{}
	return json.Unmarshal(bare.AppendJSON(nil), to)
}

// lineStream writes a session as JSON on one line.
type lineStream struct {
	write func([]byte) error
	tail  []byte // what follows the messages
	wrote bool
	text  []byte
}

// noMessages ends with where the messages of a session begin. In a text its quotes would be escaped.
const noMessages = `"messages":[`

func (l *lineStream) begin(head *session.Session) error {
	bare := *head
	bare.Messages = []session.Message{}
	before, after, _ := bytes.Cut(bare.AppendJSON(nil), []byte(noMessages))
	l.tail = append(after, '\n')
	return l.write(append(before[:len(before):len(before)], noMessages...))
}

func (l *lineStream) message(m *session.Message) error {
	l.text = l.text[:0]
	if l.wrote {
		l.text = append(l.text, ',')
	}
	l.wrote = true
	l.text = m.AppendJSON(l.text)
	return l.write(l.text)
}

// SessionRenderer writes a session and returns it without its messages.
type SessionRenderer func(ref heddle.Ref, w io.Writer) (*heddle.Session, error)

// FormatHTML is a page with the reader in it.
const FormatHTML = "html"

// FormatLine is a session as JSON on one line. It is no format of export: --json asks for it.
const FormatLine = "line"

// ExportFormats are the formats of show and export.
var ExportFormats = []string{"markdown", "json", "jsonl", FormatHTML}

// CheckFormat refuses a format as the engine does, and names the one that it does not have as well.
func CheckFormat(format string) error {
	if slices.Contains(ExportFormats, format) {
		return nil
	}
	return fault.New(fault.InvalidExportFormat, fmt.Sprintf("unknown export format %q", format)).WithOp("sessions.export").
		WithHint("formats: " + strings.Join(ExportFormats, ", "))
}

// WriteSession writes a session in a format, of an engine that returns it whole.
func WriteSession(ctx context.Context, h *heddle.Heddle, ref heddle.Ref, o heddle.ExportOptions, w io.Writer) error {
	if o.Format == FormatLine {
		get := heddle.GetOptions{Branch: o.Branch, Raw: o.Raw, ToolOutput: o.ToolOutput, Strict: o.Strict, Redact: o.Redact}
		body, err := (&Client{h, h.Engine().(*ObservedEngine)}).bytesOf(func() error {
			_, err := h.Sessions.Get(ctx, ref, get)
			return err
		})
		if err == nil {
			_, err = w.Write(append(body[:len(body):len(body)], '\n'))
		}
		return err
	}
	text, err := h.Sessions.Export(ctx, ref, o)
	if err == nil {
		_, err = io.WriteString(w, text.Text)
	}
	return err
}
