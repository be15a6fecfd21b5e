// Package facts says what is known of OpenCode.
package facts

import "github.com/heddle-dev/heddle/core/internal/agent"

// Name is the name in ids, requests and mounts.
const Name = "opencode"

// Row describes the agent.
var Row = agent.Row{
	Name:     Name,
	Title:    "OpenCode",
	Database: true,
	Commands: agent.Commands{
		Resume:       "opencode --session {id}",
		ResumePrompt: "opencode run {prompt} --session {id}",
		Fork:         "opencode --session {id} --fork",
		ForkPrompt:   "opencode run {prompt} --session {id} --fork",
	},
	Tools: []agent.Tool{
		{Name: "edit", Members: "filePath"},
		{Name: "multiedit", Members: "filePath"},
		{Name: "write", Members: "filePath"},
		{Name: "patch", Members: "patchText"},
		{Name: "apply_patch", Members: "patchText"},
	},
	Live: &agent.Live{
		Engine:     "acp",
		Dialect:    "opencode",
		Program:    "opencode",
		Args:       []string{"acp"},
		MinVersion: "1.0.0",
		Install:    "npm install -g opencode-ai",
		Tested:     true,
		Can:        agent.ACPPlansAndForks,
	},
	Writes: &agent.Writes{
		Usage: agent.UsageOfSession, Since: "0.5.0", Timed: true, Epoch: true, Open: true,
		Tokens: " input output reasoning cache total read write ",
		Needs: []agent.Need{
			{At: "role", Is: " assistant ", With: "modelID", Has: "time.created"},
			{At: "type", Is: " tool ", Has: "tool state callID"},
			{At: "type", Is: " text reasoning ", Has: "text"},
		},
		Aside: " storage project snapshot bin log ",
	},
}
