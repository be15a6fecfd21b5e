package cursor

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// native is one message as the command line agent stores it, in a blob or on
// a line of a transcript.
type native struct {
	id           string
	role         string
	content      scan.Value
	time         session.Time
	model        string
	raw          []byte
	line, offset int64
	failed       bool // its tool results are failures
	row          *tableRow
}

// content is what the blocks of a message hold.
type content struct {
	any         bool
	text        []byte
	thinking    []byte
	calls       []session.ToolCall
	results     []session.ToolResult
	attachments []session.Attachment
	unknown     []string
}

const redacted = "[REDACTED]"

// collectBlocks reads blocks of both spellings: those of store.db and those of the
// transcripts.
func collectBlocks(v scan.Value, text bool) content {
	var c content
	str := func(v scan.Value) string {
		if !text {
			return ""
		}
		return v.String()
	}
	if v.Kind() == scan.String {
		c.addBlock(&c.text, v.String(), true)
		return c
	}
	v.EachElement(func(_ int, e scan.Value) bool {
		switch t := e.Get("type").String(); t {
		case "text":
			s := e.Get("text")
			c.addBlock(&c.text, str(s), !s.EqualString("") && !s.EqualString(redacted))
		case "reasoning", "thinking":
			s := e.Get("text")
			if t == "thinking" {
				s = e.Get("thinking")
			}
			c.addBlock(&c.thinking, str(s), !s.EqualString("") && !s.EqualString(redacted))
		case "tool-call", "tool_use":
			call := session.ToolCall{ToolCallID: eitherField(e, "toolCallId", "id").String(), ToolName: eitherField(e, "toolName", "name").String()}
			if text {
				call.Input = eitherField(e, "args", "input").AppendCanonical(nil)
			}
			c.calls, c.any = append(c.calls, call), true
		case "tool-result", "tool_result":
			res := session.ToolResult{ToolCallID: eitherField(e, "toolCallId", "tool_use_id").String(), ToolName: e.Get("toolName").String(),
				IsError: e.Get("is_error").Bool() || e.Get("isError").Bool()}
			if text {
				res.Output = toolOutput(eitherField(e, "result", "content"))
			}
			c.results = append(c.results, res)
		case "image", "file", "document":
			c.attachments = append(c.attachments, attachmentOf(e))
			c.any = true
		case "redacted-reasoning", "redacted_thinking":
		default:
			c.unknown = append(c.unknown, "part."+t)
		}
		return true
	})
	return c
}

// addBlock appends a block; shown says that it is one, whether or not its text is
// wanted.
func (c *content) addBlock(dst *[]byte, block string, shown bool) {
	block = strings.TrimSuffix(block, redacted)
	if shown {
		c.any = true
	}
	if block = strings.TrimSpace(block); block == "" {
		return
	}
	if len(*dst) > 0 {
		*dst = append(*dst, "\n\n"...)
	}
	*dst = append(*dst, block...)
}

// eitherField returns the value of the first key that is there.
func eitherField(v scan.Value, a, b string) scan.Value {
	if x := v.Get(a); x.Exists() {
		return x
	}
	return v.Get(b)
}

// toolOutput makes a tool's output: text as a string, blocks of nothing but text
// joined, all else as it is.
func toolOutput(v scan.Value) session.JSON {
	if v.Kind() != scan.Array {
		return v.AppendCanonical(nil)
	}
	var texts []string
	only := true
	v.EachElement(func(_ int, e scan.Value) bool {
		only = e.Get("type").EqualString("text")
		texts = append(texts, e.Get("text").String())
		return only
	})
	if !only {
		return v.AppendCanonical(nil)
	}
	return session.TextJSON(text.Join(texts, "\n\n"))
}

func attachmentOf(e scan.Value) session.Attachment {
	data := eitherField(e, "image", "data")
	if !data.Exists() {
		data = e.Get("source.data")
	}
	a := session.Attachment{MediaType: eitherField(e, "mediaType", "mimeType").String(), Name: eitherField(e, "filename", "name").String(), Bytes: int64(len(data.String()))}
	if a.MediaType == "" {
		a.MediaType = e.Get("source.media_type").String()
	}
	return a
}

// context are the tags of what Cursor puts into the user's place.
var context = []string{"user_info", "git_status", "project_layout", "rules", "agent_skills", "agent_transcripts", "attached_files",
	"open_and_recently_viewed_files", "system_reminder", "system_notification", "additional_data", "mcp_file_system", "timestamp"}

