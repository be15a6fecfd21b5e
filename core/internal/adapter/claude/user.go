package claude

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// What texts of type user begin with that nobody typed.
const (
	interrupted  = "[Request interrupted by user"
	shellInput   = "<bash-input>"
	notification = "<task-notification>"
	// How a summary begins that has no flag yet (0.2), or lost it when it was
	// copied (before 2.0).
	summaryText = "This session is being continued from a previous conversation"
)

// injectedTexts are echoes of the program's own commands, and context.
var injectedTexts = [...]string{"<command-name>", "<command-message>", "<command-args>", "<local-command-stdout>",
	"<local-command-stderr>", "<local-command-caveat>", "<bash-stderr>", "<system-reminder>",
	"Caveat: The messages below "}

// contextBlocks are blocks that editors put in front of what was typed.
var contextBlocks = [...]string{"<system-reminder>", "<ide_opened_file>", "<ide_selection>", "<ide_diagnostics>"}

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

// visitPrompt visits a prompt whose content is in an unusual place.
func (w *walk) visitPrompt(content scan.Value) error {
	r := &w.rec
	r.Role, r.Prompt = session.RoleUser, !r.Aside
	if w.texts || w.want.Prompts {
		r.Text = unwrapPasted(w.typedText(content).text)
	}
	if w.want.Text {
		r.Attachments = w.blocksOf(content, false).attachments
	}
	return w.emitRecord(&w.rec, undecided.resolve(w.copies.done))
}

// typedContent is the text of a line of type user.
type typedContent struct {
	text    string
	context bool // there was text, but all of it was context
}

// typedText joins the text blocks of a message, those left out that an editor
// put in front as context.
func (w *walk) typedText(content scan.Value) typedContent {
	if content.Kind() == scan.String {
		return typedContent{text: w.room.DecodeText(content)}
	}
	var t typedContent
	if s := adapter.SoleText(content); s.Exists() {
		if t.text = w.room.DecodeText(s); hasAnyPrefix(t.text, contextBlocks[:]) {
			t.text, t.context = "", true
		}
		return t
	}
	content.EachElement(func(_ int, e scan.Value) bool {
		x := scanBlock(e)
		if !isText(x[bType], "text") {
			return true
		}
		s := w.room.DecodeText(x[bText])
		if hasAnyPrefix(s, contextBlocks[:]) {
			t.context = true
			return true
		}
		t.text = joinParagraphs(t.text, s)
		return true
	})
	t.context = t.context && t.text == ""
	return t
}

// hasAnyPrefix reports whether s begins with any of the prefixes.
func hasAnyPrefix(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
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
	case !v[fMeta].Bool() && strings.HasPrefix(text, "<command-"):
		w.classifyCommand(v, text, attachments)
		return
	case v[fMeta].Bool(), t.context, hasAnyPrefix(text, injectedTexts[:]), text == "" && len(attachments) == 0:
		r.Kind, r.Role = adapter.Injected, ""
		w.noteCaveat(v, text)
		return
	case strings.HasPrefix(text, interrupted):
		r.Special = "interrupted"
	case strings.HasPrefix(text, shellInput):
		r.Role, r.Special = session.RoleUser, "shell"
		text = strings.TrimSuffix(text[len(shellInput):], "</bash-input>")
	case strings.HasPrefix(text, shellOutput):
		r.Special = "shell"
		if text = shellText(text); text == "" {
			r.Kind, r.Role, r.Special = adapter.Injected, "", ""
		}
	case strings.HasPrefix(text, notification):
		r.Special, text = parseNotification(text)
	case isText(v[fPromptSource], "system"):
		r.Special = "notice"
	default:
		r.Role, r.Prompt, text = session.RoleUser, !r.Aside, unwrapPasted(t.text)
		if !w.want.UsageOnly() {
			r.Merge = promptKey(r)
			w.prompted = r.Merge
		}
		if w.want.Text {
			r.Attachments = attachments
		}
	}
	if r.Kind == adapter.Message && (w.texts || w.want.Prompts && r.Prompt) {
		r.Text = text
	}
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
