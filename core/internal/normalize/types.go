// Package normalize makes messages of the store of what coding agents print:
// the JSON lines, JSON values and server-sent events of Claude Code, Codex
// (exec and app-server), Gemini, Copilot, OpenCode, pi, omp, OpenClaw and of
// agents that speak the Agent Client Protocol. docs/messages.md describes
// messages.
//
// Each printed protocol is a table of its own records (claude.go, codex.go …).
// A Stream reads one record after the other and keeps only what a later record
// needs: deltas that no whole message has replaced yet, calls that have no
// result yet, and the totals from which the next figures differ.
package normalize

// MessageTypes are the types that a normalized message may have.
var MessageTypes = []string{
	"text", "assistant", "tool_use", "tool_result", "system", "result", "error", "user", "control_request",
	"control_response", "stream_event", "rate_limit_event", "tool_progress", "tool_use_summary", "thinking",
	"auth_status", "prompt_suggestion", "raw",
}

// Categories are the categories of messages of type error.
var Categories = []string{"rate_limit", "subscription_exhausted", "context_exceeded", "auth_expired", "server_error", "unknown"}

// The categories that are derived.
const (
	catRate    = "rate_limit"
	catPlan    = "subscription_exhausted"
	catContext = "context_exceeded"
	catAuth    = "auth_expired"
	catServer  = "server_error"
	catUnknown = "unknown"
)

// containsString reports whether list has s.
func containsString(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// StopReason says why an agent stopped.
type StopReason string

// The stop reasons.
const (
	StopEndTurn  StopReason = "end_turn"
	StopTokens   StopReason = "max_tokens"
	StopSequence StopReason = "stop_sequence"
	StopRefusal  StopReason = "refusal"
	StopToolUse  StopReason = "tool_use_stop"
	StopUnknown  StopReason = "unknown_stop"
)

// stopWords are the words that agents and model providers have for each stop
// reason, in lower case and without what parts their words.
var stopWords = []struct {
	reason StopReason
	words  string
}{
	{StopEndTurn, " endturn stop completed complete success done eos finished finish "},
	{StopTokens, " maxtokens length maxoutputtokens maxlength tokenlimit modellength modelcontextwindowexceeded "},
	{StopSequence, " stopsequence stopsequences "},
	{StopRefusal, " refusal refused safety contentfilter contentfiltered recitation blocklist prohibitedcontent spii imagesafety blocked guardrailintervened language "},
	{StopToolUse, " tooluse toolusestop toolcalls toolcall functioncall functioncalls "},
}

// ParseStopReason reads a stop reason as agents write it: in any case, and
// with words parted by underscores, hyphens, spaces or capitals.
func ParseStopReason(s string) StopReason {
	word := normalizeWord(s)
	for _, w := range stopWords {
		if isWord(w.words, word) {
			return w.reason
		}
	}
	return StopUnknown
}

// normalizeWord returns the letters and digits of s in lower case; "" when s has
// anything else but what parts words.
func normalizeWord(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'A' && c <= 'Z':
			b = append(b, c+'a'-'A')
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b = append(b, c)
		case c != '_' && c != '-' && c != ' ':
			return ""
		}
	}
	return string(b)
}

// PermissionMode says which actions an agent may take without asking.
type PermissionMode string

// The permission modes.
const (
	PermissionDefault PermissionMode = "default"
	PermissionEdits   PermissionMode = "accept_edits"
	PermissionBypass  PermissionMode = "bypass_permissions"
	PermissionPlan    PermissionMode = "plan"
	PermissionNoAsk   PermissionMode = "dont_ask"
)

// ParsePermissionMode reads a permission mode in either spelling; anything
// else is the default.
func ParsePermissionMode(s string) PermissionMode {
	switch s {
	case "accept_edits", "acceptEdits":
		return PermissionEdits
	case "bypass_permissions", "bypassPermissions":
		return PermissionBypass
	case "plan":
		return PermissionPlan
	case "dont_ask", "dontAsk":
		return PermissionNoAsk
	}
	return PermissionDefault
}
