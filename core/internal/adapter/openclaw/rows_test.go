package openclaw_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/openclaw"
	"github.com/heddle-dev/heddle/core/session"
)

// The sessions of the fixture's rewind.
const (
	before = "acf9336f" // as it was
	after  = "e2e06a62" // rewound: a copy that continues from the second message
	forked = "2030305b"
)

// An event whose text is compressed is read like any other.
func TestCompressedEvent(t *testing.T) {
	s := get(t, home(t, "openclaw"), before)
	text := s.Messages[4].Content
	if !strings.HasPrefix(text, "Write a long story. Line 1:") || len(text) < 4000 || s.Messages[4].Role != session.RoleUser {
		t.Errorf("%d bytes: %.60q", len(text), text)
	}
}

// Without zstd the long texts are missing and it is said; all else is there.
func TestWithoutZstd(t *testing.T) {
	h, _ := mounted(t, "openclaw")
	h.Zstd = nil
	var n notes
	e := env(h, &n)
	ix := discover(t, e)
	rs := records(t, e, ix, find(t, ix, before), everything)
	if len(n) != 1 || n[0].Code != fault.Unsupported || n[0].Path != database || n[0].Hint == "" {
		t.Errorf("notes are %+v", n)
	}
	if e.Report.SkippedCount != 1 {
		t.Errorf("skipped %+v", e.Report.Skipped)
	}
	prompts, empty := 0, 0
	for _, r := range rs {
		if r.Prompt {
			prompts++
			if r.Text == "" {
				empty++
				if r.ID == "" || r.Parent == "" || r.Time == 0 {
					t.Errorf("not in its place: %+v", r)
				}
			}
		}
	}
	if prompts != 3 || empty != 1 {
		t.Errorf("%d prompts, %d without a text", prompts, empty)
	}
	strict := env(h, nil)
	strict.Strict = true
	err := openclaw.New().Walk(strict, ix, find(t, ix, before), everything, adapter.NewOutlet(strict, func(*adapter.Record) error { return nil }))
	if fault.CodeOf(err) != fault.ParseError || fault.From(err).Path != database {
		t.Errorf("strict: %v", err)
	}
	var quiet notes
	if rs := records(t, env(h, &quiet), ix, find(t, ix, before), adapter.Want{Usage: true}); len(quiet) != 0 || len(rs) == 0 {
		t.Errorf("usage alone needs no long prompt: %+v", quiet)
	}
}

// Damaged compressed bytes cost that text only.
func TestDamagedCompressedEvent(t *testing.T) {
	h, _ := altered(t, "openclaw", "UPDATE transcript_events SET event_zstd = x'28b52ffd0000' WHERE event_zstd IS NOT NULL")
	e := env(h, nil)
	ix := discover(t, e)
	rs := records(t, e, ix, find(t, ix, before), everything)
	if e.Report.SkippedCount != 1 || e.Report.Skipped[0].Path != database || len(rs) != 11+1 {
		t.Errorf("%d records, skipped %+v", len(rs), e.Report.Skipped)
	}
}

// An event without any text costs itself only.
func TestEventWithoutText(t *testing.T) {
	h, _ := altered(t, "openclaw", "PRAGMA ignore_check_constraints = 1; UPDATE transcript_events SET event_zstd = NULL, navigation_json = NULL WHERE event_zstd IS NOT NULL")
	e := env(h, nil)
	ix := discover(t, e)
	rs := records(t, e, ix, find(t, ix, before), everything)
	if e.Report.SkippedCount != 1 || len(rs) != 11+1-1 {
		t.Errorf("%d records, skipped %+v", len(rs), e.Report.Skipped)
	}
}

// activeText is what the fixture's list of active events shows of the rewound
// session.
const activeText = "Suggest two name ideas|Two ideas:\n\n- a crab\n- a bird|Plan B: name it after a bird|Then call it `sandpiper`. 🐦|" +
	"(compaction)|What did we decide?|We decided to keep the toy small."

