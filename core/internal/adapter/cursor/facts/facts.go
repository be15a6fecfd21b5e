// Package facts says what is known of Cursor.
package facts

import "github.com/heddle-dev/heddle/core/internal/agent"

// Name is the name in ids, requests and mounts.
const Name = "cursor"

// Row describes the agent.
var Row = agent.Row{
	Name:     Name,
	Title:    "Cursor",
	Database: true,
	Commands: agent.Commands{
		Resume:       "cursor-agent --resume={id}",
		ResumePrompt: "cursor-agent --resume={id} -p {prompt}",
		Without:      "Cursor's command line resumes chats but cannot fork them",
		Known:        []string{"cursor/chats/*"},
		Unknown:      "open the conversation in Cursor itself",
	},
	Tools: []agent.Tool{
		{Name: "StrReplace", Members: "path"},
		{Name: "Write", Members: "path file_path"},
		{Name: "Delete", Members: "path"},
		{Name: "EditNotebook", Members: "target_notebook"},
		{Name: "ApplyPatch", Members: "input patch"},
		{Name: "MultiStrReplace", Members: "path file_path"},
		{Name: "edit_notebook", Members: "target_notebook"},
		{Name: "reapply", Members: "target_file"},
		{Name: "edit_file", Members: "target_file relative_workspace_path"},
		{Name: "edit_file_v2", Members: "target_file relativeWorkspacePath"},
		{Name: "search_replace", Members: "file_path relativeWorkspacePath"},
		{Name: "write", Members: "file_path relativeWorkspacePath"},
		{Name: "delete_file", Members: "target_file relativeWorkspacePath"},
		{Name: "apply_patch", Members: "input patch"},
	},
	Live: &agent.Live{
		Engine:  "acp",
		Dialect: "cursor",
		Program: "cursor-agent",
		Args:    []string{"acp"},
		Install: agent.ReadDocs,
		Can:     agent.ACPMeasured,
	},
	Writes: &agent.Writes{
		Blocks: " text thinking reasoning redacted-reasoning tool_use tool_result tool-call tool-result image file source ", Epoch: true,
		Needs: []agent.Need{
			{At: "_v", Is: " 3 ", With: "bubbleId", Has: "type text tokenCount"},
			{At: "capabilityType", Is: " 15 ", With: "bubbleId", Has: "toolFormerData"},
			{At: "type", Is: " text ", Has: "text"},
		},
		Aside: " extensions bin History workspaceStorage ",
	},
}
