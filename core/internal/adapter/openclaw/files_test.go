package openclaw_test

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/openclaw"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

const (
	resetID = "572f5ff6-3cac-4e52-8ca9-2f38301f96dd"
	reset   = files + resetID + ".jsonl.reset.2026-11-20T17-34-22.924Z"
	plainID = "2c3fb335-594c-4777-a2b2-a9ff9358f352"
	plain   = files + plainID + ".jsonl"
)

// Trajectories, locks, indexes and other files beside the transcripts are no
// sessions; archives and forks are, under the id in their name.
func TestNames(t *testing.T) {
	h, m := mounted(t, "")
	data := []byte(`{"type":"session","version":3,"id":"x","timestamp":"2026-11-20T17:00:00.000Z","cwd":"/w"}` + "\n" +
		`{"type":"message","id":"a","parentId":null,"timestamp":"2026-11-20T17:00:01.000Z","message":{"role":"user","content":"hello"}}` + "\n")
	const uuid = "11111111-1111-4111-8111-111111111111"
	sessions := map[string]string{
		"plain": "plain.jsonl", "fork": "2026-11-20T17-34-05-592Z_fork.jsonl", "reset": "reset.jsonl.reset.2026-11-20T17-34-22.924Z",
		"deleted": "deleted.jsonl.deleted.2026-11-20T17-34-22Z", "packed": "packed.jsonl.deleted.2026-11-20T17-34-22.924Z.0a1b2c.zst",
		"bak": "bak.jsonl.bak.2026-11-20T17-34-22.924Z", "old": "old.checkpoint." + uuid + ".jsonl", "2026-11-20_day": "2026-11-20_day.jsonl",
		"my.checkpoint.x": "my.checkpoint.x.jsonl", "a.jsonl.b": "a.jsonl.b.jsonl",
	}
	for _, name := range sessions {
		b := data
		if strings.HasSuffix(name, ".zst") {
			b = pack(t, data)
		}
		m.File(files+name, b)
	}
	for _, name := range []string{"x.trajectory.jsonl", "x.trajectory-path.json", "x.jsonl.lock", "x.trajectory.jsonl.deleted.2026-11-20T17-34-22.924Z",
		".usage-cost-cache.json", ".hidden.jsonl", ".jsonl", "x.jsonl.tmp", "x.jsonl.resetting", "x.json", "x.jsonlx", "sessions.json.bak.1"} {
		m.File(files+name, data)
	}
	m.Folder(files+"folder.jsonl").File(files+"skills-prompts/sha256/x.jsonl", data)
	var n notes
	ix := discover(t, env(h, &n))
	if len(ix.Refs) != len(sessions) || len(n) != 0 {
		t.Errorf("%d sessions, want %d; notes %+v", len(ix.Refs), len(sessions), n)
	}
	for id, name := range sessions {
		ref := ix.FindRef(id)
		archived := strings.Contains(name, ".jsonl.") && id != "a.jsonl.b"
		if ref == nil || ref.Path != files+name || ref.Archived != archived {
			t.Errorf("%s: %+v", name, ref)
			continue
		}
		if s := get(t, h, id); s.Title != "hello" {
			t.Errorf("%s: title %q", id, s.Title)
		}
	}
}

// The real home has 8 sessions. The one that was reset is archived, and
// the fork is known by its header.
func TestRealFiles(t *testing.T) {
	ix := discover(t, env(home(t, "openclaw-jsonl"), nil))
	for i := range ix.Refs {
		ref := &ix.Refs[i]
		if strings.Contains(ref.Path, "trajectory") || ref.Archived != (ref.ID == resetID) || ref.Subagent != strings.HasPrefix(ref.ID, "e2331912") || len(ref.Alternates) != 0 {
			t.Errorf("%+v", ref)
		}
	}
	if child := find(t, ix, "e2331912"); child.Parent != "5387a042-b815-4af0-a14e-8b6c6965e1a9" {
		t.Errorf("parent %q", child.Parent)
	}
}

