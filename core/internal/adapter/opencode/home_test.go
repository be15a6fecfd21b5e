package opencode_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/opencode"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

const agents = "../../../../testdata/agents/"

// share is where OpenCode keeps its data below a home.
const share = "/home/.local/share/opencode"

// open mounts a folder of OpenCode's.
func open(t testing.TB, folder string) *host.Host {
	t.Helper()
	return adaptertest.FolderHost(t, opencode.Name, folder)
}

// home mounts a fixture.
func home(t testing.TB, name string) *host.Host {
	t.Helper()
	return open(t, agents+name+share)
}

// notes collects diagnostics.
type notes []fault.Diagnostic

func env(h *host.Host, n *notes) *adapter.Env {
	return &adapter.Env{Host: h, Agent: opencode.Name, DefectLog: adapter.DefectLog{Report: &session.Report{}, OnDiagnostic: func(d fault.Diagnostic) {
		if n != nil {
			*n = append(*n, d)
		}
	}}}
}

func discover(t testing.TB, e *adapter.Env) *adapter.Index {
	t.Helper()
	ix, err := opencode.New().Discover(e)
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

var everything = adapter.Want{Prompts: true, Text: true, Usage: true}

// records walks a session.
func records(t testing.TB, e *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want) []adapter.Record {
	t.Helper()
	var out []adapter.Record
	err := opencode.New().Walk(e, ix, ref, want, adapter.NewOutlet(e, func(r *adapter.Record) error {
		out = append(out, *r)
		return nil
	}))
	if err != nil {
		t.Fatalf("%s %s: %v", ref.Path, ref.ID, err)
	}
	return out
}

// suffix finds the only session whose id ends so.
func suffix(t testing.TB, ix *adapter.Index, tail string) *adapter.Ref {
	t.Helper()
	var found *adapter.Ref
	for i := range ix.Refs {
		if id := ix.Refs[i].ID; len(id) >= len(tail) && id[len(id)-len(tail):] == tail {
			if found != nil {
				t.Fatalf("%s is not the end of one id", tail)
			}
			found = &ix.Refs[i]
		}
	}
	if found == nil {
		t.Fatalf("no session %s", tail)
	}
	return found
}

// walkOf walks the session of a fixture whose id ends with tail.
func walkOf(t testing.TB, fixture, tail string) []adapter.Record {
	t.Helper()
	e := env(home(t, fixture), nil)
	ix := discover(t, e)
	return records(t, e, ix, suffix(t, ix, tail), everything)
}

// get reads a session of a fixture through the catalog.
func get(t testing.TB, fixture, tail string) *session.Session {
	t.Helper()
	h := home(t, fixture)
	ix := discover(t, env(h, nil))
	c := catalog.New(h, func(d fault.Diagnostic) { t.Errorf("diagnostic %+v", d) })
	s, _, err := c.Get(session.GetRequest{Agent: opencode.Name, SessionID: suffix(t, ix, tail).ID})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
