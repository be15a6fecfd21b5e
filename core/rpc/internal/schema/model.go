package schema

// tokenFields are shared by every record of spend.
func tokenFields() []Field {
	return []Field{
		{Name: "inputTokens", Go: "InputTokens", Type: "int", Unit: "tokens", Doc: "Prompt tokens, without those read from or written to a cache."},
		{Name: "outputTokens", Go: "OutputTokens", Type: "int", Unit: "tokens", Doc: "Answer tokens, thinking included."},
		{Name: "thinkingTokens", Go: "ThinkingTokens", Type: "int", Unit: "tokens", Doc: "The part of outputTokens that was thinking, where the agent says it."},
		{Name: "cachedTokens", Go: "CachedTokens", Type: "int", Unit: "tokens", Doc: "Prompt tokens read from a cache."},
		{Name: "cacheWriteTokens", Go: "CacheWriteTokens", Type: "int", Unit: "tokens", Doc: "Prompt tokens written to a cache, all lifetimes."},
		{Name: "cacheWrite1hTokens", Go: "CacheWrite1hTokens", Type: "int", Optional: true, Unit: "tokens", Doc: "The part of cacheWriteTokens kept for an hour."},
	}
}

func spendFields() []Field {
	return append(tokenFields(),
		Field{Name: "totalUsd", Go: "TotalUSD", Type: "money", Optional: true, Unit: "USD", Doc: "Money spent; absent when nothing could be priced, never a made-up 0."},
		Field{Name: "source", Go: "Source", Type: "CostSource", Doc: "Where totalUsd comes from."},
	)
}

