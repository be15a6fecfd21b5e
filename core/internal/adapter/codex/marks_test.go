package codex_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/codex"
)

const marksThread = "01a20abe-d8f3-7db0-9b1c-66b465100002"

// codexPrompt returns title and prompts of a session whose first message has these parts, and the event that repeats them.
func codexPrompt(t *testing.T, kinds string, event bool, parts ...string) (title string, prompts []string) {
	t.Helper()
	var items []map[string]string
	for _, p := range parts {
		items = append(items, map[string]string{"type": "input_text", "text": p})
	}
	content, _ := json.Marshal(items)
	whole, _ := json.Marshal(strings.Join(parts, ""))
	lines := []string{codexLine("session_meta", `{"id":"`+marksThread+`","cwd":"/w","cli_version":"0.169.0"}`),
		codexLine("response_item", `{"type":"message","role":"user","content":`+string(content)+kinds+`}`)}
	if event {
		lines = append(lines, codexLine("event_msg", `{"type":"user_message","message":`+string(whole)+`}`))
	}
	lines = append(lines, codexLine("response_item", `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"ok"}]}`))
	h := empty(t).file("codex/sessions/2026/11/20/rollout-2026-11-20T10-00-00-"+marksThread+".jsonl", lines...)
	s := h.get(marksThread)
	for _, m := range s.Messages {
		if m.Role == "user" {
			prompts = append(prompts, m.Content)
		}
	}
	return s.Title, prompts
}

// Rule: a closed block at the beginning of a text is left out, and the rest is the prompt.
func TestMarks(t *testing.T) {
	for _, m := range codex.InjectedMarks() {
		tag := m.Tag
		if m.Open {
			tag += "key"
		}
		block, open := "<"+tag+" source=\"goal\">\nzhidden\n</"+tag+">", "<"+tag+"> what is that"
		if m.Tag == "" {
			block, open = m.Begin+"\nzhidden\n"+m.End, m.Begin+" what is that"
		}
		for name, c := range map[string]struct {
			event bool
			want  string
			parts []string
		}{
			"before":        {false, "ztyped \"it\"", []string{block + "\n\nztyped \"it\""}},
			"with an event": {true, "ztyped \"it\"", []string{block + "\n\nztyped \"it\""}},
			"first part":    {false, "ztyped it", []string{block, "ztyped it"}},
			"event alike":   {true, "ztyped it", []string{block, "ztyped it"}},
			"unclosed":      {false, open, []string{open}},
			"mentioned":     {false, "what is " + block, []string{"what is " + block}},
			"alone":         {false, "", []string{block}},
		} {
			title, prompts := codexPrompt(t, "", c.event, c.parts...)
			if got := strings.Join(prompts, "|"); got != c.want || c.want != "" && title != strings.Join(strings.Fields(c.want), " ") {
				t.Errorf("%s%s, %s: title %q, prompts %q, want %q", m.Tag, m.Begin, name, title, got, c.want)
			}
		}
	}
	// Where the record says who wrote a part, that decides.
	kinds := `,"internal_chat_message_metadata_passthrough":{"content_item_kinds":["user.text"]}`
	if _, prompts := codexPrompt(t, kinds, false, "<skill>x</skill>"); strings.Join(prompts, "|") != "<skill>x</skill>" {
		t.Errorf("typed tags: %q", prompts)
	}
}

func TestHostileMarks(t *testing.T) {
	const n = 100_000
	for _, in := range []string{strings.Repeat("<skill>", n) + strings.Repeat("</skill>", n), strings.Repeat("<skill><skill></skill>", n)} {
		if title, _ := codexPrompt(t, "", true, in+" ztyped"); title != "ztyped" {
			t.Errorf("title %.50q", title)
		}
	}
}