func visible(s *session.Session) string {
	var out []string
	for i := range s.Messages {
		if m := &s.Messages[i]; m.Kind != "" {
			out = append(out, "("+m.Kind+")")
		} else {
			out = append(out, m.Content)
		}
	}
	return strings.Join(out, "|")
}

// The current branch is the database's list of active events: what a rewind
// took back is a branch. Without a valid list the events decide.
func TestActivePath(t *testing.T) {
	for name, change := range map[string]string{
		"as it is":       "SELECT 1",
		"no state":       "DELETE FROM session_transcript_index_state",
		"no table":       "DROP TABLE session_transcript_index_state",
		"to be rebuilt":  "UPDATE session_transcript_index_state SET needs_rebuild = 1, leaf_event_id = 'a5460569-47d8-4f3f-9880-c91c2126b71e'",
		"behind":         "UPDATE session_transcript_index_state SET indexed_seq = 9, leaf_event_id = 'a5460569-47d8-4f3f-9880-c91c2126b71e'",
		"side entry":     `INSERT INTO transcript_events (session_id, seq, event_json, created_at) SELECT session_id, 16, '{"type":"message","id":"x","parentId":"a5460569-47d8-4f3f-9880-c91c2126b71e","timestamp":"2026-11-20T17:29:38.000Z","appendMode":"side","message":{"role":"user","content":"aside"}}', 1795195778000 FROM session_windows WHERE session_id LIKE 'e2e06a62%'`,
		"leaf and state": `INSERT INTO transcript_events (session_id, seq, event_json, created_at) SELECT session_id, 16, '{"type":"leaf","id":"x","parentId":"a","timestamp":"2026-11-20T17:29:38.000Z","targetId":"e50e3600-087f-438e-8c98-b42cc928616a"}', 1795195778000 FROM session_windows WHERE session_id LIKE 'e2e06a62%'`,
	} {
		t.Run(name, func(t *testing.T) {
			h, _ := altered(t, "openclaw", change)
			s := get(t, h, after)
			if got := visible(s); got != activeText {
				t.Errorf("visible: %s", got)
			}
			if len(s.Branches) != 1 || s.Branches[0].MessageCount < 4 || s.Branches[0].ForkID != "329cef13-5e04-4238-9578-92b9b7eb143d" {
				t.Errorf("branches %+v", s.Branches)
			}
		})
	}
}

// A rewind's copy supersedes what it repeats whole, and only that.
func TestSuperseded(t *testing.T) {
	for name, c := range map[string]struct {
		change string
		want   bool
	}{
		"as it is":       {"SELECT 1", true},
		"not whole":      {"DELETE FROM transcript_event_identities WHERE session_id LIKE 'e2e06a62%' AND seq = 9", false},
		"something new":  {"UPDATE session_windows SET previous_session_id = 'c34c63e2-1012-42d9-ae3e-79bca6beb45c' WHERE session_id LIKE 'e2e06a62%'", false},
		"no identities":  {"DROP TABLE transcript_event_identities", false},
		"no predecessor": {"UPDATE session_windows SET previous_session_id = NULL", false},
	} {
		t.Run(name, func(t *testing.T) {
			h, _ := altered(t, "openclaw", c.change)
			old, now := get(t, h, before), get(t, h, after)
			if (old.SupersededBy == now.SessionID) != c.want || now.SupersededBy != "" || now.ForkedFrom != "" {
				t.Errorf("superseded by %q, forked from %q", old.SupersededBy, now.ForkedFrom)
			}
		})
	}
}

