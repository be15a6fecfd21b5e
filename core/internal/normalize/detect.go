package normalize

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// protocol is a way in which agents print.
type protocol uint8

const (
	ownMessages protocol = iota // Claude Code, and messages as the store has them
	transcript
	jsonRPC
	copilotCLI
	openCodeCLI
	piCLI
	geminiCLI
	codexExec
	openClawCLI
)

// detection finds by a record's members which protocol it belongs to: its
// type is one of a list, or is anything ("*"), has a dot (".") or is not there
// (""), and a condition holds. The first line that fits counts.
var detection = []struct {
	types, cond string
	is          protocol
}{
	{"", `"method|result|error.code,"method|id`, jsonRPC},
	{" result ", "exitCode,sessionId", copilotCLI},
	{"", "{modelMetrics,totalUserRequests", copilotCLI},
	{" abort ", `{data,"id`, copilotCLI},
	{".", `{data,"id`, copilotCLI},
	{"*", "sessionID,{part|error", openCodeCLI},
	{"*", `{properties,"type`, openCodeCLI},
	{"*", "{payload,directory|payload.properties", openCodeCLI},
	{"*", "{info,[parts|[messages", openCodeCLI},
	{" session ", "id,version", piCLI},
	{" message_start message_update message_end turn_end ", "message.role|assistantMessageEvent", piCLI},
	{" response ", "command,success", piCLI},
	{piEvents, "type", piCLI},
	{" init ", "session_id", geminiCLI},
	{" message ", `"role,content`, geminiCLI},
	{" tool_use tool_result ", "tool_id", geminiCLI},
	{" result ", "stats", geminiCLI},
	{" error ", "severity", geminiCLI},
	{"", "{stats.models", geminiCLI},
	{"", "session_id,error.message", geminiCLI},
	{" thread.started turn.started turn.completed turn.failed item.started item.updated item.completed ", "type", codexExec},
	{" error ", `"message`, codexExec},
	{"", "[payloads,{meta", openClawCLI},
	{"", "runId,[result.payloads,{result.meta", openClawCLI},
	{"", `!ok,"error.message`, openClawCLI},
}

// detectProtocol returns the protocol that a record belongs to.
func detectProtocol(v scan.Value) protocol {
	t := v.Get("type")
	kind := t.String()
	if v.Get("msg").Exists() && testCondition(v, `"dir`) {
		return transcript
	}
	for i := range detection {
		d := &detection[i]
		fits := d.types == "*" || d.types == "" && !t.Exists() || d.types == "." && text.Index(kind, ".") > 0 || isWord(d.types, kind)
		if fits && testCondition(v, d.cond) && (kind != "error" || d.is != codexExec || hasOnlyMembers(v, " type message ")) {
			return d.is
		}
	}
	return ownMessages
}

// hasOnlyMembers reports whether an object has no members but those of a list.
func hasOnlyMembers(v scan.Value, names string) bool {
	ok := true
	v.EachMember(func(key, _ scan.Value) bool {
		ok = isWord(names, key.String())
		return ok
	})
	return ok
}
