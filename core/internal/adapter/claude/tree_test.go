package claude_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
)

// Rule: the answers to parallel calls hang off lines of their own; all are
// shown, in file order, with the tool that was called.
func TestParallelResults(t *testing.T) {
	want := `
		user Fix the date parser …
		assistant Let me look around. +Bash +Read +Bash
		tool Read failed
		tool Bash failed
		tool Bash failed
		assistant +Read
		tool Read
		assistant +Edit
		tool Edit failed
		assistant +Write +Edit
		tool Write
		tool Edit
		assistant +Bash
		tool Bash
		assistant Fixed ✅ — week …
	`
	for fixture, id := range map[string]string{"claude": "3b067d2e", "claude-2.1.30": "c50cabd0"} {
		s := openHome(t, fixture).get(t, id)
		same(t, fixture, script(s), want)
		if len(s.Branches) != 0 {
			t.Errorf("%s: parallel calls became branches: %+v", fixture, s.Branches)
		}
		if r := s.Messages[3].ToolResult; r.ExitCode != 128 {
			t.Errorf("%s: exit code %d", fixture, r.ExitCode)
		}
		if r := s.Messages[2].ToolResult; r.ExitCode != 0 || !r.IsError {
			t.Errorf("%s: a failed read has exit code %d", fixture, r.ExitCode)
		}
	}
}

// turn writes a prompt and its answer.
func turn(prompt, id, parent string) string {
	return `{"type":"user","uuid":"` + id + `","parentUuid":"` + parent + `","sessionId":"own","message":{"role":"user","content":"` + prompt + `"}}` + "\n" +
		`{"type":"assistant","uuid":"` + id + `x","parentUuid":"` + id + `","sessionId":"own","message":{"id":"m` + id + `","model":"x","content":[{"type":"text","text":"re ` + prompt + `"}]}}`
}

// Rule: the branch that was written to last is the current one. last-prompt
// decides only when it comes after all messages and so is newer than they.
func TestCurrentBranch(t *testing.T) {
	leaf := func(id string) string { return `{"type":"last-prompt","lastPrompt":"p","leafUuid":"` + id + `"}` }
	one, two, other := turn("one", "a", ""), turn("two", "b", "ax"), turn("other", "c", "ax")
	for _, x := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"rewound and gone on", []string{one, two, other}, "one,other"},
		{"stale: more was said behind it", []string{one, leaf("ax"), two}, "one,two"},
		{"names a line that follows", []string{one, leaf("bx"), two}, "one,two"},
		{"rewound, then left", []string{one, two, leaf("ax")}, "one"},
		{"back to the first branch, then left", []string{one, two, other, leaf("bx")}, "one,two"},
		{"names a line that is lost", []string{one, two, leaf("gone")}, "one,two"},
	} {
		s := oneSession(t, x.lines...).get(t, "own")
		var prompts []string
		for _, m := range s.Messages {
			if m.Role == "user" {
				prompts = append(prompts, m.Content)
			}
		}
		if got := strings.Join(prompts, ","); got != x.want {
			t.Errorf("%s: %s, want %s", x.name, got, x.want)
		}
	}
	// The fixtures have stale ones (a0000004), forward ones (e8397ec2, 7781e2de)
	// and none (all older): everything that was said is shown, but what the first versions'
	// subagents wrote into their parents' files.
	inner := map[string]int{"430d1ba9-3e70-4048-9592-7dbdcd8293a3": 1, "62cd4ad8-cb62-49d5-ad01-771aa020c104": 1, "5a3d502f-f94d-4a23-9d86-4571c770d7ec": 1}
	for _, fixture := range fixtures {
		h := openHome(t, fixture)
		for id := range h.list(t) {
			if s := h.get(t, id); len(s.Branches) != inner[id] {
				t.Errorf("%s %s: %d branches", fixture, id, len(s.Branches))
			}
		}
	}
}

