package opencode_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/opencode"
	"github.com/heddle-dev/heddle/core/session"
)

const (
	databaseFile = "opencode/opencode.db"
	storedInfo   = "opencode/storage/session/global/ses_e05c356f6ffeOxC8n4t7l3J3Lc.json"
	storedTurn   = "opencode/storage/message/ses_e05c356f6ffeOxC8n4t7l3J3Lc/"
)

// Without SQL the older stores are still read, and the hint says what to grant.
func TestWithoutSQL(t *testing.T) {
	h, m := mounted(t, "opencode-upgrade")
	h.SQL = nil
	var n notes
	ix := discover(t, env(h, &n))
	if len(ix.Refs) != 9 {
		t.Errorf("%d sessions, want 7 of storage and 2 of project", len(ix.Refs))
	}
	if len(n) != 1 || n[0].Code != fault.Unsupported || n[0].Path != databaseFile || !strings.Contains(n[0].Hint, "SQL") {
		t.Errorf("notes are %+v", n)
	}
	m.Remove("opencode/storage").Remove("opencode/project")
	_, err := opencode.New().Discover(env(h, nil))
	if fault.CodeOf(err) != fault.Unsupported {
		t.Errorf("nothing but a database: %v", err)
	}
	m.Remove(databaseFile)
	if ix := discover(t, env(h, nil)); len(ix.Refs) != 0 {
		t.Errorf("an empty folder has %d sessions", len(ix.Refs))
	}
	m.Remove("opencode")
	if ix := discover(t, env(h, nil)); len(ix.Refs) != 0 {
		t.Errorf("no folder has %d sessions", len(ix.Refs))
	}
}

// A database that cannot be read is a note beside what the files hold, and an
// error where there is nothing else.
func TestUnreadableDatabase(t *testing.T) {
	cases := map[string]struct {
		change func(m *hosttest.Mounts, data []byte)
		code   fault.Code
	}{
		"text": {func(m *hosttest.Mounts, d []byte) {
			m.File(databaseFile, []byte(strings.Repeat("not a database ", 999)))
		}, fault.ParseError},
		"header":   {func(m *hosttest.Mounts, d []byte) { m.File(databaseFile, append([]byte("SQLite format 4"), d[15:]...)) }, fault.ParseError},
		"cut":      {func(m *hosttest.Mounts, d []byte) { m.File(databaseFile, d[:5000]) }, fault.ParseError},
		"zeroes":   {func(m *hosttest.Mounts, d []byte) { m.File(databaseFile, make([]byte, 9000)) }, fault.ParseError},
		"no pages": {func(m *hosttest.Mounts, d []byte) { m.File(databaseFile, d[:100]) }, fault.ParseError},
		"folder":   {func(m *hosttest.Mounts, d []byte) { m.Remove(databaseFile).Folder(databaseFile) }, fault.BadRef},
		"fifo":     {func(m *hosttest.Mounts, d []byte) { m.Add(hosttest.Entry{Path: databaseFile, Shape: hosttest.FIFO}) }, fault.BadRef},
		"link":     {func(m *hosttest.Mounts, d []byte) { m.Add(hosttest.Entry{Path: databaseFile, Shape: hosttest.Outside}) }, fault.PermissionDenied},
		"denied":   {func(m *hosttest.Mounts, d []byte) { m.Add(hosttest.Entry{Path: databaseFile, Data: d, Denied: true}) }, fault.PermissionDenied},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			h, m := mounted(t, "opencode-upgrade")
			c.change(m, read(t, m, databaseFile))
			var n notes
			ix, err := opencode.New().Discover(env(h, &n))
			if err != nil || len(ix.Refs) != 9 {
				t.Fatalf("%v; want the 9 sessions of the files", err)
			}
			if len(n) != 1 || n[0].Code != c.code || n[0].Path != databaseFile {
				t.Errorf("notes are %+v", n)
			}
			for i := range ix.Refs {
				records(t, env(h, nil), ix, &ix.Refs[i], everything)
			}
			strict := env(h, nil)
			strict.Strict = true
			if _, err := opencode.New().Discover(strict); fault.CodeOf(err) != c.code {
				t.Errorf("strict: %v", err)
			}
		})
	}
	t.Run("empty", func(t *testing.T) {
		h, m := mounted(t, "opencode-upgrade")
		m.File(databaseFile, nil)
		var n notes
		if ix := discover(t, env(h, &n)); len(ix.Refs) != 9 || len(n) != 0 {
			t.Errorf("%d sessions, notes %+v", len(ix.Refs), n)
		}
	})
}

