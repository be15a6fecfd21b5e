package schema

// Ops is the operation table, in ascending ID order.
var Ops = append([]Op{
	{ID: 1, Name: "version", Doc: "The engine's version, the ABI's version and the date of the price table.",
		Request: "VersionRequest", Result: "Version"},
	{ID: 2, Name: "ids.resolveUnifiedId", Doc: "Joins an agent and its native session id into a unified id. Pure: nothing is read, the session need not exist.",
		Request: "ResolveUnifiedIDRequest", Result: "string", Errors: []string{"AGENT_NOT_FOUND", "INVALID_ARGUMENT"}},
	{ID: 3, Name: "ids.resolveNativeId", Doc: "Splits a unified id at its first colon. Null when there is no colon or the agent is unknown. Pure.",
		Request: "ResolveNativeIDRequest", Result: "NativeID", Null: true},
	{ID: 4, Name: "agents.list", Doc: "Every supported agent: whether sessions of it were found, in which mount, and how many.",
		Request: "AgentsRequest", Result: "[]AgentInfo"},
	{ID: 5, Name: "sessions.list", Doc: "Summaries of one agent's sessions, or of all agents' when agent is left out. Nothing found is an empty list. An agent that fails in an all-agents call is a diagnostic.",
		Request: "ListRequest", Result: "[]SessionSummary", Errors: []string{"AGENT_NOT_FOUND", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 6, Name: "sessions.get", Doc: "One session with its messages. The header's report says what was skipped while reading.",
		Request: "GetRequest", Result: "Session", Errors: []string{"AGENT_NOT_FOUND", "SESSION_NOT_FOUND", "PARSE_ERROR", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 7, Name: "sessions.export", Doc: "One session as text: json (the session, canonical, indented by 2), jsonl (a header line, then one message a line) or markdown.",
		Request: "ExportRequest", Result: "text", Errors: []string{"AGENT_NOT_FOUND", "SESSION_NOT_FOUND", "PARSE_ERROR", "INVALID_EXPORT_FORMAT", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 8, Name: "sessions.search", Doc: "Sessions whose title and visible text match, best first, each with where it matches. An unknown agent is an empty list, and so is no match. The header's page says how many matches there are in all.",
		Request: "SearchRequest", Result: "[]SessionSummary", Errors: []string{"INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 9, Name: "sessions.totalCost", Doc: "Tokens and money of all matching sessions. A request that several sessions repeat (forks, resumes, copies) counts once, for the session created first. Its since and until bound the time of each request, not the session's creation as the specification's 3.5 has it: a session that began in October and spent money today counts today, and adjacent ranges add up to the whole. createdSince and createdUntil bound the creation.",
		Request: "CostRequest", Result: "CostSummary", Errors: []string{"AGENT_NOT_FOUND", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 10, Name: "sessions.diff", Doc: "What two sessions share and where they differ, message by message: a longest common subsequence on role and content. They may belong to different agents.",
		Request: "DiffRequest", Result: "SessionDiff", Errors: []string{"AGENT_NOT_FOUND", "SESSION_NOT_FOUND", "PARSE_ERROR", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 11, Name: "sessions.renderDiff", Doc: "The same comparison as text: unified, side by side or markdown.",
		Request: "RenderDiffRequest", Result: "text", Errors: []string{"AGENT_NOT_FOUND", "SESSION_NOT_FOUND", "PARSE_ERROR", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 12, Name: "sessions.doctor", Doc: "What reading every session file met: bytes, records, what was skipped and why, types this version does not know, format versions; and a summary by agent.",
		Request: "DoctorRequest", Result: "DoctorReport", Errors: []string{"AGENT_NOT_FOUND", "INVALID_ARGUMENT", "TIMEOUT"}},
	{ID: 13, Name: "sessions.command", Doc: "The agent's own command that goes on with a session, or goes on with a copy of it. Nothing is run.",
		Request: "CommandRequest", Result: "AgentCommand", Errors: []string{"AGENT_NOT_FOUND", "SESSION_NOT_FOUND", "PARSE_ERROR", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
}, storeOps...)

// The bounds of list, search and import.
var (
	createdSince = Field{Name: "since", Go: "Since", Type: "time", Optional: true, Doc: "Only sessions created at or after this time."}
	createdUntil = Field{Name: "until", Go: "Until", Type: "time", Optional: true, Doc: "Only sessions created at or before this time; a bare date includes that day."}
	activeSince  = Field{Name: "activeSince", Go: "ActiveSince", Type: "time", Optional: true,
		Doc: "Only active sessions: those with a record of their own, not copied from another session, at or after this time and not after activeUntil."}
	activeUntil = Field{Name: "activeUntil", Go: "ActiveUntil", Type: "time", Optional: true,
		Doc: "Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day."}
	inZone = Field{Name: "zone", Go: "Zone", Type: "Zone", Optional: true, Default: "UTC",
		Doc: "The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well."}
)

// Requests lists the request types.
var Requests = append([]Type{
	{Name: "VersionRequest", In: true, Doc: "Asks for the versions; no fields."},
	{Name: "ResolveUnifiedIDRequest", In: true, Doc: "What to join.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "A known agent's name, for example claude."},
		{Name: "nativeSessionId", Go: "NativeSessionID", Type: "string", Doc: "The agent's own session id; may hold colons."},
	}},
	{Name: "ResolveNativeIDRequest", In: true, Doc: "What to split.", Fields: []Field{
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Doc: "agent:nativeSessionId."},
	}},
	{Name: "AgentsRequest", In: true, Doc: "Asks for all agents; no fields."},
	{Name: "ListRequest", In: true, Doc: "Filters, order and bounds of a list.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Default: "all agents", Doc: "Only this agent's sessions."},
		createdSince, createdUntil, activeSince, activeUntil, inZone,
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "Only sessions in which this model answered."},
		{Name: "tags", Go: "Tags", Type: "[]string", Optional: true, Doc: "Only sessions with any of these tags."},
		{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "Only sessions that ran in this working directory, compared exactly but for a trailing slash."},
		{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "100", ZeroAll: true, Doc: "At most this many; 0: all."},
		{Name: "sort", Go: "Sort", Type: "SortKey", Optional: true, Default: "date", Doc: "date is the time of the last update."},
		{Name: "sortDirection", Go: "SortDirection", Type: "SortDirection", Optional: true, Default: "desc", Doc: "Ties are broken by unifiedId, ascending."},
		{Name: "subagents", Go: "Subagents", Type: "bool", Optional: true, Doc: "Also list subagents' sessions."},
		{Name: "superseded", Go: "Superseded", Type: "bool", Optional: true, Doc: "Also list sessions that a longer copy supersedes."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Any unreadable record is PARSE_ERROR."},
	}},
	{Name: "GetRequest", In: true, Doc: "Names a session, by agent and sessionId or by unifiedId, and what to fill.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Doc: "The agent; needed with sessionId."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Doc: "The agent's own session id."},
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Optional: true, Doc: "agent:sessionId, instead of the two."},
		{Name: "branch", Go: "Branch", Type: "string", Optional: true, Default: "the current branch", Doc: "Show the branch that ends in this leaf id (see branches)."},
		{Name: "raw", Go: "Raw", Type: "bool", Optional: true, Doc: "Fill raw with the original text of the session's records."},
		{Name: "toolOutput", Go: "ToolOutput", Type: "bool", Optional: true, Doc: "Also fill toolCalls[].output from the results."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Any unreadable record is PARSE_ERROR."},
	}},
	{Name: "ExportRequest", In: true, Doc: "Names a session and a format.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Doc: "The agent; needed with sessionId."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Doc: "The agent's own session id."},
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Optional: true, Doc: "agent:sessionId, instead of the two."},
		{Name: "format", Go: "Format", Type: "string", Optional: true, Default: "markdown", Doc: "json, jsonl or markdown; another one is INVALID_EXPORT_FORMAT."},
		{Name: "branch", Go: "Branch", Type: "string", Optional: true, Default: "the current branch", Doc: "Show the branch that ends in this leaf id."},
		{Name: "raw", Go: "Raw", Type: "bool", Optional: true, Doc: "Fill raw."},
		{Name: "toolOutput", Go: "ToolOutput", Type: "bool", Optional: true, Doc: "Also fill toolCalls[].output."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Any unreadable record is PARSE_ERROR."},
	}},
	{Name: "SearchRequest", In: true, Doc: "What to look for, where, and how many.", Fields: []Field{
		{Name: "text", Go: "Text", Type: "string", Doc: "Words that must all occur somewhere in the session, in any case; \"words in quotes\" occur together; -word must not occur. With regex: one expression."},
		{Name: "regex", Go: "Regex", Type: "bool", Optional: true, Doc: "The text is a regular expression (RE2 syntax, linear time), matched in any case unless it says (?-i)."},
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Default: "all agents", Doc: "Only this agent's sessions; an unknown one finds nothing."},
		createdSince, createdUntil, activeSince, activeUntil, inZone,
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "Only sessions in which this model answered."},
		{Name: "tags", Go: "Tags", Type: "[]string", Optional: true, Doc: "Only sessions with any of these tags."},
		{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "Only sessions that ran in this working directory, compared exactly but for a trailing slash."},
		{Name: "role", Go: "Role", Type: "Role", Optional: true, Doc: "Only text of messages of this role counts; titles do not."},
		{Name: "tool", Go: "Tool", Type: "string", Optional: true, Doc: "Only calls of this tool and their results count, its name in any case; text may then be empty."},
		{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "50", ZeroAll: true, Doc: "At most this many; 0: all."},
		{Name: "offset", Go: "Offset", Type: "int", Optional: true, Default: "0", Doc: "Skip this many of the best: the page header's nextOffset."},
		{Name: "sort", Go: "Sort", Type: "SearchSort", Optional: true, Default: "relevance", Doc: "Greatest first; ties are broken by the last update, then by unifiedId."},
		{Name: "subagents", Go: "Subagents", Type: "bool", Optional: true, Doc: "Also search subagents' sessions."},
		{Name: "memories", Go: "Memories", Type: "bool", Optional: true, Doc: "Also search the memory entries that an agent keeps beside its sessions."},
		{Name: "hits", Go: "Hits", Type: "int", Optional: true, Default: "3", Doc: "At most this many matching messages are shown of a session; 0 means the default."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Any unreadable record is PARSE_ERROR."},
	}},
	{Name: "CostRequest", In: true, Doc: "Which sessions' spend to add up, and how to group it.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Default: "all agents", Doc: "Only this agent's sessions."},
		{Name: "since", Go: "Since", Type: "time", Optional: true, Doc: "Only requests made at or after this time. A request without a time counts at its session's createdAt."},
		{Name: "until", Go: "Until", Type: "time", Optional: true, Doc: "Only requests made at or before this time; a bare date includes that day."},
		{Name: "createdSince", Go: "CreatedSince", Type: "time", Optional: true, Doc: "Only sessions created at or after this time."},
		{Name: "createdUntil", Go: "CreatedUntil", Type: "time", Optional: true, Doc: "Only sessions created at or before this time; a bare date includes that day."},
		inZone,
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "Only sessions in which this model answered."},
		{Name: "tags", Go: "Tags", Type: "[]string", Optional: true, Doc: "Only sessions with any of these tags."},
		{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "Only sessions that ran in this working directory, compared exactly but for a trailing slash."},
		{Name: "groupBy", Go: "GroupBy", Type: "GroupBy", Optional: true, Default: "no groups", Doc: "Fill breakdowns by this dimension; days are those of zone."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Any unreadable session is an error instead of a diagnostic."},
	}},
	{Name: "Zone", In: true, Pkg: "session", Doc: "The clock of a place: which instants are a day there. The caller knows it, the engine has no table of zones.", Fields: []Field{
		{Name: "name", Go: "Name", Type: "string", Optional: true, Doc: "What the place is called, for people: Europe/Berlin."},
		{Name: "changes", Go: "Changes", Type: "[]ZoneChange", Doc: "The offsets from UTC in order, at most 10,000. The first has no at: it holds before all others."},
	}},
	{Name: "ZoneChange", In: true, Pkg: "session", Doc: "An offset from UTC, and from when on it holds.", Fields: []Field{
		{Name: "at", Go: "At", Type: "time", Optional: true, Doc: "When it begins to hold; required but of the first, and later than the one before."},
		{Name: "offsetSeconds", Go: "OffsetSeconds", Type: "int", Unit: "seconds", Doc: "By how much the clock is ahead of UTC; negative west of it. At most 26 hours either way."},
	}},
	{Name: "SessionRef", In: true, Doc: "Names a session, by agent and sessionId or by unifiedId.", Fields: sessionRefFields()},
	{Name: "DiffRequest", In: true, Doc: "Two sessions to compare.", Fields: diffFields()},
	{Name: "RenderDiffRequest", In: true, Doc: "Two sessions to compare, and how to show it.", Fields: append(diffFields(),
		Field{Name: "format", Go: "Format", Type: "DiffFormat", Optional: true, Default: "unified", Doc: "How the text looks."},
		Field{Name: "width", Go: "Width", Type: "int", Optional: true, Default: "120", Unit: "columns", Doc: "Width of a line in side-by-side; 0 means the default."},
		Field{Name: "context", Go: "Context", Type: "int", Optional: true, Default: "3", Unit: "messages", Doc: "Unchanged messages shown around a difference; 0 means the default."},
	)},
	{Name: "DoctorRequest", In: true, Doc: "What to look over.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Default: "all agents", Doc: "Only this agent's files."},
		{Name: "problems", Go: "Problems", Type: "bool", Optional: true, Doc: "List only files in which something was skipped, unknown or unreadable; the summaries still count all."},
	}},
	{Name: "CommandRequest", In: true, Doc: "Names a session and what to do with it.", Fields: append(sessionRefFields(),
		Field{Name: "action", Go: "Action", Type: "SessionAction", Optional: true, Default: "resume", Doc: "Go on with it, or with a copy of it."},
		Field{Name: "prompt", Go: "Prompt", Type: "string", Optional: true, Default: "interactive", Doc: "Run one turn with this prompt without a terminal, instead of opening the agent."},
	)},
}, storeRequests...)

func sessionRefFields() []Field {
	return []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Doc: "The agent; needed with sessionId."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Doc: "The agent's own session id."},
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Optional: true, Doc: "agent:sessionId, instead of the two."},
	}
}

func diffFields() []Field {
	return []Field{
		{Name: "a", Go: "A", Type: "SessionRef", Doc: "The first session, the left side."},
		{Name: "b", Go: "B", Type: "SessionRef", Doc: "The second session, the right side."},
		{Name: "textEdits", Go: "TextEdits", Type: "bool", Optional: true, Doc: "Also say, word by word, how the content of a modified message changed."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Any unreadable record is PARSE_ERROR."},
	}
}
