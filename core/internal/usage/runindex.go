package usage

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/terms"
	"github.com/heddle-dev/heddle/core/session"
)

// runIndexPath is where agent-mux logs its runs: lines with runId, agent,
// sessionId, model, costs, tags and timestamp (spec/session-manager.md 6.4).
const runIndexPath = "home-files/.agent-mux/run-index.jsonl"

// runIndexLimit bounds the run index in bytes.
const runIndexLimit = 256 << 20

// RunIndex is what the run index says of sessions.
type RunIndex struct {
	runs []agentRun
	tags map[string][]string // by unified id, sorted
}

// agentRun is one run of an agent. A later line with the same run id replaces an
// earlier one.
type agentRun struct {
	id, agent, session string // session is the agent's own id, "" when not known
	request            cost.Request
	time               session.Time
	tags               []string
}

var runPaths = scan.CompilePaths("agent", "sessionId", "tags", "runId", "model", "costUsd", "inputTokens", "outputTokens",
	"thinkingTokens", "cachedTokens", "timestamp")

// LoadRunIndex reads the run index. An absent one is empty; a damaged one is a
// diagnostic. The only error is TIMEOUT.
func LoadRunIndex(env *adapter.Env) (*RunIndex, error) {
	x := &RunIndex{tags: map[string][]string{}}
	info, err := env.Host.Files.Stat(runIndexPath)
	if err != nil || info.Size == 0 {
		return x, nil
	}
	if info.Size > runIndexLimit {
		env.Diagnose(fault.DiagnosticOf("", fault.New(fault.LimitExceeded, "the run index is larger than 256 MiB; tags are unknown").At(runIndexPath, 0, 0)))
		return x, nil
	}
	byID := map[string]int{}
	err = adapter.EachObject(env, env, runIndexPath, info.Size, runPaths, func(_ scan.Record, v []scan.Value) error {
		r := readRun(v)
		if at, again := byID[r.id]; again && r.id != "" {
			x.runs[at] = r
			return nil
		}
		byID[r.id] = len(x.runs)
		x.runs = append(x.runs, r)
		return nil
	})
	if err != nil {
		if fault.CodeOf(err) == fault.Timeout {
			return nil, err
		}
		env.Diagnose(fault.DiagnosticOf("", err))
	}
	x.indexTags()
	return x, nil
}

func readRun(v []scan.Value) agentRun {
	r := agentRun{id: v[3].String(), agent: v[0].String(), session: v[1].String()}
	r.request.Model = v[4].String()
	if usd, ok := v[5].ScaledDecimal(session.MoneyScale); ok && usd >= 0 && v[5].Kind() == scan.Number {
		m := session.Money(usd)
		r.request.USD = &m
	}
	u := &r.request.Usage
	for i, to := range []*int64{&u.InputTokens, &u.OutputTokens, &u.ThinkingTokens, &u.CachedTokens} {
		if n, ok := v[6+i].Int(); ok && n > 0 {
			*to = n
		}
	}
	if ms, ok := v[10].Int(); ok {
		r.time = session.Time(ms)
	} else if t, _, ok := session.ParseTime(v[10].String()); ok {
		r.time = t
	}
	seen := map[string]bool{}
	v[2].EachElement(func(_ int, t scan.Value) bool {
		if s := t.String(); t.Kind() == scan.String && !seen[s] {
			seen[s] = true
			r.tags = append(r.tags, s)
		}
		return true
	})
	return r
}

// indexTags collects the tags of every session's runs.
func (x *RunIndex) indexTags() {
	for i := range x.runs {
		id := session.UnifiedID(x.runs[i].agent, x.runs[i].session)
	next:
		for _, t := range x.runs[i].tags {
			for _, have := range x.tags[id] {
				if have == t {
					continue next
				}
			}
			x.tags[id] = append(x.tags[id], t)
		}
	}
	for _, list := range x.tags {
		order.SortStrings(list)
	}
}

// AddTags adds tags of sessions, by unified id, sorted.
func (x *RunIndex) AddTags(tags map[string][]string) {
	if x == nil {
		return
	}
	for id, list := range tags {
		x.tags[id] = order.MergeStrings(x.tags[id], list)
	}
}

// AllTags returns the tags of all sessions, by unified id, sorted. The caller must not change them.
func (x *RunIndex) AllTags() map[string][]string { return x.tags }

// SessionTags returns the tags of a session's runs, sorted. A nil index has none.
func (x *RunIndex) SessionTags(agent, id string) []string {
	if x == nil {
		return nil
	}
	return x.tags[session.UnifiedID(agent, id)]
}

