package schema

// The error codes of operations that read or change the store.
var (
	storeErrors  = []string{"SESSION_NOT_FOUND", "INVALID_ARGUMENT", "PARSE_ERROR", "UNSUPPORTED", "IO_ERROR", "TIMEOUT"}
	changeErrors = append([]string{"CONFLICT", "PERMISSION_DENIED"}, storeErrors...)
	threadErrors = append([]string{"THREAD_NOT_FOUND"}, storeErrors...)
	threadChange = append([]string{"THREAD_NOT_FOUND"}, changeErrors...)
)

func withErrors(errors []string, more ...string) []string {
	return append(append([]string{}, more...), errors...)
}

// storeOps are the operations of the store.
var storeOps = []Op{
	{ID: 14, Name: "store.register", Doc: "Creates a session. A session that exists does not change.",
		Request: "RegisterRequest", Result: "StoredSession", Errors: changeErrors},
	{ID: 15, Name: "store.update", Doc: "Merges metadata into that of a session. The session is created if it does not exist.",
		Request: "UpdateRequest", Result: "StoredSession", Errors: changeErrors},
	{ID: 16, Name: "store.record", Doc: "Appends messages to a session, all of them or none. The session is created if it does not exist; its model is updated from the messages.",
		Request: "RecordRequest", Result: "StoredSession", Errors: withErrors(changeErrors, "MESSAGE_LIMIT_REACHED")},
	{ID: 17, Name: "store.get", Doc: "Returns a session's metadata.",
		Request: "StoreRead", Result: "StoredSession", Errors: storeErrors},
	{ID: 18, Name: "store.list", Doc: "Lists the sessions of the store, last updated first, then by id.",
		Request: "StoreListRequest", Result: "[]StoredSession", Errors: storeErrors},
	{ID: 19, Name: "store.messages", Doc: "Returns a session's messages in the order in which they were recorded.",
		Request: "StoreMessagesRequest", Result: "[]json", Errors: storeErrors},
	{ID: 20, Name: "store.messageCount", Doc: "Counts the messages recorded in a session, including hidden ones; 0 for a session that does not exist.",
		Request: "StoreName", Result: "int", Errors: storeErrors},
	{ID: 21, Name: "store.sessionCount", Doc: "Counts the sessions of the store.",
		Request: "StoreRequest", Result: "int", Errors: storeErrors},
	{ID: 22, Name: "store.delete", Doc: "Deletes a session with its threads. A session that does not exist is ignored. Forks keep the messages that they show.",
		Request: "StoreChange", Result: "none", Errors: changeErrors},
	{ID: 23, Name: "store.clear", Doc: "Deletes all sessions and returns their number.",
		Request: "StoreRequest", Result: "int", Errors: changeErrors},
	{ID: 24, Name: "store.fork", Doc: "Creates a session that begins with the messages and metadata of another session. The messages are referenced, not copied, for any number of them; an active share is not inherited.",
		Request: "StoreForkRequest", Result: "StoredSession", Errors: changeErrors},
	{ID: 25, Name: "store.share", Doc: "Creates a share of a session, replacing an active one.",
		Request: "ShareRequest", Result: "StoredShare", Errors: changeErrors},
	{ID: 26, Name: "store.getShare", Doc: "Returns a session's share, active or revoked; null when the session was never shared.",
		Request: "StoreRead", Result: "StoredShare", Null: true, Errors: storeErrors},
	{ID: 27, Name: "store.unshare", Doc: "Revokes the active share. Without an active share nothing changes.",
		Request: "StoreChange", Result: "none", Errors: changeErrors},
	{ID: 28, Name: "store.revert", Doc: "Hides everything after a position, which exactly one of visibleMessageCount, messageId and uuid selects. Messages before it become visible again, and messages recorded later are visible; nothing is removed.",
		Request: "RevertRequest", Result: "StoredSession", Errors: withErrors(changeErrors, "INVALID_SELECTOR")},
	{ID: 29, Name: "store.unrevert", Doc: "Shows all messages of a session again.",
		Request: "StoreChange", Result: "StoredSession", Errors: changeErrors},
	{ID: 30, Name: "store.summarize", Doc: "Stores a summary: the text given, else one that quotes the user's first message and the agent's latest output.",
		Request: "SummarizeRequest", Result: "StoredSummary", Errors: changeErrors},
	{ID: 31, Name: "store.getSummary", Doc: "Returns the stored summary; null when the session has no summary.",
		Request: "StoreRead", Result: "StoredSummary", Null: true, Errors: storeErrors},
	{ID: 32, Name: "store.export", Doc: "Returns a session as a snapshot of version 1, in canonical JSON: metadata, all messages including hidden ones, and threads.",
		Request: "StoreExportRequest", Result: "text", Errors: storeErrors},
	{ID: 33, Name: "store.import", Doc: "Creates a session from a snapshot. An exported session is restored as it was, with fresh sequence numbers. Snapshots with snake_case names and times in milliseconds are accepted as well.",
		Request: "StoreImportRequest", Result: "StoredSession", Errors: withErrors(changeErrors, "INVALID_EXPORT_FORMAT")},
	{ID: 34, Name: "store.events", Doc: "Returns a page of a session's log, in order. A page without events is the current end of the log.",
		Request: "EventsRequest", Result: "StoreEvents", Errors: storeErrors},
	{ID: 35, Name: "store.check", Doc: "Verifies the store: the file, every checksum and sequence number, that every session can be read, and that everything that forks share exists. Returns the defects found; the list is empty for a store without defects.",
		Request: "StoreRequest", Result: "[]StoreProblem", Errors: storeErrors},
	{ID: 36, Name: "store.stats", Doc: "Reports the size of the store.",
		Request: "StoreRequest", Result: "StoreStats", Errors: storeErrors},
	{ID: 37, Name: "store.compact", Doc: "Frees the space of deleted sessions, except what a fork still shows. Nothing visible changes; positions before a deletion can no longer be read.",
		Request: "StoreRequest", Result: "StoreCompacted", Errors: changeErrors},
	{ID: 38, Name: "store.nativeSessions", Doc: "Lists the sessions in the agents' own files, in the store's format; for an agent that keeps none, lists those of the store.",
		Request: "StoreListRequest", Result: "[]StoredSession", Errors: withErrors(storeErrors, "AGENT_NOT_FOUND")},
	{ID: 39, Name: "store.nativeMessages", Doc: "Returns the messages of a session from the agent's own files, in the store's format; when the agent keeps none, returns those of the store.",
		Request: "NativeMessagesRequest", Result: "[]json", Errors: withErrors(storeErrors, "AGENT_NOT_FOUND")},
	{ID: 40, Name: "messages.normalize", Doc: "Converts one record that an agent prints to a message, without the records before it: camelCase names, the text of nested content as content, the category of an error. A record that is unknown, or is not a message of its own, becomes a message of type raw, with the original in raw. Pure.",
		Request: "NormalizeRequest", Result: "json", Errors: []string{"INVALID_ARGUMENT"}},
	{ID: 41, Name: "messages.parseStopReason", Doc: "Converts an agent's stop reason to end_turn, max_tokens, stop_sequence, refusal, tool_use_stop or unknown_stop. Pure.",
		Request: "ParseRequest", Result: "string"},
	{ID: 42, Name: "messages.parsePermissionMode", Doc: "Converts a permission mode, in either spelling, to default, accept_edits, bypass_permissions, plan or dont_ask; any other value is default. Pure.",
		Request: "ParseRequest", Result: "string"},
	{ID: 43, Name: "messages.makeRequestId", Doc: "Generates an id for a request.",
		Request: "StoreRequest", Result: "string"},
	{ID: 44, Name: "sessions.import", Doc: "Copies agents' sessions into the store, where they remain when the agent deletes its own. Only what is new is added, so importing twice changes nothing.",
		Request: "ImportRequest", Result: "ImportReport", Errors: withErrors(changeErrors, "AGENT_NOT_FOUND")},
	{ID: 45, Name: "threads.start", Doc: "Creates a thread and makes it the active one. The session is created if it does not exist.",
		Request: "ThreadStartRequest", Result: "StoredThread", Errors: changeErrors},
	{ID: 46, Name: "threads.list", Doc: "Lists a session's threads, last updated first, then by id; the list is empty for a session that does not exist.",
		Request: "StoreRead", Result: "[]StoredThread", Errors: storeErrors},
	{ID: 47, Name: "threads.loaded", Doc: "Lists a session's threads with filters, and returns the active thread's id.",
		Request: "ThreadsLoadedRequest", Result: "LoadedThreads", Errors: storeErrors},
	{ID: 48, Name: "threads.get", Doc: "Returns a thread's metadata.",
		Request: "ThreadRead", Result: "StoredThread", Errors: threadErrors},
	{ID: 49, Name: "threads.read", Doc: "Returns a thread and, on request, the messages that it shows.",
		Request: "ThreadReadRequest", Result: "ThreadContent", Errors: threadErrors},
	{ID: 50, Name: "threads.messages", Doc: "Returns a thread's messages in the order in which they were recorded, each with the thread's id.",
		Request: "ThreadMessagesRequest", Result: "[]json", Errors: threadErrors},
	{ID: 51, Name: "threads.record", Doc: "Appends messages to a thread, and thereby to its session, all of them or none.",
		Request: "ThreadRecordRequest", Result: "StoredThread", Errors: withErrors(threadChange, "MESSAGE_LIMIT_REACHED")},
	{ID: 52, Name: "threads.resume", Doc: "Sets a thread's status to active and makes it the session's active thread.",
		Request: "ThreadChange", Result: "StoredThread", Errors: threadChange},
	{ID: 53, Name: "threads.fork", Doc: "Creates a thread that begins with the messages that another thread shows. The session's own history and message count do not change.",
		Request: "ThreadForkRequest", Result: "StoredThread", Errors: withErrors(threadChange, "MESSAGE_LIMIT_REACHED")},
	{ID: 54, Name: "threads.rollback", Doc: "Sets the boundary of what a thread shows, which exactly one member selects: everything before it is shown, including what earlier rollbacks hid, and everything after it is hidden; count only hides. What the session hides stays hidden, and messages recorded later are visible.",
		Request: "ThreadRollbackRequest", Result: "StoredThread", Errors: withErrors(threadChange, "INVALID_SELECTOR")},
	{ID: 55, Name: "threads.compact", Doc: "Rolls back a thread like threads.rollback: by default the active thread, and by default to nothing.",
		Request: "ThreadCompactRequest", Result: "StoredThread", Errors: withErrors(threadChange, "INVALID_SELECTOR")},
	{ID: 56, Name: "threads.archive", Doc: "Archives a thread and deactivates it.",
		Request: "ThreadChange", Result: "StoredThread", Errors: threadChange},
	{ID: 57, Name: "threads.unarchive", Doc: "Sets an archived thread's status to active.",
		Request: "ThreadChange", Result: "StoredThread", Errors: threadChange},
	{ID: 58, Name: "threads.rename", Doc: "Sets a thread's name.",
		Request: "ThreadRenameRequest", Result: "StoredThread", Errors: threadChange},
	{ID: 59, Name: "threads.updateMetadata", Doc: "Merges members into a thread's metadata; null removes a member.",
		Request: "ThreadMetadataRequest", Result: "StoredThread", Errors: threadChange},
	{ID: 60, Name: "threads.setStatus", Doc: "Sets a thread's status to active, paused or completed. The session's active thread does not change.",
		Request: "ThreadStatusRequest", Result: "StoredThread", Errors: threadChange},
	{ID: 61, Name: "threads.delete", Doc: "Deletes a thread. Its messages stay in the session's history, and its forks keep theirs.",
		Request: "ThreadChange", Result: "none", Errors: threadChange},
	{ID: 62, Name: "threads.setActive", Doc: "Makes a thread the session's active one, replacing any other. An archived thread cannot be activated.",
		Request: "ThreadChange", Result: "none", Errors: threadChange},
	{ID: 63, Name: "threads.active", Doc: "Returns the id of a session's active thread; null when it has none.",
		Request: "StoreRead", Result: "string", Null: true, Errors: storeErrors},
	{ID: 64, Name: "threads.clearActive", Doc: "Deactivates a session's active thread.",
		Request: "StoreChange", Result: "none", Errors: changeErrors},
	{ID: 65, Name: "threads.unsubscribe", Doc: "Deactivates the thread if it is active.",
		Request: "ThreadChange", Result: "ThreadUnsubscribed", Errors: threadChange},
	{ID: 66, Name: "threads.count", Doc: "Counts a session's threads; 0 for a session that does not exist.",
		Request: "StoreName", Result: "int", Errors: storeErrors},
	{ID: 67, Name: "threads.clear", Doc: "Deletes all threads of all sessions and returns their number.",
		Request: "StoreRequest", Result: "int", Errors: changeErrors},
	{ID: 68, Name: "threads.unrollback", Doc: "Shows everything that rollbacks of a thread hid. What the session hides stays hidden.",
		Request: "ThreadChange", Result: "StoredThread", Errors: threadChange},
	{ID: 69, Name: "messages.normalizeText", Doc: "Converts everything that a process printed to messages: JSON Lines, JSON or server-sent events of Claude Code, Codex (exec and app-server), Gemini, Copilot, OpenCode, pi, omp, OpenClaw or an agent that speaks the Agent Client Protocol, recognized record by record. Deltas are merged, and a message that is printed twice counts once. Parts that cannot be read are reported with line and offset, and the rest is read. Pure.",
		Request: "NormalizeTextRequest", Result: "[]json", Errors: []string{"INVALID_ARGUMENT"}},
}

