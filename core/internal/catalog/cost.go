package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// filter says which sessions' requests count.
func costFilter(r *session.CostRequest) filter {
	return filter{created: bounds{r.CreatedSince, r.CreatedUntil}, model: r.Model, cwd: r.Cwd, tags: r.Tags}
}

// made bounds the requests' own times.
func requestBounds(r *session.CostRequest) bounds { return bounds{r.Since, r.Until} }

// TotalCost adds up what the matching sessions spent with requests that were
// made within the bounds. It looks at every session of the agents concerned,
// whatever the filters: which session a repeated request belongs to does not
// depend on what is asked for.
func (c *Catalog) TotalCost(req session.CostRequest) (*session.CostSummary, error) {
	agents := Adapters()
	if req.Agent != "" {
		a, err := find(req.Agent)
		if err != nil {
			return nil, err
		}
		agents = []adapter.Adapter{a}
	}
	return c.totalCost(agents, &req)
}

func (c *Catalog) totalCost(agents []adapter.Adapter, req *session.CostRequest) (*session.CostSummary, error) {
	if err := c.loadRuns(); err != nil {
		return nil, err
	}
	l := &ledger{c: c, quotes: map[string]*cost.Price{}}
	if err := l.walk(agents, req); err != nil {
		return nil, err
	}
	l.link()
	b := newBill(c, req)
	for i := range l.walks {
		if w := &l.walks[i]; w.listed() && w.matches {
			b.open(w)
		}
	}
	l.charges(b.charge)
	b.residues(l)
	c.billRuns(b, l)
	return b.summary(), nil
}

// spendJob is one session to walk for its requests.
type spendJob struct {
	a   adapter.Adapter
	ix  *adapter.Index
	ref *adapter.Ref
}

// walk reads every session of the agents, on all cores. A copy in the store is
// read only when nothing can be read of its original.
func (l *ledger) walk(agents []adapter.Adapter, req *session.CostRequest) error {
	var jobs, copies []spendJob
	p := &progress{base: l.c.host.Poll}
	found, err := l.c.look(agents, req.Strict)
	if err != nil {
		return err
	}
	for _, d := range found {
		env := l.c.env(d.a.Name(), req.Strict)
		d.say(env)
		if d.err != nil {
			if req.Strict || req.Agent != "" || fault.CodeOf(d.err) == fault.Timeout {
				return d.err
			}
			env.Diagnose(fault.DiagnosticOf(d.a.Name(), d.err))
		}
		if d.ix == nil {
			continue
		}
		for i := range d.ix.Refs {
			if req.Agent != heddle.Name && l.c.shadowed(d.a.Name(), d.ix.Refs[i].ID) {
				copies = append(copies, spendJob{d.a, d.ix, &d.ix.Refs[i]})
				continue
			}
			jobs = append(jobs, spendJob{d.a, d.ix, &d.ix.Refs[i]})
			p.total += d.ix.Refs[i].Size
		}
	}
	l.walks = make([]spendWalk, len(jobs))
	l.c.parallel(len(jobs), func(i int) {
		j := &jobs[i]
		l.walks[i] = l.c.spendOf(j.a, j.ix, j.ref, req, p)
	})
	l.walkCopies(copies, req, p)
	for i := range l.walks {
		w := &l.walks[i]
		for _, d := range w.notes {
			l.c.env(w.agent, false).Diagnose(d)
		}
		if w.err == nil {
			continue
		}
		if req.Strict || fault.CodeOf(w.err) == fault.Timeout {
			return w.err
		}
		l.c.diagnose(fault.DiagnosticOf(w.agent, w.err))
	}
	return nil
}

// walkCopies reads the copies of sessions of which nothing could be read.
func (l *ledger) walkCopies(copies []spendJob, req *session.CostRequest, p *progress) {
	for i := range l.walks {
		if w := &l.walks[i]; len(copies) > 0 && (w.err != nil || w.walked.empty) {
			l.c.lose(w.agent, w.ref.ID)
		}
	}
	for _, j := range copies {
		if !l.c.shadowed(j.a.Name(), j.ref.ID) {
			l.walks = append(l.walks, l.c.spendOf(j.a, j.ix, j.ref, req, p))
		}
	}
}

