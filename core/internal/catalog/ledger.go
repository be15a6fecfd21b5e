package catalog

import (
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// ledger assigns every request of all sessions to one session. A request that
// several sessions hold (forks, resumes, copies, log lines) counts once: it
// belongs to the session created first, then with the smallest unified id;
// the others inherit it.
type ledger struct {
	c      *Catalog
	walks  []spendWalk
	quotes map[string]*cost.Price
	charge charge // being visited
}

// charge is one request and the session it counts for.
type charge struct {
	session *spendWalk
	request cost.Request
	quote   *cost.Price
	time    session.Time // when it was made; absent when nothing tells
	aside   bool         // a subagent made it
	copied  bool         // inherited: it counts for another session
}

// add counts the charge in sum.
func (c *charge) add(sum *cost.Sum) { sum.AddAt(c.quote, c.request) }

// link finds the session whose figures every walk is part of: a subagent's
// are its parent's, a superseded copy's those of the longest copy.
func (l *ledger) link() {
	byID := map[string]int32{}
	var copied copies
	for i := range l.walks {
		w := &l.walks[i]
		if w.walked == nil || w.walked.empty {
			continue
		}
		if id := w.agent + ":" + w.ref.ID; byID[id] == 0 {
			byID[id] = int32(i) + 1
		}
		copied.add([]*walked{w.walked})
	}
	find := func(agent, id string) int32 { return byID[agent+":"+id] - 1 }
	for i := range l.walks {
		w := &l.walks[i]
		if w.walked == nil {
			continue
		}
		s := &w.walked.summary
		if s.IsSubagent {
			w.aside = true
			w.parent = find(w.agent, s.ParentSessionID)
		}
		for _, id := range w.walked.fold.facts.children {
			if at := find(w.agent, id); at >= 0 && l.walks[at].parent < 0 && int(at) != i {
				l.walks[at].parent, l.walks[at].aside = int32(i), true
			}
		}
		if by := copied.longer(w.walked); by != "" {
			s.SupersededBy = by
		}
	}
	for i := range l.walks {
		l.walks[i].session = l.root(int32(i), find)
	}
}

// root follows a walk to the session that stands for it. A loop, which only
// damaged files have, ends where it began.
func (l *ledger) root(at int32, find func(agent, id string) int32) int32 {
	for steps := 0; steps < len(l.walks); steps++ {
		w := &l.walks[at]
		next := w.parent
		if next < 0 && w.walked != nil && w.walked.summary.SupersededBy != "" {
			next = find(w.agent, w.walked.summary.SupersededBy)
		}
		if next < 0 || next == at {
			break
		}
		at = next
	}
	return at
}

// place locates one entry.
type place struct{ walk, entry int32 }

// charges visits every request of the home: once for the session it belongs
// to and, marked copied, once for every other session that repeats it. What
// visit gets is valid during the call only.
func (l *ledger) charges(visit func(*charge)) {
	places, next := l.chain()
	var same []place
	for i := range places {
		if l.entry(places[i]).bits&entryRepeat != 0 {
			continue
		}
		if next[i] == 0 {
			l.group(places[i:i+1], visit)
			continue
		}
		same = append(same[:0], places[i])
		for at := next[i]; at > 0; at = next[at] {
			same = append(same, places[at])
		}
		order.Stable(same, func(i, j int) bool { return l.before(same[i], same[j]) })
		l.group(same, visit)
	}
}

// chain lists the places of all entries, and for each the next place with the
// same key, 0 = none. Entries with an earlier place are marked. Keys are
// looked up in a table of half as many places as it has slots, by their upper
// bits: they are hashes already.
func (l *ledger) chain() (places []place, next []int32) {
	n := 0
	for i := range l.walks {
		n += len(l.walks[i].entries)
	}
	places, next = make([]place, 0, n), make([]int32, n)
	bits := 1
	for 1<<bits < 2*n {
		bits++
	}
	last := make([]int32, 1<<bits) // the latest place with a key, plus 1
	for i := range l.walks {
		entries := l.walks[i].entries
		for j := range entries {
			at := int32(len(places))
			places = append(places, place{int32(i), int32(j)})
			key := entries[j].key
			if key == 0 {
				continue
			}
			slot := key * 0x9E3779B97F4A7C15 >> (64 - bits)
			for last[slot] != 0 && l.entry(places[last[slot]-1]).key != key {
				slot = (slot + 1) & (1<<bits - 1)
			}
			if before := last[slot]; before != 0 {
				next[before-1] = at
				entries[j].bits |= entryRepeat
			}
			last[slot] = at + 1
		}
	}
	return places, next
}

func (l *ledger) entry(p place) *entry { return &l.walks[p.walk].entries[p.entry] }

// before orders the places of one key: the first owns it.
func (l *ledger) before(a, b place) bool {
	wa, wb := &l.walks[a.walk], &l.walks[b.walk]
	if ca, cb := wa.walked.summary.CreatedAt, wb.walked.summary.CreatedAt; ca != cb {
		return ca < cb
	}
	return wa.ref.ID < wb.ref.ID
}

// group visits one request; the first place owns it. What any copy knows of
// it counts: a copy may have been made before the last figures were written.
// It has one time, wherever it is repeated: its owner's, else a copy's, else
// that of the beginning of the session that owns it.
func (l *ledger) group(places []place, visit func(*charge)) {
	owner := &l.walks[places[0].walk]
	e := l.entry(places[0])
	r, made := owner.request(e), owner.time(e)
	for _, p := range places[1:] {
		more := l.walks[p.walk].request(l.entry(p))
		r.Usage.Max(more.Usage)
		if r.USD == nil {
			r.USD = more.USD
		}
		if r.Model == "" {
			r.Model = more.Model
		}
		if made == 0 {
			made = l.walks[p.walk].time(l.entry(p))
		}
	}
	if made == 0 {
		made = owner.summary().CreatedAt
	}
	c := &l.charge
	*c = charge{session: &l.walks[owner.session], request: r, quote: owner.quote(l, e.model, r.Model), time: made,
		aside: owner.aside || e.bits&entryAside != 0}
	visit(c)
	if len(places) == 1 {
		return
	}
	seen := []int32{owner.session}
next:
	for _, p := range places[1:] {
		at := l.walks[p.walk].session
		for _, s := range seen {
			if s == at {
				continue next
			}
		}
		seen = append(seen, at)
		c.session, c.copied = &l.walks[at], true
		visit(c)
	}
}

func (l *ledger) quote(model string) *cost.Price {
	q, known := l.quotes[model]
	if !known {
		q = l.c.prices.Quote(model)
		l.quotes[model] = q
	}
	return q
}

// quote is the ledger's, remembered for the models of a walk; model may be
// another than the entry's own when a copy knew it.
func (w *spendWalk) quote(l *ledger, at uint16, model string) *cost.Price {
	if w.models[at] != model {
		return l.quote(model)
	}
	if w.quotes == nil {
		w.quotes = make([]*cost.Price, len(w.models))
		for i, m := range w.models {
			w.quotes[i] = l.quote(m)
		}
	}
	return w.quotes[at]
}

// listed reports whether a walk is a session of its own, as a list shows it.
func (w *spendWalk) listed() bool {
	return w.walked != nil && !w.walked.empty && !w.aside && w.walked.summary.SupersededBy == ""
}

// summary returns the session's summary.
func (w *spendWalk) summary() *session.SessionSummary { return &w.walked.summary }