// A session that has an archive besides its file: what only the archive holds
// is a branch, and everything counts once.
func TestArchiveBeside(t *testing.T) {
	h, m := mounted(t, "openclaw-jsonl")
	old := read(t, m, plain)
	more := strings.NewReplacer("9bd5d7cf", "0ld00001", "17:34:26.371Z", "17:34:26.300Z", "934eb414", "0ld00000", "Hello", "Once").Replace(string(old))
	tail := strings.SplitAfter(more, "\n")[4:]
	m.File(plain+".reset.2026-11-20T17-34-30.000Z.00ff.zst", pack(t, []byte(string(old)+strings.Join(tail, ""))))
	s := get(t, h, plainID)
	if s.MessageCount != 2 || len(s.Branches) != 1 || s.Branches[0].LeafID != "0ld00001" || s.Branches[0].MessageCount != 2 || s.Archived {
		t.Errorf("%d messages, branches %+v", s.MessageCount, s.Branches)
	}
	if s.Cost.InputTokens != 2*9052 {
		t.Errorf("cost %+v", s.Cost)
	}
	e := env(h, nil)
	ix := discover(t, e)
	ref := find(t, ix, plainID)
	checkSpend(t, e, ix, ref)
	if len(ref.Alternates) != 1 || ref.Path != plain {
		t.Errorf("%+v", ref)
	}
	// A copy that cannot be read costs nothing of the session.
	h.Zstd = nil
	var n notes
	if rs := records(t, env(h, &n), ix, ref, everything); len(rs) != 8 || len(n) != 1 || n[0].Code != fault.Unsupported {
		t.Errorf("%d records, notes %+v", len(rs), n)
	}
	strict := env(h, nil)
	strict.Strict = true
	if err := openclaw.New().Walk(strict, ix, ref, everything, adapter.NewOutlet(strict, func(*adapter.Record) error { return nil })); fault.CodeOf(err) != fault.Unsupported {
		t.Errorf("strict: %v", err)
	}
}

// The newest archive of a deleted session is the session.
func TestNewestArchive(t *testing.T) {
	h, m := mounted(t, "openclaw-jsonl")
	data := read(t, m, plain)
	m.Remove(plain)
	first := plain + ".deleted.2026-11-21T00-00-00.000Z"
	last := plain + ".deleted.2026-11-22T00-00-00.000Z"
	m.File(first, data).File(last, data)
	ref := find(t, discover(t, env(h, nil)), plainID)
	if ref.Path != last || !ref.Archived || len(ref.Alternates) != 1 || ref.Alternates[0] != first {
		t.Errorf("%+v", ref)
	}
	if s := get(t, h, plainID); s.Cost.InputTokens != 9052 || len(s.Branches) != 0 || s.Title != "Hello feeder" {
		t.Errorf("%+v", s.Summary())
	}
}

// A deleted session's transcript is in a row of the database until, and
// also after, it is exported to a file. It is read once.
func TestArchiveRow(t *testing.T) {
	_, files2 := mounted(t, "openclaw-jsonl")
	data := read(t, files2, plain)
	const name = plainID + ".jsonl.deleted.2026-11-20T17-34-30.000Z.00ff.zst"
	const add = "INSERT INTO session_transcript_archives VALUES ('" + plainID + "', 'g', 'agent:main:gone', 'deleted', 'ENCODING', ?, '" +
		"0000000000000000000000000000000000000000000000000000000000000000', '" + name + "', 1795196070000, NULL, 0, NULL, NULL)"
	for label, c := range map[string]struct {
		encoding string
		blob     []byte
		exported bool
	}{"packed": {"zstd", pack(t, data), false}, "plain": {"identity", data, false}, "exported": {"zstd", pack(t, data), true}} {
		t.Run(label, func(t *testing.T) {
			h, m := altered(t, "openclaw", strings.Replace(add, "ENCODING", c.encoding, 1), c.blob)
			want := database
			if c.exported {
				want = files + name
				m.File(want, c.blob)
			}
			e := env(h, nil)
			ix := discover(t, e)
			ref := ix.FindRef(plainID)
			if len(ix.Refs) != 9 || ref == nil || ref.Path != want || !ref.Archived || len(ref.Alternates) != 0 {
				t.Fatalf("%d sessions, %+v", len(ix.Refs), ref)
			}
			s := get(t, h, plainID)
			if !s.Archived || s.Title != "Hello feeder" || s.Cost.InputTokens != 9052 || s.CreatedAt.String() != "2026-11-20T17:34:22.924Z" {
				t.Errorf("%+v", s.Summary())
			}
			checkSpend(t, e, ix, ref)
		})
	}
}

