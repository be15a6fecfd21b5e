package usage

import (
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// FilterOf says which sessions' requests count for a cost report.
func FilterOf(r *session.CostRequest) transcript.SessionFilter {
	return transcript.SessionFilter{Created: transcript.TimeRange{Since: r.CreatedSince, Until: r.CreatedUntil}, Model: r.Model, Cwd: r.Cwd, Under: r.Under, Tags: r.Tags}
}

// costReport adds charges up, in total and by group.
type costReport struct {
	req      *session.CostRequest
	made     transcript.TimeRange // of the requests that count
	total    costGroup
	groups   map[string]*costGroup
	spending map[string]*sessionSpend // of the matching sessions, by unified id
	source   transcript.SourceFilter
	folders  map[string]string // of Windows, as they were first spelled
	day      int64             // the latest one that was rendered
	dayText  string
}

// Report adds up what the matching sessions spent with requests that were made
// within the request's time range. sessions must be all sessions of the agents
// concerned, matching or not: they decide which session a repeated request
// belongs to.
func Report(sessions []SessionUsage, runs *RunIndex, req *session.CostRequest, prices *cost.Table) *session.CostSummary {
	a := NewAttribution(sessions, prices)
	r := &costReport{req: req, made: transcript.TimeRange{Since: req.Since, Until: req.Until},
		source: transcript.SourceFilter{Branches: req.GitBranches, Repositories: req.Repositories, Versions: req.AgentVersions},
		groups: map[string]*costGroup{}, spending: map[string]*sessionSpend{}}
	for i := range sessions {
		if u := &sessions[i]; u.isListed() && u.matches {
			r.addSession(u)
		}
	}
	a.EachCharge(r.addCharge)
	r.addRemainders(sessions)
	r.addRuns(runs, a)
	return r.costSummary(prices)
}

// costGroup is one group's figures.
type costGroup struct {
	own, aside, inherited cost.Sum // own includes aside
	unpriced              map[string]*session.TokenUsage
	rest                  session.Money // beyond the requests
	sessions, runs        int64
	seen                  map[string]bool // sessions that are counted, by unified id
}

// sessionSpend says whether a session holds requests, and money, at any time; and
// whether it is counted.
type sessionSpend struct{ any, money, counted bool }

func (s *sessionSpend) noteCharge(c *Charge) {
	s.any = true
	s.money = s.money || c.request.USD != nil || c.quote.HasPrice()
}

// groupSubject is what a request, a run or a session is grouped by.
type groupSubject struct {
	agent, id, model, tier, day, cwd, machine string
	tags                                      []string
	source                                    *session.Span // nil when nothing is known
}

// groupKeys names the groups that a subject belongs to; no group without groupBy.
func (r *costReport) groupKeys(s *groupSubject) []string {
	switch r.req.GroupBy {
	case session.GroupByAgent:
		return []string{s.agent}
	case session.GroupByModel:
		return []string{s.model}
	case session.GroupByTier:
		return []string{s.tier}
	case session.GroupByDay:
		return []string{s.day}
	case session.GroupByGitBranch, session.GroupByRepo, session.GroupByVersion:
		return []string{sourceKey(r.req.GroupBy, s.source)}
	case session.GroupByCwd:
		return []string{r.folderKey(s.cwd)}
	case session.GroupByOrigin:
		return []string{s.machine}
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

func sourceKey(by session.GroupBy, x *session.Span) string {
	switch {
	case x == nil:
		return ""
	case by == session.GroupByGitBranch:
		return x.GitBranch
	case by == session.GroupByRepo:
		return x.Repository
	}
	return x.AgentVersion
}

// folderKey names the group of a folder, as the filter compares them: folders of Windows that differ in
// case alone are one, under the first spelling.
func (r *costReport) folderKey(cwd string) string {
	cwd = transcript.TrimSlashes(cwd)
	if len(cwd) < 2 || cwd[1] != ':' && cwd[0] != '\\' {
		return cwd
	}
	plain := []byte(text.Lower(cwd))
	for i, c := range plain {
		if c == '\\' {
			plain[i] = '/'
		}
	}
	if known := r.folders[string(plain)]; known != "" {
		return known
	}
	if r.folders == nil {
		r.folders = map[string]string{}
	}
	r.folders[string(plain)] = cwd
	return cwd
}

// groupsSessions reports whether groups are of whole sessions, not of requests.
func (r *costReport) groupsSessions() bool {
	switch r.req.GroupBy {
	case session.GroupByModel, session.GroupByTier, session.GroupByDay, session.GroupByOrigin,
		session.GroupByGitBranch, session.GroupByRepo, session.GroupByVersion:
		return false
	}
	return true
}

// subjectOf describes a walked session. A copy whose original is gone is its
// agent's, unless the store itself was asked for.
func (r *costReport) subjectOf(u *SessionUsage) *groupSubject {
	s := u.summary()
	agent := u.Agent
	if (s.OriginalGone || u.machine != "") && r.req.Agent != u.Agent {
		agent = u.original
	}
	return &groupSubject{agent: agent, id: s.UnifiedID, cwd: s.Cwd, machine: s.Origin, tags: s.Tags}
}

func (r *costReport) groupOf(key string) *costGroup {
	g := r.groups[key]
	if g == nil {
		g = &costGroup{}
		r.groups[key] = g
	}
	return g
}

// addSession adds a matching session.
func (r *costReport) addSession(u *SessionUsage) {
	s := r.subjectOf(u)
	r.addSubject(s)
	u.spending = r.spending[s.id]
}

// isPartial reports whether only some requests of a session may count: those within a time range, or
// of a branch, repository or version.
func (r *costReport) isPartial() bool { return r.made.Given() || r.source.Given() }

// takesRequest reports whether a request passes the filters that are about requests.
func (r *costReport) takesRequest(c *cost.Request, machine, cwd string) bool {
	return r.made.Contains(c.Time) && r.takesMachine(machine) && r.source.Matches(c.Source, cwd)
}

// addSubject adds a matching session. Without a time range it counts, whether it
// spent anything or not.
func (r *costReport) addSubject(s *groupSubject) {
	if r.spending[s.id] != nil {
		return
	}
	r.spending[s.id] = &sessionSpend{}
	if !r.isPartial() && r.takesMachine(s.machine) {
		r.countSession(s)
	}
}

// takesMachine reports whether what comes from a machine, "" for none that is
// named, counts.
func (r *costReport) takesMachine(name string) bool {
	return text.MatchesName(r.req.Origin, name)
}

// countSession counts a session that was added, once.
func (r *costReport) countSession(s *groupSubject) {
	at := r.spending[s.id]
	if at == nil || at.counted {
		return
	}
	at.counted = true
	r.total.sessions++
	if r.groupsSessions() {
		for _, k := range r.groupKeys(s) {
			r.groupOf(k).sessions++
		}
	} else if r.req.GroupBy == session.GroupByOrigin {
		r.groupOf(s.machine).noteSession(s.id)
	}
}

// noteSession counts a session in a group of requests, once.
func (g *costGroup) noteSession(id string) {
	if g.seen[id] {
		return
	}
	if g.seen == nil {
		g.seen = map[string]bool{}
	}
	g.seen[id] = true
	g.sessions++
}

// addCharge counts one request for the session it is charged to.
func (r *costReport) addCharge(c *Charge) {
	u := c.session
	if !u.matches || u.Transcript == nil {
		return
	}
	if u.spending != nil { // nil: a subagent whose parent is gone
		u.spending.noteCharge(c)
	}
	if !r.takesRequest(&c.request, c.machine, u.summary().Cwd) {
		return
	}
	if r.req.GroupBy == "" && (u.spending == nil || u.spending.counted) {
		r.total.addCharge(c)
		return
	}
	s := r.subjectOf(u)
	s.model, s.tier, s.machine, s.source = c.request.Model, c.quote.Tier, c.machine, c.request.Source
	r.countRequest(s, c)
}

// countRequest adds a request that lies within the time range to its groups. With
// a time range a session counts only when a request of its own lies within it,
// not one that it copied.
func (r *costReport) countRequest(s *groupSubject, c *Charge) {
	own := !c.copied || !r.isPartial()
	if own {
		r.countSession(s)
	}
	r.total.addCharge(c)
	if r.req.GroupBy == session.GroupByDay {
		s.day = r.dayOf(c.request.Time)
	}
	for _, k := range r.groupKeys(s) {
		g := r.groupOf(k)
		g.addCharge(c)
		if own && !r.groupsSessions() && r.spending[s.id] != nil {
			g.noteSession(s.id)
		}
	}
}

// dayOf renders the day of a time in the zone that was asked for; "" when the
// time is not known.
func (r *costReport) dayOf(t session.Time) string {
	if t == 0 {
		return ""
	}
	if day := r.req.Zone.Day(t); day != r.day || r.dayText == "" {
		r.day, r.dayText = day, session.DayText(day)
	}
	return r.dayText
}

func (g *costGroup) addCharge(c *Charge) {
	if c.copied {
		c.addTo(&g.inherited)
		return
	}
	c.addTo(&g.own)
	if c.aside {
		c.addTo(&g.aside)
	}
	if c.request.USD == nil && !c.quote.HasPrice() && !c.request.Usage.Zero() {
		if g.unpriced == nil {
			g.unpriced = map[string]*session.TokenUsage{}
		}
		u := g.unpriced[c.request.Model]
		if u == nil {
			u = &session.TokenUsage{}
			g.unpriced[c.request.Model] = u
		}
		u.Add(c.request.Usage)
	}
}

// totalMoney returns the group's amount. It is absent where no request has a
// price, and where no usage is recorded at all: that is not known to be 0. Where
// all usage is inherited, or there is no session, the amount is 0.
func (g *costGroup) totalMoney() (*session.Money, session.CostSource) {
	isNone := g.sessions == 0 && g.runs == 0 && !g.aside.HasRequests()
	if !g.own.HasRequests() && (isNone || g.inherited.HasRequests()) {
		zero := session.Money(0)
		return &zero, session.CostSourceComputed
	}
	return g.own.TotalMoney(), g.own.CostSource()
}

func (g *costGroup) unpricedModels() []session.ModelTokens {
	names := make([]string, 0, len(g.unpriced))
	for m := range g.unpriced {
		names = append(names, m)
	}
	order.SortStrings(names)
	var out []session.ModelTokens
	for _, m := range names {
		u := g.unpriced[m]
		out = append(out, session.ModelTokens{Model: m, InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, ThinkingTokens: u.ThinkingTokens,
			CachedTokens: u.CachedTokens, CacheWriteTokens: u.CacheWriteTokens, CacheWrite1hTokens: u.CacheWrite1hTokens,
			WebSearches: u.WebSearches, NanoCredits: u.NanoCredits})
	}
	return out
}

func (r *costReport) costSummary(prices *cost.Table) *session.CostSummary {
	g := &r.total
	u := g.own.Usage
	out := &session.CostSummary{InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, ThinkingTokens: u.ThinkingTokens,
		CachedTokens: u.CachedTokens, CacheWriteTokens: u.CacheWriteTokens, CacheWrite1hTokens: u.CacheWrite1hTokens,
		WebSearches: u.WebSearches, NanoCredits: u.NanoCredits, Tiers: g.own.TierSpends(),
		SessionCount: g.sessions, RunCount: g.runs, PriceTable: prices.Date, Unpriced: g.unpricedModels(),
		NotItemisedUSD: g.notItemised(), Inherited: g.inherited.SpendPart(), Subagents: g.aside.SpendPart()}
	out.TotalUSD, out.Source = g.totalMoney()
	if r.req.GroupBy == "" {
		return out
	}
	out.Breakdowns = make(map[string]session.CostBreakdown, len(r.groups))
	for k, group := range r.groups {
		out.Breakdowns[k] = group.breakdown(k)
	}
	return out
}

func (g *costGroup) breakdown(key string) session.CostBreakdown {
	u := g.own.Usage
	out := session.CostBreakdown{Key: key, InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, ThinkingTokens: u.ThinkingTokens,
		CachedTokens: u.CachedTokens, CacheWriteTokens: u.CacheWriteTokens, CacheWrite1hTokens: u.CacheWrite1hTokens,
		WebSearches: u.WebSearches, NanoCredits: u.NanoCredits, Tiers: g.own.TierSpends(),
		SessionCount: g.sessions, RunCount: g.runs, Unpriced: g.unpricedModels(), NotItemisedUSD: g.notItemised(), Inherited: g.inherited.SpendPart(), Subagents: g.aside.SpendPart()}
	out.TotalUSD, out.Source = g.totalMoney()
	return out
}

// notItemised returns what the agents' totals hold beyond the requests, nil when
// that is nothing.
func (g *costGroup) notItemised() *session.Money {
	if g.rest == 0 {
		return nil
	}
	m := g.rest
	return &m
}