// Rule: a compaction restarts the chain; what precedes it stays visible.
func TestCompaction(t *testing.T) {
	for _, x := range []struct {
		fixture, id, form string
		at                int
	}{
		{"claude-0.2.126", "b2a579a1", "text prefix only, root of its own", 6},
		{"claude-1.0.24", "cd1ddaf6", "flag, root of its own, no boundary", 10},
		{"claude-1.0.120", "049ebb4b", "boundary, TUI", 10},
		{"claude-2.0.60", "54b67caa", "boundary, TUI", 10},
		{"claude-2.0.60", "7c78335b", "boundary, -p", 8},
		{"claude-2.1.30", "0180623e", "boundary, -p", 8},
		{"claude", "a0000002", "boundary, -p", 8},
		{"claude", "e9491ba4", "boundary, TUI, nothing behind it", 12},
	} {
		s := openHome(t, x.fixture).get(t, x.id)
		n := 0
		for i, m := range s.Messages {
			if m.Kind == "compaction" {
				if n++; i != x.at || m.Role != "system" || m.Type != "system" || m.Content == "" {
					t.Errorf("%s (%s): message %d: %+v", x.id, x.form, i, m)
				}
			}
		}
		if n != 1 {
			t.Errorf("%s (%s): %d compactions", x.id, x.form, n)
		}
	}
	// Nobody's prompt is a summary only because it begins like one.
	s := oneSession(t, `{"type":"user","uuid":"u","version":"2.1.30","message":{"role":"user","content":"This session is being continued from a previous conversation, why?"}}`).get(t, "own")
	if s.Messages[0].Role != "user" {
		t.Errorf("a prompt became %+v", s.Messages[0])
	}
}

// Rule: progress lines (2.1.30) are in the chain.
func TestProgressInTheChain(t *testing.T) {
	h := openHome(t, "claude-2.1.30")
	for _, r := range h.walk(t, "9f7849fc", everything) {
		if r.Line == 10 && (r.Kind != adapter.Injected || r.ID == "" || r.Parent == "") {
			t.Errorf("progress line: %+v", r)
		}
	}
	if s := h.get(t, "9f7849fc"); len(s.Messages) != 13 {
		t.Errorf("%d messages, want 13", len(s.Messages))
	}
}

// Rule: a line with several results, or results and text, is as many
// messages, and what follows it follows all of them.
func TestSeveralMessagesInOneLine(t *testing.T) {
	s := oneSession(t,
		turn("one", "a", ""),
		`{"type":"assistant","uuid":"b","parentUuid":"ax","message":{"id":"m2","model":"x","content":[{"type":"tool_use","id":"t1","name":"A","input":{}},{"type":"tool_use","id":"t2","name":"B","input":{"b":1,"a":2}}]}}`,
		`{"type":"user","uuid":"c","parentUuid":"b","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"r1"},{"type":"tool_result","tool_use_id":"t2","content":[{"type":"text","text":"r2"},{"type":"text","text":"more"}],"is_error":true},{"type":"text","text":"[Request interrupted by user for tool use]"}]}}`,
		`{"type":"assistant","uuid":"d","parentUuid":"c","message":{"id":"m3","model":"x","content":[{"type":"server_tool_use","id":"t3","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"t3","content":[{"type":"web_search_result","url":"http://x"}]},{"type":"text","text":"found"}]}}`,
		turn("two", "e", "d")).get(t, "own")
	same(t, "script", script(s), `
		user one
		assistant re one
		assistant +A +B
		tool A
		tool B failed
		system/interrupted [Request interrupted by user …
		assistant found +web_search
		tool web_search
		user two
		assistant re two
	`)
	if got := string(s.Messages[4].ToolResult.Output); got != `"r2\n\nmore"` {
		t.Errorf("output %s", got)
	}
	if got := string(s.Messages[2].ToolCalls[1].Input); got != `{"a":2,"b":1}` {
		t.Errorf("input %s", got)
	}
}
