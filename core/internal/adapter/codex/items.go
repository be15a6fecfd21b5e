package codex

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// responseItem takes an item of the model's conversation.
func (w *walk) responseItem(l *line, r *adapter.Record, kind string) error {
	r.ID = l.str(fID)
	switch {
	case kind == "tool_search_output" || strings.HasSuffix(kind, "_call_output"):
		return w.outputItem(l, r)
	case strings.HasSuffix(kind, "_call"):
		return w.callItem(l, r, kind)
	case l.bare:
		return w.handle(items, l, r, "", kind)
	}
	return w.handle(items, l, r, "response_item/", kind)
}

var items = []handler{
	{"message", (*walk).messageItem},
	{"reasoning", (*walk).reasoningItem},
	{"agent_message", (*walk).agentItem},
	{"additional_tools", func(w *walk, _ *line, r *adapter.Record) error { return w.inject(r) }},
	{"ghost_snapshot", (*walk).pass},
	{"compaction", (*walk).pass},
	{"compaction_summary", (*walk).pass},
	{"context_compaction", (*walk).pass},
	{"compaction_trigger", (*walk).pass},
	{"other", (*walk).pass},
}

func (w *walk) messageItem(l *line, r *adapter.Record) error {
	switch word(l.get(fRole)) {
	case "user":
		return w.userItem(l, r)
	case "assistant":
		return w.answerItem(l, r)
	}
	w.responses.close() // developer, system
	return w.inject(r)
}

// keyed states the copy-stable key of an item in versions that resume by
// copying into a new file. Only ids that the API gave are keys: two sessions
// may begin with the same prompt.
func (w *walk) keyed(l *line, r *adapter.Record) {
	if !l.bare || w.f.described {
		return
	}
	key := r.ID
	if key == "" {
		if key = l.str(fCallID); key != "" {
			key = l.str(fType) + " " + key
		}
	}
	w.fact().Key = key
	w.state(r)
}

// content is what a message item holds.
type content struct {
	text     string
	shell    scan.Value // a command that the user ran
	hasShell bool
	typed    bool // something in it was typed by the user
	parts    int
	files    []session.Attachment
	sign     signature

	tag     scan.Value // a text that may open an image, when it was the last part
	wrapped bool       // the last part was an image that such a text opened
}

// contentOf reads the parts of a message. Parts that Codex put there are left
// out; kinds, where the version has them, tell which.
func (w *walk) contentOf(v, kinds scan.Value, user, text bool) content {
	var c content
	part := func(i int, e scan.Value) bool {
		c.part(e, kinds, i, user, text, w.room)
		return true
	}
	if t := soleText(v); t.Exists() {
		part(0, t)
	} else if v.Kind() == scan.Array {
		v.Each(part)
	} else if v.Kind() == scan.String {
		part(0, v)
	}
	c.untag(text, w.room)
	return c
}

// soleText returns the text of a list that is one text, as Codex writes it.
func soleText(v scan.Value) scan.Value {
	if t := v.Sole(`[{"type":"input_text","text":`, `}]`); t.Exists() {
		return t
	}
	return v.Sole(`[{"type":"output_text","text":`, `}]`)
}

// partFields are the fields of a part.
var partFields = scan.Compile("text", "image_url", "audio_url")

func (c *content) part(e, kinds scan.Value, i int, user, text bool, room *scan.Room) {
	c.parts++
	t, mediaURL := e, scan.Value{}
	if e.Kind() == scan.Object {
		var x [3]scan.Value
		if partFields.Scan(e.Raw(), x[:]) != nil {
			x = [3]scan.Value{}
		}
		t = x[0]
		if mediaURL = x[1]; mediaURL.Kind() == scan.Object {
			mediaURL = mediaURL.Get("url")
		}
		if !mediaURL.Exists() {
			mediaURL = x[2]
		}
	}
	if user {
		kind := ""
		if kinds.Kind() == scan.Array {
			kind = kinds.Get(itoa(i)).String()
		}
		switch {
		case kind == kindShell || startsWith(t, shellMark):
			c.shell, c.hasShell = t, true
			return
		case kind != "" && kind != "unknown" && !strings.HasPrefix(kind, kindUserPrefix) || injected(t):
			return
		}
	}
	if mediaURL.Kind() == scan.String {
		c.image(mediaURL)
		return
	}
	if wrapped := c.wrapped; user {
		c.untag(text, room)
		if c.wrapped = false; wrapped && t.EqualString(imageEnd) {
			return
		}
		if startsWith(t, imageTag) && bytes.HasSuffix(body(t), []byte{'>'}) {
			c.tag = t
			return
		}
	}
	c.add(t, text, room)
}

