package claude

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// A slash command is a line of tags in place of what was typed. Custom commands
// and skills are prompts: their expansion follows (isMeta), and the model
// answers. The program's own commands are not: what they print follows
// (<local-command-stdout>). So the line waits for what follows it; the order of
// its tags decides where that says nothing (FORMAT.md).

// The tags of a command.
const (
	tagName    = "command-name"
	tagMessage = "command-message"
	tagArgs    = "command-args"
	printed    = "<local-command-std" // stdout or stderr
	caveatTag  = "<local-command-caveat>"
	caveatText = "Caveat:"
)

// commandLine is what the tags of a command say.
type commandLine struct {
	typed  string // as it was typed: "/name args"
	custom bool   // by its form a custom command or a skill
	inline string // what follows the tags in the same text
}

// parseCommand reads the tags at the start of a text; ok is false when there is
// no command among them.
func parseCommand(s string) (c commandLine, ok bool) {
	var name, args string
	first := ""
	for {
		s = strings.TrimLeft(s, " \t\r\n")
		tag, value, rest, found := cutTag(s)
		if !found {
			break
		}
		s = rest
		if first == "" {
			first = tag
		}
		switch tag {
		case tagName:
			name = strings.TrimSpace(value)
		case tagArgs:
			args = strings.TrimSpace(unwrapPasted(value))
		}
	}
	if name == "" || name == "/" {
		return c, false
	}
	// Older versions name their own commands without the slash; a skill that
	// the model loads itself has none either, and the user did not type it.
	c.custom = first == tagMessage && name[0] == '/'
	if c.typed = name; name[0] != '/' {
		c.typed = "/" + name
	}
	if args != "" {
		c.typed += " " + args
	}
	c.inline = s
	return c, true
}

// cutTag splits a command's tag off the start of a text. Arguments may hold
// anything, also what looks like their own end.
func cutTag(s string) (tag, value, rest string, ok bool) {
	for _, tag = range [...]string{tagName, tagMessage, tagArgs} {
		if !strings.HasPrefix(s, "<"+tag+">") {
			continue
		}
		s = s[len(tag)+2:]
		end := "</" + tag + ">"
		at := text.Index(s, end)
		if tag == tagArgs {
			at = text.LastIndex(s, end)
		}
		if at < 0 {
			return "", "", "", false
		}
		return tag, s[:at], s[at+len(end):], true
	}
	return "", "", "", false
}

// pendingCommand is a command that waits for what follows it.
type pendingCommand struct {
	line   int64
	id     string
	text   string
	time   session.Time
	aside  bool
	prompt bool // what it counts as by its form
	files  []session.Attachment
}

// classifyCommand classifies a line that begins with a command's tags.
func (w *walk) classifyCommand(v *values, shown string, attachments []session.Attachment) {
	r := &w.rec
	r.Kind, r.Role = adapter.Injected, ""
	c, ok := parseCommand(shown)
	if !ok || v[fSourceCall].Exists() {
		return
	}
	p := &pendingCommand{line: r.Line, id: r.ID, time: r.Time, aside: r.Aside, prompt: c.custom}
	if w.texts || w.want.Prompts {
		p.text = c.typed
	}
	if w.want.Text {
		p.files = attachments
	}
	switch {
	case strings.HasPrefix(c.inline, printed):
		return
	case c.inline != "":
		p.prompt = true
	case !w.want.UsageOnly():
		w.commands.pending = p
	}
	if p.prompt {
		p.makePrompt(r)
		w.prompted = r.Merge
	}
}

// makePrompt makes the command's record a prompt.
func (p *pendingCommand) makePrompt(r *adapter.Record) {
	r.Kind, r.Role, r.Prompt, r.Text, r.Attachments = adapter.Message, session.RoleUser, !r.Aside, p.text, p.files
	r.Merge = promptKey(r)
}

// promptKey names a prompt for the attachments that follow it.
func promptKey(r *adapter.Record) string {
	if r.ID == "" {
		return ""
	}
	return "prompt " + r.ID
}

