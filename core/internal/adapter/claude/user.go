package claude

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// What texts of type user begin with that the user did not type.
const (
	interrupted  = "[Request interrupted by user"
	shellInput   = "<bash-input>"
	notification = "<task-notification>"
	// How a summary begins that has no flag yet (0.2), or lost it when it was
	// copied (before 2.0).
	summaryText = "This session is being continued from a previous conversation"
)

// visitUser visits a line of type user: results of tools, something typed, or one
// of the many things that are neither.
func (w *walk) visitUser(v *values) error {
	if err := w.checkShape(v); err != nil {
		return err
	}
	b := w.blocksOf(v[fContent], w.texts)
	if len(b.results) == 0 {
		return w.visitTyped(v, b.attachments)
	}
	verdict := w.copies.judgeLine(w, v)
	rest := w.typedText(v[fContent])
	if rest.text == "" && len(b.attachments) == 0 {
		return w.emitResults(b.results, w.rec.ID, verdict)
	}
	// Text beside results, as when the user interrupts: the text is what the
	// next line follows.
	id := partID(w.rec.ID, 0)
	if err := w.emitResults(b.results, id, verdict); err != nil {
		return err
	}
	if w.rec.Facts = nil; id != "" {
		w.rec.Parent = id
	}
	w.classifyText(v, rest, b.attachments)
	return w.emitRecord(&w.rec, verdict)
}

// visitTyped visits a line without results.
func (w *walk) visitTyped(v *values, attachments []session.Attachment) error {
	t := w.typedText(v[fContent])
	w.reparentCommand(t.text)
	w.classifyText(v, t, attachments)
	return w.emitJudged(v)
}

// visitQueued visits a prompt that was typed while the agent was at work, or what
// else waited in its place.
func (w *walk) visitQueued(content scan.Value) error {
	r := &w.rec
	t := w.typedText(content)
	r.Role, r.Prompt = session.RoleUser, !r.Aside
	if isBlock(t.text, notification) {
		r.Role, r.Prompt = session.RoleSystem, false
		r.Special, t.text = parseNotification(t.text)
	}
	if w.want.Text {
		r.Attachments = w.blocksOf(content, false).attachments
	}
	if t.context && len(r.Attachments) == 0 {
		r.Kind, r.Role, r.Prompt = adapter.Injected, "", false
	} else if w.texts || w.want.Prompts && r.Prompt {
		r.Text = unwrapPasted(t.text)
	}
	return w.emitRecord(&w.rec, undecided.resolve(w.copies.done))
}

// typedContent is the text of a line of type user.
type typedContent struct {
	text    string
	context bool   // there was text, but all of it was context
	whole   string // the texts that began with context
}

// typedText joins the text blocks of a message, without the blocks of context
// at the beginning of each. Without such blocks texts are as they were written.
func (w *walk) typedText(content scan.Value) (t typedContent) {
	add := func(text scan.Value) {
		s := w.room.DecodeText(text)
		rest, found := contextMarks.Cut(s)
		if found {
			t.context, t.whole = true, joinParagraphs(t.whole, s)
			s = rest
		}
		t.text = joinParagraphs(t.text, s)
	}
	if content.Kind() == scan.String {
		add(content)
	} else if s := adapter.SoleText(content); s.Exists() {
		add(s)
	} else {
		content.EachElement(func(_ int, e scan.Value) bool {
			if x := scanBlock(e); isText(x[bType], "text") {
				add(x[bText])
			}
			return true
		})
	}
	t.context = t.context && t.text == ""
	return t
}

// isBlock reports whether a text is the block that a tag begins: it closes.
func isBlock(s, open string) bool {
	return strings.HasPrefix(s, open) && text.Index(s, "</"+open[1:]) >= 0
}

// isEcho reports whether a text is nothing but echoes of commands.
func isEcho(text string) bool {
	rest, found := echoMarks.Cut(text)
	return found && rest == ""
}