// bill adds charges up, in total and by group.
type bill struct {
	c      *Catalog
	req    *session.CostRequest
	made   bounds // of the requests that count
	total  account
	groups map[string]*account
	spent  map[string]*spent // what the matching sessions spent, by unified id
	day    int64             // the latest one that was rendered
	text   string
}

// account is one group's figures.
type account struct {
	own, aside, inherited cost.Sum // own includes aside
	unpriced              map[string]*session.TokenUsage
	rest                  session.Money // beyond the requests
	sessions, runs        int64
	seen                  map[string]bool
}

// spent is whether a session holds requests, and money, at any time; and
// whether it is counted.
type spent struct{ any, money, counted bool }

func (s *spent) add(c *charge) {
	s.any = true
	s.money = s.money || c.request.USD != nil || c.quote != nil
}

func newBill(c *Catalog, req *session.CostRequest) *bill {
	return &bill{c: c, req: req, made: requestBounds(req), groups: map[string]*account{}, spent: map[string]*spent{}}
}

// subject is what a group's key is taken from.
type subject struct {
	agent, id, model, day, cwd string
	tags                       []string
}

// keys names the groups that something belongs to; none without groupBy.
func (b *bill) keys(s *subject) []string {
	switch b.req.GroupBy {
	case session.GroupByAgent:
		return []string{s.agent}
	case session.GroupByModel:
		return []string{s.model}
	case session.GroupByDay:
		return []string{s.day}
	case session.GroupByCwd:
		return []string{trimSlash(s.cwd)} // as the filter compares them
	case session.GroupBySession:
		return []string{s.id}
	case session.GroupByTag:
		if len(s.tags) == 0 {
			return []string{""}
		}
		return s.tags
	}
	return nil
}

// bySession reports whether groups are of whole sessions, not of requests.
func (b *bill) bySession() bool {
	return b.req.GroupBy != session.GroupByModel && b.req.GroupBy != session.GroupByDay
}

// subject describes a walked session. A copy whose original is gone is its
// agent's, unless the store itself was asked for.
func (b *bill) subject(w *spendWalk) *subject {
	s := w.summary()
	agent := w.agent
	if s.OriginalGone && b.req.Agent != heddle.Name {
		agent = b.c.meeting.origins[s.SessionID].Agent
	}
	return &subject{agent: agent, id: s.UnifiedID, cwd: s.Cwd, tags: w.tags}
}

func (b *bill) group(key string) *account {
	g := b.groups[key]
	if g == nil {
		g = &account{}
		b.groups[key] = g
	}
	return g
}

// open enters a matching session.
func (b *bill) open(w *spendWalk) {
	s := b.subject(w)
	b.enter(s)
	w.spent = b.spent[s.id]
}

// enter takes a matching session. Without bounds it counts, whether it spent
// anything or not.
func (b *bill) enter(s *subject) {
	if b.spent[s.id] != nil {
		return
	}
	b.spent[s.id] = &spent{}
	if !b.made.given() {
		b.countSession(s)
	}
}

// countSession counts a session that was entered, once.
func (b *bill) countSession(s *subject) {
	at := b.spent[s.id]
	if at == nil || at.counted {
		return
	}
	at.counted = true
	b.total.sessions++
	if b.bySession() {
		for _, k := range b.keys(s) {
			b.group(k).sessions++
		}
	}
}

// charge counts one request for the session it is charged to.
func (b *bill) charge(c *charge) {
	w := c.session
	if !w.matches || w.walked == nil {
		return
	}
	if w.spent != nil { // nil: a subagent whose parent is gone
		w.spent.add(c)
	}
	if !b.made.hold(c.time) {
		return
	}
	if b.req.GroupBy == "" && (w.spent == nil || w.spent.counted) {
		b.total.add(c)
		return
	}
	s := b.subject(w)
	s.model = c.request.Model
	b.count(s, c)
}

