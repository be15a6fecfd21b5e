package schema

// tokenFields are shared by every record of spend.
func tokenFields() []Field {
	return []Field{
		{Name: "inputTokens", Go: "InputTokens", Type: "int", Unit: "tokens", Doc: "Prompt tokens, without those read from or written to a cache."},
		{Name: "outputTokens", Go: "OutputTokens", Type: "int", Unit: "tokens", Doc: "Answer tokens, including thinking."},
		{Name: "thinkingTokens", Go: "ThinkingTokens", Type: "int", Unit: "tokens", Doc: "The part of outputTokens that was thinking, if the agent reports it."},
		{Name: "cachedTokens", Go: "CachedTokens", Type: "int", Unit: "tokens", Doc: "Prompt tokens read from a cache."},
		{Name: "cacheWriteTokens", Go: "CacheWriteTokens", Type: "int", Unit: "tokens", Doc: "Prompt tokens written to a cache, of all lifetimes."},
		{Name: "cacheWrite1hTokens", Go: "CacheWrite1hTokens", Type: "int", Optional: true, Unit: "tokens", Doc: "The part of cacheWriteTokens kept for an hour."},
		{Name: "webSearches", Go: "WebSearches", Type: "int", Optional: true, Doc: "Web searches at the provider, which cost money beside tokens."},
		{Name: "nanoCredits", Go: "NanoCredits", Type: "int", Optional: true, Unit: "billionths of an AI credit", Doc: "Credits that the agent recorded (Copilot)."},
	}
}

func spendFields() []Field {
	return append(tokenFields(),
		Field{Name: "totalUsd", Go: "TotalUSD", Type: "money", Optional: true, Unit: "USD", Doc: "Money spent; absent when nothing has a price, never 0 instead."},
		Field{Name: "source", Go: "Source", Type: "CostSource", Doc: "How totalUsd was determined."},
	)
}