// Cold storage is the only place of what was moved there.
func TestColdStorage(t *testing.T) {
	const id = "c34c63e2-1012-42d9-ae3e-79bca6beb45c"
	const name = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.jsonl.zst"
	row := func(storage, blob string) string {
		return "PRAGMA foreign_keys = 0; DELETE FROM transcript_events WHERE session_id = '" + id + "'; INSERT INTO session_transcript_cold_archives VALUES ('" + id + "', 'g', '" + name +
			"', '" + strings.Repeat("0", 64) + "', 1, 1, 1, 17, 1795199999000, '" + storage + "', " + blob + ")"
	}
	whole := get(t, home(t, "openclaw"), id)
	var lines bytes.Buffer
	db := openSQL(t, "openclaw")
	rows, err := db.Query("SELECT event_json FROM transcript_events WHERE session_id = '" + id + "' ORDER BY seq")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		lines.WriteString(s + "\n")
	}
	_ = rows.Close()
	packed := pack(t, lines.Bytes())
	for storage, blob := range map[string]string{"file": "NULL", "sqlite": "x''"} {
		statements := []any{row(storage, blob)}
		if storage == "sqlite" {
			statements = append(statements, "UPDATE session_transcript_cold_archives SET archive_blob = ?", packed)
		}
		h, m := altered(t, "openclaw", statements...)
		if storage == "file" {
			m.File(files+"cold/"+name, packed)
		}
		s := get(t, h, id)
		a, b := string(whole.AppendJSON(nil)), string(s.AppendJSON(nil))
		if a != b {
			t.Errorf("%s: not as before\n%s\n%s", storage, a, b)
		}
		ix := discover(t, env(h, nil))
		checkSpend(t, env(h, nil), ix, ix.FindRef(id))
	}
	h, _ := altered(t, "openclaw", row("file", "NULL"))
	err = openclaw.New().Walk(env(h, nil), discover(t, env(h, nil)), find(t, discover(t, env(h, nil)), id), everything, adapter.NewOutlet(env(h, nil), func(*adapter.Record) error { return nil }))
	if fault.CodeOf(err) != fault.BadRef || !strings.Contains(fault.From(err).Path, "/cold/") {
		t.Errorf("the file is gone: %v", err)
	}
}

