package catalog

import (
	"math/bits"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/session"
)

// residue is what an agent's own running total of a session holds beyond the
// requests on disk: titles, compactions, and what else runs beside the
// conversation. Tokens are compared, not money: requests that the totals hold
// leave nothing, whatever our prices are. The money is a part of the agent's own.
type residue struct {
	models  []residueModel
	settled bool // a copy says what was left of its original
}

type residueModel struct {
	adapter.ModelTotal
	left  session.TokenUsage
	price *cost.Price // nil when the table has none
}

// residueOf compares the totals with the requests of the session itself, nil
// when nothing is left. The totals of a fork may continue its parent's: then
// what is left cannot be told from the parent's, and is not counted again.
func (f *fold) residueOf(table *cost.Table) *residue {
	if f.facts.totals == nil || f.tally != nil && !f.tally.usage {
		return nil
	}
	r := &residue{settled: f.facts.totals.Rest}
	for _, t := range f.facts.totals.Models {
		r.models = append(r.models, residueModel{t, t.Usage, table.Quote(t.Model)})
	}
	if r.settled {
		return r.some()
	}
	inherits := false
	for i := range f.usage {
		inherits = inherits || f.usage[i].copied
	}
	if inherits && r.explains(f) {
		return nil
	}
	for i := range f.usage[:min(f.facts.counted, len(f.usage))] {
		if u := &f.usage[i]; !u.copied {
			r.subtract(u.Model, u.Usage)
		}
	}
	return r.some()
}

// explains reports whether the totals are at least those of all requests,
// copied ones included.
func (r *residue) explains(f *fold) bool {
	all := map[string]session.TokenUsage{}
	for i := range f.usage[:min(f.facts.counted, len(f.usage))] {
		u := &f.usage[i]
		sum := all[u.Model]
		sum.Add(u.Usage)
		all[u.Model] = sum
	}
	for i := range r.models {
		m := &r.models[i]
		if !(less(all[m.Model], m.Usage)).Zero() {
			return false
		}
		delete(all, m.Model)
	}
	for _, u := range all { // of models that have no total
		if !u.Zero() {
			return false
		}
	}
	return true
}

// less returns what of a is not in b.
func less(a, b session.TokenUsage) session.TokenUsage {
	return session.TokenUsage{
		InputTokens:        max(0, a.InputTokens-b.InputTokens),
		OutputTokens:       max(0, a.OutputTokens-b.OutputTokens),
		CachedTokens:       max(0, a.CachedTokens-b.CachedTokens),
		CacheWriteTokens:   max(0, a.CacheWriteTokens-b.CacheWriteTokens),
		CacheWrite1hTokens: max(0, a.CacheWrite1hTokens-b.CacheWrite1hTokens),
	}
}

// subtract takes a request off. A model that has no total of its own may be
// counted under another name: its tokens are taken off the others.
func (r *residue) subtract(model string, u session.TokenUsage) {
	if r == nil || r.settled {
		return
	}
	for i := range r.models {
		if m := &r.models[i]; m.Model == model {
			m.left = less(m.left, u)
			return
		}
	}
	for i := range r.models {
		m := &r.models[i]
		left := less(m.left, u)
		u = less(u, m.left)
		m.left = left
	}
}

// some returns r, nil when nothing is left.
func (r *residue) some() *residue {
	if r == nil || r.money() == 0 {
		return nil
	}
	return r
}

func (r *residue) money() (sum session.Money) {
	for i := range r.models {
		sum = sum.Plus(r.models[i].money())
	}
	return sum
}

// money is the model's recorded money, in the proportion of what the tokens
// that are left cost by the price table to what all of them do.
func (m *residueModel) money() session.Money {
	if m.Usage.Zero() { // of a copy: it keeps the money
		return max(m.USD, 0)
	}
	part, whole := m.weight(m.left), m.weight(m.Usage)
	if part <= 0 || m.USD <= 0 {
		return 0
	}
	if part >= whole {
		return m.USD
	}
	hi, lo := bits.Mul64(uint64(m.USD), uint64(part))
	q, _ := bits.Div64(hi, lo, uint64(whole)) // part < whole, so it fits
	return session.Money(q)
}

// usual has the proportions of the prices of the one agent that states totals,
// for models that the table does not have.
var usual = cost.Price{Input: 20, Output: 100, CacheRead: 2, CacheWrite: 25, Write1h: 40, Reasoning: 100}

// weight is the tokens' price, without the tiers of long requests: sums of
// requests have none.
func (m *residueModel) weight(u session.TokenUsage) session.Money {
	p := usual
	if m.price != nil {
		p = *m.price
		p.TierAbove = 0
	}
	u.ThinkingTokens = 0
	return p.Of(u)
}

// note puts what is left into a cost record.
func (r *residue) note(c *session.CostRecord) *session.CostRecord {
	if r = r.some(); r == nil {
		return c
	}
	if c == nil {
		c = &session.CostRecord{Source: session.CostSourceUnpriced}
	}
	usd := r.money()
	c.NotItemisedUSD = &usd
	return c
}

// residues adds what is left of the matching sessions' totals to the bill. It
// has no time: within bounds of time, and in groups by day, it is left out.
func (b *bill) residues(l *ledger) {
	if b.made.given() {
		return
	}
	for i := range l.walks {
		w := &l.walks[i]
		root := &l.walks[w.session]
		if w.aside && root.rest != nil {
			for j := range w.entries {
				if e := &w.entries[j]; e.bits&entryCopied == 0 {
					r := w.request(e)
					root.rest.subtract(r.Model, r.Usage)
				}
			}
		}
	}
	for i := range l.walks {
		w := &l.walks[i]
		if !w.listed() || !w.matches || w.rest.some() == nil {
			continue
		}
		b.total.rest = b.total.rest.Plus(w.rest.money())
		s := b.subject(w)
		for j := range w.rest.models {
			m := &w.rest.models[j]
			if s.model = m.Model; m.money() == 0 || b.req.GroupBy == session.GroupByDay {
				continue
			}
			for _, k := range b.keys(s) {
				g := b.group(k)
				g.rest = g.rest.Plus(m.money())
			}
		}
	}
}

// left returns the amount, nil when there is none.
func (a *account) left() *session.Money {
	if a.rest == 0 {
		return nil
	}
	m := a.rest
	return &m
}

// copied is what a copy in the store keeps of it.
func (r *residue) copied() (out []adapter.ModelTotal) {
	if r = r.some(); r == nil {
		return nil
	}
	for i := range r.models {
		if m := &r.models[i]; m.money() != 0 {
			out = append(out, adapter.ModelTotal{Model: m.Model, USD: m.money()})
		}
	}
	return out
}
