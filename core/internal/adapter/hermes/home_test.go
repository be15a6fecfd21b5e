package hermes_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/hermes"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
	_ "modernc.org/sqlite"
)

const agents = "../../../../testdata/agents/"

// Sessions and files of the fixtures.
const (
	databaseFile   = "hermes/state.db"
	conversation   = "20260810_091500_a1b2c3" // continued twice
	second         = "20260810_093012_d4e5f6"
	third          = "20260810_095544_0a9b8c"
	branch         = "20260810_100101_b7b7b7"
	subagent       = "20260810_091733_5ub001"
	telegram       = "20260810_121110_3f2a9c1d"
	codexOne       = "20260811_081500_c0dex1"
	compacted      = "20260811_090000_9e9e9e" // in place, and rewound
	snapshotID     = "20260329_101500_1e6acy"
	transcriptID   = "20261120_172150_0f09e035"
	snapshotFile   = "hermes/sessions/session_" + snapshotID + ".json"
	transcriptFile = "hermes/sessions/" + transcriptID + ".jsonl"
)

// open mounts a folder of Hermes'.
func open(t testing.TB, folder string) *host.Host {
	t.Helper()
	return adaptertest.FolderHost(t, hermes.Name, folder)
}

// home mounts a fixture.
func home(t testing.TB, name string) *host.Host {
	t.Helper()
	return open(t, agents+name+"/home/.hermes")
}

// mounted loads a fixture into memory, with SQL over it.
func mounted(t testing.TB, name string) (*host.Host, *hosttest.Mounts) {
	t.Helper()
	m := hosttest.NewMounts().Load(t, hermes.Name, agents+name+"/home/.hermes")
	h := hosttest.Host(m)
	db := sqlite.New(m, sqlite.Options{})
	t.Cleanup(db.Release)
	h.SQL = db
	return &h, m
}

// made builds state.db of statements and mounts it.
func made(t testing.TB, statements ...string) *host.Host {
	t.Helper()
	dir := t.TempDir()
	build(t, filepath.Join(dir, "state.db"), statements...)
	return open(t, dir)
}

func build(t testing.TB, path string, statements ...string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path)+"?_pragma=synchronous(0)")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if _, err := tx.Exec(s); err != nil {
			t.Fatalf("%v in %.300s", err, s)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// schema11 is a dump of schema 11 without what its virtual tables make
// themselves.
func schema11(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/schema-v11.sql")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, line := range strings.Split(string(data), "\n") {
		if !strings.Contains(line, "sqlite_sequence") && !strings.HasPrefix(line, "CREATE TABLE IF NOT EXISTS 'messages_fts") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// schema is the part of schema 22 that lineage and messages need.
const schema = `
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO schema_version VALUES (22);
CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL DEFAULT 'cli', model TEXT, model_config TEXT, parent_session_id TEXT,
  started_at REAL NOT NULL, ended_at REAL, end_reason TEXT, input_tokens INTEGER DEFAULT 0, output_tokens INTEGER DEFAULT 0,
  cache_read_tokens INTEGER DEFAULT 0, cache_write_tokens INTEGER DEFAULT 0, reasoning_tokens INTEGER DEFAULT 0,
  estimated_cost_usd REAL, actual_cost_usd REAL, cost_status TEXT, title TEXT, title_source TEXT, archived INTEGER DEFAULT 0);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL, content TEXT, tool_call_id TEXT,
  tool_calls TEXT, tool_name TEXT, timestamp REAL NOT NULL, reasoning TEXT, observed INTEGER DEFAULT 0, display_kind TEXT,
  _compressed_summary INTEGER DEFAULT 0, active INTEGER NOT NULL DEFAULT 1, compacted INTEGER NOT NULL DEFAULT 0);
CREATE INDEX idx_messages_session ON messages(session_id, timestamp);
CREATE TABLE session_model_usage (session_id TEXT NOT NULL, model TEXT NOT NULL, billing_provider TEXT NOT NULL DEFAULT '', billing_base_url TEXT NOT NULL DEFAULT '',
  billing_mode TEXT NOT NULL DEFAULT '', task TEXT NOT NULL DEFAULT '', api_call_count INTEGER NOT NULL DEFAULT 0, input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0, cache_read_tokens INTEGER NOT NULL DEFAULT 0, cache_write_tokens INTEGER NOT NULL DEFAULT 0,
  reasoning_tokens INTEGER NOT NULL DEFAULT 0, estimated_cost_usd REAL NOT NULL DEFAULT 0, actual_cost_usd REAL NOT NULL DEFAULT 0, cost_status TEXT,
  first_seen REAL, last_seen REAL, PRIMARY KEY (session_id, model, billing_provider, billing_base_url, billing_mode, task));`

// notes collects diagnostics.
type notes []fault.Diagnostic

func env(h *host.Host, n *notes) *adapter.Env {
	return &adapter.Env{Host: h, Agent: hermes.Name, DefectLog: adapter.DefectLog{Report: &session.Report{}, OnDiagnostic: func(d fault.Diagnostic) {
		if n != nil {
			*n = append(*n, d)
		}
	}}}
}

func discover(t testing.TB, e *adapter.Env) *adapter.Index {
	t.Helper()
	ix, err := hermes.New().Discover(e)
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

var (
	everything = adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true}
	forList    = adapter.Want{Prompts: true, Usage: true}
	forSpend   = adapter.Want{Usage: true}
)

// records walks a session.
func records(t testing.TB, e *adapter.Env, ix *adapter.Index, id string, want adapter.Want) []adapter.Record {
	t.Helper()
	var out []adapter.Record
	err := hermes.New().Walk(e, ix, ix.FindRef(id), want, adapter.NewOutlet(e, func(r *adapter.Record) error {
		out = append(out, *r)
		return nil
	}))
	if err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	return out
}

// walked walks a session of a host for everything.
func walked(t testing.TB, h *host.Host, id string) []adapter.Record {
	t.Helper()
	e := env(h, nil)
	return records(t, e, discover(t, e), id, everything)
}

// said is what records show, one line each: role, kind and text.
func said(rs []adapter.Record) string {
	var out []string
	for _, r := range rs {
		if r.Kind != adapter.Message {
			continue
		}
		s := string(r.Role)
		if r.Special != "" {
			s += "/" + r.Special
		}
		if r.Branch {
			s += "/branch"
		}
		if r.ToolResult != nil {
			s += ": " + string(r.ToolResult.Output)
		} else {
			s += ": " + r.Text
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n")
}

func list(t testing.TB, h *host.Host, req session.ListRequest) map[string]session.SessionSummary {
	t.Helper()
	req.Agent = hermes.Name
	got, err := catalog.New(h, func(d fault.Diagnostic) { t.Errorf("diagnostic %+v", d) }).List(req)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]session.SessionSummary{}
	for _, s := range got {
		out[s.SessionID] = s
	}
	return out
}

func get(t testing.TB, h *host.Host, id string) *session.Session {
	t.Helper()
	c := catalog.New(h, func(d fault.Diagnostic) { t.Errorf("diagnostic %+v", d) })
	s, _, err := c.Get(session.GetRequest{Agent: hermes.Name, SessionID: id})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var agent = hermes.New()
