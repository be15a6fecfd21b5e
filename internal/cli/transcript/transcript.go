// Package transcript writes chosen messages of a session for reading.
package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// Options say which messages of a session are shown for reading.
type Options struct {
	Last     int64 // only so many, the last ones; 0 = all
	At       int64 // start with the message of this number; -1 = with the first
	NoTools  bool
	Thinking bool
}

// Given reports whether any of the options was given.
func (o *Options) Given() bool {
	return o.Last > 0 || o.At >= 0 || o.NoTools || o.Thinking
}

// toolLines is how many lines of a call or result of a tool are shown.
const toolLines = 20

// Transcript writes a session for a person who reads it on a terminal.
type Transcript struct {
	strings.Builder
	color   bool
	Options Options
}

// Render renders a session: what it is, then every message with its
// number, which is the one that search shows.
func Render(a *app.App, s *heddle.Session, o Options) (string, error) {
	return renderMessages(a, &Transcript{color: a.Streams.Color, Options: o}, s)
}

// renderMessages renders a session into a transcript that has nothing yet.
func renderMessages(a *app.App, t *Transcript, s *heddle.Session) (string, error) {
	shown := t.choose(s.Messages)
	if err := t.checkStart(int64(len(s.Messages))); err != nil {
		return "", err
	}
	t.writeHead(s, int64(len(s.Messages)))
	for _, i := range shown {
		if a.Ctx.Err() != nil {
			return "", a.Stopped()
		}
		t.writeMessage(i, &s.Messages[i])
	}
	return t.String(), nil
}

// checkStart refuses to start after the last message.
func (t *Transcript) checkStart(total int64) error {
	if at := t.Options.At; at >= total && at > 0 {
		return usage.Misuse("--at %d: the session has %s, numbered from 0", at, terminal.Messages(total))
	}
	return nil
}

// choose returns the numbers of the messages that are shown.
func (t *Transcript) choose(list []heddle.Message) []int {
	var out []int
	for i := range list {
		if int64(i) >= t.Options.At && t.HasText(&list[i]) {
			out = append(out, i)
		}
	}
	if n := t.Options.Last; n > 0 && int64(len(out)) > n {
		out = out[int64(len(out))-n:]
	}
	return out
}

// HasText reports whether something of a message is shown.
func (t *Transcript) HasText(m *heddle.Message) bool {
	return !t.Options.NoTools || m.Role != heddle.RoleTool && (m.Content != "" || len(m.Attachments) > 0 || t.Options.Thinking && m.Thinking != "")
}

// style marks text with an SGR code where colours may be used.
func (t *Transcript) style(code, text string) string {
	if !t.color || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

const (
	boldStyle = "1"
	dimStyle  = "2"
	userStyle = "1;36"
	toolStyle = "33"
	failStyle = "31"
)

func (t *Transcript) writeHead(s *heddle.Session, total int64) {
	t.WriteString(t.style(boldStyle, terminal.Line(terminal.Or(s.Title, s.UnifiedID))+terminal.Line(sessions.TagWords(s.Tags))) + "\n")
	facts := []string{s.UnifiedID, s.Model, terminal.Homely(s.Cwd), s.GitBranch, terminal.Minute(s.UpdatedAt), terminal.Turns(s.TurnCount), terminal.Messages(total)}
	if s.Cost != nil {
		facts = append(facts, terminal.Dollars(s.Cost.TotalUSD))
	}
	var known []string
	for _, fact := range facts {
		if fact != "" && fact != "-" {
			known = append(known, terminal.Line(fact))
		}
	}
	t.WriteString(t.style(dimStyle, strings.Join(known, " · ")) + "\n")
	for _, change := range terminal.Changes(s.Spans) {
		t.WriteString(t.style(dimStyle, terminal.Line(change)) + "\n")
	}
}

// likeHeading matches a line of text that looks like the heading of a message.
var likeHeading = regexp.MustCompile(`(?m)^#[0-9]+ (?:user|assistant|system|tool)\b`)

func (t *Transcript) writeMessage(number int, m *heddle.Message) {
	head := fmt.Sprintf("#%d %s", number, m.Role)
	if m.ToolResult != nil && m.ToolResult.ToolName != "" {
		head += " " + terminal.Line(m.ToolResult.ToolName)
	}
	if m.Kind != "" {
		head += " (" + terminal.Line(m.Kind) + ")"
	}
	code := boldStyle
	if m.Role == heddle.RoleUser {
		code = userStyle
	}
	t.WriteString("\n" + t.style(code, head))
	if at := terminal.Minute(m.Timestamp); at != "" {
		t.WriteString(t.style(dimStyle, "  "+at))
	}
	t.WriteByte('\n')
	if t.Options.Thinking && m.Thinking != "" {
		t.writeIndented(dimStyle, m.Thinking, 0)
	}
	if m.Content != "" {
		t.WriteString(likeHeading.ReplaceAllString(strings.TrimRight(terminal.Printable(m.Content), "\n"), " $0") + "\n")
	}
	for _, f := range m.Attachments {
		t.WriteString("  " + t.style(dimStyle, "+ "+terminal.Line(terminal.Or(f.Name, "attachment"))+" "+terminal.Line(f.MediaType)) + "\n")
	}
	if t.Options.NoTools {
		return
	}
	for i := range m.ToolCalls {
		t.WriteString("  " + t.style(toolStyle, "> "+terminal.Line(m.ToolCalls[i].ToolName)) + "\n")
		t.writeIndented("", InputText(m.ToolCalls[i].Input), toolLines)
	}
	if r := m.ToolResult; r != nil {
		switch {
		case r.ExitCode != 0:
			t.WriteString("  " + t.style(failStyle, fmt.Sprintf("exit code %d", r.ExitCode)) + "\n")
		case r.IsError:
			t.WriteString("  " + t.style(failStyle, "error") + "\n")
		}
		t.writeIndented("", ValueText(r.Output), toolLines)
	}
}

// writeIndented writes text four columns to the right, at most so many lines of
// it; 0 = all.
func (t *Transcript) writeIndented(code, text string, most int) {
	text = strings.Trim(terminal.Printable(text), "\n")
	if text == "" {
		return
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if most > 0 && i == most && len(lines) > most+1 {
			t.WriteString("    " + t.style(dimStyle, fmt.Sprintf("… %d more lines; --format markdown shows all", len(lines)-i)) + "\n")
			return
		}
		t.WriteString("    " + t.style(code, l) + "\n")
	}
}

// InputText renders what a tool was called with: each member of an object on a
// line of its own.
func InputText(input heddle.JSON) string {
	d := json.NewDecoder(bytes.NewReader(input))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return ValueText(input)
	}
	var out strings.Builder
	for d.More() {
		name, err := d.Token()
		var value heddle.JSON
		if err == nil {
			err = d.Decode(&value)
		}
		if err != nil {
			return ValueText(input)
		}
		text := ValueText(value)
		if strings.Contains(text, "\n") {
			text = "\n" + text
		}
		fmt.Fprintf(&out, "%s: %s\n", name, text)
	}
	return out.String()
}

// ValueText renders a JSON value: text as text, anything else as JSON.
func ValueText(v heddle.JSON) string {
	var text string
	if json.Unmarshal(v, &text) == nil {
		return text
	}
	return string(v)
}
