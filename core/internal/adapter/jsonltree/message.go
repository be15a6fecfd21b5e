package jsonltree

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// readMessage takes a message, in its entry or bare.
func (w *Walker) readMessage(e *Entry, r *adapter.Record) error {
	role, under := e.v[fRole], "message."
	if role.Kind() != scan.String {
		role, under = e.Get("role"), ""
	}
	switch string(stringBytes(role)) {
	case "assistant":
		return w.readAssistant(e, r, under)
	case "user":
		w.readUser(e, r)
	case "toolResult", "tool", "tool_result":
		w.toolResult(e, r, under)
	case "bashExecution":
		w.readShell(e, r, under)
	case "custom", "hookMessage": // hookMessage up to version 2
		w.readCustom(e, r, under)
	case "system", "developer":
		r.Kind = adapter.Injected
	default:
		r.Kind = adapter.Unknown
		if r.Type = e.v[fType].String(); r.Type == "message" || r.Type == "" && role.Exists() {
			r.Type = "message/" + role.String()
		}
	}
	if w.opt.Want.UsageOnly() && r.Kind == adapter.Message {
		r.Kind = adapter.Ignored
	}
	return w.emitRecord(e, r)
}

// messageContent returns the content of a message, in its entry or bare.
func (e *Entry) messageContent() scan.Value {
	if c := e.v[fContent]; c.Exists() {
		return c
	}
	return e.Get("content")
}

// readUser shows what somebody wrote. omp names the agent as the author of what
// the user did not type; a subagent's task is its prompt all the same.
func (w *Walker) readUser(e *Entry, r *adapter.Record) {
	if w.opt.Want.UsageOnly() {
		return
	}
	if e.v[fSynthetic].Bool() {
		r.Kind = adapter.Injected
		return
	}
	r.Role = session.RoleUser
	r.Prompt = w.opt.Child || !isText(e.v[fAttribution], "agent")
	if e.full || w.opt.Want.Prompts && r.Prompt {
		b := blocksOf(e.messageContent(), w.room)
		r.Text, r.Attachments = b.text, b.attachments
	}
}

// readAssistant shows an answer, a failure, or both: an answer that broke off is a
// message, and what broke it the next one.
func (w *Walker) readAssistant(e *Entry, r *adapter.Record, under string) error {
	n := (*numbers)(e.v[fUsage:])
	model := e.v[fMsgModel]
	if under == "" {
		n, model = e.usageUnder(""), e.Get("model")
	}
	if model.Kind() == scan.String && !model.EqualString(w.model) {
		w.model = model.String()
	}
	r.Model = w.model
	w.setUsage(e, r, n)
	if w.opt.Want.UsageOnly() {
		if r.Kind = adapter.Usage; r.Usage == nil {
			r.Kind = adapter.Ignored
			if stop := e.Get(under + "stopReason"); !r.Stated && !r.Copied && !isText(stop, "error") && !isText(stop, "aborted") {
				w.log.Drift.Add(drift.AnswersWithoutUsage, "", 1)
			}
		}
		return w.emitRecord(e, r)
	}
	r.Role = session.RoleAssistant
	content := e.messageContent()
	failed := ""
	switch string(stringBytes(e.v[fStop])) {
	case "error":
		failed = "api_error"
	case "aborted":
		failed = "interrupted"
	}
	if failed != "" && emptyBlocks(content) {
		w.fillFailure(e, r, failed)
		return w.emitRecord(e, r)
	}
	if e.full {
		b := blocksOf(content, w.room)
		r.Text, r.Thinking, r.ToolCalls, r.Attachments = b.text, b.thinking, b.calls, b.attachments
	}
	if failed == "" || r.ID == "" {
		return w.emitRecord(e, r)
	}
	last := adapter.Record{Path: r.Path, Line: r.Line, Offset: r.Offset, ID: r.ID, Parent: r.ID + "#0", Time: r.Time, Naive: r.Naive,
		Copied: r.Copied, Origin: r.Origin, Branch: r.Branch}
	r.ID = last.Parent
	if err := w.emitRecord(e, r); err != nil {
		return err
	}
	w.rec = last
	w.fillFailure(e, &w.rec, failed)
	return w.emitRecord(e, &w.rec)
}

// fillFailure makes a record of why there is no answer, or no whole one.
func (w *Walker) fillFailure(e *Entry, r *adapter.Record, special string) {
	r.Role, r.Special = session.RoleSystem, special
	if special == "api_error" {
		r.Type = string(session.MessageTypeError)
	}
	if e.full {
		r.Text = e.Get("message.errorMessage").String()
	}
}

// toolResult shows what a tool returned.
func (w *Walker) toolResult(e *Entry, r *adapter.Record, under string) {
	r.Role = session.RoleTool
	if !e.full {
		return
	}
	res := &session.ToolResult{ToolCallID: e.v[fCallID].String(), ToolName: e.v[fToolName].String(), IsError: e.v[fIsError].Bool()}
	if under == "" {
		res.ToolCallID, res.ToolName, res.IsError = e.Get("toolCallId").String(), e.Get("toolName").String(), e.Get("isError").Bool()
	}
	res.Output = outputOf(e.messageContent(), w.room)
	code, stated := e.v[fExitCode].Int()
	if res.ExitCode = code; !stated && res.IsError {
		res.ExitCode = exitCode(e.messageContent())
	}
	res.IsError = res.IsError || res.ExitCode != 0
	r.ToolResult = res
}

// exitMark is what the shell tool puts before the exit code, at the end of
// what a command printed; OpenClaw has brackets around it.
const exitMark = "ommand exited with code "

// exitCode reads the code that ends an output; 0 when none does.
func exitCode(content scan.Value) int64 {
	last := content
	content.EachElement(func(_ int, e scan.Value) bool {
		last = e.Get("text")
		return true
	})
	raw := stringBytes(last)
	tail := string(raw[max(0, len(raw)-len(exitMark)-16):])
	at := text.LastIndex(tail, exitMark)
	if at < 0 {
		return 0
	}
	var n int64
	for _, c := range []byte(tail[at+len(exitMark):]) {
		if c == ')' {
			break
		}
		if c < '0' || c > '9' {
			return 0
		}
		n = n*10 + int64(c-'0')
	}
	return n
}

// readShell shows a command that the user ran, and what it printed.
func (w *Walker) readShell(e *Entry, r *adapter.Record, under string) {
	r.Role, r.Special = session.RoleUser, "shell"
	if !e.full {
		return
	}
	r.Text = e.Get(under + "command").String()
	out := e.Get(under + "output").String()
	for len(out) > 0 && out[len(out)-1] == '\n' {
		out = out[:len(out)-1]
	}
	r.Text = joinParagraphs(r.Text, out)
	if code, _ := e.Get(under + "exitCode").Int(); code != 0 {
		r.Text = joinParagraphs(r.Text, "exit code "+text.FormatInt(code))
	}
}
