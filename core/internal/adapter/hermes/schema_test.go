package hermes_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// Every fixture names its schema, and reads alike where they hold the same.
func TestSchemas(t *testing.T) {
	for fixture, want := range map[string]string{"hermes-v6": "schema 6", "hermes-v22": "schema 22", "hermes-v30-handmade": "schema 30", "hermes-livewal": "schema 22"} {
		if got := walked(t, home(t, fixture), conversation)[0].Facts.FormatVersion; got != want {
			t.Errorf("%s: %s", fixture, got)
		}
	}
	want := walked(t, home(t, "hermes-v22"), conversation)
	got := walked(t, home(t, "hermes-v30-handmade"), conversation)
	if said(got) != said(want) || len(got) != len(want) {
		t.Errorf("30 says\n%s\n22 says\n%s", said(got), said(want))
	}
}

// Schema 11, which has no database: made of its own DDL.
func TestSchema11(t *testing.T) {
	h := made(t, schema11(t), "INSERT INTO schema_version VALUES (11)",
		`INSERT INTO sessions (id, source, model, model_config, parent_session_id, started_at, ended_at, end_reason, input_tokens, output_tokens, estimated_cost_usd, cost_status, title, api_call_count)
VALUES ('20260501_090000_aaaaaa', 'cli', 'm-1', '{"cwd": "/p"}', NULL, 1777626000.5, 1777627000.5, 'compression', 100, 10, 0.01, 'estimated', 'Lanterns', 1),
('20260501_093000_bbbbbb', 'cli', 'm-1', NULL, '20260501_090000_aaaaaa', 1777627000.75, NULL, NULL, 50, 5, 0.005, 'estimated', 'Lanterns #2', 1)`,
		`INSERT INTO messages (session_id, role, content, timestamp, tool_calls, reasoning_content, codex_message_items) VALUES
('20260501_090000_aaaaaa', 'user', 'Where is the wick?', 1777626001, NULL, NULL, NULL),
('20260501_090000_aaaaaa', 'assistant', '', 1777626002, '[{"id":"c1","function":{"name":"find","arguments":"{\"q\":\"wick\"}"}}]', 'hm', '[]'),
('20260501_093000_bbbbbb', 'user', '[CONTEXT COMPACTION] the wick was sought', 1777627001, NULL, NULL, NULL),
('20260501_093000_bbbbbb', 'user', 'Light it.', 1777627002, NULL, NULL, NULL), ('20260501_093000_bbbbbb', 'assistant', 'Lit.', 1777627003, NULL, NULL, NULL)`)
	s := get(t, h, "20260501_090000_aaaaaa")
	if s.Title != "Lanterns" || s.Cwd != "/p" || s.TurnCount != 2 || len(s.Messages) != 5 || s.Cost.InputTokens != 150 || s.Cost.TotalUSD.String() != "0.015" ||
		s.CreatedAt.String() != "2026-05-01T09:00:00.500Z" || s.Messages[1].Thinking != "hm" || string(s.Messages[1].ToolCalls[0].Input) != `{"q":"wick"}` {
		t.Errorf("%+v", s)
	}
	if ids, ok := propose(t, h, "COMPACT", "ick"); !ok || !slices.Contains(ids, "20260501_090000_aaaaaa") {
		t.Errorf("%q %v", ids, ok)
	}
}

// Columns that are not there are done without, down to almost none.
func TestFewerColumns(t *testing.T) {
	h := made(t, "CREATE TABLE sessions (id TEXT PRIMARY KEY)", "CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT)",
		"INSERT INTO sessions VALUES ('a')", "INSERT INTO messages VALUES (1, 'a', 'user', 'hi'), (2, 'a', 'assistant', 'ho')")
	if got := said(walked(t, h, "a")); got != "user: hi\nassistant: ho" {
		t.Errorf("%s", got)
	}
	h = made(t, "CREATE TABLE sessions (id TEXT PRIMARY KEY)", "INSERT INTO sessions VALUES ('a')")
	e := env(h, nil)
	ix := discover(t, e)
	err := agent.Walk(e, ix, &ix.Refs[0], everything, adapter.NewOutlet(e, func(*adapter.Record) error { return nil }))
	if fault.CodeOf(err) != fault.ParseError || fault.From(err).Path != databaseFile {
		t.Errorf("no messages: %v", err)
	}
	_, err = agent.Discover(env(made(t, "CREATE TABLE cake (id text)"), nil))
	if fault.CodeOf(err) != fault.ParseError || fault.From(err).Hint == "" {
		t.Errorf("another program's database: %v", err)
	}
	if ix := discover(t, env(made(t), nil)); len(ix.Refs) != 0 {
		t.Errorf("a database without tables has %d sessions", len(ix.Refs))
	}
}

