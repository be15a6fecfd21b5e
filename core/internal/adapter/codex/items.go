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
	r.ID = l.fieldText(fID)
	switch {
	case kind == "tool_search_output" || strings.HasSuffix(kind, "_call_output"):
		return w.outputItem(l, r)
	case strings.HasSuffix(kind, "_call"):
		return w.callItem(l, r, kind)
	case l.bare:
		return w.dispatchLine(items, l, r, "", kind)
	}
	return w.dispatchLine(items, l, r, "response_item/", kind)
}

var items = []handler{
	{"message", (*walk).messageItem},
	{"reasoning", (*walk).reasoningItem},
	{"agent_message", (*walk).agentItem},
	{"additional_tools", func(w *walk, _ *line, r *adapter.Record) error { return w.injectRecord(r) }},
	{"ghost_snapshot", (*walk).ignoreLine},
	{"compaction", (*walk).ignoreLine},
	{"compaction_summary", (*walk).ignoreLine},
	{"context_compaction", (*walk).ignoreLine},
	{"compaction_trigger", (*walk).ignoreLine},
	{"other", (*walk).ignoreLine},
}

func (w *walk) messageItem(l *line, r *adapter.Record) error {
	switch role := internWord(l.fieldValue(fRole)); role {
	case "user":
		return w.userItem(l, r)
	case "assistant":
		return w.answerItem(l, r)
	case "developer", "system", "":
	default:
		w.responses.closeResponse()
		return w.emitUnknown(r, "message/"+role)
	}
	w.responses.closeResponse()
	return w.injectRecord(r)
}

// setItemKey states the copy-stable key of an item in versions that resume by
// copying into a new file. Only ids that the API gave are keys: two sessions
// may begin with the same prompt.
func (w *walk) setItemKey(l *line, r *adapter.Record) {
	if !l.bare || w.f.described {
		return
	}
	key := r.ID
	if key == "" {
		if key = l.fieldText(fCallID); key != "" {
			key = l.fieldText(fType) + " " + key
		}
	}
	w.beginFacts().Key = key
	w.attachFacts(r)
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
// out; kinds, where the version has them, say which.
func (w *walk) contentOf(v, kinds scan.Value, user, text bool) content {
	var c content
	part := func(i int, e scan.Value) bool {
		c.readPart(e, kinds, i, user, text, w.room)
		return true
	}
	if t := soleText(v); t.Exists() {
		part(0, t)
	} else if v.Kind() == scan.Array {
		v.EachElement(part)
	} else if v.Kind() == scan.String {
		part(0, v)
	}
	c.flushTag(text, w.room)
	return c
}

// soleText returns the text of a list that is one text, as Codex writes it.
func soleText(v scan.Value) scan.Value {
	if t := v.StringBetween(`[{"type":"input_text","text":`, `}]`); t.Exists() {
		return t
	}
	return v.StringBetween(`[{"type":"output_text","text":`, `}]`)
}

// partFields are the fields of a part.
var partFields = scan.CompilePaths("text", "image_url", "audio_url")

func (c *content) readPart(e, kinds scan.Value, i int, user, text bool, room *scan.Room) {
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
		case kind == "" || kind == "unknown":
			rest, cut := adapter.CutMarks(injectedMarks, t)
			if cut && !rest.Exists() {
				return
			}
			t = rest
		case !strings.HasPrefix(kind, kindUserPrefix):
			return
		}
	}
	if mediaURL.Kind() == scan.String {
		c.addImage(mediaURL)
		return
	}
	if wrapped := c.wrapped; user {
		c.flushTag(text, room)
		if c.wrapped = false; wrapped && t.EqualString(imageEnd) {
			return
		}
		if startsWith(t, imageTag) && bytes.HasSuffix(stringBytes(t), []byte{'>'}) {
			c.tag = t
			return
		}
	}
	c.addText(t, text, room)
}

// Texts that Codex puts around an image in a prompt.
const (
	imageTag = "<image "
	imageEnd = "</image>"
)