func read(t testing.TB, m *hosttest.Mounts, path string) []byte {
	t.Helper()
	st, err := m.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, st.Size)
	if _, err := m.ReadAt(path, data, 0); err != nil {
		t.Fatal(err)
	}
	return data
}

// busy is SQL that always finds the database locked.
type busy struct{ host.SQL }

func (busy) Query(int64, string, ...host.Value) ([][]host.Value, error) {
	return nil, fault.New(fault.Conflict, "database is locked")
}

func TestLockedDatabase(t *testing.T) {
	h, _ := mounted(t, "opencode-upgrade")
	h.SQL = busy{h.SQL}
	var n notes
	if ix := discover(t, env(h, &n)); len(ix.Refs) != 9 || len(n) != 1 || n[0].Code != fault.Conflict || n[0].Path != databaseFile {
		t.Errorf("%d sessions, notes %+v", len(ix.Refs), n)
	}
}

// If any page is damaged, the rest is read: no panic, no hang, every defect
// reported.
func TestDamagedPages(t *testing.T) {
	h, m := mounted(t, "opencode-upgrade")
	good := read(t, m, databaseFile)
	const page = 4096
	whole := 0
	all := int64(0)
	for ix, i := discover(t, env(h, nil)), 0; i < len(ix.Refs); i++ {
		e := env(h, nil)
		records(t, e, ix, &ix.Refs[i], everything)
		all += e.Report.Records
	}
	for at := page; at < len(good); at += page {
		bad := append([]byte(nil), good...)
		for i := at; i < at+page; i++ {
			bad[i] ^= 0x5a
		}
		m.File(databaseFile, bad)
		var n notes
		ix, err := opencode.New().Discover(env(h, &n))
		if err != nil {
			t.Fatalf("page at %d: %v", at, err)
		}
		told := len(n)
		got := int64(0)
		for i := range ix.Refs {
			e := env(h, nil)
			err := opencode.New().Walk(e, ix, &ix.Refs[i], everything, adapter.NewOutlet(e, func(*adapter.Record) error { return nil }))
			if err != nil && fault.From(err).Path == "" {
				t.Errorf("page at %d: error without a path: %v", at, err)
			}
			if err != nil || e.Report.SkippedCount > 0 {
				told++
			}
			got += e.Report.Records
		}
		if told == 0 {
			whole++
			if got != all {
				t.Errorf("page at %d: %d of %d records, and nothing told", at, got, all)
			}
		}
	}
	t.Logf("%d of %d pages hold nothing that is read", whole, len(good)/page-1)
}

// An error of visit ends the walk and is returned.
func TestVisitEnds(t *testing.T) {
	h, _ := mounted(t, "opencode-upgrade")
	ix := discover(t, env(h, nil))
	enough := errors.New("enough")
	for _, tail := range []string{"BQ5QYh", "CSWP3RS0"} {
		for stop := 1; stop < 5; stop++ {
			n := 0
			err := opencode.New().Walk(env(h, nil), ix, suffix(t, ix, tail), everything, adapter.NewOutlet(env(h, nil), func(*adapter.Record) error {
				if n++; n == stop {
					return enough
				}
				return nil
			}))
			if !errors.Is(err, enough) || n != stop {
				t.Errorf("%s: %d visits, %v", tail, n, err)
			}
		}
	}
}

