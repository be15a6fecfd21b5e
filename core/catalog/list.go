package catalog

import (
	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/canon"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/order"
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// DefaultListLimit is how many sessions a list returns when no limit is given.
const DefaultListLimit = 100

// batchSize is how many sessions are walked between two looks at the limit;
// it is a constant so that the result never depends on the number of cores.
const batchSize = 32

// List returns summaries of one agent's sessions, or of all agents'.
func (c *Catalog) List(req ListRequest) ([]session.SessionSummary, error) {
	if req.Limit == 0 {
		req.Limit = DefaultListLimit
	}
	if err := c.loadRuns(); err != nil {
		return nil, err
	}
	if req.Agent != "" {
		a, err := find(req.Agent)
		if err != nil {
			return nil, err
		}
		d, err := c.look([]adapter.Adapter{a}, req.Strict)
		if err != nil {
			return nil, err
		}
		return c.listAgent(&d[0], req)
	}
	found, err := c.look(Adapters(), req.Strict)
	if err != nil {
		return nil, err
	}
	var all []session.SessionSummary
	for _, d := range found {
		part, err := c.listAgent(&d, req)
		if err != nil {
			if code := fault.CodeOf(err); req.Strict || code == fault.Timeout {
				return nil, err
			}
			c.diagnose(fault.DiagnosticOf(d.a.Name(), err))
			continue
		}
		all = append(all, part...)
	}
	sortSummaries(all, req)
	return all[:min(int64(len(all)), req.Limit)], nil
}

func (c *Catalog) listAgent(d *discovery, req ListRequest) (out []session.SessionSummary, err error) {
	env := c.env(d.a.Name(), req.Strict)
	d.say(env)
	if d.err != nil {
		return nil, d.err
	}
	l := &listing{c: c, a: d.a, env: env, ix: d.ix, req: req}
	if l.byDate() {
		out, err = l.newestFirst()
	} else {
		out, err = l.everything()
	}
	if err != nil {
		return nil, err
	}
	sortSummaries(out, req)
	return out[:min(int64(len(out)), req.Limit)], nil
}

// listing is one list of one agent.
type listing struct {
	c      *Catalog
	a      adapter.Adapter
	env    *adapter.Env
	ix     *adapter.Index
	req    ListRequest
	copies copies
}

// byDate reports whether the newest sessions decide the result, so that older
// ones need not be opened. What supersedes a session is newer than it, but
// naming the longest such copy needs them all.
func (l *listing) byDate() bool {
	return !l.req.Superseded && (l.req.Sort == "" || l.req.Sort == session.SortKeyDate) && l.req.SortDirection != session.SortDirectionAsc
}

// candidate is a session that may be listed.
type candidate struct {
	ref     *adapter.Ref
	bound   session.Time // no record is later than this
	updated session.Time // known time of the last record
	done    *walked      // walked already
	failed  bool         // could not be read; said already
}

func (l *listing) candidates() []candidate {
	var out []candidate
	for i := range l.ix.Refs {
		ref := &l.ix.Refs[i]
		if ref.Subagent && !l.req.Subagents || l.req.Agent == "" && l.c.shadowed(l.a.Name(), ref.ID) {
			continue
		}
		cand := candidate{ref: ref, bound: ref.ModTime, updated: ref.Updated}
		if ref.Updated != 0 {
			cand.bound = ref.Updated
		}
		out = append(out, cand)
	}
	return out
}

// everything walks all sessions; the order of the result needs them all.
func (l *listing) everything() ([]session.SessionSummary, error) {
	cands := l.candidates()
	walks := make([]*walked, 0, len(cands))
	for len(cands) > 0 {
		n := min(len(cands), batchSize)
		ws, err := l.walkBatch(cands[:n])
		if err != nil {
			return nil, err
		}
		walks = append(walks, ws...)
		cands = cands[n:]
	}
	l.copies.add(walks)
	return l.accept(walks), nil
}

// newestFirst walks sessions from the newest on until enough are accepted.
// The file time bounds the time of the last record from above, so a tail is
// read only while it could still belong to the newest.
func (l *listing) newestFirst() ([]session.SessionSummary, error) {
	cands := l.candidates()
	order.Stable(cands, func(i, j int) bool { return cands[i].bound > cands[j].bound })
	var ready []candidate // time of the last record known, newest first
	var out []session.SessionSummary
	for int64(len(out)) < l.req.Limit {
		batch := make([]candidate, 0, batchSize)
		for len(batch) < batchSize && len(batch) < int(l.req.Limit)-len(out) {
			var err error
			if cands, ready, err = l.dateNext(cands, ready); err != nil {
				return nil, err
			}
			if len(ready) == 0 {
				break
			}
			batch = append(batch, ready[0])
			ready = ready[1:]
		}
		if len(batch) == 0 {
			break
		}
		walks, err := l.walkBatch(batch)
		if err != nil {
			return nil, err
		}
		l.copies.add(walks)
		out = append(out, l.accept(walks)...)
	}
	return out, nil
}

// dateNext moves candidates to ready until the first of ready is surely the
// newest of all that are left.
func (l *listing) dateNext(cands, ready []candidate) ([]candidate, []candidate, error) {
	for len(cands) > 0 && (len(ready) == 0 || cands[0].bound >= ready[0].updated) {
		n := min(len(cands), batchSize)
		for n > 1 && len(ready) > 0 && cands[n-1].bound < ready[0].updated {
			n--
		}
		if err := l.dateBatch(cands[:n]); err != nil {
			return nil, nil, err
		}
		ready = append(ready, cands[:n]...)
		cands = cands[n:]
		order.Stable(ready, func(i, j int) bool {
			if ready[i].updated != ready[j].updated {
				return ready[i].updated > ready[j].updated
			}
			return ready[i].ref.ID < ready[j].ref.ID
		})
	}
	return cands, ready, nil
}

// dateBatch finds the time of the last record of each candidate: from its
// tail, or by walking it where the tail does not tell.
func (l *listing) dateBatch(cands []candidate) error {
	errs := make([]error, len(cands))
	l.c.parallel(len(cands), func(i int) {
		if cands[i].updated == 0 {
			cands[i].updated, errs[i] = l.a.Updated(l.quiet(), l.ix, cands[i].ref)
		}
	})
	var slow []int
	for i := range cands {
		if fault.CodeOf(errs[i]) == fault.Timeout {
			return errs[i]
		}
		if cands[i].updated == 0 {
			slow = append(slow, i)
		}
	}
	if len(slow) == 0 {
		return nil
	}
	part := make([]candidate, len(slow))
	for k, i := range slow {
		part[k] = cands[i]
	}
	walks, err := l.walkBatch(part)
	if err != nil {
		return err
	}
	for k, i := range slow {
		cands[i].done = walks[k]
		cands[i].failed = walks[k] == nil
		if walks[k] != nil && !walks[k].empty {
			cands[i].updated = walks[k].summary.UpdatedAt
		}
		if cands[i].updated == 0 {
			cands[i].updated = 1 // nothing readable: last of all, dropped by accept
		}
	}
	return nil
}

// quiet is an environment for side looks: it reports nothing.
func (l *listing) quiet() *adapter.Env {
	return &adapter.Env{Host: l.env.Host, Agent: l.env.Agent, Diagnose: func(fault.Diagnostic) {}}
}

// walkBatch walks candidates on all cores and joins results and diagnostics
// in their order. A session that cannot be read is nil and a diagnostic.
func (l *listing) walkBatch(cands []candidate) ([]*walked, error) {
	walks := make([]*walked, len(cands))
	errs := make([]error, len(cands))
	notes := make([][]fault.Diagnostic, len(cands))
	l.c.parallel(len(cands), func(i int) {
		if cands[i].done != nil || cands[i].failed {
			walks[i] = cands[i].done
			return
		}
		env := &adapter.Env{Host: l.env.Host, Agent: l.env.Agent, Strict: l.env.Strict, Report: &session.Report{},
			Diagnose: func(d fault.Diagnostic) { notes[i] = append(notes[i], d) }}
		walks[i], errs[i] = l.c.walk(l.a, env, l.ix, cands[i].ref, adapter.Want{Prompts: true, Usage: true}, "")
		if errs[i] == nil {
			notes[i] = append(notes[i], Damage(cands[i].ref.ID, env.Report)...)
			walks[i].forget()
		}
	})
	for i := range cands {
		for _, d := range notes[i] {
			l.env.Diagnose(d)
		}
		if walks[i] == nil || walks[i].empty {
			l.c.lose(l.a.Name(), cands[i].ref.ID)
		}
		if errs[i] == nil {
			continue
		}
		if l.req.Strict || fault.CodeOf(errs[i]) == fault.Timeout {
			return nil, errs[i]
		}
		l.env.Diagnose(fault.DiagnosticOf(l.a.Name(), errs[i]))
	}
	return walks, nil
}

// Damage says in one diagnostic what reading a session met; nothing when all
// was well.
func Damage(id string, r *session.Report) []fault.Diagnostic {
	if r.SkippedCount == 0 {
		return nil
	}
	s := r.Skipped[0]
	message := plural(r.SkippedCount, "damaged record") + " (first: " + s.Reason + ")"
	if s.Line == 0 {
		message = "session " + id + ": " + message
	}
	return []fault.Diagnostic{{Code: scan.Reason(s.Reason).Code(), Path: s.Path, Line: s.Line, Offset: s.Offset,
		Message: message, Hint: "what can be read was read"}}
}

// accept applies the filters and drops what is no session, is superseded, or
// turned out to be a subagent's.
func (l *listing) accept(walks []*walked) []session.SessionSummary {
	var out []session.SessionSummary
	for _, w := range walks {
		if w == nil || w.empty {
			continue
		}
		s := w.summary
		if by := l.copies.longer(w); by != "" {
			s.SupersededBy = by
		}
		if s.SupersededBy != "" && !l.req.Superseded || s.IsSubagent && !l.req.Subagents || !l.filter().matches(w, &s) {
			continue
		}
		out = append(out, s)
	}
	return out
}

func (l *listing) filter() filter {
	return filter{l.req.Since, l.req.Until, l.req.Model, l.req.Cwd, l.req.Tags}
}

// parallel runs fn on all cores the host gives, or one after the other.
func (c *Catalog) parallel(n int, fn func(i int)) {
	if c.host.Parallel != nil && n > 1 {
		c.host.Parallel.Do(n, fn)
		return
	}
	for i := 0; i < n; i++ {
		fn(i)
	}
}

// sortSummaries orders by the request's key; ties by unifiedId, ascending.
// Sessions without a figure in USD come behind all others.
func sortSummaries(s []session.SessionSummary, req ListRequest) {
	asc := req.SortDirection == session.SortDirectionAsc
	order.Stable(s, func(i, j int) bool {
		a, b := &s[i], &s[j]
		if req.Sort == session.SortKeyCost {
			if ha, hb := priced(a), priced(b); ha != hb {
				return ha
			}
		}
		if x, y := sortKey(a, req.Sort), sortKey(b, req.Sort); x != y {
			return (x < y) == asc
		}
		return a.UnifiedID < b.UnifiedID
	})
}

func priced(s *session.SessionSummary) bool { return s.Cost != nil && s.Cost.TotalUSD != nil }

func sortKey(s *session.SessionSummary, by session.SortKey) int64 {
	switch by {
	case session.SortKeyCost:
		if priced(s) {
			return int64(*s.Cost.TotalUSD)
		}
		return 0
	case session.SortKeyTurns:
		return s.TurnCount
	}
	return int64(s.UpdatedAt)
}

// plural renders "1 record", "2 records".
func plural(n int64, noun string) string {
	s := string(canon.AppendInt(nil, n)) + " " + noun
	if n != 1 {
		s += "s"
	}
	return s
}