// addRuns counts the runs of the matching sessions, and the spend that only the
// run index knows: of sessions that hold no usage or are not on disk, and the
// money of sessions whose own usage has no price.
func (r *costReport) addRuns(x *RunIndex, a *Attribution) {
	onDisk := map[string]*SessionUsage{}
	for i := range a.sessions {
		if u := &a.sessions[i]; u.Transcript != nil && !u.Transcript.Empty {
			onDisk[u.summary().UnifiedID] = u
			if id := u.summary().OriginalUnifiedID; id != "" && onDisk[id] == nil {
				onDisk[id] = u
			}
		}
	}
	r.addRecordedRuns(x, a, onDisk)
	first := x.firstTimes()
	for i := range x.runs {
		run := &x.runs[i]
		if r.req.Agent != "" && run.agent != r.req.Agent {
			continue
		}
		id := session.UnifiedID(run.agent, run.session)
		s := &groupSubject{agent: run.agent, id: id, model: run.request.Model, tier: terms.Standard, tags: x.tags[id]}
		began := run.time
		if u := onDisk[id]; u != nil {
			u = &a.sessions[u.session]
			own := r.subjectOf(u)
			s.id, s.cwd, s.tags, s.machine = own.id, own.cwd, own.tags, own.machine
			if began == 0 {
				began = u.summary().CreatedAt
			}
		} else if r.matchesRun(run, first[id], s.tags) {
			if run.session == "" {
				s.tags = run.tags
			} else {
				r.addSubject(s)
				if began == 0 {
					began = first[id]
				}
			}
		} else {
			continue
		}
		request := run.request
		request.Agent, request.Time = run.agent, began
		r.addRun(run, s, Charge{request: request, quote: a.quoteOffer(request.Offer)})
	}
}

// firstTimes returns when the first run of each session began.
func (x *RunIndex) firstTimes() map[string]session.Time {
	out := map[string]session.Time{}
	for i := range x.runs {
		id := session.UnifiedID(x.runs[i].agent, x.runs[i].session)
		out[id] = session.Earliest(out[id], x.runs[i].time)
	}
	return out
}

// matchesRun reports whether a run passes the filters although its session is not
// on disk.
func (r *costReport) matchesRun(run *agentRun, created session.Time, tags []string) bool {
	if run.session == "" {
		created, tags = run.time, run.tags
	}
	filter := FilterOf(r.req)
	return filter.MatchesRun(created, run.request.Model, tags)
}

// addRun counts one run of a session, and what only the run says of its spend.
func (r *costReport) addRun(run *agentRun, s *groupSubject, c Charge) {
	spending := r.spending[s.id]
	if spending == nil && run.session != "" {
		return // of a session that does not match
	}
	if !r.takesRequest(&c.request, s.machine, s.cwd) {
		return
	}
	c.machine = s.machine
	lacks := spending == nil || !spending.any
	if !lacks && !spending.money && run.request.USD != nil {
		c.request.Usage = session.TokenUsage{} // the tokens are known, the money is not
		lacks = true
	}
	if lacks {
		r.countRequest(s, &c)
	}
	r.countRun(s, c.request.Time)
}

// addRecordedRuns counts the runs of live sessions that the store recorded, each
// once: a fork repeats its parent's, and the run index may have the same. A run
// belongs to the agent's own session where that is among the sessions.
func (r *costReport) addRecordedRuns(x *RunIndex, a *Attribution, onDisk map[string]*SessionUsage) {
	known := map[string]bool{}
	for i := range x.runs {
		known[x.runs[i].id] = true
	}
	for _, copied := range []bool{false, true} {
		for i := range a.sessions {
			u := &a.sessions[i]
			if u.Transcript == nil {
				continue
			}
			for _, run := range u.Transcript.Builder.Facts.Runs {
				if run.Copied != copied || known[run.ID] {
					continue
				}
				known[run.ID] = true
				of := &a.sessions[u.session]
				id := session.UnifiedID(run.Agent, run.SessionID)
				if at := onDisk[id]; at != nil && at.summary().UnifiedID == id {
					of = &a.sessions[at.session]
				}
				s := r.subjectOf(of)
				s.model = run.Model
				if r.spending[s.id] != nil && r.takesRequest(&cost.Request{Time: run.Began}, s.machine, s.cwd) {
					r.countRun(s, run.Began)
				}
			}
		}
	}
}

// countRun counts one run that began at a time in the groups of its session.
func (r *costReport) countRun(s *groupSubject, began session.Time) {
	r.total.runs++
	if r.req.GroupBy == session.GroupByDay {
		s.day = r.dayOf(began)
	}
	for _, k := range r.groupKeys(s) {
		if g := r.groups[k]; g != nil {
			g.runs++
		}
	}
}
