package hermes_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// A conversation that was continued twice is listed once, read through as
// one, and spends once; its parts are still found by their ids.
func TestContinuationsAreOne(t *testing.T) {
	for _, fixture := range fixtures {
		h := home(t, fixture)
		sums := list(t, h, session.ListRequest{Limit: 100})
		if _, ok := sums[second]; ok || sums[conversation].TurnCount != 4 || sums[conversation].Title != "Fix parcel weight rounding" {
			t.Errorf("%s: %+v", fixture, sums)
		}
		all := list(t, h, session.ListRequest{Limit: 100, Superseded: true})
		for _, part := range []string{second, third} {
			if s := all[part]; s.SupersededBy != conversation || s.TurnCount != 1 {
				t.Errorf("%s: part is %+v", fixture, s)
			}
		}
		whole := get(t, h, conversation)
		if len(whole.Messages) != 14 || whole.Messages[9].Kind != "compaction" || whole.Messages[13].ID != "14" {
			t.Errorf("%s: %d messages", fixture, len(whole.Messages))
		}
		if part := get(t, h, second); len(part.Messages) != 3 || part.Messages[2].Content != "Done, the JSON body now carries billable_kg." || part.SupersededBy != conversation {
			t.Errorf("%s: part is %+v", fixture, part)
		}
		// Every request of a part has the key that it has in the whole.
		e := env(h, nil)
		ix := discover(t, e)
		keys := map[string]bool{}
		for _, r := range records(t, e, ix, conversation, forSpend) {
			if r.UsageKey != "" {
				keys[r.UsageKey] = true
			}
		}
		for _, r := range records(t, e, ix, second, forSpend) {
			if r.UsageKey != "" && !keys[r.UsageKey] {
				t.Errorf("%s: %s would count twice", fixture, r.UsageKey)
			}
		}
		if sub := ix.FindRef(subagent); !sub.Subagent || sub.Parent != conversation || sums[branch].ForkedFrom != conversation {
			t.Errorf("%s: subagent %+v, branch %+v", fixture, sub, sums[branch])
		}
	}
}

// The four meanings of parent_session_id, by marks and without them.
func TestParents(t *testing.T) {
	const add = "INSERT INTO sessions (id, source, parent_session_id, model_config, started_at, ended_at, end_reason) VALUES "
	h := made(t, schema, add+`
('full', 'cli', NULL, NULL, 100, 200, 'compression'),
('more', 'cli', 'full', '{"_delegate": 1}', 200.5, NULL, NULL),
('branch', 'cli', 'more', '{"_branched_from": "more"}', 300, NULL, NULL),
('task', 'cli', 'more', '{"_delegate_from": "more"}', 300, NULL, NULL),
('old task', 'cli', 'full', NULL, 150, 160, 'completed'),
('running task', 'cli', 'more', 'not json', 400, NULL, NULL),
('sourced task', 'subagent', 'full', NULL, 250, NULL, NULL),
('task went on', 'cli', 'task2', NULL, 700, NULL, NULL),
('task2', 'subagent', 'full', NULL, 600, 650, 'compression'),
('other try', 'cli', 'full', NULL, 200.2, NULL, NULL),
('reset', 'cli', NULL, NULL, 100, 200, 'session_reset'),
('fresh', 'cli', 'reset', NULL, 201, NULL, NULL),
('marked fresh', 'cli', 'full', '{"_reset_from": "full"}', 900, NULL, NULL),
('left', 'cli', NULL, NULL, 100, 200, 'branched'),
('old branch', 'cli', 'left', NULL, 201, NULL, NULL),
('orphan', 'cli', 'gone', NULL, 201, NULL, NULL),
('loop a', 'cli', 'loop b', NULL, 100, 90, 'compression'), ('loop b', 'cli', 'loop a', NULL, 100, 90, 'compression'),
('self', 'cli', 'self', NULL, 100, 90, 'compression')`)
	got := list(t, h, session.ListRequest{Limit: 100, Subagents: true, Superseded: true})
	for id, want := range map[string]session.SessionSummary{
		"full": {}, "more": {SupersededBy: "full"},
		"branch":       {ForkedFrom: "full"},
		"task":         {IsSubagent: true, ParentSessionID: "full"},
		"old task":     {IsSubagent: true, ParentSessionID: "full"},
		"running task": {IsSubagent: true, ParentSessionID: "full"},
		"sourced task": {IsSubagent: true, ParentSessionID: "full"},
		"task2":        {IsSubagent: true, ParentSessionID: "full"},
		"task went on": {IsSubagent: true, ParentSessionID: "full", SupersededBy: "task2"},
		"other try":    {ForkedFrom: "full"},
		"fresh":        {ParentSessionID: "reset"},
		"marked fresh": {ParentSessionID: "full"},
		"old branch":   {ForkedFrom: "left"},
		"orphan":       {ParentSessionID: "gone"},
		"loop a":       {}, "loop b": {}, "self": {},
	} {
		s, ok := got[id]
		if !ok || s.SupersededBy != want.SupersededBy || s.ForkedFrom != want.ForkedFrom || s.IsSubagent != want.IsSubagent || s.ParentSessionID != want.ParentSessionID {
			t.Errorf("%s: found %v superseded %q forked %q subagent %v parent %q", id, ok, s.SupersededBy, s.ForkedFrom, s.IsSubagent, s.ParentSessionID)
		}
	}
}

