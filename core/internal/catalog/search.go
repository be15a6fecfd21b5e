package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/search"
	"github.com/heddle-dev/heddle/core/session"
)

func searchFilter(r *session.SearchRequest) filter {
	return filter{bounds{r.Since, r.Until}, bounds{r.ActiveSince, r.ActiveUntil}, r.Model, r.Cwd, r.Tags}
}

// Search finds sessions by their titles and visible texts, best first. An
// unknown agent has no sessions, so that nothing is found.
func (c *Catalog) Search(req session.SearchRequest) ([]session.SessionSummary, *session.Page, error) {
	q, err := search.Parse(req.Text, req.Regex)
	if err != nil {
		return nil, nil, err
	}
	if q.Empty() && req.Tool == "" {
		return nil, nil, fault.New(fault.InvalidArgument, "nothing to search for").WithHint("give words, or a tool's name")
	}
	if req.Limit == 0 {
		req.Limit = session.DefaultSearchLimit
	}
	if req.Hits == 0 {
		req.Hits = session.DefaultSearchHits
	}
	if err := c.loadRuns(); err != nil {
		return nil, nil, err
	}
	s := &searching{c: c, req: &req, q: q, filter: searchFilter(&req), progress: progress{base: c.host.Poll},
		counts: q.Countable() && req.Tool == "", folds: make(countingFolds, keptFolds)}
	if err := s.discover(); err != nil {
		return nil, nil, err
	}
	s.run()
	if err := s.join(); err != nil {
		return nil, nil, err
	}
	found, page := s.page(s.ranked())
	out, err := s.complete(found)
	return out, page, err
}

// searching is one search.
type searching struct {
	c        *Catalog
	req      *session.SearchRequest
	q        *search.Query
	filter   filter
	jobs     []searchJob
	copies   []searchJob // of sessions that their originals stand for
	memories []match
	progress progress
	counts   bool          // terms can be counted without keeping the texts
	folds    countingFolds // for that
}

// searchJob is one session to look at.
type searchJob struct {
	a     adapter.Adapter
	ix    *adapter.Index
	ref   *adapter.Ref
	may   []bool // by term: the stored bytes may hold it
	found *match
	notes []fault.Diagnostic
	err   error
	empty bool // it holds no session
}

// match is one result.
type match struct {
	job     *searchJob // nil for a memory entry
	walked  *walked    // facts and keys only
	summary session.SessionSummary
	stat    search.Stat
	score   session.Ratio
}

// run looks at all sessions, and then at the copies of those of which nothing
// could be read.
func (s *searching) run() {
	s.c.parallel(len(s.jobs), func(i int) { s.jobs[i].run(s) })
	if len(s.copies) == 0 {
		return
	}
	for i := range s.jobs {
		if j := &s.jobs[i]; j.err != nil || j.empty {
			s.c.lose(j.a.Name(), j.ref.ID)
		}
	}
	for _, j := range s.copies {
		if !s.c.shadowed(j.a.Name(), j.ref.ID) {
			j.run(s)
			s.jobs = append(s.jobs, j)
		}
	}
}

// discover lists the sessions to look at, and reads the memory entries.
func (s *searching) discover() error {
	var agents []adapter.Adapter
	for _, a := range Adapters() {
		if s.req.Agent == "" || s.req.Agent == a.Name() {
			agents = append(agents, a)
		}
	}
	if len(agents) == 0 {
		return nil
	}
	found, err := s.c.look(agents, s.req.Strict)
	if err != nil {
		return err
	}
	for _, d := range found {
		env := s.c.env(d.a.Name(), s.req.Strict)
		if err := s.enter(&d, env); err != nil {
			if s.req.Strict || fault.CodeOf(err) == fault.Timeout {
				return err
			}
			env.Diagnose(fault.DiagnosticOf(d.a.Name(), err))
		}
	}
	return nil
}

// enter takes the sessions of one agent.
func (s *searching) enter(d *discovery, env *adapter.Env) error {
	a, ix := d.a, d.ix
	if m, ok := a.(adapter.Rememberer); ok && s.req.Memories {
		if err := s.remember(a, m, env); err != nil {
			return err
		}
	}
	d.say(env)
	if d.err != nil {
		return d.err
	}
	proposed, err := s.propose(a, env, ix)
	if err != nil {
		return err
	}
	for i := range ix.Refs {
		ref := &ix.Refs[i]
		if ref.Subagent && !s.req.Subagents || proposed != nil && !proposed[ref.ID] {
			continue
		}
		if s.req.Agent != heddle.Name && s.c.shadowed(a.Name(), ref.ID) {
			s.copies = append(s.copies, searchJob{a: a, ix: ix, ref: ref})
			continue
		}
		s.jobs = append(s.jobs, searchJob{a: a, ix: ix, ref: ref})
		s.progress.total += ref.Size
	}
	return nil
}

