package schema

// statsOps are the operations that count what sessions did.
var statsOps = []Op{
	{ID: 79, Name: "sessions.stats", Doc: "Counts what the matching sessions did: the tools that they called and how often these failed, the models that answered, the files that were edited, and the hours and weekdays of their messages. It counts what sessions show: messages of the current branch, without those that a fork or a longer copy repeats. What subagents did counts for the session that started them, except its messages and times. since and until bound the time of each message, as in sessions.totalCost.",
		Request: "StatsRequest", Result: "SessionStats", Errors: []string{"AGENT_NOT_FOUND", "INVALID_ARGUMENT", "UNSUPPORTED", "TIMEOUT"}},
}

var underFolder = Field{Name: "under", Go: "Under", Type: "string", Optional: true,
	Doc: "Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."}

var allBranches = Field{Name: "allBranches", Go: "AllBranches", Type: "bool", Optional: true,
	Doc: "Count the messages of all branches, not only those of the current one."}

// The filters by what a session did, of list and search.
var (
	editedFile = Field{Name: "edited", Go: "Edited", Type: "string", Optional: true,
		Doc: "Only sessions that edited this file: an absolute path, or the last components of one, for example src/parser.go; src/ stands for all files below src. Edits that failed do not count, those of subagents and of branches that were left do. Relative paths that a tool was given begin in the session's working directory."}
	failedCalls = Field{Name: "failed", Go: "Failed", Type: "bool", Optional: true,
		Doc: "Only sessions in which a tool call failed or was refused, on any branch, or whose last message is an error."}
)

// statsRequests are the requests of statsOps.
var statsRequests = []Type{
	{Name: "StatsRequest", In: true, Doc: "The sessions that are counted, and how many groups are returned.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Default: "all agents", Doc: "Only this agent's sessions."},
		{Name: "since", Go: "Since", Type: "time", Optional: true, Doc: "Only messages recorded at or after this time. A message without a time counts at the createdAt of its session."},
		{Name: "until", Go: "Until", Type: "time", Optional: true, Doc: "Only messages recorded at or before this time; a bare date includes that day."},
		{Name: "createdSince", Go: "CreatedSince", Type: "time", Optional: true, Doc: "Only sessions created at or after this time."},
		{Name: "createdUntil", Go: "CreatedUntil", Type: "time", Optional: true, Doc: "Only sessions created at or before this time; a bare date includes that day."},
		{Name: "zone", Go: "Zone", Type: "Zone", Optional: true, Default: "UTC", Doc: "The time zone of bare dates, of times without a zone, and of hours and weekdays."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "Only sessions in which this model answered."},
		{Name: "tags", Go: "Tags", Type: "[]string", Optional: true, Doc: "Only sessions with any of these tags."},
		{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."},
		underFolder, onBranches, inRepositories, byVersions,
		{Name: "origin", Go: "Origin", Type: "string", Optional: true, Doc: "Only sessions of this origin; - for those without one. A session of several origins counts for the copy that a list shows."},
		{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "20", ZeroAll: true, Doc: "The greatest number of tools, of models and of files returned, 0 for all; the others are added up."},
		allBranches,
		{Name: "strict", Go: "Strict", Type: "bool", Optional: true, Doc: "Fail on any unreadable session instead of reporting a diagnostic."},
	}},
}

