package normalize

import "github.com/heddle-dev/heddle/core/internal/scan"

// openClawRun is for what openclaw agent --json prints.
const openClawRun = "begin meta.agentMeta.sessionId meta.agentMeta.model meta.systemPromptReport.workspaceDir; say user - meta.finalPromptText; " +
	"spend - - meta.agentMeta.usage meta.agentMeta.usage.cost.total|meta.agentMeta.costUsd; if meta.error; error meta.error"

// openClaw reads what openclaw agent --json prints, from the agent itself or
// through its gateway, and its failures.
func (s *Stream) openClaw(v scan.Value) {
	if test(v, "error") {
		s.run(v, "error error; end error -")
		return
	}
	if r := pick(v, "result"); r.Exists() {
		v = r
	}
	s.run(v, openClawRun)
	pick(v, "payloads").Each(func(_ int, p scan.Value) bool {
		if test(p, "?isError") {
			s.run(p, "error text")
		} else {
			s.run(p, "say assistant - text")
		}
		return true
	})
	failed := s.failed != nil || test(v, "?meta.aborted")
	s.put(s.turnEnd(failed).fill(v, "durationMs=meta.durationMs numTurns=meta.agentMeta.assistantTurns").stop(str(v, "meta.stopReason")))
}