// propose asks the agent's own index; nil when there is none that can tell.
func (s *searching) propose(a adapter.Adapter, env *adapter.Env, ix *adapter.Index) (map[string]bool, error) {
	x, ok := a.(adapter.Searcher)
	if !ok || s.req.Regex || s.q.Empty() {
		return nil, nil
	}
	ids, ok, err := x.Propose(env, ix, s.q.Words())
	if err != nil || !ok {
		return nil, err
	}
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set, nil
}

// run sifts and, where the words may stand, walks one session.
func (j *searchJob) run(s *searching) {
	env, share := s.progress.walkEnv(s.c, j.a.Name(), s.req.Strict, j.ref.Size, &j.notes)
	defer share.finish()
	env.Report = &session.Report{}
	held := adapter.Hold(env.Host.Files)
	defer held.Release()
	env.Host.Files = held
	if possible, err := j.sift(s, env); err != nil || !possible {
		j.err = err
		return
	}
	w, err := j.walk(s, env)
	if j.err = err; err != nil {
		return
	}
	j.notes = append(j.notes, Damage(j.ref.ID, env.Report)...)
	j.empty = w.empty
	if !w.empty {
		j.found = s.match(w)
	}
	if j.found != nil && s.req.Sort == session.SearchSortCost {
		j.err = s.c.charge(j.a, env, j.ix, w)
		j.found.summary.Cost = w.summary.Cost
	}
	f := w.fold
	w.forget()
	if f.tally != nil {
		s.folds.give(f)
	}
}

// sift reports whether the words may stand in the session's bytes.
func (j *searchJob) sift(s *searching, env *adapter.Env) (possible bool, err error) {
	j.may = make([]bool, s.q.Terms())
	x, ok := j.a.(adapter.Sifter)
	if !ok || s.q.Empty() {
		return true, nil
	}
	sieve := search.NewSieve(s.q)
	j.empty = true // until anything is shown
	err = x.Sift(env, j.ix, j.ref, func(raw []byte) bool {
		j.empty = j.empty && len(raw) == 0
		return sieve.Look(raw)
	})
	if err != nil {
		return false, err
	}
	for t := range j.may {
		j.may[t] = sieve.May(t)
	}
	return sieve.Possible(), nil
}

// walk reads the session: by counting, where that tells all that ranking needs,
// else by its texts.
func (j *searchJob) walk(s *searching, env *adapter.Env) (*walked, error) {
	want := s.want()
	if !s.counts {
		return s.c.read(j.a, env, j.ix, j.ref, want, s.reading(), "")
	}
	want.Lend = true
	lines := expected{line: s.q.Line}
	if j.ref.Size > 0 {
		want.Match = lines.match
	}
	said := len(j.notes)
	f := s.folds.take(s.q, s.req.Sort == session.SearchSortCost)
	f.asked = s.filter.active
	if err := j.a.Walk(env, j.ix, j.ref, want, f.visit); err != nil {
		return nil, err
	}
	if f.tally.lost || lines.passed && f.tally.size() > j.ref.Size { // rare: begin anew
		j.notes = j.notes[:said]
		*env.Report = session.Report{}
		return s.c.read(j.a, env, j.ix, j.ref, s.want(), s.reading(), "")
	}
	return s.c.view(j.a, j.ref, f, "")
}

// reading starts a fold that keeps texts.
func (s *searching) reading() *fold { return newActiveFold(true, s.filter.active) }

// want is what a walk for this search needs.
func (s *searching) want() adapter.Want {
	return adapter.Want{Prompts: true, Text: true, Usage: true, Match: s.q.Line}
}

// match looks for the words in what a session shows; nil when it does not
// match.
func (s *searching) match(w *walked) *match {
	if w.summary.IsSubagent && !s.req.Subagents || !s.filter.matches(w, &w.summary) {
		return nil
	}
	doc := s.doc(0)
	doc.Length(max(w.ref.Size, s.show(w, doc)))
	if !doc.Matched() {
		return nil
	}
	w.summary.HitCount = doc.HitCount()
	return &match{walked: w, summary: w.summary, stat: doc.Stat()}
}

// show lets a session's title and visible messages be matched, and returns how
// long the texts are in bytes.
func (s *searching) show(w *walked, doc *search.Doc) (bytes int64) {
	doc.Title(w.summary.Title)
	var index int64
	for i := range w.fold.messages {
		if !w.view.shown[i] {
			continue
		}
		if t := w.fold.tally; t != nil {
			bytes += t.bytes(i)
			n, excluded := t.found(i)
			doc.Counted(w.fold.messages[i].Role, n, excluded)
			continue
		}
		m := w.fold.messages[i].whole()
		bytes += int64(len(m.Content) + len(m.Thinking))
		doc.Message(index, &m)
		index++
	}
	return bytes
}