// Types lists the model's object types.
var Types = append(append(append(append(append([]Type{
	{Name: "Version", Doc: "The versions of the engine, the ABI and the price table.", Fields: []Field{
		{Name: "version", Go: "Version", Type: "string", Doc: "The engine's version."},
		{Name: "abi", Go: "ABI", Type: "int", Doc: "The wasm ABI's version."},
		{Name: "priceTable", Go: "PriceTable", Type: "string", Doc: "The date of the built-in price table, YYYY-MM-DD."},
	}},
	{Name: "NativeID", Doc: "The two parts of a unified id.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent's name."},
		{Name: "nativeSessionId", Go: "NativeSessionID", Type: "string", Doc: "The agent's own session id."},
	}},
	{Name: "AgentInfo", Doc: "One supported agent.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent's name."},
		{Name: "found", Go: "Found", Type: "bool", Doc: "Whether its base folder exists."},
		{Name: "location", Go: "Location", Type: "string", Optional: true, Doc: "The mount that contains its files."},
		{Name: "sessionCount", Go: "SessionCount", Type: "int", Doc: "Session files or rows found, without opening the files: it includes superseded copies, and subagents whose file name does not identify them. Of the store it leaves out the recordings of sessions that their agent still has."},
		{Name: "canResume", Go: "CanResume", Type: "bool", Doc: "Whether sessions.command returns a command of the agent that continues a session; OpenClaw needs a prompt for it."},
		{Name: "canFork", Go: "CanFork", Type: "bool", Doc: "Whether sessions.command returns a command of the agent that continues a copy of a session."},
		{Name: "canRun", Go: "CanRun", Type: "bool", Doc: "Whether live sessions can run the agent, on hosts that run processes; live.agents says what it can do there."},
		{Name: "hasMemories", Go: "HasMemories", Type: "bool", Doc: "Whether the agent keeps memory entries beside its sessions, which sessions.search shows with memories."},
		{Name: "sessionPersistence", Go: "SessionPersistence", Type: "SessionPersistence", Doc: "Where the newest version of the agent keeps its sessions; older sessions may be elsewhere."},
	}},
	{Name: "SessionSummary", Doc: "A session without its messages.", Fields: append(summaryFields(),
		Field{Name: "kind", Go: "Kind", Type: "string", Optional: true, Doc: "memory for a search result that is a memory entry of the agent instead of a session."},
		Field{Name: "relevanceScore", Go: "RelevanceScore", Type: "ratio", Optional: true, Doc: "In search results: the relevance from 0 to 1, where the best result has 1."},
		Field{Name: "partial", Go: "Partial", Type: "bool", Optional: true, Doc: "In search results with partial: it has some of the words only."},
		Field{Name: "hitCount", Go: "HitCount", Type: "int", Optional: true, Doc: "In search results: the number of matching messages; the title counts as one."},
		Field{Name: "hits", Go: "Hits", Type: "[]SearchHit", Optional: true, Doc: "In search results: the first matches, in order."},
	)},
	{Name: "Span", Doc: "A part of a session that ran in one folder, on one branch and commit, by one version of the agent.", Fields: append([]Field{
		{Name: "from", Go: "From", Type: "int", Doc: "Zero-based index of its first message."},
		{Name: "cwd", Go: "Cwd", Type: "string", Doc: "The working directory."},
	}, sourceFields("", " Absent when the agent did not record it.")...)},
	{Name: "SearchHit", Doc: "A place where a search matches.", Fields: []Field{
		{Name: "field", Go: "Field", Type: "HitField", Doc: "The text that matches."},
		{Name: "messageIndex", Go: "MessageIndex", Type: "index", Optional: true, Doc: "Zero-based index of the message in the session; absent for a title, and on a branch that is not the current one."},
		{Name: "messageId", Go: "MessageID", Type: "string", Optional: true, Doc: "The id of that message."},
		{Name: "role", Go: "Role", Type: "Role", Optional: true, Doc: "The role of that message."},
		{Name: "snippet", Go: "Snippet", Type: "string", Doc: "The text around the first match, on one line."},
		{Name: "ranges", Go: "Ranges", Type: "[]MatchRange", Doc: "The parts of the snippet that match."},
	}},
	{Name: "MatchRange", Doc: "A part of a snippet.", Fields: []Field{
		{Name: "start", Go: "Start", Type: "int", Unit: "code points", Doc: "The start of the part."},
		{Name: "end", Go: "End", Type: "int", Unit: "code points", Doc: "The end of the part, exclusive."},
	}},
	{Name: "CostSummary", Doc: "The spend of all matching sessions.", Fields: append(spendFields(),
		Field{Name: "sessionCount", Go: "SessionCount", Type: "int", Doc: "Sessions that match; with since or until, only those with a request in that range. Subagents and superseded copies are not counted."},
		Field{Name: "runCount", Go: "RunCount", Type: "int", Doc: "Runs of the matching sessions: those in the run index of agent-mux, and queries of recorded live sessions that ended. With since or until, only those that began in that range."},
		Field{Name: "priceTable", Go: "PriceTable", Type: "string", Doc: "The date of the price table."},
		Field{Name: "unpriced", Go: "Unpriced", Type: "[]ModelTokens", Optional: true, Doc: "Tokens without a known price, by model; included in the token counts, not in totalUsd."},
		Field{Name: "notItemisedUsd", Go: "NotItemisedUSD", Type: "money", Optional: true, Unit: "USD", Doc: "Money in the agents' own running totals without a request on disk (titles, compactions); not part of totalUsd. It has no time, so it is absent with since or until."},
		Field{Name: "inherited", Go: "Inherited", Type: "Spend", Optional: true, Doc: "Spend that the matching sessions repeat from other sessions; not included in the other figures."},
		Field{Name: "subagents", Go: "Subagents", Type: "Spend", Optional: true, Doc: "The part of the other figures that subagents spent."},
		Field{Name: "tiers", Go: "Tiers", Type: "[]TierSpend", Optional: true, Doc: "The other figures by tier, when any part is not of the standard one."},
		Field{Name: "breakdowns", Go: "Breakdowns", Type: "map[string]CostBreakdown", Optional: true, Doc: "A group for each key, when groupBy is set; the key is empty when it is unknown. A session with several tags belongs to several groups."},
	)},
	{Name: "CostBreakdown", Doc: "The spend of one group.", Fields: append(spendFields(),
		Field{Name: "key", Go: "Key", Type: "string", Doc: "The group's key: agent, model, tier, day of the request in the zone of the request, tag, working directory, unifiedId, branch, repository or version of the agent."},
		Field{Name: "sessionCount", Go: "SessionCount", Type: "int", Doc: "Sessions in this group; for a model or day, those with spend in it. With since or until, only those with a request in that range."},
		Field{Name: "runCount", Go: "RunCount", Type: "int", Optional: true, Doc: "Runs of these sessions, as in the summary."},
		Field{Name: "unpriced", Go: "Unpriced", Type: "[]ModelTokens", Optional: true, Doc: "Tokens without a known price, by model."},
		Field{Name: "notItemisedUsd", Go: "NotItemisedUSD", Type: "money", Optional: true, Unit: "USD", Doc: "Money in the agents' own running totals without a request on disk; not part of totalUsd. Absent in groups by day."},
		Field{Name: "inherited", Go: "Inherited", Type: "Spend", Optional: true, Doc: "Spend that is repeated from other sessions; not included in the other figures."},
		Field{Name: "subagents", Go: "Subagents", Type: "Spend", Optional: true, Doc: "The part of the other figures that subagents spent."},
		Field{Name: "tiers", Go: "Tiers", Type: "[]TierSpend", Optional: true, Doc: "The other figures by tier, when any part is not of the standard one."},
	)},
	{Name: "ModelTokens", Doc: "The tokens of one model.", Fields: append(tokenFields(),
		Field{Name: "model", Go: "Model", Type: "string", Doc: "The model; empty when the agent does not record it."},
	)},
	{Name: "SessionDiff", Doc: "What two sessions share and where they differ.", Fields: []Field{
		{Name: "a", Go: "A", Type: "DiffSide", Doc: "The first session."},
		{Name: "b", Go: "B", Type: "DiffSide", Doc: "The second session."},
		{Name: "operations", Go: "Operations", Type: "[]DiffOperation", Doc: "The steps from a to b in order; every message of a and of b is in exactly one."},
		{Name: "stats", Go: "Stats", Type: "DiffStats", Doc: "The number of steps of each type."},
	}},
	{Name: "DiffSide", Doc: "One of the two sessions compared.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent that the session belongs to."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "The agent's own session id."},
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Doc: "agent:sessionId."},
	}},
	{Name: "DiffOperation", Doc: "One step from a to b.", Fields: []Field{
		{Name: "type", Go: "Type", Type: "DiffType", Doc: "The type of the step."},
		{Name: "indexA", Go: "IndexA", Type: "index", Optional: true, Doc: "Zero-based index in a; absent for additions."},
		{Name: "indexB", Go: "IndexB", Type: "index", Optional: true, Doc: "Zero-based index in b; absent for removals."},
		{Name: "messageA", Go: "MessageA", Type: "Message", Optional: true, Doc: "The message of a; absent for additions."},
		{Name: "messageB", Go: "MessageB", Type: "Message", Optional: true, Doc: "The message of b; absent for removals."},
		{Name: "textEdits", Go: "TextEdits", Type: "[]TextEdit", Optional: true, Doc: "On request, for modifications: how the content changed."},
	}},
	{Name: "TextEdit", Doc: "One step from the content of a to the content of b.", Fields: []Field{
		{Name: "type", Go: "Type", Type: "TextEditType", Doc: "Whether the text is kept, deleted or inserted."},
		{Name: "text", Go: "Text", Type: "string", Doc: "The words, with the space around them."},
	}},
	{Name: "DiffStats", Doc: "The number of messages of each type of step.", Fields: []Field{
		{Name: "removals", Go: "Removals", Type: "int", Doc: "Messages only in a."},
		{Name: "additions", Go: "Additions", Type: "int", Doc: "Messages only in b."},
		{Name: "modifications", Go: "Modifications", Type: "int", Doc: "Messages of the same role and place with different content."},
		{Name: "unchanged", Go: "Unchanged", Type: "int", Doc: "Messages that are equal in both."},
	}},
	{Name: "DoctorReport", Doc: "The result of reading all session files.", Fields: []Field{
		{Name: "agents", Go: "Agents", Type: "[]AgentHealth", Doc: "A summary for each agent."},
		{Name: "files", Go: "Files", Type: "[]FileHealth", Doc: "A report for each session file or row, ordered by agent and path."},
	}},
	{Name: "AgentHealth", Doc: "A summary of an agent's files.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent."},
		{Name: "found", Go: "Found", Type: "bool", Doc: "Whether its base folder exists."},
		{Name: "files", Go: "Files", Type: "int", Doc: "Session files or rows read."},
		{Name: "bytes", Go: "Bytes", Type: "int", Unit: "bytes", Doc: "Bytes read."},
		{Name: "records", Go: "Records", Type: "int", Doc: "Records understood or kept as unknown."},
		{Name: "injected", Go: "Injected", Type: "int", Optional: true, Doc: "Records of context that the user did not type, such as reminders."},
		{Name: "skippedCount", Go: "SkippedCount", Type: "int", Doc: "Parts of files that could not be read unchanged."},
		{Name: "unreadable", Go: "Unreadable", Type: "int", Doc: "Files that could not be read at all."},
		{Name: "unknownTypes", Go: "UnknownTypes", Type: "map[string]int", Optional: true, Doc: "Records of types that this version does not know, by type."},
		{Name: "drift", Go: "Drift", Type: "[]DriftCount", Optional: true, Doc: "What a newer version of the agent may have changed, by version and kind."},
		{Name: "formatVersions", Go: "FormatVersions", Type: "map[string]int", Optional: true, Doc: "Files, by the version of the agent that wrote them."},
	}},
	{Name: "FileHealth", Doc: "The result of reading one session.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "The agent's own session id; empty for a database that cannot be read."},
		{Name: "path", Go: "Path", Type: "string", Doc: "The mount-relative path of its main file, or of the database."},
		{Name: "report", Go: "Report", Type: "Report", Optional: true, Doc: "What was read and what was skipped."},
		{Name: "error", Go: "Error", Type: "Diagnostic", Optional: true, Doc: "Why the session could not be read."},
	}},
	{Name: "AgentCommand", Doc: "A command line that continues a session.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "The session that the command continues."},
		{Name: "action", Go: "Action", Type: "SessionAction", Doc: "What the command does."},
		{Name: "argv", Go: "Argv", Type: "[]string", Doc: "The program and its arguments, not quoted for a shell."},
		{Name: "paths", Go: "Paths", Type: "[]int", Optional: true, Doc: "Indexes of the arguments that are mount-relative paths; the host replaces them by its own paths."},
		{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "The folder to run it in: the session's working directory."},
	}},
	{Name: "Session", Doc: "A session with its messages.", Fields: append(summaryFields(),
		Field{Name: "messages", Go: "Messages", Type: "[]Message", Doc: "The visible messages of the chosen branch, in order."},
		Field{Name: "branches", Go: "Branches", Type: "[]Branch", Optional: true, Doc: "Other branches, newest leaf first."},
		Field{Name: "raw", Go: "Raw", Type: "json", Optional: true, Doc: "On request: the original text of the session's records, as one string."},
		Field{Name: "redactions", Go: "Redactions", Type: "[]Redaction", Optional: true, Empty: true, Doc: "With redact: what was replaced, by rule; empty when nothing was."},
	)},
	{Name: "Redaction", Doc: "How often a rule replaced something in a redacted result.", Fields: []Field{
		{Name: "rule", Go: "Rule", Type: "string", ID: true, Doc: "email, home-path, or the name of a rule of gitleaks for secrets."},
		{Name: "count", Go: "Count", Type: "int", Doc: "The number of replacements."},
	}},
	{Name: "Branch", Doc: "A branch of a session that is not the one shown.", Fields: []Field{
		{Name: "leafId", Go: "LeafID", Type: "string", ID: true, Doc: "The id of its last message; pass it as branch."},
		{Name: "forkId", Go: "ForkID", Type: "string", Optional: true, ID: true, Doc: "The id of the last record that it shares with the current branch."},
		{Name: "messageCount", Go: "MessageCount", Type: "int", Doc: "The number of messages that only this branch has."},
		{Name: "title", Go: "Title", Type: "string", Optional: true, Doc: "Its first prompt, as a title."},
		{Name: "updatedAt", Go: "UpdatedAt", Type: "time", Optional: true, Doc: "The time of its last message."},
	}},
	{Name: "Message", Doc: "One API message, one prompt, or one tool result.", Fields: []Field{
		{Name: "id", Go: "ID", Type: "string", Optional: true, ID: true, Doc: "The agent's id of the record, or of the first of several merged records."},
		{Name: "parentId", Go: "ParentID", Type: "string", Optional: true, ID: true, Doc: "The id of the record that it follows, if the format is a tree."},
		{Name: "origin", Go: "Origin", Type: "Origin", Optional: true, Doc: "The session that first recorded it, when this session is a fork or copy that repeats it."},
		{Name: "role", Go: "Role", Type: "Role", Doc: "The message's author."},
		{Name: "type", Go: "Type", Type: "MessageType", Doc: "The message type of the agent SDK."},
		{Name: "kind", Go: "Kind", Type: "string", Optional: true, Doc: "The kind of a special message: compaction, api_error, interrupted, subagent_result, shell, model_switch or notice."},
		{Name: "content", Go: "Content", Type: "string", Doc: "The text; blocks are joined by a blank line. Empty for tool results and messages that only call tools."},
		{Name: "timestamp", Go: "Timestamp", Type: "time", Optional: true, Doc: "The time at which it was recorded."},
		{Name: "toolCalls", Go: "ToolCalls", Type: "[]ToolCall", Optional: true, Doc: "The tool calls of this message."},
		{Name: "toolResult", Go: "ToolResult", Type: "ToolResult", Optional: true, Doc: "The tool's result, when role is tool."},
		{Name: "attachments", Go: "Attachments", Type: "[]Attachment", Optional: true, Doc: "Images and files, without their bytes."},
		{Name: "tokenUsage", Go: "TokenUsage", Type: "TokenUsage", Optional: true, Doc: "The tokens of this API message."},
		{Name: "cost", Go: "Cost", Type: "CostRecord", Optional: true, Doc: "The cost of this API message."},
		{Name: "thinking", Go: "Thinking", Type: "string", Optional: true, Doc: "The thinking or reasoning text."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "The model that answered."},
	}, GoOnly: []Field{{Go: "Compaction", Type: "Compaction", Doc: "What is recorded of a compaction, beside its summary."}}},
	{Name: "Origin", Doc: "The first record of a message that this session repeats.", Fields: []Field{
		{Name: "sessionId", Go: "SessionID", Type: "string", ID: true, Doc: "The native id of the session that first recorded it."},
		{Name: "index", Go: "Index", Type: "int", Doc: "Zero-based index of the message among those repeated from that session."},
	}},
	{Name: "ToolCall", Doc: "A call of a tool.", Fields: []Field{
		{Name: "toolCallId", Go: "ToolCallID", Type: "string", ID: true, Doc: "The agent's id of the call."},
		{Name: "toolName", Go: "ToolName", Type: "string", Doc: "The tool's name."},
		{Name: "input", Go: "Input", Type: "json", Doc: "The arguments; a string if the agent stored text."},
		{Name: "output", Go: "Output", Type: "json", Optional: true, Doc: "On request: the output of its result."},
		{Name: "durationMs", Go: "DurationMS", Type: "int", Optional: true, Unit: "ms", Doc: "The duration of the call, if recorded."},
	}},
	{Name: "ToolResult", Doc: "What a tool returned.", Fields: []Field{
		{Name: "toolCallId", Go: "ToolCallID", Type: "string", ID: true, Doc: "The id of the call that it answers."},
		{Name: "toolName", Go: "ToolName", Type: "string", Doc: "The tool's name; empty when the call is not on disk."},
		{Name: "output", Go: "Output", Type: "json", Doc: "The output: a string for text, a list of blocks when there is more than text."},
		{Name: "isError", Go: "IsError", Type: "bool", Optional: true, Doc: "Whether the tool failed or was refused."},
		{Name: "exitCode", Go: "ExitCode", Type: "int", Optional: true, Doc: "The command's exit status, if it is not 0."},
	}, GoOnly: []Field{{Go: "Denied", Type: "bool", Doc: "Whether the record says that the call was refused; what it wrote may be a person's words."}}},
	{Name: "Attachment", Doc: "An image or file that belongs to a message.", Fields: []Field{
		{Name: "id", Go: "ID", Type: "string", Optional: true, ID: true, Doc: "Its id within the session: attachments.get returns its bytes, where the agent's files have them."},
		{Name: "mediaType", Go: "MediaType", Type: "string", Optional: true, Doc: "The MIME type."},
		{Name: "name", Go: "Name", Type: "string", Optional: true, Doc: "The file name or URL."},
		{Name: "bytes", Go: "Bytes", Type: "int", Optional: true, Unit: "bytes", Doc: "The size of the stored (base64) text."},
	}},
	{Name: "TokenUsage", Doc: "The tokens of one API message.", Fields: tokenFields()},
	{Name: "CostRecord", Doc: "The tokens and money of a session or message.", Fields: append(spendFields(),
		Field{Name: "priceTable", Go: "PriceTable", Type: "string", Optional: true, Doc: "The date of the price table, when any part was computed."},
		Field{Name: "unpricedModels", Go: "UnpricedModels", Type: "[]string", Optional: true, Doc: "Models whose tokens are counted but have no price."},
		Field{Name: "notItemisedUsd", Go: "NotItemisedUSD", Type: "money", Optional: true, Unit: "USD", Doc: "Money in the agent's own running total without a request on disk (titles, compactions); not part of totalUsd. Absent when it is zero or unknown."},
		Field{Name: "inherited", Go: "Inherited", Type: "Spend", Optional: true, Doc: "Spend of records copied from another session; not included in the other figures."},
		Field{Name: "subagents", Go: "Subagents", Type: "Spend", Optional: true, Doc: "The part of the other figures that subagents spent."},
		Field{Name: "tiers", Go: "Tiers", Type: "[]TierSpend", Optional: true, Doc: "The other figures by tier, when any part is not of the standard one."},
	)},
	{Name: "Spend", Doc: "The tokens and money of a part.", Fields: spendFields()},
	{Name: "TierSpend", Doc: "The part of a spend that was made on the same terms.", Fields: append(spendFields(),
		Field{Name: "tier", Go: "Tier", Type: "string", Doc: "standard, or what the agent recorded: fast, priority, flex, batch, a region; several are joined by +."},
		Field{Name: "unknownFactor", Go: "UnknownFactor", Type: "bool", Optional: true, Doc: "Some of it is computed at the standard price, because no factor is known for its model and tier."},
	)},
	{Name: "Diagnostic", Doc: "A reason why a result is incomplete.", Fields: []Field{
		{Name: "code", Go: "Code", Type: "string", Doc: "A stable error code."},
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Doc: "The agent whose data it concerns."},
		{Name: "path", Go: "Path", Type: "string", Optional: true, Doc: "The mount-relative path of the file."},
		{Name: "line", Go: "Line", Type: "int", Optional: true, Doc: "The line, counted from 1."},
		{Name: "offset", Go: "Offset", Type: "int", Optional: true, Unit: "bytes", Doc: "The offset from the start of the file."},
		{Name: "message", Go: "Message", Type: "string", Doc: "What happened."},
		{Name: "hint", Go: "Hint", Type: "string", Optional: true, Doc: "What to do next."},
	}},
	{Name: "Report", Doc: "What was read of a session's files, and what was skipped.", Fields: []Field{
		{Name: "bytes", Go: "Bytes", Type: "int", Unit: "bytes", Doc: "Bytes read."},
		{Name: "records", Go: "Records", Type: "int", Doc: "Records understood or kept as unknown."},
		{Name: "injected", Go: "Injected", Type: "int", Optional: true, Doc: "Records of context that the user did not type: reminders, environment blocks, system prompts."},
		{Name: "skipped", Go: "Skipped", Type: "[]SkippedRecord", Optional: true, Doc: "The first 100 parts that could not be read unchanged, in file order."},
		{Name: "skippedCount", Go: "SkippedCount", Type: "int", Optional: true, Doc: "The total number of skipped parts."},
		{Name: "unknownTypes", Go: "UnknownTypes", Type: "map[string]int", Optional: true, Doc: "Records of types that this version does not know, by type."},
		{Name: "drift", Go: "Drift", Type: "[]DriftCount", Optional: true, Doc: "What a newer version of the agent may have changed in the session, by kind."},
		{Name: "formatVersion", Go: "FormatVersion", Type: "string", Optional: true, Doc: "The newest version of the agent that wrote the session, or the name of the format."},
		{Name: "naiveTimes", Go: "NaiveTimes", Type: "bool", Optional: true, Doc: "Whether times without a zone were read as UTC."},
	}},
	{Name: "DriftCount", Doc: "How often a session has what this Heddle does not know, or does not have what it should.", Fields: []Field{
		{Name: "kind", Go: "Kind", Type: "string", Doc: "answersWithoutUsage, answersWithoutTime, unknownRecords, unknownBlocks, unknownMembers, unknownUsageMembers, unknownTools, missingMembers, missingParents, unknownTags, missingColumns, unreadFiles, unreachableTexts, newerVersions, numbersAsText or epochTimes; the last two are read all the same."},
		{Name: "name", Go: "Name", Type: "string", Optional: true, Doc: "The type, member, tool, tag, column, folder or version, where there is one."},
		{Name: "version", Go: "Version", Type: "string", Optional: true, Doc: "The version of the agent that wrote it."},
		{Name: "count", Go: "Count", Type: "int", Doc: "How often."},
	}},
	{Name: "SkippedRecord", Doc: "A part of a file that could not be read.", Fields: []Field{
		{Name: "path", Go: "Path", Type: "string", Doc: "The mount-relative path of the file."},
		{Name: "line", Go: "Line", Type: "int", Optional: true, Doc: "The line, counted from 1."},
		{Name: "offset", Go: "Offset", Type: "int", Unit: "bytes", Doc: "The offset from the start of the file."},
		{Name: "reason", Go: "Reason", Type: "string", Doc: "truncated, syntax, nul, depth, line-too-long, sparse, not-object, glued, utf8 or shape; with the last three the part is still read."},
	}},
}, append(storeTypes, liveTypes...)...), statsTypes...), tagTypes...), viewTypes...), originTypes...)

