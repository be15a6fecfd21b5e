package cursor_test

import (
	"database/sql"
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/cursor"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"

	_ "modernc.org/sqlite"
)

var homes = []string{"cursor-cli-handmade", "cursor-ide-handmade", "cursor-described", "cursor-described-int"}

const (
	whole    = "7f3a0c52-1d2e-4b6a-9c11-0a1b2c3d4e5f" // store, sidecar, transcript
	child    = "b1c2d3e4-2222-4333-8444-555566667777" // subagent of it
	live     = "c9d8e7f6-3333-4444-8555-666677778888" // only in the -wal
	bare     = "0badf00d-4444-4555-8666-777788889999" // no sidecar
	asLines  = "11112222-aaaa-4bbb-8ccc-000011112222"
	asText   = "33334444-aaaa-4bbb-8ccc-000033334444"
	composed = "e1a2b3c4-0001-4001-8001-0123456789ab"
	explored = "e1a2b3c4-0002-4002-8002-0123456789ab" // subagent of it
	inline   = "e1a2b3c4-0003-4003-8003-0123456789ab"
	draft    = "e1a2b3c4-0004-4004-8004-0123456789ab"

	chats       = "cursor/chats/351ed131e37be4bb32ed4f3abdbf609e/"
	transcripts = "cursor/projects/home-dev-projects-parcel-api/agent-transcripts/"
	globalState = "cursor-user/globalStorage/state.vscdb"
)

// notes collects diagnostics.
type notes []fault.Diagnostic

func (n *notes) add(d fault.Diagnostic) {
	if n != nil {
		*n = append(*n, d)
	}
}

func env(h *host.Host, n *notes) *adapter.Env {
	return &adapter.Env{Host: h, Agent: cursor.Name, DefectLog: adapter.DefectLog{Report: &session.Report{}, OnDiagnostic: n.add}}
}

func discover(t testing.TB, e *adapter.Env) *adapter.Index {
	t.Helper()
	ix, err := cursor.New().Discover(e)
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

// get reads a session through the catalog.
func get(t testing.TB, h *host.Host, id string) *session.Session {
	t.Helper()
	s, _, err := catalog.New(h, func(d fault.Diagnostic) { t.Logf("diagnostic %+v", d) }).
		Get(session.GetRequest{Agent: cursor.Name, SessionID: id, ToolOutput: true})
	if err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	return s
}

func listed(t testing.TB, h *host.Host) []session.SessionSummary {
	t.Helper()
	out, err := catalog.New(h, func(fault.Diagnostic) {}).List(session.ListRequest{Agent: cursor.Name, Subagents: true, Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var everything = adapter.Want{Prompts: true, Text: true, Usage: true}

// records walks a session.
func records(t testing.TB, h *host.Host, id string, want adapter.Want) []adapter.Record {
	t.Helper()
	e := env(h, nil)
	ix := discover(t, e)
	ref := ix.FindRef(id)
	if ref == nil {
		t.Fatalf("no session %s", id)
	}
	var out []adapter.Record
	err := cursor.New().Walk(e, ix, ref, want, adapter.NewOutlet(e, func(r *adapter.Record) error {
		out = append(out, *r)
		return nil
	}))
	if err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	return out
}

// memory is a copy of a fixture that can be changed.
func memory(t testing.TB, home string) (*hosttest.Mounts, *host.Host) {
	t.Helper()
	return adaptertest.MemoryHost(t, cursor.Name, home)
}

// database makes the bytes of a database.
func database(t testing.TB, statements ...string) []byte {
	t.Helper()
	return databaseOf(t, func(exec func(query string, args ...any)) {
		for _, s := range statements {
			exec(s)
		}
	})
}

func databaseOf(t testing.TB, fill func(exec func(query string, args ...any))) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "made.db")
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path)+"?_pragma=synchronous(0)")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	fill(func(query string, args ...any) {
		if _, err := tx.Exec(query, args...); err != nil {
			t.Fatalf("%v in %s", err, query)
		}
	})
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return read(t, path)
}

func text(j session.JSON) string {
	var s string
	if json.Unmarshal(j, &s) != nil {
		return string(j)
	}
	return s
}