func (s *searching) doc(hits int64) *search.Doc {
	return search.NewDoc(s.q, search.Options{Role: s.req.Role, Tool: s.req.Tool, MaxHits: hits})
}

// remember matches the memory entries of an agent. They have no model, tags,
// folder or roles, so that a search for any of these leaves them out.
func (s *searching) remember(a adapter.Adapter, m adapter.Rememberer, env *adapter.Env) error {
	r := s.req
	if r.Model != "" || r.Cwd != "" || len(r.Tags) > 0 || r.Role != "" || r.Tool != "" {
		return nil
	}
	return m.Memories(env, func(e adapter.Memory) error {
		doc := s.doc(r.Hits)
		doc.Title(e.Title)
		doc.Message(0, &session.Message{Role: session.RoleSystem, Content: e.Text})
		doc.Length(int64(len(e.Title) + len(e.Text)))
		if !doc.Matched() || !s.filter.created.hold(e.Time) || !s.filter.active.hold(e.Time) {
			return nil
		}
		id := "memory:" + e.ID
		sum := session.SessionSummary{Agent: a.Name(), SessionID: id, UnifiedID: session.UnifiedID(a.Name(), id), Kind: "memory",
			Title: session.Title(e.Title), CreatedAt: e.Time, UpdatedAt: e.Time, Lineage: "local", HitCount: doc.HitCount(), Hits: doc.Hits()}
		for i := range sum.Hits {
			sum.Hits[i].MessageIndex, sum.Hits[i].Role = nil, ""
		}
		s.memories = append(s.memories, match{summary: sum, stat: doc.Stat()})
		return nil
	})
}

// join says, in the order of the sessions, what looking at them met.
func (s *searching) join() error {
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

// ranked scores all matches and orders them.
func (s *searching) ranked() []match {
	var all []match
	var copied copies
	df := make([]int64, s.q.Terms())
	for i := range s.jobs {
		j := &s.jobs[i]
		for t := range df {
			if j.may[t] || j.found != nil && j.found.stat.TF[t] > 0 {
				df[t]++
			}
		}
		if j.found != nil {
			j.found.job = j
			copied.add([]*walked{j.found.walked})
		}
	}
	for i := range s.jobs {
		if m := s.jobs[i].found; m != nil && copied.longer(m.walked) == "" && m.summary.SupersededBy == "" {
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
	order.Stable(all, func(i, j int) bool { return s.before(&all[i], &all[j]) })
	return all
}

// before orders by the request's key, then by the last update, newest first,
// then by unified id.
func (s *searching) before(a, b *match) bool {
	switch s.req.Sort {
	case session.SearchSortCost:
		if pa, pb := priced(&a.summary), priced(&b.summary); pa != pb {
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

// page cuts the part that was asked for.
func (s *searching) page(all []match) ([]match, *session.Page) {
	p := &session.Page{Total: int64(len(all))}
	from := min(s.req.Offset, p.Total)
	to := min(from+s.req.Limit, p.Total)
	if to < p.Total {
		p.Next = to
	}
	return all[from:to], p
}

// complete gives the results what only those on the page need: the places
// where the words stand, and the spend, subagents' too.
func (s *searching) complete(found []match) ([]session.SessionSummary, error) {
	out := make([]session.SessionSummary, len(found))
	errs := make([]error, len(found))
	s.c.parallel(len(found), func(i int) {
		m := &found[i]
		out[i] = m.summary
		score := m.score
		out[i].RelevanceScore = &score
		if m.job != nil {
			errs[i] = s.fill(&out[i], m.job)
		}
	})
	for _, err := range errs {
		if fault.CodeOf(err) == fault.Timeout {
			return nil, err
		}
	}
	return out, nil
}

// fill walks a result again, with its texts.
func (s *searching) fill(sum *session.SessionSummary, j *searchJob) error {
	env := &adapter.Env{Host: s.c.host, Agent: j.a.Name(), Diagnose: func(fault.Diagnostic) {}}
	w, err := s.c.read(j.a, env, j.ix, j.ref, s.want(), s.reading(), "")
	if err != nil {
		return err
	}
	doc := s.doc(s.req.Hits)
	s.show(w, doc)
	sum.Hits = doc.Hits()
	if sum.Cost == nil {
		err = s.c.charge(j.a, env, j.ix, w)
		sum.Cost = w.summary.Cost
	}
	return err
}
