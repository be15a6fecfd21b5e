package session

import "math"

// Add adds the tokens of o, saturating instead of wrapping: a damaged record
// may claim any number.
func (u *TokenUsage) Add(o TokenUsage) {
	u.InputTokens = addSaturating(u.InputTokens, o.InputTokens)
	u.OutputTokens = addSaturating(u.OutputTokens, o.OutputTokens)
	u.ThinkingTokens = addSaturating(u.ThinkingTokens, o.ThinkingTokens)
	u.CachedTokens = addSaturating(u.CachedTokens, o.CachedTokens)
	u.CacheWriteTokens = addSaturating(u.CacheWriteTokens, o.CacheWriteTokens)
	u.CacheWrite1hTokens = addSaturating(u.CacheWrite1hTokens, o.CacheWrite1hTokens)
	u.WebSearches = addSaturating(u.WebSearches, o.WebSearches)
	u.NanoCredits = addSaturating(u.NanoCredits, o.NanoCredits)
}

// Max raises every number of u to that of o where o's is greater. Records of
// one API message repeat its usage, early ones with unfinished numbers.
func (u *TokenUsage) Max(o TokenUsage) {
	u.InputTokens = max(u.InputTokens, o.InputTokens)
	u.OutputTokens = max(u.OutputTokens, o.OutputTokens)
	u.ThinkingTokens = max(u.ThinkingTokens, o.ThinkingTokens)
	u.CachedTokens = max(u.CachedTokens, o.CachedTokens)
	u.CacheWriteTokens = max(u.CacheWriteTokens, o.CacheWriteTokens)
	u.CacheWrite1hTokens = max(u.CacheWrite1hTokens, o.CacheWrite1hTokens)
	u.WebSearches = max(u.WebSearches, o.WebSearches)
	u.NanoCredits = max(u.NanoCredits, o.NanoCredits)
}

// Zero reports whether no token is counted.
func (u TokenUsage) Zero() bool { return u == TokenUsage{} }

// Context is the size of the request's prompt: input, cache reads and writes.
func (u TokenUsage) Context() int64 {
	return addSaturating(addSaturating(u.InputTokens, u.CachedTokens), u.CacheWriteTokens)
}

// Total is everything counted: prompt and answer.
func (u TokenUsage) Total() int64 { return addSaturating(u.Context(), u.OutputTokens) }

// addSaturating adds two counts; one that is too large is the greatest there is.
func addSaturating(a, b int64) int64 {
	if b > 0 && a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