// count adds a request that lies within the bounds to its groups. With bounds
// a session counts for what it asked for itself, not for what it copied.
func (b *bill) count(s *subject, c *charge) {
	own := !c.copied || !b.made.given()
	if own {
		b.countSession(s)
	}
	b.total.add(c)
	if b.req.GroupBy == session.GroupByDay {
		s.day = b.dayOf(c.time)
	}
	for _, k := range b.keys(s) {
		g := b.group(k)
		g.add(c)
		if own && !b.bySession() && b.spent[s.id] != nil && !g.seen[s.id] {
			if g.seen == nil {
				g.seen = map[string]bool{}
			}
			g.seen[s.id] = true
			g.sessions++
		}
	}
}

// dayOf renders the day of a time in the zone that was asked for; "" when the
// time is not known.
func (b *bill) dayOf(t session.Time) string {
	if t == 0 {
		return ""
	}
	if day := b.req.Zone.Day(t); day != b.day || b.text == "" {
		b.day, b.text = day, session.DayText(day)
	}
	return b.text
}

func (a *account) add(c *charge) {
	if c.copied {
		c.add(&a.inherited)
		return
	}
	c.add(&a.own)
	if c.aside {
		c.add(&a.aside)
	}
	if c.request.USD == nil && c.quote == nil && !c.request.Usage.Zero() {
		if a.unpriced == nil {
			a.unpriced = map[string]*session.TokenUsage{}
		}
		u := a.unpriced[c.request.Model]
		if u == nil {
			u = &session.TokenUsage{}
			a.unpriced[c.request.Model] = u
		}
		u.Add(c.request.Usage)
	}
}

// money returns the account's amount. It is absent where nothing has a price, and where no usage
// is recorded at all: that is not known to be 0. Where all usage is inherited, 0 is what was spent.
func (a *account) money() (*session.Money, session.CostSource) {
	if !a.own.Any() && a.inherited.Any() {
		zero := session.Money(0)
		return &zero, session.CostSourceComputed
	}
	return a.own.Money(), a.own.Source()
}

func (a *account) models() []session.ModelTokens {
	names := make([]string, 0, len(a.unpriced))
	for m := range a.unpriced {
		names = append(names, m)
	}
	order.Strings(names)
	var out []session.ModelTokens
	for _, m := range names {
		u := a.unpriced[m]
		out = append(out, session.ModelTokens{Model: m, InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, ThinkingTokens: u.ThinkingTokens,
			CachedTokens: u.CachedTokens, CacheWriteTokens: u.CacheWriteTokens, CacheWrite1hTokens: u.CacheWrite1hTokens})
	}
	return out
}

func (b *bill) summary() *session.CostSummary {
	a := &b.total
	u := a.own.Usage
	out := &session.CostSummary{InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, ThinkingTokens: u.ThinkingTokens,
		CachedTokens: u.CachedTokens, CacheWriteTokens: u.CacheWriteTokens, CacheWrite1hTokens: u.CacheWrite1hTokens,
		SessionCount: a.sessions, RunCount: a.runs, PriceTable: b.c.prices.Date, Unpriced: a.models(),
		NotItemisedUSD: a.left(), Inherited: a.inherited.Spend(), Subagents: a.aside.Spend()}
	out.TotalUSD, out.Source = a.money()
	if b.req.GroupBy == "" {
		return out
	}
	out.Breakdowns = make(map[string]session.CostBreakdown, len(b.groups))
	for k, g := range b.groups {
		out.Breakdowns[k] = g.breakdown(k)
	}
	return out
}

func (a *account) breakdown(key string) session.CostBreakdown {
	u := a.own.Usage
	out := session.CostBreakdown{Key: key, InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, ThinkingTokens: u.ThinkingTokens,
		CachedTokens: u.CachedTokens, CacheWriteTokens: u.CacheWriteTokens, CacheWrite1hTokens: u.CacheWrite1hTokens,
		SessionCount: a.sessions, RunCount: a.runs, Unpriced: a.models(), NotItemisedUSD: a.left(), Inherited: a.inherited.Spend(), Subagents: a.aside.Spend()}
	out.TotalUSD, out.Source = a.money()
	return out
}
