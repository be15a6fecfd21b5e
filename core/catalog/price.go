package catalog

import (
	"github.com/heddle-dev/heddle/core/canon"
	"github.com/heddle-dev/heddle/core/cost"
	"github.com/heddle-dev/heddle/core/session"
)

func newSum(t *cost.Table, u *usage) *cost.Sum {
	s := &cost.Sum{}
	s.Add(t, u.Request)
	return s
}

// mergeCost adds two cost records of one message: an agent may bill one
// message in several requests.
func mergeCost(a, b *session.CostRecord) *session.CostRecord {
	if a == nil || b == nil {
		if a == nil {
			return b
		}
		return a
	}
	out := *a
	out.InputTokens += b.InputTokens
	out.OutputTokens += b.OutputTokens
	out.ThinkingTokens += b.ThinkingTokens
	out.CachedTokens += b.CachedTokens
	out.CacheWriteTokens += b.CacheWriteTokens
	out.CacheWrite1hTokens += b.CacheWrite1hTokens
	if b.TotalUSD != nil {
		sum := *b.TotalUSD
		if a.TotalUSD != nil {
			sum = sum.Plus(*a.TotalUSD)
		}
		out.TotalUSD = &sum
	}
	if a.Source != b.Source {
		out.Source = session.CostSourceMixed
	}
	if out.PriceTable == "" {
		out.PriceTable = b.PriceTable
	}
	out.UnpricedModels = append(append([]string(nil), a.UnpricedModels...), b.UnpricedModels...)
	return &out
}

// plural renders "1 record", "2 records".
func plural(n int64, noun string) string {
	s := string(canon.AppendInt(nil, n)) + " " + noun
	if n != 1 {
		s += "s"
	}
	return s
}
