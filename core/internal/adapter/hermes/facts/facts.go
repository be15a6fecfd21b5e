// Package facts says what is known of Hermes.
package facts

import "github.com/heddle-dev/heddle/core/internal/agent"

// Name is the name in ids, requests and mounts.
const Name = "hermes"

// Row describes the agent.
var Row = agent.Row{
	Name:     Name,
	Title:    "Hermes",
	Database: true,
	Commands: agent.Commands{
		Resume:       "hermes {profile} --resume {id}",
		ResumePrompt: "hermes {profile} chat --resume {id} -q {prompt}",
		Without:      "Hermes forks only inside its own screen: resume the session and type /branch",
		Known:        []string{"hermes/*state.db"},
		Unknown:      "Hermes resumes only sessions in its database: sessions.export returns the session as text",
	},
	Tools: []agent.Tool{
		{Name: "patch", Members: "path patch"},
		{Name: "write_file", Members: "path"},
	},
	Live: &agent.Live{
		Engine:  "acp",
		Dialect: "hermes",
		Program: "hermes",
		Args:    []string{"acp"},
		Install: agent.ReadDocs,
		Can:     agent.ACPMeasured,
	},
	Writes: &agent.Writes{
		Format: "schema 30", Epoch: true, Blocks: " text image image_url input_image tool_use tool_result thinking ",
		Aside: " sessions skills logs ",
	},
}