// Fields that requests of the store share.
var (
	inSession = Field{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "The session, at most 1,024 bytes of UTF-8."}
	inThread  = Field{Name: "threadId", Go: "ThreadID", Type: "string", Doc: "The thread."}
	atField   = Field{Name: "at", Go: "At", Type: "int", Optional: true, Default: "now", Doc: "Read the session as it was at this position of its log."}
	once      = Field{Name: "requestId", Go: "RequestID", Type: "string", Optional: true, Default: "a new one", Doc: "A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result."}
	expect    = Field{Name: "expect", Go: "Expect", Type: "index", Optional: true, Default: "any", Doc: "Fail with CONFLICT unless the session is at this position; 0: unless it never existed."}
	newThread = Field{Name: "name", Go: "Name", Type: "string", Optional: true, Default: "the thread's id", Doc: "The thread's name."}
	parent    = Field{Name: "parentThreadId", Go: "ParentThreadID", Type: "string", Optional: true, Doc: "The thread's parent, for lineage only. For a fork, by default the source."}
	metadata  = Field{Name: "metadata", Go: "Metadata", Type: "json", Optional: true, Doc: "The caller's own metadata, an object."}
	messages  = Field{Name: "messages", Go: "Messages", Type: "[]json", Doc: "Objects with a type, stored unchanged in canonical form; docs/messages.md lists the types."}
)