// Texts that Codex puts around an image in a prompt.
const (
	imageTag = "<image "
	imageEnd = "</image>"
)

// image takes an image or a sound. The text that opens it names the file.
func (c *content) image(url scan.Value) {
	a := attachment(url)
	if c.wrapped = c.tag.Exists(); c.wrapped {
		_, path, found := text.Cut(c.tag.String(), ` path="`)
		if !found {
			_, path, _ = text.Cut(c.tag.String(), "name=")
			path = strings.TrimSuffix(path, ">")
		} else if i := text.LastIndex(path, `"`); i >= 0 {
			path = path[:i]
		}
		if path != "" && a.Name == "" {
			a.Name = path
		}
		c.tag = scan.Value{}
	}
	c.typed = true
	c.files = append(c.files, a)
}

// untag takes a text that opened no image for what it is: a text.
func (c *content) untag(text bool, room *scan.Room) {
	if t := c.tag; t.Exists() {
		c.tag = scan.Value{}
		c.add(t, text, room)
	}
}

// add takes a part that is shown.
func (c *content) add(t scan.Value, text bool, room *scan.Room) {
	c.typed = true
	if t.Kind() != scan.String {
		return
	}
	s := sign(body(t))
	c.sign = signature{c.sign.length + s.length, c.sign.hash ^ s.hash}
	if text {
		c.text = join(c.text, room.Text(t))
	}
}

// attachment describes an image or sound without its bytes.
func attachment(url scan.Value) session.Attachment {
	raw := body(url)
	const data = "data:"
	if len(raw) < len(data) || string(raw[:len(data)]) != data {
		return session.Attachment{Name: url.String()}
	}
	for i := len(data); i < len(raw) && i < 256; i++ {
		if raw[i] == ',' {
			media, _, _ := text.Cut(string(raw[len(data):i]), ";")
			return session.Attachment{MediaType: media, Bytes: int64(len(raw) - i - 1)}
		}
	}
	return session.Attachment{Bytes: int64(len(raw))}
}

// userItem takes what stands in the user's place: a prompt, a shell command
// the user ran, or context that nobody typed.
func (w *walk) userItem(l *line, r *adapter.Record) error {
	if err := w.endTurn(); err != nil {
		return err
	}
	w.responses.marked = false
	c := w.contentOf(l.get(fContent), l.get(fKinds), true, w.want.Prompts || w.texts())
	if l.bare {
		w.contextCwd(l, r)
	}
	switch {
	case c.typed:
		return w.prompt(r, &c)
	case c.hasShell:
		return w.shell(r, c.shell)
	}
	return w.inject(r)
}

// prompt shows a prompt unless its event was shown already.
func (w *walk) prompt(r *adapter.Record, c *content) error {
	if w.turn.promptAt && w.turn.prompt == c.sign {
		w.turn.promptAt = false
		return w.ignore(r)
	}
	w.turn.prompts++
	r.Kind, r.Role, r.Prompt = adapter.Message, session.RoleUser, true
	r.Text, r.Attachments = c.text, c.files
	return w.emit(r)
}

// shell shows a command that the user ran in the session, and its result.
func (w *walk) shell(r *adapter.Record, v scan.Value) error {
	r.Kind, r.Role, r.Special = adapter.Message, session.RoleUser, "shell"
	if w.texts() {
		r.Text = shellText(v.String())
	}
	return w.emit(r)
}

// shellText makes two blocks of the command and its result; a text of another
// form stays as it is.
func shellText(s string) string {
	_, rest, ok := text.Cut(s, "<command>\n")
	if !ok {
		return s
	}
	command, rest, ok := text.Cut(rest, "\n</command>")
	if !ok {
		return s
	}
	_, rest, ok = text.Cut(rest, "<result>\n")
	if !ok {
		return command
	}
	if i := text.LastIndex(rest, "\n</result>"); i >= 0 {
		rest = rest[:i]
	}
	return command + "\n\n" + rest
}

// contextCwd takes the working directory from the environment block of bare
// files: nothing else there tells it.
func (w *walk) contextCwd(l *line, r *adapter.Record) {
	l.get(fContent).Each(func(_ int, e scan.Value) bool {
		t := e.Get("text")
		if !startsWith(t, injectedMarks[0]) {
			return true
		}
		_, rest, _ := text.Cut(t.String(), "<cwd>")
		if cwd, _, ok := text.Cut(rest, "</cwd>"); ok {
			w.fact().Cwd = cwd
			w.state(r)
		}
		return false
	})
}

