package adaptertest

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// testOutlet checks that a walk reports to its outlet alone, of whole sessions and
// of a damaged one: what it reported to its Env would be missed where the two
// differ.
func (s Suite) testOutlet(t *testing.T) {
	for _, home := range s.Homes {
		h := NativeHost(t, home)
		if reported := s.walkAll(t, h); reported == 0 {
			t.Errorf("%s: the walks counted nothing", home)
		}
	}
	data, mounts := s.loadSample(t)
	for _, part := range []int{1, 2, 3} {
		mounts.File(s.Sample, append(append([]byte(nil), data[:len(data)*part/4]...), "\xff{broken"...))
		s.walkAll(t, HostOver(t, mounts))
	}
}

// walkAll walks the agent's sessions, and returns how many records, skips and
// diagnostics their outlets received.
func (s Suite) walkAll(t *testing.T, h *host.Host) (received int64) {
	t.Helper()
	for _, a := range catalog.Adapters() {
		if a.Name() != s.Agent {
			continue
		}
		ix, err := a.Discover(&adapter.Env{Host: h, Agent: s.Agent})
		if err != nil {
			return 0 // the database is damaged
		}
		for i := range ix.Refs {
			ref := &ix.Refs[i]
			env := &adapter.Env{Host: h, Agent: s.Agent, DefectLog: adapter.DefectLog{Report: &session.Report{}, OnDiagnostic: func(d fault.Diagnostic) {
				t.Errorf("%s: the walk reported to its Env: %+v", ref.ID, d)
			}}}
			report := &session.Report{}
			log := &adapter.DefectLog{Report: report, OnDiagnostic: func(fault.Diagnostic) { received++ }}
			out := adapter.NewOutlet(log, func(*adapter.Record) error { return nil })
			if err := a.Walk(env, ix, ref, adapter.Want{Prompts: true, Text: true, Usage: true}, out); err != nil {
				received++
			}
			received += report.Records + report.SkippedCount
			if r := env.Report; r.Records != 0 || r.Bytes != 0 || r.SkippedCount != 0 {
				t.Errorf("%s: the walk reported to its Env: %+v", ref.ID, r)
			}
		}
	}
	return received
}
