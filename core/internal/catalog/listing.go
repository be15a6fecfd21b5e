package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// batchSize is how many sessions are walked between two looks at the limit;
// it is a constant so that the result never depends on the number of cores.
const batchSize = 32

// listing is one list over one or more agents.
type listing struct {
	c       *Catalog
	req     session.ListRequest
	sources []*source
	copies  copies
}

// source is what one agent has for a listing. It collects its diagnostics, so
// that their order does not depend on which agent's sessions are newer.
type source struct {
	a     adapter.Adapter
	env   *adapter.Env
	ix    *adapter.Index
	notes []fault.Diagnostic
}

// enter adds an agent.
func (l *listing) enter(a adapter.Adapter, ix *adapter.Index) *source {
	src := &source{a: a, ix: ix, env: &adapter.Env{Host: l.c.host, Agent: a.Name(), Strict: l.req.Strict}}
	src.env.Diagnose = func(d fault.Diagnostic) { src.notes = append(src.notes, d) }
	l.sources = append(l.sources, src)
	return src
}

// say passes on what was met, one agent after the other.
func (l *listing) say() {
	for _, src := range l.sources {
		env := l.c.env(src.a.Name(), l.req.Strict)
		for _, d := range src.notes {
			env.Diagnose(d)
		}
		src.notes = nil
	}
}

// byDate reports whether the newest sessions decide the result, so that older
// ones need not be opened. What supersedes a session is newer than it, but
// naming the longest such copy needs them all.
func (l *listing) byDate() bool {
	return !l.req.Superseded && (l.req.Sort == "" || l.req.Sort == session.SortKeyDate) && l.req.SortDirection != session.SortDirectionAsc
}

// candidate is a session that may be listed.
type candidate struct {
	src     *source
	ref     *adapter.Ref
	bound   session.Time // no record is later than this
	updated session.Time // known time of the last record
	done    *walked      // walked already
	failed  bool         // could not be read; said already
}

func (l *listing) candidates() []candidate {
	var out []candidate
	for _, src := range l.sources {
		if src.ix == nil {
			continue
		}
		for i := range src.ix.Refs {
			ref := &src.ix.Refs[i]
			if ref.Subagent && !l.req.Subagents || l.req.Agent != heddle.Name && l.c.shadowed(src.a.Name(), ref.ID) {
				continue
			}
			cand := candidate{src: src, ref: ref, bound: ref.ModTime, updated: ref.Updated}
			if ref.Updated != 0 {
				cand.bound = ref.Updated
			}
			out = append(out, cand)
		}
	}
	return out
}

