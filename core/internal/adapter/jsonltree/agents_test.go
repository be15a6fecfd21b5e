package jsonltree_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/omp"
	"github.com/heddle-dev/heddle/core/internal/adapter/pi"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

const agents = "../../../../testdata/agents/"

// fixture is a home as an agent wrote it.
type fixture struct {
	adapter.Adapter
	name string
	host host.Host
	ix   *adapter.Index
}

// fixtures mounts all homes; pi's have sessions in a second place.
func fixtures(t testing.TB) []*fixture {
	t.Helper()
	out := []*fixture{{Adapter: pi.New(), name: "pi"}, {Adapter: pi.New(), name: "pi-1.5"}, {Adapter: omp.New(), name: "omp"}}
	for _, f := range out {
		m := hosttest.NewMounts().Load(t, f.Name(), agents+f.name+"/home/."+f.Name()+"/agent")
		if f.Name() == "pi" {
			m.Load(t, "pi-sessions", agents+f.name+"/home/elsewhere/sessions")
		}
		f.host = hosttest.Host(m)
		ix, err := f.Discover(f.env(t))
		if err != nil {
			t.Fatal(err)
		}
		f.ix = ix
	}
	return out
}

func (f *fixture) env(t testing.TB) *adapter.Env {
	return &adapter.Env{Host: &f.host, Agent: f.Name(), DefectLog: adapter.DefectLog{OnDiagnostic: func(d fault.Diagnostic) { t.Errorf("%s: %+v", f.name, d) }}}
}

func (f *fixture) walk(t testing.TB, ref *adapter.Ref, want adapter.Want) []adapter.Record {
	t.Helper()
	var out []adapter.Record
	if err := f.Walk(f.env(t), f.ix, ref, want, adapter.NewOutlet(f.env(t), collect(&out))); err != nil {
		t.Fatal(err)
	}
	return out
}

func (f *fixture) get(t testing.TB, id string) *session.Session {
	t.Helper()
	s, _, err := catalog.New(&f.host, func(d fault.Diagnostic) { t.Errorf("%+v", d) }).Get(session.GetRequest{Agent: f.Name(), SessionID: id})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