// statsTypes are the results of statsOps.
var statsTypes = []Type{
	{Name: "SessionStats", Doc: "What the matching sessions did.", Fields: []Field{
		{Name: "sessionCount", Go: "SessionCount", Type: "int", Doc: "Sessions that match; with since or until, only those that did something in that range. Subagents and superseded copies are not counted."},
		{Name: "messageCount", Go: "MessageCount", Type: "int", Doc: "Visible messages of all roles, without subagents'."},
		{Name: "turnCount", Go: "TurnCount", Type: "int", Doc: "Answered prompts by a person or SDK caller."},
		{Name: "callCount", Go: "CallCount", Type: "int", Doc: "Tool calls, subagents' included."},
		{Name: "failureCount", Go: "FailureCount", Type: "int", Doc: "Tool calls that failed or were refused: their result is an error, or their command's exit status is not 0."},
		{Name: "fileCount", Go: "FileCount", Type: "int", Doc: "Different files that tools edited."},
		{Name: "durationMs", Go: "DurationMS", Type: "int", Unit: "ms", Doc: "The times from each session's first message to its last, added up."},
		{Name: "activeMs", Go: "ActiveMS", Type: "int", Unit: "ms", Doc: "The part of durationMs without pauses: times between two messages that are longer than 15 minutes."},
		{Name: "firstAt", Go: "FirstAt", Type: "time", Optional: true, Doc: "The time of the first message."},
		{Name: "lastAt", Go: "LastAt", Type: "time", Optional: true, Doc: "The time of the last message."},
		{Name: "tools", Go: "Tools", Type: "[]ToolStats", Doc: "The tools, most calls first, then by name."},
		{Name: "otherTools", Go: "OtherTools", Type: "OtherStats", Optional: true, Doc: "The tools beyond limit."},
		{Name: "models", Go: "Models", Type: "[]ModelStats", Doc: "The models, most answers first, then by name."},
		{Name: "otherModels", Go: "OtherModels", Type: "OtherStats", Optional: true, Doc: "The models beyond limit."},
		{Name: "files", Go: "Files", Type: "[]FileStats", Doc: "The edited files, most edits first, then by path."},
		{Name: "otherFiles", Go: "OtherFiles", Type: "OtherStats", Optional: true, Doc: "The files beyond limit."},
		{Name: "tiers", Go: "Tiers", Type: "[]TierStats", Optional: true, Doc: "The requests by tier, most first, then by name; absent when all are of the standard one."},
		{Name: "hours", Go: "Hours", Type: "[]int", Doc: "Messages by hour of the day, 24 numbers; messages without a time are left out."},
		{Name: "weekdays", Go: "Weekdays", Type: "[]int", Doc: "Messages by weekday, 7 numbers from Monday on."},
	}},
	{Name: "ToolStats", Doc: "The calls of one tool.", Fields: []Field{
		{Name: "name", Go: "Name", Type: "string", Doc: "The tool's name; tools of several agents may share it."},
		{Name: "calls", Go: "Calls", Type: "int", Doc: "Its calls."},
		{Name: "failures", Go: "Failures", Type: "int", Doc: "The calls that failed or were refused."},
		{Name: "sessionCount", Go: "SessionCount", Type: "int", Doc: "The sessions that called it."},
		{Name: "durationMs", Go: "DurationMS", Type: "int", Optional: true, Unit: "ms", Doc: "The durations of its calls added up, as far as they are recorded."},
	}},
	{Name: "ModelStats", Doc: "The answers of one model.", Fields: []Field{
		{Name: "name", Go: "Name", Type: "string", Doc: "The model; empty when the agent does not record it."},
		{Name: "answers", Go: "Answers", Type: "int", Doc: "Its messages, subagents' included."},
		{Name: "sessionCount", Go: "SessionCount", Type: "int", Doc: "The sessions in which it answered."},
	}},
	{Name: "TierStats", Doc: "The requests of one tier.", Fields: []Field{
		{Name: "name", Go: "Name", Type: "string", Doc: "standard, or what the agent recorded: fast, priority, flex, batch, a region; several are joined by +."},
		{Name: "requests", Go: "Requests", Type: "int", Doc: "Its requests, subagents' included."},
		{Name: "sessionCount", Go: "SessionCount", Type: "int", Doc: "The sessions that made them."},
	}},
	{Name: "FileStats", Doc: "The edits of one file.", Fields: []Field{
		{Name: "path", Go: "Path", Type: "string", Doc: "Its path; a relative one is joined with the session's working directory. It may be another system's, and need not exist."},
		{Name: "edits", Go: "Edits", Type: "int", Doc: "Tool calls that edited, created, moved or deleted it and did not fail."},
		{Name: "sessionCount", Go: "SessionCount", Type: "int", Doc: "The sessions that edited it."},
	}},
	{Name: "OtherStats", Doc: "The groups that are not listed one by one.", Fields: []Field{
		{Name: "groups", Go: "Groups", Type: "int", Doc: "The number of groups."},
		{Name: "count", Go: "Count", Type: "int", Doc: "Their calls, answers or edits."},
	}},
}
