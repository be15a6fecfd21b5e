package transcript

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// Sink receives the texts of the messages that a Builder numbers: what is kept
// or counted of them differs between a list, a search and a reader.
type Sink interface {
	// AddFragment receives a fragment of message i; first says that it begins
	// the message, which is then the next one.
	AddFragment(i int, r *adapter.Record, first bool)
	// PriorText returns the text of message i so far. A fragment shows only now
	// that the message is a prompt, whose text may become the title.
	PriorText(i int) string
}

// PromptSink keeps no texts: the Builder has the titles, which are enough for a
// summary.
type PromptSink struct{}

// AddFragment implements Sink.
func (PromptSink) AddFragment(int, *adapter.Record, bool) {}

// PriorText implements Sink.
func (PromptSink) PriorText(int) string { return "" }

// TextSink keeps all texts of the messages. The walk must not reuse texts.
type TextSink struct {
	bodies []*session.Message // by message
}

// Body returns the part of message i that the sink holds; it may be changed.
func (s *TextSink) Body(i int) *session.Message { return s.bodies[i] }

// WholeMessage returns message i of b, whose sink this is, as it is shown.
func (s *TextSink) WholeMessage(b *Builder, i int) session.Message {
	return b.wholeMessage(i, s.bodies[i])
}

// wholeMessage returns message i with what a sink has kept of it.
func (b *Builder) wholeMessage(i int, body *session.Message) session.Message {
	out := *body
	out.Role, out.Kind, out.Model = b.RoleOf(i), b.KindOf(i), b.ModelOf(i)
	return out
}

// PriorText implements Sink.
func (s *TextSink) PriorText(i int) string { return s.bodies[i].Content }

// AddFragment implements Sink.
func (s *TextSink) AddFragment(i int, r *adapter.Record, first bool) {
	if first {
		s.beginMessage(r)
		return
	}
	body := s.bodies[i]
	body.Timestamp = session.Earliest(body.Timestamp, r.Time)
	body.Content = joinBlocks(body.Content, r.Text)
	body.Thinking = joinBlocks(body.Thinking, r.Thinking)
	body.ToolCalls = mergeCalls(body.ToolCalls, r.ToolCalls)
	body.Attachments = append(body.Attachments, r.Attachments...)
	if body.ToolResult == nil {
		body.ToolResult = r.ToolResult
	}
}

func (s *TextSink) beginMessage(r *adapter.Record) {
	body := &session.Message{ID: r.ID, ParentID: r.Parent, Type: messageType(r), Timestamp: r.Time, Content: r.Text, Thinking: r.Thinking, ToolCalls: r.ToolCalls,
		ToolResult: r.ToolResult, Attachments: r.Attachments, Compaction: r.Compaction}
	if r.Copied && r.Origin != "" {
		body.Origin = &session.Origin{SessionID: r.Origin}
	}
	s.bodies = append(s.bodies, body)
}

// mergeCalls adds calls to those of a message. A repeated call only fills in
// what is missing, such as how long the call took.
func mergeCalls(calls, more []session.ToolCall) []session.ToolCall {
next:
	for _, c := range more {
		for i := range calls {
			if old := &calls[i]; c.ToolCallID != "" && old.ToolCallID == c.ToolCallID {
				old.DurationMS = max(old.DurationMS, c.DurationMS)
				if old.Input == nil {
					old.Input = c.Input
				}
				continue next
			}
		}
		calls = append(calls, c)
	}
	return calls
}

func messageType(r *adapter.Record) session.MessageType {
	if r.Type != "" {
		return session.MessageType(r.Type)
	}
	switch r.Role {
	case session.RoleUser:
		return session.MessageTypeUser
	case session.RoleTool:
		return session.MessageTypeToolResult
	case session.RoleAssistant:
		return session.MessageTypeAssistant
	}
	return session.MessageTypeSystem
}