func withChangeFields(fields ...Field) []Field { return append(fields, once, expect) }

func withSelectorFields(fields ...Field) []Field {
	return append(fields,
		Field{Name: "visibleMessageCount", Go: "VisibleMessageCount", Type: "index", Optional: true, Doc: "Show exactly this many of the first recorded messages; all when there are fewer."},
		Field{Name: "messageId", Go: "MessageID", Type: "string", Optional: true, Doc: "Show everything up to the last message with this id, which may be hidden."},
		Field{Name: "uuid", Go: "UUID", Type: "string", Optional: true, Doc: "Show everything up to the last message with this uuid, which may be hidden."},
	)
}

func withPageFields(fields ...Field) []Field {
	return append(fields,
		Field{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "all", Doc: "The greatest number of messages returned."},
		Field{Name: "offset", Go: "Offset", Type: "int", Optional: true, Doc: "Skip this many of the matching messages."},
		Field{Name: "types", Go: "Types", Type: "[]string", Optional: true, Default: "all", Doc: "Only messages of these types."},
		Field{Name: "includeHidden", Go: "IncludeHidden", Type: "bool", Optional: true, Doc: "Include messages that a revert or rollback hides."},
		redact,
	)
}

func withPatchFields(fields ...Field) []Field {
	return append(fields,
		Field{Name: "adapter", Go: "Adapter", Type: "string", Optional: true, Doc: "The agent that runs the session, for example claude."},
		Field{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "The model."},
		Field{Name: "cwd", Go: "CWD", Type: "string", Optional: true, Doc: "The working directory."},
		Field{Name: "updatedAt", Go: "UpdatedAt", Type: "time", Optional: true, Default: "now", Doc: "The time of the last update."},
		Field{Name: "messageLimit", Go: "MessageLimit", Type: "index", Optional: true, Doc: "The greatest number of messages that the session accepts; 0 for no limit."},
		Field{Name: "extra", Go: "Extra", Type: "json", Optional: true, Doc: "The caller's own object, merged into the stored one; null removes a member. The members fork, share, summary and view belong to the store."},
	)
}

