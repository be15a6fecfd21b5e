package catalog

import (
	"github.com/heddle-dev/heddle/core/internal/order"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// runIndexPath is where agent-mux logs its runs: lines with runId, agent,
// sessionId, model, costs, tags and timestamp (spec/session-manager.md 6.4).
const runIndexPath = "home-files/.agent-mux/run-index.jsonl"

// runIndexLimit bounds the run index in bytes.
const runIndexLimit = 256 << 20

// runIndex holds what the run index says of sessions.
type runIndex struct {
	loaded bool
	runs   []run
	tags   map[string][]string // by unified id, sorted
}

// run is one run of an agent. A later line with the same run id replaces an
// earlier one.
type run struct {
	id, agent, session string // session is the agent's own id, "" when not known
	request            cost.Request
	time               session.Time
	tags               []string
}

var runPaths = scan.Compile("agent", "sessionId", "tags", "runId", "model", "costUsd", "inputTokens", "outputTokens",
	"thinkingTokens", "cachedTokens", "timestamp")

// loadRuns reads the run index once. That there is none is normal; a damaged
// one is a diagnostic.
func (c *Catalog) loadRuns() error {
	if c.runs.loaded {
		return nil
	}
	c.runs.loaded = true
	info, err := c.host.Files.Stat(runIndexPath)
	if err != nil || info.Size == 0 {
		return nil
	}
	if info.Size > runIndexLimit {
		c.diagnose(fault.DiagnosticOf("", fault.New(fault.LimitExceeded, "the run index is larger than 256 MiB; tags are unknown").At(runIndexPath, 0, 0)))
		return nil
	}
	byID := map[string]int{}
	err = adapter.EachObject(c.env("", false), runIndexPath, info.Size, runPaths, func(_ scan.Record, v []scan.Value) error {
		r := readRun(v)
		if at, again := byID[r.id]; again && r.id != "" {
			c.runs.runs[at] = r
			return nil
		}
		byID[r.id] = len(c.runs.runs)
		c.runs.runs = append(c.runs.runs, r)
		return nil
	})
	if err != nil {
		if fault.CodeOf(err) == fault.Timeout {
			return err
		}
		c.diagnose(fault.DiagnosticOf("", err))
	}
	c.runs.index()
	return nil
}

func readRun(v []scan.Value) run {
	r := run{id: v[3].String(), agent: v[0].String(), session: v[1].String()}
	r.request.Model = v[4].String()
	if usd, ok := v[5].Decimal(session.MoneyScale); ok && usd >= 0 && v[5].Kind() == scan.Number {
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
	v[2].Each(func(_ int, t scan.Value) bool {
		if s := t.String(); t.Kind() == scan.String && !seen[s] {
			seen[s] = true
			r.tags = append(r.tags, s)
		}
		return true
	})
	return r
}

// index collects the tags of every session's runs.
func (x *runIndex) index() {
	x.tags = map[string][]string{}
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
		order.Strings(list)
	}
}

// runTags returns the tags of a session's runs.
func (c *Catalog) runTags(agent, id string) []string {
	return c.runs.tags[session.UnifiedID(agent, id)]
}

// billRuns counts the runs of the matching sessions, and the spend that only
// the run index knows: of sessions that hold no usage or are not on disk, and
// the money of sessions whose own usage has no price.
func (c *Catalog) billRuns(b *bill, l *ledger) {
	onDisk := map[string]*spendWalk{}
	for i := range l.walks {
		if w := &l.walks[i]; w.walked != nil && !w.walked.empty {
			onDisk[w.summary().UnifiedID] = w
			if id := w.summary().OriginalUnifiedID; id != "" && onDisk[id] == nil {
				onDisk[id] = w
			}
		}
	}
	first := c.runs.firstTimes()
	for i := range c.runs.runs {
		r := &c.runs.runs[i]
		if b.req.Agent != "" && r.agent != b.req.Agent {
			continue
		}
		id := session.UnifiedID(r.agent, r.session)
		s := &subject{agent: r.agent, id: id, model: r.request.Model, tags: c.runs.tags[id]}
		began := r.time
		if w := onDisk[id]; w != nil {
			w = &l.walks[w.session]
			own := b.subject(w)
			s.id, s.cwd, s.tags = own.id, own.cwd, own.tags
			if began == 0 {
				began = w.summary().CreatedAt
			}
		} else if b.wantsRun(r, first[id], s.tags) {
			if r.session == "" {
				s.tags = r.tags
			} else {
				b.enter(s)
				if began == 0 {
					began = first[id]
				}
			}
		} else {
			continue
		}
		b.run(r, s, charge{request: r.request, quote: l.quote(r.request.Model), time: began})
	}
}

// firstTimes is when the first run of each session began.
func (x *runIndex) firstTimes() map[string]session.Time {
	out := map[string]session.Time{}
	for i := range x.runs {
		id := session.UnifiedID(x.runs[i].agent, x.runs[i].session)
		out[id] = session.Earliest(out[id], x.runs[i].time)
	}
	return out
}

// wantsRun filters a run whose session is not on disk.
func (b *bill) wantsRun(r *run, created session.Time, tags []string) bool {
	if r.session == "" {
		created, tags = r.time, r.tags
	}
	q := costFilter(b.req)
	return q.created.hold(created) && q.cwd == "" && (q.model == "" || q.model == r.request.Model) && (len(q.tags) == 0 || anyTag(tags, q.tags))
}

// run counts one run of a session, and what the session itself does not tell.
func (b *bill) run(r *run, s *subject, c charge) {
	spent := b.spent[s.id]
	if spent == nil && r.session != "" {
		return // of a session that does not match
	}
	if !b.made.hold(c.time) {
		return
	}
	lacks := spent == nil || !spent.any
	if !lacks && !spent.money && r.request.USD != nil {
		c.request.Usage = session.TokenUsage{} // the tokens are known, the money is not
		lacks = true
	}
	if lacks {
		b.count(s, &c)
	}
	b.total.runs++
	if b.req.GroupBy == session.GroupByDay {
		s.day = b.dayOf(c.time)
	}
	for _, k := range b.keys(s) {
		if g := b.groups[k]; g != nil {
			g.runs++
		}
	}
}
