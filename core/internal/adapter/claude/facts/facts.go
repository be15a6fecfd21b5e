// Package facts says what is known of Claude Code.
package facts

import "github.com/heddle-dev/heddle/core/internal/agent"

// Name is the name in ids, requests and mounts.
const Name = "claude"

// Row describes the agent.
var Row = agent.Row{
	Name:  Name,
	Title: "Claude Code",
	Commands: agent.Commands{
		Resume:       "claude --resume {id}",
		ResumePrompt: "claude -p {prompt} --resume {id}",
		Fork:         "claude --resume {id} --fork-session",
		ForkPrompt:   "claude -p {prompt} --resume {id} --fork-session",
	},
	Tools: []agent.Tool{
		{Name: "Edit", Members: "file_path"},
		{Name: "Write", Members: "file_path"},
		{Name: "MultiEdit", Members: "file_path"},
		{Name: "NotebookEdit", Members: "notebook_path"},
		{Name: "Replace", Members: "file_path"},
		{Name: "NotebookEditCell", Members: "notebook_path"},
		{Name: "mcp__acp__Edit", Members: "file_path"}, // editors that speak the Agent Client Protocol
		{Name: "mcp__acp__Write", Members: "file_path"},
	},
	Live: &agent.Live{
		Engine:     "claude",
		Program:    "claude",
		Args:       []string{"-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "--include-partial-messages", "--permission-prompt-tool", "stdio", "--replay-user-messages"},
		Unset:      []string{"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_CHILD_SESSION"},
		MinVersion: "2.1.0",
		Install:    "npm install -g @anthropic-ai/claude-code",
		Tested:     true,
		Can:        "attachments clear deltas fork interrupt max_budget max_turns mcp_servers mcp_status no_session_persistence output_schema permissions plan_mode resume rewind_files server_info session_id set_model set_permission_mode subagent system_prompt thinking usage",
	},
	Writes: &agent.Writes{
		Usage: agent.UsageOfAnswer, Timed: true, Parents: true,
		Blocks: " text thinking redacted_thinking tool_use tool_result server_tool_use web_search_tool_result web_fetch_tool_result" +
			" code_execution_tool_result bash_code_execution_tool_result text_editor_code_execution_tool_result mcp_tool_use mcp_tool_result" +
			" image document tool_reference tool_search_tool_result container_upload fallback search_result compaction ",
		Tokens: " input_tokens output_tokens cache_read_input_tokens cache_creation_input_tokens cache_creation output_tokens_details server_tool_use" +
			" service_tier inference_geo iterations speed fallback_credit ephemeral_5m_input_tokens ephemeral_1h_input_tokens " +
			" inputTokens outputTokens thinkingTokens cachedTokens cacheWriteTokens ",
		Needs: []agent.Need{
			{At: "type", Is: " user assistant ", With: "version", Has: "cwd sessionId"},
			{At: "type", Is: " assistant ", With: "message.usage", Has: "message.model"},
			{At: "type", Is: " tool_use ", Has: "id name input"},
			{At: "type", Is: " tool_result ", Has: "tool_use_id"},
			{At: "type", Is: " text ", Has: "text"},
			{At: "type", Is: " thinking ", Has: "thinking"},
		},
		Aside: " plugins file-history shell-snapshots todos tasks debug local ",
	},
}
