package opencode

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// tokens are OpenCode's own figures of one model call.
type tokens struct {
	exists    bool
	hasTotal  bool
	total     int64
	input     int64
	output    int64
	reasoning int64
	read      int64 // from the cache
	write     int64 // to the cache
}

func parseTokens(v scan.Value) tokens {
	if v.Kind() != scan.Object {
		return tokens{}
	}
	t := tokens{exists: true}
	v.EachMember(func(k, e scan.Value) bool {
		switch k.String() {
		case "total":
			t.total, t.hasTotal = countOf(e), e.Kind() == scan.Number
		case "input":
			t.input = countOf(e)
		case "output":
			t.output = countOf(e)
		case "reasoning":
			t.reasoning = countOf(e)
		case "cache":
			t.read, t.write = countOf(e.Get("read")), countOf(e.Get("write"))
		}
		return true
	})
	return t
}

func (t tokens) isZero() bool {
	return t.input == 0 && t.output == 0 && t.reasoning == 0 && t.read == 0 && t.write == 0
}

// writer is what shows which version wrote a message: a session keeps the
// version it was created with, later messages in it may be newer.
type writer struct {
	version  int64  // of the session
	agent    bool   // the message names its agent: newer than 1.0.0
	provider string // providerID
}

// toTokenUsage converts OpenCode's figures: input without cache reads, output with
// reasoning. The meaning of both changed, see FORMAT.md. Where a total is
// recorded, it shows which meaning holds.
func (t tokens) toTokenUsage(w writer) *session.TokenUsage {
	if t.isZero() {
		return nil
	}
	u := session.TokenUsage{InputTokens: t.input, OutputTokens: t.output, ThinkingTokens: t.reasoning,
		CachedTokens: t.read, CacheWriteTokens: t.write}
	if t.inputHoldsCache(w) {
		u.InputTokens -= t.read
	}
	if !t.outputHoldsReasoning(w) {
		u.OutputTokens += t.reasoning
	}
	return &u
}

// inputHoldsCache: up to 1.0.0, which recorded no total, with providers whose
// own figure holds cache reads. Anthropic's does not; it is known by its name
// or by figures that only it reports.
func (t tokens) inputHoldsCache(w writer) bool {
	if t.hasTotal || w.agent || w.version >= versionInputBare && w.version != versionUnknown {
		return false
	}
	switch w.provider {
	case "anthropic", "amazon-bedrock", "google-vertex-anthropic":
		return false
	}
	return t.write == 0 && t.read <= t.input
}

// outputHoldsReasoning: up to 1.2.
func (t tokens) outputHoldsReasoning(w writer) bool {
	if t.reasoning > t.output {
		return false
	}
	if t.hasTotal {
		switch t.total - t.input - t.output - t.read - t.write {
		case 0:
			return true
		case t.reasoning:
			return false
		}
	}
	return !w.agent || w.version < versionOutputSplit
}

// usageKey names a model call by what a fork's and an import's copies of it
// keep: times and figures. Ids are new in every copy.
func usageKey(created, completed session.Time, t tokens) string {
	b := make([]byte, 0, 64)
	b = canon.AppendInt(b, int64(created))
	for _, n := range []int64{int64(completed), t.input, t.output, t.reasoning, t.read, t.write} {
		b = append(b, '.')
		b = canon.AppendInt(b, n)
	}
	return string(b)
}
