package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/stats"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// Stats counts what the matching sessions did. It reads every session of the
// agents concerned, also those that the filters exclude: a longer copy and a
// subagent are known only when they are read.
func (c *Catalog) Stats(req session.StatsRequest) (*session.SessionStats, error) {
	if req.Limit == 0 {
		req.Limit = session.DefaultStatsLimit
	}
	agents, err := selectAdapters(req.Agent)
	if err != nil {
		return nil, err
	}
	if err := c.loadFacts(); err != nil {
		return nil, err
	}
	w := &statsWalk{c: c, req: &req, progress: progressSum{base: c.host.Poll}}
	if err := w.collectJobs(agents); err != nil {
		return nil, err
	}
	w.counted = make([]stats.SessionCounts, len(w.jobs))
	c.runParallel(len(w.jobs), func(i int) { w.counted[i] = w.countJob(&w.jobs[i]) })
	w.countHiddenCopies()
	if err := w.flushDiagnostics(); err != nil {
		return nil, err
	}
	return stats.Report(w.counted, &req), nil
}

// statsWalk counts what all sessions did.
type statsWalk struct {
	c        *Catalog
	req      *session.StatsRequest
	progress progressSum
	jobs     []usageJob
	counted  []stats.SessionCounts // of the jobs
	copies   []usageJob            // in the store, of sessions that hide them
}

// collectJobs lists every session of the agents.
func (w *statsWalk) collectJobs(agents []adapter.Adapter) error {
	found, err := w.c.discoverWithImports(agents, w.req.Strict)
	if err != nil {
		return err
	}
	for _, d := range found {
		env := w.c.env(d.a.Name(), w.req.Strict)
		d.flushDiagnostics(env)
		if d.err != nil {
			if w.req.Strict || w.req.Agent != "" || fault.CodeOf(d.err) == fault.Timeout {
				return d.err
			}
			env.Diagnose(fault.DiagnosticOf(d.a.Name(), d.err))
		}
		if d.ix == nil {
			continue
		}
		for i := range d.ix.Refs {
			j := usageJob{a: d.a, ix: d.ix, ref: &d.ix.Refs[i]}
			if w.req.Agent != heddle.Name && w.c.imports.HiddenByOriginal(d.a.Name(), j.ref.ID) {
				w.copies = append(w.copies, j)
				continue
			}
			w.jobs = append(w.jobs, j)
			w.progress.total += j.ref.Size
		}
	}
	return nil
}

func (w *statsWalk) countJob(j *usageJob) (out stats.SessionCounts) {
	env, share := w.progress.walkEnv(w.c, j.a.Name(), w.req.Strict, j.ref.Size, &j.notes)
	sink := stats.NewCallSink(j.a.Name())
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: j.a.Name(), Sink: sink, Requests: transcript.HashRequests})
	t, err := w.c.readSession(j.a, env, j.ix, j.ref, stats.Want, b, "")
	if err != nil {
		j.err = err
		return out
	}
	share.finish()
	return stats.Count(t, sink, w.req)
}

// countHiddenCopies counts the copies of sessions that turned out to be
// unreadable.
func (w *statsWalk) countHiddenCopies() {
	if len(w.copies) == 0 {
		return
	}
	for i := range w.jobs {
		if j := &w.jobs[i]; j.err != nil || w.counted[i].Transcript.Empty {
			w.c.imports.MarkUnreadable(j.a.Name(), j.ref.ID)
		}
	}
	for _, j := range w.copies {
		if !w.c.imports.HiddenByOriginal(j.a.Name(), j.ref.ID) {
			w.counted = append(w.counted, w.countJob(&j))
			w.jobs = append(w.jobs, j)
		}
	}
}

// flushDiagnostics reports the diagnostics of the walks, in their order.
func (w *statsWalk) flushDiagnostics() error {
	for i := range w.jobs {
		j := &w.jobs[i]
		for _, d := range j.notes {
			w.c.env(j.a.Name(), false).Diagnose(d)
		}
		if j.err == nil {
			continue
		}
		if w.req.Strict || fault.CodeOf(j.err) == fault.Timeout {
			return j.err
		}
		w.c.diagnose(fault.DiagnosticOf(j.a.Name(), j.err))
	}
	return nil
}
