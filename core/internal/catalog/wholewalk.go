package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
)

// wholeWalk is the part that costs and statistics share: they read every session
// of the agents concerned. A copy in the store is read only when its original
// cannot be.
type wholeWalk struct {
	c        *Catalog
	agent    string // of the request; empty means all
	origin   string // of a request that lists what comes from there; empty means all
	strict   bool
	progress progressSum
	jobs     []walkJob
	// allMachines reads copies from named machines beside their originals: they may
	// have been continued there, and say where a request was made.
	allMachines bool
	copies      []walkJob // of sessions that hide them
}

// walkJob is one session that is read.
type walkJob struct {
	a     adapter.Adapter
	ix    *adapter.Index
	ref   *adapter.Ref
	notes []fault.Diagnostic
	err   error
}

func (c *Catalog) newWholeWalk(agent string, strict bool) wholeWalk {
	return wholeWalk{c: c, agent: agent, strict: strict, progress: progressSum{base: c.host.Poll}}
}

// collectJobs lists every session of the agents. Those that setApart takes are
// the caller's; it may be nil.
func (w *wholeWalk) collectJobs(agents []adapter.Adapter, setApart func(walkJob) bool) error {
	found, err := w.c.discoverWithImports(agents, w.strict)
	if err != nil {
		return err
	}
	for _, d := range found {
		env := w.c.env(d.a.Name(), w.strict)
		d.flushDiagnostics(env)
		if d.err != nil {
			if w.strict || w.agent != "" || fault.CodeOf(d.err) == fault.Timeout {
				return d.err
			}
			env.Diagnose(fault.DiagnosticOf(d.a.Name(), d.err))
		}
		if d.ix == nil {
			continue
		}
		for i := range d.ix.Refs {
			j := walkJob{a: d.a, ix: d.ix, ref: &d.ix.Refs[i]}
			switch {
			case setApart != nil && setApart(j):
			case w.agent != heddle.Name && w.c.imports.HiddenFrom(w.origin, d.a.Name(), j.ref.ID) &&
				!(w.allMachines && w.c.imports.FromMachine(d.a.Name(), j.ref.ID)):
				w.copies = append(w.copies, j)
			default:
				w.jobs = append(w.jobs, j)
				w.progress.total += j.ref.Size
			}
		}
	}
	return nil
}

// shownCopies returns the copies whose originals turned out to be unreadable, or
// empty by the number of their job.
func (w *wholeWalk) shownCopies(empty func(job int) bool) (shown []walkJob) {
	for i := range w.jobs {
		if j := &w.jobs[i]; j.err != nil || empty(i) {
			w.c.imports.MarkUnreadable(j.a.Name(), j.ref.ID)
		}
	}
	for _, j := range w.copies {
		if !w.c.imports.HiddenFrom(w.origin, j.a.Name(), j.ref.ID) {
			shown = append(shown, j)
		}
	}
	return shown
}

// flushDiagnostics reports the diagnostics of the walks, in their order.
func (w *wholeWalk) flushDiagnostics() error {
	for i := range w.jobs {
		j := &w.jobs[i]
		for _, d := range j.notes {
			w.c.env(j.a.Name(), false).Diagnose(d)
		}
		if j.err == nil {
			continue
		}
		if w.strict || fault.CodeOf(j.err) == fault.Timeout {
			return j.err
		}
		w.c.diagnose(fault.DiagnosticOf(j.a.Name(), j.err))
	}
	return nil
}
