// Package facts says what is known of Copilot CLI.
package facts

import "github.com/heddle-dev/heddle/core/internal/agent"

// Name is the name in ids, requests and mounts.
const Name = "copilot"

// Row describes the agent.
var Row = agent.Row{
	Name:  Name,
	Title: "Copilot CLI",
	Commands: agent.Commands{
		Resume:       "copilot --resume={id}",
		ResumePrompt: "copilot --resume={id} -p {prompt}",
		Without:      "Copilot CLI forks only inside its own screen: resume the session and fork it there",
		Known:        []string{"copilot/session-state/*/events.jsonl"},
		Unknown:      "Copilot CLI no longer reads this old format: sessions.export returns the session as text",
	},
	Tools: []agent.Tool{
		{Name: "create", Members: "path"},
		{Name: "edit", Members: "path"},
		{Name: "insert", Members: "path"},
		{Name: "str_replace", Members: "path"},
		{Name: "str_replace_editor", Members: "path"},
		{Name: "apply_patch", Members: "input patch"},
	},
	Live: &agent.Live{
		Engine:     "acp",
		Dialect:    "copilot",
		Program:    "copilot",
		Args:       []string{"--acp"},
		MinVersion: "1.0.0",
		Install:    "npm install -g @github/copilot",
		Tested:     true,
		Can:        agent.ACPPlans,
	},
	Writes: &agent.Writes{
		Timed: true, Blocks: " text image ",
		Tokens: " inputTokens outputTokens cacheReadTokens cacheWriteTokens reasoningTokens model cost initiator isByok apiCallId accounting finishReason modelDisplayName" +
			" duration timeToFirstTokenMs outputTtftMs interTokenLatencyMs interactionType byokKind modelProvider providerType isAuto maxPromptTokens transport" +
			" requestBodyBytes requestBodyWireBytes requestBodyEncoding rte apiEndpoint aiCreditsStatus availableToolCount toolTokenCount customToolCallCount" +
			" unmatchedToolResultCount orphanToolCallCount frontierSource cacheDetailsReported numToolCalls toolCounts contentFilterTriggered maxOutputTokens" +
			" reasoningSummary parentToolCallId reasoningEffort totalNanoAiu requests ",
		Needs: []agent.Need{
			{At: "type", Is: " session.start ", Has: "data.sessionId data.startTime"},
			{At: "type", Is: " user.message ", Has: "data.content"},
			{At: "type", Is: " assistant.message ", Has: "data.content data.toolRequests"},
			{At: "type", Is: " session.usage_record ", Has: "data.usage.inputTokens data.usage.outputTokens"},
			{At: "type", Is: " session.shutdown ", Has: "data.modelMetrics"},
			{At: "type", Is: " tool.execution_complete ", Has: "data.toolCallId data.success"},
		},
		Aside: " logs pkg ",
	},
}
