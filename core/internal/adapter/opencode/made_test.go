package opencode_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/opencode"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// Databases that no fixture has, made here.

// schema is the part of 1.18.33's that is read.
const schema = `
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL, directory text NOT NULL,
  title text NOT NULL, version text NOT NULL, revert text, model text, time_created integer NOT NULL, time_updated integer NOT NULL, time_archived integer);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE INDEX message_index ON message (session_id, time_created, id);
CREATE INDEX part_index ON part (message_id, id);`

// made builds a database of statements and mounts it.
func made(t testing.TB, statements ...string) *host.Host {
	t.Helper()
	dir := t.TempDir()
	build(t, dir, statements...)
	return open(t, dir)
}

// build makes dir/opencode.db of statements.
func build(t testing.TB, dir string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(dir, "opencode.db"))+"?_pragma=synchronous(0)")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if _, err := tx.Exec(s); err != nil {
			t.Fatalf("%v in %s", err, s)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func addSession(id, parent, title string, more string) string {
	p := "NULL"
	if parent != "" {
		p = "'" + parent + "'"
	}
	if more == "" {
		more = "NULL, NULL, 1795200000000, 1795200001000, NULL"
	}
	return fmt.Sprintf("INSERT INTO session VALUES ('%s', 'global', %s, 's', '/p', '%s', '1.18.33', %s)", id, p, title, more)
}

func addMessage(id, of string, at int64, data string) string {
	return fmt.Sprintf("INSERT INTO message VALUES ('%s', '%s', %d, %d, '%s')", id, of, at, at, data)
}

func addPart(id, message, of string, data string) string {
	return fmt.Sprintf("INSERT INTO part VALUES ('%s', '%s', '%s', 1, 1, '%s')", id, message, of, data)
}

// Sessions larger than any page of a query are read whole and in order, also
// where times are equal and ids do not follow them.
func TestPaging(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes 9,000 messages")
	}
	const n = 9000
	statements := []string{schema, addSession("ses_1", "", "Long", "")}
	for i := 0; i < n; i++ {
		role, id := "user", fmt.Sprintf("msg_%05d", i)
		if i%100 == 50 {
			id = fmt.Sprintf("msg_a%05d", i) // after its neighbours of the same time
		}
		statements = append(statements, addMessage(id, "ses_1", 1795200000000+int64(i/100), `{"role":"`+role+`","time":{"created":`+fmt.Sprint(1795200000000+int64(i/100))+`}}`),
			addPart(fmt.Sprintf("prt_%05d", i), id, "ses_1", fmt.Sprintf(`{"type":"text","text":"prompt %d"}`, i)))
	}
	for k := 0; k < 300; k++ { // one message with more parts than a page has
		statements = append(statements, addPart(fmt.Sprintf("prt_b%05d", k), "msg_00007", "ses_1", fmt.Sprintf(`{"type":"text","text":"%d"}`, k)))
	}
	h := made(t, statements...)
	e := env(h, nil)
	ix := discover(t, e)
	rs := shown(records(t, e, ix, &ix.Refs[0], everything))
	if len(rs) != n {
		t.Fatalf("%d messages, want %d", len(rs), n)
	}
	for i := 1; i < n; i++ {
		if a, b := rs[i-1], rs[i]; a.Time > b.Time || a.Time == b.Time && a.ID >= b.ID {
			t.Fatalf("%s at %s comes before %s at %s", a.ID, a.Time, b.ID, b.Time)
		}
	}
	if got := strings.Count(rs[7].Text, "\n\n"); got != 300 || !strings.HasPrefix(rs[7].Text, "prompt 7\n\n0\n\n1\n\n2") {
		t.Errorf("%d blocks behind the first of %.40q", got, rs[7].Text)
	}
	if e.Report.Records != 2*n+300 {
		t.Errorf("%d records reported", e.Report.Records)
	}
	left := 20 // the deadline passes in the middle
	h.Poll = stop{&left}
	visits := 0
	err := opencode.New().Walk(env(h, nil), ix, &ix.Refs[0], everything, adapter.NewOutlet(env(h, nil), func(*adapter.Record) error {
		visits++
		return nil
	}))
	if fault.CodeOf(err) != fault.Timeout || visits == 0 || visits >= n {
		t.Errorf("%v after %d visits", err, visits)
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

// A database that is written while it is read: the walk continues with what is
// there now.
func TestDatabaseMovesOn(t *testing.T) {
	dir := t.TempDir()
	prompt := func(n int) []string {
		id := fmt.Sprintf("msg_%d", n)
		return []string{addMessage(id, "ses_1", 1795200000000+int64(n), `{"role":"user"}`),
			addPart(fmt.Sprintf("prt_%d", n), id, "ses_1", `{"type":"text","text":"go on"}`)}
	}
	build(t, dir, append([]string{schema, addSession("ses_1", "", "Moving", "")}, prompt(1)...)...)
	h := open(t, dir)
	e := env(h, nil)
	ix := discover(t, e)
	if rs := shown(records(t, e, ix, &ix.Refs[0], everything)); len(rs) != 1 {
		t.Fatalf("%d messages", len(rs))
	}
	build(t, dir, prompt(2)...)
	fresh := open(t, dir) // the native host keeps files open for one call only
	h.Files, h.SQL = fresh.Files, both{h.SQL, fresh.SQL}
	rs := shown(records(t, e, ix, &ix.Refs[0], everything))
	if len(rs) != 2 || rs[0].Time == 0 {
		t.Errorf("%d messages after another was written: %+v", len(rs), rs)
	}
}

// both opens databases anew with one host and knows the handles of another.
type both struct{ old, fresh host.SQL }

func (b both) Open(db host.Database) (int64, error) {
	h, err := b.fresh.Open(db)
	return -h, err
}

func (b both) Query(h int64, query string, args ...host.Value) ([][]host.Value, error) {
	if h < 0 {
		return b.fresh.Query(-h, query, args...)
	}
	return b.old.Query(h, query, args...)
}

func (b both) Exec(int64, []host.Statement) error {
	return fault.New(fault.PermissionDenied, "read-only")
}

func (b both) Close(h int64) error {
	if h < 0 {
		return b.fresh.Close(-h)
	}
	return b.old.Close(h)
}

// Titles that are only placeholders give way to the first prompt.
func TestPlaceholderTitles(t *testing.T) {
	for title, want := range map[string]string{
		"New session - 2026-11-20T17:24:27.415Z":           "fix it",
		"Child session - 2026-11-20T17:24:27.415Z":         "fix it",
		"New session - 2026-11-20T17:24:27.415Z (fork #2)": "fix it",
		"New session - the plan":                           "New session - the plan",
		"Tuesday":                                          "Tuesday",
	} {
		h := made(t, schema, addSession("ses_1", "", title, ""),
			addMessage("msg_1", "ses_1", 1795200000100, `{"role":"user","time":{"created":1795200000100}}`),
			addPart("prt_1", "msg_1", "ses_1", `{"type":"text","text":"fix it"}`))
		got, err := catalog.New(h, func(fault.Diagnostic) {}).List(session.ListRequest{Agent: opencode.Name})
		if err != nil || len(got) != 1 || got[0].Title != want {
			t.Errorf("%s: got %+v, %v", title, got, err)
		}
	}
}

// A child is a subagent when its title says so or when a task of its parent
// names it, regardless of later renames.
func TestRenamedSubagent(t *testing.T) {
	h := made(t, schema, addSession("ses_1", "", "Parent", ""), addSession("ses_2", "ses_1", "Renamed", ""),
		addSession("ses_3", "ses_1", "Over the API", ""), addSession("ses_4", "ses_1", "Look (@explore subagent)", ""),
		addSession("ses_5", "", "Not a child (@explore subagent)", ""),
		addMessage("msg_1", "ses_1", 1795200000100, `{"role":"assistant","parentID":"msg_0","time":{"created":1795200000100}}`),
		addPart("prt_1", "msg_1", "ses_1", `{"type":"tool","tool":"task","callID":"c","state":{"status":"completed","input":{},"output":"","metadata":{"sessionId":"ses_2"}}}`),
		addPart("prt_2", "msg_1", "ses_1", `{"type":"text","text":"\"tool\":\"task\" ses_3"}`))
	ix := discover(t, env(h, nil))
	var got []string
	for _, r := range ix.Refs {
		if r.Subagent {
			got = append(got, r.ID+" of "+r.Parent)
		}
	}
	if strings.Join(got, ", ") != "ses_2 of ses_1, ses_4 of ses_1" {
		t.Errorf("subagents are %v", got)
	}
}

// A revert to a part hides the rest of its message and what follows.
func TestRevertInsideMessage(t *testing.T) {
	h := made(t, schema, addSession("ses_1", "", "Reverted", `'{"messageID":"msg_2","partID":"prt_3","snapshot":"x"}', NULL, 1795200000000, 1795200001000, 1795200002000`),
		addMessage("msg_1", "ses_1", 1795200000100, `{"role":"user","time":{"created":1795200000100}}`),
		addPart("prt_1", "msg_1", "ses_1", `{"type":"text","text":"go"}`),
		addMessage("msg_2", "ses_1", 1795200000200, `{"role":"assistant","parentID":"msg_1","time":{"created":1795200000200,"completed":1795200000300},"tokens":{"total":12,"input":10,"output":2,"reasoning":0,"cache":{"read":0,"write":0}}}`),
		addPart("prt_2", "msg_2", "ses_1", `{"type":"text","text":"kept","time":{"start":1795200000210}}`),
		addPart("prt_3", "msg_2", "ses_1", `{"type":"tool","tool":"bash","callID":"c","state":{"status":"completed","input":{"command":"ls"},"output":"x"}}`),
		addMessage("msg_3", "ses_1", 1795200000400, `{"role":"user","time":{"created":1795200000400}}`),
		addPart("prt_4", "msg_3", "ses_1", `{"type":"text","text":"later"}`))
	e := env(h, nil)
	ix := discover(t, e)
	if !ix.Refs[0].Archived {
		t.Error("not archived")
	}
	var got []string
	for _, r := range records(t, e, ix, &ix.Refs[0], everything) {
		if r.Kind == adapter.Message {
			got = append(got, fmt.Sprintf("%s %s %v %v", r.ID, r.Role, r.Branch, r.Usage != nil))
		}
	}
	want := "msg_1 user false false, msg_2 assistant false true, msg_2#reverted assistant true false, prt_3 tool true false, msg_3 user true false"
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
}

// Tables and columns that are not there are done without.
func TestFewerColumns(t *testing.T) {
	h := made(t, "CREATE TABLE session (id text PRIMARY KEY, title text)", "CREATE TABLE message (id text PRIMARY KEY, session_id text, data text)",
		"INSERT INTO session VALUES ('ses_1', 'Bare')", `INSERT INTO message VALUES ('msg_1', 'ses_1', '{"role":"user"}'), ('msg_2', 'ses_1', 'not json')`)
	e := env(h, nil)
	ix := discover(t, e)
	rs := records(t, e, ix, &ix.Refs[0], everything)
	if len(rs) != 2 || rs[0].Facts.AgentTitle != "Bare" || e.Report.SkippedCount != 1 {
		t.Errorf("%+v, skipped %+v", rs, e.Report.Skipped)
	}
	h = made(t, "CREATE TABLE session (id text PRIMARY KEY)", "INSERT INTO session VALUES ('ses_1')")
	ix = discover(t, env(h, nil))
	err := opencode.New().Walk(env(h, nil), ix, &ix.Refs[0], everything, adapter.NewOutlet(env(h, nil), func(*adapter.Record) error { return nil }))
	if fault.CodeOf(err) != fault.ParseError || fault.From(err).Path != databaseFile {
		t.Errorf("no messages: %v", err)
	}
	_, err = opencode.New().Discover(env(made(t, "CREATE TABLE cake (id text)"), nil))
	if fault.CodeOf(err) != fault.ParseError || fault.From(err).Hint == "" {
		t.Errorf("another program's database: %v", err)
	}
	if ix := discover(t, env(made(t), nil)); len(ix.Refs) != 0 {
		t.Errorf("a database without tables has %d sessions", len(ix.Refs))
	}
}

// described is what the older description of the database says, in likely
// columns.
const described = `
CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_id TEXT, title TEXT, directory TEXT, created_at INTEGER, updated_at INTEGER);
CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, model TEXT, created_at INTEGER,
  input_tokens INTEGER, output_tokens INTEGER, cost REAL);
CREATE TABLE tool_calls (id TEXT PRIMARY KEY, message_id TEXT, name TEXT, input TEXT, output TEXT, error TEXT, exit_code INTEGER, created_at INTEGER);
INSERT INTO sessions VALUES ('3b067d2e', NULL, 'Lantern', '/p/lantern', 1795200000, 1795200009), ('9a8b7c6d', '3b067d2e', 'Lantern again', '/p/lantern', 1795200100, 1795200109);
INSERT INTO messages VALUES ('z', '3b067d2e', 'user', 'What is this?', NULL, 1795200001, NULL, NULL, NULL),
  ('y', '3b067d2e', 'assistant', 'A lamp.', 'm-1', 1795200001, 120, 7, 0.1),
  ('x', '3b067d2e', 'assistant', '[{"type":"reasoning","text":"hm"},{"type":"text","text":"Done."}]', 'm-1', 1795200005, 130, 9, 0.25),
  ('w', '3b067d2e', 'oracle', '', NULL, 1795200006, NULL, NULL, NULL);
INSERT INTO tool_calls VALUES ('c1', 'y', 'bash', '{"command": "ls", "a": 1}', 'README', NULL, 3, 1795200003), ('c2', 'y', 'read', 'plain', NULL, 'no such file', NULL, 1795200004),
  ('c3', 'y', 'wait', NULL, NULL, NULL, NULL, NULL);`

// The older described tables: parent_id names the session that one was forked
// from.
func TestDescribedTables(t *testing.T) {
	h := made(t, described)
	c := catalog.New(h, func(d fault.Diagnostic) { t.Errorf("%+v", d) })
	got, err := c.List(session.ListRequest{Agent: opencode.Name})
	if err != nil || len(got) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	if f := got[0]; f.SessionID != "9a8b7c6d" || f.ForkedFrom != "3b067d2e" || f.ParentSessionID != "" || f.IsSubagent || f.Title != "Lantern again" {
		t.Errorf("fork is %+v", f)
	}
	s, report, err := c.Get(session.GetRequest{Agent: opencode.Name, SessionID: "3b067d2e"})
	if err != nil {
		t.Fatal(err)
	}
	if s.Title != "Lantern" || s.Cwd != "/p/lantern" || s.TurnCount != 1 || s.Model != "m-1" || s.CreatedAt.String() != "2026-11-20T18:40:00.000Z" {
		t.Errorf("%+v", s)
	}
	if s.Cost.InputTokens != 250 || s.Cost.OutputTokens != 16 || s.Cost.TotalUSD.String() != "0.35" || s.Cost.Source != session.CostSourceRecorded {
		t.Errorf("cost is %+v", s.Cost)
	}
	var said []string
	for _, m := range s.Messages {
		text := m.Content
		if m.ToolResult != nil {
			text = fmt.Sprintf("%s %s %v %d", m.ToolResult.ToolName, m.ToolResult.Output, m.ToolResult.IsError, m.ToolResult.ExitCode)
		}
		said = append(said, string(m.Role)+": "+text)
	}
	want := []string{"user: What is this?", "assistant: A lamp.", `tool: bash "README" false 3`, `tool: read "no such file" true 0`, "assistant: Done."}
	if strings.Join(said, "|") != strings.Join(want, "|") {
		t.Errorf("got  %q\nwant %q", said, want)
	}
	calls := s.Messages[1].ToolCalls
	if len(calls) != 3 || string(calls[0].Input) != `{"a":1,"command":"ls"}` || string(calls[1].Input) != `"plain"` || s.Messages[4].Thinking != "hm" {
		t.Errorf("%+v", s.Messages)
	}
	if report.UnknownTypes["message.oracle"] != 1 {
		t.Errorf("%+v", report)
	}
}

// spy records which columns and files are asked for.
type spy struct {
	host.SQL
	host.Files
	asked *[]string
}

func (s spy) Query(h int64, query string, args ...host.Value) ([][]host.Value, error) {
	*s.asked = append(*s.asked, query)
	return s.SQL.Query(h, query, args...)
}

func (s spy) ReadAt(path string, p []byte, off int64) (int, error) {
	*s.asked = append(*s.asked, path)
	return s.Files.ReadAt(path, p, off)
}

// Secrets beside sessions are never read: accounts, credentials, the secret of
// a share, auth.json.
func TestSecretsStayUnread(t *testing.T) {
	dir := t.TempDir()
	copyFile(t, agents+"opencode"+share+"/opencode.db", filepath.Join(dir, "opencode.db"))
	if err := os.WriteFile(filepath.Join(dir, "auth.json"), []byte(`{"mock":{"type":"api","key":"hush"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	h := open(t, dir)
	var asked []string
	s := spy{h.SQL, h.Files, &asked}
	h.SQL, h.Files = s, s
	e := env(h, nil)
	ix := discover(t, e)
	for i := range ix.Refs {
		for _, r := range records(t, e, ix, &ix.Refs[i], adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true}) {
			if strings.Contains(string(r.Raw), "hush") {
				t.Error("a secret came out")
			}
		}
	}
	if len(asked) == 0 {
		t.Fatal("nothing was asked")
	}
	for _, q := range asked {
		for _, word := range []string{"*", "account", "credential", "secret", "share", "auth"} {
			if strings.Contains(q, word) && !strings.Contains(q, "count(*)") {
				t.Errorf("%q asks for %s", q, word)
			}
		}
	}
}

// Raw is the stored text, each record's once.
func TestRaw(t *testing.T) {
	want := adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true}
	for _, c := range []struct {
		fixture, tail string
		records       int
	}{{"opencode", "EqPEMIpFk2dwyF", 6 + 22}, {"opencode-0.1.174", "7TrIvHj5C07x8W", 1 + 4}, {"opencode-0.5.29", "uGPZ9u4BGwpskl", 1 + 4 + 26}} {
		e := env(home(t, c.fixture), nil)
		ix := discover(t, e)
		n, bytes := 0, int64(0)
		for _, r := range records(t, e, ix, suffix(t, ix, c.tail), want) {
			if r.Raw != nil {
				n++
				bytes += int64(len(r.Raw))
				if r.Raw[0] != '{' {
					t.Errorf("%s: raw is %.20s", c.fixture, r.Raw)
				}
			}
		}
		if int64(n) != e.Report.Records || bytes != e.Report.Bytes || n != c.records {
			t.Errorf("%s: %d records of %d bytes, reported %d of %d, want %d", c.fixture, n, bytes, e.Report.Records, e.Report.Bytes, c.records)
		}
	}
}
