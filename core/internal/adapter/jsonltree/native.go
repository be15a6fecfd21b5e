package jsonltree

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// Fields of an entry, as far as most have them; Entry.Get finds the others.
// Spend pulls those before spendFields only.
const (
	fType = iota
	fID
	fTime
	fRole
	fMsgModel
	fUsage // of the message: as many slots as usageNames
)

const spendFields = fUsage + usageFields

const (
	fParent = spendFields + iota
	fContent
	fStop
	fAttribution
	fSynthetic
	fCallID
	fToolName
	fIsError
	fExitCode
	fAppendMode
	fields
)

// Members of a usage.
const (
	uInput = iota
	uOutput
	uRead
	uWrite
	uReasoning
	uReasoningTokens
	uUSD
	usageFields
)

// numbers are the members of one usage.
type numbers [usageFields]scan.Value

var usageNames = [usageFields]string{
	uInput: "input", uOutput: "output", uRead: "cacheRead", uWrite: "cacheWrite",
	uReasoning: "reasoning", uReasoningTokens: "reasoningTokens", uUSD: "cost.total",
}

var fieldNames = [fields]string{
	fType: "type", fID: "id", fTime: "timestamp", fRole: "message.role", fMsgModel: "message.model",
	fParent: "parentId", fContent: "message.content", fStop: "message.stopReason",
	fAttribution: "message.attribution", fSynthetic: "message.synthetic", fCallID: "message.toolCallId",
	fToolName: "message.toolName", fIsError: "message.isError", fExitCode: "message.details.exitCode",
	fAppendMode: "appendMode",
}

var (
	allPaths   = compilePaths(fields)
	spendPaths = compilePaths(spendFields)
	usagePaths = scan.CompilePaths(usageNames[:]...)
)

// compilePaths prepares the first n fields.
func compilePaths(n int) *scan.Paths {
	names := append([]string(nil), fieldNames[:n]...)
	for i, name := range usageNames {
		names[fUsage+i] = "message.usage." + name
	}
	return scan.CompilePaths(names...)
}

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

// idOf returns an id as text; a number is one by its digits.
func idOf(v scan.Value) string {
	if v.Kind() == scan.Number {
		return string(v.Raw())
	}
	return v.String()
}
