package export

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// writeTitle writes what a transcript begins with: its title and a table of the session's
// fields. A heading per message follows, tool calls and results in fenced blocks, thinking
// folded away, and the costs at the end.
func (w *writer) writeTitle(s *session.Session) {
	title := s.Title
	if title == "" {
		title = s.UnifiedID
	}
	w.writeLine("# ", inlineText(title))
	w.writeLine()
	w.writeHeader(s)
}

// writer appends markdown.
type writer struct{ b []byte }

func (w *writer) writeLine(parts ...string) {
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

func (w *writer) writeHeader(s *session.Session) {
	row := func(name, value string) {
		if value != "" {
			w.writeLine("| ", name, " | ", escapeCell(value), " |")
		}
	}
	w.writeLine("| | |")
	w.writeLine("|---|---|")
	row("Session", formatCode(s.UnifiedID))
	row("Agent", inlineText(s.Agent))
	row("Model", inlineText(s.Model))
	row("Working directory", formatCode(s.Cwd))
	row("Origin", inlineText(s.Origin))
	row("Created", s.CreatedAt.String())
	row("Updated", s.UpdatedAt.String())
	row("Turns", formatNumber(s.TurnCount))
	row("Messages", formatNumber(s.MessageCount))
	row("Tags", inlineText(text.Join(s.Tags, ", ")))
	row("Forked from", formatCode(s.ForkedFrom))
	row("Parent session", formatCode(s.ParentSessionID))
	row("Superseded by", formatCode(s.SupersededBy))
	if s.Cost != nil {
		value := formatDollars(s.Cost.TotalUSD, s.Cost.Source)
		if rest := s.Cost.NotItemisedUSD; rest != nil {
			value += ", not itemised: $" + rest.String()
		}
		row("Cost", value)
	}
	for _, b := range s.Branches {
		row("Other branch", formatCode(b.LeafID)+", "+formatNumber(b.MessageCount)+" messages")
	}
	w.writeLine()
}

// headings by role, as the export's description asks for.
var headings = map[session.Role]string{session.RoleUser: "### User", session.RoleAssistant: "### Assistant",
	session.RoleSystem: "### System", session.RoleTool: "### Tool"}

func (w *writer) writeMessage(m *session.Message) {
	head := headings[m.Role]
	if m.Role == session.RoleTool && m.ToolResult != nil && m.ToolResult.ToolName != "" {
		head += ": " + inlineText(m.ToolResult.ToolName)
	}
	if m.Kind != "" {
		head += " (" + inlineText(m.Kind) + ")"
	}
	w.writeLine(head)
	w.writeLine()
	note := m.Timestamp.String()
	if m.Model != "" {
		if note != "" {
			note += ", "
		}
		note += m.Model
	}
	if note != "" {
		w.writeLine("*", inlineText(note), "*")
		w.writeLine()
	}
	if m.Thinking != "" {
		w.writeLine("<details>")
		w.writeLine("<summary>Thinking</summary>")
		w.writeLine()
		w.writeFence("text", m.Thinking)
		w.writeLine("</details>")
		w.writeLine()
	}
	if m.Content != "" {
		w.writeProse(m.Content)
	}
	w.writeAttachments(m.Attachments)
	for i := range m.ToolCalls {
		w.writeCall(&m.ToolCalls[i])
	}
	if m.ToolResult != nil {
		w.writeResult(m.ToolResult)
	}
}

func (w *writer) writeAttachments(list []session.Attachment) {
	for _, a := range list {
		name := a.Name
		if name == "" {
			name = "attachment"
		}
		if a.MediaType != "" {
			name += " (" + a.MediaType + ")"
		}
		w.writeLine("- ", inlineText(name))
	}
	if len(list) > 0 {
		w.writeLine()
	}
}

func (w *writer) writeCall(c *session.ToolCall) {
	w.writeLine("**Tool call:** ", formatCode(c.ToolName))
	w.writeLine()
	w.writeValue(c.Input)
	if len(c.Output) > 0 {
		w.writeLine("**Output:**")
		w.writeLine()
		w.writeValue(c.Output)
	}
}

func (w *writer) writeResult(r *session.ToolResult) {
	switch {
	case r.ExitCode != 0:
		w.writeLine("**Exit code:** ", formatNumber(r.ExitCode))
		w.writeLine()
	case r.IsError:
		w.writeLine("**Error**")
		w.writeLine()
	}
	w.writeValue(r.Output)
}

// writeValue renders a JSON value: text as text, anything else as JSON.
func (w *writer) writeValue(v session.JSON) {
	if text, ok := plainText(v); ok {
		w.writeFence("text", text)
		return
	}
	w.writeFence("json", string(IndentJSON(v.AppendJSON(nil))))
}

// writeFence writes a fenced block whose fence is longer than any run of back
// quotes in the text.
func (w *writer) writeFence(language, text string) {
	text = visibleText(text)
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
	w.writeLine(mark, language)
	if text != "" {
		w.block(text)
	}
	w.writeLine(mark)
	w.writeLine()
}

func (w *writer) writeCost(c *session.CostRecord) {
	w.writeLine("## Cost")
	w.writeLine()
	if c == nil {
		w.writeLine("No usage is recorded for this session.")
		return
	}
	w.writeLine("| | |")
	w.writeLine("|---|---|")
	row := func(name, value string) { w.writeLine("| ", name, " | ", escapeCell(value), " |") }
	row("Total", formatDollars(c.TotalUSD, c.Source))
	row("Input tokens", formatNumber(c.InputTokens))
	row("Output tokens", formatNumber(c.OutputTokens))
	row("Thinking tokens", formatNumber(c.ThinkingTokens))
	row("Cached tokens", formatNumber(c.CachedTokens))
	row("Cache write tokens", formatNumber(c.CacheWriteTokens))
	if c.WebSearches > 0 {
		row("Web searches", formatNumber(c.WebSearches))
	}
	for i := range c.Tiers {
		t := &c.Tiers[i]
		value := formatDollars(t.TotalUSD, t.Source)
		if t.UnknownFactor {
			value += ", some of it at the standard price, since no factor is known"
		}
		row("Tier "+inlineText(t.Tier), value)
	}
	if c.NotItemisedUSD != nil {
		row("Not itemised, not counted above", "$"+c.NotItemisedUSD.String())
	}
	if c.Subagents != nil {
		row("Subagents' part", formatDollars(c.Subagents.TotalUSD, c.Subagents.Source))
	}
	if c.Inherited != nil {
		row("Inherited, not counted above", formatDollars(c.Inherited.TotalUSD, c.Inherited.Source))
	}
	if len(c.UnpricedModels) > 0 {
		row("Unpriced models", inlineText(text.Join(c.UnpricedModels, ", ")))
	}
	if c.PriceTable != "" {
		row("Price table", c.PriceTable)
	}
}

func formatDollars(m *session.Money, source session.CostSource) string {
	if m == nil {
		return "unpriced"
	}
	return "$" + m.String() + " (" + string(source) + ")"
}

func formatNumber(n int64) string { return string(canon.AppendInt(nil, n)) }

// escapeCell makes Markdown of one line safe for a table cell.
func escapeCell(s string) string {
	var out []byte
	for _, c := range []byte(s) {
		if c == '|' {
			out = append(out, '\\')
		}
		out = append(out, c)
	}
	return string(out)
}

// formatCode renders a code span; empty text stays empty.
func formatCode(s string) string {
	if s == "" {
		return ""
	}
	line := []byte(visibleText(s))
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

// writeRedactions writes what was replaced; nothing for a session that is not redacted.
func (w *writer) writeRedactions(list []session.Redaction) {
	if list == nil {
		return
	}
	out := "\n## Redacted\n\n"
	if len(list) == 0 {
		out += "Nothing was found to redact.\n"
	} else {
		out += "| Rule | Replaced |\n|---|---|\n"
	}
	for _, r := range list {
		out += "| " + r.Rule + " | " + formatNumber(r.Count) + " |\n"
	}
	w.b = append(w.b, out...)
}