// A fork is known by its node, or by its header alone.
func TestForks(t *testing.T) {
	const full = "acf9336f-c334-4e52-8982-668a78d0cbbc"
	h, _ := altered(t, "openclaw", "UPDATE session_nodes SET fork_source_session_id = NULL, entry_json = '{}'")
	if s := get(t, h, forked); s.ForkedFrom != full || s.Cost.Inherited == nil || s.Cost.InputTokens != 0 {
		t.Errorf("by its header: forked from %q, cost %+v", s.ForkedFrom, s.Cost)
	}
	h, _ = altered(t, "openclaw", "UPDATE session_nodes SET fork_source_session_id = NULL, fork_source_session_key = NULL, parent_session_key = NULL")
	if s := get(t, h, "72cab6db"); s.ForkedFrom != full || s.ParentSessionID != "" || s.Messages[0].Origin == nil || s.Messages[0].Origin.SessionID != full {
		t.Errorf("by its entry: forked from %q", s.ForkedFrom)
	}
}

// The entry says more than the columns; either does without the other.
func TestTitles(t *testing.T) {
	for name, c := range map[string]struct{ change, want string }{
		"as it is":     {"SELECT 1", "Naming the pet 🦀"},
		"entry alone":  {"UPDATE session_nodes SET label = NULL, display_name = NULL", "Naming the pet 🦀"},
		"columns":      {"UPDATE session_nodes SET entry_json = '{}'", "Naming the pet 🦀"},
		"broken entry": {"UPDATE session_nodes SET entry_json = '{\"label\":'", "Naming the pet 🦀"},
		"no label":     {`UPDATE session_nodes SET label = NULL, entry_json = '{"displayName":"Names"}'`, "Names"},
		"window":       {"DELETE FROM session_nodes", "names"},
		"nothing":      {"UPDATE session_windows SET display_name = NULL, session_key = 'x'; DELETE FROM session_nodes", "Suggest two name ideas"},
		"no table":     {"PRAGMA foreign_keys = 0; UPDATE session_windows SET display_name = NULL; DROP TABLE session_nodes", "Suggest two name ideas"},
	} {
		t.Run(name, func(t *testing.T) {
			h, _ := altered(t, "openclaw", c.change)
			sums, n := list(t, h)
			got := ""
			for _, s := range sums {
				if strings.HasPrefix(s.SessionID, after) {
					got = s.Title
				}
			}
			if got != c.want || (len(n) != 0) != (name == "broken entry") {
				t.Errorf("title %q, want %q; notes %+v", got, c.want, n)
			}
		})
	}
}

// Subagents are known by their key and belong to the session that spawned them.
func TestSubagentRows(t *testing.T) {
	const key = "agent:main:subagent:77777777-7777-4777-8777-777777777777"
	h, _ := altered(t, "openclaw", "PRAGMA foreign_keys = 0; UPDATE session_nodes SET session_key = '"+key+"', spawned_by = 'agent:main:notes' WHERE session_key = 'agent:main:deleg'",
		"UPDATE session_windows SET session_key = '"+key+"' WHERE session_id LIKE 'f0438316%'",
		`UPDATE transcript_events SET event_json = replace(event_json, 'Delegate this', '[Subagent Context] You are one.\n\n[Subagent Task]: Delegate this') WHERE session_id LIKE 'f0438316%'`)
	s := get(t, h, "f0438316")
	if !s.IsSubagent || s.ParentSessionID != "c34c63e2-1012-42d9-ae3e-79bca6beb45c" || s.Messages[0].Content != "Delegate this to a helper" || s.TurnCount != 1 {
		t.Errorf("%+v", s.Summary())
	}
	if p := get(t, h, "c34c63e2"); p.Cost.Subagents == nil || p.Cost.Subagents.InputTokens != 6203 {
		t.Errorf("parent's cost %+v", p.Cost)
	}
}

