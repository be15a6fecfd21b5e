package schema

// What reading and changing the store can fail with, besides INVALID_ARGUMENT.
var (
	storeErrors  = []string{"SESSION_NOT_FOUND", "INVALID_ARGUMENT", "PARSE_ERROR", "UNSUPPORTED", "IO_ERROR", "TIMEOUT"}
	changeErrors = append([]string{"CONFLICT", "PERMISSION_DENIED"}, storeErrors...)
	threadErrors = append([]string{"THREAD_NOT_FOUND"}, storeErrors...)
	threadChange = append([]string{"THREAD_NOT_FOUND"}, changeErrors...)
)

func with(errors []string, more ...string) []string {
	return append(append([]string{}, more...), errors...)
}

// storeOps are the operations of the store.
var storeOps = []Op{
	{ID: 14, Name: "store.register", Doc: "Makes a session. When it exists already nothing changes.",
		Request: "RegisterRequest", Result: "StoredSession", Errors: changeErrors},
	{ID: 15, Name: "store.update", Doc: "Lays metadata over a session's; a session that does not exist is made.",
		Request: "UpdateRequest", Result: "StoredSession", Errors: changeErrors},
	{ID: 16, Name: "store.record", Doc: "Appends messages to a session, all of them or none. A session that does not exist is made; its model follows the messages.",
		Request: "RecordRequest", Result: "StoredSession", Errors: with(changeErrors, "MESSAGE_LIMIT_REACHED")},
	{ID: 17, Name: "store.get", Doc: "A session's metadata.",
		Request: "StoreRead", Result: "StoredSession", Errors: storeErrors},
	{ID: 18, Name: "store.list", Doc: "Sessions of the store, the latest update first, then by id.",
		Request: "StoreListRequest", Result: "[]StoredSession", Errors: storeErrors},
	{ID: 19, Name: "store.messages", Doc: "A session's messages in the order in which they were recorded.",
		Request: "StoreMessagesRequest", Result: "[]json", Errors: storeErrors},
	{ID: 20, Name: "store.messageCount", Doc: "How many messages were recorded, hidden ones too; 0 for a session that does not exist.",
		Request: "StoreName", Result: "int", Errors: storeErrors},
	{ID: 21, Name: "store.sessionCount", Doc: "How many sessions there are.",
		Request: "StoreRequest", Result: "int", Errors: storeErrors},
	{ID: 22, Name: "store.delete", Doc: "Removes a session with its threads. One that does not exist is nothing to do. What forks show stays.",
		Request: "StoreChange", Result: "none", Errors: changeErrors},
	{ID: 23, Name: "store.clear", Doc: "Removes all sessions and says how many there were.",
		Request: "StoreRequest", Result: "int", Errors: changeErrors},
	{ID: 24, Name: "store.fork", Doc: "Makes a session that begins with another one's messages and metadata. They are named, not copied, whatever their number; an active share is not inherited.",
		Request: "StoreForkRequest", Result: "StoredSession", Errors: changeErrors},
	{ID: 25, Name: "store.share", Doc: "Makes a share of a session, in place of an active one.",
		Request: "ShareRequest", Result: "StoredShare", Errors: changeErrors},
	{ID: 26, Name: "store.getShare", Doc: "A session's share, active or revoked; null when there never was one.",
		Request: "StoreRead", Result: "StoredShare", Null: true, Errors: storeErrors},
	{ID: 27, Name: "store.unshare", Doc: "Revokes the active share; when there is none nothing changes.",
		Request: "StoreChange", Result: "none", Errors: changeErrors},
	{ID: 28, Name: "store.revert", Doc: "Sets the boundary of what a session shows, which one member names: everything before it is shown, whatever was hidden, and everything after it is hidden. Nothing is removed, and what is recorded afterwards is visible.",
		Request: "RevertRequest", Result: "StoredSession", Errors: with(changeErrors, "INVALID_SELECTOR")},
	{ID: 29, Name: "store.unrevert", Doc: "Shows everything again.",
		Request: "StoreChange", Result: "StoredSession", Errors: changeErrors},
	{ID: 30, Name: "store.summarize", Doc: "Stores a summary: the one given, else one that quotes the user's first message and the agent's latest output.",
		Request: "SummarizeRequest", Result: "StoredSummary", Errors: changeErrors},
	{ID: 31, Name: "store.getSummary", Doc: "The stored summary; null when there is none.",
		Request: "StoreRead", Result: "StoredSummary", Null: true, Errors: storeErrors},
	{ID: 32, Name: "store.export", Doc: "A session as a snapshot of version 1, canonical JSON: metadata, all messages, hidden ones too, and threads.",
		Request: "StoreRead", Result: "text", Errors: storeErrors},
	{ID: 33, Name: "store.import", Doc: "Makes a session of a snapshot; what an export gave comes back as it was, with fresh sequence numbers. Also reads snapshots with snake_case names and times in milliseconds.",
		Request: "StoreImportRequest", Result: "StoredSession", Errors: with(changeErrors, "INVALID_EXPORT_FORMAT")},
	{ID: 34, Name: "store.events", Doc: "A page of a session's log, in order. A page without events is the end of the log as it stands.",
		Request: "EventsRequest", Result: "StoreEvents", Errors: storeErrors},
	{ID: 35, Name: "store.check", Doc: "Verifies everything that can be verified: the file, every checksum and sequence, that every session can be read, and that what forks share is there. Nothing found is an empty list.",
		Request: "StoreRequest", Result: "[]StoreProblem", Errors: storeErrors},
	{ID: 36, Name: "store.stats", Doc: "How large the store is.",
		Request: "StoreRequest", Result: "StoreStats", Errors: storeErrors},
	{ID: 37, Name: "store.compact", Doc: "Frees what deleted sessions left behind, unless a fork shows it. Nothing visible changes; positions before a deletion can no longer be read.",
		Request: "StoreRequest", Result: "StoreCompacted", Errors: changeErrors},
	{ID: 38, Name: "store.nativeSessions", Doc: "Sessions as the agent itself keeps them, in the store's form; where the agent keeps none, the store's.",
		Request: "StoreListRequest", Result: "[]StoredSession", Errors: with(storeErrors, "AGENT_NOT_FOUND")},
	{ID: 39, Name: "store.nativeMessages", Doc: "The messages of a session as its agent keeps them, in the store's form; where it keeps none, the store's.",
		Request: "NativeMessagesRequest", Result: "[]json", Errors: with(storeErrors, "AGENT_NOT_FOUND")},
	{ID: 40, Name: "messages.normalize", Doc: "Makes a message of one record that an agent prints, without what came before it: camelCase names, the text of nested content as content, the category of an error. What is no message of its own and what is not understood become raw, with the original in raw. Pure.",
		Request: "NormalizeRequest", Result: "json", Errors: []string{"INVALID_ARGUMENT"}},
	{ID: 41, Name: "messages.parseStopReason", Doc: "Reads why an agent stopped, as agents write it: end_turn, max_tokens, stop_sequence, refusal, tool_use_stop or unknown_stop. Pure.",
		Request: "ParseRequest", Result: "string"},
	{ID: 42, Name: "messages.parsePermissionMode", Doc: "Reads a permission mode in either spelling: default, accept_edits, bypass_permissions, plan or dont_ask; anything else is default. Pure.",
		Request: "ParseRequest", Result: "string"},
	{ID: 43, Name: "messages.makeRequestId", Doc: "Draws an id for a request.",
		Request: "StoreRequest", Result: "string"},
	{ID: 44, Name: "sessions.import", Doc: "Copies agents' sessions into the store, where they outlive the agent's own clean-up. Only what is new is added: a second time nothing changes.",
		Request: "ImportRequest", Result: "ImportReport", Errors: with(changeErrors, "AGENT_NOT_FOUND")},
	{ID: 45, Name: "threads.start", Doc: "Makes a thread and makes it the active one. A session that does not exist is made.",
		Request: "ThreadStartRequest", Result: "StoredThread", Errors: changeErrors},
	{ID: 46, Name: "threads.list", Doc: "A session's threads, the latest update first, then by id; none for a session that does not exist.",
		Request: "StoreRead", Result: "[]StoredThread", Errors: storeErrors},
	{ID: 47, Name: "threads.loaded", Doc: "A session's threads, filtered, with what is active.",
		Request: "ThreadsLoadedRequest", Result: "LoadedThreads", Errors: storeErrors},
	{ID: 48, Name: "threads.get", Doc: "A thread's metadata.",
		Request: "ThreadRead", Result: "StoredThread", Errors: threadErrors},
	{ID: 49, Name: "threads.read", Doc: "A thread and, when asked for, the messages it shows.",
		Request: "ThreadReadRequest", Result: "ThreadContent", Errors: threadErrors},
	{ID: 50, Name: "threads.messages", Doc: "A thread's messages in the order in which they were recorded, each with the thread's id.",
		Request: "ThreadMessagesRequest", Result: "[]json", Errors: threadErrors},
	{ID: 51, Name: "threads.record", Doc: "Appends messages to a thread and so to its session, all of them or none.",
		Request: "ThreadRecordRequest", Result: "StoredThread", Errors: with(threadChange, "MESSAGE_LIMIT_REACHED")},
	{ID: 52, Name: "threads.resume", Doc: "Gives a thread the status active and makes it the session's active thread.",
		Request: "ThreadChange", Result: "StoredThread", Errors: threadChange},
	{ID: 53, Name: "threads.fork", Doc: "Makes a thread that begins with the messages another one shows. The session's own history and count stay as they are.",
		Request: "ThreadForkRequest", Result: "StoredThread", Errors: with(threadChange, "MESSAGE_LIMIT_REACHED")},
	{ID: 54, Name: "threads.rollback", Doc: "Sets the boundary of what a thread shows, which one member names: everything before it is shown, whatever earlier rollbacks hid, and everything after it is hidden; count only hides. What the session hides stays hidden, and what is recorded afterwards is visible.",
		Request: "ThreadRollbackRequest", Result: "StoredThread", Errors: with(threadChange, "INVALID_SELECTOR")},
	{ID: 55, Name: "threads.compact", Doc: "A rollback of the active thread, when no thread is named, and to nothing, when no boundary is.",
		Request: "ThreadCompactRequest", Result: "StoredThread", Errors: with(threadChange, "INVALID_SELECTOR")},
	{ID: 56, Name: "threads.archive", Doc: "Archives a thread; it is the active one no longer.",
		Request: "ThreadChange", Result: "StoredThread", Errors: threadChange},
	{ID: 57, Name: "threads.unarchive", Doc: "Gives an archived thread the status active.",
		Request: "ThreadChange", Result: "StoredThread", Errors: threadChange},
	{ID: 58, Name: "threads.rename", Doc: "Sets a thread's name.",
		Request: "ThreadRenameRequest", Result: "StoredThread", Errors: threadChange},
	{ID: 59, Name: "threads.updateMetadata", Doc: "Lays members over a thread's metadata; null removes one.",
		Request: "ThreadMetadataRequest", Result: "StoredThread", Errors: threadChange},
	{ID: 60, Name: "threads.setStatus", Doc: "Makes a thread active, paused or completed, in name only: which one is the session's active thread does not change.",
		Request: "ThreadStatusRequest", Result: "StoredThread", Errors: threadChange},
	{ID: 61, Name: "threads.delete", Doc: "Removes a thread. Its messages stay in the session's history, and its forks keep theirs.",
		Request: "ThreadChange", Result: "none", Errors: threadChange},
	{ID: 62, Name: "threads.setActive", Doc: "Makes a thread the session's active one, in place of any other. An archived thread cannot be.",
		Request: "ThreadChange", Result: "none", Errors: threadChange},
	{ID: 63, Name: "threads.active", Doc: "The id of a session's active thread; null when it has none.",
		Request: "StoreRead", Result: "string", Null: true, Errors: storeErrors},
	{ID: 64, Name: "threads.clearActive", Doc: "Leaves a session without an active thread.",
		Request: "StoreChange", Result: "none", Errors: changeErrors},
	{ID: 65, Name: "threads.unsubscribe", Doc: "Takes a thread's place as the active one away, if it has it.",
		Request: "ThreadChange", Result: "ThreadUnsubscribed", Errors: threadChange},
	{ID: 66, Name: "threads.count", Doc: "How many threads a session has; 0 when it does not exist.",
		Request: "StoreName", Result: "int", Errors: storeErrors},
	{ID: 67, Name: "threads.clear", Doc: "Removes all threads of all sessions and says how many there were.",
		Request: "StoreRequest", Result: "int", Errors: changeErrors},
	{ID: 68, Name: "threads.unrollback", Doc: "Shows everything that rollbacks of a thread have hidden. What the session hides stays hidden.",
		Request: "ThreadChange", Result: "StoredThread", Errors: threadChange},
	{ID: 69, Name: "messages.normalizeText", Doc: "Makes messages of all that a process printed: JSON Lines, JSON or server-sent events of Claude Code, Codex (exec and app-server), Gemini, Copilot, OpenCode, pi, omp, OpenClaw or an agent that speaks the Agent Client Protocol, recognized record by record. Deltas are folded, and what is printed twice counts once. What cannot be read is noted with line and offset, and the rest is read. Pure.",
		Request: "NormalizeTextRequest", Result: "[]json", Errors: []string{"INVALID_ARGUMENT"}},
}