// storeRequests are the requests of storeOps.
var storeRequests = []Type{
	{Name: "StoreRequest", In: true, Doc: "A request about the whole store, without fields."},
	{Name: "StoreName", In: true, Doc: "A session of the store.", Fields: []Field{inSession}},
	{Name: "StoreRead", In: true, Doc: "A session of the store, now or at an earlier position.", Fields: []Field{inSession, atField}},
	{Name: "StoreChange", In: true, Doc: "A session of the store to change.", Fields: withChangeFields(inSession)},
	{Name: "RegisterRequest", In: true, Doc: "The metadata of a new session.", Fields: withChangeFields(withPatchFields(inSession,
		Field{Name: "createdAt", Go: "CreatedAt", Type: "time", Optional: true, Default: "now", Doc: "The time at which the session began."})...)},
	{Name: "UpdateRequest", In: true, Doc: "Metadata to set; omitted fields do not change.", Fields: withChangeFields(withPatchFields(inSession)...)},
	{Name: "RecordRequest", In: true, Doc: "The messages to append.", Fields: withChangeFields(inSession, messages)},
	{Name: "StoreListRequest", In: true, Doc: "Filters and limit of a list of sessions.", Fields: []Field{
		{Name: "adapter", Go: "Adapter", Type: "string", Optional: true, Doc: "Only sessions of this agent."},
		{Name: "cwd", Go: "CWD", Type: "string", Optional: true, Doc: "Only sessions of this working directory."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "Only sessions of this model."},
		{Name: "origin", Go: "Origin", Type: "string", Optional: true, Doc: "Only sessions of this origin; - for those without one."},
		{Name: "since", Go: "Since", Type: "time", Optional: true, Doc: "Only sessions updated at or after this time."},
		inZone,
		{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "all", Doc: "The greatest number of sessions returned."},
	}},
	{Name: "StoreMessagesRequest", In: true, Doc: "The messages to return.", Fields: append(withPageFields(inSession), atField)},
	{Name: "StoreForkRequest", In: true, Doc: "The session to fork, and how.", Fields: withChangeFields(
		Field{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "The session to fork."},
		Field{Name: "newSessionId", Go: "NewSessionID", Type: "string", Optional: true, Default: "a new one", Doc: "The id of the fork."},
		Field{Name: "includeHidden", Go: "IncludeHidden", Type: "flag", Optional: true, Default: "true", Doc: "true keeps hidden messages hidden; false omits them."},
		Field{Name: "extra", Go: "Extra", Type: "json", Optional: true, Doc: "An object that is merged into the copied extra."},
		atField)},
	{Name: "ShareRequest", In: true, Doc: "The session to share.", Fields: withChangeFields(inSession,
		Field{Name: "shareId", Go: "ShareID", Type: "string", Optional: true, Default: "a new one", Doc: "The id of the share."})},
	{Name: "RevertRequest", In: true, Doc: "The session and its new boundary.", Fields: withChangeFields(withSelectorFields(inSession)...)},
	{Name: "SummarizeRequest", In: true, Doc: "The session to summarize and, optionally, the summary's text.", Fields: withChangeFields(inSession,
		Field{Name: "content", Go: "Content", Type: "string", Optional: true, Default: "derived", Doc: "The summary's text."},
		Field{Name: "summary", Go: "Summary", Type: "string", Optional: true, Doc: "Another name for content, which has precedence."},
		Field{Name: "generatedBy", Go: "GeneratedBy", Type: "string", Optional: true, Default: "heddle", Doc: "The summary's author."})},
	{Name: "StoreExportRequest", In: true, Doc: "A session of the store, now or at an earlier position.", Fields: []Field{inSession, atField, redact}},
	{Name: "StoreImportRequest", In: true, Doc: "A snapshot to import, as JSON or compressed.", Fields: withChangeFields(
		Field{Name: "snapshot", Go: "Snapshot", Type: "json", Optional: true, Doc: "The snapshot."},
		Field{Name: "compressed", Go: "Compressed", Type: "string", Optional: true, Doc: "Instead of snapshot: the snapshot compressed with zstd, in base64. UNSUPPORTED if the host cannot decompress it."},
		Field{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Default: "the snapshot's", Doc: "The id of the session."})},
	{Name: "EventsRequest", In: true, Doc: "The events to return.", Fields: []Field{inSession,
		{Name: "after", Go: "After", Type: "int", Optional: true, Default: "0", Doc: "Return events after this position: the next of the page before."},
		{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "256", Doc: "The greatest number of events; a page of long events has fewer."},
	}},
	{Name: "NativeMessagesRequest", In: true, Doc: "The messages to return from the agent's files.", Fields: withPageFields(inSession,
		Field{Name: "adapter", Go: "Adapter", Type: "string", Optional: true, Default: "the stored session's, else all", Doc: "The session's agent."})},
	{Name: "NormalizeRequest", In: true, Doc: "A record that an agent printed.", Fields: []Field{
		{Name: "message", Go: "Message", Type: "json", Doc: "The record, an object."}}},
	{Name: "NormalizeTextRequest", In: true, Doc: "The output of a process.", Fields: []Field{
		{Name: "text", Go: "Text", Type: "string", Doc: "The whole output: JSON Lines, JSON or server-sent events."}}},
	{Name: "ParseRequest", In: true, Doc: "A value to convert.", Fields: []Field{
		{Name: "value", Go: "Value", Type: "string", Doc: "The value as an agent writes it."}}},
	{Name: "ImportRequest", In: true, Doc: "The sessions to copy: one that is named, or all that match.", Fields: append(sessionRefFields(),
		Field{Name: "all", Go: "All", Type: "bool", Optional: true, Doc: "Copy every session that matches the filters, instead of one."},
		createdSince, createdUntil, activeSince, activeUntil, inZone,
		Field{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "Only sessions in which this model answered."},
		Field{Name: "tags", Go: "Tags", Type: "[]string", Optional: true, Doc: "Only sessions with any of these tags."},
		Field{Name: "cwd", Go: "Cwd", Type: "string", Optional: true, Doc: "Only sessions that ran in this working directory."},
		underFolder,
		Field{Name: "origin", Go: "Origin", Type: "string", Optional: true, Doc: "The machine that the sessions come from: text of 1 to 128 bytes without control characters and without blanks at its ends, but not -. Each origin has copies of its own."},
		Field{Name: "redact", Go: "Redact", Type: "bool", Optional: true, Doc: "Copy without secrets, home folders and e-mail addresses, which are replaced in all texts as in sessions.get. The agent's files do not change. A session that was copied without redact is copied anew, and what the copy showed is hidden but still stored. What was copied with redact is always copied so."},
		Field{Name: "again", Go: "Again", Type: "bool", Optional: true, Doc: "Copy also what was deleted from the store."},
		Field{Name: "dryRun", Go: "DryRun", Type: "bool", Optional: true, Doc: "Report what would be copied without copying it."},
	)},
	{Name: "ThreadRead", In: true, Doc: "A thread, now or at an earlier position.", Fields: []Field{inSession, inThread, atField}},
	{Name: "ThreadChange", In: true, Doc: "A thread to change.", Fields: withChangeFields(inSession, inThread)},
	{Name: "ThreadStartRequest", In: true, Doc: "The session and the properties of a new thread.", Fields: withChangeFields(inSession,
		Field{Name: "threadId", Go: "ThreadID", Type: "string", Optional: true, Default: "a new one", Doc: "The thread's id."}, newThread, parent, metadata)},
	{Name: "ThreadsLoadedRequest", In: true, Doc: "Filters and limit of a list of threads.", Fields: []Field{inSession,
		{Name: "includeArchived", Go: "IncludeArchived", Type: "flag", Optional: true, Default: "true", Doc: "false omits archived threads."},
		{Name: "threadId", Go: "ThreadID", Type: "string", Optional: true, Doc: "Only this thread."},
		{Name: "status", Go: "Status", Type: "ThreadStatus", Optional: true, Doc: "Only threads of this status."},
		{Name: "limit", Go: "Limit", Type: "int", Optional: true, Default: "all", Doc: "The greatest number of threads returned."}, atField}},
	{Name: "ThreadReadRequest", In: true, Doc: "The thread to return, and whether with its messages.", Fields: []Field{inSession, inThread,
		{Name: "includeMessages", Go: "IncludeMessages", Type: "bool", Optional: true, Doc: "Also return its visible messages."}, atField}},
	{Name: "ThreadMessagesRequest", In: true, Doc: "The messages of a thread to return.", Fields: append(withPageFields(inSession, inThread), atField)},
	{Name: "ThreadRecordRequest", In: true, Doc: "The messages to append.", Fields: withChangeFields(inSession, inThread, messages)},
	{Name: "ThreadForkRequest", In: true, Doc: "The thread to fork, and how.", Fields: withChangeFields(inSession,
		Field{Name: "threadId", Go: "ThreadID", Type: "string", Doc: "The thread to fork."},
		Field{Name: "newThreadId", Go: "NewThreadID", Type: "string", Optional: true, Default: "a new one", Doc: "The id of the fork."}, newThread, parent, metadata)},
	{Name: "ThreadRollbackRequest", In: true, Doc: "The thread and its new boundary.", Fields: withChangeFields(withSelectorFields(inSession, inThread,
		Field{Name: "count", Go: "Count", Type: "index", Optional: true, Doc: "Hide this many visible messages from the end and change nothing else."})...)},
	{Name: "ThreadCompactRequest", In: true, Doc: "The thread and its new boundary.", Fields: withChangeFields(withSelectorFields(inSession,
		Field{Name: "threadId", Go: "ThreadID", Type: "string", Optional: true, Default: "the active thread", Doc: "The thread to roll back."},
		Field{Name: "count", Go: "Count", Type: "index", Optional: true, Doc: "Hide this many visible messages from the end and change nothing else."},
		Field{Name: "selector", Go: "Selector", Type: "json", Optional: true, Doc: "The boundary as an object with one of count, visibleMessageCount, messageId and uuid, instead of these members."})...)},
	{Name: "ThreadRenameRequest", In: true, Doc: "A thread and its new name.", Fields: withChangeFields(inSession, inThread,
		Field{Name: "name", Go: "Name", Type: "string", Doc: "The new name."})},
	{Name: "ThreadMetadataRequest", In: true, Doc: "Members to merge into a thread's metadata.", Fields: withChangeFields(inSession, inThread,
		Field{Name: "metadata", Go: "Metadata", Type: "json", Doc: "The members, an object; null removes a member."})},
	{Name: "ThreadStatusRequest", In: true, Doc: "A thread and its new status.", Fields: withChangeFields(inSession, inThread,
		Field{Name: "status", Go: "Status", Type: "string", Doc: "The new status: active, paused or completed."})},
}

