package claude_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/claude"
)

// userLine is a line of type user; content is a string or blocks.
func userLine(content any, more string) string {
	data, _ := json.Marshal(content)
	return fmt.Sprintf(`{"type":"user","uuid":"u","parentUuid":null,"sessionId":"own","version":"2.1.330","timestamp":"2026-11-22T20:00:00.000Z"%s,"message":{"role":"user","content":%s}}`, more, data)
}

// promptsOf returns the title and the visible texts of the user.
func promptsOf(t *testing.T, line string) (title string, texts []string) {
	h := oneSession(t, line, `{"type":"assistant","uuid":"a","parentUuid":"u","sessionId":"own","version":"2.1.330","timestamp":"2026-11-22T20:00:01.000Z","message":{"id":"m","role":"assistant","model":"x","content":[{"type":"text","text":"ok"}]}}`)
	s := h.get(t, "own")
	for _, m := range s.Messages {
		if m.Role == "user" {
			texts = append(texts, m.Content)
		}
	}
	return s.Title, texts
}

// Rule: of a text that begins with a mark only the closed block is left out, in a string as in a block.
func TestMarks(t *testing.T) {
	for _, m := range claude.ContextMarks() {
		block, open := "<"+m.Tag+" a=\"b\">zhidden</"+m.Tag+">", "<"+m.Tag+"> what is that"
		if m.Tag == "" {
			if title, texts := promptsOf(t, userLine(m.Begin+"\nzhidden", "")); len(texts) != 0 || strings.Contains(title, "zhidden") {
				t.Errorf("%s: %q %q", m.Begin, title, texts)
			}
			continue
		}
		for name, c := range map[string]struct {
			content any
			want    string
		}{
			"string":     {block + "\n\nztyped it", "ztyped it"},
			"one block":  {[]any{map[string]string{"type": "text", "text": block + " ztyped it"}}, "ztyped it"},
			"two blocks": {[]any{map[string]string{"type": "text", "text": block}, map[string]string{"type": "text", "text": "ztyped it"}}, "ztyped it"},
			"unclosed":   {open, open},
			"mentioned":  {"what is " + block + "?", "what is " + block + "?"},
			"alone":      {block, ""},
		} {
			title, texts := promptsOf(t, userLine(c.content, ""))
			if got := strings.Join(texts, "|"); got != c.want || c.want != "" && title != c.want {
				t.Errorf("%s, %s: title %q, prompts %q, want %q", m.Tag, name, title, got, c.want)
			}
		}
		if _, texts := promptsOf(t, userLine(block, `,"promptSource":"typed"`)); strings.Join(texts, "|") != block {
			t.Errorf("%s, typed alone: %q", m.Tag, texts)
		}
		if _, texts := promptsOf(t, userLine(block+" ztyped", `,"promptSource":"typed"`)); strings.Join(texts, "|") != "ztyped" {
			t.Errorf("%s, typed: %q", m.Tag, texts)
		}
	}
	for _, m := range claude.EchoMarks() {
		if m.Tag == "" {
			continue
		}
		open := "<" + m.Tag + "> what is that"
		if strings.HasPrefix(m.Tag, "command-") { // a command's name is looked for in any of them
			continue
		}
		if _, texts := promptsOf(t, userLine(open, "")); strings.Join(texts, "|") != open {
			t.Errorf("%s: %q", open, texts)
		}
		if _, texts := promptsOf(t, userLine("<"+m.Tag+">zhidden</"+m.Tag+">", "")); len(texts) != 0 {
			t.Errorf("%s: %q", m.Tag, texts)
		}
	}
}

// Rule: a queued command of the mode prompt may be a notice.
func TestQueuedNotices(t *testing.T) {
	queued := func(prompt string) string {
		data, _ := json.Marshal(prompt)
		return fmt.Sprintf(`{"type":"attachment","uuid":"q","parentUuid":"u","sessionId":"own","version":"2.1.330","timestamp":"2026-11-22T20:00:02.000Z","attachment":{"type":"queued_command","commandMode":"prompt","prompt":%s}}`, data)
	}
	for in, want := range map[string]string{
		"zqueued words": "user: zqueued words",
		"<task-notification><summary>zdone</summary></task-notification>": "system notice: zdone",
		"<system-reminder>zhidden</system-reminder>":                      "",
		"Stop hook feedback:\nzhidden":                                    "",
		"<system-reminder>x</system-reminder> ztyped":                     "user: ztyped",
	} {
		h := oneSession(t, userLine("first", ""), queued(in))
		got := ""
		for _, m := range h.get(t, "own").Messages[1:] {
			got += string(m.Role)
			if m.Kind != "" {
				got += " " + m.Kind
			}
			got += ": " + m.Content
		}
		if got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// A tag of 10 MB, nested and unclosed: what is typed is found.
func TestHostileMarks(t *testing.T) {
	const n = 100_000
	for _, in := range []string{strings.Repeat("<system-reminder>", n) + strings.Repeat("</system-reminder>", n), strings.Repeat("<ide_selection><ide_selection></ide_selection>", n)} {
		if title, _ := promptsOf(t, userLine(in+" ztyped", "")); title != "ztyped" {
			t.Errorf("title %q", title)
		}
	}
}
