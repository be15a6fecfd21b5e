package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
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
	w := &usageWalk{c: c, req: req, progress: progressSum{base: c.host.Poll}}
	if err := w.collectJobs(agents); err != nil {
		return nil, err
	}
	w.sessions = make([]usage.SessionUsage, len(w.jobs))
	c.runParallel(len(w.jobs), func(i int) { w.sessions[i] = w.readJob(&w.jobs[i]) })
	w.readHiddenCopies()
	w.readRecordings()
	if err := w.flushDiagnostics(); err != nil {
		return nil, err
	}
	return usage.Report(w.sessions, c.runs, req, c.prices), nil
}

// usageWalk reads the requests of all sessions.
type usageWalk struct {
	c        *Catalog
	req      *session.CostRequest
	progress progressSum
	jobs     []usageJob
	sessions []usage.SessionUsage // of the jobs
	copies   []usageJob           // in the store, of sessions that hide them
	// recordings are in the store, with their forks: what the sessions spent that
	// their agents have is known before they are read.
	recordings []usageJob
}

// usageJob is one session whose requests are read.
type usageJob struct {
	a     adapter.Adapter
	ix    *adapter.Index
	ref   *adapter.Ref
	notes []fault.Diagnostic
	err   error
}

// collectJobs lists every session of the agents.
func (w *usageWalk) collectJobs(agents []adapter.Adapter) error {
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
			if w.req.Agent != heddle.Name && heddle.NamesNative(d.ix, j.ref.ID) {
				w.recordings = append(w.recordings, j)
				w.progress.total += j.ref.Size
				continue
			}
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

func (w *usageWalk) readJob(j *usageJob) (u usage.SessionUsage) {
	env, share := w.progress.walkEnv(w.c, j.a.Name(), w.req.Strict, j.ref.Size, &j.notes)
	more := w.c.annotate(j.a.Name(), j.ref.ID)
	more.Hidden = more.Hidden && w.req.Agent != heddle.Name
	u, j.err = usage.ReadSession(j.a, env, j.ix, j.ref, w.req, more, w.c.prices)
	if j.err == nil {
		share.finish()
	}
	return u
}

// readHiddenCopies reads the copies of sessions that turned out to be
// unreadable.
func (w *usageWalk) readHiddenCopies() {
	if len(w.copies)+len(w.recordings) == 0 {
		return
	}
	for i := range w.jobs {
		if j := &w.jobs[i]; j.err != nil || w.sessions[i].Transcript.Empty {
			w.c.imports.MarkUnreadable(j.a.Name(), j.ref.ID)
		}
	}
	for _, j := range w.copies {
		if !w.c.imports.HiddenByOriginal(j.a.Name(), j.ref.ID) {
			w.sessions = append(w.sessions, w.readJob(&j))
			w.jobs = append(w.jobs, j)
		}
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

// flushDiagnostics reports the diagnostics of the walks, in their order.
func (w *usageWalk) flushDiagnostics() error {
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