// The fields that requests of the store share.
var (
	inSession = Field{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "The session, at most 1,024 bytes of UTF-8."}
	inThread  = Field{Name: "threadId", Go: "ThreadID", Type: "string", Doc: "The thread."}
	atField   = Field{Name: "at", Go: "At", Type: "int", Optional: true, Default: "now", Doc: "Read the past: the session's position to read at."}
	once      = Field{Name: "requestId", Go: "RequestID", Type: "string", Optional: true, Default: "a new one", Doc: "A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back."}
	expect    = Field{Name: "expect", Go: "Expect", Type: "index", Optional: true, Default: "any", Doc: "The position that the session must be at, else CONFLICT; 0: it must never have existed."}
	newThread = Field{Name: "name", Go: "Name", Type: "string", Optional: true, Default: "the thread's id", Doc: "Its name."}
	parent    = Field{Name: "parentThreadId", Go: "ParentThreadID", Type: "string", Optional: true, Doc: "The thread it comes from; lineage only. Of a fork, by default the source."}
	metadata  = Field{Name: "metadata", Go: "Metadata", Type: "json", Optional: true, Doc: "An object of the caller's."}
	messages  = Field{Name: "messages", Go: "Messages", Type: "[]json", Doc: "Objects with a type, kept as they are in canonical form; docs/messages.md lists the types."}
)

