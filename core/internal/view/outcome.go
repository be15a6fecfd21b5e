package view

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// refusals are how the results of calls begin that a person or a rule refused,
// as the agents' programs write them.
var refusals = [...]string{
	"The user doesn't want to proceed with this tool use", // Claude Code
	"The user doesn't want to take this action right now",
	"Permission to use ",
	"Claude requested permissions to ",
	"[Request interrupted by user for tool use]",
	"exec command rejected by user", // Codex
	"patch rejected by user",
	"rejected by user",
	"User denied execution", // Gemini CLI
	"[Operation Cancelled]",
	"User cancelled the operation",
	"Tool execution denied by policy",
	"The user rejected permission to use this specific tool call", // OpenCode
	"The user has specified a rule which prevents you from using this specific tool call",
	"The user rejected this tool call", // Copilot CLI
	"Permission denied and could not request permission from user",
	"User rejected", // Cursor
	"Rejected: ",
}

// outcomeOf returns how a call with this result ended.
func outcomeOf(r *session.ToolResult, output string) session.ViewOutcome {
	if !r.IsError && r.ExitCode == 0 {
		return session.ViewOutcomeOk
	}
	if r.Denied {
		return session.ViewOutcomeDenied
	}
	s := strings.TrimLeft(output[:min(len(output), 400)], " \n\t")
	s = strings.TrimPrefix(s, "Error: ")
	s = strings.TrimPrefix(s, "<tool_use_error>")
	for _, refusal := range refusals {
		if strings.HasPrefix(s, refusal) {
			return session.ViewOutcomeDenied
		}
	}
	if strings.HasPrefix(s, "exec_command failed") && text.Index(s, "rejected by user") >= 0 {
		return session.ViewOutcomeDenied
	}
	return session.ViewOutcomeFailed
}
