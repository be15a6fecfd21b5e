package cursor

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

var linePaths = scan.CompilePaths("role", "message.content", "type", "status", "error")

// walkLines walks a transcript of JSON by line. It has no ids: a line that is
// there twice by damage is known by its bytes.
func (w *walker) walkLines() error {
	if err := w.visitFacts(adapter.Facts{}); err != nil {
		return err
	}
	var last []byte
	at := int64(0)
	return adapter.EachObjectIf(w.env, w.out, w.place.path, w.place.size, linePaths, w.lineFilter(), func(r scan.Record, v []scan.Value) error {
		if r.Line == at && bytes.Equal(last, r.Bytes) {
			return nil
		}
		at, last = r.Line, append(last[:0], r.Bytes...)
		m := native{role: v[0].String(), content: v[1], line: r.Line, offset: r.Offset}
		if w.want.Raw {
			m.raw = bytes.Clone(r.Bytes)
		}
		if m.role != "" {
			return w.visitMessage(&m)
		}
		w.beginRecord(&m)
		if !v[2].EqualString("turn_ended") {
			w.rec.Kind, w.rec.Type = adapter.Unknown, firstText(v[2].String(), "line")
			return w.emitRecord()
		}
		status := v[3].String()
		if said := firstText(v[4].String(), status); said != "" && status != "success" {
			w.rec.Kind, w.rec.Role, w.rec.Text = adapter.Message, session.RoleSystem, said
			w.rec.Special, w.rec.Type = "api_error", string(session.MessageTypeError)
			if text.Index(w.rec.Text, "abort") >= 0 || text.Index(w.rec.Text, "cancel") >= 0 {
				w.rec.Special, w.rec.Type = "interrupted", ""
			}
		}
		return w.emitRecord()
	})
}

// lineFilter returns which lines hold what a walk for spend needs: times and the
// folder. There is no spend in a transcript. nil keeps all.
func (w *walker) lineFilter() func(line []byte) bool {
	if !w.want.UsageOnly() {
		return nil
	}
	return func(line []byte) bool {
		w.said++
		return bytes.Contains(line, []byte(timestampOpen)) || bytes.Contains(line, []byte("<user_info>"))
	}
}

// Marks of a text transcript, on lines of their own.
const (
	markThinking = "[Thinking] "
	markCall     = "[Tool call] "
	markResult   = "[Tool result] "
)

// roles are the marks that begin a message.
var roles = map[string]session.Role{"user:": session.RoleUser, "assistant:": session.RoleAssistant,
	"U:": session.RoleUser, "A:": session.RoleAssistant}

// part is what the lines of a text transcript now belong to.
type part uint8

const (
	inText part = iota
	inThinking
	inCall
	inResult
)

// sheet reads a text transcript.
type sheet struct {
	w     *walker
	role  session.Role
	head  native // where the message begins
	end   int64
	data  []byte
	in    part
	c     content
	block []string          // lines of the current part
	name  string            // tool of the current part
	call  string            // made-up id of the current call: its line
	calls map[string]string // last call by tool, for its result
}

// walkText walks a transcript of text.
func (w *walker) walkText() error {
	data, err := adapter.ReadFile(w.env, w.place.path, maxTextBytes)
	if err != nil {
		return err
	}
	if err := w.visitFacts(adapter.Facts{}); err != nil {
		return err
	}
	data = scan.TrimBOM(data)
	s := &sheet{w: w, data: data, calls: map[string]string{}}
	line := int64(0)
	for at := 0; at < len(data); {
		row, _, _ := bytes.Cut(data[at:], []byte{'\n'})
		line++
		if err := s.readLine(strings.TrimSuffix(string(row), "\r"), line, int64(at)); err != nil {
			return err
		}
		at += len(row) + 1
	}
	s.end = int64(len(data))
	if err := s.flushMessage(); err != nil {
		return err
	}
	if s.role == "" && len(bytes.TrimSpace(data)) > 0 {
		if err := w.reportSkip(1, 0, "no message begins in the file"); err != nil {
			return err
		}
		return unreadableError(w.place.path, "no message begins in the file")
	}
	return nil
}

