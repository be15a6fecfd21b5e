package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/redact"
	"github.com/heddle-dev/heddle/core/internal/search"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/internal/usage"
	"github.com/heddle-dev/heddle/core/session"
)

func searchFilter(r *session.SearchRequest) transcript.SessionFilter {
	return transcript.SessionFilter{Created: transcript.TimeRange{Since: r.Since, Until: r.Until},
		Active: transcript.TimeRange{Since: r.ActiveSince, Until: r.ActiveUntil}, Model: r.Model, Cwd: r.Cwd, Under: r.Under, Tags: r.Tags, Machine: r.Origin,
		Source: transcript.SourceFilter{Branches: r.GitBranches, Repositories: r.Repositories, Versions: r.AgentVersions}}
}

// Search finds sessions by their titles and visible texts, best first. An
// unknown agent has no sessions, so that nothing is found.
func (c *Catalog) Search(req session.SearchRequest) ([]session.SessionSummary, *session.Page, error) {
	q, err := search.Parse(req.Text, req.Regex)
	if err != nil {
		return nil, nil, err
	}
	if q.IsEmpty() && req.Tool == "" {
		return nil, nil, fault.New(fault.InvalidArgument, "nothing to search for").WithHint("give words, or a tool's name")
	}
	if req.Limit == 0 {
		req.Limit = session.DefaultSearchLimit
	}
	if req.Hits == 0 {
		req.Hits = session.DefaultSearchHits
	}
	actions, err := newActionFilter(req.Edited, req.Failed)
	if err != nil {
		return nil, nil, err
	}
	if err := c.loadFacts(); err != nil {
		return nil, nil, err
	}
	s := &sessionSearch{c: c, req: &req, q: q, filter: searchFilter(&req), actions: actions, progress: progressSum{base: c.host.Poll},
		counts: q.IsCountable() && req.Tool == "" && !req.Redact}
	if req.Redact {
		s.hiding = newHiding(q)
	}
	if req.Partial && !req.Regex {
		s.id = idOf(req.Text)
	}
	requests := transcript.HashRequests
	if req.Sort == session.SearchSortCost {
		requests = transcript.CountRequests
	}
	s.builders = newTermBuilders(q, requests)
	if err := s.collectJobs(); err != nil {
		return nil, nil, err
	}
	s.runJobs()
	if err = s.flushDiagnostics(); err != nil {
		return nil, nil, err
	}
	all := s.rankMatches()
	if len(all) == 0 {
		if all, err = s.findPartial(); err != nil {
			return nil, nil, err
		}
	}
	s.noteLeftOut()
	found, page := s.cutPage(all)
	out, err := s.completeMatches(found)
	return out, page, err
}

// sessionSearch is one search.
type sessionSearch struct {
	c        *Catalog
	req      *session.SearchRequest
	q        *search.Query
	filter   transcript.SessionFilter
	actions  *actionFilter // nil: any session
	jobs     []searchJob
	others   []searchJob // that an agent's own index did not propose
	copies   []searchJob // in the store, of sessions that hide them
	memories []searchMatch
	progress progressSum
	hiding   *hiding      // nil: the texts are searched as they are
	id       string       // the beginning of an id that the text may be
	partial  bool         // sessions with some of the words match
	counts   bool         // terms can be counted without keeping the texts
	builders termBuilders // with counts
}

// searchMatch is one result.
type searchMatch struct {
	job        *searchJob             // nil for a memory entry
	transcript *transcript.Transcript // facts and keys only
	summary    session.SessionSummary
	stat       search.Stat
	score      session.Ratio
}

// runJobs searches all sessions, and then the copies of those that turned out to
// be unreadable.
func (s *sessionSearch) runJobs() {
	s.c.runParallel(len(s.jobs), func(i int) { s.jobs[i].searchSession(s) })
	if len(s.copies) == 0 {
		return
	}
	for i := range s.jobs {
		if j := &s.jobs[i]; j.err != nil || j.empty {
			s.c.imports.MarkUnreadable(j.a.Name(), j.ref.ID)
		}
	}
	for _, j := range s.copies {
		if !s.c.imports.HiddenFrom(s.req.Origin, j.a.Name(), j.ref.ID) {
			j.searchSession(s)
			s.jobs = append(s.jobs, j)
		}
	}
}

// collectJobs lists the sessions to search, and reads the memory entries.
func (s *sessionSearch) collectJobs() error {
	var agents []adapter.Adapter
	for _, a := range Adapters() {
		if s.req.Agent == "" || s.req.Agent == a.Name() {
			agents = append(agents, a)
		}
	}
	if len(agents) == 0 {
		return nil
	}
	found, err := s.c.discoverWithImports(agents, s.req.Strict)
	if err != nil {
		return err
	}
	for _, d := range found {
		env := s.c.env(d.a.Name(), s.req.Strict)
		if err := s.addAgent(&d, env); err != nil {
			if s.req.Strict || fault.CodeOf(err) == fault.Timeout {
				return err
			}
			env.Diagnose(fault.DiagnosticOf(d.a.Name(), err))
		}
	}
	return nil
}