// settleCommand looks whether a line says what the command before it is.
func (w *walk) settleCommand(rec scan.Record, v *values) error {
	p := w.commands.pending
	switch typ := stringBytes(v[fType]); string(typ) {
	case "user":
		if v[fSidechain].Bool() && !w.ref.Subagent != p.aside {
			return nil
		}
		return w.settleUser(v)
	case "assistant":
		if v[fSidechain].Bool() && !w.ref.Subagent != p.aside {
			return nil
		}
		if isText(v[fModel], synthetic) && !v[fAPIError].Bool() {
			return w.decideCommand(p.prompt)
		}
		return w.decideCommand(true)
	case "system":
		if isText(v[fSubtype], "local_command") {
			return w.decideCommand(p.prompt && !bytes.Contains(rec.Bytes, []byte(printed)))
		}
	}
	return nil
}

// settleUser does so with a line of type user.
func (w *walk) settleUser(v *values) error {
	content := v[fContent]
	if content.Kind() == scan.Array {
		content = content.Get("0.text")
	}
	shown := strings.TrimLeft(content.String(), " \t\r\n")
	switch {
	case strings.HasPrefix(shown, printed):
		return w.decideCommand(false)
	case !v[fMeta].Bool(), strings.HasPrefix(shown, caveatText), strings.HasPrefix(shown, caveatTag):
		return w.decideCommand(w.commands.pending.prompt)
	}
	if rest, found := contextMarks.Cut(shown); found && rest == "" {
		return nil // a reminder says nothing
	}
	return w.decideCommand(true)
}

// decideCommand ends the wait. The record may still be kept as one that may be copied.
func (w *walk) decideCommand(prompt bool) error {
	p := w.commands.pending
	w.commands.pending = nil
	if prompt != p.prompt {
		for _, queue := range [...]*adapter.Pending[adapter.Record]{&w.commands.after, &w.copies.undecided} {
			list := queue.Items()
			for i := range list {
				p.reclassifyRecord(&list[i], prompt)
			}
		}
		if prompt && !p.aside {
			w.first = session.Earliest(w.first, p.time)
		}
	}
	return w.commands.after.EmitAll(w.commands.Outlet.Record)
}

// reclassifyRecord makes a record of the command what it turned out to be.
func (p *pendingCommand) reclassifyRecord(r *adapter.Record, prompt bool) {
	switch {
	case r.Line == p.line && prompt:
		r.Time = p.time
		p.makePrompt(r)
	case r.Line == p.line, p.id != "" && r.Merge == "prompt "+p.id:
		r.Kind, r.Role, r.Prompt, r.Text, r.Attachments, r.Merge = adapter.Injected, "", false, "", nil, ""
	}
}

// commandQueue is the Outlet of a walk that visits messages. It keeps records
// while a command before them is undecided.
type commandQueue struct {
	adapter.Outlet
	w       *walk
	pending *pendingCommand                 // a command that waits for what follows it
	after   adapter.Pending[adapter.Record] // its record and those after it
}

// Record implements adapter.Outlet.
func (q *commandQueue) Record(r *adapter.Record) error {
	if q.after.Len() == 0 && (q.pending == nil || r.Line != q.pending.line) {
		return q.Outlet.Record(r)
	}
	q.after.Add(r.Retained(q.w.room), len(r.Text)+len(r.Raw))
	if q.after.Exceeds(maxPendingRecords, maxPendingBytes) {
		return q.w.decideCommand(q.pending.prompt)
	}
	return nil
}

// Pasted text is wrapped in tags that the user did not type.
const (
	pastedOpen  = "<pasted_content id=\""
	pastedClose = "</pasted_content"
)

// unwrapPasted takes the tags around pasted text out of a prompt; the text
// stays where it was pasted. A tag without its end is what somebody typed.
func unwrapPasted(s string) string {
	if !strings.Contains(s, pastedOpen) {
		return s
	}
	out, any := "", false
	for {
		before, rest, found := text.Cut(s, pastedOpen)
		if !found {
			break
		}
		id, rest, found := text.Cut(rest, "\">")
		if !found || len(id) > maxPastedID {
			break
		}
		pasted, rest, found := text.Cut(rest, pastedClose+" id=\""+id+"\">")
		if !found {
			break
		}
		out += before + strings.TrimSuffix(strings.TrimPrefix(pasted, "\n"), "\n")
		s, any = rest, true
	}
	if !any {
		return s
	}
	return strings.Trim(out+s, "\n")
}

// maxPastedID is the longest id, in bytes, that pasted text may have.
const maxPastedID = 64
