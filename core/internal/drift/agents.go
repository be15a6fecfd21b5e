package drift

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/text"
)

// usageRule says where an agent's versions record tokens.
type usageRule uint8

const (
	usageNowhere usageRule = iota // or not in every session
	usageOfSession
	usageOfAnswer
)

// agent is what the versions of an agent are known to write. Words are separated by
// blanks, and each list has one at both ends.
type agent struct {
	name   string
	format string // the newest format, of files that do not name the version of their program
	usage  usageRule
	since  string // the first version with usage and times, where not all have them
	old    string // names of formats that have neither
	timed  bool   // every answer has a time
	parent bool   // every record but the first has a parent
	blocks string // types of blocks; of Gemini's, which have none, their members
	tokens string // members of usage
	epoch  bool   // records may have times as numbers
	open   bool   // tools of MCP servers cannot be distinguished by their names
}

const (
	piTokens = " input output cacheRead cacheWrite cacheWrite1h reasoning reasoningTokens total totalTokens cost contextUsage server orchestrationInput orchestrationOutput" +
		" orchestrationCacheRead orchestrationCacheWrite premiumRequests "
	piBlocks = " text thinking toolCall image redactedThinking tool_use tool_result "
)

var agents = [...]agent{
	{name: "claude", usage: usageOfAnswer, timed: true, parent: true,
		blocks: " text thinking redacted_thinking tool_use tool_result server_tool_use web_search_tool_result web_fetch_tool_result" +
			" code_execution_tool_result bash_code_execution_tool_result text_editor_code_execution_tool_result mcp_tool_use mcp_tool_result" +
			" image document tool_reference tool_search_tool_result container_upload fallback search_result compaction ",
		tokens: " input_tokens output_tokens cache_read_input_tokens cache_creation_input_tokens cache_creation output_tokens_details server_tool_use" +
			" service_tier inference_geo iterations speed fallback_credit ephemeral_5m_input_tokens ephemeral_1h_input_tokens " +
			" inputTokens outputTokens thinkingTokens cachedTokens cacheWriteTokens "},
	{name: "codex", usage: usageOfSession, since: "0.30.0", old: " bare-items typescript-document ", timed: true,
		blocks: " input_text output_text text Text input_image local_image image encrypted_content input_audio local_audio reasoning_text summary_text refusal audio skill mention ",
		tokens: " input_tokens cached_input_tokens cache_write_input_tokens output_tokens reasoning_output_tokens total_tokens prompt_tokens completion_tokens cached_tokens" +
			" input_tokens_details output_tokens_details reasoning_tokens "},
	{name: "gemini", usage: usageOfSession, old: " checkpoint ", timed: true,
		blocks: " text thought thoughtSignature functionCall functionResponse inlineData fileData executableCode codeExecutionResult videoMetadata ",
		tokens: " input output cached thoughts tool total promptTokenCount candidatesTokenCount cachedContentTokenCount thoughtsTokenCount toolUsePromptTokenCount" +
			" totalTokenCount promptTokensDetails candidatesTokensDetails cacheTokensDetails toolUsePromptTokensDetails trafficType input_tokens inputTokens output_tokens" +
			" outputTokens cached_tokens cachedTokens "},
	{name: "copilot", timed: true, blocks: " text image "},
	{name: "cursor", blocks: " text thinking reasoning redacted-reasoning tool_use tool_result tool-call tool-result image file source ", epoch: true},
	{name: "opencode", usage: usageOfSession, since: "0.5.0", timed: true, epoch: true, open: true,
		tokens: " input output reasoning cache total read write "},
	{name: "pi", format: "session v3", usage: usageOfAnswer, timed: true, parent: true, epoch: true, blocks: piBlocks, tokens: piTokens},
	{name: "omp", format: "session v3", usage: usageOfAnswer, timed: true, parent: true, epoch: true, blocks: piBlocks, tokens: piTokens},
	{name: "openclaw", format: "session v4", usage: usageOfAnswer, timed: true, epoch: true, blocks: piBlocks, tokens: piTokens},
	{name: "hermes", format: "schema 30", epoch: true,
		blocks: " text image image_url input_image tool_use tool_result thinking "},
}

// agentOf returns the row of an agent, nil for one that has none.
func agentOf(name string) *agent {
	for i := range agents {
		if agents[i].name == name {
			return &agents[i]
		}
	}
	return nil
}

// Tested returns what the newest files name as their version that an agent was tested
// with, "" when they name none.
func Tested(name string) string {
	if a := agentOf(name); a != nil && a.format != "" {
		return a.format
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
	a := agentOf(name)
	return a != nil && a.parent
}

// HasTimes reports whether every answer of an agent has a time in a version.
func HasTimes(name, version string) bool {
	a := agentOf(name)
	return a != nil && a.timed && a.isSince(version)
}

// UsageOfAnswers reports whether every answer of an agent has tokens.
func UsageOfAnswers(name string) bool {
	a := agentOf(name)
	return a != nil && a.usage == usageOfAnswer
}

// UsageOfSession reports whether a session of this version with answers has tokens.
func UsageOfSession(name, version string) bool {
	a := agentOf(name)
	return a != nil && a.usage == usageOfSession && a.isSince(version)
}

// isSince reports whether a version is not from before usage and times were recorded. One
// that is not stated may be the newest.
func (a *agent) isSince(version string) bool {
	return !hasWord(a.old, version) && (a.since == "" || !IsNewer(a.since, version))
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
	a := agentOf(name)
	if a == nil || tool == "" || hasWord(readers, tool) || text.Index(tool, "mcp") >= 0 || text.Index(tool, "__") >= 0 ||
		text.Index(tool, ".") >= 0 || text.Index(tool, "/") >= 0 {
		return false
	}
	return !a.open || text.Index(tool, "_") < 0
}

// PathMembers returns the names that tools give to a file in their input.
func PathMembers() []string { return pathMembers[:] }

// sideFiles are files beside sessions that hold what sessions hold, and are not sessions; sideFolders
// are folders of them, and of parts of sessions that other rules read.
const (
	sideFiles   = " history.jsonl session-store.db session.db logs.json sessions.json audit.jsonl ai-code-tracking.db "
	sideFolders = " claude/plugins claude/file-history claude/shell-snapshots claude/todos claude/tasks claude/debug claude/local" +
		" opencode/storage opencode/project opencode/snapshot opencode/bin opencode/log gemini/history gemini/extensions" +
		" codex/log codex/skills codex/plugins cursor/extensions cursor-server/bin cursor-server/extensions" +
		" cursor-user/History cursor-user/workspaceStorage hermes/sessions hermes/skills hermes/logs openclaw/workspace openclaw/plugins copilot/logs copilot/pkg "
)

// IsSideFile reports whether a file of an agent is known to be no session.
func IsSideFile(name string) bool {
	return hasWord(sideFiles, name) || strings.HasSuffix(name, ".trajectory.jsonl")
}

// IsSideFolder reports whether a folder is not searched for sessions.
func IsSideFolder(path string) bool {
	name := path[strings.LastIndexByte(path, '/')+1:]
	return hasWord(sideFolders, path) || hasWord(" node_modules .git extensions tool-results cache ", name)
}

// Knows reports whether an agent has a row here. The store has none: it keeps what it was given.
func Knows(name string) bool { return agentOf(name) != nil }