// Types lists the model's object types.
var Types = append([]Type{
	{Name: "Version", Doc: "What is running.", Fields: []Field{
		{Name: "version", Go: "Version", Type: "string", Doc: "The engine's version."},
		{Name: "abi", Go: "ABI", Type: "int", Doc: "The wasm ABI's version."},
		{Name: "priceTable", Go: "PriceTable", Type: "string", Doc: "The date of the built-in price table, YYYY-MM-DD."},
	}},
	{Name: "NativeID", Doc: "The two halves of a unified id.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent's name."},
		{Name: "nativeSessionId", Go: "NativeSessionID", Type: "string", Doc: "Its own session id."},
	}},
	{Name: "AgentInfo", Doc: "One supported agent.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent's name."},
		{Name: "found", Go: "Found", Type: "bool", Doc: "Whether its base folder is there."},
		{Name: "location", Go: "Location", Type: "string", Optional: true, Doc: "The mount that holds its files."},
		{Name: "sessionCount", Go: "SessionCount", Type: "int", Doc: "Session files or rows found, without opening the files: subagents that the name does not tell and superseded copies are among them."},
	}},
	{Name: "SessionSummary", Doc: "A session without its messages.", Fields: append(summaryFields(),
		Field{Name: "kind", Go: "Kind", Type: "string", Optional: true, Doc: "memory: a search result that is no session but a memory entry of the agent."},
		Field{Name: "relevanceScore", Go: "RelevanceScore", Type: "ratio", Optional: true, Doc: "Search results: from 0 to 1, the best of a search being 1."},
		Field{Name: "hitCount", Go: "HitCount", Type: "int", Optional: true, Doc: "Search results: messages that match, the title being one."},
		Field{Name: "hits", Go: "Hits", Type: "[]SearchHit", Optional: true, Doc: "Search results: the first matches, in order."},
	)},
	{Name: "SearchHit", Doc: "One place where a search matches.", Fields: []Field{
		{Name: "field", Go: "Field", Type: "HitField", Doc: "Which text it is."},
		{Name: "messageIndex", Go: "MessageIndex", Type: "index", Optional: true, Doc: "Zero-based index into the session's messages; absent for a title."},
		{Name: "messageId", Go: "MessageID", Type: "string", Optional: true, Doc: "Id of that message."},
		{Name: "role", Go: "Role", Type: "Role", Optional: true, Doc: "Who speaks there."},
		{Name: "snippet", Go: "Snippet", Type: "string", Doc: "The text around the first match, on one line."},
		{Name: "ranges", Go: "Ranges", Type: "[]MatchRange", Doc: "What matches in the snippet."},
	}},
	{Name: "MatchRange", Doc: "A stretch of a snippet.", Fields: []Field{
		{Name: "start", Go: "Start", Type: "int", Unit: "code points", Doc: "Where it begins."},
		{Name: "end", Go: "End", Type: "int", Unit: "code points", Doc: "Where it ends, exclusive."},
	}},
	{Name: "CostSummary", Doc: "Spend of many sessions.", Fields: append(spendFields(),
		Field{Name: "sessionCount", Go: "SessionCount", Type: "int", Doc: "Sessions that matched; with since or until, those of them that made a request in between. Subagents and superseded copies are not counted."},
		Field{Name: "runCount", Go: "RunCount", Type: "int", Doc: "Runs of the sessions that matched in the run index of agent-mux; with since or until, those that began in between."},
		Field{Name: "priceTable", Go: "PriceTable", Type: "string", Doc: "Date of the price table."},
		Field{Name: "unpriced", Go: "Unpriced", Type: "[]ModelTokens", Optional: true, Doc: "Tokens that no price is known for, by model; part of the token figures, not of totalUsd."},
		Field{Name: "notItemisedUsd", Go: "NotItemisedUSD", Type: "money", Optional: true, Unit: "USD", Doc: "Money in the agents' own running totals that no request on disk explains (titles, compactions); not part of totalUsd. It has no time: absent with since or until."},
		Field{Name: "inherited", Go: "Inherited", Type: "Spend", Optional: true, Doc: "Spend that the matching sessions repeat from other sessions; not part of the figures beside it."},
		Field{Name: "subagents", Go: "Subagents", Type: "Spend", Optional: true, Doc: "The part of the figures beside it that subagents spent."},
		Field{Name: "breakdowns", Go: "Breakdowns", Type: "map[string]CostBreakdown", Optional: true, Doc: "One group for each key, when groupBy is set; the key is empty where nothing tells. A session with several tags is in several groups."},
	)},
	{Name: "CostBreakdown", Doc: "Spend of one group.", Fields: append(spendFields(),
		Field{Name: "key", Go: "Key", Type: "string", Doc: "The group: agent, model, day of the request in the zone that was asked for, tag, working directory or unifiedId."},
		Field{Name: "sessionCount", Go: "SessionCount", Type: "int", Doc: "Sessions in this group; of a model or day, those with spend in it. With since or until, those that made a request in between."},
		Field{Name: "runCount", Go: "RunCount", Type: "int", Optional: true, Doc: "Their runs in the run index."},
		Field{Name: "unpriced", Go: "Unpriced", Type: "[]ModelTokens", Optional: true, Doc: "Tokens that no price is known for, by model."},
		Field{Name: "notItemisedUsd", Go: "NotItemisedUSD", Type: "money", Optional: true, Unit: "USD", Doc: "Money in the agents' own running totals that no request on disk explains; not part of totalUsd. Absent in groups by day."},
		Field{Name: "inherited", Go: "Inherited", Type: "Spend", Optional: true, Doc: "Spend repeated from other sessions; not part of the figures beside it."},
		Field{Name: "subagents", Go: "Subagents", Type: "Spend", Optional: true, Doc: "The part that subagents spent."},
	)},
	{Name: "ModelTokens", Doc: "Tokens of one model.", Fields: append(tokenFields(),
		Field{Name: "model", Go: "Model", Type: "string", Doc: "The model; empty when the agent does not say."},
	)},
	{Name: "SessionDiff", Doc: "What two sessions share and where they differ.", Fields: []Field{
		{Name: "a", Go: "A", Type: "DiffSide", Doc: "The first session."},
		{Name: "b", Go: "B", Type: "DiffSide", Doc: "The second session."},
		{Name: "operations", Go: "Operations", Type: "[]DiffOperation", Doc: "In order: every message of a and of b stands in exactly one."},
		{Name: "stats", Go: "Stats", Type: "DiffStats", Doc: "How many of each."},
	}},
	{Name: "DiffSide", Doc: "One of the two sessions.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The owning agent."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "The agent's own session id."},
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Doc: "agent:sessionId."},
	}},
	{Name: "DiffOperation", Doc: "One step from a to b.", Fields: []Field{
		{Name: "type", Go: "Type", Type: "DiffType", Doc: "What happens."},
		{Name: "indexA", Go: "IndexA", Type: "index", Optional: true, Doc: "Zero-based index in a; absent for additions."},
		{Name: "indexB", Go: "IndexB", Type: "index", Optional: true, Doc: "Zero-based index in b; absent for removals."},
		{Name: "messageA", Go: "MessageA", Type: "Message", Optional: true, Doc: "The message of a; absent for additions."},
		{Name: "messageB", Go: "MessageB", Type: "Message", Optional: true, Doc: "The message of b; absent for removals."},
		{Name: "textEdits", Go: "TextEdits", Type: "[]TextEdit", Optional: true, Doc: "On request, of modifications: how the content changed."},
	}},
	{Name: "TextEdit", Doc: "One step from a content to another.", Fields: []Field{
		{Name: "type", Go: "Type", Type: "TextEditType", Doc: "What happens to the text."},
		{Name: "text", Go: "Text", Type: "string", Doc: "The words, with the space around them."},
	}},
	{Name: "DiffStats", Doc: "Counts of the operations.", Fields: []Field{
		{Name: "removals", Go: "Removals", Type: "int", Doc: "Messages only in a."},
		{Name: "additions", Go: "Additions", Type: "int", Doc: "Messages only in b."},
		{Name: "modifications", Go: "Modifications", Type: "int", Doc: "Messages of one role in the same place with different content."},
		{Name: "unchanged", Go: "Unchanged", Type: "int", Doc: "Messages that are the same in both."},
	}},
	{Name: "DoctorReport", Doc: "What reading all session files met.", Fields: []Field{
		{Name: "agents", Go: "Agents", Type: "[]AgentHealth", Doc: "One summary for each agent looked over."},
		{Name: "files", Go: "Files", Type: "[]FileHealth", Doc: "One report for each session file or row, in order of agent and path."},
	}},
	{Name: "AgentHealth", Doc: "How well an agent's files could be read.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent."},
		{Name: "found", Go: "Found", Type: "bool", Doc: "Whether its base folder is there."},
		{Name: "files", Go: "Files", Type: "int", Doc: "Session files or rows read."},
		{Name: "bytes", Go: "Bytes", Type: "int", Unit: "bytes", Doc: "Bytes read."},
		{Name: "records", Go: "Records", Type: "int", Doc: "Records understood or kept as unknown."},
		{Name: "injected", Go: "Injected", Type: "int", Optional: true, Doc: "Records of context that nobody typed."},
		{Name: "skippedCount", Go: "SkippedCount", Type: "int", Doc: "Stretches that could not be read as they stand."},
		{Name: "unreadable", Go: "Unreadable", Type: "int", Doc: "Files of which nothing could be read."},
		{Name: "unknownTypes", Go: "UnknownTypes", Type: "map[string]int", Optional: true, Doc: "Records of types this version does not know, by type."},
		{Name: "formatVersions", Go: "FormatVersions", Type: "map[string]int", Optional: true, Doc: "Files by the version of the agent that wrote them."},
	}},
	{Name: "FileHealth", Doc: "What reading one session met.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "The agent's own session id."},
		{Name: "path", Go: "Path", Type: "string", Doc: "Mount-relative path of its main file."},
		{Name: "report", Go: "Report", Type: "Report", Optional: true, Doc: "What was read and skipped."},
		{Name: "error", Go: "Error", Type: "Diagnostic", Optional: true, Doc: "Why nothing could be read."},
	}},
	{Name: "AgentCommand", Doc: "A command line of an agent.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "The session it goes on with."},
		{Name: "action", Go: "Action", Type: "SessionAction", Doc: "What the command does."},
		{Name: "argv", Go: "Argv", Type: "[]string", Doc: "Program and arguments, each as it is, not quoted for a shell."},
		{Name: "paths", Go: "Paths", Type: "[]int", Optional: true, Doc: "Indexes of the arguments that are mount-relative paths: the host replaces them by its own."},
		{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "Where to run it: the session's working directory."},
	}},
	{Name: "Session", Doc: "A session with its messages.", Fields: append(summaryFields(),
		Field{Name: "messages", Go: "Messages", Type: "[]Message", Doc: "The visible messages of the chosen branch, in order."},
		Field{Name: "branches", Go: "Branches", Type: "[]Branch", Optional: true, Doc: "Other branches, newest leaf first."},
		Field{Name: "raw", Go: "Raw", Type: "json", Optional: true, Doc: "On request: the original text of the session's records as one string."},
	)},
	{Name: "Branch", Doc: "A branch that the current one does not show.", Fields: []Field{
		{Name: "leafId", Go: "LeafID", Type: "string", Doc: "Id of its last message; pass it as branch."},
		{Name: "forkId", Go: "ForkID", Type: "string", Optional: true, Doc: "Id of the last record it shares with the current branch."},
		{Name: "messageCount", Go: "MessageCount", Type: "int", Doc: "Messages that only this branch has."},
		{Name: "updatedAt", Go: "UpdatedAt", Type: "time", Optional: true, Doc: "Time of its last message."},
	}},
	{Name: "Message", Doc: "One API message, one prompt, or one tool result.", Fields: []Field{
		{Name: "id", Go: "ID", Type: "string", Optional: true, Doc: "The agent's id of the record (of the first, when several were merged)."},
		{Name: "parentId", Go: "ParentID", Type: "string", Optional: true, Doc: "Id of the record it follows, where the format is a tree."},
		{Name: "origin", Go: "Origin", Type: "Origin", Optional: true, Doc: "Where it was first recorded, when a fork or copy repeats it."},
		{Name: "role", Go: "Role", Type: "Role", Doc: "Who speaks."},
		{Name: "type", Go: "Type", Type: "MessageType", Doc: "The message type of the agent SDK."},
		{Name: "kind", Go: "Kind", Type: "string", Optional: true, Doc: "What a special message is: compaction, api_error, interrupted, subagent_result, shell, model_switch, notice."},
		{Name: "content", Go: "Content", Type: "string", Doc: "Text; blocks are joined by a blank line. Empty for tool results and tool-only messages."},
		{Name: "timestamp", Go: "Timestamp", Type: "time", Optional: true, Doc: "When it was recorded."},
		{Name: "toolCalls", Go: "ToolCalls", Type: "[]ToolCall", Optional: true, Doc: "Calls this message makes."},
		{Name: "toolResult", Go: "ToolResult", Type: "ToolResult", Optional: true, Doc: "Set when role is tool."},
		{Name: "attachments", Go: "Attachments", Type: "[]Attachment", Optional: true, Doc: "Images and files; their bytes stay on disk."},
		{Name: "tokenUsage", Go: "TokenUsage", Type: "TokenUsage", Optional: true, Doc: "Tokens of this API message."},
		{Name: "cost", Go: "Cost", Type: "CostRecord", Optional: true, Doc: "Money of this API message."},
		{Name: "thinking", Go: "Thinking", Type: "string", Optional: true, Doc: "Thinking or reasoning text."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "The model that answered."},
	}},
	{Name: "Origin", Doc: "The first record of a message that is repeated here.", Fields: []Field{
		{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "Native id of that session."},
		{Name: "index", Go: "Index", Type: "int", Doc: "Zero-based place of the message among those repeated from it."},
	}},
	{Name: "ToolCall", Doc: "A call of a tool.", Fields: []Field{
		{Name: "toolCallId", Go: "ToolCallID", Type: "string", Doc: "The agent's id of the call."},
		{Name: "toolName", Go: "ToolName", Type: "string", Doc: "The tool."},
		{Name: "input", Go: "Input", Type: "json", Doc: "Its arguments; a string where the agent stored text."},
		{Name: "output", Go: "Output", Type: "json", Optional: true, Doc: "On request: the result's output."},
		{Name: "durationMs", Go: "DurationMS", Type: "int", Optional: true, Unit: "ms", Doc: "How long it ran, if recorded."},
	}},
	{Name: "ToolResult", Doc: "What a tool returned.", Fields: []Field{
		{Name: "toolCallId", Go: "ToolCallID", Type: "string", Doc: "The call it answers."},
		{Name: "toolName", Go: "ToolName", Type: "string", Doc: "The tool; empty when the call is not on disk."},
		{Name: "output", Go: "Output", Type: "json", Doc: "Text as a string; a list of blocks when there is more than text."},
		{Name: "isError", Go: "IsError", Type: "bool", Optional: true, Doc: "The tool failed or was refused."},
		{Name: "exitCode", Go: "ExitCode", Type: "int", Optional: true, Doc: "A command's exit status when it was not 0."},
	}},
	{Name: "Attachment", Doc: "An image or file that belongs to a message.", Fields: []Field{
		{Name: "mediaType", Go: "MediaType", Type: "string", Optional: true, Doc: "MIME type."},
		{Name: "name", Go: "Name", Type: "string", Optional: true, Doc: "File name or address."},
		{Name: "bytes", Go: "Bytes", Type: "int", Optional: true, Unit: "bytes", Doc: "Size of the stored (base64) text."},
	}},
	{Name: "TokenUsage", Doc: "Tokens of one API message.", Fields: tokenFields()},
	{Name: "CostRecord", Doc: "Tokens and money of a session or message.", Fields: append(spendFields(),
		Field{Name: "priceTable", Go: "PriceTable", Type: "string", Optional: true, Doc: "Date of the price table, when any part was computed."},
		Field{Name: "unpricedModels", Go: "UnpricedModels", Type: "[]string", Optional: true, Doc: "Models whose tokens are counted but not priced."},
		Field{Name: "notItemisedUsd", Go: "NotItemisedUSD", Type: "money", Optional: true, Unit: "USD", Doc: "Money in the agent's own running total that no request on disk explains (titles, compactions); not part of totalUsd. Absent when there is none, or when nothing tells."},
		Field{Name: "inherited", Go: "Inherited", Type: "Spend", Optional: true, Doc: "Spend of records copied from another session; not part of the figures beside it."},
		Field{Name: "subagents", Go: "Subagents", Type: "Spend", Optional: true, Doc: "The part of the figures beside it that subagents spent."},
	)},
	{Name: "Spend", Doc: "Tokens and money of a part.", Fields: spendFields()},
	{Name: "Diagnostic", Doc: "Why a result is partial.", Fields: []Field{
		{Name: "code", Go: "Code", Type: "string", Doc: "A stable error code."},
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Doc: "The agent concerned."},
		{Name: "path", Go: "Path", Type: "string", Optional: true, Doc: "Mount-relative path."},
		{Name: "line", Go: "Line", Type: "int", Optional: true, Doc: "1-based line."},
		{Name: "offset", Go: "Offset", Type: "int", Optional: true, Unit: "bytes", Doc: "Byte offset from the start of the file."},
		{Name: "message", Go: "Message", Type: "string", Doc: "What happened."},
		{Name: "hint", Go: "Hint", Type: "string", Optional: true, Doc: "What to do next."},
	}},
	{Name: "Report", Doc: "What reading a session's files met.", Fields: []Field{
		{Name: "bytes", Go: "Bytes", Type: "int", Unit: "bytes", Doc: "Bytes read."},
		{Name: "records", Go: "Records", Type: "int", Doc: "Records understood or kept as unknown."},
		{Name: "injected", Go: "Injected", Type: "int", Optional: true, Doc: "Records of context that nobody typed: reminders, environment blocks, system prompts."},
		{Name: "skipped", Go: "Skipped", Type: "[]SkippedRecord", Optional: true, Doc: "What could not be read as it stands, in file order; the first 100."},
		{Name: "skippedCount", Go: "SkippedCount", Type: "int", Optional: true, Doc: "How many there are in all."},
		{Name: "unknownTypes", Go: "UnknownTypes", Type: "map[string]int", Optional: true, Doc: "Records of types this version does not know, by type."},
		{Name: "formatVersion", Go: "FormatVersion", Type: "string", Optional: true, Doc: "The newest version of the agent that wrote it, or the format's name."},
		{Name: "naiveTimes", Go: "NaiveTimes", Type: "bool", Optional: true, Doc: "Times without a zone were read as UTC."},
	}},
	{Name: "SkippedRecord", Doc: "A stretch of a file that could not be read.", Fields: []Field{
		{Name: "path", Go: "Path", Type: "string", Doc: "Mount-relative path."},
		{Name: "line", Go: "Line", Type: "int", Optional: true, Doc: "1-based line."},
		{Name: "offset", Go: "Offset", Type: "int", Unit: "bytes", Doc: "Byte offset from the start of the file."},
		{Name: "reason", Go: "Reason", Type: "string", Doc: "truncated, syntax, nul, depth, line-too-long, sparse, not-object, glued, utf8 or shape; the last three are still read."},
	}},
}, storeTypes...)

