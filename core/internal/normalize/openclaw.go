package normalize

import "github.com/heddle-dev/heddle/core/internal/scan"

// openClawRun is for what openclaw agent --json prints.
const openClawRun = "begin meta.agentMeta.sessionId meta.agentMeta.model meta.systemPromptReport.workspaceDir; say user - meta.finalPromptText; " +
	"spend - - meta.agentMeta.usage meta.agentMeta.usage.cost.total|meta.agentMeta.costUsd; if meta.error; error meta.error"

// openClaw reads what openclaw agent --json prints, from the agent itself or
// through its gateway, and its failures.
func (s *Stream) openClaw(v scan.Value) {
	if testCondition(v, "error") {
		s.runScript(v, "error error; end error -")
		return
	}
	if r := firstValue(v, "result"); r.Exists() {
		v = r
	}
	s.runScript(v, openClawRun)
	firstValue(v, "payloads").EachElement(func(_ int, p scan.Value) bool {
		if testCondition(p, "?isError") {
			s.runScript(p, "error text")
		} else {
			s.runScript(p, "say assistant - text")
		}
		return true
	})
	failed := s.failed != nil || testCondition(v, "?meta.aborted")
	s.putMessage(s.turnEnd(failed).fillMembers(v, "durationMs=meta.durationMs numTurns=meta.agentMeta.assistantTurns").setStopReason(firstString(v, "meta.stopReason")))
}