// The older description: another name of the file, ids that are UUIDs, tokens
// per turn, and memory entries in a table that is no session.
func TestDescribed(t *testing.T) {
	const id = "550e8400-e29b-41d4-a716-446655440000"
	dir := t.TempDir()
	build(t, filepath.Join(dir, "hermes.db"), `
CREATE TABLE sessions (id TEXT PRIMARY KEY, title TEXT, model TEXT, working_directory TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE messages (id TEXT, session_id TEXT, role TEXT, content TEXT, tool_calls TEXT, created_at TEXT, input_tokens INTEGER, output_tokens INTEGER, cost REAL);
CREATE VIRTUAL TABLE sessions_fts USING fts5(content);
CREATE VIRTUAL TABLE memory_fts USING fts5(content);
INSERT INTO memory_fts VALUES ('likes lamps');
INSERT INTO sessions VALUES ('`+id+`', 'Lantern', 'm-1', '/p/lantern', '2026-05-01T09:00:00Z', '2026-05-01T09:10:00Z');
INSERT INTO messages VALUES ('z', '`+id+`', 'user', 'What is this?', NULL, '2026-05-01T09:00:01Z', NULL, NULL, NULL),
('y', '`+id+`', 'assistant', 'A lamp.', NULL, '2026-05-01T09:00:02Z', 120, 7, 0.1), ('x', '`+id+`', 'assistant', 'Done.', NULL, '2026-05-01T09:00:03Z', 130, 9, 0.25);`)
	build(t, filepath.Join(dir, "kanban.db"), "CREATE TABLE tasks (id TEXT); INSERT INTO tasks VALUES ('x')")
	h := open(t, dir)
	s := get(t, h, id)
	if s.Title != "Lantern" || s.Cwd != "/p/lantern" || s.TurnCount != 1 || s.Cost.InputTokens != 250 || s.Cost.OutputTokens != 16 ||
		s.Cost.TotalUSD.String() != "0.35" || s.UpdatedAt.String() != "2026-05-01T09:10:00.000Z" {
		t.Errorf("%+v %+v", s.Summary(), s.Cost)
	}
	e := env(h, nil)
	checkSpend(t, e, discover(t, e), id)
	if got := memories(t, h, nil); len(got) != 1 || got[0].Text != "likes lamps" || got[0].Path != "hermes/hermes.db" {
		t.Errorf("%+v", got)
	}
	if got, ok := propose(t, h, "lamp"); !ok || !slices.Equal(got, []string{id}) {
		t.Errorf("%q %v", got, ok)
	}
}

