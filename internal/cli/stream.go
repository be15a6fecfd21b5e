package cli

import (
	"context"
	"encoding/json"
	"io"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
)

// directEngine is an engine whose operations can pass on their results while they
// run. Others return them whole.
type directEngine interface {
	Do(ctx context.Context, op rpc.Op, fn func(*core.Engine) error) (core.Notes, error)
}

// do runs one operation of a direct engine, with progress and notes as Call has them; ok
// is false for other engines.
func (e *observedEngine) do(ctx context.Context, op rpc.Op, request []byte, fn func(*core.Engine) error) (ok bool, err error) {
	engine, ok := e.Engine.(directEngine)
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
	if !e.silent {
		if notes.Report != nil {
			e.app.printSkipped(notes.Report)
		}
		e.app.printDiagnostics(notes.Diagnostics)
	}
	return true, err
}

// exportOperation is an operation that writes a session to a writer that open
// returns when there is something to write.
func exportOperation(options heddle.ExportOptions, w io.Writer) sessionOperation[struct{}] {
	return func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (struct{}, error) {
		request := session.ExportRequest{UnifiedID: string(ref), Format: options.Format, Branch: options.Branch, Raw: options.Raw,
			ToolOutput: options.ToolOutput, Strict: options.Strict, Redact: options.Redact}
		if engine, ok := h.Engine().(*observedEngine); ok {
			var failed error // of the writer, as it is
			ok, err := engine.do(ctx, rpc.OpSessionsExport, request.AppendJSON(nil), func(e *core.Engine) error {
				return e.SessionsExportTo(request, func(b []byte) error {
					_, failed = w.Write(b)
					return failed
				})
			})
			if failed != nil {
				err = failed
			}
			if ok {
				return struct{}{}, err
			}
		}
		text, err := h.Sessions.Export(ctx, ref, options)
		if err == nil {
			_, err = io.WriteString(w, text.Text)
		}
		return struct{}{}, err
	}
}

// lastMessages is an operation that reads a session with no more than its last
// messages, and says how many are before them.
func lastMessages(options heddle.GetOptions, t *transcript) sessionOperation[*heddle.Session] {
	return func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (*heddle.Session, error) {
		request := session.GetRequest{UnifiedID: string(ref), Branch: options.Branch, Strict: options.Strict, Redact: options.Redact}
		engine, ok := h.Engine().(*observedEngine)
		if !ok {
			return h.Sessions.Get(ctx, ref, options)
		}
		s := &heddle.Session{}
		tail := messageTail{t: t}
		ok, err := engine.do(ctx, rpc.OpSessionsGet, request.AppendJSON(nil), func(e *core.Engine) error {
			return e.SessionsStream(request, func(head *session.Session) error {
				bare := *head
				bare.Messages = []session.Message{}
				return json.Unmarshal(bare.AppendJSON(nil), s)
			}, tail.add)
		})
		if !ok {
			return h.Sessions.Get(ctx, ref, options)
		}
		if err != nil {
			return nil, err
		}
		s.Messages, t.numbers, err = tail.messages()
		return s, err
	}
}

// messageTail keeps the last messages that a transcript shows.
type messageTail struct {
	t     *transcript
	count int
	kept  []numberedMessage
}

// numberedMessage is a message as the engine writes it, and its number.
type numberedMessage struct {
	number int
	text   []byte
}

func (l *messageTail) add(m *session.Message) error {
	one := numberedMessage{l.count, m.AppendJSON(nil)}
	l.count++
	if l.t.options.noTools {
		var shown heddle.Message
		if err := json.Unmarshal(one.text, &shown); err != nil || !l.t.hasText(&shown) {
			return err
		}
	}
	if l.kept = append(l.kept, one); int64(len(l.kept)) > l.t.options.last {
		l.kept[0] = numberedMessage{}
		l.kept = l.kept[1:]
	}
	return nil
}

func (l *messageTail) messages() (list []heddle.Message, numbers []int, err error) {
	list = make([]heddle.Message, len(l.kept))
	for i := range l.kept {
		if err := json.Unmarshal(l.kept[i].text, &list[i]); err != nil {
			return nil, nil, err
		}
		numbers = append(numbers, l.kept[i].number)
	}
	return list, numbers, nil
}
