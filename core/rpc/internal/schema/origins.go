package schema

// originOps are the operations that say where the lines of files come from.
var originOps = []Op{
	{ID: 85, Name: "edits.find", Doc: "Finds the edits of sessions that wrote lines of a file: those whose call has exactly the line, newest first. Edits that failed or were refused wrote nothing; those of subagents and of branches that were left count. What a later edit of the file removed, before the time by which the line was written, was written by none before it. The engine reads sessions alone, not the file and no repository.",
		Request: "FindEditsRequest", Result: "FoundEdits", Errors: []string{"AGENT_NOT_FOUND", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}, NotLite: true},
}

var originRequests = []Type{
	{Name: "FindEditsRequest", In: true, Doc: "A file, and lines of it.", Fields: []Field{
		{Name: "paths", Go: "Paths", Type: "[]string", Doc: "The file, under each name that it had: an absolute path, or the last components of one, such as src/parser.go; 1 to 100."},
		{Name: "lines", Go: "Lines", Type: "[]string", Doc: "The lines, without their ends, at most 100,000."},
		{Name: "times", Go: "Times", Type: "[]string", Optional: true, Doc: "For each line the latest time at which it may have been written, in RFC 3339, empty for none: later edits, and edits without a time, are left out."},
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Default: "all agents", Doc: "Only this agent's sessions."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Fail on any unreadable session instead of reporting a diagnostic."},
	}},
}

var originTypes = []Type{
	{Name: "FoundEdits", Doc: "The edits that wrote lines.", Fields: []Field{
		{Name: "edits", Go: "Edits", Type: "[]FoundEdit", Doc: "The edits, oldest first."},
		{Name: "lines", Go: "Lines", Type: "[]FoundLine", Doc: "An entry for each line of the request, in its order."},
	}},
	{Name: "FoundLine", Doc: "Which edits wrote a line.", Fields: []Field{
		{Name: "edits", Go: "Edits", Type: "[]int", Doc: "Indexes into edits, newest first, at most 100; empty when none wrote it."},
		{Name: "confidence", Go: "Confidence", Type: "string", Optional: true, Doc: "exact: they wrote this line; reformatted: they wrote it with other white space, and none wrote it exactly. Absent without edits."},
	}},
	{Name: "FoundEdit", Doc: "An edit of a file by a tool call.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", ID: true, Doc: "The agent of the session."},
		{Name: "sessionId", Go: "SessionID", Type: "string", ID: true, Doc: "The agent's own session id. An edit that several sessions repeat is that of the oldest one."},
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", ID: true, Doc: "agent:sessionId."},
		{Name: "path", Go: "Path", Type: "string", Doc: "The file, as the session has it; relative paths begin in its working directory."},
		{Name: "time", Go: "Time", Type: "time", Optional: true, Doc: "The time of the call."},
		{Name: "tool", Go: "Tool", Type: "string", Doc: "The tool that was called."},
		{Name: "whole", Go: "Whole", Type: "bool", Optional: true, Doc: "Whether the call wrote the whole file: it may have lines that somebody else wrote before."},
		{Name: "toolCallId", Go: "ToolCallID", Type: "string", Optional: true, ID: true, Doc: "The id of the call."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "The model that called it."},
		{Name: "messageIndex", Go: "MessageIndex", Type: "index", Optional: true, Doc: "Zero-based index of the message with the call; absent on a branch that is not the current one."},
		{Name: "messageId", Go: "MessageID", Type: "string", Optional: true, ID: true, Doc: "The id of that message."},
		{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "The working directory then."},
		{Name: "repository", Go: "Repository", Type: "string", Optional: true, Doc: "The URL of the repository's remote then."},
		{Name: "gitBranch", Go: "GitBranch", Type: "string", Optional: true, Doc: "The branch of the repository then."},
		{Name: "commit", Go: "Commit", Type: "string", Optional: true, Doc: "The commit that was checked out then."},
		{Name: "isSubagent", Go: "IsSubagent", Type: "bool", Optional: true, Doc: "Whether the session is a subagent's."},
		{Name: "parentSessionId", Go: "ParentSessionID", Type: "string", Optional: true, ID: true, Doc: "The native id of the session that started the subagent."},
	}},
}
