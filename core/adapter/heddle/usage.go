package heddle

import (
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// usagePaths are the names that messages have for their tokens: the session
// model's, then those of the agents' wire forms, in either spelling.
var usagePaths = scan.Compile(
	"inputTokens", "input_tokens",
	"outputTokens", "output_tokens",
	"thinkingTokens", "reasoning_output_tokens", "reasoningOutputTokens",
	"cachedTokens", "cache_read_input_tokens", "cacheReadInputTokens",
	"cacheWriteTokens", "cache_creation_input_tokens", "cacheCreationInputTokens",
	"cacheWrite1hTokens", "cache_creation.ephemeral_1h_input_tokens",
	"cached_input_tokens", "cachedInputTokens",
)

const usageNames = 17

// readUsage reads tokens. Where the cache's share is called cached input, as
// OpenAI calls it, the input counts it as well and is reduced by it. ok is
// false when there is no figure at all.
func readUsage(v scan.Value) (u session.TokenUsage, ok bool) {
	var m [usageNames]scan.Value
	if v.Kind() != scan.Object || usagePaths.Scan(v.Raw(), m[:]) != nil {
		return u, false
	}
	first := func(from, to int) int64 {
		for _, e := range m[from:to] {
			if n, is := e.Int(); is {
				ok = true
				return max(n, 0)
			}
		}
		return 0
	}
	u.InputTokens, u.OutputTokens, u.ThinkingTokens = first(0, 2), first(2, 4), first(4, 7)
	u.CachedTokens, u.CacheWriteTokens, u.CacheWrite1hTokens = first(7, 10), first(10, 13), first(13, 15)
	if part := first(15, usageNames); part > 0 && u.CachedTokens == 0 {
		u.CachedTokens = part
		u.InputTokens = max(u.InputTokens-part, 0)
	}
	u.ThinkingTokens = min(u.ThinkingTokens, u.OutputTokens)
	u.CacheWrite1hTokens = min(u.CacheWrite1hTokens, u.CacheWriteTokens)
	return u, ok
}

// readMoney reads an amount in USD; nil when there is none.
func readMoney(v scan.Value) *session.Money {
	if v.Kind() != scan.Number {
		return nil
	}
	n, ok := v.Decimal(session.MoneyScale)
	if !ok || n < 0 {
		return nil
	}
	m := session.Money(n)
	return &m
}