// storeTypes are the results of storeOps. Package store and threads have the
// Go types; a test holds their members against these.
var storeTypes = []Type{
	{Name: "StoredSession", Doc: "A session's metadata in the store.", Fields: []Field{
		{Name: "sessionId", Go: "SessionID", Type: "string", ID: true, Doc: "The session's id."},
		{Name: "adapter", Go: "Adapter", Type: "string", Optional: true, ID: true, Doc: "The agent that runs the session."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "The model, as last set or as the messages record it."},
		{Name: "cwd", Go: "CWD", Type: "string", Optional: true, Doc: "The working directory."},
		{Name: "createdAt", Go: "CreatedAt", Type: "time", Optional: true, Doc: "The time of its creation."},
		{Name: "updatedAt", Go: "UpdatedAt", Type: "time", Optional: true, Doc: "The time of its last change."},
		{Name: "messageCount", Go: "MessageCount", Type: "int", Doc: "The number of recorded messages, including hidden ones."},
		{Name: "messageLimit", Go: "MessageLimit", Type: "int", Optional: true, Doc: "The greatest number of messages, if the session has its own limit."},
		{Name: "extra", Go: "Extra", Type: "json", Optional: true, Doc: "The caller's members and those of the store: fork, share, summary and view."},
		{Name: "position", Go: "Position", Type: "int", Optional: true, Doc: "The sequence number of the last event, as expect and at use it; absent for a session that is not in the store."},
	}},
	{Name: "StoredShare", Doc: "The state of a session's share.", Fields: []Field{
		{Name: "shareId", Go: "ShareID", Type: "string", Doc: "The share's id."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "The session."},
		{Name: "createdAt", Go: "CreatedAt", Type: "time", Optional: true, Doc: "The time of its creation."},
		{Name: "status", Go: "Status", Type: "ShareStatus", Doc: "Whether the share is active."},
		{Name: "revokedAt", Go: "RevokedAt", Type: "time", Optional: true, Doc: "The time at which it was revoked."},
	}},
	{Name: "StoredSummary", Doc: "A stored summary of a session.", Fields: []Field{
		{Name: "sessionId", Go: "SessionID", Type: "string", ID: true, Doc: "The session."},
		{Name: "content", Go: "Content", Type: "string", Doc: "The summary's text."},
		{Name: "generatedAt", Go: "GeneratedAt", Type: "time", Optional: true, Doc: "The time of its creation."},
		{Name: "messageCount", Go: "MessageCount", Type: "int", Doc: "The number of messages recorded at that time."},
		{Name: "generatedBy", Go: "GeneratedBy", Type: "string", Doc: "The summary's author."},
	}},
	{Name: "StoreEvents", Doc: "A page of a session's log.", Fields: []Field{
		{Name: "events", Go: "Events", Type: "[]StoreEvent", Doc: "The events, in order."},
		{Name: "next", Go: "Next", Type: "int", Doc: "The position to pass as after for the next page."},
		{Name: "complete", Go: "Complete", Type: "bool", Doc: "Whether the turn has ended: the last event is a result or an error, or deletes the session."},
	}},
	{Name: "StoreEvent", Doc: "One entry of a session's log.", Fields: []Field{
		{Name: "seq", Go: "Seq", Type: "int", Doc: "The event's position."},
		{Name: "id", Go: "ID", Type: "string", Doc: "The event's UUID."},
		{Name: "time", Go: "Time", Type: "time", Optional: true, Doc: "The time at which it was recorded."},
		{Name: "kind", Go: "Kind", Type: "string", Doc: "The kind of the event; core/internal/store/FORMAT.md lists the kinds."},
		{Name: "payload", Go: "Payload", Type: "json", Optional: true, Doc: "The event's data; absent when the kind has none."},
	}},
	{Name: "StoreProblem", Doc: "A defect that a check found.", Fields: []Field{
		{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Doc: "The session; absent when the defect concerns the whole file."},
		{Name: "position", Go: "Position", Type: "int", Optional: true, Doc: "The position of the event, if known."},
		{Name: "message", Go: "Message", Type: "string", Doc: "A description of the defect."},
	}},
	{Name: "StoreStats", Doc: "The size of a store.", Fields: []Field{
		{Name: "sessions", Go: "Sessions", Type: "int", Doc: "The number of sessions."},
		{Name: "deleted", Go: "Deleted", Type: "int", Doc: "The number of deleted sessions whose log still exists."},
		{Name: "messages", Go: "Messages", Type: "int", Doc: "The number of messages of the sessions; messages that forks share count in each."},
		{Name: "threads", Go: "Threads", Type: "int", Doc: "The number of threads."},
		{Name: "shares", Go: "Shares", Type: "int", Doc: "The number of active shares."},
		{Name: "events", Go: "Events", Type: "int", Doc: "The number of events of all logs, including freed ones."},
		{Name: "bytes", Go: "Bytes", Type: "int", Unit: "bytes", Doc: "The size of the file; 0 when it is unknown."},
	}},
	{Name: "StoreCompacted", Doc: "The result of a compaction.", Fields: []Field{
		{Name: "sessions", Go: "Sessions", Type: "int", Doc: "The number of deleted sessions whose space was freed."},
		{Name: "bytes", Go: "Bytes", Type: "int", Unit: "bytes", Doc: "The size of the freed payloads."},
	}},
	{Name: "StoredThread", Doc: "A thread's metadata.", Fields: []Field{
		{Name: "threadId", Go: "ThreadID", Type: "string", ID: true, Doc: "The thread's id."},
		{Name: "sessionId", Go: "SessionID", Type: "string", ID: true, Doc: "The thread's session."},
		{Name: "name", Go: "Name", Type: "string", Doc: "The thread's name."},
		{Name: "status", Go: "Status", Type: "ThreadStatus", Doc: "The thread's status."},
		{Name: "parentThreadId", Go: "ParentThreadID", Type: "string", Optional: true, ID: true, Doc: "The thread's parent."},
		{Name: "createdAt", Go: "CreatedAt", Type: "time", Optional: true, Doc: "The time of its creation."},
		{Name: "updatedAt", Go: "UpdatedAt", Type: "time", Optional: true, Doc: "The time of its last change."},
		{Name: "archivedAt", Go: "ArchivedAt", Type: "time", Optional: true, Doc: "The time at which it was archived."},
		{Name: "archived", Go: "Archived", Type: "bool", Doc: "Whether it is archived."},
		{Name: "active", Go: "Active", Type: "bool", Doc: "Whether it is the session's active thread."},
		{Name: "messageCount", Go: "MessageCount", Type: "int", Doc: "The number of its messages, including hidden ones."},
		{Name: "visibleMessageCount", Go: "VisibleMessageCount", Type: "int", Doc: "The number of its visible messages."},
		{Name: "metadata", Go: "Metadata", Type: "json", Optional: true, Doc: "The caller's own object."},
	}},
	{Name: "LoadedThreads", Doc: "A session's threads and the active one.", Fields: []Field{
		{Name: "threads", Go: "Threads", Type: "[]StoredThread", Doc: "The threads, last updated first, then by id."},
		{Name: "activeThreadId", Go: "ActiveThreadID", Type: "string", Optional: true, Doc: "The active thread's id."},
		{Name: "count", Go: "Count", Type: "int", Doc: "The number of threads listed."},
	}},
	{Name: "ThreadUnsubscribed", Doc: "The confirmation that a thread is not the active one.", Fields: []Field{
		{Name: "threadId", Go: "ThreadID", Type: "string", Doc: "The thread."},
		{Name: "unsubscribed", Go: "Unsubscribed", Type: "bool", Doc: "Always true."},
	}},
	{Name: "ThreadContent", Doc: "A thread with its messages.", Fields: []Field{
		{Name: "thread", Go: "Thread", Type: "StoredThread", Doc: "The thread."},
		{Name: "messages", Go: "Messages", Type: "[]json", Optional: true, Empty: true, Doc: "On request: the messages that it shows."},
	}},
	{Name: "ImportReport", Doc: "The result of an import.", Fields: []Field{
		{Name: "sessions", Go: "Sessions", Type: "[]ImportedSession", Doc: "The result for each session, in the order of the list."},
		{Name: "imported", Go: "Imported", Type: "int", Doc: "The number of sessions that are new in the store."},
		{Name: "updated", Go: "Updated", Type: "int", Doc: "The number of sessions that grew or changed."},
		{Name: "unchanged", Go: "Unchanged", Type: "int", Doc: "The number of sessions that were already complete in the store."},
		{Name: "deleted", Go: "Deleted", Type: "int", Optional: true, Doc: "The number of sessions that were deleted from the store and remain so."},
		{Name: "failed", Go: "Failed", Type: "int", Doc: "The number of sessions that could not be read; the diagnostics say why."},
	}},
	{Name: "ImportedSession", Doc: "The result of an import for one session.", Fields: []Field{
		{Name: "unifiedId", Go: "UnifiedID", Type: "string", Doc: "The unified id of the agent's session."},
		{Name: "storeId", Go: "StoreID", Type: "string", Doc: "The session's id in the store."},
		{Name: "status", Go: "Status", Type: "ImportStatus", Doc: "The result for this session."},
		{Name: "messages", Go: "Messages", Type: "int", Doc: "The number of its visible messages."},
		{Name: "added", Go: "Added", Type: "int", Doc: "The number of messages that this import added."},
	}},
}

// storeEnums are the closed sets of strings of storeOps.
var storeEnums = []Enum{
	{Name: "ThreadStatus", Doc: "The status of a thread.", Values: []EnumValue{
		{"active", "In progress."}, {"paused", "Paused by the caller."}, {"completed", "Completed by the caller."}, {"archived", "Archived; it cannot be the active thread."}}},
	{Name: "ShareStatus", Doc: "The status of a share.", Values: []EnumValue{
		{"active", "In effect."}, {"revoked", "Revoked or replaced."}}},
	{Name: "ImportStatus", Doc: "The result of an import for one session.", Values: []EnumValue{
		{"new", "The session was not in the store."}, {"updated", "Messages were added."}, {"rewritten", "The agent changed earlier messages: the old ones are hidden, and the new ones were added."},
		{"unchanged", "The store already had all of it."}, {"deleted", "It was deleted from the store and was not copied again."}, {"failed", "The session could not be read."}}},
}
