package catalog

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/usage"
	"github.com/heddle-dev/heddle/core/session"
)

// TotalCost adds up what the matching sessions spent with requests that were
// made within the time range. It reads every session of the agents concerned,
// also those that the filters exclude: filters must not change which session a
// repeated request is attributed to.
func (c *Catalog) TotalCost(req session.CostRequest) (*session.CostSummary, error) {
	agents, err := selectAdapters(req.Agent)
	if err != nil {
		return nil, err
	}
	return c.totalCostOf(agents, &req)
}

func (c *Catalog) totalCostOf(agents []adapter.Adapter, req *session.CostRequest) (*session.CostSummary, error) {
	if err := c.loadFacts(); err != nil {
		return nil, err
	}
	w := &usageWalk{wholeWalk: c.newWholeWalk(req.Agent, req.Strict), req: req}
	w.allMachines = true
	if err := w.collectJobs(agents, w.setApart); err != nil {
		return nil, err
	}
	w.sessions = make([]usage.SessionUsage, len(w.jobs))
	c.runParallel(len(w.jobs), func(i int) { w.sessions[i] = w.readJob(&w.jobs[i]) })
	w.readHiddenCopies()
	w.readRecordings()
	if err := w.flushDiagnostics(); err != nil {
		return nil, err
	}
	c.sayDrift()
	return usage.Report(w.sessions, c.runs, req, c.prices), nil
}

// usageWalk reads the requests of all sessions.
type usageWalk struct {
	wholeWalk
	req      *session.CostRequest
	sessions []usage.SessionUsage // of the jobs
	// recordings are in the store, with their forks: what the sessions spent that
	// their agents have is known before they are read.
	recordings []walkJob
}

// setApart keeps recordings for later.
func (w *usageWalk) setApart(j walkJob) bool {
	if w.req.Agent == heddle.Name || !heddle.NamesNative(j.ix, j.ref.ID) {
		return false
	}
	w.recordings = append(w.recordings, j)
	w.progress.total += j.ref.Size
	return true
}

func (w *usageWalk) readJob(j *walkJob) (u usage.SessionUsage) {
	env, share := w.progress.walkEnv(w.c, j.a.Name(), w.req.Strict, j.ref.Size, &j.notes)
	more := w.c.annotate(j.a.Name(), j.ref.ID)
	more.Hidden = more.Hidden && w.req.Agent != heddle.Name
	u, j.err = usage.ReadSession(j.a, withDrift(env), j.ix, j.ref, w.req, more, w.c.prices)
	if j.err == nil {
		share.finish()
		w.c.drift.add(j.a.Name(), u.Drift)
	}
	return u
}

// readHiddenCopies reads the copies of sessions that turned out to be
// unreadable.
func (w *usageWalk) readHiddenCopies() {
	if len(w.copies)+len(w.recordings) == 0 {
		return
	}
	for _, j := range w.shownCopies(func(i int) bool { return w.sessions[i].Transcript.Empty }) {
		w.sessions = append(w.sessions, w.readJob(&j))
		w.jobs = append(w.jobs, j)
	}
}

// readRecordings reads the recordings of live sessions and their forks. What was
// spent in sessions of the agents that have been read is left out: it counts for
// those. A recording that a list does not show adds its runs.
func (w *usageWalk) readRecordings() {
	if len(w.recordings) == 0 {
		return
	}
	spent := map[string]bool{} // by unified id
	for i := range w.sessions {
		if id := w.sessions[i].OriginalID(); id != "" && w.sessions[i].HasRequests() {
			spent[id] = true
		}
	}
	heddle.CountAgents(w.recordings[0].ix, func(agent, id string) bool { return spent[session.UnifiedID(agent, id)] })
	sessions := make([]usage.SessionUsage, len(w.recordings))
	w.c.runParallel(len(sessions), func(i int) { sessions[i] = w.readJob(&w.recordings[i]) })
	w.sessions, w.jobs = append(w.sessions, sessions...), append(w.jobs, w.recordings...)
}
