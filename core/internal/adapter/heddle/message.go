package heddle

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// shape says how a message type of the agent SDK is read.
type shape uint8

const (
	isOther shape = iota // of no type that this version knows
	isPrompt
	isAnswer
	isThinking
	isCall
	isToolResult
	isResult
	isSystem
	isError
	isWire // what the agent and its caller say to each other beside the conversation
)

// shapeOf is the table of message types.
func shapeOf(t scan.Value) shape {
	for _, s := range []struct {
		name string
		is   shape
	}{
		{"user", isPrompt}, {"assistant", isAnswer}, {"text", isAnswer}, {"thinking", isThinking}, {"tool_use", isCall},
		{"tool_result", isToolResult}, {"result", isResult}, {"system", isSystem}, {"error", isError},
		{"control_request", isWire}, {"control_response", isWire}, {"stream_event", isWire}, {"rate_limit_event", isWire},
		{"tool_progress", isWire}, {"tool_use_summary", isWire}, {"auth_status", isWire}, {"prompt_suggestion", isWire},
	} {
		if t.EqualString(s.name) {
			return s.is
		}
	}
	return isOther
}

// readRecorded turns a message that was recorded into the store into records. r
// has what all messages have.
func (w *walker) readRecorded(m *store.Recorded, v *members, r *adapter.Record) error {
	is := shapeOf(v[atType])
	r.Aside = v[atParentTool].Kind() == scan.String && is != isResult
	switch is {
	case isPrompt:
		return w.readPrompt(m, v, r)
	case isAnswer, isCall, isThinking:
		w.readAnswer(is, m, v, r)
	case isToolResult:
		r.Role = session.RoleTool
		r.ToolResult = w.toolResult(v)
	case isResult:
		if err := w.readTurnEnd(m, v, r); err != nil {
			return err
		}
	case isSystem, isError:
		w.readNotice(is, v, r)
	case isWire:
		r.Kind, r.ID = adapter.Ignored, ""
		if v[atUsage].Exists() { // one request that no message carries
			r.Kind = adapter.Usage
			w.readUsage(m, v, r)
			if !r.Aside {
				w.response++
			}
		}
	default:
		r.Kind, r.ID, r.Type = adapter.Unknown, "", v[atType].String()
	}
	if r.Kind == adapter.Message && is != isThinking {
		w.open = ""
	}
	if is == isAnswer || is == isCall || is == isThinking {
		w.readUsage(m, v, r)
	}
	if !r.Aside {
		w.afterResult = is == isToolResult || is == isWire && w.afterResult && w.in.native.agent == geminiAgent
		w.afterDecision = is == isWire && v[atType].EqualString("control_response")
	}
	return w.out.Record(r)
}

// readNotice reads a notice or an error. One without a text of its own, which has
// its subtype in its place, is not shown; what it says of the session counts.
func (w *walker) readNotice(is shape, v *members, r *adapter.Record) {
	said := contentOf(v)
	if cwd := v[atCwd].String(); cwd != "" && w.in.meta.CWD == "" && !r.Aside {
		r.Facts = &adapter.Facts{Cwd: cwd}
	}
	if is == isSystem && (said == "" || v[atSubtype].EqualString(said) || w.isProtocolNotice(v, r)) {
		r.Kind, r.ID = adapter.Ignored, ""
		return
	}
	r.Role, r.Type, r.Text = session.RoleSystem, v[atType].String(), w.visibleText(v)
	if is == isError {
		r.Special = "api_error"
		if v[atContent].Kind() == scan.String {
			w.pieces = append(w.pieces, v[atContent])
		}
	}
}

// visibleText returns the visible text, when it is wanted.
func (w *walker) visibleText(v *members) string {
	if !w.want.Text {
		return ""
	}
	return contentOf(v)
}

func contentOf(v *members) string {
	if v[atContent].Kind() == scan.String {
		return v[atContent].String()
	}
	out := ""
	blocksOf(v).EachElement(func(_ int, b scan.Value) bool {
		if b.Get("type").EqualString("text") {
			out = joinParagraphs(out, b.Get("text").String())
		}
		return true
	})
	return out
}

// blocksOf returns the list of content blocks, wherever it is.
func blocksOf(v *members) scan.Value {
	if v[atBlocks].Kind() == scan.Array {
		return v[atBlocks]
	}
	if v[atContent].Kind() == scan.Array {
		return v[atContent]
	}
	return scan.Value{}
}

