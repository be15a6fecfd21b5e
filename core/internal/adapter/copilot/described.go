package copilot

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// An older description of the agent knows one JSON document per session with
// an array of messages. No sampled version writes that; when such a document
// exists, it is read, by the likely names of its fields.

// firstField returns the first of some fields that is there.
func firstField(v scan.Value, keys ...string) scan.Value {
	for _, k := range keys {
		if f := v.Get(k); f.Exists() && f.Kind() != scan.Null {
			return f
		}
	}
	return scan.Value{}
}

// maxSeconds separates seconds from milliseconds: as seconds it is the year 5138,
// as milliseconds 1973.
const maxSeconds = 100_000_000_000

// timeIn reads a written time, milliseconds or seconds.
func timeIn(v scan.Value) (t session.Time, naive bool) {
	if n, ok := v.Int(); ok && n > maxSeconds {
		return session.TimeOfMillis(n), false
	} else if ok && n > 0 {
		return session.TimeOfSeconds(n), false
	}
	t, naive, _ = session.ParseTime(v.String())
	return t, naive
}

// readDocument walks a described document. Its messages are read one by one, so
// that a torn end costs the last one only.
func (w *walk) readDocument() error {
	b, err := adapter.ReadFile(w.env, w.ref.Path, MaxDocumentBytes)
	if err != nil {
		return err
	}
	w.log.CountRead(0, int64(len(b)))
	b = bytes.TrimRight(scan.TrimBOM(b), " \t\r\n")
	if len(b) == 0 {
		return nil
	}
	doc, err := scan.Parse(b)
	at := bytes.Index(b, []byte(`"messages"`))
	if err == nil {
		switch list := doc.Get("messages"); {
		case list.Kind() == scan.Array:
			at = bytes.Index(b, list.Raw())
		case doc.Kind() == scan.Array: // nothing but the messages
			at = 0
		default:
			at = -1
		}
		if err := w.readHeader(doc, b); err != nil {
			return err
		}
	}
	n := 0
	if at >= 0 {
		if n, err = w.readMessages(b, at, err); err != nil {
			return err
		}
	}
	if n == 0 && doc.Kind() == scan.Missing {
		return fault.New(fault.ParseError, "nothing in the file can be read").At(w.ref.Path, 1, 0).
			WithHint("the file is damaged or not of this format")
	}
	return nil
}

// readHeader states what a whole document says of itself.
func (w *walk) readHeader(doc scan.Value, b []byte) error {
	w.rec = adapter.Record{Kind: adapter.Meta}
	f := w.beginFacts(&w.rec)
	f.AgentTitle = firstField(doc, "title", "name").String()
	f.Cwd = firstField(doc, "cwd", "workingDirectory", "directory").String()
	f.Model = firstField(doc, "model", "selectedModel").String()
	f.Created, _ = timeIn(firstField(doc, "createdAt", "created_at", "startTime", "timestamp"))
	f.Updated, _ = timeIn(firstField(doc, "updatedAt", "updated_at", "lastUpdated"))
	w.model = f.Model
	if w.want.Raw {
		w.rec.Raw = append([]byte(nil), b...)
	}
	return w.out.Record(&w.rec)
}

// readMessages walks the objects of the array at b[at] and returns how many there
// were. broken is the defect of the document, nil when it is whole.
func (w *walk) readMessages(b []byte, at int, broken error) (n int, err error) {
	i := bytes.IndexByte(b[at:], '[')
	if i < 0 {
		return 0, nil
	}
	for i += at + 1; i < len(b); {
		if b[i] != '{' {
			if b[i] == ']' {
				return n, nil
			}
			i++
			continue
		}
		end := scan.BalancedEnd(b, i)
		if end < 0 {
			break
		}
		m, bad := scan.Parse(b[i:end])
		if bad != nil {
			if err := w.log.ReportSkip(w.ref.Path, 0, int64(i), string(scan.Syntax)); err != nil {
				return n, err
			}
		} else {
			n++
			if err := w.readMessage(m, n, int64(i), broken != nil); err != nil {
				return n, err
			}
		}
		i = end
	}
	return n, w.log.ReportSkip(w.ref.Path, 0, int64(min(i, len(b))), string(scan.Truncated))
}

// readMessage reads the nth message; raw is wanted when no header held it.
func (w *walk) readMessage(m scan.Value, n int, offset int64, raw bool) error {
	w.log.CountRead(1, 0)
	w.texts = w.want.Text
	w.rec = adapter.Record{Offset: offset, ID: firstField(m, "id", "messageId", "uuid").String(), Model: firstField(m, "model").String()}
	r := &w.rec
	r.Time, r.Naive = timeIn(firstField(m, "timestamp", "createdAt", "created_at", "time"))
	if raw && w.want.Raw {
		r.Raw = append([]byte(nil), m.Raw()...)
	}
	content := firstField(m, "content", "text", "message")
	switch role := firstField(m, "role", "type").String(); role {
	case "user":
		r.Role, r.Prompt = session.RoleUser, true
	case "assistant", "copilot", "model":
		r.Role = session.RoleAssistant
		if r.Model == "" {
			r.Model = w.model
		}
		if w.texts {
			r.ToolCalls = describedCalls(firstField(m, "tool_calls", "toolCalls", "toolRequests"))
		}
	case "tool", "function", "tool_result":
		r.Role = session.RoleTool
		r.ToolResult = &session.ToolResult{ToolCallID: firstField(m, "tool_call_id", "toolCallId").String(), ToolName: firstField(m, "name", "toolName").String()}
		if w.texts {
			r.ToolResult.Output = session.TextJSON(joinParts(content))
		}
		content = scan.Value{}
	case "system", "developer":
		r.Kind = adapter.Injected
	default:
		r.Kind, r.Type = adapter.Unknown, role
	}
	if r.Kind == adapter.Message && (w.texts || r.Prompt && w.want.Prompts) {
		r.Text = joinParts(content)
	}
	used := firstField(m, "usage", "tokens")
	if w.usage = tokensOf(used); !w.usage.Zero() {
		r.Usage = &w.usage
		if r.UsageKey = r.ID; r.UsageKey == "" {
			r.UsageKey = w.ref.ID + "#" + text.FormatInt(int64(n))
		}
	}
	return w.out.Record(r)
}

// joinParts returns a text, or the texts of a list of parts.
func joinParts(v scan.Value) string {
	if v.Kind() != scan.Array {
		return v.String()
	}
	var parts []string
	v.EachElement(func(_ int, e scan.Value) bool {
		if t := firstField(e, "text", "content"); t.Kind() == scan.String {
			e = t
		}
		if s := e.String(); s != "" {
			parts = append(parts, s)
		}
		return true
	})
	return text.Join(parts, "\n\n")
}

// describedCalls reads tool calls in the form of the chat API or a flat one.
// The API's arguments are JSON in a string.
func describedCalls(v scan.Value) (out []session.ToolCall) {
	v.EachElement(func(_ int, e scan.Value) bool {
		at := e
		if f := e.Get("function"); f.Kind() == scan.Object {
			at = f
		}
		args := firstField(at, "arguments", "input")
		if inner, err := scan.Parse([]byte(args.String())); err == nil {
			args = inner
		}
		out = append(out, session.ToolCall{ToolCallID: firstField(e, "id", "toolCallId").String(),
			ToolName: firstField(at, "name", "toolName").String(), Input: args.AppendCanonical(nil)})
		return true
	})
	return out
}