func summaryFields() []Field {
	return []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The owning agent."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "The agent's own session id."},
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Doc: "agent:sessionId."},
		{Name: "title", Go: "Title", Type: "string", Doc: "Name set by the user, else by the agent, else the first real prompt; one line, at most 100 code points."},
		{Name: "createdAt", Go: "CreatedAt", Type: "time", Optional: true, Doc: "Time of the first record; absent when nothing tells."},
		{Name: "updatedAt", Go: "UpdatedAt", Type: "time", Optional: true, Doc: "Time of the last record."},
		{Name: "turnCount", Go: "TurnCount", Type: "int", Doc: "Prompts by a person or SDK caller that got an answer."},
		{Name: "messageCount", Go: "MessageCount", Type: "int", Doc: "Visible messages of all roles."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "The model with most answers, the latest on a tie."},
		{Name: "cost", Go: "Cost", Type: "CostRecord", Optional: true, Doc: "Spend of the session; absent when no usage is on disk."},
		{Name: "tags", Go: "Tags", Type: "[]string", Doc: "Tags given by the caller that ran it."},
		{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "Working directory at the start."},
		{Name: "forkedFrom", Go: "ForkedFrom", Type: "string", Optional: true, Doc: "Native id of the session it was forked from."},
		{Name: "isSubagent", Go: "IsSubagent", Type: "bool", Optional: true, Doc: "It is a subagent's session."},
		{Name: "parentSessionId", Go: "ParentSessionID", Type: "string", Optional: true, Doc: "Native id of the session that started this subagent or child."},
		{Name: "supersededBy", Go: "SupersededBy", Type: "string", Optional: true, Doc: "Native id of the longer copy that replaced it."},
		{Name: "archived", Go: "Archived", Type: "bool", Optional: true, Doc: "The agent keeps it in its archive."},
		{Name: "importedAs", Go: "ImportedAs", Type: "string", Optional: true, Doc: "Unified id of its copy in the store."},
		{Name: "originalUnifiedId", Go: "OriginalUnifiedID", Type: "string", Optional: true, Doc: "Of a copy in the store: unified id of the session it was imported from."},
		{Name: "originalGone", Go: "OriginalGone", Type: "bool", Optional: true, Doc: "Of a copy in the store: the agent does not have the original any more."},
		{Name: "lineage", Go: "Lineage", Type: "string", Doc: "local: forks and copies are known from this session's own marks only."},
	}
}