// classifyText says what a text of type user is.
func (w *walk) classifyText(v *values, t typedContent, attachments []session.Attachment) {
	r := &w.rec
	r.Role = session.RoleSystem
	text := t.text
	for text != "" && (text[0] == ' ' || text[0] == '\t' || text[0] == '\r' || text[0] == '\n') {
		text = text[1:]
	}
	switch {
	case v[fCompact].Bool(), w.version < versionAppends && !v[fMeta].Bool() && strings.HasPrefix(text, summaryText):
		r.Special = "compaction"
		r.Compaction, w.boundary = w.boundary, nil
	case !v[fMeta].Bool() && strings.HasPrefix(text, "<command-"):
		w.classifyCommand(v, text, attachments)
		return
	case isText(v[fPromptSource], "typed") && !v[fMeta].Bool() && !isBlock(text, shellInput):
		if t.context && len(attachments) == 0 { // somebody typed the tags
			t.text = t.whole
		}
		text = w.classifyPrompt(t.text, attachments, true)
	case v[fMeta].Bool(), t.context, isEcho(text), text == "" && len(attachments) == 0:
		r.Kind, r.Role = adapter.Injected, ""
		w.noteCaveat(v, text)
		return
	case strings.HasPrefix(text, interrupted):
		r.Special = "interrupted"
	case isBlock(text, shellInput):
		r.Role, r.Special = session.RoleUser, "shell"
		text = strings.TrimSuffix(text[len(shellInput):], "</bash-input>")
	case isBlock(text, shellOutput):
		r.Special = "shell"
		if text = shellText(text); text == "" {
			r.Kind, r.Role, r.Special = adapter.Injected, "", ""
		}
	case isBlock(text, notification):
		r.Special, text = parseNotification(text)
	case isText(v[fPromptSource], "system"):
		r.Special = "notice"
	default:
		text = w.classifyPrompt(t.text, attachments, false)
	}
	if r.Kind == adapter.Message && (w.texts || w.want.Prompts && r.Prompt) {
		r.Text = text
	}
}

// classifyPrompt makes the record a prompt, and returns its text.
func (w *walk) classifyPrompt(text string, attachments []session.Attachment, typed bool) string {
	r := &w.rec
	r.Role, r.Prompt = session.RoleUser, !r.Aside
	r.Typed = typed
	if !w.want.UsageOnly() {
		r.Merge = promptKey(r)
		w.prompted = r.Merge
	}
	if w.want.Text {
		r.Attachments = attachments
	}
	return unwrapPasted(text)
}

// shellOutput begins what a command printed that the user ran with "!".
const shellOutput = "<bash-stdout>"

// shellText takes the streams out of their tags.
func shellText(shown string) string {
	out, rest, _ := text.Cut(strings.TrimPrefix(shown, shellOutput), "</bash-stdout>")
	errs, _, _ := text.Cut(strings.TrimPrefix(rest, "<bash-stderr>"), "</bash-stderr>")
	return joinParagraphs(strings.TrimSuffix(out, "\n"), strings.TrimSuffix(errs, "\n"))
}

// parseNotification reads what a background task reported: a subagent's answer, or
// that some other task ended.
func parseNotification(text string) (special, shown string) {
	if s, ok := textBetween(text, "<result>", "</result>"); ok {
		return "subagent_result", s
	}
	if s, ok := textBetween(text, "<summary>", "</summary>"); ok {
		return "notice", s
	}
	return "notice", text
}

// textBetween returns the text between the first from and the last to.
func textBetween(s, from, to string) (string, bool) {
	i := text.Index(s, from)
	if i < 0 {
		return "", false
	}
	s = s[i+len(from):]
	j := text.LastIndex(s, to)
	if j < 0 {
		return "", false
	}
	return s[:j], true
}

// noteCaveat remembers the line that introduces the program's own commands.
// Versions before 2 write it once and hang every later command off it.
func (w *walk) noteCaveat(v *values, text string) {
	if w.version < versionAppends && v[fMeta].Bool() && strings.HasPrefix(text, "Caveat:") {
		w.caveat, w.caveatUsed = w.rec.ID, false
	}
}

// reparentCommand moves a command from the old caveat to the line before it, where it
// was run: otherwise each command would look like a branch of its own.
func (w *walk) reparentCommand(text string) {
	r := &w.rec
	if r.Parent == "" || r.Parent != w.caveat {
		return
	}
	if w.caveatUsed && (strings.HasPrefix(text, "<command-name>") || strings.HasPrefix(text, shellInput)) {
		r.Parent = w.last
	}
	w.caveatUsed = true
}
