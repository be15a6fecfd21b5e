// Package facts says what is known of omp.
package facts

import "github.com/heddle-dev/heddle/core/internal/agent"

// Name is the name in ids, requests and mounts.
const Name = "omp"

// Row describes the agent.
var Row = agent.Row{
	Name:  Name,
	Title: "omp",
	Commands: agent.Commands{
		Resume:       "omp -r {id}",
		ResumePrompt: "omp -r {id} -p {prompt}",
		Fork:         "omp --fork {path}",
		ForkPrompt:   "omp --fork {path} -p {prompt}",
	},
	Tools: []agent.Tool{
		{Name: "edit", Members: "path file_path input", Several: true},
		{Name: "write", Members: "path file_path"},
	},
	Live: &agent.Live{
		Engine:     "pi",
		Dialect:    "omp",
		Program:    "omp",
		Args:       []string{"--mode", "rpc"},
		Unset:      []string{"PI_CODING_AGENT", "OMP_CODING_AGENT"},
		MinVersion: "18.0.0",
		Install:    "npm install -g @oh-my-pi/pi-coding-agent",
		Tested:     true,
		Can:        "attachments clear deltas fork interrupt no_session_persistence query_thinking resume server_info set_model steer system_prompt thinking usage",
	},
	Writes: &agent.Writes{Format: "session v3", Usage: agent.UsageOfAnswer, Timed: true, Parents: true, Epoch: true, Blocks: agent.PiBlocks, Tokens: agent.PiTokens, Needs: agent.PiNeeds},
}
