package mcp

import (
	"context"
	"fmt"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/transcript"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// Limits of the tool show.
const (
	mcpMessages     = 20 // on a page, unless limit says otherwise
	mcpMostMessages = 100
	mcpTextBytes    = 2_000 // of one text, unless max_text says otherwise
	mcpCallBytes    = 60    // of JSON around a call, a result or an attachment
)

type mcpShowArguments struct {
	Session  string `json:"session" jsonschema:"the session: ref of list or search, the beginning of its id, or last for the newest"`
	After    *int   `json:"after,omitempty" jsonschema:"only messages after the one with this number; default: from the first, number 0"`
	Last     int    `json:"last,omitempty" jsonschema:"only the last N messages"`
	Limit    int    `json:"limit,omitempty" jsonschema:"greatest number of messages, 1 to 100; default 20"`
	MaxText  int    `json:"max_text,omitempty" jsonschema:"greatest number of bytes of each text, 1 to 30000; default 2000"`
	TextFrom int    `json:"text_from,omitempty" jsonschema:"skip this many bytes of each text, to read on in a long message"`
	NoTools  bool   `json:"no_tools,omitempty" jsonschema:"leave out calls of tools and their results"`
	Thinking bool   `json:"thinking,omitempty" jsonschema:"include what the model thought"`
}

// mcpToolUse is a call of a tool or its result.
type mcpToolUse struct {
	Tool     string `json:"tool"`
	Text     string `json:"text" jsonschema:"input of a call, output of a result"`
	Error    bool   `json:"error,omitempty"`
	ExitCode int64  `json:"exit_code,omitempty"`
}

// mcpMessage is a message in an answer.
type mcpMessage struct {
	Number      int          `json:"number"`
	Role        string       `json:"role" jsonschema:"user, assistant, system or tool"`
	Kind        string       `json:"kind,omitempty" jsonschema:"kind of a special message, such as compaction"`
	Time        string       `json:"time,omitempty"`
	Text        string       `json:"text,omitempty"`
	Thinking    string       `json:"thinking,omitempty"`
	ToolCalls   []mcpToolUse `json:"tool_calls,omitempty"`
	ToolResult  *mcpToolUse  `json:"tool_result,omitempty"`
	Attachments []string     `json:"attachments,omitempty" jsonschema:"id, name and type of each"`
	CutBytes    int          `json:"cut_bytes,omitempty" jsonschema:"bytes left out here: a greater max_text, or text_from with limit 1, shows them"`
}

// mcpTranscript is a page of a session.
type mcpTranscript struct {
	mcpMark
	Session   mcpSession   `json:"session"`
	Messages  []mcpMessage `json:"messages"`
	NextAfter *int         `json:"next_after,omitempty" jsonschema:"after of the next page; absent on the last"`
	Notes     []string     `json:"notes,omitempty" jsonschema:"why the answer is incomplete"`
}

// check refuses arguments out of their bounds and sets defaults.
func (in *mcpShowArguments) check() error {
	if in.Limit == 0 {
		in.Limit = mcpMessages
	}
	if in.MaxText == 0 {
		in.MaxText = mcpTextBytes
	}
	switch {
	case in.Session == "":
		return usage.Misuse("session must not be empty")
	case in.Limit < 1 || in.Limit > mcpMostMessages:
		return usage.Misuse("limit must be 1 to %d", mcpMostMessages)
	case in.MaxText < 1 || in.MaxText > mcpPageBytes:
		return usage.Misuse("max_text must be 1 to %d", mcpPageBytes)
	case in.TextFrom < 0 || in.Last < 0:
		return usage.Misuse("text_from and last must be 0 or more")
	case in.After != nil && in.Last > 0:
		return usage.Misuse("after and last cannot be used together")
	case in.After != nil && *in.After < -1:
		return usage.Misuse("after must be the number of a message")
	}
	return shortArguments(in.Session)
}

// showSession is the tool show.
func (s *mcpServer) showSession(ctx context.Context, in mcpShowArguments) (out mcpTranscript, err error) {
	if err := in.check(); err != nil {
		return out, err
	}
	if other, ok := s.newestOther(ctx, in.Session); ok {
		in.Session = other
	}
	get, err := sessions.On(s.App, []string{in.Session}, func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (*heddle.Session, error) {
		return h.Sessions.Get(ctx, ref, heddle.GetOptions{Redact: s.redact})
	})
	if err != nil {
		return out, err
	}
	x, err := get(ctx, s.h)
	if err != nil {
		return out, err
	}
	first := 0
	if in.After != nil {
		first = *in.After + 1
	} else if in.Last > 0 {
		first = max(len(x.Messages)-in.Last, 0)
	}
	if first > len(x.Messages) {
		return out, usage.Misuse("after %d: the session has %s, numbered from 0", first-1, terminal.Messages(int64(len(x.Messages))))
	}
	out = mcpTranscript{Session: s.session(summaryOf(x)), Notes: s.notes(x.Notes)}
	out.Messages, out.NextAfter = s.messagesPage(x.Messages, first, &in)
	return out, nil
}

// summaryOf returns what a list would say of a session.
func summaryOf(x *heddle.Session) *heddle.SessionSummary {
	return &heddle.SessionSummary{Agent: x.Agent, SessionID: x.SessionID, UnifiedID: x.UnifiedID, Title: x.Title, CreatedAt: x.CreatedAt,
		UpdatedAt: x.UpdatedAt, TurnCount: x.TurnCount, MessageCount: x.MessageCount, Model: x.Model, Cost: x.Cost, Tags: x.Tags, Cwd: x.Cwd,
		Origin: x.Origin, IsSubagent: x.IsSubagent}
}

// messagesPage returns the messages from first on that have room in an answer, and after which one
// the next page begins; nil after the last page.
func (s *mcpServer) messagesPage(list []heddle.Message, first int, in *mcpShowArguments) (out []mcpMessage, next *int) {
	out = []mcpMessage{}
	room := mcpPageBytes
	shows := transcript.Transcript{Options: transcript.Options{NoTools: in.NoTools, Thinking: in.Thinking}}
	for i := first; i < len(list); i++ {
		if !shows.HasText(&list[i]) {
			continue
		}
		if len(out) == in.Limit {
			return out, lastNumber(out)
		}
		message := s.message(i, &list[i], in)
		if room -= jsonBytes(message) + 1; room < 0 && len(out) > 0 {
			return out, lastNumber(out)
		}
		out = append(out, message)
	}
	return out, nil
}

func lastNumber(list []mcpMessage) *int { return &list[len(list)-1].Number }

// message makes an answer of one message. All of its texts together have room on one page.
func (s *mcpServer) message(number int, m *heddle.Message, in *mcpShowArguments) mcpMessage {
	room := mcpPageBytes
	out := mcpMessage{Number: number, Role: string(m.Role), Kind: s.field(m.Kind), Time: terminal.FormatTime(m.Timestamp)}
	cut := func(text string) string {
		text, left := cutJSON(skipBytes(terminal.Printable(text), in.TextFrom), min(in.MaxText, room))
		room -= jsonBytes(text)
		out.CutBytes += left
		return text
	}
	out.Text = cut(m.Content)
	if in.Thinking {
		out.Thinking = cut(m.Thinking)
	}
	for _, f := range m.Attachments {
		if room -= mcpCallBytes; room > 0 {
			out.Attachments = append(out.Attachments, cut(fmt.Sprintf("%s %s %s", f.ID, terminal.Or(f.Name, "attachment"), f.MediaType)))
		}
	}
	if in.NoTools {
		return out
	}
	for i := range m.ToolCalls {
		call := &m.ToolCalls[i]
		if room -= mcpCallBytes; room <= 0 {
			out.CutBytes += len(call.Input)
			continue
		}
		out.ToolCalls = append(out.ToolCalls, mcpToolUse{Tool: s.field(call.ToolName), Text: cut(transcript.InputText(call.Input))})
	}
	if r := m.ToolResult; r != nil {
		room -= mcpCallBytes
		out.ToolResult = &mcpToolUse{Tool: s.field(r.ToolName), Text: cut(transcript.ValueText(r.Output)), Error: r.IsError, ExitCode: r.ExitCode}
	}
	return out
}