// answerItem takes a text of the model.
func (w *walk) answerItem(l *line, r *adapter.Record) error {
	w.turn.prompts, w.turn.promptAt = 0, false
	c := w.contentOf(l.get(fContent), scan.Value{}, false, w.texts())
	found, err := w.matchItem(c.sign)
	if err != nil {
		return err
	}
	r.Kind, r.Role, r.Model = adapter.Message, session.RoleAssistant, w.model
	r.Merge = w.responses.item()
	r.Text, r.Attachments = c.text, c.files
	w.keyed(l, r)
	switch {
	case l.v[slotCompaction].Bool():
		w.responses.summary = r.Merge
		hide(r)
	case !found && !l.bare:
		return w.deferAnswer(r, c.sign)
	}
	return w.emit(r)
}

// reasoningItem takes the model's thinking. Encrypted thinking alone shows
// nothing, so it does not make a message.
func (w *walk) reasoningItem(l *line, r *adapter.Record) error {
	w.dropReasoning()
	text := l.get(fSummary)
	if !hasText(text) {
		if text = l.get(fContent); !hasText(text) {
			w.keyed(l, r)
			return w.ignore(r)
		}
	}
	w.turn.prompts, w.turn.promptAt = 0, false
	r.Kind, r.Role, r.Model = adapter.Message, session.RoleAssistant, w.model
	r.Merge = w.responses.item()
	w.keyed(l, r)
	if w.texts() {
		r.Thinking = w.joinTexts(text)
	}
	return w.emit(r)
}

// hasText reports whether a list of parts holds any text.
func hasText(parts scan.Value) (found bool) {
	parts.Each(func(_ int, e scan.Value) bool {
		if e.Kind() == scan.Object {
			e = e.Get("text")
		}
		found = len(body(e)) > 0
		return !found
	})
	return found
}

// joinTexts joins the texts of a list of parts, or of strings.
func (w *walk) joinTexts(parts scan.Value) (out string) {
	parts.Each(func(_ int, e scan.Value) bool {
		if e.Kind() == scan.Object {
			e = e.Get("text")
		}
		out = join(out, w.room.Text(e))
		return true
	})
	return out
}

// agentItem takes a message between agents: a task given to the subagent
// whose file this is, or what a subagent reports.
func (w *walk) agentItem(l *line, r *adapter.Record) error {
	if err := w.endTurn(); err != nil {
		return err
	}
	r.Kind = adapter.Message
	if w.f.agent != "" && l.str(fRecipient) == w.f.agent {
		r.Role, r.Prompt = session.RoleUser, true
	} else {
		r.Role, r.Special, r.Type = session.RoleSystem, "subagent_result", string(session.MessageTypeSystem)
	}
	if w.texts() || w.want.Prompts && r.Prompt {
		r.Text = w.joinTexts(l.get(fContent))
	}
	return w.emit(r)
}

// describedMessage takes a message of the format that was once described for
// Codex: a role, a content and the message's own token counts, at the top or
// under "message". No real file of it is known.
func (w *walk) describedMessage(l *line, r *adapter.Record) error {
	w.f.described = true
	role, text, usage, id, model := l.get(fRole), l.get(fContent), l.get(fUsage), l.get(fID), l.get(fModel)
	if m := l.get(fMessage); m.Kind() == scan.Object {
		role, text, id, model = m.Get("role"), m.Get("content"), m.Get("id"), m.Get("model")
		if u := m.Get("usage"); u.Exists() {
			usage = u
		}
	} else if m.Kind() == scan.String && !text.Exists() {
		text = m
	}
	r.ID = id.String()
	who := role.String()
	if who == "" {
		who = l.str(fType)
	}
	w.fact().Cwd = l.str(fCwd)
	w.state(r)
	switch who {
	case "user":
		c := w.contentOf(text, scan.Value{}, true, w.want.Prompts || w.texts())
		if !c.typed {
			return w.inject(r)
		}
		return w.prompt(r, &c)
	case "assistant":
		c := w.contentOf(text, scan.Value{}, false, w.texts())
		r.Kind, r.Role, r.Model = adapter.Message, session.RoleAssistant, model.String()
		r.Text, r.Attachments = c.text, c.files
		if t, ok := tokensOf(usage); ok {
			w.spent(r, t)
			r.UsageKey = w.f.thread + "/" + itoa(int(l.rec.Line))
			if r.ID != "" {
				r.UsageKey = r.ID
			}
		}
		return w.emit(r)
	case "system", "developer":
		return w.inject(r)
	}
	return w.unknown(r, who)
}