// A continuation's number is no new name, any other title is.
func TestTitles(t *testing.T) {
	const add = "INSERT INTO sessions (id, parent_session_id, title, title_source, started_at, ended_at, end_reason) VALUES "
	for _, c := range []struct{ first, second, source, want string }{
		{"Rounding", "Rounding #2", "derived", "Rounding"},
		{"Rounding", "Half kilograms", "user", "Half kilograms"},
		{"", "Late name", "llm", "Late name"},
		{"Rounding", "Rounding #two", "llm", "Rounding #two"},
	} {
		null := func(s string) string {
			if s == "" {
				return "NULL"
			}
			return "'" + s + "'"
		}
		h := made(t, schema, add+"('a', NULL, "+null(c.first)+", 'llm', 100, 200, 'compression'), ('b', 'a', "+null(c.second)+", '"+c.source+"', 200, NULL, NULL)")
		if got := list(t, h, session.ListRequest{})["a"]; got.Title != c.want {
			t.Errorf("%+v: %q", c, got.Title)
		}
	}
}

// What a compaction carries over into the next part is not said twice: with
// its old time, or among the rows that it wrote.
func TestCarriedOver(t *testing.T) {
	const sessions = "INSERT INTO sessions (id, parent_session_id, started_at, ended_at, end_reason) VALUES ('a', NULL, 100, 200, 'compression'), ('b', 'a', 200, NULL, NULL)"
	const rows = "INSERT INTO messages (session_id, role, content, timestamp, tool_call_id, tool_calls, active, compacted) VALUES "
	const before = `('a', 'user', 'one', 101, NULL, NULL, 1, 0), ('a', 'assistant', 'uno', 102, NULL, '[{"id":"c1","function":{"name":"f","arguments":"{}"}}]', 1, 0),
('a', 'tool', 'x', 103, 'c1', NULL, 1, 0), ('a', 'user', 'continue', 104, NULL, NULL, 1, 0), ('a', 'assistant', 'dos', 105, NULL, NULL, 1, 0)`
	const want = `user: one
assistant: uno
tool: "x"
user: continue
assistant: dos
system/compaction: [CONTEXT COMPACTION] so far
user: continue
assistant: tres`
	for name, after := range map[string]string{
		"times of writing": `('b', 'user', 'one', 200.1, NULL, NULL, 1, 0), ('b', 'user', '[CONTEXT COMPACTION] so far', 200.2, NULL, NULL, 1, 0),
('b', 'user', 'continue', 200.3, NULL, NULL, 1, 0), ('b', 'assistant', 'dos', 200.4, NULL, NULL, 1, 0), ('b', 'user', 'continue', 290, NULL, NULL, 1, 0), ('b', 'assistant', 'tres', 291, NULL, NULL, 1, 0)`,
		"old times": `('b', 'user', '[CONTEXT COMPACTION] so far', 205, NULL, NULL, 1, 0), ('b', 'user', 'continue', 104, NULL, NULL, 1, 0), ('b', 'assistant', 'dos', 105, NULL, NULL, 1, 0),
('b', 'user', 'continue', 290, NULL, NULL, 1, 0), ('b', 'assistant', 'tres', 291, NULL, NULL, 1, 0)`,
		"merged": `('b', 'assistant', '[CONTEXT COMPACTION] so far

--- END OF CONTEXT SUMMARY --- respond below

dos', 200.2, NULL, NULL, 1, 0), ('b', 'user', 'continue', 290, NULL, NULL, 1, 0), ('b', 'assistant', 'tres', 291, NULL, NULL, 1, 0)`,
	} {
		if got := said(walked(t, made(t, schema, sessions, rows+before+","+after), "a")); got != want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
	// In place: the originals of what was carried over are marked as if they
	// had been taken back.
	inPlace := strings.NewReplacer("1, 0), ('a', 'user', 'continue'", "0, 1), ('a', 'user', 'continue'", ", NULL, NULL, 1, 0)", ", NULL, NULL, 0, 0)").Replace(before)
	inPlace = strings.Replace(inPlace, "101, NULL, NULL, 0, 0", "101, NULL, NULL, 0, 1", 1)
	inPlace += `,('a', 'user', '[CONTEXT COMPACTION] so far', 205, NULL, NULL, 1, 0), ('a', 'user', 'continue', 104, NULL, NULL, 1, 0), ('a', 'assistant', 'dos', 105, NULL, NULL, 1, 0),
('a', 'user', 'continue', 290, NULL, NULL, 1, 0), ('a', 'assistant', 'wrong', 290.5, NULL, NULL, 0, 0), ('a', 'assistant', 'tres', 291, NULL, NULL, 1, 0)`
	got := said(walked(t, made(t, schema, "INSERT INTO sessions (id, started_at) VALUES ('a', 100)", rows+inPlace), "a"))
	if got != strings.Replace(want, "assistant: tres", "assistant/branch: wrong\nassistant: tres", 1) {
		t.Errorf("in place:\n%s", got)
	}
}

// Rows that were summed up in place are still what was said; rows that the
// user took back are a branch.
func TestCompactedAndRewound(t *testing.T) {
	for _, fixture := range []string{"hermes-v22", "hermes-v30-handmade"} {
		rs := walked(t, home(t, fixture), compacted)
		text := said(rs)
		if strings.Count(text, "user: Step") != 6 || !strings.Contains(text, "system/compaction: [CONTEXT SUMMARY] darkness") ||
			!strings.Contains(text, "user/branch: Oops, delete all the presets.\nassistant/branch: Presets deleted.\nuser: Keep the presets") {
			t.Errorf("%s:\n%s", fixture, text)
		}
		s := get(t, home(t, fixture), compacted)
		if len(s.Messages) != 16 || len(s.Branches) != 1 || s.Branches[0].MessageCount != 2 || s.TurnCount != 7 {
			t.Errorf("%s: %d messages, branches %+v, %d turns", fixture, len(s.Messages), s.Branches, s.TurnCount)
		}
		if m := s.Messages[15]; m.Model != "" || s.Model != "deepseek/deepseek-v3.2" { // two models answered
			t.Errorf("%s: %q of a message, %q of the session", fixture, m.Model, s.Model)
		}
		if m := get(t, home(t, fixture), conversation).Messages[1]; m.Model != "anthropic/claude-sonnet-4.6" {
			t.Errorf("%s: %q", fixture, m.Model)
		}
	}
	// Schema 6 has no mark for either.
	if s := get(t, home(t, "hermes-v6"), compacted); len(s.Messages) != 16 || len(s.Branches) != 0 {
		t.Errorf("%d messages", len(s.Messages))
	}
}

// The subagents of a conversation are counted below it, whichever part
// started them, and only once.
func TestSubagentSpend(t *testing.T) {
	const add = "INSERT INTO sessions (id, parent_session_id, source, started_at, ended_at, end_reason, input_tokens) VALUES "
	h := made(t, schema, add+`('a', NULL, 'cli', 100, 200, 'compression', 10), ('b', 'a', 'cli', 200, NULL, NULL, 20),
('s', 'b', 'subagent', 210, 220, 'compression', 100), ('s2', 's', 'subagent', 220, NULL, NULL, 200)`)
	got := list(t, h, session.ListRequest{})["a"]
	if got.Cost == nil || got.Cost.InputTokens != 330 || got.Cost.Subagents.InputTokens != 300 {
		t.Errorf("%+v", got.Cost)
	}
}
