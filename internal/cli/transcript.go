package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// transcriptOptions say which messages of a session are shown for reading.
type transcriptOptions struct {
	last     int64 // only so many, the last ones; 0 = all
	at       int64 // start with the message of this number; -1 = with the first
	noTools  bool
	thinking bool
}

// given reports whether any of the options was given.
func (o *transcriptOptions) given() bool {
	return o.last > 0 || o.at >= 0 || o.noTools || o.thinking
}

// toolLines is how many lines of a call or result of a tool are shown.
const toolLines = 20

// transcript writes a session for a person who reads it on a terminal.
type transcript struct {
	strings.Builder
	color   bool
	options transcriptOptions
}

// renderTranscript renders a session: what it is, then every message with its
// number, which is the one that search shows.
func (a *app) renderTranscript(s *heddle.Session, o transcriptOptions) (string, error) {
	return a.renderMessages(&transcript{color: a.streams.Color, options: o}, s)
}

// renderMessages renders a session into a transcript that has nothing yet.
func (a *app) renderMessages(t *transcript, s *heddle.Session) (string, error) {
	shown := t.choose(s.Messages)
	if err := t.checkStart(int64(len(s.Messages))); err != nil {
		return "", err
	}
	t.writeHead(s, int64(len(s.Messages)))
	for _, i := range shown {
		if a.ctx.Err() != nil {
			return "", a.stopped()
		}
		t.writeMessage(i, &s.Messages[i])
	}
	return t.String(), nil
}

// checkStart refuses to start after the last message.
func (t *transcript) checkStart(total int64) error {
	if at := t.options.at; at >= total && at > 0 {
		return misuse("--at %d: the session has %s, numbered from 0", at, messages(total))
	}
	return nil
}

// choose returns the numbers of the messages that are shown.
func (t *transcript) choose(list []heddle.Message) []int {
	var out []int
	for i := range list {
		if int64(i) >= t.options.at && t.hasText(&list[i]) {
			out = append(out, i)
		}
	}
	if n := t.options.last; n > 0 && int64(len(out)) > n {
		out = out[int64(len(out))-n:]
	}
	return out
}

// hasText reports whether something of a message is shown.
func (t *transcript) hasText(m *heddle.Message) bool {
	return !t.options.noTools || m.Role != heddle.RoleTool && (m.Content != "" || len(m.Attachments) > 0 || t.options.thinking && m.Thinking != "")
}

// style marks text with an SGR code where colours may be used.
func (t *transcript) style(code, text string) string {
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

// line is text of a session in one line.
func line(text string) string { return printable(oneField(text)) }

func (t *transcript) writeHead(s *heddle.Session, total int64) {
	t.WriteString(t.style(boldStyle, line(or(s.Title, s.UnifiedID))+line(tagWords(s.Tags))) + "\n")
	facts := []string{s.UnifiedID, s.Model, homely(s.Cwd), terminal.Minute(s.UpdatedAt), turns(s.TurnCount), messages(total)}
	if s.Cost != nil {
		facts = append(facts, dollars(s.Cost.TotalUSD))
	}
	var known []string
	for _, fact := range facts {
		if fact != "" && fact != "-" {
			known = append(known, line(fact))
		}
	}
	t.WriteString(t.style(dimStyle, strings.Join(known, " · ")) + "\n")
}

// likeHeading matches a line of text that looks like the heading of a message.
var likeHeading = regexp.MustCompile(`(?m)^#[0-9]+ (?:user|assistant|system|tool)\b`)

func (t *transcript) writeMessage(number int, m *heddle.Message) {
	head := fmt.Sprintf("#%d %s", number, m.Role)
	if m.ToolResult != nil && m.ToolResult.ToolName != "" {
		head += " " + line(m.ToolResult.ToolName)
	}
	if m.Kind != "" {
		head += " (" + line(m.Kind) + ")"
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
	if t.options.thinking && m.Thinking != "" {
		t.writeIndented(dimStyle, m.Thinking, 0)
	}
	if m.Content != "" {
		t.WriteString(likeHeading.ReplaceAllString(strings.TrimRight(printable(m.Content), "\n"), " $0") + "\n")
	}
	for _, f := range m.Attachments {
		t.WriteString("  " + t.style(dimStyle, "+ "+line(or(f.Name, "attachment"))+" "+line(f.MediaType)) + "\n")
	}
	if t.options.noTools {
		return
	}
	for i := range m.ToolCalls {
		t.WriteString("  " + t.style(toolStyle, "> "+line(m.ToolCalls[i].ToolName)) + "\n")
		t.writeIndented("", inputText(m.ToolCalls[i].Input), toolLines)
	}
	if r := m.ToolResult; r != nil {
		switch {
		case r.ExitCode != 0:
			t.WriteString("  " + t.style(failStyle, fmt.Sprintf("exit code %d", r.ExitCode)) + "\n")
		case r.IsError:
			t.WriteString("  " + t.style(failStyle, "error") + "\n")
		}
		t.writeIndented("", valueText(r.Output), toolLines)
	}
}

// writeIndented writes text four columns to the right, at most so many lines of
// it; 0 = all.
func (t *transcript) writeIndented(code, text string, most int) {
	text = strings.Trim(printable(text), "\n")
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

// inputText renders what a tool was called with: each member of an object on a
// line of its own.
func inputText(input heddle.JSON) string {
	d := json.NewDecoder(bytes.NewReader(input))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return valueText(input)
	}
	var out strings.Builder
	for d.More() {
		name, err := d.Token()
		var value heddle.JSON
		if err == nil {
			err = d.Decode(&value)
		}
		if err != nil {
			return valueText(input)
		}
		text := valueText(value)
		if strings.Contains(text, "\n") {
			text = "\n" + text
		}
		fmt.Fprintf(&out, "%s: %s\n", name, text)
	}
	return out.String()
}

// valueText renders a JSON value: text as text, anything else as JSON.
func valueText(v heddle.JSON) string {
	var text string
	if json.Unmarshal(v, &text) == nil {
		return text
	}
	return string(v)
}