func changing(fields ...Field) []Field { return append(fields, once, expect) }

func selecting(fields ...Field) []Field {
	return append(fields,
		Field{Name: "visibleMessageCount", Go: "VisibleMessageCount", Type: "index", Optional: true, Doc: "Show exactly the first recorded messages, so many of them; all when there are fewer."},
		Field{Name: "messageId", Go: "MessageID", Type: "string", Optional: true, Doc: "Show everything up to the last message with this id, which may be hidden now."},
		Field{Name: "uuid", Go: "UUID", Type: "string", Optional: true, Doc: "Show everything up to the last message with this uuid, which may be hidden now."},
	)
}

func paging(fields ...Field) []Field {
	return append(fields,
		Field{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "all", Doc: "At most this many."},
		Field{Name: "offset", Go: "Offset", Type: "int", Optional: true, Doc: "Skip this many of what would be returned."},
		Field{Name: "types", Go: "Types", Type: "[]string", Optional: true, Default: "all", Doc: "Only messages of these types."},
		Field{Name: "includeHidden", Go: "IncludeHidden", Type: "bool", Optional: true, Doc: "Also what a revert or rollback hides."},
	)
}

func patching(fields ...Field) []Field {
	return append(fields,
		Field{Name: "adapter", Go: "Adapter", Type: "string", Optional: true, Doc: "The agent that runs it, for example claude."},
		Field{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "The model."},
		Field{Name: "cwd", Go: "CWD", Type: "string", Optional: true, Doc: "The working directory."},
		Field{Name: "updatedAt", Go: "UpdatedAt", Type: "time", Optional: true, Default: "now", Doc: "Time of the last update."},
		Field{Name: "messageLimit", Go: "MessageLimit", Type: "index", Optional: true, Doc: "The greatest number of messages; 0: any."},
		Field{Name: "extra", Go: "Extra", Type: "json", Optional: true, Doc: "An object of the caller's, laid over what is there; null removes a member. fork, share, summary and view are the store's."},
	)
}