// sourceFields are what agents record of the repository and of themselves.
func sourceFields(when, more string) []Field {
	return []Field{
		{Name: "repository", Go: "Repository", Type: "string", Optional: true, Doc: "The URL of the repository's remote" + when + ", without credentials." + more},
		{Name: "gitBranch", Go: "GitBranch", Type: "string", Optional: true, Doc: "The branch of the repository" + when + "." + more},
		{Name: "commit", Go: "Commit", Type: "string", Optional: true, Doc: "The commit that was checked out" + when + "." + more},
		{Name: "agentVersion", Go: "AgentVersion", Type: "string", Optional: true, Doc: "The version of the agent" + when + "." + more},
	}
}

func summaryFields() []Field {
	return append([]Field{
		{Name: "agent", Go: "Agent", Type: "string", ID: true, Doc: "The agent that the session belongs to."},
		{Name: "sessionId", Go: "SessionID", Type: "string", ID: true, Doc: "The agent's own session id."},
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", ID: true, Doc: "agent:sessionId."},
		{Name: "title", Go: "Title", Type: "string", Doc: "The name set by the user, else by the agent, else the first real prompt; one line of at most 100 code points."},
		{Name: "createdAt", Go: "CreatedAt", Type: "time", Optional: true, Doc: "The time of the first record; absent when it is unknown."},
		{Name: "updatedAt", Go: "UpdatedAt", Type: "time", Optional: true, Doc: "The time of the last record."},
		{Name: "turnCount", Go: "TurnCount", Type: "int", Doc: "The number of answered prompts by a person or SDK caller."},
		{Name: "messageCount", Go: "MessageCount", Type: "int", Doc: "The number of visible messages of all roles."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "The model with the most answers; on a tie, the latest."},
		{Name: "cost", Go: "Cost", Type: "CostRecord", Optional: true, Doc: "The spend of the session; absent when no usage is on disk."},
		{Name: "tags", Go: "Tags", Type: "[]string", Doc: "Tags of the session: those of sessions.tag, those in the run index of agent-mux, and extra.tags of a recording in the store."},
		{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "The working directory at the start."},
		{Name: "spans", Go: "Spans", Type: "[]Span", Optional: true, Doc: "The parts of the session in order, where the project was moved between prompts, or its branch, commit or the agent's version changed; absent when nothing changed."},
		{Name: "forkedFrom", Go: "ForkedFrom", Type: "string", Optional: true, ID: true, Doc: "The native id of the session that it was forked from."},
		{Name: "isSubagent", Go: "IsSubagent", Type: "bool", Optional: true, Doc: "Whether it is a subagent's session."},
		{Name: "parentSessionId", Go: "ParentSessionID", Type: "string", Optional: true, ID: true, Doc: "The native id of the session that started this subagent or child."},
		{Name: "supersededBy", Go: "SupersededBy", Type: "string", Optional: true, ID: true, Doc: "The native id of the longer copy that replaces it."},
		{Name: "archived", Go: "Archived", Type: "bool", Optional: true, Doc: "Whether the agent keeps it in its archive."},
		{Name: "importedAs", Go: "ImportedAs", Type: "string", Optional: true, ID: true, Doc: "The unified id of its copy in the store."},
		{Name: "recordedAs", Go: "RecordedAs", Type: "[]string", Optional: true, ID: true, Doc: "The unified ids of its recordings in the store: sessions of the store whose extra.native names it."},
		{Name: "originalUnifiedId", Go: "OriginalUnifiedID", Type: "string", Optional: true, ID: true, Doc: "For a copy or recording in the store: the unified id of the session that it was imported from, or that the agent wrote while it was recorded."},
		{Name: "originalGone", Go: "OriginalGone", Type: "bool", Optional: true, Doc: "For a copy or recording in the store: whether the agent no longer has the original here."},
		{Name: "origin", Go: "Origin", Type: "string", Optional: true, Doc: "The machine that the session comes from, as the import of its copy or the recording named it. Of several, the first one in byte order."},
		{Name: "lineage", Go: "Lineage", Type: "string", ID: true, Doc: "local: forks and copies are detected only from this session's own records."},
	}, sourceFields(" that the agent recorded last", " Absent when it recorded none.")...)
}

