package copilot

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Fields of an event: its envelope, and what the frequent events carry. Rarer
// fields are looked up in fData.
const (
	fType = iota
	fID
	fTimestamp
	fAgent
	fData
	fContent
	fMessageID
	fModel
	fAPICall
	fParentCall
	fToolCall
	fCalls
	fReasoning
	fOutputTokens
	fields
)

var linePaths = scan.CompilePaths([]string{fType: "type", fID: "id", fTimestamp: "timestamp", fAgent: "agentId", fData: "data",
	fContent: "data.content", fMessageID: "data.messageId", fModel: "data.model", fAPICall: "data.apiCallId",
	fParentCall: "data.parentToolCallId", fToolCall: "data.toolCallId", fCalls: "data.toolRequests",
	fReasoning: "data.reasoningText", fOutputTokens: "data.outputTokens"}...)

// handlerOf returns what is done with events of a type; nil for an unknown one. A
// switch, because a map would be built in every program that links this package.
func handlerOf(kind string) handler {
	switch kind {
	case "session.start":
		return (*walk).readStart
	case "session.resume":
		return (*walk).readResume
	case "session.model_change":
		return (*walk).modelChange
	case "session.title_changed":
		return (*walk).titleChange
	case "session.info":
		return (*walk).readInfo
	case "session.error":
		return (*walk).emitFailure
	case "session.usage_record":
		return (*walk).usageRecord
	case "session.shutdown":
		return (*walk).readShutdown
	case "session.compaction_complete":
		return (*walk).readCompaction
	case "user.message":
		return (*walk).readUser
	case "assistant.message":
		return (*walk).readAssistant
	case "tool.execution_complete":
		return (*walk).toolResult
	case "tool.user_requested":
		return (*walk).userTool
	case "abort":
		return (*walk).emitAborted
	case "system.message", "system.notification", "skill.invoked":
		return (*walk).injectRecord
	}
	if isBookkeeping(kind) {
		return (*walk).ignoreRecord
	}
	return nil
}

// isBookkeeping reports whether events of a type say nothing of the conversation.
func isBookkeeping(kind string) bool {
	switch kind {
	case "assistant.turn_start", "assistant.turn_end", "tool.execution_start", "session.compaction_start",
		"session.truncation", "hook.start", "hook.end", "permission.requested", "permission.completed",
		"subagent.started", "subagent.selected", "subagent.configured", "subagent.completed", "subagent.failed",
		"model.turn_started", "model.model_call_started", "model.model_call_success", "model.message",
		"model.response", "model.turn_ended", "model.messages_snapshot", "session.remote_steerable_changed",
		"session.idle", "session.schedule_created", "session.schedule_cancelled", "session.schedule_rearmed",
		"session.autopilot_objective_changed", "session.warning", "session.mode_changed",
		"session.mode_notice_delivered", "session.session_limits_changed", "session.permissions_changed",
		"session.plan_changed", "session.todos_changed", "session.workspace_file_changed", "session.handoff",
		"session.snapshot_rewind", "session.usage_checkpoint", "session.context_changed", "session.usage_info",
		"session.context_cleared", "session.task_complete", "session.auto_mode_resolved",
		"session.managed_settings_resolved", "session.tools_updated", "session.background_tasks_changed",
		"session.skills_loaded", "session.custom_agents_updated", "session.mcp_servers_loaded",
		"session.mcp_server_status_changed", "session.extensions_loaded", "session.canvas.opened",
		"session.canvas.closed", "session.canvas.registry_changed", "session.custom_notification",
		"session.binary_asset", "pending_messages.modified", "assistant.intent", "assistant.reasoning",
		"assistant.reasoning_delta", "assistant.streaming_delta", "assistant.message_start",
		"assistant.message_delta", "assistant.tool_call_delta", "assistant.usage", "assistant.idle",
		"tool.execution_partial_result", "tool.execution_progress", "tool.shell_output", "subagent.deselected",
		"hook.progress", "model.call_start", "model.call_failure", "model.call_finished", "model.call_final_result",
		"user_input.requested", "user_input.completed", "elicitation.requested", "elicitation.completed",
		"sampling.requested", "sampling.completed", "mcp.oauth_required", "mcp.oauth_completed",
		"external_tool.requested", "external_tool.completed", "command.queued", "command.execute",
		"command.completed", "commands.changed", "capabilities.changed", "auto_mode_switch.requested",
		"auto_mode_switch.completed", "exit_plan_mode.requested", "exit_plan_mode.completed":
		return true
	}
	return false
}

// An event as every version writes it starts with its type, and its time
// comes after its data.
const (
	head       = `{"type":"`
	timeMark   = `"timestamp":`
	outputMark = `"outputTokens":`
	typeBytes  = 64
	tailBytes  = 256
)

// soleEventType returns the type of an event that is alone in its line, ""
// when the line must be read to know: it is damaged, or another event may
// begin in it. Inside a text the quotes would be escaped.
func soleEventType(line []byte) string {
	if !bytes.HasPrefix(line, []byte(head)) || line[len(line)-1] != '}' {
		return ""
	}
	rest := line[len(head):]
	kind := typeIn(rest)
	for {
		i := bytes.Index(rest, []byte(head))
		if i < 0 {
			return kind
		}
		rest = rest[i+len(head):]
		if handlerOf(typeIn(rest)) != nil {
			return ""
		}
	}
}

// typeIn returns the text before the next quote.
func typeIn(b []byte) string {
	b = b[:min(len(b), typeBytes)]
	return string(b[:max(0, bytes.IndexByte(b, '"'))])
}

// stringBytes returns the inside of a string as it is, nil for other values.
func stringBytes(v scan.Value) []byte {
	if v.Kind() != scan.String {
		return nil
	}
	raw := v.Raw()
	return raw[1 : len(raw)-1]
}

// maxTokens is more than a request can have: what is larger is damage.
const maxTokens = 1 << 50

// tokensOf reads a usage object. Copilot counts the whole prompt as input,
// what was read from and written to a cache included, and reasoning as output.
// The second spelling is that of compactions up to 1.0.20, the others those of
// the described documents.
func tokensOf(v scan.Value) (u session.TokenUsage) {
	v.EachMember(func(key, e scan.Value) bool {
		e, _ = drift.NumberIn(e)
		n, ok := e.Int()
		if !ok || n < 0 || n > maxTokens {
			return true
		}
		switch string(stringBytes(key)) {
		case "inputTokens", "input", "prompt_tokens", "input_tokens":
			u.InputTokens = n
		case "outputTokens", "output", "completion_tokens", "output_tokens":
			u.OutputTokens = n
		case "cacheReadTokens", "cachedInput", "cached_tokens":
			u.CachedTokens = n
		case "cacheWriteTokens":
			u.CacheWriteTokens = n
		case "reasoningTokens", "reasoning_tokens":
			u.ThinkingTokens = n
		}
		return true
	})
	u.InputTokens = max(0, u.InputTokens-u.CachedTokens-u.CacheWriteTokens)
	return u
}