// storeRequests are the requests of storeOps.
var storeRequests = []Type{
	{Name: "StoreRequest", In: true, Doc: "Asks about the store as a whole; no fields."},
	{Name: "StoreName", In: true, Doc: "Names a session of the store.", Fields: []Field{inSession}},
	{Name: "StoreRead", In: true, Doc: "Names a session of the store, now or in the past.", Fields: []Field{inSession, atField}},
	{Name: "StoreChange", In: true, Doc: "Names a session of the store to change.", Fields: changing(inSession)},
	{Name: "RegisterRequest", In: true, Doc: "A new session's metadata.", Fields: changing(patching(inSession,
		Field{Name: "createdAt", Go: "CreatedAt", Type: "time", Optional: true, Default: "now", Doc: "When it began."})...)},
	{Name: "UpdateRequest", In: true, Doc: "Metadata to set; what is left out stays.", Fields: changing(patching(inSession)...)},
	{Name: "RecordRequest", In: true, Doc: "Messages to append.", Fields: changing(inSession, messages)},
	{Name: "StoreListRequest", In: true, Doc: "Which sessions to list.", Fields: []Field{
		{Name: "adapter", Go: "Adapter", Type: "string", Optional: true, Doc: "Only this agent's."},
		{Name: "cwd", Go: "CWD", Type: "string", Optional: true, Doc: "Only those of this working directory."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "Only those of this model."},
		{Name: "since", Go: "Since", Type: "time", Optional: true, Doc: "Only those updated at this time or later."},
		inZone,
		{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "all", Doc: "At most this many."},
	}},
	{Name: "StoreMessagesRequest", In: true, Doc: "Which messages to read.", Fields: append(paging(inSession), atField)},
	{Name: "StoreForkRequest", In: true, Doc: "What to fork, and how.", Fields: changing(
		Field{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "The session to fork."},
		Field{Name: "newSessionId", Go: "NewSessionID", Type: "string", Optional: true, Default: "a new one", Doc: "Id of the fork."},
		Field{Name: "includeHidden", Go: "IncludeHidden", Type: "flag", Optional: true, Default: "true", Doc: "true keeps hidden messages, hidden; false leaves them out."},
		Field{Name: "extra", Go: "Extra", Type: "json", Optional: true, Doc: "An object laid over the copied extra."},
		atField)},
	{Name: "ShareRequest", In: true, Doc: "What to share.", Fields: changing(inSession,
		Field{Name: "shareId", Go: "ShareID", Type: "string", Optional: true, Default: "a new one", Doc: "Id of the share."})},
	{Name: "RevertRequest", In: true, Doc: "Where to revert to.", Fields: changing(selecting(inSession)...)},
	{Name: "SummarizeRequest", In: true, Doc: "What to summarize, and with what.", Fields: changing(inSession,
		Field{Name: "content", Go: "Content", Type: "string", Optional: true, Default: "derived", Doc: "The summary's text."},
		Field{Name: "summary", Go: "Summary", Type: "string", Optional: true, Doc: "Another name of content, which goes first."},
		Field{Name: "generatedBy", Go: "GeneratedBy", Type: "string", Optional: true, Default: "heddle", Doc: "Who made it."})},
	{Name: "StoreImportRequest", In: true, Doc: "A snapshot, as JSON or compressed.", Fields: changing(
		Field{Name: "snapshot", Go: "Snapshot", Type: "json", Optional: true, Doc: "The snapshot."},
		Field{Name: "compressed", Go: "Compressed", Type: "string", Optional: true, Doc: "Instead: the snapshot compressed with zstd, in base64. UNSUPPORTED where the host does not decompress."},
		Field{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Default: "the snapshot's", Doc: "Id of the session."})},
	{Name: "EventsRequest", In: true, Doc: "Which events to read.", Fields: []Field{inSession,
		{Name: "after", Go: "After", Type: "int", Optional: true, Default: "0", Doc: "The position behind which to begin: the page's next."},
		{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "256", Doc: "At most this many; a page of long events has fewer."},
	}},
	{Name: "NativeMessagesRequest", In: true, Doc: "Which messages to read from the agent.", Fields: paging(inSession,
		Field{Name: "adapter", Go: "Adapter", Type: "string", Optional: true, Default: "the stored session's, else all", Doc: "The agent that keeps it."})},
	{Name: "NormalizeRequest", In: true, Doc: "What an agent printed.", Fields: []Field{
		{Name: "message", Go: "Message", Type: "json", Doc: "The wire message, an object."}}},
	{Name: "NormalizeTextRequest", In: true, Doc: "What a process printed.", Fields: []Field{
		{Name: "text", Go: "Text", Type: "string", Doc: "All of it: JSON Lines, JSON or server-sent events."}}},
	{Name: "ParseRequest", In: true, Doc: "What to read.", Fields: []Field{
		{Name: "value", Go: "Value", Type: "string", Doc: "As an agent writes it."}}},
	{Name: "ImportRequest", In: true, Doc: "Which sessions to copy: one that is named, or all that match.", Fields: append(sessionRefFields(),
		Field{Name: "all", Go: "All", Type: "bool", Optional: true, Doc: "Copy every session that matches the filters, instead of one."},
		createdSince, createdUntil, activeSince, activeUntil, inZone,
		Field{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "Only sessions in which this model answered."},
		Field{Name: "tags", Go: "Tags", Type: "[]string", Optional: true, Doc: "Only sessions with any of these tags."},
		Field{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "Only sessions that ran in this working directory."},
		Field{Name: "dryRun", Go: "DryRun", Type: "bool", Optional: true, Doc: "Say what would be copied, and copy nothing."},
	)},
	{Name: "ThreadRead", In: true, Doc: "Names a thread, now or in the past.", Fields: []Field{inSession, inThread, atField}},
	{Name: "ThreadChange", In: true, Doc: "Names a thread to change.", Fields: changing(inSession, inThread)},
	{Name: "ThreadStartRequest", In: true, Doc: "A new thread.", Fields: changing(inSession,
		Field{Name: "threadId", Go: "ThreadID", Type: "string", Optional: true, Default: "a new one", Doc: "Its id."}, newThread, parent, metadata)},
	{Name: "ThreadsLoadedRequest", In: true, Doc: "Which threads to list.", Fields: []Field{inSession,
		{Name: "includeArchived", Go: "IncludeArchived", Type: "flag", Optional: true, Default: "true", Doc: "false leaves archived ones out."},
		{Name: "threadId", Go: "ThreadID", Type: "string", Optional: true, Doc: "Only this one."},
		{Name: "status", Go: "Status", Type: "ThreadStatus", Optional: true, Doc: "Only those of this status."},
		{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "all", Doc: "At most this many."}, atField}},
	{Name: "ThreadReadRequest", In: true, Doc: "Which thread to read.", Fields: []Field{inSession, inThread,
		{Name: "includeMessages", Go: "IncludeMessages", Type: "bool", Optional: true, Doc: "Also its visible messages."}, atField}},
	{Name: "ThreadMessagesRequest", In: true, Doc: "Which messages of a thread to read.", Fields: append(paging(inSession, inThread), atField)},
	{Name: "ThreadRecordRequest", In: true, Doc: "Messages to append.", Fields: changing(inSession, inThread, messages)},
	{Name: "ThreadForkRequest", In: true, Doc: "Which thread to fork, and how.", Fields: changing(inSession,
		Field{Name: "threadId", Go: "ThreadID", Type: "string", Doc: "The thread to fork."},
		Field{Name: "newThreadId", Go: "NewThreadID", Type: "string", Optional: true, Default: "a new one", Doc: "Id of the fork."}, newThread, parent, metadata)},
	{Name: "ThreadRollbackRequest", In: true, Doc: "Where to roll back to.", Fields: changing(selecting(inSession, inThread,
		Field{Name: "count", Go: "Count", Type: "index", Optional: true, Doc: "Hide this many visible messages from the end, and change nothing else."})...)},
	{Name: "ThreadCompactRequest", In: true, Doc: "Where to roll back to.", Fields: changing(selecting(inSession,
		Field{Name: "threadId", Go: "ThreadID", Type: "string", Optional: true, Default: "the active one", Doc: "The thread."},
		Field{Name: "count", Go: "Count", Type: "index", Optional: true, Doc: "Hide this many visible messages from the end, and change nothing else."})...)},
	{Name: "ThreadRenameRequest", In: true, Doc: "A new name.", Fields: changing(inSession, inThread,
		Field{Name: "name", Go: "Name", Type: "string", Doc: "The name."})},
	{Name: "ThreadMetadataRequest", In: true, Doc: "Members to lay over the metadata.", Fields: changing(inSession, inThread,
		Field{Name: "metadata", Go: "Metadata", Type: "json", Doc: "An object; null removes a member."})},
	{Name: "ThreadStatusRequest", In: true, Doc: "A new status.", Fields: changing(inSession, inThread,
		Field{Name: "status", Go: "Status", Type: "string", Doc: "active, paused or completed."})},
}