// Profiles are whole homes; the copy of a session that was written to last
// counts.
func TestProfiles(t *testing.T) {
	dir := t.TempDir()
	add := func(id string, at int, title string) string {
		return fmt.Sprintf("INSERT INTO sessions (id, started_at, title) VALUES ('%s', %d, '%s')", id, at, title)
	}
	build(t, filepath.Join(dir, "state.db"), schema, add("a", 100, "root"), add("both", 100, "old"))
	build(t, filepath.Join(dir, "profiles", "work", "state.db"), schema, add("b", 100, "work"), add("both", 200, "new"))
	if err := os.MkdirAll(filepath.Join(dir, "profiles", "empty", "sessions"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "profiles", "empty", "sessions", "a.jsonl"), []byte(`{"role":"user","content":"older"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	h := open(t, dir)
	got := list(t, h, session.ListRequest{})
	if len(got) != 3 || got["a"].Title != "root" || got["b"].Title != "work" || got["both"].Title != "new" {
		t.Errorf("%+v", got)
	}
	for _, r := range discover(t, env(h, nil)).Refs {
		if want := map[string]string{"a": "hermes/state.db", "b": "hermes/profiles/work/state.db", "both": "hermes/profiles/work/state.db"}[r.ID]; r.Path != want {
			t.Errorf("%s is in %s", r.ID, r.Path)
		}
	}
}

// Snapshots and transcripts count where no database has the session.
func TestFiles(t *testing.T) {
	s := get(t, home(t, "hermes-v6"), snapshotID)
	if s.CreatedAt.String() != "2026-03-29T10:15:00.000Z" || s.UpdatedAt.String() != "2026-11-20T17:21:50.168Z" || s.Model != "anthropic/claude-sonnet-4.6" ||
		s.TurnCount != 1 || s.Messages[1].Thinking != "Look in the config." || string(s.Messages[1].ToolCalls[0].Input) != `{"path":"config/warehouses.yaml"}` || s.Cost != nil {
		t.Errorf("%+v", s)
	}
	c := catalog.New(home(t, "hermes-v6"), nil)
	if _, report, err := c.Get(session.GetRequest{Agent: "hermes", SessionID: snapshotID}); err != nil || !report.NaiveTimes || report.Records != 4 {
		t.Errorf("%+v %v", report, err)
	}
	if ref := discover(t, env(home(t, "hermes-v6"), nil)).FindRef(transcriptID); ref.Path != databaseFile {
		t.Errorf("%+v", ref)
	}
	s = get(t, home(t, "hermes-files"), transcriptID)
	if s.CreatedAt.String() != "2026-11-20T17:21:50.000Z" || s.TurnCount != 1 || len(s.Messages) != 4 || s.Messages[2].ToolResult.ToolName != "read_file" {
		t.Errorf("%+v", s)
	}
	h, m := mounted(t, "hermes-files")
	m.File(transcriptFile, []byte(`{"role":"session_meta","tools":[],"model":"m-9","platform":"cli","timestamp":"2026-11-20T18:21:50.5"}
{"role":"user","content":[{"type":"text","text":"hello"}],"timestamp":1795197710.25}
{"role":"assistant","content":null,"tool_calls":"[{\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]"}
`))
	rs := walked(t, h, transcriptID)
	if s := get(t, h, transcriptID); s.Model != "m-9" || s.Messages[0].Timestamp.String() != "2026-11-20T18:01:50.250Z" || len(rs[3].ToolCalls) != 1 {
		t.Errorf("%+v", s)
	}
}

// A snapshot may begin with a mark of its encoding, be empty, or break off: its
// whole messages are read.
func TestDamagedSnapshot(t *testing.T) {
	const whole = `{"session_id":"x","model":"m-9","messages":[{"role":"user","content":"one {\"a\":[{}]}"},{"role":"assistant","content":"","tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}}]}`
	for name, x := range map[string]struct {
		data     string
		messages int
		skipped  int64
	}{
		"mark":           {"\ufeff" + whole + "]}", 2, 0},
		"behind two":     {whole, 2, 1},
		"in the third":   {whole + `,{"role":"tool","content":"{\"x\":{}}`, 2, 1},
		"in the second":  {whole[:len(whole)-1], 1, 1},
		"in its call":    {whole[:len(whole)-20], 1, 1},
		"between fields": {whole + "]", 2, 1},
		"empty":          {" \n", 0, 0},
	} {
		h, m := mounted(t, "hermes-files")
		m.File("hermes/sessions/session_x.json", []byte(x.data))
		c := catalog.New(h, nil)
		s, report, err := c.Get(session.GetRequest{Agent: "hermes", SessionID: "x"})
		if x.messages == 0 {
			if fault.CodeOf(err) != fault.SessionNotFound {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || len(s.Messages) != x.messages || s.Messages[0].Content != `one {"a":[{}]}` || report.SkippedCount != x.skipped {
			t.Errorf("%s: %+v %+v %v", name, s, report, err)
		}
	}
}

// Sessions larger than any page of a query are read whole and in order.
func TestPaging(t *testing.T) {
	const n = 9000
	var rows []string
	for i := 0; i < n; i++ {
		rows = append(rows, fmt.Sprintf("('a', 'user', 'prompt %d', %d)", i, 2000-i/100))
	}
	statements := []string{schema, oneSession}
	for len(rows) > 0 {
		k := min(len(rows), 500)
		statements = append(statements, "INSERT INTO messages (session_id, role, content, timestamp) VALUES "+strings.Join(rows[:k], ","))
		rows = rows[k:]
	}
	for i := 0; i < 2500; i++ {
		statements = append(statements, fmt.Sprintf("INSERT INTO sessions (id, started_at) VALUES ('s%04d', 100)", i))
	}
	h := made(t, statements...)
	e := env(h, nil)
	ix := discover(t, e)
	rs := records(t, e, ix, "a", forList)
	if len(ix.Refs) != 2501 || len(rs) != n+1 {
		t.Fatalf("%d sessions, %d records", len(ix.Refs), len(rs))
	}
	for i, r := range rs[1:] {
		if r.Text != fmt.Sprintf("prompt %d", i) {
			t.Fatalf("%q at %d", r.Text, i)
		}
	}
	left := 20 // the deadline passes in the middle
	h.Poll = stop{&left}
	err := agent.Walk(env(h, nil), ix, ix.FindRef("a"), everything, adapter.NewOutlet(env(h, nil), func(*adapter.Record) error { return nil }))
	if fault.CodeOf(err) != fault.Timeout {
		t.Error(err)
	}
}

// stop is a poll that ends the work at its nth look.
type stop struct{ left *int }

func (s stop) Poll(done, total int64) error {
	if *s.left--; *s.left < 0 {
		return fault.New(fault.Timeout, "deadline")
	}
	return nil
}

// Without SQL, and with a database that cannot be read, sessions in files are
// still there.
func TestUnreadableDatabase(t *testing.T) {
	h, m := mounted(t, "hermes-v6")
	st, err := m.Stat(databaseFile)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, st.Size)
	if _, err := m.ReadAt(databaseFile, data, 0); err != nil {
		t.Fatal(err)
	}
	sql := h.SQL
	check := func(name string, code fault.Code) {
		t.Helper()
		var n notes
		ix, err := agent.Discover(env(h, &n))
		if err != nil || len(ix.Refs) != 2 || len(n) != 1 || n[0].Code != code || n[0].Path != databaseFile {
			t.Errorf("%s: %v, %+v, notes %+v", name, err, ix, n)
		}
		strict := env(h, nil)
		strict.Strict = true
		if _, err := agent.Discover(strict); fault.CodeOf(err) != code {
			t.Errorf("%s, strict: %v", name, err)
		}
	}
	h.SQL = nil
	check("no SQL", fault.Unsupported)
	h.SQL = sql
	m.File(databaseFile, []byte(strings.Repeat("not a database ", 999)))
	check("text", fault.ParseError)
	m.File(databaseFile, data[:5000])
	check("cut", fault.ParseError)
	m.Remove("hermes/sessions")
	if _, err := agent.Discover(env(h, nil)); fault.CodeOf(err) != fault.ParseError {
		t.Errorf("nothing else: %v", err)
	}
	m.File(databaseFile, nil)
	if ix := discover(t, env(h, nil)); len(ix.Refs) != 0 {
		t.Errorf("an empty file has %d sessions", len(ix.Refs))
	}
	m.Remove("hermes")
	if ix := discover(t, env(h, nil)); len(ix.Refs) != 0 {
		t.Errorf("no folder has %d sessions", len(ix.Refs))
	}
}

// A damaged page costs its own rows and is reported.
func TestDamagedPage(t *testing.T) {
	statements := []string{schema, oneSession}
	for i := 0; i < 60; i++ {
		statements = append(statements, fmt.Sprintf("INSERT INTO messages (session_id, role, content, timestamp) VALUES ('a', 'user', '%d %s', %d)", i, strings.Repeat("x", 1500), 100+i))
	}
	h := made(t, statements...)
	e := env(h, nil)
	ix := discover(t, e)
	h.SQL = failing{h.SQL, "WHERE rowid IN", int64(31)}
	rs := records(t, e, ix, "a", everything)
	if len(rs) != 60 || e.Report.SkippedCount != 1 {
		t.Errorf("%d records, %d skipped", len(rs), e.Report.SkippedCount)
	}
	strict := env(h, nil)
	strict.Strict = true
	err := agent.Walk(strict, ix, ix.FindRef("a"), everything, adapter.NewOutlet(strict, func(*adapter.Record) error { return nil }))
	if fault.CodeOf(err) != fault.ParseError {
		t.Errorf("strict: %v", err)
	}
}

// failing fails the queries that ask for one id.
type failing struct {
	host.SQL
	query string
	id    int64
}

func (f failing) Query(h int64, query string, args ...host.Value) ([][]host.Value, error) {
	for _, a := range args {
		if strings.Contains(query, f.query) && a.Int == f.id {
			return nil, fault.New(fault.ParseError, "malformed")
		}
	}
	return f.SQL.Query(h, query, args...)
}

// Rows that are in the log only are read and searched.
func TestLiveWAL(t *testing.T) {
	s := get(t, home(t, "hermes-livewal"), branch)
	if len(s.Messages) != 3 || s.Messages[2].Content != "WAL-only question about the quokka limit" || s.Messages[2].Role != session.RoleUser {
		t.Errorf("%+v", s.Messages)
	}
	if ids, ok := propose(t, home(t, "hermes-livewal"), "quokka"); !ok || !slices.Equal(ids, []string{branch}) {
		t.Errorf("%q %v", ids, ok)
	}
}