// readLine takes one line.
func (s *sheet) readLine(row string, line, offset int64) error {
	if role, ok := roles[row]; ok {
		s.end = offset
		if err := s.flushMessage(); err != nil {
			return err
		}
		s.role, s.head = role, native{line: line, offset: offset}
		return nil
	}
	if s.role == session.RoleAssistant {
		if next, name := markOf(row); next != inText {
			// What follows a tool's result, or text after calls, is another answer.
			if len(s.c.calls) > 0 && (s.in != inCall || next == inThinking) && next != inResult {
				s.end = offset
				if err := s.flushMessage(); err != nil {
					return err
				}
				s.head = native{line: line, offset: offset}
			}
			s.finishPart()
			s.in, s.name = next, name
			if next == inCall {
				s.call = "line " + text.FormatInt(line)
				s.calls[name] = s.call
			}
			if next == inThinking {
				s.block, s.name = append(s.block, name), ""
			}
			return nil
		}
		if s.in != inText && row == "" && s.in != inResult {
			// A blank line ends a thought; a call's arguments continue as long as
			// they are indented.
			s.finishPart()
			s.in = inText
			return nil
		}
		if s.in == inCall && !strings.HasPrefix(row, "  ") {
			s.finishPart()
			s.in = inText
		}
	}
	s.block = append(s.block, row)
	return nil
}

// markOf returns which part a line begins; inText when none.
func markOf(row string) (part, string) {
	for i, m := range []string{markThinking, markCall, markResult} {
		if name, ok := strings.CutPrefix(row, m); ok {
			return inThinking + part(i), name
		}
	}
	return inText, ""
}

// finishPart ends a part.
func (s *sheet) finishPart() {
	rows := s.block
	s.block = s.block[:0]
	body := strings.TrimSpace(text.Join(rows, "\n"))
	switch s.in {
	case inThinking:
		s.c.addBlock(&s.c.thinking, body, body != "")
	case inCall:
		s.c.calls, s.c.any = append(s.c.calls, session.ToolCall{ToolCallID: s.call, ToolName: s.name, Input: parseArguments(rows)}), true
	case inResult:
		if body != "" {
			s.c.results = append(s.c.results, session.ToolResult{ToolCallID: s.calls[s.name], ToolName: s.name, Output: session.TextJSON(body)})
		}
	default:
		s.c.addBlock(&s.c.text, body, body != "" && body != redacted)
	}
	s.in, s.name = inText, ""
}

// flushMessage visits the message that ends here.
func (s *sheet) flushMessage() error {
	w := s.w
	s.finishPart()
	c := s.c
	s.c = content{}
	if s.role == "" {
		return nil
	}
	m := s.head
	if w.want.Raw {
		m.raw = bytes.TrimSpace(s.data[m.offset:s.end])
	}
	if err := w.pace.Count(w.env, w.log, 1, s.end-m.offset); err != nil {
		return err
	}
	w.beginRecord(&m)
	if s.role == session.RoleUser {
		w.fillUser(&c)
	} else if c.any {
		w.rec.Kind, w.rec.Role = adapter.Message, session.RoleAssistant
		w.rec.Text, w.rec.Thinking, w.rec.ToolCalls = string(c.text), string(c.thinking), c.calls
	}
	if err := w.emitRecord(); err != nil {
		return err
	}
	for i := range c.results {
		w.beginRecord(&native{line: m.line, offset: m.offset})
		w.rec.Kind, w.rec.Role, w.rec.ToolResult = adapter.Message, session.RoleTool, &c.results[i]
		if err := w.emitRecord(); err != nil {
			return err
		}
	}
	return nil
}

// parseArguments reads the indented lines below a call: key=value, each value continuing
// until the next key, or one text.
func parseArguments(rows []string) session.JSON {
	var keys, values []string
	for i, row := range rows {
		row = strings.TrimPrefix(row, "  ")
		k, v, ok := text.Cut(row, "=")
		switch {
		case ok && isName(k):
			keys, values = append(keys, k), append(values, v)
		case len(keys) == 0:
			for j := range rows[i:] {
				rows[i+j] = strings.TrimPrefix(rows[i+j], "  ")
			}
			return session.TextJSON(strings.TrimSpace(text.Join(rows[i:], "\n")))
		default:
			values[len(values)-1] += "\n" + row
		}
	}
	out := []byte{'{'}
	for i, k := range keys {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(canon.AppendString(out, k), ':')
		out = canon.AppendString(out, strings.TrimRight(values[i], "\n"))
	}
	v, err := scan.Parse(append(out, '}'))
	if err != nil {
		return nil
	}
	return v.AppendCanonical(nil) // in the order of the keys
}

func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i] | 0x20; (c < 'a' || c > 'z') && s[i] != '_' && (i == 0 || s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != ""
}
