package jsonltree

import (
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Fields of an entry. Spend pulls those before spendFields only.
const (
	fType = iota
	fID
	fTime
	fParent
	fRole
	fMsgTime
	fMsgModel
	fCwd
	fVersion
	fParentSession
	fModel
	fModelID
	fBareRole
	msgUsage // of the message: as many slots as usageNames
)

const (
	topUsage    = msgUsage + usageFields // of the entry itself
	spendFields = topUsage + usageFields
)

const (
	fContent = spendFields + iota
	fBareContent
	fStop
	fError
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
	uAll = iota
	uInput
	uOutput
	uRead
	uWrite
	uReasoning
	uReasoningTokens
	uUSD
	usageFields
)

var usageNames = [usageFields]string{
	uAll: "usage", uInput: "usage.input", uOutput: "usage.output", uRead: "usage.cacheRead", uWrite: "usage.cacheWrite",
	uReasoning: "usage.reasoning", uReasoningTokens: "usage.reasoningTokens", uUSD: "usage.cost.total",
}

var fieldNames = [fields]string{
	fType: "type", fID: "id", fTime: "timestamp", fParent: "parentId", fRole: "message.role", fMsgTime: "message.timestamp",
	fMsgModel: "message.model", fCwd: "cwd", fVersion: "version", fParentSession: "parentSession", fModel: "model", fModelID: "modelId",
	fBareRole: "role", fContent: "message.content", fBareContent: "content", fStop: "message.stopReason", fError: "message.errorMessage",
	fAttribution: "message.attribution", fSynthetic: "message.synthetic", fCallID: "message.toolCallId", fToolName: "message.toolName",
	fIsError: "message.isError", fExitCode: "message.details.exitCode", fAppendMode: "appendMode",
}

var (
	allPaths   = compile(fields)
	spendPaths = compile(spendFields)
	tailPaths  = scan.Compile("timestamp")
)

// compile prepares the first n fields.
func compile(n int) *scan.Paths {
	names := append([]string(nil), fieldNames[:n]...)
	for i, name := range usageNames {
		names[msgUsage+i], names[topUsage+i] = "message."+name, name
	}
	return scan.Compile(names...)
}

// str returns a field's text, "" when it is none.
func (e *Entry) str(f int) string { return e.v[f].String() }

// body returns what stands between the quotes of a String, escapes as they
// are, and nil for other kinds: enough to compare with plain ASCII words.
func body(v scan.Value) []byte {
	if v.Kind() != scan.String {
		return nil
	}
	raw := v.Raw()
	return raw[1 : len(raw)-1]
}

// is reports whether v is the string s, which must need no escaping.
func is(v scan.Value, s string) bool { return string(body(v)) == s }

// id returns an id as text; a number is one by its digits.
func id(v scan.Value) string {
	if v.Kind() == scan.Number {
		return string(v.Raw())
	}
	return v.String()
}

// timeOf reads a time, in words or in milliseconds; absent when it cannot be
// read.
func timeOf(v scan.Value) (t session.Time, naive bool) {
	if ms, ok := v.Int(); ok {
		return session.TimeOfMillis(ms), false
	}
	t, naive, ok := session.ParseTime(string(body(v)))
	if !ok {
		return 0, false
	}
	return t, naive
}

// count reads a number of tokens; what cannot be one is 0.
func count(v scan.Value) int64 {
	n, ok := v.Int()
	if !ok || n < 0 {
		return 0
	}
	return n
}