// addAgent adds the sessions of one agent.
func (s *sessionSearch) addAgent(d *agentDiscovery, env *adapter.Env) error {
	a, ix := d.a, d.ix
	if m, ok := a.(adapter.MemoryLister); ok && s.req.Memories {
		if err := s.searchMemories(a, m, env); err != nil {
			return err
		}
	}
	d.flushDiagnostics(env)
	if d.err != nil {
		return d.err
	}
	proposed, err := s.proposeSessions(a, env, ix)
	if err != nil {
		return err
	}
	for i := range ix.Refs {
		ref := &ix.Refs[i]
		if ref.Subagent && !s.req.Subagents {
			continue
		}
		if proposed != nil && !proposed[ref.ID] && !s.isNamed(ref) {
			s.others = append(s.others, searchJob{a: a, ix: ix, ref: ref})
			continue
		}
		if s.req.Agent != heddle.Name && s.c.imports.HiddenFrom(s.req.Origin, a.Name(), ref.ID) {
			s.copies = append(s.copies, searchJob{a: a, ix: ix, ref: ref})
			continue
		}
		s.jobs = append(s.jobs, searchJob{a: a, ix: ix, ref: ref})
		s.progress.total += ref.Size
	}
	return nil
}

// proposeSessions asks the agent's own search index; nil when it has none or the
// index cannot answer.
func (s *sessionSearch) proposeSessions(a adapter.Adapter, env *adapter.Env, ix *adapter.Index) (map[string]bool, error) {
	x, ok := a.(adapter.Searcher)
	if !ok || s.req.Regex || s.q.IsEmpty() || s.hiding != nil { // what it proposes depends on what is hidden
		return nil, nil
	}
	ids, ok, err := x.Propose(env, ix, s.q.TermTexts())
	if err != nil || !ok {
		return nil, err
	}
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set, nil
}

// searchMemories matches the memory entries of an agent. They have no model, tags, origin,
// folder, roles or tool calls, so that a search for any of these leaves them out.
func (s *sessionSearch) searchMemories(a adapter.Adapter, m adapter.MemoryLister, env *adapter.Env) error {
	r := s.req
	if r.Model != "" || r.Cwd != "" || r.Under != "" || r.GitBranches != nil || r.Repositories != nil || r.AgentVersions != nil || r.Origin != "" && r.Origin != text.NoName || len(r.Tags) > 0 || r.Role != "" || r.Tool != "" || s.actions != nil {
		return nil
	}
	return m.Memories(env, func(e adapter.Memory) error {
		s.hiding.hide("", func(r *redact.Redactor) { e.Title, e.Text = r.Text(e.Title), r.Text(e.Text) })
		doc := s.newDoc(r.Hits)
		doc.AddTitle(e.Title)
		doc.AddMessage(0, &session.Message{Role: session.RoleSystem, Content: e.Text})
		doc.SetLength(int64(len(e.Title) + len(e.Text)))
		if !doc.IsMatch() || !s.filter.Created.Contains(e.Time) || !s.filter.Active.Contains(e.Time) {
			return nil
		}
		id := "memory:" + e.ID
		sum := session.SessionSummary{Agent: a.Name(), SessionID: id, UnifiedID: session.UnifiedID(a.Name(), id), Kind: "memory",
			Title: session.Title(e.Title), CreatedAt: e.Time, UpdatedAt: e.Time, Lineage: "local", HitCount: doc.HitCount(), Hits: doc.Hits()}
		for i := range sum.Hits {
			sum.Hits[i].MessageIndex, sum.Hits[i].Role = nil, ""
		}
		s.memories = append(s.memories, searchMatch{summary: sum, stat: doc.RankStat()})
		return nil
	})
}

// flushDiagnostics reports the diagnostics of the jobs, in their order.
func (s *sessionSearch) flushDiagnostics() error {
	for i := range s.jobs {
		j := &s.jobs[i]
		env := s.c.env(j.a.Name(), false)
		for _, d := range j.notes {
			env.Diagnose(d)
		}
		if j.err == nil {
			continue
		}
		if s.req.Strict || fault.CodeOf(j.err) == fault.Timeout {
			return j.err
		}
		env.Diagnose(fault.DiagnosticOf(j.a.Name(), j.err))
	}
	return nil
}

