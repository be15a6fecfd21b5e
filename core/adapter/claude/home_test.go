package claude_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/adapter/claude"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/session"
)

// agents is where the fixture homes are.
const agents = "../../../testdata/agents/"

var everything = adapter.Want{Prompts: true, Text: true, Usage: true}

// home is a mounted fixture home and what was discovered in it.
type home struct {
	host  host.Host
	ix    *adapter.Index
	notes []fault.Diagnostic
}

// openHome mounts the home of a fixture.
func openHome(t testing.TB, fixture string) *home {
	t.Helper()
	return openMounts(t, hosttest.NewMounts().Load(t, "claude", agents+fixture+"/home/.claude"))
}

func openMounts(t testing.TB, files host.Files) *home {
	t.Helper()
	h := &home{host: hosttest.Host(files)}
	ix, err := claude.New().Discover(h.env())
	if err != nil {
		t.Fatal(err)
	}
	h.ix = ix
	return h
}

func (h *home) env() *adapter.Env {
	return &adapter.Env{Host: &h.host, Agent: "claude", Diagnose: func(d fault.Diagnostic) { h.notes = append(h.notes, d) }}
}

// ref finds a ref by the start of its id.
func (h *home) ref(t testing.TB, id string) *adapter.Ref {
	t.Helper()
	for i := range h.ix.Refs {
		if strings.HasPrefix(h.ix.Refs[i].ID, id) {
			return &h.ix.Refs[i]
		}
	}
	t.Fatalf("no ref %s", id)
	return nil
}

// walk returns the records of a session.
func (h *home) walk(t testing.TB, id string, want adapter.Want) []adapter.Record {
	t.Helper()
	recs, _ := h.report(t, id, want)
	return recs
}

func (h *home) report(t testing.TB, id string, want adapter.Want) ([]adapter.Record, *session.Report) {
	t.Helper()
	var out []adapter.Record
	env := h.env()
	env.Report = &session.Report{}
	err := claude.New().Walk(env, h.ix, h.ref(t, id), want, func(r *adapter.Record) error {
		out = append(out, *r)
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	return out, env.Report
}