// everything walks all sessions; the order of the result needs them all.
func (l *listing) everything() ([]session.SessionSummary, error) {
	cands, err := l.recent(l.candidates())
	if err != nil {
		return nil, err
	}
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

// recent drops the candidates that were last updated before the active ones
// that are asked for. What supersedes an active session is newer than it, and
// is kept.
func (l *listing) recent(cands []candidate) ([]candidate, error) {
	if l.req.ActiveSince == 0 {
		return cands, nil
	}
	if err := l.dateBatch(cands); err != nil {
		return nil, err
	}
	kept := cands[:0]
	for i := range cands {
		if cands[i].updated >= l.req.ActiveSince {
			kept = append(kept, cands[i])
		}
	}
	return kept, nil
}

// newestFirst walks sessions from the newest on until none of those left can
// be among the newest accepted. The file time bounds the time of the last
// record from above, so a tail is read only while it could still belong to the
// newest; where a file time turns out to be too early (an archive that keeps
// none), all tails are read.
func (l *listing) newestFirst() ([]session.SessionSummary, error) {
	q := &queue{l: l, cands: l.candidates(), step: batchSize}
	order.Stable(q.cands, func(i, j int) bool { return q.cands[i].bound > q.cands[j].bound })
	var out []session.SessionSummary
	for {
		batch := make([]candidate, 0, batchSize)
		for len(batch) < batchSize {
			next, err := q.next()
			if err != nil {
				return nil, err
			}
			full := int64(len(out)) >= l.req.Limit
			if next == nil || next.updated < l.req.ActiveSince || full && l.decided(out, next) || !full && int64(len(out)+len(batch)) >= l.req.Limit {
				break
			}
			batch = append(batch, *next)
			q.ready = q.ready[1:]
		}
		if len(batch) == 0 {
			return out, nil
		}
		walks, err := l.walkBatch(batch)
		if err != nil {
			return nil, err
		}
		l.copies.add(walks)
		out = append(out, l.accept(walks)...)
		sortSummaries(out, l.req)
	}
}

// decided reports whether a full list leaves no place for next. A summary is
// not newer than the tail of its file, but it may be older: what a subagent
// wrote does not count.
func (l *listing) decided(out []session.SessionSummary, next *candidate) bool {
	last := &out[l.req.Limit-1]
	return last.UpdatedAt > next.updated || last.UpdatedAt == next.updated &&
		last.UnifiedID < session.UnifiedID(next.src.a.Name(), next.ref.ID)
}

// queue gives out candidates from the newest on.
type queue struct {
	l     *listing
	cands []candidate // by their bounds, the newest first
	ready []candidate // time of the last record known, the newest first
	step  int         // how many to date next
	early bool        // a file time was earlier than the last record: none bounds anything
}

// fileTimeStep is by how many milliseconds a right file time may be too early:
// the coarsest file system, FAT, counts in twos of seconds.
const fileTimeStep = 2000

// next returns the newest of all that are left, once it is sure which that is;
// nil when none is left.
func (q *queue) next() (*candidate, error) {
	for len(q.cands) > 0 && (q.early || len(q.ready) == 0 || q.cands[0].bound >= q.ready[0].updated) {
		n := min(len(q.cands), q.step)
		for !q.early && n > 1 && len(q.ready) > 0 && q.cands[n-1].bound < q.ready[0].updated {
			n--
		}
		if err := q.l.dateBatch(q.cands[:n]); err != nil {
			return nil, err
		}
		for i := range q.cands[:n] {
			q.early = q.early || q.cands[i].updated > q.cands[i].bound+fileTimeStep
		}
		q.ready = append(q.ready, q.cands[:n]...)
		q.cands = q.cands[n:]
		q.step *= 2 // file times that tell so little may tell nothing
		order.Stable(q.ready, func(i, j int) bool {
			a, b := &q.ready[i], &q.ready[j]
			if a.updated != b.updated {
				return a.updated > b.updated
			}
			if a.src != b.src {
				return a.src.a.Name() < b.src.a.Name()
			}
			return a.ref.ID < b.ref.ID
		})
	}
	if len(q.ready) == 0 {
		return nil, nil
	}
	return &q.ready[0], nil
}

// dateBatch finds the time of the last record of each candidate: from its
// tail, or by walking it where the tail does not tell.
func (l *listing) dateBatch(cands []candidate) error {
	errs := make([]error, len(cands))
	l.c.parallel(len(cands), func(i int) {
		if c := &cands[i]; c.updated == 0 {
			c.updated, errs[i] = c.src.a.Updated(c.src.quiet(), c.src.ix, c.ref)
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
	for len(slow) > 0 {
		n := min(len(slow), batchSize)
		if err := l.dateSlowly(cands, slow[:n]); err != nil {
			return err
		}
		slow = slow[n:]
	}
	return nil
}

// dateSlowly walks the candidates whose tails do not tell.
func (l *listing) dateSlowly(cands []candidate, slow []int) error {
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
func (src *source) quiet() *adapter.Env {
	return &adapter.Env{Host: src.env.Host, Agent: src.env.Agent, Diagnose: func(fault.Diagnostic) {}}
}

// walkBatch walks candidates on all cores and joins results and diagnostics
// in their order. A session that cannot be read is nil and a diagnostic.
func (l *listing) walkBatch(cands []candidate) ([]*walked, error) {
	walks := make([]*walked, len(cands))
	errs := make([]error, len(cands))
	notes := make([][]fault.Diagnostic, len(cands))
	want := adapter.Want{Prompts: true, Usage: true, Times: l.req.ActiveUntil != 0} // without an end, the last record decides
	active := l.filter().active
	l.c.parallel(len(cands), func(i int) {
		if cands[i].done != nil || cands[i].failed {
			walks[i] = cands[i].done
			return
		}
		src := cands[i].src
		env := l.c.walkEnv(src.a.Name(), l.req.Strict, &notes[i])
		env.Report = &session.Report{}
		walks[i], errs[i] = l.c.walk(src.a, env, src.ix, cands[i].ref, want, newActiveFold(false, active), "")
		if errs[i] == nil {
			notes[i] = append(notes[i], Damage(cands[i].ref.ID, env.Report)...)
			walks[i].forget()
		}
	})
	for i := range cands {
		src := cands[i].src
		src.notes = append(src.notes, notes[i]...)
		if walks[i] == nil || walks[i].empty {
			l.c.lose(src.a.Name(), cands[i].ref.ID)
		}
		if errs[i] == nil {
			continue
		}
		if l.req.Strict || fault.CodeOf(errs[i]) == fault.Timeout {
			return nil, errs[i]
		}
		src.env.Diagnose(fault.DiagnosticOf(src.a.Name(), errs[i]))
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
	filter := l.filter()
	for _, w := range walks {
		if w == nil || w.empty {
			continue
		}
		s := w.summary
		if by := l.copies.longer(w); by != "" {
			s.SupersededBy = by
		}
		if s.SupersededBy != "" && !l.req.Superseded || s.IsSubagent && !l.req.Subagents || !filter.matches(w, &s) {
			continue
		}
		out = append(out, s)
	}
	return out
}

func (l *listing) filter() filter {
	r := &l.req
	return filter{bounds{r.Since, r.Until}, bounds{r.ActiveSince, r.ActiveUntil}, r.Model, r.Cwd, r.Tags}
}
