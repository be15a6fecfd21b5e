package schema

// Ops is the operation table, in ascending ID order.
var Ops = []Op{
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
}

// Requests lists the request types.
var Requests = []Type{
	{Name: "VersionRequest", In: true, Pkg: "rpc", Doc: "Asks for the versions; no fields."},
	{Name: "ResolveUnifiedIDRequest", In: true, Pkg: "rpc", Doc: "What to join.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "A known agent's name, for example claude."},
		{Name: "nativeSessionId", Go: "NativeSessionID", Type: "string", Doc: "The agent's own session id; may hold colons."},
	}},
	{Name: "ResolveNativeIDRequest", In: true, Pkg: "rpc", Doc: "What to split.", Fields: []Field{
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Doc: "agent:nativeSessionId."},
	}},
	{Name: "AgentsRequest", In: true, Pkg: "rpc", Doc: "Asks for all agents; no fields."},
	{Name: "ListRequest", In: true, Pkg: "catalog", Doc: "Filters, order and bounds of a list.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Default: "all agents", Doc: "Only this agent's sessions."},
		{Name: "since", Go: "Since", Type: "time", Optional: true, Doc: "Only sessions created at or after this time."},
		{Name: "until", Go: "Until", Type: "time", Optional: true, Doc: "Only sessions created at or before this time; a bare date means the end of that UTC day."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "Only sessions in which this model answered."},
		{Name: "tags", Go: "Tags", Type: "[]string", Optional: true, Doc: "Only sessions with any of these tags."},
		{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "Only sessions that ran in this working directory, compared exactly but for a trailing slash."},
		{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "100", Doc: "At most this many; 0 means the default."},
		{Name: "sort", Go: "Sort", Type: "SortKey", Optional: true, Default: "date", Doc: "date is the time of the last update."},
		{Name: "sortDirection", Go: "SortDirection", Type: "SortDirection", Optional: true, Default: "desc", Doc: "Ties are broken by unifiedId, ascending."},
		{Name: "subagents", Go: "Subagents", Type: "bool", Optional: true, Doc: "Also list subagents' sessions."},
		{Name: "superseded", Go: "Superseded", Type: "bool", Optional: true, Doc: "Also list sessions that a longer copy supersedes."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Any unreadable record is PARSE_ERROR."},
	}},
	{Name: "GetRequest", In: true, Pkg: "catalog", Doc: "Names a session, by agent and sessionId or by unifiedId, and what to fill.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Doc: "The agent; needed with sessionId."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Doc: "The agent's own session id."},
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Optional: true, Doc: "agent:sessionId, instead of the two."},
		{Name: "branch", Go: "Branch", Type: "string", Optional: true, Default: "the current branch", Doc: "Show the branch that ends in this leaf id (see branches)."},
		{Name: "raw", Go: "Raw", Type: "bool", Optional: true, Doc: "Fill raw with the original text of the session's records."},
		{Name: "toolOutput", Go: "ToolOutput", Type: "bool", Optional: true, Doc: "Also fill toolCalls[].output from the results."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Any unreadable record is PARSE_ERROR."},
	}},
	{Name: "ExportRequest", In: true, Pkg: "catalog", Doc: "Names a session and a format.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Doc: "The agent; needed with sessionId."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Doc: "The agent's own session id."},
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Optional: true, Doc: "agent:sessionId, instead of the two."},
		{Name: "format", Go: "Format", Type: "string", Optional: true, Default: "markdown", Doc: "json, jsonl or markdown; another one is INVALID_EXPORT_FORMAT."},
		{Name: "branch", Go: "Branch", Type: "string", Optional: true, Default: "the current branch", Doc: "Show the branch that ends in this leaf id."},
		{Name: "raw", Go: "Raw", Type: "bool", Optional: true, Doc: "Fill raw."},
		{Name: "toolOutput", Go: "ToolOutput", Type: "bool", Optional: true, Doc: "Also fill toolCalls[].output."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Any unreadable record is PARSE_ERROR."},
	}},
}