// Each file that is damaged costs itself and nothing else.
func TestDamagedFiles(t *testing.T) {
	damage := map[string]func(m *hosttest.Mounts, path string, data []byte){
		"cut":   func(m *hosttest.Mounts, path string, data []byte) { m.File(path, data[:len(data)-2]) },
		"empty": func(m *hosttest.Mounts, path string, data []byte) { m.File(path, nil) },
		"nul":   func(m *hosttest.Mounts, path string, data []byte) { m.File(path, make([]byte, 512)) },
		"array": func(m *hosttest.Mounts, path string, data []byte) { m.File(path, []byte("[]")) },
		"deep": func(m *hosttest.Mounts, path string, data []byte) {
			m.File(path, []byte(`{"a":`+strings.Repeat("[", 20_000)))
		},
		"denied": func(m *hosttest.Mounts, path string, data []byte) {
			m.Add(hosttest.Entry{Path: path, Data: data, Denied: true})
		},
		"device": func(m *hosttest.Mounts, path string, data []byte) {
			m.Add(hosttest.Entry{Path: path, Shape: hosttest.FIFO})
		},
		"outside": func(m *hosttest.Mounts, path string, data []byte) {
			m.Add(hosttest.Entry{Path: path, Shape: hosttest.Outside})
		},
		"folder": func(m *hosttest.Mounts, path string, data []byte) { m.Remove(path).Folder(path) },
	}
	files := map[string]int64{ // a message of the session, and what is lost with it
		storedTurn + "msg_1fa3ca9bf001X7x0ARJBj3L4GI.json":                                         12184,
		"opencode/storage/part/msg_1fa3ca9bf001X7x0ARJBj3L4GI/prt_1fa3ca9d7001cYCPjtOluRHgJj.json": 0,
	}
	for name, change := range damage {
		for path, lost := range files {
			h, m := mounted(t, "opencode-1.1.65")
			change(m, path, read(t, m, path))
			e := env(h, nil)
			ix := discover(t, e)
			u := total(records(t, e, ix, suffix(t, ix, "t7l3J3Lc"), everything))
			if u.Total() != 73265-lost || e.Report.SkippedCount != 1 || e.Report.Skipped[0].Path != path {
				t.Errorf("%s %s: %d tokens, skipped %+v", name, path, u.Total(), e.Report.Skipped)
			}
			strict := env(h, nil)
			strict.Strict = true
			err := opencode.New().Walk(strict, ix, suffix(t, ix, "t7l3J3Lc"), everything, adapter.NewOutlet(strict, func(*adapter.Record) error { return nil }))
			if fault.CodeOf(err) != fault.ParseError || fault.From(err).Path != path {
				t.Errorf("%s %s: strict: %v", name, path, err)
			}
		}
	}
}

// Bytes around a file's object cost nothing of it.
func TestBytesAround(t *testing.T) {
	path := storedTurn + "msg_1fa3ca9bf001X7x0ARJBj3L4GI.json"
	for name, change := range map[string]func(data string) string{
		"NULs behind":   func(d string) string { return d + strings.Repeat("\x00", 300) },
		"NULs before":   func(d string) string { return strings.Repeat("\x00", 300) + d },
		"glued":         func(d string) string { return d + d },
		"line behind":   func(d string) string { return d + "\nnot json" },
		"mark in front": func(d string) string { return "\xef\xbb\xbf" + d },
	} {
		h, m := mounted(t, "opencode-1.1.65")
		m.File(path, []byte(change(string(read(t, m, path)))))
		e := env(h, nil)
		ix := discover(t, e)
		rs := records(t, e, ix, suffix(t, ix, "t7l3J3Lc"), adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true})
		skips := int64(1)
		if name == "mark in front" {
			skips = 0
		}
		if u := total(rs); u.Total() != 73265 || e.Report.SkippedCount != skips || skips > 0 && e.Report.Skipped[0].Path != path {
			t.Errorf("%s: %d tokens, skipped %+v", name, u.Total(), e.Report.Skipped)
		}
	}
}

