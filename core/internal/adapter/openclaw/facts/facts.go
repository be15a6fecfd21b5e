// Package facts says what is known of OpenClaw.
package facts

import "github.com/heddle-dev/heddle/core/internal/agent"

// Name is the name in ids, requests and mounts.
const Name = "openclaw"

// Row describes the agent.
var Row = agent.Row{
	Name:     Name,
	Title:    "OpenClaw",
	Database: true,
	Commands: agent.Commands{
		ResumePrompt: "openclaw agent --local --agent {agent} --session-id {id} -m {prompt}",
		Without:      "OpenClaw resumes a session only with a prompt, and cannot fork one",
		Known:        []string{"*/agents/*/sessions/*.jsonl", "*/agents/*/sessions/cold/*", "*/agents/*/agent/*.sqlite"},
		Unknown:      "OpenClaw has set this transcript aside: sessions.export returns it as text",
	},
	Tools: []agent.Tool{
		{Name: "edit", Members: "path file_path"},
		{Name: "write", Members: "path file_path"},
		{Name: "apply_patch", Members: "input"},
	},
	Live: &agent.Live{
		Engine:  "acp",
		Dialect: "openclaw",
		Program: "openclaw",
		Args:    []string{"acp"},
		Install: agent.ReadDocs,
		Can:     agent.ACPMeasured,
	},
	Writes: &agent.Writes{
		Format: "session v4", Usage: agent.UsageOfAnswer, Timed: true, Epoch: true, Blocks: agent.PiBlocks, Tokens: agent.PiTokens, Needs: agent.PiNeeds,
		Aside: " workspace plugins ",
	},
}