func joinParagraphs(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// readPrompt reads a message of the type user: results of tools, as some agents
// send them back, and what a person or caller typed.
func (w *walker) readPrompt(m *store.Recorded, v *members, r *adapter.Record) error {
	w.open = ""
	w.response++
	results, others := 0, 0
	var failed error
	id := r.ID
	blocksOf(v).EachElement(func(_ int, b scan.Value) bool {
		if !b.Get("type").EqualString("tool_result") {
			others++
			return true
		}
		tool := *r
		if results++; results > 1 {
			tool.ID, tool.Raw = id+"/"+text.FormatInt(int64(results)), nil
		}
		tool.Role = session.RoleTool
		tool.ToolResult = &session.ToolResult{ToolCallID: firstText(b.Get("tool_use_id"), b.Get("toolUseId")), IsError: isTrue(b, "is_error", "isError")}
		if w.want.Text {
			tool.ToolResult.Output = canonicalOf(b.Get("content"))
		}
		failed = w.out.Record(&tool)
		return failed == nil
	})
	if failed != nil || results > 0 && others == 0 {
		return failed
	}
	if results > 0 {
		r.ID, r.Raw = id+"/"+text.FormatInt(int64(results+1)), nil
	}
	if v[atRole].EqualString(string(session.RoleTool)) {
		r.Role, r.ToolResult = session.RoleTool, w.toolResult(v)
		return w.out.Record(r)
	}
	r.Role, r.Prompt = session.RoleUser, true
	if id := v[atUUID].String(); id != "" && w.in.native.agent != "" {
		if w.asked == nil {
			w.asked = map[string]session.Time{}
		}
		w.asked[id] = r.Time
	}
	if w.want.Text || w.want.Prompts {
		r.Text = contentOf(v)
	}
	if w.want.Text {
		w.addAttachments(v, r)
	}
	if !r.Aside {
		w.pieces, w.spent = w.pieces[:0], false
	}
	return w.out.Record(r)
}

func isTrue(v scan.Value, names ...string) bool {
	for _, n := range names {
		if v.Get(n).Bool() {
			return true
		}
	}
	return false
}

// addAttachments takes images and documents among the blocks as attachments.
func (w *walker) addAttachments(v *members, r *adapter.Record) {
	blocksOf(v).EachElement(func(_ int, b scan.Value) bool {
		if t := b.Get("type"); t.EqualString("image") || t.EqualString("document") {
			source := b.Get("source")
			r.Attachments = append(r.Attachments, session.Attachment{MediaType: firstText(source.Get("media_type"), source.Get("mediaType")),
				Name: firstText(b.Get("title"), source.Get("url")), Bytes: int64(max(len(source.Get("data").Raw())-len(`""`), 0))})
		}
		return true
	})
}

// readAnswer reads what the model said: text, thinking and calls, in one message
// or in pieces that share its id. Thinking on its own belongs to the
// message that follows it.
func (w *walker) readAnswer(is shape, m *store.Recorded, v *members, r *adapter.Record) {
	r.Role = session.RoleAssistant
	if r.Model != "" && !r.Aside {
		w.model = r.Model
	}
	switch id := v[atMessageID].String(); {
	case w.sendsParts() && !r.Aside:
		if w.beginsResponse(is, v) {
			w.response++
		}
		r.Merge = "response " + text.FormatInt(w.response)
		if m.Hidden {
			r.Merge = "hidden " + r.Merge
		}
	case id != "" && m.Hidden:
		r.Merge = "hidden " + id
	case id != "":
		r.Merge = "message " + id
	case is == isThinking && w.open == "":
		w.open = "thinking " + text.FormatInt(m.Number)
		r.Merge = w.open
	default:
		r.Merge = w.open
	}
	if is == isAnswer && !r.Aside && v[atContent].Kind() == scan.String {
		w.pieces = append(w.pieces, v[atContent])
	}
	if !w.want.Text {
		return
	}
	switch is {
	case isThinking:
		r.Thinking = joinParagraphs(contentOf(v), v[atThinking].String())
		return
	case isCall:
		r.ToolCalls = []session.ToolCall{{ToolCallID: firstText(v[atToolUseID], v[atID]), ToolName: v[atToolName].String(), Input: canonicalOf(v[atToolInput])}}
		return
	}
	w.fillTexts(v, r)
	r.Text = contentOf(v)
	blocksOf(v).EachElement(func(_ int, b scan.Value) bool {
		switch t := b.Get("type"); {
		case t.EqualString("thinking"):
			r.Thinking = joinParagraphs(r.Thinking, b.Get("thinking").String())
		case t.EqualString("tool_use"):
			r.ToolCalls = append(r.ToolCalls, session.ToolCall{ToolCallID: b.Get("id").String(), ToolName: b.Get("name").String(),
				Input: canonicalOf(b.Get("input"))})
		}
		return true
	})
}

// toolResult reads what a tool returned.
func (w *walker) toolResult(v *members) *session.ToolResult {
	if v[atToolResult].Kind() == scan.Object {
		return readResult(v[atToolResult], w.want.Text)
	}
	out := &session.ToolResult{ToolCallID: v[atToolUseID].String(), ToolName: v[atToolName].String(), IsError: v[atIsError].Bool()}
	if w.want.Text {
		if out.Output = canonicalOf(v[atContent]); out.Output == nil {
			out.Output = canonicalOf(v[atBlocks])
		}
	}
	return out
}

// repeatsAnswer reports whether a text is one of the turn's answers, or all pieces of it.
func (w *walker) repeatsAnswer(s string) bool {
	rest, begins := s, true
	for i := range w.pieces {
		p := w.pieces[i].String()
		if p == s {
			return true
		}
		if begins {
			rest, begins = strings.CutPrefix(rest, p)
		}
	}
	return begins && rest == ""
}