// A session file that cannot be read leaves its session: the messages are
// still there. With them gone as well it is an error.
func TestDamagedSessionFile(t *testing.T) {
	h, m := mounted(t, "opencode-1.1.65")
	m.File(storedInfo, read(t, m, storedInfo)[:20])
	e := env(h, nil)
	ix := discover(t, e)
	ref := suffix(t, ix, "t7l3J3Lc")
	rs := records(t, e, ix, ref, everything)
	if u := total(rs); u.Total() != 73265 || e.Report.SkippedCount != 1 {
		t.Errorf("%d tokens, skipped %+v", u.Total(), e.Report.Skipped)
	}
	if at, err := opencode.New().Updated(e, ix, ref); at != 0 || err != nil {
		t.Errorf("updated %s, %v: the file cannot tell", at, err)
	}
	m.Remove(strings.TrimSuffix(storedTurn, "/"))
	err := opencode.New().Walk(env(h, nil), ix, ref, everything, adapter.NewOutlet(env(h, nil), func(*adapter.Record) error { return nil }))
	if fault.CodeOf(err) != fault.ParseError || fault.From(err).Path != storedInfo {
		t.Errorf("nothing left: %v", err)
	}
}

// A file that is gone since Discover, and an index of somebody else.
func TestVanished(t *testing.T) {
	h, m := mounted(t, "opencode-1.1.65")
	ix := discover(t, env(h, nil))
	m.Remove("opencode/storage")
	err := opencode.New().Walk(env(h, nil), ix, &ix.Refs[0], everything, adapter.NewOutlet(env(h, nil), func(*adapter.Record) error { return nil }))
	if fault.CodeOf(err) != fault.BadRef {
		t.Errorf("vanished: %v", err)
	}
	if err := opencode.New().Walk(env(h, nil), &adapter.Index{}, &ix.Refs[0], everything, adapter.NewOutlet(env(h, nil), nil)); fault.CodeOf(err) != fault.Internal {
		t.Errorf("foreign index: %v", err)
	}
	if err := opencode.New().Walk(env(h, nil), ix, &adapter.Ref{ID: "x", Path: databaseFile}, everything, adapter.NewOutlet(env(h, nil), nil)); fault.CodeOf(err) != fault.BadRef {
		t.Errorf("foreign ref: %v", err)
	}
}

// A large file is read up to its limit and no further; many unknown things
// are reported by their types.
func TestUnknownTypes(t *testing.T) {
	h, m := mounted(t, "opencode-1.1.65")
	m.File(storedTurn+"msg_2.json", []byte(`{"role":"oracle","time":{"created":1795199650000}}`))
	m.File(storedTurn+"msg_3.json", []byte(`{"role":"assistant","parentID":"msg_2","time":{"created":1795199650001,"completed":1795199650002}}`))
	m.File("opencode/storage/part/msg_3/prt_1.json", []byte(`{"type":"hologram"}`))
	m.File("opencode/storage/part/msg_3/prt_2.json", []byte(`{"type":"retry","error":{"name":"APIError","data":{"message":"busy"}}}`))
	rs := func() []adapter.Record {
		e := env(h, nil)
		ix := discover(t, e)
		return records(t, e, ix, suffix(t, ix, "t7l3J3Lc"), everything)
	}()
	var types []string
	for _, r := range rs {
		if r.Kind == adapter.Unknown {
			types = append(types, r.Type)
		}
	}
	if strings.Join(types, " ") != "message.oracle part.hologram" {
		t.Errorf("unknown types are %v", types)
	}
	if r := messageWith(t, rs, "busy"); r.Special != "api_error" || r.Role != session.RoleSystem {
		t.Errorf("retry: %+v", r)
	}
}