// Where the columns do not say who spawned a subagent, its entry does.
func TestSubagentEntry(t *testing.T) {
	const key = "agent:main:subagent:77777777-7777-4777-8777-777777777777"
	h, _ := altered(t, "openclaw", "PRAGMA foreign_keys = 0; UPDATE session_nodes SET session_key = '"+key+"', spawned_by = NULL, parent_session_key = NULL, "+
		`entry_json = '{"sessionId":"f0438316-e830-4708-9120-00a0e6a00e87","spawnedBy":"agent:main:notes","spawnDepth":1}' WHERE session_key = 'agent:main:deleg'`,
		"UPDATE session_windows SET session_key = '"+key+"' WHERE session_id LIKE 'f0438316%'")
	if s := get(t, h, "f0438316"); !s.IsSubagent || s.ParentSessionID != "c34c63e2-1012-42d9-ae3e-79bca6beb45c" {
		t.Errorf("%+v", s.Summary())
	}
	if p := get(t, h, "c34c63e2"); p.Cost.Subagents == nil || p.Cost.Subagents.InputTokens != 6203 {
		t.Errorf("parent's cost %+v", p.Cost)
	}
}

// A window in which nothing was said is no session.
func TestEmptyWindow(t *testing.T) {
	h, _ := altered(t, "openclaw", "PRAGMA foreign_keys = 0; DELETE FROM transcript_events WHERE session_id LIKE 'f0438316%'")
	if ix := discover(t, env(h, nil)); len(ix.Refs) != 7 {
		t.Errorf("%d sessions, want 7", len(ix.Refs))
	}
}

// An archived session says so.
func TestArchivedNode(t *testing.T) {
	h, _ := altered(t, "openclaw", "UPDATE session_nodes SET archived_at = 1795195783444 WHERE session_key = 'agent:main:deleg'")
	if s := get(t, h, "f0438316"); !s.Archived {
		t.Error("not archived")
	}
}

// Sessions larger than any page of a query are read whole.
func TestPages(t *testing.T) {
	h, _ := altered(t, "openclaw", "DELETE FROM session_transcript_index_state",
		`WITH RECURSIVE r(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM r WHERE n < 599)
		INSERT INTO transcript_events (session_id, seq, event_json, created_at) SELECT session_id, n + 10, json_object('type', 'message', 'id', 'n' || n, 'parentId', 'x',
			'timestamp', '2026-11-20T17:30:00.000Z', 'message', json('{"role":"assistant","content":[],"model":"m","usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0}}')), 1795195800000
		FROM r, session_windows WHERE session_id LIKE 'f0438316%'`)
	e := env(h, nil)
	ix := discover(t, e)
	for _, want := range []adapter.Want{everything, {Usage: true}} {
		if rs := records(t, e, ix, find(t, ix, "f0438316"), want); len(rs) < 600+1 {
			t.Errorf("%d records", len(rs))
		}
	}
	checkSpend(t, e, ix, find(t, ix, "f0438316"))
}

// A page of a query that cannot be read is read event by event.
func TestDamagedPage(t *testing.T) {
	h, m := mounted(t, "openclaw")
	good := read(t, m, database)
	told := 0
	step := 4096
	if testing.Short() {
		step *= 8
	}
	for at := 4096; at < len(good); at += step {
		bad := append([]byte(nil), good...)
		for i := at; i < at+4096; i++ {
			bad[i] ^= 0x5a
		}
		m.File(database, bad)
		var n notes
		ix, err := openclaw.New().Discover(env(h, &n))
		if err != nil {
			told++
			continue
		}
		for i := range ix.Refs {
			e := env(h, nil)
			err := openclaw.New().Walk(e, ix, &ix.Refs[i], everything, adapter.NewOutlet(e, func(*adapter.Record) error { return nil }))
			if err != nil && fault.From(err).Path == "" {
				t.Errorf("page at %d: error without a path: %v", at, err)
			}
			if err != nil || e.Report.SkippedCount > 0 {
				told++
			}
		}
	}
	if told == 0 {
		t.Error("no damage was noticed")
	}
}

