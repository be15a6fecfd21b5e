// Package facts says what is known of Pi.
package facts

import "github.com/heddle-dev/heddle/core/internal/agent"

// Name is the name in ids, requests and mounts.
const Name = "pi"

// Row describes the agent.
var Row = agent.Row{
	Name:  Name,
	Title: "Pi",
	Commands: agent.Commands{
		Resume:       "pi --session {path}",
		ResumePrompt: "pi --session {path} -p {prompt}",
		Fork:         "pi --fork {path}",
		ForkPrompt:   "pi --fork {path} -p {prompt}",
	},
	Tools: []agent.Tool{
		{Name: "edit", Members: "path file_path"},
		{Name: "write", Members: "path file_path"},
	},
	Live: &agent.Live{
		Engine:     "pi",
		Dialect:    "pi",
		Program:    "pi",
		Args:       []string{"--mode", "rpc"},
		Unset:      []string{"PI_CODING_AGENT"},
		MinVersion: "0.60.0",
		Install:    "npm install -g @mariozechner/pi-coding-agent",
		Tested:     true,
		Can:        "attachments clear deltas fork interrupt no_session_persistence query_thinking resume server_info set_model steer system_prompt thinking usage",
	},
	Writes: &agent.Writes{Format: "session v3", Usage: agent.UsageOfAnswer, Timed: true, Parents: true, Epoch: true, Blocks: agent.PiBlocks, Tokens: agent.PiTokens, Needs: agent.PiNeeds},
}
