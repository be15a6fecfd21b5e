package schema

// Ops is the operation table, in ascending ID order.
var Ops = append(append(append(append(append([]Op{
	{ID: 1, Name: "version", Doc: "Returns the engine's version, the ABI's version and the date of the price table.",
		Request: "VersionRequest", Result: "Version"},
	{ID: 2, Name: "ids.resolveUnifiedId", Doc: "Joins an agent's name and a native session id into a unified id. Pure: it reads nothing, and the session need not exist.",
		Request: "ResolveUnifiedIDRequest", Result: "string", Errors: []string{"AGENT_NOT_FOUND", "INVALID_ARGUMENT"}},
	{ID: 3, Name: "ids.resolveNativeId", Doc: "Splits a unified id at its first colon. Returns null when there is no colon or the agent is unknown. Pure.",
		Request: "ResolveNativeIDRequest", Result: "NativeID", Null: true},
	{ID: 4, Name: "agents.list", Doc: "Lists every supported agent: whether it was found, in which mount, and how many sessions it has.",
		Request: "AgentsRequest", Result: "[]AgentInfo"},
	{ID: 5, Name: "sessions.list", Doc: "Lists summaries of one agent's sessions, or of all agents' sessions when agent is omitted. The list is empty when nothing matches. When all agents are listed, an agent that fails is reported as a diagnostic. When limit leaves sessions out, the header's page says as atMost how many match at most; those that were not read are counted by their files' names.",
		Request: "ListRequest", Result: "[]SessionSummary", Errors: []string{"AGENT_NOT_FOUND", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 6, Name: "sessions.get", Doc: "Returns one session with its messages. The header's report says what was skipped while reading.",
		Request: "GetRequest", Result: "Session", Errors: []string{"AGENT_NOT_FOUND", "SESSION_NOT_FOUND", "PARSE_ERROR", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 7, Name: "sessions.export", Doc: "Returns one session as text: json (the session, canonical, indented by 2), jsonl (a header line, then a line for each message; with redact a last line with redactions), markdown or html (a page of one file: the session's view and the reader that shows it; without scripts, its markdown).",
		Request: "ExportRequest", Result: "text", Errors: []string{"AGENT_NOT_FOUND", "SESSION_NOT_FOUND", "PARSE_ERROR", "INVALID_EXPORT_FORMAT", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 8, Name: "sessions.search", Doc: "Finds sessions whose title and visible text match, best first, each with the places that match. The list is empty when nothing matches or the agent is unknown. The header's page reports the total number of matching sessions.",
		Request: "SearchRequest", Result: "[]SessionSummary", Errors: []string{"INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 9, Name: "sessions.totalCost", Doc: "Adds up the tokens and money of all matching sessions. A request that several sessions repeat (forks, resumes, copies) counts once, for the oldest session that contains it. since and until bound the time of each request, not the creation of the session as section 3.5 of the specification has it: a session that began in October and spent money today counts today, and adjacent ranges add up to the whole. createdSince and createdUntil bound the creation.",
		Request: "CostRequest", Result: "CostSummary", Errors: []string{"AGENT_NOT_FOUND", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 10, Name: "sessions.diff", Doc: "Compares two sessions message by message, by the longest common subsequence on role and content. The sessions may belong to different agents.",
		Request: "DiffRequest", Result: "SessionDiff", Errors: []string{"AGENT_NOT_FOUND", "SESSION_NOT_FOUND", "PARSE_ERROR", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 11, Name: "sessions.renderDiff", Doc: "Compares two sessions like sessions.diff and returns the result as text: unified, side by side or markdown.",
		Request: "RenderDiffRequest", Result: "text", Errors: []string{"AGENT_NOT_FOUND", "SESSION_NOT_FOUND", "PARSE_ERROR", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
	{ID: 12, Name: "sessions.doctor", Doc: "Reads every session file and reports bytes, records, what was skipped and why, record types that this version does not know and format versions, with a summary for each agent.",
		Request: "DoctorRequest", Result: "DoctorReport", Errors: []string{"AGENT_NOT_FOUND", "INVALID_ARGUMENT", "TIMEOUT"}},
	{ID: 13, Name: "sessions.command", Doc: "Returns the agent's own command that continues a session or a copy of it. Nothing is run.",
		Request: "CommandRequest", Result: "AgentCommand", Errors: []string{"AGENT_NOT_FOUND", "SESSION_NOT_FOUND", "PARSE_ERROR", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
}, storeOps...), statsOps...), tagOps...), viewOps...), originOps...)

// The bounds of list, search and import.
var (
	createdSince = Field{Name: "since", Go: "Since", Type: "time", Optional: true, Doc: "Only sessions created at or after this time; a session that began before it and continued is left out, and activeSince selects it. A diagnostic says at most how many such sessions there are, by the times of their files."}
	createdUntil = Field{Name: "until", Go: "Until", Type: "time", Optional: true, Doc: "Only sessions created at or before this time, also if they were active later; a bare date includes that day. activeUntil bounds the activity."}
	activeSince  = Field{Name: "activeSince", Go: "ActiveSince", Type: "time", Optional: true,
		Doc: "Only active sessions: those with a record of their own (not copied from another session) at or after this time and not after activeUntil."}
	activeUntil = Field{Name: "activeUntil", Go: "ActiveUntil", Type: "time", Optional: true,
		Doc: "Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day."}
	inZone = Field{Name: "zone", Go: "Zone", Type: "Zone", Optional: true, Default: "UTC",
		Doc: "The time zone of bare dates, of groups by day and of times without a zone."}
	ofOrigin = Field{Name: "origin", Go: "Origin", Type: "string", Optional: true,
		Doc: "Only sessions of this origin, the machine that an import or a recording named; - for sessions without one. Sessions that were imported from several machines are found under each."}
	onBranches = Field{Name: "gitBranches", Go: "GitBranches", Type: "[]string", Optional: true,
		Doc: "Only what was recorded on any of these branches of a repository; - for what has none. In costs, requests; else sessions with any such part."}
	inRepositories = Field{Name: "repositories", Go: "Repositories", Type: "[]string", Optional: true,
		Doc: "Only what was recorded in any of these repositories: the URL of a remote, in any of the ways to write it, or the last components of one, such as owner/name; an absolute path is the folder of a working tree, for agents that record no URL. In costs, requests; else sessions with any such part."}
	byVersions = Field{Name: "agentVersions", Go: "AgentVersions", Type: "[]string", Optional: true,
		Doc: "Only what any of these versions of the agent recorded; 2.1 stands for all that begin with 2.1. too. In costs, requests; else sessions with any such part."}
	sessionByRef = Field{Name: "ref", Go: "Ref", Type: "string", Optional: true,
		Doc: "The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant."}
	redact = Field{Name: "redact", Go: "Redact", Type: "bool", Optional: true,
		Doc: "Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay."}
)

// Requests lists the request types.
var Requests = append(append(append(append(append([]Type{
	{Name: "VersionRequest", In: true, Doc: "The request for the versions, without fields."},
	{Name: "ResolveUnifiedIDRequest", In: true, Doc: "The agent and the native session id to join.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "A known agent's name, for example claude."},
		{Name: "nativeSessionId", Go: "NativeSessionID", Type: "string", Doc: "The agent's own session id; it may contain colons."},
	}},
	{Name: "ResolveNativeIDRequest", In: true, Doc: "The unified id to split.", Fields: []Field{
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Doc: "agent:nativeSessionId."},
	}},
	{Name: "AgentsRequest", In: true, Doc: "The request for all agents, without fields."},
	{Name: "ListRequest", In: true, Doc: "Filters, order and limit of a list of sessions.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Default: "all agents", Doc: "Only this agent's sessions."},
		{Name: "idPrefix", Go: "IDPrefix", Type: "string", Optional: true, Doc: "Only sessions whose sessionId begins with this text. Other sessions are not read, so a longer copy with another id supersedes none of them."},
		createdSince, createdUntil, activeSince, activeUntil, inZone,
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "Only sessions in which this model answered."},
		{Name: "tags", Go: "Tags", Type: "[]string", Optional: true, Doc: "Only sessions with any of these tags."},
		{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."},
		underFolder, ofOrigin, onBranches, inRepositories, byVersions, editedFile, failedCalls,
		{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "100", ZeroAll: true, Doc: "The greatest number of sessions returned; 0 for all."},
		{Name: "sort", Go: "Sort", Type: "SortKey", Optional: true, Default: "date", Doc: "The sort key; date is the time of the last update."},
		{Name: "sortDirection", Go: "SortDirection", Type: "SortDirection", Optional: true, Default: "desc", Doc: "The sort direction; ties are broken by unifiedId, ascending."},
		{Name: "subagents", Go: "Subagents", Type: "bool", Optional: true, Doc: "Also list subagents' sessions."},
		{Name: "superseded", Go: "Superseded", Type: "bool", Optional: true, Doc: "Also list sessions that a longer copy supersedes."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Fail with PARSE_ERROR on any unreadable record."},
	}},
	{Name: "GetRequest", In: true, Doc: "A session, named by agent and sessionId, by unifiedId or by ref, and the optional parts to return.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Doc: "The agent; required with sessionId."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Doc: "The agent's own session id."},
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Optional: true, Doc: "agent:sessionId, instead of agent and sessionId."},
		sessionByRef,
		{Name: "branch", Go: "Branch", Type: "string", Optional: true, Default: "the current branch", Doc: "Show the branch that ends in this leaf id, one of those in branches."},
		{Name: "raw", Go: "Raw", Type: "bool", Optional: true, Doc: "Return the original text of the session's records in raw."},
		{Name: "toolOutput", Go: "ToolOutput", Type: "bool", Optional: true, Doc: "Also return each tool's output in toolCalls[].output."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Fail with PARSE_ERROR on any unreadable record."},
		redact,
	}},
	{Name: "ExportRequest", In: true, Doc: "A session and the format of its text.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Doc: "The agent; required with sessionId."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Doc: "The agent's own session id."},
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Optional: true, Doc: "agent:sessionId, instead of agent and sessionId."},
		sessionByRef,
		{Name: "format", Go: "Format", Type: "string", Optional: true, Default: "markdown", Doc: "json, jsonl, markdown or html; any other value is INVALID_EXPORT_FORMAT."},
		{Name: "branch", Go: "Branch", Type: "string", Optional: true, Default: "the current branch", Doc: "Show the branch that ends in this leaf id, one of the session's branches."},
		{Name: "raw", Go: "Raw", Type: "bool", Optional: true, Doc: "Return the original text of the session's records in raw."},
		{Name: "toolOutput", Go: "ToolOutput", Type: "bool", Optional: true, Doc: "Also return each tool's output in toolCalls[].output."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Fail with PARSE_ERROR on any unreadable record."},
		redact,
		{Name: "script", Go: "Script", Type: "string", Optional: true, Doc: "html: the reader, the script of the page. Clients fill it in from the file reader.js that they ship; without it, html is INVALID_EXPORT_FORMAT."},
		{Name: "scriptHash", Go: "ScriptHash", Type: "string", Optional: true, Doc: "html: the SHA-256 of script in base64, which the page's policy allows."},
		{Name: "scriptUrl", Go: "ScriptURL", Type: "string", Optional: true, Doc: "html: instead of script, the file with the reader, relative to the page."},
	}},
	{Name: "SearchRequest", In: true, Doc: "What to search for, in which sessions, and how many to return.", Fields: []Field{
		{Name: "text", Go: "Text", Type: "string", Doc: "Words that must all occur in the session, ignoring case; \"words in quotes\" must occur together; -word must not occur. With regex, one expression."},
		{Name: "regex", Go: "Regex", Type: "bool", Optional: true, Doc: "Read text as a regular expression (RE2 syntax, linear time), which ignores case unless it contains (?-i)."},
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Default: "all agents", Doc: "Only this agent's sessions; an unknown agent finds nothing."},
		createdSince, createdUntil, activeSince, activeUntil, inZone,
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "Only sessions in which this model answered."},
		{Name: "tags", Go: "Tags", Type: "[]string", Optional: true, Doc: "Only sessions with any of these tags."},
		{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."},
		underFolder, ofOrigin, onBranches, inRepositories, byVersions, editedFile, failedCalls,
		{Name: "role", Go: "Role", Type: "Role", Optional: true, Doc: "Search only messages of this role, and no titles."},
		{Name: "tool", Go: "Tool", Type: "string", Optional: true, Doc: "Search only calls of this tool and their results, ignoring the case of its name; text may then be empty."},
		{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "50", ZeroAll: true, Doc: "The greatest number of sessions returned; 0 for all."},
		{Name: "offset", Go: "Offset", Type: "int", Optional: true, Default: "0", Doc: "Skip this many of the best sessions; the header's page returns the next one as nextOffset."},
		{Name: "sort", Go: "Sort", Type: "SearchSort", Optional: true, Default: "relevance", Doc: "The sort key, greatest first; ties are broken by the last update, then by unifiedId."},
		{Name: "subagents", Go: "Subagents", Type: "bool", Optional: true, Doc: "Also search subagents' sessions."},
		{Name: "allBranches", Go: "AllBranches", Type: "bool", Optional: true, Doc: "Also search branches that were left; their hits have no messageIndex."},
		{Name: "memories", Go: "Memories", Type: "bool", Optional: true, Doc: "Also search the memory entries that agents keep in addition to sessions."},
		{Name: "hits", Go: "Hits", Type: "int", Optional: true, Default: "3", Doc: "The greatest number of matching messages returned for a session; 0 means the default."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Fail with PARSE_ERROR on any unreadable record."},
		{Name: "partial", Go: "Partial", Type: "bool", Optional: true,
			Doc: "When no session has all of the words, return the best of those that have some, marked partial and ranked by how rare their words are; a diagnostic says how many sessions may have each word. The id of a session, or at least 8 characters of its beginning with a digit among them, finds that session first."},
		{Name: "redact", Go: "Redact", Type: "bool", Optional: true,
			Doc: "Search the redacted texts, as sessions.get shows them with redact: what is replaced is not found, and neither hits, counts nor order depend on it. Slower: every session that may have one of the words is read."},
	}},
	{Name: "CostRequest", In: true, Doc: "The sessions whose spend is added up, and how it is grouped.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Default: "all agents", Doc: "Only this agent's sessions."},
		{Name: "since", Go: "Since", Type: "time", Optional: true, Doc: "Only requests made at or after this time. A request without a time counts at the createdAt of its session."},
		{Name: "until", Go: "Until", Type: "time", Optional: true, Doc: "Only requests made at or before this time; a bare date includes that day."},
		{Name: "createdSince", Go: "CreatedSince", Type: "time", Optional: true, Doc: "Only sessions created at or after this time."},
		{Name: "createdUntil", Go: "CreatedUntil", Type: "time", Optional: true, Doc: "Only sessions created at or before this time; a bare date includes that day."},
		inZone,
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "Only sessions in which this model answered."},
		{Name: "tags", Go: "Tags", Type: "[]string", Optional: true, Doc: "Only sessions with any of these tags."},
		{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."},
		underFolder, onBranches, inRepositories, byVersions,
		{Name: "origin", Go: "Origin", Type: "string", Optional: true, Doc: "Only requests of this origin; - for those without one. A request that copies of several origins have counts for the first one in byte order."},
		{Name: "groupBy", Go: "GroupBy", Type: "GroupBy", Optional: true, Default: "no groups", Doc: "Return breakdowns by this dimension; days are those of zone."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Fail on any unreadable session instead of reporting a diagnostic."},
	}},
	{Name: "Zone", In: true, Pkg: "session", Doc: "A time zone as a list of UTC offsets. The caller provides it, because the engine has no table of zones.", Fields: []Field{
		{Name: "name", Go: "Name", Type: "string", Optional: true, Doc: "The zone's name for display, for example Europe/Berlin."},
		{Name: "changes", Go: "Changes", Type: "[]ZoneChange", Doc: "The offsets from UTC in order, at most 10,000. The first has no at: it applies before all others."},
	}},
	{Name: "ZoneChange", In: true, Pkg: "session", Doc: "An offset from UTC and the time from which it applies.", Fields: []Field{
		{Name: "at", Go: "At", Type: "time", Optional: true, Doc: "The time from which it applies; required except for the first change, and later than in the one before."},
		{Name: "offsetSeconds", Go: "OffsetSeconds", Type: "int", Unit: "seconds", Doc: "The offset from UTC, negative to the west. At most 26 hours in either direction."},
	}},
	{Name: "SessionRef", In: true, Doc: "A session, named by agent and sessionId, by unifiedId or by ref.", Fields: sessionRefFields()},
	{Name: "DiffRequest", In: true, Doc: "Two sessions to compare.", Fields: diffFields()},
	{Name: "RenderDiffRequest", In: true, Doc: "Two sessions to compare, and the format of the text.", Fields: append(diffFields(),
		Field{Name: "format", Go: "Format", Type: "DiffFormat", Optional: true, Default: "unified", Doc: "The format of the text."},
		Field{Name: "width", Go: "Width", Type: "int", Optional: true, Default: "120", Unit: "columns", Doc: "The width of a side-by-side line; 0 means the default."},
		Field{Name: "context", Go: "Context", Type: "int", Optional: true, Default: "3", Unit: "messages", Doc: "The number of unchanged messages shown around a difference; 0 means the default."},
	)},
	{Name: "DoctorRequest", In: true, Doc: "The files to check, and which of them to list.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Default: "all agents", Doc: "Only this agent's files."},
		{Name: "problems", Go: "Problems", Type: "bool", Optional: true, Doc: "List only files with something skipped, unknown or unreadable; the summaries still count all files."},
	}},
	{Name: "CommandRequest", In: true, Doc: "A session and how to continue it.", Fields: append(sessionRefFields(),
		Field{Name: "action", Go: "Action", Type: "SessionAction", Optional: true, Default: "resume", Doc: "Continue the session itself, or a copy of it."},
		Field{Name: "prompt", Go: "Prompt", Type: "string", Optional: true, Default: "interactive", Doc: "Run one turn with this prompt and without a terminal, instead of opening the agent."},
	)},
}, storeRequests...), statsRequests...), tagRequests...), viewRequests...), originRequests...)

func sessionRefFields() []Field {
	return []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Doc: "The agent; required with sessionId."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Doc: "The agent's own session id."},
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Optional: true, Doc: "agent:sessionId, instead of agent and sessionId."},
		sessionByRef,
	}
}

func diffFields() []Field {
	return []Field{
		{Name: "a", Go: "A", Type: "SessionRef", Doc: "The first session, the left side."},
		{Name: "b", Go: "B", Type: "SessionRef", Doc: "The second session, the right side."},
		{Name: "textEdits", Go: "TextEdits", Type: "bool", Optional: true, Doc: "Also return, word by word, how the content of modified messages changed."},
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Fail with PARSE_ERROR on any unreadable record."},
	}
}
