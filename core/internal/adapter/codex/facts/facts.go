// Package facts says what is known of Codex.
package facts

import "github.com/heddle-dev/heddle/core/internal/agent"

// Name is the name in ids, requests and mounts.
const Name = "codex"

// Row describes the agent.
var Row = agent.Row{
	Name:  Name,
	Title: "Codex",
	Commands: agent.Commands{
		Resume:       "codex resume {id}",
		ResumePrompt: "codex exec resume {id} {prompt}",
		Fork:         "codex fork {id}",
		ForkPrompt:   "codex exec fork {id} {prompt}",
		Known:        []string{"codex/sessions/*.jsonl", "codex/sessions/*.jsonl.zst"},
		Unknown:      "Codex resumes only its rollouts of 0.36 and later: sessions.export returns this one as text",
	},
	Tools: []agent.Tool{
		{Name: "apply_patch", Members: "input patch"},
		{Name: "shell", Command: true},
		{Name: "local_shell", Command: true},
		{Name: "container.exec", Command: true},
		{Name: "shell_command", Command: true},
		{Name: "exec_command", Command: true},
		{Name: "exec", Command: true},
	},
	Live: &agent.Live{
		Engine:     "codex",
		Program:    "codex",
		Args:       []string{"app-server"},
		Unset:      []string{"CODEX_SANDBOX*", "CODEX_THREAD_ID"},
		MinVersion: "0.100.0",
		Install:    "npm install -g @openai/codex",
		Tested:     true,
		Can:        "attachments clear deltas fork interrupt mcp_status no_session_persistence output_schema permissions query_output_schema query_thinking resume server_info set_model set_permission_mode steer system_prompt thinking usage",
	},
	Writes: &agent.Writes{
		Usage: agent.UsageOfSession, Since: "0.30.0", Old: " bare-items typescript-document ", Timed: true,
		Blocks: " input_text output_text text Text input_image local_image image encrypted_content input_audio local_audio reasoning_text summary_text refusal audio skill mention ",
		Tokens: " input_tokens cached_input_tokens cache_write_input_tokens output_tokens reasoning_output_tokens total_tokens prompt_tokens completion_tokens cached_tokens" +
			" input_tokens_details output_tokens_details reasoning_tokens ",
		Needs: []agent.Need{
			{At: "type", Is: " session_meta ", Has: "payload.id payload.cwd"},
			{At: "type", Is: " turn_context ", Has: "payload.model payload.cwd"},
			{At: "payload.type", Is: " message ", Has: "payload.role payload.content"},
			{At: "payload.type", Is: " function_call ", Has: "payload.name payload.arguments payload.call_id"},
			{At: "payload.type", Is: " custom_tool_call ", Has: "payload.name payload.input payload.call_id"},
			{At: "payload.type", Is: " function_call_output custom_tool_call_output ", Has: "payload.output"},
			{At: "payload.type", Is: " user_message agent_message ", With: "payload.kind", Has: "payload.message"},
		},
		Aside: " log skills plugins ",
	},
}
