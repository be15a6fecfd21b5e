package export

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// markdown renders a transcript: a table of the session's fields, a heading
// per message, tool calls and results in fenced blocks, thinking folded away,
// and the costs at the end.
func markdown(s *session.Session) []byte {
	w := &writer{}
	title := s.Title
	if title == "" {
		title = s.UnifiedID
	}
	w.line("# ", inline(title))
	w.line()
	w.header(s)
	for i := range s.Messages {
		w.message(&s.Messages[i])
	}
	w.cost(s.Cost)
	return w.b
}

// writer appends markdown.
type writer struct{ b []byte }

func (w *writer) line(parts ...string) {
	for _, p := range parts {
		w.b = append(w.b, p...)
	}
	w.b = append(w.b, '\n')
}

// block writes text that keeps its own lines, ending in one newline.
func (w *writer) block(text string) {
	w.b = append(w.b, text...)
	if !strings.HasSuffix(text, "\n") {
		w.b = append(w.b, '\n')
	}
}

func (w *writer) header(s *session.Session) {
	row := func(name, value string) {
		if value != "" {
			w.line("| ", name, " | ", cell(value), " |")
		}
	}
	w.line("| | |")
	w.line("|---|---|")
	row("Session", code(s.UnifiedID))
	row("Agent", inline(s.Agent))
	row("Model", inline(s.Model))
	row("Working directory", code(s.Cwd))
	row("Created", s.CreatedAt.String())
	row("Updated", s.UpdatedAt.String())
	row("Turns", number(s.TurnCount))
	row("Messages", number(s.MessageCount))
	row("Tags", inline(text.Join(s.Tags, ", ")))
	row("Forked from", code(s.ForkedFrom))
	row("Parent session", code(s.ParentSessionID))
	row("Superseded by", code(s.SupersededBy))
	if s.Cost != nil {
		value := dollars(s.Cost.TotalUSD, s.Cost.Source)
		if rest := s.Cost.NotItemisedUSD; rest != nil {
			value += ", not itemised: $" + rest.String()
		}
		row("Cost", value)
	}
	for _, b := range s.Branches {
		row("Other branch", code(b.LeafID)+", "+number(b.MessageCount)+" messages")
	}
	w.line()
}

// headings by role, as the export's description asks for.
var headings = map[session.Role]string{session.RoleUser: "### User", session.RoleAssistant: "### Assistant",
	session.RoleSystem: "### System", session.RoleTool: "### Tool"}

func (w *writer) message(m *session.Message) {
	head := headings[m.Role]
	if m.Role == session.RoleTool && m.ToolResult != nil && m.ToolResult.ToolName != "" {
		head += ": " + inline(m.ToolResult.ToolName)
	}
	if m.Kind != "" {
		head += " (" + inline(m.Kind) + ")"
	}
	w.line(head)
	w.line()
	note := m.Timestamp.String()
	if m.Model != "" {
		if note != "" {
			note += ", "
		}
		note += m.Model
	}
	if note != "" {
		w.line("*", inline(note), "*")
		w.line()
	}
	if m.Thinking != "" {
		w.line("<details>")
		w.line("<summary>Thinking</summary>")
		w.line()
		w.fence("text", m.Thinking)
		w.line("</details>")
		w.line()
	}
	if m.Content != "" {
		w.prose(m.Content)
	}
	w.attachments(m.Attachments)
	for i := range m.ToolCalls {
		w.call(&m.ToolCalls[i])
	}
	if m.ToolResult != nil {
		w.result(m.ToolResult)
	}
}

func (w *writer) attachments(list []session.Attachment) {
	for _, a := range list {
		name := a.Name
		if name == "" {
			name = "attachment"
		}
		if a.MediaType != "" {
			name += " (" + a.MediaType + ")"
		}
		w.line("- ", inline(name))
	}
	if len(list) > 0 {
		w.line()
	}
}

func (w *writer) call(c *session.ToolCall) {
	w.line("**Tool call:** ", code(c.ToolName))
	w.line()
	w.value(c.Input)
	if len(c.Output) > 0 {
		w.line("**Output:**")
		w.line()
		w.value(c.Output)
	}
}

func (w *writer) result(r *session.ToolResult) {
	switch {
	case r.ExitCode != 0:
		w.line("**Exit code:** ", number(r.ExitCode))
		w.line()
	case r.IsError:
		w.line("**Error**")
		w.line()
	}
	w.value(r.Output)
}

// value renders a JSON value: text as text, anything else as JSON.
func (w *writer) value(v session.JSON) {
	if text, ok := plainText(v); ok {
		w.fence("text", text)
		return
	}
	w.fence("json", string(Indent(v.AppendJSON(nil))))
}

// fence writes a fenced block whose fence is longer than any run of back
// quotes in the text.
func (w *writer) fence(language, text string) {
	text = visible(text)
	longest, run := 0, 0
	for i := 0; i < len(text); i++ {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	mark := "```"
	for len(mark) <= longest {
		mark += "`"
	}
	w.line(mark, language)
	if text != "" {
		w.block(text)
	}
	w.line(mark)
	w.line()
}

func (w *writer) cost(c *session.CostRecord) {
	w.line("## Cost")
	w.line()
	if c == nil {
		w.line("No usage is recorded for this session.")
		return
	}
	w.line("| | |")
	w.line("|---|---|")
	row := func(name, value string) { w.line("| ", name, " | ", cell(value), " |") }
	row("Total", dollars(c.TotalUSD, c.Source))
	row("Input tokens", number(c.InputTokens))
	row("Output tokens", number(c.OutputTokens))
	row("Thinking tokens", number(c.ThinkingTokens))
	row("Cached tokens", number(c.CachedTokens))
	row("Cache write tokens", number(c.CacheWriteTokens))
	if c.NotItemisedUSD != nil {
		row("Not itemised, not counted above", "$"+c.NotItemisedUSD.String())
	}
	if c.Subagents != nil {
		row("Subagents' part", dollars(c.Subagents.TotalUSD, c.Subagents.Source))
	}
	if c.Inherited != nil {
		row("Inherited, not counted above", dollars(c.Inherited.TotalUSD, c.Inherited.Source))
	}
	if len(c.UnpricedModels) > 0 {
		row("Unpriced models", inline(text.Join(c.UnpricedModels, ", ")))
	}
	if c.PriceTable != "" {
		row("Price table", c.PriceTable)
	}
}

func dollars(m *session.Money, source session.CostSource) string {
	if m == nil {
		return "unpriced"
	}
	return "$" + m.String() + " (" + string(source) + ")"
}

func number(n int64) string { return string(canon.AppendInt(nil, n)) }

// cell makes Markdown of one line safe for a table cell.
func cell(s string) string {
	var out []byte
	for _, c := range []byte(s) {
		if c == '|' {
			out = append(out, '\\')
		}
		out = append(out, c)
	}
	return string(out)
}

// code renders a code span; empty text stays empty.
func code(s string) string {
	if s == "" {
		return ""
	}
	line := []byte(visible(s))
	for i, c := range line {
		if c == '\n' || c == '\t' {
			line[i] = ' '
		}
	}
	s = string(line)
	mark := "`"
	for text.Index(s, mark) >= 0 {
		mark += "`"
	}
	if len(mark) > 1 {
		return mark + " " + s + " " + mark
	}
	return mark + s + mark
}
