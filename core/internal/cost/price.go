package cost

import (
	"math"
	"math/bits"

	"github.com/heddle-dev/heddle/core/session"
)

// RequestCost returns what one request costs at p. Long-context tiers look at this
// request's prompt, so requests must never be summed first. Where the table
// states no cache price, cache reads and writes cost what input costs: that
// is what providers without a cache price bill.
func (p Price) RequestCost(u session.TokenUsage) session.Money {
	in, out, read, write, hour := p.Input, p.Output, p.CacheRead, p.CacheWrite, p.Write1h
	if p.TierAbove > 0 && u.Context() > p.TierAbove {
		in, out = priceOr(p.TierInput, in), priceOr(p.TierOutput, out)
		// The hour's price is not stated per tier; it grows as the 5-minute price does.
		if hour >= 0 && p.CacheWrite > 0 && p.TierCacheWrite >= 0 {
			hour = scalePrice(hour, p.TierCacheWrite, p.CacheWrite)
		}
		read, write = priceOr(p.TierCacheRead, read), priceOr(p.TierCacheWrite, write)
	}
	read, write = priceOr(read, in), priceOr(write, in)
	hour = priceOr(hour, write)
	think := priceOr(p.Reasoning, out)
	var sum session.Money
	sum = sum.Plus(saturatingCost(u.InputTokens, in))
	sum = sum.Plus(saturatingCost(u.OutputTokens-u.ThinkingTokens, out))
	sum = sum.Plus(saturatingCost(u.ThinkingTokens, think))
	sum = sum.Plus(saturatingCost(u.CachedTokens, read))
	sum = sum.Plus(saturatingCost(u.CacheWriteTokens-u.CacheWrite1hTokens, write))
	sum = sum.Plus(saturatingCost(u.CacheWrite1hTokens, hour))
	return sum.Plus(saturatingCost(u.WebSearches, p.Search))
}

// scalePrice returns price * part / whole, without wrapping. whole must be positive.
func scalePrice(price, part, whole int64) int64 {
	hi, lo := bits.Mul64(uint64(price), uint64(part))
	if hi >= uint64(whole) {
		return math.MaxInt64
	}
	q, _ := bits.Div64(hi, lo, uint64(whole))
	return int64(min(q, math.MaxInt64))
}

// priceOr returns price when it is stated, else the fallback.
func priceOr(price, fallback int64) int64 {
	if price >= 0 {
		return price
	}
	return fallback
}

// saturatingCost multiplies without wrapping: beyond the range it saturates.
func saturatingCost(tokens, price int64) session.Money {
	if tokens <= 0 || price <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(tokens), uint64(price))
	if hi != 0 || lo > uint64(session.MaxMoney) {
		return session.MaxMoney
	}
	return session.Money(lo)
}

// HasBothPrices reports whether the table states both an input and an output price;
// a model without them is unpriced.
func (p Price) HasBothPrices() bool { return p.Input >= 0 && p.Output >= 0 }