// Enums lists the closed sets of strings.
var Enums = append([]Enum{
	{Name: "Role", Doc: "The author of a message.", Values: []EnumValue{
		{"user", "A person or SDK caller."}, {"assistant", "The model."}, {"system", "The agent: summaries, failures, notices."}, {"tool", "A tool's result."}}},
	{Name: "MessageType", Doc: "The message types of the agent SDK that sessions on disk use.", Values: []EnumValue{
		{"user", "A prompt."}, {"assistant", "An answer."}, {"tool_result", "A tool's result."}, {"system", "A notice."}, {"error", "A failure."}}},
	{Name: "CostSource", Doc: "How an amount in USD was determined.", Values: []EnumValue{
		{"recorded", "The agent recorded it."}, {"computed", "Tokens times the prices of the price table."}, {"mixed", "Parts of several sources; unpriced parts are listed."}, {"unpriced", "No price is known."}}},
	{Name: "SortKey", Doc: "The sort key of a list.", Values: []EnumValue{
		{"date", "updatedAt."}, {"cost", "cost.totalUsd, unpriced last."}, {"turns", "turnCount."}}},
	{Name: "SortDirection", Doc: "The direction of a sort.", Values: []EnumValue{
		{"asc", "Smallest first."}, {"desc", "Greatest first."}}},
	{Name: "SearchSort", Doc: "The sort key of search results.", Values: []EnumValue{
		{"relevance", "relevanceScore."}, {"date", "updatedAt."}, {"cost", "cost.totalUsd, unpriced last."}}},
	{Name: "HitField", Doc: "A text that a search reads.", Values: []EnumValue{
		{"title", "The session's title."}, {"content", "A message's content."}, {"thinking", "A message's thinking."},
		{"toolCall", "The input of a tool call."}, {"toolResult", "A tool's output."}}},
	{Name: "GroupBy", Doc: "The dimension by which spend is grouped.", Values: []EnumValue{
		{"agent", "The agent."}, {"model", "The model that answered."}, {"day", "The day of the request, YYYY-MM-DD, in the zone of the request, else in UTC."}, {"tag", "The caller's tags."},
		{"cwd", "The session's working directory."}, {"tier", "The terms of the request: standard, fast, priority, flex, batch or a region; several are joined by +."}, {"session", "The session's unifiedId."},
		{"git-branch", "The branch of the repository when the request was made, as the request's own record has it; empty when it has none."},
		{"repo", "The URL of the repository's remote, likewise."}, {"version", "The version of the agent, likewise."},
		{"origin", "The origin of the copy that has the request; empty for requests without one. Of several origins it is the first one in byte order."}}},
	{Name: "DiffType", Doc: "The type of a step of a comparison.", Values: []EnumValue{
		{"addition", "Only in b."}, {"removal", "Only in a."}, {"modification", "In both, with different content."}, {"unchanged", "In both, the same."}}},
	{Name: "TextEditType", Doc: "The type of a change of text.", Values: []EnumValue{
		{"equal", "In both."}, {"delete", "Only in a."}, {"insert", "Only in b."}}},
	{Name: "DiffFormat", Doc: "The format of a comparison as text.", Values: []EnumValue{
		{"unified", "One column, with - and + before lines."}, {"side-by-side", "Two columns."}, {"markdown", "Headings and fenced diffs."}}},
	{Name: "SessionPersistence", Doc: "Where an agent keeps its sessions.", Values: []EnumValue{
		{"file", "In files, one or several for each session."}, {"sqlite", "In SQLite databases."}, {"server", "On a server: the store of an address."}}},
	{Name: "SessionAction", Doc: "How to continue a session.", Values: []EnumValue{
		{"resume", "Continues the session itself."}, {"fork", "Continues a copy; the session does not change."}}},
}, append(append(storeEnums, liveEnums...), viewEnums...)...)
