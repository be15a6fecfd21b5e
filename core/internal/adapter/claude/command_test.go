package claude_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: the fixtures' prompts are what Claude Code itself calls the last prompt.
func TestCommandsAreTypedTexts(t *testing.T) {
	for _, x := range []struct{ fixture, id, title string }{
		{"claude-slash-command", "b0000041", "/toycmd zonlycmd"},
		{"claude-slash-command", "b0000042", "/zoo zslashskill"},
		{"claude-pasted-title", "c0000004", "qplain zfirstpaste line b c d e f g h i j k"},
	} {
		h := openHome(t, x.fixture)
		s := h.get(t, x.id)
		if s.Title != x.title || s.TurnCount == 0 {
			t.Errorf("%s: title %q, %d turns; want %q", x.id, s.Title, s.TurnCount, x.title)
		}
		var found []adapter.Record
		for _, r := range h.walk(t, x.id, everything) {
			if r.Prompt {
				found = append(found, r)
			}
		}
		if got := strings.Join(strings.Fields(found[0].Text), " "); got != x.title {
			t.Errorf("%s: prompt %q", x.id, got)
		}
	}
}

// Rule: what follows a command says whether it is a prompt; the order of its
// tags where nothing does.
func TestWhatFollowsACommand(t *testing.T) {
	line := func(typ, uuid, extra, content string) string {
		return `{"type":"` + typ + `","uuid":"` + uuid + `","sessionId":"own","version":"2.1.330","timestamp":"2026-11-22T20:00:0` + uuid[1:] + `.000Z"` + extra +
			`,"message":{"role":"` + typ + `","content":"` + content + `"}}`
	}
	custom := line("user", "u1", "", `<command-message>x</command-message>\n<command-name>/x</command-name>\n<command-args>go\non</command-args>`)
	own := line("user", "u1", "", `<command-name>/x</command-name>\n   <command-message>x</command-message>\n   <command-args>go\non</command-args>`)
	expansion := line("user", "u2", `,"isMeta":true`, "Body.")
	stdout := line("user", "u2", "", "<local-command-stdout>done</local-command-stdout>")
	answer := line("assistant", "u3", "", "Yes.")
	next := line("user", "u4", "", "hello")
	caveat := line("user", "u2", `,"isMeta":true`, "<local-command-caveat>Caveat: x</local-command-caveat>")
	book := `{"type":"mode","mode":"normal"}`
	for _, x := range []struct {
		name   string
		lines  []string
		prompt bool
	}{
		{"custom, expanded", []string{custom, expansion, answer}, true},
		{"custom, expanded, no answer", []string{custom, expansion}, true},
		{"custom, alone", []string{custom, book}, true},
		{"custom, answered", []string{custom, book, answer}, true},
		{"custom, interrupted", []string{custom, next, answer}, true},
		{"custom form, but it printed", []string{custom, stdout, next, answer}, false},
		{"built-in", []string{own, stdout, next, answer}, false},
		{"built-in, alone", []string{own}, false},
		{"built-in, then a prompt", []string{own, next, answer}, false},
		{"built-in, then another's caveat", []string{own, caveat, next, answer}, false},
		{"built-in form, but expanded", []string{own, expansion, answer}, true},
		{"built-in form, but answered", []string{own, answer}, true},
	} {
		h := oneSession(t, x.lines...)
		r := h.walk(t, "own", everything)[0]
		if r.Prompt != x.prompt || r.Prompt != (r.Text == "/x go\non") || r.Prompt == (r.Kind == adapter.Injected) || r.ID != "u1" {
			t.Errorf("%s: %+v", x.name, r)
		}
		if got := len(h.walk(t, "own", everything)); got != len(x.lines) {
			t.Errorf("%s: %d records of %d lines", x.name, got, len(x.lines))
		}
		if len(x.lines) == 1 {
			continue // nothing in it is a session
		}
		s := h.get(t, "own")
		if strings.HasPrefix(s.Title, "/x go on") != x.prompt {
			t.Errorf("%s: title %q", x.name, s.Title)
		}
	}
}

// Rule: in a subagent's file a command is a prompt as elsewhere; inside the
// main file it is nobody's prompt.
func TestCommandOfASubagent(t *testing.T) {
	content := `"message":{"role":"user","content":"<command-message>x</command-message>\n<command-name>/x</command-name>"}`
	h := oneSession(t, `{"type":"user","uuid":"u","sessionId":"own","isSidechain":true,`+content+`}`, userLine("its own", ""))
	if r := h.walk(t, "own", everything)[0]; r.Prompt || !r.Aside || r.Text != "/x" {
		t.Errorf("%+v", r)
	}
}

// Rule: a search finds what was typed, though tags are between its words in the
// file, and nothing by the tags.
func TestSearchFindsTypedCommands(t *testing.T) {
	h := openHome(t, "claude-slash-command")
	for query, want := range map[string]int{`"/toycmd zonlycmd"`: 1, "zslashskill": 1, `"/zoo zslash"`: 1, "command-args": 0, "zcommandbody": 0} {
		found, _, err := h.catalog().Search(session.SearchRequest{Text: query, Agent: "claude", Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		if len(found) != want {
			t.Errorf("%s: %d sessions, want %d", query, len(found), want)
		}
	}
	pasted := openHome(t, "claude-pasted-title")
	found, _, err := pasted.catalog().Search(session.SearchRequest{Text: "zfirstpaste", Agent: "claude", Limit: 10})
	if err != nil || len(found) != 1 {
		t.Errorf("pasted text: %d sessions, %v", len(found), err)
	}
}
