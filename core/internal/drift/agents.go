package drift

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/agent"
	"github.com/heddle-dev/heddle/core/internal/agents"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// writesOf returns what an agent is known to write, nil for the store and for others whose files
// are not read.
func writesOf(name string) *agent.Writes { return agents.Find(name).Writes }

// Tested returns what the newest files name as their version that an agent was tested
// with, "" when they name none.
func Tested(name string) string {
	if a := writesOf(name); a != nil && a.Format != "" {
		return a.Format
	}
	return TestedProgram(name)
}

// TestedProgram returns the newest version of an agent's program that was run.
func TestedProgram(name string) string {
	for i := range tested {
		if tested[i].agent == name {
			return tested[i].version
		}
	}
	return ""
}

// HasParents reports whether every record of an agent's sessions but the first has a parent.
func HasParents(name string) bool {
	a := writesOf(name)
	return a != nil && a.Parents
}

// HasTimes reports whether every answer of an agent has a time in a version.
func HasTimes(name, version string) bool {
	a := writesOf(name)
	return a != nil && a.Timed && isSince(a, version)
}

// UsageOfAnswers reports whether every answer of an agent has tokens.
func UsageOfAnswers(name string) bool {
	a := writesOf(name)
	return a != nil && a.Usage == agent.UsageOfAnswer
}

// UsageOfSession reports whether a session of this version with answers has tokens.
func UsageOfSession(name, version string) bool {
	a := writesOf(name)
	return a != nil && a.Usage == agent.UsageOfSession && isSince(a, version)
}

// isSince reports whether a version is not from before usage and times were recorded. One
// that is not stated may be the newest.
func isSince(a *agent.Writes, version string) bool {
	return !hasWord(a.Old, version) && (a.Since == "" || !IsNewer(a.Since, version))
}

// hasWord reports whether a list has a word.
func hasWord(list, word string) bool { return text.Index(list, " "+word+" ") >= 0 }

// readers are tools of any agent that name a file and do not edit it.
const readers = " Read Glob Grep LS NotebookRead LSP Agent Task Bash BashOutput WebFetch WebSearch Skill TodoWrite view read read_file read_many_files list_directory" +
	" glob grep search_file_content grep_search rg list list_dir find ls bash search_files view_file file_search codebase_search web_fetch view_image show_file" +
	" shell run_shell_command run_terminal_cmd terminal task todo_write read_lints ReadLints Shell SemanticSearch Await webfetch lsp browser image process" +
	" vision_analyze send_message skill_view execute_code save_memory ast_grep ast_edit debug inspect_image memory report_intent session exec read_image" +
	" EnterWorktree ExitWorktree SendUserFile ReadMcpResource ReadMcpResourceTool "

// pathMembers are how tools name a file.
var pathMembers = [...]string{"file_path", "filePath", "path", "absolute_path", "target_file", "notebook_path", "patchText", "target_notebook", "relative_workspace_path", "relativeWorkspacePath"}

// ToolMayEdit reports whether a tool that no rule knows is an agent's own, and may thus
// edit the file that it names.
func ToolMayEdit(name, tool string) bool {
	a := writesOf(name)
	if a == nil || tool == "" || hasWord(readers, tool) || text.Index(tool, "mcp") >= 0 || text.Index(tool, "__") >= 0 ||
		text.Index(tool, ".") >= 0 || text.Index(tool, "/") >= 0 {
		return false
	}
	return !a.Open || text.Index(tool, "_") < 0
}

// PathMembers returns the names that tools give to a file in their input.
func PathMembers() []string { return pathMembers[:] }

// sideFiles are files beside sessions that hold what sessions hold, and are not sessions.
const sideFiles = " history.jsonl session-store.db session.db logs.json sessions.json audit.jsonl ai-code-tracking.db "

// IsSideFile reports whether a file of an agent is known to be no session.
func IsSideFile(name string) bool {
	return hasWord(sideFiles, name) || strings.HasSuffix(name, ".trajectory.jsonl")
}

// IsSideFolder reports whether a folder of an agent is not searched for sessions.
func IsSideFolder(name, path string) bool {
	_, below, _ := strings.Cut(path, "/")
	w := writesOf(name)
	return w != nil && hasWord(w.Aside, below) || hasWord(" node_modules .git extensions tool-results cache ", path[strings.LastIndexByte(path, '/')+1:])
}

// Knows reports whether an agent has a row here. The store has none: it keeps what it was given.
func Knows(name string) bool { return writesOf(name) != nil }
