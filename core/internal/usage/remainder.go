package usage

import (
	"math/bits"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// Remainder is what an agent's own running total of a session holds beyond the
// requests on disk: titles, compactions, and other requests beside the
// conversation. It compares tokens, not money: requests that the totals hold
// leave no remainder, independent of our prices. The money is a part of the
// agent's own amount. A nil Remainder is empty.
type Remainder struct {
	models  []modelRemainder
	settled bool // a copy states the remainder of its original
}

// modelRemainder is one model's total and the tokens that no request explains.
type modelRemainder struct {
	adapter.ModelTotal
	left  session.TokenUsage
	price *cost.Price // nil when the table has none
}

// NewRemainder compares the totals of a session with its own requests; it is nil
// when they hold no more. The totals of a fork may continue its parent's: then
// the remainder includes the parent's, and is not counted again. b must keep the
// requests' numbers.
func NewRemainder(b *transcript.Builder, prices *cost.Table) *Remainder {
	totals := b.Facts.Totals
	if totals == nil {
		return nil
	}
	r := &Remainder{settled: totals.Rest}
	for _, t := range totals.Models {
		r.models = append(r.models, modelRemainder{t, t.Usage, prices.UsablePrice(t.Model)})
	}
	counted := min(b.Facts.BeforeTotals, b.Requests.Len())
	if r.settled {
		return r.orNil()
	}
	inherits := false
	for i := range b.Requests.Len() {
		inherits = inherits || b.Requests.At(i).IsCopied()
	}
	if inherits && r.explainsAll(&b.Requests, counted) {
		return nil
	}
	for i := range counted {
		if u := b.Requests.Get(i); !u.Copied {
			r.subtractRequest(u.Model, u.Usage)
		}
	}
	return r.orNil()
}

// explainsAll reports whether the totals are at least those of the first requests,
// copied ones included.
func (r *Remainder) explainsAll(requests *transcript.Requests, counted int) bool {
	all := map[string]session.TokenUsage{}
	for i := range counted {
		u := requests.Get(i)
		sum := all[u.Model]
		sum.Add(u.Usage)
		all[u.Model] = sum
	}
	for i := range r.models {
		m := &r.models[i]
		if !(subtractUsage(all[m.Model], m.Usage)).Zero() {
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

// subtractUsage returns a without b, at least 0 each; without thinking tokens,
// which the totals do not have.
func subtractUsage(a, b session.TokenUsage) session.TokenUsage {
	return session.TokenUsage{
		InputTokens:        max(0, a.InputTokens-b.InputTokens),
		OutputTokens:       max(0, a.OutputTokens-b.OutputTokens),
		CachedTokens:       max(0, a.CachedTokens-b.CachedTokens),
		CacheWriteTokens:   max(0, a.CacheWriteTokens-b.CacheWriteTokens),
		CacheWrite1hTokens: max(0, a.CacheWrite1hTokens-b.CacheWrite1hTokens),
		WebSearches:        max(0, a.WebSearches-b.WebSearches),
	}
}

// subtractRequest removes a request. A model that has no total of its own may be
// counted under another name: its tokens are subtracted from the others.
func (r *Remainder) subtractRequest(model string, u session.TokenUsage) {
	if r == nil || r.settled {
		return
	}
	for i := range r.models {
		if m := &r.models[i]; m.Model == model {
			m.left = subtractUsage(m.left, u)
			return
		}
	}
	for i := range r.models {
		m := &r.models[i]
		left := subtractUsage(m.left, u)
		u = subtractUsage(u, m.left)
		m.left = left
	}
}

// orNil returns r, or nil when it has no money left.
func (r *Remainder) orNil() *Remainder {
	if r == nil || r.totalMoney() == 0 {
		return nil
	}
	return r
}

func (r *Remainder) totalMoney() (sum session.Money) {
	for i := range r.models {
		sum = sum.Plus(r.models[i].remainingMoney())
	}
	return sum
}

// remainingMoney is the part of the model's recorded money that falls to the
// tokens that are left, in proportion to their price by the price table.
func (m *modelRemainder) remainingMoney() session.Money {
	if m.Usage.Zero() { // of a copy: it keeps the money
		return max(m.USD, 0)
	}
	part, whole := m.weigh(m.left), m.weigh(m.Usage)
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

// fallbackPrice is for models that the table does not have: its proportions are
// those of the only agent that states totals.
var fallbackPrice = cost.Price{Input: 20, Output: 100, CacheRead: 2, CacheWrite: 25, Write1h: 40, Reasoning: 100}

// weigh returns the tokens' price, without the tiers of long requests: sums of
// requests have none.
func (m *modelRemainder) weigh(u session.TokenUsage) session.Money {
	p := fallbackPrice
	if m.price != nil {
		p = *m.price
		p.TierAbove = 0
	}
	u.ThinkingTokens = 0
	return p.RequestCost(u)
}

// AddTo adds the remainder to a cost record.
func (r *Remainder) AddTo(c *session.CostRecord) *session.CostRecord {
	if r = r.orNil(); r == nil {
		return c
	}
	if c == nil {
		c = &session.CostRecord{Source: session.CostSourceUnpriced}
	}
	usd := r.totalMoney()
	c.NotItemisedUSD = &usd
	return c
}

// addRemainders adds the remainders of the matching sessions. A remainder has no
// time and no branch: within a time range, and in groups by day, it is left out.
func (r *costReport) addRemainders(sessions []SessionUsage) {
	if r.isPartial() {
		return
	}
	for i := range sessions {
		u := &sessions[i]
		root := &sessions[u.session]
		if u.aside && root.remainder != nil {
			for j := range u.requests.Len() {
				if e := u.requests.At(j); !e.IsCopied() {
					request := u.requests.Unpack(e)
					root.remainder.subtractRequest(request.Model, request.Usage)
				}
			}
		}
	}
	seen := map[string]bool{} // sessions with copies from several machines
	for i := range sessions {
		u := &sessions[i]
		if !u.isListed() || !u.matches || u.remainder.orNil() == nil || !r.takesMachine(u.summary().Origin) || seen[u.OriginalID()] {
			continue
		}
		seen[u.OriginalID()] = u.machine != ""
		r.total.rest = r.total.rest.Plus(u.remainder.totalMoney())
		s := r.subjectOf(u)
		for j := range u.remainder.models {
			m := &u.remainder.models[j]
			if s.model = m.Model; m.remainingMoney() == 0 || r.req.GroupBy == session.GroupByDay {
				continue
			}
			for _, k := range r.groupKeys(s) {
				g := r.groupOf(k)
				g.rest = g.rest.Plus(m.remainingMoney())
			}
		}
	}
}

// ModelTotals returns what a copy in the store keeps of the remainder.
func (r *Remainder) ModelTotals() (out []adapter.ModelTotal) {
	if r = r.orNil(); r == nil {
		return nil
	}
	for i := range r.models {
		if m := &r.models[i]; m.remainingMoney() != 0 {
			out = append(out, adapter.ModelTotal{Model: m.Model, USD: m.remainingMoney()})
		}
	}
	return out
}