const queryOpen, queryClose = "<user_query>", "</user_query>"

// typedText returns what a person typed of a user's message: the text between
// the marks, or, in builds and places without marks, what is left without the
// known kinds of context.
func typedText(s string) string {
	if _, rest, ok := text.Cut(s, queryOpen); ok {
		var out []string
		for ok {
			var query string
			query, rest = firstQuery(rest)
			out = append(out, strings.TrimSpace(query))
			_, rest, ok = text.Cut(rest, queryOpen)
		}
		return text.Join(out, "\n\n")
	}
next:
	for {
		s = strings.TrimSpace(s)
		for _, tag := range context {
			rest, ok := strings.CutPrefix(s, "<"+tag+">")
			if !ok {
				continue
			}
			if _, s, ok = text.Cut(rest, "</"+tag+">"); !ok {
				return ""
			}
			continue next
		}
		return s
	}
}

// firstQuery cuts what follows a queryOpen at the mark that closes it. A prompt may
// speak of the marks themselves: where they match, those inside are its text.
func firstQuery(s string) (query, rest string) {
	for i, depth := 0, 1; ; {
		end := text.Index(s[i:], queryClose)
		if end < 0 { // they do not match
			query, rest, _ = text.Cut(s, queryClose)
			return query, rest
		}
		if open := text.Index(s[i:i+end], queryOpen); open >= 0 {
			i, depth = i+open+len(queryOpen), depth+1
			continue
		}
		if depth--; depth == 0 {
			return s[:i+end], s[i+end+len(queryClose):]
		}
		i += end + len(queryClose)
	}
}

// visitMessage visits the records of a message.
func (w *walker) visitMessage(m *native) error {
	user := m.role == string(session.RoleUser)
	c := collectBlocks(m.content, w.want.Text || user)
	w.beginRecord(m)
	rec := &w.rec
	switch session.Role(m.role) {
	case session.RoleSystem:
		rec.Kind = adapter.Injected
	case session.RoleAssistant:
		if c.any {
			rec.Kind, rec.Role, rec.Model = adapter.Message, session.RoleAssistant, m.model
			rec.Text, rec.Thinking, rec.ToolCalls, rec.Attachments = string(c.text), string(c.thinking), c.calls, c.attachments
		}
	case session.RoleUser:
		w.fillUser(&c)
	case session.RoleTool:
	default:
		rec.Kind, rec.Type = adapter.Unknown, "role."+m.role
	}
	own := rec.Kind != adapter.Ignored || len(c.results) == 0
	if own {
		if err := w.emitPart(m); err != nil {
			return err
		}
	}
	for i := range c.results {
		if own || i > 0 { // else the first result is the message itself
			w.beginRecord(m)
			rec.Raw = nil
		}
		res := &c.results[i]
		res.IsError = res.IsError || m.failed
		rec.Kind, rec.Role, rec.ToolResult = adapter.Message, session.RoleTool, res
		if err := w.emitPart(m); err != nil {
			return err
		}
	}
	for _, t := range c.unknown { // blocks of types that this version does not know
		w.rec = adapter.Record{Kind: adapter.Unknown, Type: t}
		if err := w.emitPart(m); err != nil {
			return err
		}
	}
	return nil
}

// emitPart visits the record, which is a part of a message.
func (w *walker) emitPart(m *native) error {
	if m.row != nil {
		m.row.fillRecord(w, m, &w.rec)
	}
	return w.emitRecord()
}

// fillUser fills in a record that has the role of the user.
func (w *walker) fillUser(c *content) {
	rec := &w.rec
	s := string(c.text)
	if t := stampOf(s); rec.Time == 0 && t != 0 {
		rec.Time = t
	}
	if _, rest, ok := text.Cut(s, "Workspace Path: "); ok && strings.HasPrefix(s, "<user_info>") {
		folder, _, _ := text.Cut(rest, "\n")
		rec.Facts = &adapter.Facts{Cwd: strings.TrimSpace(folder)}
	}
	prompt := typedText(s)
	switch {
	case prompt != "" || len(c.attachments) > 0:
		rec.Kind, rec.Role, rec.Prompt, rec.Text, rec.Attachments = adapter.Message, session.RoleUser, true, prompt, c.attachments
	case s != "":
		rec.Kind = adapter.Injected
	}
}
