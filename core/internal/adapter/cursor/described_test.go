package cursor_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/cursor"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

const describedPath = "cursor/sessions/sessions.db"

// Ids are integers or UUIDs, also those that look like integers and are text.
func TestDescribed(t *testing.T) {
	h := adaptertest.NativeHost(t, "cursor-described")
	for _, id := range []string{"42", whole} {
		s := get(t, h, id)
		expect(t, s, "user Find where the parcel weight is floored and fix it.", "assistant `src/quote.py` now uses `math.ceil`.")
		if u := s.Messages[1].TokenUsage; u == nil || u.InputTokens != 3120 || u.OutputTokens != 212 || s.Messages[0].TokenUsage != nil {
			t.Errorf("%s: usage %+v", id, u)
		}
	}
	s := get(t, adaptertest.NativeHost(t, "cursor-described-int"), "42")
	expect(t, s, "user Find where the parcel weight is floored and fix it.", "assistant Done.")
	if s.Messages[0].TokenUsage.InputTokens != 18 || s.Messages[1].TokenUsage.OutputTokens != 212 || s.Messages[1].Timestamp.String() != "2026-08-10T09:15:09.000Z" {
		t.Errorf("messages %+v", s.Messages)
	}
}

// Columns have likely names; what a row has beside its text is read too.
func TestDescribedColumns(t *testing.T) {
	_, h := mounted(t, map[string][]byte{describedPath: database(t,
		"CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT, cwd TEXT, createdAt REAL, parent_id TEXT)",
		"INSERT INTO sessions VALUES ('s1', 'Named', '/work', 1786353300.5, 'p1'), ('s2', NULL, NULL, NULL, NULL)",
		"CREATE TABLE messages (conversation_id TEXT, type TEXT, text TEXT, reasoning TEXT, toolCalls TEXT, model_id TEXT, created TEXT, prompt_tokens INTEGER, completion_tokens INTEGER, cached_tokens INTEGER)",
		"INSERT INTO messages VALUES ('s1', 'user', 'hi', NULL, NULL, NULL, '2026-08-10 09:15:00', NULL, NULL, NULL)",
		`INSERT INTO messages VALUES ('s1', 'assistant', NULL, 'hm', '[{"id":"c","function":{"name":"Shell","arguments":"{\"a\":1}"}}]', 'gpt-5', NULL, 10, 2, 4)`,
		"INSERT INTO messages VALUES ('s1', 'tool', 'out', NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
		`INSERT INTO messages VALUES ('s1', 'assistant', '[{"type":"text","text":"done"}]', NULL, 'x', 'gpt-5', NULL, 10, 2, -4)`)})
	s, report, err := catalog.New(h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: cursor.Name, SessionID: "s1"})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, s, "user hi", `assistant (hm) Shell{"a":1}`, "tool out", "assistant done")
	if s.Title != "Named" || s.Cwd != "/work" || s.ParentSessionID != "p1" || s.IsSubagent || !report.NaiveTimes || s.Model != "gpt-5" {
		t.Errorf("summary %+v, report %+v", s.Summary(), report)
	}
	if c := s.Cost; c.InputTokens != 20 || c.OutputTokens != 4 || c.CachedTokens != 4 || c.Source != session.CostSourceComputed {
		t.Errorf("cost %+v", c)
	}
}

func TestDescribedStrangers(t *testing.T) {
	_, h := mounted(t, map[string][]byte{describedPath: database(t, "CREATE TABLE other (a)")})
	if _, err := cursor.New().Discover(env(h, nil)); fault.CodeOf(err) != fault.ParseError {
		t.Errorf("no table of sessions: %v", err)
	}
	_, h = mounted(t, map[string][]byte{describedPath: database(t, "CREATE TABLE sessions (id TEXT)", "INSERT INTO sessions VALUES ('s')")})
	_, _, err := catalog.New(h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: cursor.Name, SessionID: "s"})
	if fault.CodeOf(err) != fault.ParseError {
		t.Errorf("no table of messages: %v", err)
	}
	_, h = mounted(t, map[string][]byte{describedPath: nil})
	if ix := discover(t, env(h, nil)); len(ix.Refs) != 0 {
		t.Errorf("an empty file has %d sessions", len(ix.Refs))
	}
}
