package cost

import (
	"github.com/heddle-dev/heddle/core/internal/order"

	"github.com/heddle-dev/heddle/core/session"
)

// Request is the usage of one request to a model, as the agent recorded it.
type Request struct {
	Model string
	Usage session.TokenUsage
	USD   *session.Money // recorded by the agent; nil when it did not
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
}

// AddRequest counts one request: recorded money first, then the table, else the
// tokens alone.
func (s *Sum) AddRequest(t *Table, r Request) {
	if r.USD != nil {
		s.AddAt(nil, r)
		return
	}
	s.AddAt(t.UsablePrice(r.Model), r)
}

// AddAt is Add with the model's price looked up before, nil when it is
// unknown.
func (s *Sum) AddAt(p *Price, r Request) {
	if r.Usage.Zero() && r.USD == nil {
		return
	}
	s.any = true
	s.Usage.Add(r.Usage)
	if r.USD != nil {
		s.recorded = true
		s.USD = s.USD.Plus(*r.USD)
		return
	}
	if p != nil {
		s.computed = true
		s.USD = s.USD.Plus(p.RequestCost(r.Usage))
		return
	}
	s.unpriced = true
	for _, m := range s.models {
		if m == r.Model {
			return
		}
	}
	s.models = append(s.models, r.Model)
}

// Merge adds another sum.
func (s *Sum) Merge(o Sum) {
	if !o.any {
		return
	}
	s.any = true
	s.Usage.Add(o.Usage)
	s.USD = s.USD.Plus(o.USD)
	s.recorded = s.recorded || o.recorded
	s.computed = s.computed || o.computed
	s.unpriced = s.unpriced || o.unpriced
next:
	for _, m := range o.models {
		for _, have := range s.models {
			if have == m {
				continue next
			}
		}
		s.models = append(s.models, m)
	}
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
		TotalUSD: s.TotalMoney(), Source: s.CostSource()}
}

// CostRecord renders the sum as a cost record, nil when nothing was counted.
func (s *Sum) CostRecord(t *Table) *session.CostRecord {
	if !s.any {
		return nil
	}
	u := s.Usage
	c := &session.CostRecord{InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, ThinkingTokens: u.ThinkingTokens,
		CachedTokens: u.CachedTokens, CacheWriteTokens: u.CacheWriteTokens, CacheWrite1hTokens: u.CacheWrite1hTokens,
		TotalUSD: s.TotalMoney(), Source: s.CostSource()}
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