// openSQL opens a copy of a fixture's database.
func openSQL(t testing.TB, name string) *sql.DB {
	t.Helper()
	_, m := mounted(t, name)
	file := filepath.Join(t.TempDir(), "a.sqlite")
	if err := os.WriteFile(file, read(t, m, database), 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// A live database: the newest rows are only in the log beside it.
func TestLog(t *testing.T) {
	h, m := mounted(t, "openclaw")
	db := openSQL(t, "openclaw")
	db.SetMaxOpenConns(1)
	for _, s := range []string{"PRAGMA journal_mode = WAL", "PRAGMA wal_autocheckpoint = 0",
		`INSERT INTO transcript_events (session_id, seq, event_json, created_at) VALUES ('f0438316-e830-4708-9120-00a0e6a00e87', 6, '{"type":"message","id":"new","parentId":"40a49ac1-93cb-4918-aacf-571a03dee4de","timestamp":"2026-11-20T17:31:00.000Z","message":{"role":"user","content":"one more"}}', 1795195860000)`} {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
	var path string
	if err := db.QueryRow("SELECT file FROM pragma_database_list").Scan(&path); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		m.File(database+suffix, data)
	}
	s := get(t, h, "f0438316")
	if s.MessageCount != 3 || s.Messages[2].Content != "one more" || s.UpdatedAt.String() != "2026-11-20T17:31:00.000Z" {
		t.Errorf("%+v", s.Summary())
	}
}

// An imported session is read from the database, and its file, kept in the
// import archive, adds nothing. Without the database the file is the session.
func TestImportArchive(t *testing.T) {
	h, m := mounted(t, "openclaw-jsonl")
	data := read(t, m, plain)
	m.Remove(plain)
	const kept = "openclaw/agents/main/session-sqlite-import-archive/" + plainID + ".jsonl"
	m.File(kept, data)
	if ref := find(t, discover(t, env(h, nil)), plainID); ref.Path != kept || ref.Archived {
		t.Errorf("%+v", ref)
	}
	statements := []any{"INSERT INTO session_windows (session_id, session_key, created_at, updated_at) VALUES ('" + plainID + "', 'agent:main:deleg', 1, 1)"}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		statements = append(statements, "INSERT INTO transcript_events (session_id, seq, event_json, created_at) VALUES ('"+plainID+"', ?, CAST(? AS TEXT), 1795196066371)", i, []byte(line))
	}
	h, m = altered(t, "openclaw", statements...)
	m.File(kept, data)
	ref := find(t, discover(t, env(h, nil)), plainID)
	if ref.Path != database || len(ref.Alternates) != 1 {
		t.Errorf("%+v", ref)
	}
	if s := get(t, h, plainID); s.MessageCount != 2 || s.Cost.InputTokens != 9052 || len(s.Branches) != 0 || s.Title != "Hello feeder" {
		t.Errorf("%+v", s.Summary())
	}
}

// Two agents may use one id; the second's sessions are distinguished by their folder.
func TestTwoAgents(t *testing.T) {
	h, m := mounted(t, "openclaw-jsonl")
	m.File("openclaw/agents/work/sessions/"+plainID+".jsonl", bytes.ReplaceAll(read(t, m, plain), []byte("Hello feeder"), []byte("Hello work")))
	m.File("openclaw/agents/work/sessions/sessions.json", []byte(`{"agent:work:main":{"sessionId":"`+plainID+`","label":"At work","spawnedBy":"agent:main:notes"}}`))
	ix := discover(t, env(h, nil))
	if len(ix.Refs) != 9 || ix.FindRef(plainID) == nil || ix.FindRef("work/"+plainID) == nil {
		t.Fatalf("%+v", ix.Refs)
	}
	s, _, err := catalog.New(h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: openclaw.Name, SessionID: "work/" + plainID})
	if err != nil || s.Title != "At work" || s.Messages[0].Content != "Hello work" || s.ParentSessionID != "2bb22a73-e54e-493b-af0b-1e30242b2f3d" {
		t.Errorf("%+v %v", s, err)
	}
}

// Without its index the sessions lack titles and parents, and it is said.
func TestIndexFile(t *testing.T) {
	for name, c := range map[string]struct {
		data  string
		notes int
	}{"none": {"", 0}, "torn": {`{"agent:main:names":{"sessionId":"5f60`, 1}, "array": {`[]`, 1}, "odd": {`{"a":7,"b":{"sessionId":[]},"c":null}`, 0}} {
		t.Run(name, func(t *testing.T) {
			h, m := mounted(t, "openclaw-jsonl")
			if m.Remove(files + "sessions.json"); c.data != "" {
				m.File(files+"sessions.json", []byte(c.data))
			}
			sums, n := list(t, h)
			if len(sums) != 8 || len(n) != c.notes {
				t.Errorf("%d sessions, notes %+v", len(sums), n)
			}
			for _, s := range sums {
				if strings.HasPrefix(s.SessionID, "5f6028e2") && s.Title != "Suggest two name ideas" || s.IsSubagent {
					t.Errorf("%+v", s)
				}
			}
		})
	}
}

