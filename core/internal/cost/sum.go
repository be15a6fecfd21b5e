package cost

import (
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/terms"
	"github.com/heddle-dev/heddle/core/session"
)

// Request is the usage of one request to a model, as the agent recorded it.
type Request struct {
	Offer
	Time  session.Time // when it was made; absent when it is not known
	Usage session.TokenUsage
	USD   *session.Money // recorded; nil without any
}

// Sum adds requests up and remembers where every part of the money came from.
// The zero value is an empty sum.
type Sum struct {
	Usage    session.TokenUsage
	USD      session.Money
	recorded bool
	computed bool
	unpriced bool
	any      bool
	models   []string // unpriced ones
	tiers    []tierSum
}

// tierSum is the part of a sum that one tier has.
type tierSum struct {
	tier    string
	unknown bool // no factor is known for some of it
	Sum
}

// AddRequest counts one request: recorded money first, then the table, else the
// tokens alone.
func (s *Sum) AddRequest(t *Table, r Request) { s.AddAt(t.QuoteOffer(r.Offer), r) }

// AddAt is AddRequest with the quote of the offer looked up before.
func (s *Sum) AddAt(q *Quote, r Request) {
	if r.Usage.Zero() && r.USD == nil {
		return
	}
	if q.Tier != terms.Standard || s.tiers != nil {
		part := s.tierSum(q.Tier)
		part.add(q, r)
		part.unknown = part.unknown || q.unknown && r.USD == nil && q.price != nil
	}
	s.add(q, r)
}

func (s *Sum) add(q *Quote, r Request) {
	s.any = true
	s.Usage.Add(r.Usage)
	switch {
	case r.USD != nil:
		s.recorded, s.computed = s.recorded || !r.Computed, s.computed || r.Computed
		s.USD = s.USD.Plus(*r.USD)
	case q.price != nil:
		s.computed = true
		s.USD = s.USD.Plus(q.requestCost(r.Usage, r.Time))
	default:
		s.unpriced = true
		s.noteModel(r.Model)
	}
}

// noteModel keeps the name of a model without a price.
func (s *Sum) noteModel(model string) {
	for _, m := range s.models {
		if m == model {
			return
		}
	}
	s.models = append(s.models, model)
}

// tierSum returns the part of a tier. The first one that is not the standard tier has all that was
// counted before as the standard one.
func (s *Sum) tierSum(tier string) *tierSum {
	if s.tiers == nil {
		s.tiers = make([]tierSum, 0, 2)
		if s.any {
			before := *s
			before.tiers, before.models = nil, nil
			s.tiers = append(s.tiers, tierSum{tier: terms.Standard, Sum: before})
		}
	}
	for i := range s.tiers {
		if s.tiers[i].tier == tier {
			return &s.tiers[i]
		}
	}
	if len(s.tiers) >= maxTiers && tier != otherTiers {
		return s.tierSum(otherTiers)
	}
	s.tiers = append(s.tiers, tierSum{tier: tier})
	return &s.tiers[len(s.tiers)-1]
}

// Merge adds another sum.
func (s *Sum) Merge(o Sum) {
	if !o.any {
		return
	}
	if s.tiers != nil || o.tiers != nil {
		s.mergeTiers(&o)
	}
	s.any = true
	s.Usage.Add(o.Usage)
	s.USD = s.USD.Plus(o.USD)
	s.recorded = s.recorded || o.recorded
	s.computed = s.computed || o.computed
	s.unpriced = s.unpriced || o.unpriced
	for _, m := range o.models {
		s.noteModel(m)
	}
}

// A file may state any number of tiers: those beyond maxTiers are counted together.
const (
	maxTiers   = 100
	otherTiers = "other"
)

// mergeTiers adds the parts of another sum, which is all standard when it has none.
func (s *Sum) mergeTiers(o *Sum) {
	if o.tiers == nil {
		whole := *o
		whole.models = nil
		s.tierSum(terms.Standard).Merge(whole)
		return
	}
	for i := range o.tiers {
		from := o.tiers[i]
		to := s.tierSum(from.tier)
		to.unknown = to.unknown || from.unknown
		from.models = nil
		to.Merge(from.Sum)
	}
}

// TierSpends renders the parts by tier, in byte order; nil when all of the sum is of the standard tier.
func (s *Sum) TierSpends() (out []session.TierSpend) {
	for i := range s.tiers {
		p := &s.tiers[i]
		part := p.SpendPart()
		if part == nil {
			continue
		}
		out = append(out, session.TierSpend{Tier: p.tier, UnknownFactor: p.unknown, InputTokens: part.InputTokens, OutputTokens: part.OutputTokens,
			ThinkingTokens: part.ThinkingTokens, CachedTokens: part.CachedTokens, CacheWriteTokens: part.CacheWriteTokens,
			CacheWrite1hTokens: part.CacheWrite1hTokens, WebSearches: part.WebSearches, NanoCredits: part.NanoCredits,
			TotalUSD: part.TotalUSD, Source: part.Source})
	}
	order.SortStable(out, func(i, j int) bool { return out[i].Tier < out[j].Tier })
	return out
}

// HasRequests reports whether anything was counted.
func (s *Sum) HasRequests() bool { return s.any }

// CostSource names where the money comes from.
func (s *Sum) CostSource() session.CostSource {
	switch {
	case s.recorded && !s.computed && !s.unpriced:
		return session.CostSourceRecorded
	case s.computed && !s.recorded && !s.unpriced:
		return session.CostSourceComputed
	case !s.recorded && !s.computed:
		return session.CostSourceUnpriced
	}
	return session.CostSourceMixed
}

// TotalMoney returns the amount, nil when nothing could be priced.
func (s *Sum) TotalMoney() *session.Money {
	if !s.recorded && !s.computed {
		return nil
	}
	m := s.USD
	return &m
}

// SpendPart renders the sum as a part.
func (s *Sum) SpendPart() *session.Spend {
	if !s.any {
		return nil
	}
	u := s.Usage
	return &session.Spend{InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, ThinkingTokens: u.ThinkingTokens,
		CachedTokens: u.CachedTokens, CacheWriteTokens: u.CacheWriteTokens, CacheWrite1hTokens: u.CacheWrite1hTokens,
		WebSearches: u.WebSearches, NanoCredits: u.NanoCredits, TotalUSD: s.TotalMoney(), Source: s.CostSource()}
}

// CostRecord renders the sum as a cost record, nil when nothing was counted.
func (s *Sum) CostRecord(t *Table) *session.CostRecord {
	if !s.any {
		return nil
	}
	u := s.Usage
	c := &session.CostRecord{InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, ThinkingTokens: u.ThinkingTokens,
		CachedTokens: u.CachedTokens, CacheWriteTokens: u.CacheWriteTokens, CacheWrite1hTokens: u.CacheWrite1hTokens,
		WebSearches: u.WebSearches, NanoCredits: u.NanoCredits, Tiers: s.TierSpends(), TotalUSD: s.TotalMoney(), Source: s.CostSource()}
	if s.computed {
		c.PriceTable = t.Date
	}
	for _, m := range s.models {
		if m == "" {
			m = "unknown"
		}
		c.UnpricedModels = append(c.UnpricedModels, m)
	}
	order.SortStrings(c.UnpricedModels)
	return c
}
