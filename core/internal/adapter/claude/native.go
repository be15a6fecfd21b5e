package claude

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/terms"
	"github.com/heddle-dev/heddle/core/session"
)

// The fields of a line that a walk looks at, in the order of fields.
const (
	fType = iota
	fSubtype
	fUUID
	fParent
	fLogicalParent
	fTime
	fSession
	fCwd
	fVersion
	fBranch
	fSidechain
	fMeta
	fCompact
	fAPIError
	fRequest
	fRequestSession
	fForkedFrom
	fPromptSource
	fMsgID
	fModel
	fContent
	fUsage
	fInput
	fOutput
	fCacheRead
	fCacheWrite
	fCache5m
	fCache1h
	fSpeed
	fGeo
	fTier
	fSearches
	fUSD
	fDuration
	fSourceCall
	fieldCount
)

// values are what fields found in a line. An array is one word to pass, and is
// read without checks of the index, which it knows to be in bounds.
type values [fieldCount]scan.Value

var fields = scan.CompilePaths(
	"type", "subtype", "uuid", "parentUuid", "logicalParentUuid", "timestamp", "sessionId", "cwd", "version", "gitBranch",
	"isSidechain", "isMeta", "isCompactSummary", "isApiErrorMessage", "requestId", "requestSessionId", "forkedFrom",
	"promptSource", "message.id", "message.model", "message.content", "message.usage",
	"message.usage.input_tokens", "message.usage.output_tokens", "message.usage.cache_read_input_tokens",
	"message.usage.cache_creation_input_tokens", "message.usage.cache_creation.ephemeral_5m_input_tokens",
	"message.usage.cache_creation.ephemeral_1h_input_tokens", "message.usage.speed", "message.usage.inference_geo",
	"message.usage.service_tier", "message.usage.server_tool_use.web_search_requests", "costUSD", "durationMs", "sourceToolUseID",
)

// synthetic is the model of answers that the program wrote itself.
const synthetic = "<synthetic>"

// bookkeeping lists the line types without a place in the tree. The second
// group was read from the names in the program (FORMAT.md), never seen.
var bookkeeping = newWords(
	"summary", "queue-operation", "last-prompt", "cost-state", "ai-title", "custom-title", "agent-name", "mode",
	"permission-mode", "atis-latch", "tools-used", "worktree-state", "file-history-snapshot", "file-history-delta",
	"api-request", "api-request-shape", "api-request-blob",

	"api-request-resumed", "tag", "pr-link", "relocated", "agent-color", "agent-setting", "derived-from", "continued-in",
	"fork-context-ref", "frame-link", "observer-ref", "content-replacement", "attribution-snapshot", "bridge-session",
	"history-suppression", "ended-by-model", "memory-mode", "isolation-latch", "session-owner", "resume-head-vouch",
)

// words is a set of strings that is asked with bytes.
type words map[string]bool

func newWords(list ...string) words {
	w := words{}
	for _, s := range list {
		w[s] = true
	}
	return w
}

func (w words) hasWord(b []byte) bool { return w[string(b)] }

// stringBytes returns the bytes between the quotes of a String, escapes as they
// are, and nil for other kinds: enough to compare with plain ASCII words.
func stringBytes(v scan.Value) []byte {
	if v.Kind() != scan.String {
		return nil
	}
	raw := v.Raw()
	return raw[1 : len(raw)-1]
}

// isText reports whether v is the string s, which must need no escaping.
func isText(v scan.Value, s string) bool { return string(stringBytes(v)) == s }

// reuseText returns the text of v, which mostly equals last.
func reuseText(last string, v scan.Value) string {
	if b := stringBytes(v); string(b) == last && bytes.IndexByte(b, '\\') < 0 {
		return last
	}
	return v.String()
}

// usage is the usage of one record.
type usage struct{ session.TokenUsage }

// readTokens reads the usage of a message; false when it has none. The agent's
// input_tokens exclude the cache already.
func (u *usage) readTokens(v *values) bool {
	if v[fUsage].Kind() != scan.Object {
		return false
	}
	u.TokenUsage = session.TokenUsage{
		InputTokens: adapter.CountOf(v[fInput]), OutputTokens: adapter.CountOf(v[fOutput]), CachedTokens: adapter.CountOf(v[fCacheRead]),
		CacheWriteTokens: adapter.CountOf(v[fCacheWrite]), CacheWrite1hTokens: adapter.CountOf(v[fCache1h]),
		WebSearches: adapter.CountOf(v[fSearches]),
	}
	if !v[fCacheWrite].Exists() {
		u.CacheWriteTokens = adapter.CountOf(v[fCache5m]) + u.CacheWrite1hTokens
	}
	return v[fInput].Exists() || v[fOutput].Exists() || !u.Zero()
}

// termsOf returns the terms that an answer's usage states.
func termsOf(v *values) string {
	out := terms.Add("", terms.Speed, stringBytes(v[fSpeed]))
	out = terms.Add(out, terms.Geo, stringBytes(v[fGeo]))
	return terms.Add(out, terms.Tier, stringBytes(v[fTier]))
}

// isZero reports whether v is the number 0.
func isZero(v scan.Value) bool {
	n, ok := v.Int()
	return ok && n == 0
}

// moneyOf reads an amount in USD.
func moneyOf(v scan.Value) *session.Money {
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

// version is a version of the agent, ordered; 0 = not stated.
type version int64

func makeVersion(major, minor, patch int64) version { return version(major<<40 | minor<<20 | patch) }

// What changed with which version, as far as versions were sampled
// (FORMAT.md).
var (
	// Answers carry a requestId from here on.
	versionRequests = makeVersion(1, 0, 0)
	// Copies keep the requestId from here on (2.0.10 is the newest seen that
	// drops it).
	versionKeeps = makeVersion(2, 0, 60)
	// Resuming appends to the same file from here on; before, it copied
	// everything into a new one.
	versionAppends = makeVersion(2, 0, 0)
	// No summary lines are written any more, and subagents' files are in
	// their session's folder.
	versionFolders = makeVersion(2, 1, 30)
)

// parseVersion reads "2.1.30", a suffix after '-' or '+' ignored.
func parseVersion(b []byte) version {
	var part [3]int64
	at, digits := 0, 0
	for _, c := range b {
		switch {
		case c >= '0' && c <= '9' && digits < 6:
			part[at] = part[at]*10 + int64(c-'0')
			digits++
			continue
		case c == '.' && digits > 0 && at < 2:
			at++
			digits = 0
			continue
		case (c == '-' || c == '+') && at == 2 && digits > 0:
		default:
			return 0
		}
		break
	}
	if at < 2 || digits == 0 {
		return 0
	}
	return makeVersion(min(part[0], 1<<20-1), min(part[1], 1<<20-1), min(part[2], 1<<20-1))
}

// isFailure reports whether a text is one of the agent's failures: in answers
// that lost their mark when they were copied, and in titles made of them.
func isFailure(text string) bool {
	for _, p := range [...]string{"API Error", "Invalid API key", "Credit balance is too low", "Prompt is too long",
		"Request timed out", "OAuth token", "Please run /login"} {
		if strings.HasPrefix(text, p) {
			return true
		}
	}
	return false
}
