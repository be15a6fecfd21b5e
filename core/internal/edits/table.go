// Package edits says which files a tool call edits: a table of the agents'
// tools, the files that a patch names, and paths as text. It never looks at a
// file: what a session recorded may be another system's, or a lie.
package edits

// tool is an agent's tool that edits files.
type tool struct {
	agent, name string
	// members are the members of the input that name the file or hold a patch,
	// separated by blanks; the first one with a text counts. An input that is a
	// text itself is a patch.
	members string
	// command says that the tool runs a command, which may call apply_patch.
	command bool
	// several says that one call may edit several files: edits name them, or the
	// sections of a text.
	several bool
}

// tools are known from the agents' formats and from their programs. The same
// tool has had several names for its file over the years.
var tools = [...]tool{
	{agent: "claude", name: "Edit", members: "file_path"},
	{agent: "claude", name: "Write", members: "file_path"},
	{agent: "claude", name: "MultiEdit", members: "file_path"},
	{agent: "claude", name: "NotebookEdit", members: "notebook_path"},
	{agent: "claude", name: "Replace", members: "file_path"},
	{agent: "claude", name: "NotebookEditCell", members: "notebook_path"},
	{agent: "claude", name: "mcp__acp__Edit", members: "file_path"}, // editors that speak the Agent Client Protocol
	{agent: "claude", name: "mcp__acp__Write", members: "file_path"},
	{agent: "codex", name: "apply_patch", members: "input patch"},
	{agent: "codex", name: "shell", command: true},
	{agent: "codex", name: "local_shell", command: true},
	{agent: "codex", name: "container.exec", command: true},
	{agent: "codex", name: "shell_command", command: true},
	{agent: "codex", name: "exec_command", command: true},
	{agent: "codex", name: "exec", command: true},
	{agent: "gemini", name: "write_file", members: "file_path absolute_path"},
	{agent: "gemini", name: "replace", members: "file_path absolute_path"},
	{agent: "gemini", name: "edit", members: "file_path absolute_path"},
	{agent: "copilot", name: "create", members: "path"},
	{agent: "copilot", name: "edit", members: "path"},
	{agent: "copilot", name: "insert", members: "path"},
	{agent: "copilot", name: "str_replace", members: "path"},
	{agent: "copilot", name: "str_replace_editor", members: "path"},
	{agent: "copilot", name: "apply_patch", members: "input patch"},
	{agent: "cursor", name: "StrReplace", members: "path"},
	{agent: "cursor", name: "Write", members: "path file_path"},
	{agent: "cursor", name: "Delete", members: "path"},
	{agent: "cursor", name: "EditNotebook", members: "target_notebook"},
	{agent: "cursor", name: "ApplyPatch", members: "input patch"},
	{agent: "cursor", name: "MultiStrReplace", members: "path file_path"},
	{agent: "cursor", name: "edit_notebook", members: "target_notebook"},
	{agent: "cursor", name: "reapply", members: "target_file"},
	{agent: "cursor", name: "edit_file", members: "target_file relative_workspace_path"},
	{agent: "cursor", name: "edit_file_v2", members: "target_file relativeWorkspacePath"},
	{agent: "cursor", name: "search_replace", members: "file_path relativeWorkspacePath"},
	{agent: "cursor", name: "write", members: "file_path relativeWorkspacePath"},
	{agent: "cursor", name: "delete_file", members: "target_file relativeWorkspacePath"},
	{agent: "cursor", name: "apply_patch", members: "input patch"},
	{agent: "opencode", name: "edit", members: "filePath"},
	{agent: "opencode", name: "multiedit", members: "filePath"},
	{agent: "opencode", name: "write", members: "filePath"},
	{agent: "opencode", name: "patch", members: "patchText"},
	{agent: "opencode", name: "apply_patch", members: "patchText"},
	{agent: "pi", name: "edit", members: "path file_path"},
	{agent: "pi", name: "write", members: "path file_path"},
	{agent: "omp", name: "edit", members: "path file_path input", several: true},
	{agent: "omp", name: "write", members: "path file_path"},
	{agent: "openclaw", name: "edit", members: "path file_path"},
	{agent: "openclaw", name: "write", members: "path file_path"},
	{agent: "openclaw", name: "apply_patch", members: "input"},
	{agent: "hermes", name: "patch", members: "path patch"},
	{agent: "hermes", name: "write_file", members: "path"},
}

// store is the name of the store as an agent: its sessions have the tools of all
// agents.
const store = "heddle"

// find returns the row of an agent's tool; nil for one that edits nothing. at is
// where to begin.
func find(agent, name string, at int) (row *tool, next int) {
	for i := at; i < len(tools); i++ {
		if t := &tools[i]; t.name == name && (t.agent == agent || agent == store) {
			return t, i + 1
		}
	}
	return nil, len(tools)
}

// MayEdit reports whether an agent's tool can edit files.
func MayEdit(agent, name string) bool {
	row, _ := find(agent, name, 0)
	return row != nil
}
