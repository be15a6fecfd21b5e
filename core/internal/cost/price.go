package cost

import (
	"math/bits"

	"github.com/heddle-dev/heddle/core/session"
)

// Of returns what one request costs at p. Long-context tiers look at this
// request's prompt, so requests must never be summed first. Where the table
// states no cache price, cache reads and writes cost what input costs: that
// is what providers without a cache price bill.
func (p Price) Of(u session.TokenUsage) session.Money {
	in, out, read, write, hour := p.Input, p.Output, p.CacheRead, p.CacheWrite, p.Write1h
	if p.TierAbove > 0 && u.Context() > p.TierAbove {
		in, out = over(p.TierInput, in), over(p.TierOutput, out)
		// The hour's price is not stated per tier; it grows as the 5-minute price does.
		if hour >= 0 && p.CacheWrite > 0 && p.TierCacheWrite >= 0 {
			hour = hour * p.TierCacheWrite / p.CacheWrite
		}
		read, write = over(p.TierCacheRead, read), over(p.TierCacheWrite, write)
	}
	read, write = over(read, in), over(write, in)
	hour = over(hour, write)
	think := over(p.Reasoning, out)
	var sum session.Money
	sum = sum.Plus(times(u.InputTokens, in))
	sum = sum.Plus(times(u.OutputTokens-u.ThinkingTokens, out))
	sum = sum.Plus(times(u.ThinkingTokens, think))
	sum = sum.Plus(times(u.CachedTokens, read))
	sum = sum.Plus(times(u.CacheWriteTokens-u.CacheWrite1hTokens, write))
	return sum.Plus(times(u.CacheWrite1hTokens, hour))
}

// over returns price when it is stated, else the fallback.
func over(price, fallback int64) int64 {
	if price >= 0 {
		return price
	}
	return fallback
}

// times multiplies without wrapping: beyond the range it saturates.
func times(tokens, price int64) session.Money {
	if tokens <= 0 || price <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(tokens), uint64(price))
	if hi != 0 || lo > uint64(session.MaxMoney) {
		return session.MaxMoney
	}
	return session.Money(lo)
}

// Stated reports whether the table states both an input and an output price;
// a model without them is unpriced.
func (p Price) Stated() bool { return p.Input >= 0 && p.Output >= 0 }
