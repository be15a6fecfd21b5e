package normalize

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// usagePaths are the names that agents and model providers have for tokens:
// the session model's, then others. What an array index says of a name:
// see the constants.
var usagePaths = scan.CompilePaths(
	"inputTokens", "input_tokens", "input", "prompt_tokens", "promptTokens",
	"outputTokens", "output_tokens", "output", "completion_tokens", "completionTokens",
	"thinkingTokens", "reasoning_output_tokens", "reasoningOutputTokens", "reasoningTokens", "output_tokens_details.thinking_tokens",
	"outputTokensDetails.thinkingTokens", "reasoning",
	"cachedTokens", "cache_read_input_tokens", "cacheReadInputTokens", "cacheRead", "cache.read",
	"cacheWriteTokens", "cache_creation_input_tokens", "cacheCreationInputTokens", "cacheWrite", "cacheWriteInputTokens", "cache_write_input_tokens", "cache.write",
	"cacheWrite1hTokens", "cache_creation.ephemeral_1h_input_tokens", "cacheCreation.ephemeral1hInputTokens", "cacheCreationEphemeral1hInputTokens",
	"cached_input_tokens", "cachedInputTokens", "cacheReadTokens",
)

// The places of usagePaths where each kind of name ends.
const (
	inputEnd    = 5
	outputEnd   = 10
	thinkingEnd = 17
	cachedEnd   = 22
	writtenEnd  = 29
	hourEnd     = 33
	wholeEnd    = 36 // the cache's share of an input that counts it
)

// ParseUsage reads the tokens that a message or an agent's record carries, in the
// session model's meaning: the input without what was read from or written to
// a cache. Where the cache's share has the name that OpenAI or Copilot gives
// it, the input counts it and is reduced by it. ok is false when there is no
// figure at all.
func ParseUsage(v scan.Value) (u session.TokenUsage, ok bool) {
	var m [wholeEnd]scan.Value
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
	u.InputTokens, u.OutputTokens, u.ThinkingTokens = first(0, inputEnd), first(inputEnd, outputEnd), first(outputEnd, thinkingEnd)
	u.CachedTokens, u.CacheWriteTokens, u.CacheWrite1hTokens = first(thinkingEnd, cachedEnd), first(cachedEnd, writtenEnd), first(writtenEnd, hourEnd)
	if part := first(hourEnd, wholeEnd); u.CachedTokens == 0 && anyOf(m[hourEnd:]) {
		u.CachedTokens = min(part, u.InputTokens)
		u.InputTokens -= u.CachedTokens
		u.CacheWriteTokens = min(u.CacheWriteTokens, u.InputTokens)
		u.InputTokens -= u.CacheWriteTokens
	}
	if m[cachedEnd-1].Exists() { // OpenCode's answers do not count the reasoning
		u.OutputTokens += u.ThinkingTokens
	}
	u.ThinkingTokens = min(u.ThinkingTokens, u.OutputTokens)
	u.CacheWrite1hTokens = min(u.CacheWrite1hTokens, u.CacheWriteTokens)
	return u, ok
}

// anyOf reports whether one of some values is there.
func anyOf(names []scan.Value) bool {
	for _, e := range names {
		if e.Exists() {
			return true
		}
	}
	return false
}

// counted are the members of usage that Usage has read: they get the session
// model's names.
const counted = " inputTokens outputTokens thinkingTokens reasoningOutputTokens cachedTokens cacheReadInputTokens cacheWriteTokens " +
	"cacheCreationInputTokens cacheWrite1hTokens cachedInputTokens cacheWriteInputTokens "

// subtractUsage returns what u has more than o; ok is false when it has less of
// anything.
func subtractUsage(u, o *session.TokenUsage) (d session.TokenUsage, ok bool) {
	d = session.TokenUsage{InputTokens: u.InputTokens - o.InputTokens, OutputTokens: u.OutputTokens - o.OutputTokens,
		ThinkingTokens: u.ThinkingTokens - o.ThinkingTokens, CachedTokens: u.CachedTokens - o.CachedTokens,
		CacheWriteTokens: u.CacheWriteTokens - o.CacheWriteTokens, CacheWrite1hTokens: u.CacheWrite1hTokens - o.CacheWrite1hTokens}
	return d, min(d.InputTokens, d.OutputTokens, d.ThinkingTokens, d.CachedTokens, d.CacheWriteTokens, d.CacheWrite1hTokens) >= 0
}

// ParseMoney reads an amount in USD; nil without one.
func ParseMoney(v scan.Value) *session.Money {
	if v.Kind() != scan.Number {
		return nil
	}
	n, ok := v.ScaledDecimal(session.MoneyScale)
	if !ok || n < 0 {
		return nil
	}
	m := session.Money(n)
	return &m
}

// usageOf sets usage to tokens under our names, with what else the agent says
// of them.
func (m *message) usageOf(v scan.Value) {
	if !v.Exists() {
		return
	}
	var in message
	u, ok := ParseUsage(v)
	v.EachMember(func(key, e scan.Value) bool {
		if name := CamelCase(key.String()); !isWord(counted, name) {
			in.setRenamed(name, e, renameDepth)
		}
		return true
	})
	if !ok {
		m.setRenamed("usage", v, renameDepth)
		return
	}
	scan.RawValue(scan.UnsafeString(u.AppendJSON(nil))).EachMember(func(key, e scan.Value) bool {
		in.setJSON(key.String(), e.Raw())
		return true
	})
	m.setJSON("usage", in.canonicalJSON())
}