// Enums lists the closed sets of strings.
var Enums = append([]Enum{
	{Name: "Role", Doc: "Who speaks.", Values: []EnumValue{
		{"user", "A person or SDK caller."}, {"assistant", "The model."}, {"system", "The agent: summaries, failures, notices."}, {"tool", "A tool's result."}}},
	{Name: "MessageType", Doc: "The message types of the agent SDK that sessions on disk use.", Values: []EnumValue{
		{"user", "A prompt."}, {"assistant", "An answer."}, {"tool_result", "A tool's result."}, {"system", "A notice."}, {"error", "A failure."}}},
	{Name: "CostSource", Doc: "Where a figure in USD comes from.", Values: []EnumValue{
		{"recorded", "The agent wrote it down."}, {"computed", "Tokens times the price table."}, {"mixed", "Parts of several kinds; what is unpriced is listed."}, {"unpriced", "No price is known."}}},
	{Name: "SortKey", Doc: "What a list is ordered by.", Values: []EnumValue{
		{"date", "updatedAt."}, {"cost", "cost.totalUsd, unpriced last."}, {"turns", "turnCount."}}},
	{Name: "SortDirection", Doc: "Which end comes first.", Values: []EnumValue{
		{"asc", "Smallest first."}, {"desc", "Greatest first."}}},
	{Name: "SearchSort", Doc: "What search results are ordered by.", Values: []EnumValue{
		{"relevance", "relevanceScore."}, {"date", "updatedAt."}, {"cost", "cost.totalUsd, unpriced last."}}},
	{Name: "HitField", Doc: "A text that a search looks into.", Values: []EnumValue{
		{"title", "The session's title."}, {"content", "A message's content."}, {"thinking", "A message's thinking."},
		{"toolCall", "The input of a tool call."}, {"toolResult", "A tool's output."}}},
	{Name: "GroupBy", Doc: "What spend is grouped by.", Values: []EnumValue{
		{"agent", "The agent."}, {"model", "The model that answered."}, {"day", "Day of the request, YYYY-MM-DD, in the zone that was asked for, else in UTC."}, {"tag", "The caller's tags."},
		{"cwd", "The session's working directory."}, {"session", "The session's unifiedId."}}},
	{Name: "DiffType", Doc: "What a step of a comparison is.", Values: []EnumValue{
		{"addition", "Only in b."}, {"removal", "Only in a."}, {"modification", "In both, with different content."}, {"unchanged", "In both, the same."}}},
	{Name: "TextEditType", Doc: "What happens to a stretch of text.", Values: []EnumValue{
		{"equal", "It stays."}, {"delete", "Only in a."}, {"insert", "Only in b."}}},
	{Name: "DiffFormat", Doc: "How a comparison is shown.", Values: []EnumValue{
		{"unified", "One column, - and + before lines."}, {"side-by-side", "Two columns."}, {"markdown", "Headings and fenced diffs."}}},
	{Name: "SessionAction", Doc: "How to go on with a session.", Values: []EnumValue{
		{"resume", "In the session itself."}, {"fork", "In a copy; the session stays as it is."}}},
}, storeEnums...)
