package openclaw_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	_ "modernc.org/sqlite" // the driver that makes databases

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/openclaw"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

const (
	agents   = "../../../../testdata/agents/"
	store    = "/home/.openclaw"
	database = "openclaw/agents/main/agent/openclaw-agent.sqlite"
	files    = "openclaw/agents/main/sessions/"
)

var everything = adapter.Want{Prompts: true, Text: true, Usage: true}

// open mounts a folder of OpenClaw's.
func open(t testing.TB, folder string) *host.Host {
	t.Helper()
	return adaptertest.FolderHost(t, openclaw.Name, folder)
}

// home mounts a fixture.
func home(t testing.TB, name string) *host.Host {
	t.Helper()
	return open(t, agents+name+store)
}

// mounted loads a fixture, or nothing, into memory, with SQL and zstd.
func mounted(t testing.TB, name string) (*host.Host, *hosttest.Mounts) {
	t.Helper()
	m := hosttest.NewMounts()
	if name != "" {
		m.Load(t, openclaw.Name, agents+name+store)
	}
	h := hosttest.Host(m)
	db := sqlite.New(m, sqlite.Options{})
	t.Cleanup(db.Release)
	h.SQL, h.Zstd = db, hostfns.Zstd()
	return &h, m
}

// altered is mounted with statements run on the fixture's database first.
// Arguments may follow a statement; they are no strings.
func altered(t testing.TB, name string, statements ...any) (*host.Host, *hosttest.Mounts) {
	t.Helper()
	h, m := mounted(t, name)
	file := filepath.Join(t.TempDir(), "a.sqlite")
	if err := os.WriteFile(file, read(t, m, database), 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(statements); i++ {
		var args []any
		query := statements[i].(string)
		for i+1 < len(statements) {
			if _, next := statements[i+1].(string); next {
				break
			}
			i++
			args = append(args, statements[i])
		}
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatalf("%v in %s", err, query)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m.File(database, data)
	return h, m
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

// pack compresses.
func pack(t testing.TB, data []byte) []byte {
	t.Helper()
	e, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	return e.EncodeAll(data, nil)
}

// notes collects diagnostics.
type notes []fault.Diagnostic

func env(h *host.Host, n *notes) *adapter.Env {
	return &adapter.Env{Host: h, Agent: openclaw.Name, DefectLog: adapter.DefectLog{Report: &session.Report{}, OnDiagnostic: func(d fault.Diagnostic) {
		if n != nil {
			*n = append(*n, d)
		}
	}}}
}

func discover(t testing.TB, e *adapter.Env) *adapter.Index {
	t.Helper()
	ix, err := openclaw.New().Discover(e)
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

// records walks a session.
func records(t testing.TB, e *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want) []adapter.Record {
	t.Helper()
	var out []adapter.Record
	err := openclaw.New().Walk(e, ix, ref, want, adapter.NewOutlet(e, func(r *adapter.Record) error {
		c := *r
		if r.Usage != nil {
			u := *r.Usage
			c.Usage = &u
		}
		out = append(out, c)
		return nil
	}))
	if err != nil {
		t.Fatalf("%s %s: %v", ref.Path, ref.ID, err)
	}
	return out
}

// find returns the only session whose id begins so.
func find(t testing.TB, ix *adapter.Index, head string) *adapter.Ref {
	t.Helper()
	var found *adapter.Ref
	for i := range ix.Refs {
		if strings.HasPrefix(ix.Refs[i].ID, head) {
			if found != nil {
				t.Fatalf("%s is not the beginning of one id", head)
			}
			found = &ix.Refs[i]
		}
	}
	if found == nil {
		t.Fatalf("no session %s", head)
	}
	return found
}

// get reads a session through the catalog, without a diagnostic.
func get(t testing.TB, h *host.Host, head string) *session.Session {
	t.Helper()
	ref := find(t, discover(t, env(h, nil)), head)
	s, _, err := catalog.New(h, func(d fault.Diagnostic) { t.Errorf("diagnostic %+v", d) }).
		Get(session.GetRequest{Agent: openclaw.Name, SessionID: ref.ID})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// list lists all sessions, and what was reported.
func list(t testing.TB, h *host.Host) ([]session.SessionSummary, notes) {
	t.Helper()
	var n notes
	out, err := catalog.New(h, func(d fault.Diagnostic) { n = append(n, d) }).
		List(session.ListRequest{Agent: openclaw.Name, Limit: 1000, Subagents: true, Superseded: true})
	if err != nil {
		t.Fatal(err)
	}
	return out, n
}

// spent adds the usage of all sessions up, each key once; naive counts every
// record.
func spent(t testing.TB, h *host.Host) (tokens, keys, naive int64) {
	t.Helper()
	e := env(h, nil)
	ix := discover(t, e)
	seen := map[string]bool{}
	for i := range ix.Refs {
		for _, r := range records(t, e, ix, &ix.Refs[i], adapter.Want{Usage: true}) {
			if r.Usage == nil {
				continue
			}
			naive++
			if !seen[r.UsageKey] {
				seen[r.UsageKey] = true
				tokens += r.Usage.Total()
			}
		}
	}
	return tokens, int64(len(seen)), naive
}
