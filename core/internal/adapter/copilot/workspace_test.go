package copilot_test

import "testing"

// TestTitles: a name given by the user, else by the agent, else the first
// prompt; never the summary, which in 0.0.400 is the last prompt.
func TestTitles(t *testing.T) {
	for yaml, want := range map[string]string{
		"":                                    "first prompt",
		"name: plain\nuser_named: true\n":     "plain",
		"name: plain\nuser_named: false\n":    "plain",
		"name: 'it''s: quoted'\n":             "it's: quoted",
		`name: "a \"b\" \u00e9"` + "\n":       `a "b" é`,
		"name: >-\n  folded\n  text\ncwd: /x": "folded text",
		"name: |-\r\n  kept\r\n  lines\r\n":   "kept lines",
		"name: one\n  and two\n":              "one and two",
		"name: null\nsummary: last prompt\n":  "first prompt",
		"summary: last prompt\n":              "first prompt",
		"# name: no\nx:\n  name: no\n":        "first prompt",
		"\xef\xbb\xbfname: marked\n":          "marked",
		"\x00\xff:::\n'\nname: '\n":           "'",
	} {
		h := made(t, start(1, "0.0.400", ""), user(2, "first prompt"), answer(3, "a", ""), user(4, "last prompt"))
		h.mounts.File(workspace(uuid(1)), []byte(yaml))
		s, _ := h.get(uuid(1))
		if s.Title != want || s.Cwd != "/w" {
			t.Errorf("%q: title %q, want %q; cwd %q", yaml, s.Title, want, s.Cwd)
		}
		h.quiet()
	}
}

// The working directory of a session whose header is lost is beside it.
func TestCwdBeside(t *testing.T) {
	h := made(t, user(2, "hello"))
	h.file(workspace(uuid(1)), "cwd: /home/dev/projects/café notes")
	for _, want := range []bool{false, true} {
		w := everything
		if want {
			w.Text, w.Prompts = false, false
		}
		records := h.records(uuid(1), w)
		if f := records[len(records)-1].Facts; f.Cwd != "/home/dev/projects/café notes" {
			t.Errorf("%+v", f)
		}
	}
}

// Versions without a fixture: 0.0.400 has a folder and no tokens; 1.0.20 names
// its model in an event, marks subagents by the parent's call only, and spells
// the tokens of compactions shortly.
func TestVersionsBetween(t *testing.T) {
	h := made(t, start(1, "0.0.400", `,"selectedModel":"gpt-9"`), user(2, "hello"), answer(3, "hi", ""), event(4, "session.resume", `"eventCount":3`),
		user(5, "again"), event(6, "session.truncation", `"tokenLimit":90000`), answer(7, "ho", ""))
	s, r := h.get(uuid(1))
	equal(t, "0.0.400", show(s), "user: hello\nassistant gpt-9: hi\nuser: again\nassistant gpt-9: ho")
	if s.Cost != nil || s.TurnCount != 2 || r.FormatVersion != "0.0.400" || len(r.UnknownTypes) != 0 {
		t.Errorf("0.0.400: %+v %+v", s.Summary(), r)
	}
	h = made(t, start(1, "1.0.20", ""), event(2, "session.model_change", `"newModel":"gpt-9"`), user(3, "count"),
		event(4, "assistant.message", `"messageId":"m4","content":"","toolRequests":[{"toolCallId":"c1","name":"task","arguments":{"prompt":"go"},"type":"function"}],"outputTokens":3`),
		event(5, "subagent.started", `"toolCallId":"c1","agentName":"explore"`),
		event(6, "assistant.message", `"parentToolCallId":"c1","messageId":"m6","content":"two","toolRequests":[],"outputTokens":4`),
		event(7, "tool.execution_complete", `"toolCallId":"c1","success":true,"result":{"content":"two\n<exited with exit code 12>"}`),
		answer(8, "2", `,"outputTokens":5`), totals(9, 3, 90, 12, ""),
		event(10, "session.compaction_complete", `"success":true,"summaryContent":"sum","compactionTokensUsed":{"input":50,"output":2,"cachedInput":10}`))
	s, _ = h.get(uuid(1))
	equal(t, "1.0.20", show(s), `
user: count
assistant gpt-9: task{"prompt":"go"}
tool: task "two\n<exited with exit code 12>" failed 12
assistant gpt-9: 2
system/compaction gpt-9: sum`)
	if s.Cost.InputTokens != 90+40 || s.Cost.CachedTokens != 10 || s.Cost.OutputTokens != 14 {
		t.Errorf("1.0.20: %+v", s.Cost)
	}
}