// rankMatches scores all matches and orders them.
func (s *sessionSearch) rankMatches() []searchMatch {
	var all []searchMatch
	var superseded transcript.SupersededIndex
	df := s.sessionsByTerm()
	for i := range s.jobs {
		if j := &s.jobs[i]; j.found != nil {
			j.found.job = j
			superseded.Add(j.found.transcript)
		}
	}
	for i := range s.jobs {
		if m := s.jobs[i].found; m != nil && s.isShown(m, &superseded) {
			all = append(all, *m)
		}
	}
	all = append(all, s.memories...)
	stats := make([]search.Stat, len(all))
	for i := range all {
		stats[i] = all[i].stat
	}
	for i, score := range search.Rank(stats, int64(len(s.jobs)), df) {
		all[i].score = score
	}
	order.SortStable(all, func(i, j int) bool { return s.precedes(&all[i], &all[j]) })
	return all
}

// sessionsByTerm counts the sessions that may have each term.
func (s *sessionSearch) sessionsByTerm() []int64 {
	df := make([]int64, s.q.TermCount())
	for i := range s.jobs {
		for t := range df {
			if s.jobs[i].has(t, s.hiding != nil) {
				df[t]++
			}
		}
	}
	return df
}

// isShown reports whether no longer copy is shown in place of a match.
func (s *sessionSearch) isShown(m *searchMatch, superseded *transcript.SupersededIndex) bool {
	return superseded.LongestCopy(m.transcript) == "" && (m.summary.SupersededBy == "" || s.filter.Shows(m.transcript))
}

// precedes orders by the request's key, then by the last update, newest first,
// then by unified id.
func (s *sessionSearch) precedes(a, b *searchMatch) bool {
	if x, y := a.job != nil && s.isNamed(a.job.ref), b.job != nil && s.isNamed(b.job.ref); x != y {
		return x
	}
	switch s.req.Sort {
	case session.SearchSortCost:
		if pa, pb := hasPrice(&a.summary), hasPrice(&b.summary); pa != pb {
			return pa
		} else if x, y := sortKey(&a.summary, session.SortKeyCost), sortKey(&b.summary, session.SortKeyCost); x != y {
			return x > y
		}
	case session.SearchSortDate:
	default:
		if a.score != b.score {
			return a.score > b.score
		}
	}
	if a.summary.UpdatedAt != b.summary.UpdatedAt {
		return a.summary.UpdatedAt > b.summary.UpdatedAt
	}
	return a.summary.UnifiedID < b.summary.UnifiedID
}

// cutPage returns the part that was asked for.
func (s *sessionSearch) cutPage(all []searchMatch) ([]searchMatch, *session.Page) {
	p := &session.Page{Total: int64(len(all))}
	from := min(s.req.Offset, p.Total)
	to := min(from+s.req.Limit, p.Total)
	if to < p.Total {
		p.Next = to
	}
	return all[from:to], p
}

// completeMatches adds what only the results on the page need: the hits, and the
// spend, subagents' included.
func (s *sessionSearch) completeMatches(found []searchMatch) ([]session.SessionSummary, error) {
	out := make([]session.SessionSummary, len(found))
	errs := make([]error, len(found))
	s.c.runParallel(len(found), func(i int) {
		m := &found[i]
		out[i] = m.summary
		score := m.score
		out[i].RelevanceScore = &score
		s.hiding.hideSummary(&out[i])
		if m.job != nil {
			errs[i] = s.addHits(&out[i], m.job)
		}
	})
	for _, err := range errs {
		if fault.CodeOf(err) == fault.Timeout {
			return nil, err
		}
	}
	return out, nil
}

// addHits walks a result again, with its texts.
func (s *sessionSearch) addHits(sum *session.SessionSummary, j *searchJob) error {
	env := &adapter.Env{Host: s.c.host, Agent: j.a.Name()}
	doc := s.newDoc(s.req.Hits)
	show := s.showWhole
	if s.streams(j) {
		show = s.showStreamed
	}
	t, err := show(j, env, doc)
	if err != nil {
		return err
	}
	sum.Hits = doc.Hits()
	if sum.Cost == nil {
		_, err = usage.SetCost(j.a, env, j.ix, t, s.c.prices)
		sum.Cost = t.Summary.Cost
	}
	return err
}

// showWhole shows a session to a document.
func (s *sessionSearch) showWhole(j *searchJob, env *adapter.Env, doc *search.Doc) (*transcript.Transcript, error) {
	texts := &transcript.TextSink{}
	t, err := s.readTexts(j, env, texts)
	if err == nil {
		s.showTexts(t, texts, doc)
	}
	return t, err
}

// showStreamed shows a session to a document while it is read a second time.
func (s *sessionSearch) showStreamed(j *searchJob, env *adapter.Env, doc *search.Doc) (*transcript.Transcript, error) {
	t, err := s.readLinks(j, env)
	if err == nil {
		_, err = s.showReplayed(j, env, t, doc)
	}
	return t, err
}