// addImage takes an image or a sound. The text that opens it names the file.
func (c *content) addImage(url scan.Value) {
	a := attachmentOf(url)
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

// flushTag takes a text that opened no image for what it is: a text.
func (c *content) flushTag(text bool, room *scan.Room) {
	if t := c.tag; t.Exists() {
		c.tag = scan.Value{}
		c.addText(t, text, room)
	}
}

// addText takes a part that is shown.
func (c *content) addText(t scan.Value, text bool, room *scan.Room) {
	c.typed = true
	if t.Kind() != scan.String {
		return
	}
	s := signatureOf(stringBytes(t))
	c.sign = signature{c.sign.length + s.length, c.sign.hash ^ s.hash}
	if text {
		c.text = joinParagraphs(c.text, room.DecodeText(t))
	}
}

// attachmentOf describes an image or sound without its bytes.
func attachmentOf(url scan.Value) session.Attachment {
	raw := stringBytes(url)
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

// userItem takes what has the role of the user: a prompt, a shell command
// the user ran, or context that the user did not type.
func (w *walk) userItem(l *line, r *adapter.Record) error {
	if err := w.endTurn(); err != nil {
		return err
	}
	w.responses.marked = false
	c := w.contentOf(l.fieldValue(fContent), l.fieldValue(fKinds), true, w.want.Prompts || w.wantsTexts())
	if l.bare {
		w.contextCwd(l, r)
	}
	switch {
	case c.typed:
		return w.emitPrompt(r, &c)
	case c.hasShell:
		return w.emitShell(r, c.shell)
	}
	return w.injectRecord(r)
}

// emitPrompt shows a prompt unless its event was shown already.
func (w *walk) emitPrompt(r *adapter.Record, c *content) error {
	if w.turn.promptAt && w.turn.prompt == c.sign {
		w.turn.promptAt = false
		return w.ignoreRecord(r)
	}
	w.turn.prompts++
	r.Kind, r.Role, r.Prompt = adapter.Message, session.RoleUser, true
	r.Text, r.Attachments = c.text, c.files
	return w.emit(r)
}

// emitShell shows a command that the user ran in the session, and its result.
func (w *walk) emitShell(r *adapter.Record, v scan.Value) error {
	r.Kind, r.Role, r.Special = adapter.Message, session.RoleUser, "shell"
	if w.wantsTexts() {
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
// files: nothing else there has it.
func (w *walk) contextCwd(l *line, r *adapter.Record) {
	l.fieldValue(fContent).EachElement(func(_ int, e scan.Value) bool {
		t := e.Get("text")
		if !startsWith(t, "<"+environmentTag) {
			return true
		}
		_, rest, _ := text.Cut(t.String(), "<cwd>")
		if cwd, _, ok := text.Cut(rest, "</cwd>"); ok {
			w.beginFacts().Cwd = cwd
			w.attachFacts(r)
		}
		return false
	})
}

// answerItem takes a text of the model.
func (w *walk) answerItem(l *line, r *adapter.Record) error {
	w.turn.prompts, w.turn.promptAt = 0, false
	c := w.contentOf(l.fieldValue(fContent), scan.Value{}, false, w.wantsTexts())
	found, err := w.matchItem(c.sign)
	if err != nil {
		return err
	}
	r.Kind, r.Role, r.Model = adapter.Message, session.RoleAssistant, w.model
	r.Merge = w.responses.itemResponse()
	r.Text, r.Attachments = c.text, c.files
	w.setItemKey(l, r)
	switch {
	case l.v[slotCompaction].Bool():
		w.responses.summary = r.Merge
		hideRecord(r)
	case !found && !l.bare:
		return w.deferAnswer(r, c.sign)
	}
	return w.emit(r)
}

// reasoningItem takes the model's thinking. Encrypted thinking alone shows
// nothing, so it does not make a message.
func (w *walk) reasoningItem(l *line, r *adapter.Record) error {
	w.dropReasoning()
	text := l.fieldValue(fSummary)
	if !hasText(text) {
		if text = l.fieldValue(fContent); !hasText(text) {
			w.setItemKey(l, r)
			return w.ignoreRecord(r)
		}
	}
	w.turn.prompts, w.turn.promptAt = 0, false
	r.Kind, r.Role, r.Model = adapter.Message, session.RoleAssistant, w.model
	r.Merge = w.responses.itemResponse()
	w.setItemKey(l, r)
	if w.wantsTexts() {
		r.Thinking = w.joinTexts(text)
	}
	return w.emit(r)
}

// hasText reports whether a list of parts holds any text.
func hasText(parts scan.Value) (found bool) {
	parts.EachElement(func(_ int, e scan.Value) bool {
		if e.Kind() == scan.Object {
			e = e.Get("text")
		}
		found = len(stringBytes(e)) > 0
		return !found
	})
	return found
}

// joinTexts joins the texts of a list of parts, or of strings.
func (w *walk) joinTexts(parts scan.Value) (out string) {
	parts.EachElement(func(_ int, e scan.Value) bool {
		if e.Kind() == scan.Object {
			e = e.Get("text")
		}
		out = joinParagraphs(out, w.room.DecodeText(e))
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
	if w.f.agent != "" && l.fieldText(fRecipient) == w.f.agent {
		r.Role, r.Prompt = session.RoleUser, true
	} else {
		r.Role, r.Special, r.Type = session.RoleSystem, "subagent_result", string(session.MessageTypeSystem)
	}
	if w.wantsTexts() || w.want.Prompts && r.Prompt {
		content := l.fieldValue(fContent)
		if r.Text = taskIn(content); r.Text == "" {
			r.Text = w.joinTexts(content)
		}
	}
	return w.emit(r)
}

// taskIn returns the parts of a message that may be encrypted and are not: the
// text before them is their envelope.
func taskIn(parts scan.Value) (out string) {
	parts.EachElement(func(_ int, e scan.Value) bool {
		if e.Kind() == scan.Object {
			if s := e.Get("encrypted_content").String(); s != "" && !isToken(s) {
				out = joinParagraphs(out, s)
			}
		}
		return true
	})
	return out
}

// isToken reports whether a text is a Fernet token: base64 of a version, a time, an
// initial vector, blocks of 16 bytes and a signature.
func isToken(s string) bool {
	const head, block = 1 + 8 + 16 + 32, 16
	size := len(s) / 4 * 3
	for i := len(s); i > 0 && s[i-1] == '='; i-- {
		size--
	}
	if !strings.HasPrefix(s, "gAAAA") || len(s)%4 != 0 || size < head+block || (size-head)%block != 0 {
		return false
	}
	for _, c := range []byte(strings.TrimRight(s, "=")) {
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

// describedMessage takes a message of the format that was once described for
// Codex: a role, a content and the message's own token counts, at the top or
// under "message". No real file of it is known.
func (w *walk) describedMessage(l *line, r *adapter.Record) error {
	w.f.described = true
	role, text, usage, id, model := l.fieldValue(fRole), l.fieldValue(fContent), l.fieldValue(fUsage), l.fieldValue(fID), l.fieldValue(fModel)
	if m := l.fieldValue(fMessage); m.Kind() == scan.Object {
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
		who = l.fieldText(fType)
	}
	w.beginFacts().Cwd = l.fieldText(fCwd)
	w.attachFacts(r)
	switch who {
	case "user":
		c := w.contentOf(text, scan.Value{}, true, w.want.Prompts || w.wantsTexts())
		if !c.typed {
			return w.injectRecord(r)
		}
		return w.emitPrompt(r, &c)
	case "assistant":
		c := w.contentOf(text, scan.Value{}, false, w.wantsTexts())
		r.Kind, r.Role, r.Model = adapter.Message, session.RoleAssistant, model.String()
		r.Text, r.Attachments = c.text, c.files
		if t, ok := tokensOf(usage); ok {
			w.setUsage(r, t)
			r.UsageKey = w.f.thread + "/" + itoa(int(l.rec.Line))
			if r.ID != "" {
				r.UsageKey = r.ID
			}
		}
		return w.emit(r)
	case "system", "developer":
		return w.injectRecord(r)
	}
	return w.emitUnknown(r, who)
}
