package catalog

import (
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
	w := &statsWalk{wholeWalk: c.newWholeWalk(req.Agent, req.Strict), req: &req}
	w.origin = req.Origin
	if err := w.collectJobs(agents, nil); err != nil {
		return nil, err
	}
	w.counted = make([]stats.SessionCounts, len(w.jobs))
	c.runParallel(len(w.jobs), func(i int) { w.counted[i] = w.countJob(&w.jobs[i]) })
	w.countHiddenCopies()
	if err := w.flushDiagnostics(); err != nil {
		return nil, err
	}
	c.sayDrift()
	return stats.Report(w.counted, &req), nil
}

// statsWalk counts what all sessions did.
type statsWalk struct {
	wholeWalk
	req     *session.StatsRequest
	counted []stats.SessionCounts // of the jobs
}

func (w *statsWalk) countJob(j *walkJob) (out stats.SessionCounts) {
	env, share := w.progress.walkEnv(w.c, j.a.Name(), w.req.Strict, j.ref.Size, &j.notes)
	sink := stats.NewCallSink(j.a.Name())
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: j.a.Name(), Sink: sink, Times: true})
	t, err := w.c.readSession(j.a, withDrift(env), j.ix, j.ref, stats.Want, b, "")
	if err != nil {
		j.err = err
		return out
	}
	share.finish()
	w.c.drift.add(j.a.Name(), b.FinishDrift(env))
	return stats.Count(t, sink, w.req)
}

// countHiddenCopies counts the copies of sessions that turned out to be
// unreadable.
func (w *statsWalk) countHiddenCopies() {
	if len(w.copies) == 0 {
		return
	}
	for _, j := range w.shownCopies(func(i int) bool { return w.counted[i].Transcript.Empty }) {
		w.counted = append(w.counted, w.countJob(&j))
		w.jobs = append(w.jobs, j)
	}
}