// If anything else is in the database's place, other agents' sessions are read.
func TestUnreadableDatabase(t *testing.T) {
	data := func(m *hosttest.Mounts) []byte { return read(t, m, database) }
	cases := map[string]struct {
		change func(m *hosttest.Mounts)
		code   fault.Code
	}{
		"text":   {func(m *hosttest.Mounts) { m.File(database, []byte(strings.Repeat("not a database ", 999))) }, fault.ParseError},
		"other":  {func(m *hosttest.Mounts) { m.File(database, data(m)[:5000]) }, fault.ParseError},
		"zeroes": {func(m *hosttest.Mounts) { m.File(database, make([]byte, 9000)) }, fault.ParseError},
		"folder": {func(m *hosttest.Mounts) { m.Remove(database).Folder(database) }, fault.BadRef},
		"fifo":   {func(m *hosttest.Mounts) { m.Add(hosttest.Entry{Path: database, Shape: hosttest.FIFO}) }, fault.BadRef},
		"link":   {func(m *hosttest.Mounts) { m.Add(hosttest.Entry{Path: database, Shape: hosttest.Outside}) }, fault.PermissionDenied},
		"denied": {func(m *hosttest.Mounts) {
			m.Add(hosttest.Entry{Path: database, Data: data(m), Denied: true})
		}, fault.PermissionDenied},
		"empty": {func(m *hosttest.Mounts) { m.File(database, nil) }, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			h, m := mounted(t, "openclaw")
			m.Load(t, openclaw.Name, agents+"openclaw-jsonl"+store)
			c.change(m)
			var n notes
			ix := discover(t, env(h, &n))
			if len(ix.Refs) != 8 || c.code == "" && len(n) != 0 {
				t.Fatalf("%d sessions, notes %+v", len(ix.Refs), n)
			}
			if c.code != "" && (len(n) != 1 || n[0].Code != c.code && !(c.code == fault.PermissionDenied && n[0].Code == fault.BadRef) || n[0].Path != database) {
				t.Errorf("notes are %+v", n)
			}
		})
	}
}

// Without SQL the files are still read, and the hint says what to grant.
func TestWithoutSQL(t *testing.T) {
	h, m := mounted(t, "openclaw")
	h.SQL = nil
	if _, err := openclaw.New().Discover(env(h, nil)); fault.CodeOf(err) != fault.Unsupported || fault.From(err).Hint == "" {
		t.Errorf("nothing but a database: %v", err)
	}
	m.Load(t, openclaw.Name, agents+"openclaw-jsonl"+store)
	var n notes
	if ix := discover(t, env(h, &n)); len(ix.Refs) != 8 || len(n) != 1 || n[0].Code != fault.Unsupported {
		t.Errorf("%d sessions, notes %+v", len(ix.Refs), n)
	}
	strict := env(h, nil)
	strict.Strict = true
	if _, err := openclaw.New().Discover(strict); fault.CodeOf(err) != fault.Unsupported {
		t.Errorf("strict: %v", err)
	}
}

// busy is SQL that always finds the database locked.
type busy struct{ host.SQL }

func (busy) Query(int64, string, ...host.Value) ([][]host.Value, error) {
	return nil, fault.New(fault.Conflict, "database is locked")
}

func TestLockedDatabase(t *testing.T) {
	h, _ := mounted(t, "openclaw")
	h.SQL = busy{h.SQL}
	_, err := openclaw.New().Discover(env(h, nil))
	if fault.CodeOf(err) != fault.Conflict || fault.From(err).Path != database {
		t.Errorf("%v", err)
	}
}

// An error of visit ends the walk and is returned.
func TestVisitEnds(t *testing.T) {
	h, _ := mounted(t, "openclaw")
	enough := errors.New("enough")
	ix := discover(t, env(h, nil))
	for stop := 1; stop < 9; stop++ {
		n := 0
		err := openclaw.New().Walk(env(h, nil), ix, find(t, ix, before), everything, adapter.NewOutlet(env(h, nil), func(*adapter.Record) error {
			if n++; n == stop {
				return enough
			}
			return nil
		}))
		if !errors.Is(err, enough) || n != stop {
			t.Errorf("%d visits, %v", n, err)
		}
	}
}