// storeTypes are the results of storeOps. Package store and threads have the
// Go types; a test holds their members against these.
var storeTypes = []Type{
	{Name: "StoredSession", Pkg: "store", Doc: "A session's metadata in the store.", Fields: []Field{
		{Name: "sessionId", Type: "string", Doc: "Its id."},
		{Name: "adapter", Type: "string", Optional: true, Doc: "The agent that runs it."},
		{Name: "model", Type: "string", Optional: true, Doc: "The model, as last set or as its messages say."},
		{Name: "cwd", Type: "string", Optional: true, Doc: "The working directory."},
		{Name: "createdAt", Type: "time", Optional: true, Doc: "When it began."},
		{Name: "updatedAt", Type: "time", Optional: true, Doc: "When it last changed."},
		{Name: "messageCount", Type: "int", Doc: "Recorded messages, hidden ones too."},
		{Name: "messageLimit", Type: "int", Optional: true, Doc: "The greatest number of messages, when it has one of its own."},
		{Name: "extra", Type: "json", Optional: true, Doc: "The caller's members, and the store's own: fork, share, summary, view."},
		{Name: "position", Type: "int", Optional: true, Doc: "Sequence number of the last event: what expect and at speak of; absent of a session that the store does not keep."},
	}},
	{Name: "StoredShare", Pkg: "store", Doc: "The state of a session's share.", Fields: []Field{
		{Name: "shareId", Type: "string", Doc: "Its id."},
		{Name: "sessionId", Type: "string", Doc: "The session."},
		{Name: "createdAt", Type: "time", Optional: true, Doc: "When it was made."},
		{Name: "status", Type: "ShareStatus", Doc: "Whether it holds."},
		{Name: "revokedAt", Type: "time", Optional: true, Doc: "When it was revoked."},
	}},
	{Name: "StoredSummary", Pkg: "store", Doc: "A stored summary of a session.", Fields: []Field{
		{Name: "sessionId", Type: "string", Doc: "The session."},
		{Name: "content", Type: "string", Doc: "The text."},
		{Name: "generatedAt", Type: "time", Optional: true, Doc: "When it was made."},
		{Name: "messageCount", Type: "int", Doc: "Messages recorded when it was made."},
		{Name: "generatedBy", Type: "string", Doc: "Who made it."},
	}},
	{Name: "StoreEvents", Pkg: "store", Doc: "A page of a session's log.", Fields: []Field{
		{Name: "events", Type: "[]StoreEvent", Doc: "In order."},
		{Name: "next", Type: "int", Doc: "Ask for what is after this position next time."},
		{Name: "complete", Type: "bool", Doc: "The stream has come to an end for now: the last event is a result or an error, or deletes the session."},
	}},
	{Name: "StoreEvent", Pkg: "store", Doc: "One entry of a session's log.", Fields: []Field{
		{Name: "seq", Type: "int", Doc: "Its position."},
		{Name: "id", Type: "string", Doc: "Its UUID."},
		{Name: "time", Type: "time", Optional: true, Doc: "When it was recorded."},
		{Name: "kind", Type: "string", Doc: "What happened; core/internal/store/FORMAT.md lists the kinds."},
		{Name: "payload", Type: "json", Optional: true, Doc: "What belongs to it; absent when the kind says it all."},
	}},
	{Name: "StoreProblem", Pkg: "store", Doc: "A defect that a check found.", Fields: []Field{
		{Name: "sessionId", Type: "string", Optional: true, Doc: "The session; absent when it concerns the file as a whole."},
		{Name: "position", Type: "int", Optional: true, Doc: "The event, when known."},
		{Name: "message", Type: "string", Doc: "What is wrong."},
	}},
	{Name: "StoreStats", Pkg: "store", Doc: "How large a store is.", Fields: []Field{
		{Name: "sessions", Type: "int", Doc: "Sessions."},
		{Name: "deleted", Type: "int", Doc: "Deleted sessions whose log is still there."},
		{Name: "messages", Type: "int", Doc: "Messages of the sessions; those that forks share count in each."},
		{Name: "threads", Type: "int", Doc: "Threads."},
		{Name: "shares", Type: "int", Doc: "Active shares."},
		{Name: "events", Type: "int", Doc: "Events of all logs, freed ones too."},
		{Name: "bytes", Type: "int", Unit: "bytes", Doc: "Size of the file; 0 when unknown."},
	}},
	{Name: "StoreCompacted", Pkg: "store", Doc: "What a compaction did.", Fields: []Field{
		{Name: "sessions", Type: "int", Doc: "Deleted sessions of which something was freed."},
		{Name: "bytes", Type: "int", Unit: "bytes", Doc: "Payload freed."},
	}},
	{Name: "StoredThread", Pkg: "threads", Doc: "A thread's metadata.", Fields: []Field{
		{Name: "threadId", Type: "string", Doc: "Its id."},
		{Name: "sessionId", Type: "string", Doc: "Its session."},
		{Name: "name", Type: "string", Doc: "Its name."},
		{Name: "status", Type: "ThreadStatus", Doc: "Its status."},
		{Name: "parentThreadId", Type: "string", Optional: true, Doc: "The thread it comes from."},
		{Name: "createdAt", Type: "time", Optional: true, Doc: "When it began."},
		{Name: "updatedAt", Type: "time", Optional: true, Doc: "When it last changed."},
		{Name: "archivedAt", Type: "time", Optional: true, Doc: "When it was archived."},
		{Name: "archived", Type: "bool", Doc: "Whether it is archived."},
		{Name: "active", Type: "bool", Doc: "Whether it is the session's active thread."},
		{Name: "messageCount", Type: "int", Doc: "Its messages, hidden ones too."},
		{Name: "visibleMessageCount", Type: "int", Doc: "Its messages that are shown."},
		{Name: "metadata", Type: "json", Optional: true, Doc: "The caller's object."},
	}},
	{Name: "LoadedThreads", Pkg: "threads", Doc: "A session's threads with what is active.", Fields: []Field{
		{Name: "threads", Type: "[]StoredThread", Doc: "The latest update first, then by id."},
		{Name: "activeThreadId", Type: "string", Optional: true, Doc: "The active one."},
		{Name: "count", Type: "int", Doc: "How many threads are listed."},
	}},
	{Name: "ThreadUnsubscribed", Doc: "A thread that is not the active one.", Fields: []Field{
		{Name: "threadId", Go: "ThreadID", Type: "string", Doc: "The thread."},
		{Name: "unsubscribed", Go: "Unsubscribed", Type: "bool", Doc: "true."},
	}},
	{Name: "ThreadContent", Pkg: "threads", Doc: "A thread with its messages.", Fields: []Field{
		{Name: "thread", Type: "StoredThread", Doc: "The thread."},
		{Name: "messages", Type: "[]json", Optional: true, Doc: "What it shows, when asked for."},
	}},
	{Name: "ImportReport", Doc: "What an import did.", Fields: []Field{
		{Name: "sessions", Go: "Sessions", Type: "[]ImportedSession", Doc: "Each session looked at, in the order of the list."},
		{Name: "imported", Go: "Imported", Type: "int", Doc: "Sessions that are new in the store."},
		{Name: "updated", Go: "Updated", Type: "int", Doc: "Sessions that grew or changed."},
		{Name: "unchanged", Go: "Unchanged", Type: "int", Doc: "Sessions that were there already, whole."},
		{Name: "failed", Go: "Failed", Type: "int", Doc: "Sessions that could not be read; the diagnostics say why."},
	}},
	{Name: "ImportedSession", Doc: "What an import did with a session.", Fields: []Field{
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Doc: "The agent's session."},
		{Name: "storeId", Go: "StoreID", Type: "string", Doc: "Its id in the store."},
		{Name: "status", Go: "Status", Type: "ImportStatus", Doc: "What happened."},
		{Name: "messages", Go: "Messages", Type: "int", Doc: "Its visible messages."},
		{Name: "added", Go: "Added", Type: "int", Doc: "Messages that were added now."},
	}},
}

// storeEnums are the closed sets of strings of storeOps.
var storeEnums = []Enum{
	{Name: "ThreadStatus", Doc: "The status of a thread.", Values: []EnumValue{
		{"active", "It goes on."}, {"paused", "It rests."}, {"completed", "It has come to its end."}, {"archived", "It is put away."}}},
	{Name: "ShareStatus", Doc: "The status of a share.", Values: []EnumValue{
		{"active", "It holds."}, {"revoked", "It was taken back or replaced."}}},
	{Name: "ImportStatus", Doc: "What an import did with a session.", Values: []EnumValue{
		{"new", "It was not in the store."}, {"updated", "Messages were added."}, {"rewritten", "The agent changed its past: what differs is hidden, and what stands there now was added."},
		{"unchanged", "There was nothing to do."}, {"failed", "It could not be read."}}},
}