// A link out of the mount and a device are reported, not opened.
func TestOddFiles(t *testing.T) {
	h, m := mounted(t, "openclaw-jsonl")
	m.Remove(plain).Add(hosttest.Entry{Path: plain, Shape: hosttest.FIFO})
	m.Remove(reset).Add(hosttest.Entry{Path: reset, Shape: hosttest.Outside})
	var n notes
	if ix := discover(t, env(h, &n)); len(ix.Refs) != 6 || len(n) != 2 || n[0].Path != plain && n[1].Path != plain {
		t.Errorf("%d sessions, notes %+v", len(ix.Refs), n)
	}
}

// The time that orders a list before anything is walked is the one that the
// walk finds, for a fork's of copied records too.
func TestUpdated(t *testing.T) {
	for _, fixture := range []string{"openclaw", "openclaw-jsonl"} {
		h := home(t, fixture)
		e := env(h, nil)
		ix := discover(t, e)
		sums, _ := list(t, h)
		for _, s := range sums {
			at, err := openclaw.New().Updated(e, ix, ix.FindRef(s.SessionID))
			if err != nil || at != s.UpdatedAt {
				t.Errorf("%s %s: updated %s, the walk says %s, %v", fixture, s.SessionID, at, s.UpdatedAt, err)
			}
		}
	}
}

// Sift shows every text that a walk finds, as it is written.
func TestSift(t *testing.T) {
	for _, fixture := range []string{"openclaw", "openclaw-jsonl"} {
		h := home(t, fixture)
		e := env(h, nil)
		ix := discover(t, e)
		for i := range ix.Refs {
			ref := &ix.Refs[i]
			var shown []byte
			err := openclaw.New().(adapter.Sifter).Sift(e, ix, ref, func(raw []byte) bool {
				shown = append(append(shown, raw...), '\n')
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range records(t, e, ix, ref, everything) {
				for _, text := range []string{r.Text, r.Thinking} {
					for _, line := range strings.Split(text, "\n") {
						j := string(session.TextJSON(line))
						if !bytes.Contains(shown, []byte(j[1:len(j)-1])) {
							t.Errorf("%s: %q is not shown", ref.ID, line)
						}
					}
				}
			}
			calls := 0
			_ = openclaw.New().(adapter.Sifter).Sift(e, ix, ref, func([]byte) bool { calls++; return false })
			if calls != 1 {
				t.Errorf("%s: %d calls after false", ref.ID, calls)
			}
		}
	}
}

// A file that is gone since Discover, and an index of somebody else.
func TestVanished(t *testing.T) {
	h, m := mounted(t, "openclaw-jsonl")
	ix := discover(t, env(h, nil))
	m.Remove("openclaw/agents")
	walk := func(ix *adapter.Index, ref *adapter.Ref) error {
		return openclaw.New().Walk(env(h, nil), ix, ref, everything, adapter.NewOutlet(env(h, nil), func(*adapter.Record) error { return nil }))
	}
	if err := walk(ix, &ix.Refs[0]); fault.CodeOf(err) != fault.BadRef || fault.From(err).Path != ix.Refs[0].Path {
		t.Errorf("vanished: %v", err)
	}
	if err := walk(ix, &adapter.Ref{ID: "other", Path: "p"}); fault.CodeOf(err) != fault.BadRef {
		t.Errorf("unknown: %v", err)
	}
	if err := walk(&adapter.Index{}, &ix.Refs[0]); fault.CodeOf(err) != fault.Internal {
		t.Errorf("another index: %v", err)
	}
	if ix := discover(t, env(h, nil)); len(ix.Refs) != 0 {
		t.Errorf("an empty folder has %d sessions", len(ix.Refs))
	}
	m.Remove("openclaw")
	if ix := discover(t, env(h, nil)); len(ix.Refs) != 0 {
		t.Errorf("no folder has %d sessions", len(ix.Refs))
	}
}
