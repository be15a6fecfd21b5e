// Code generated from core/rpc/schema by `make generate`. DO NOT EDIT.

package rpc

import (
	"github.com/heddle-dev/heddle/core/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// Op is the number of an operation in the wasm ABI.
type Op uint32

// The operations.
const (
	OpVersion                     Op = 1  // The engine's version, the ABI's version and the date of the price table.
	OpIdsResolveUnifiedId         Op = 2  // Joins an agent and its native session id into a unified id. Pure: nothing is read, the session need not exist.
	OpIdsResolveNativeId          Op = 3  // Splits a unified id at its first colon. Null when there is no colon or the agent is unknown. Pure.
	OpAgentsList                  Op = 4  // Every supported agent: whether sessions of it were found, in which mount, and how many.
	OpSessionsList                Op = 5  // Summaries of one agent's sessions, or of all agents' when agent is left out. Nothing found is an empty list. An agent that fails in an all-agents call is a diagnostic.
	OpSessionsGet                 Op = 6  // One session with its messages. The header's report says what was skipped while reading.
	OpSessionsExport              Op = 7  // One session as text: json (the session, canonical, indented by 2), jsonl (a header line, then one message a line) or markdown.
	OpSessionsSearch              Op = 8  // Sessions whose title and visible text match, best first, each with where it matches. An unknown agent is an empty list, and so is no match. The header's page says how many matches there are in all.
	OpSessionsTotalCost           Op = 9  // Tokens and money of all matching sessions. A request that several sessions repeat (forks, resumes, copies) counts once, for the session created first.
	OpSessionsDiff                Op = 10 // What two sessions share and where they differ, message by message: a longest common subsequence on role and content. They may belong to different agents.
	OpSessionsRenderDiff          Op = 11 // The same comparison as text: unified, side by side or markdown.
	OpSessionsDoctor              Op = 12 // What reading every session file met: bytes, records, what was skipped and why, types this version does not know, format versions; and a summary by agent.
	OpSessionsCommand             Op = 13 // The agent's own command that goes on with a session, or goes on with a copy of it. Nothing is run.
	OpStoreRegister               Op = 14 // Makes a session. When it exists already nothing changes.
	OpStoreUpdate                 Op = 15 // Lays metadata over a session's; a session that does not exist is made.
	OpStoreRecord                 Op = 16 // Appends messages to a session, all of them or none. A session that does not exist is made; its model follows the messages.
	OpStoreGet                    Op = 17 // A session's metadata.
	OpStoreList                   Op = 18 // Sessions of the store, the latest update first, then by id.
	OpStoreMessages               Op = 19 // A session's messages in the order in which they were recorded.
	OpStoreMessageCount           Op = 20 // How many messages were recorded, hidden ones too; 0 for a session that does not exist.
	OpStoreSessionCount           Op = 21 // How many sessions there are.
	OpStoreDelete                 Op = 22 // Removes a session with its threads. One that does not exist is nothing to do. What forks show stays.
	OpStoreClear                  Op = 23 // Removes all sessions and says how many there were.
	OpStoreFork                   Op = 24 // Makes a session that begins with another one's messages and metadata. They are named, not copied, whatever their number; an active share is not inherited.
	OpStoreShare                  Op = 25 // Makes a share of a session, in place of an active one.
	OpStoreGetShare               Op = 26 // A session's share, active or revoked; null when there never was one.
	OpStoreUnshare                Op = 27 // Revokes the active share; when there is none nothing changes.
	OpStoreRevert                 Op = 28 // Hides what is visible behind a boundary, which one member names. Nothing is removed, and what is recorded afterwards is visible.
	OpStoreUnrevert               Op = 29 // Shows everything again.
	OpStoreSummarize              Op = 30 // Stores a summary: the one given, else one that quotes the user's first message and the agent's latest output.
	OpStoreGetSummary             Op = 31 // The stored summary; null when there is none.
	OpStoreExport                 Op = 32 // A session as a snapshot of version 1, canonical JSON: metadata, all messages, hidden ones too, and threads.
	OpStoreImport                 Op = 33 // Makes a session of a snapshot; what an export gave comes back as it was, with fresh sequence numbers. Also reads snapshots with snake_case names and times in milliseconds.
	OpStoreEvents                 Op = 34 // A page of a session's log, in order. A page without events is the end of the log as it stands.
	OpStoreCheck                  Op = 35 // Verifies everything that can be verified: the file, every checksum and sequence, that every session can be read, and that what forks share is there. Nothing found is an empty list.
	OpStoreStats                  Op = 36 // How large the store is.
	OpStoreCompact                Op = 37 // Frees what deleted sessions left behind, unless a fork shows it. Nothing visible changes; positions before a deletion can no longer be read.
	OpStoreNativeSessions         Op = 38 // Sessions as the agent itself keeps them, in the store's form; where the agent keeps none, the store's.
	OpStoreNativeMessages         Op = 39 // The messages of a session as its agent keeps them, in the store's form; where it keeps none, the store's.
	OpMessagesNormalize           Op = 40 // Makes a message of what an agent prints: camelCase names, the text of nested content as content. An unknown type becomes raw, with the original in raw. Pure.
	OpMessagesParseStopReason     Op = 41 // Reads why an agent stopped, as agents write it: end_turn, max_tokens, stop_sequence, refusal, tool_use_stop or unknown_stop. Pure.
	OpMessagesParsePermissionMode Op = 42 // Reads a permission mode in either spelling: default, accept_edits, bypass_permissions, plan or dont_ask; anything else is default. Pure.
	OpMessagesMakeRequestId       Op = 43 // Draws an id for a request.
	OpSessionsImport              Op = 44 // Copies agents' sessions into the store, where they outlive the agent's own clean-up. Only what is new is added: a second time nothing changes.
	OpThreadsStart                Op = 45 // Makes a thread and makes it the active one. A session that does not exist is made.
	OpThreadsList                 Op = 46 // A session's threads, the latest update first, then by id; none for a session that does not exist.
	OpThreadsLoaded               Op = 47 // A session's threads, filtered, with what is active.
	OpThreadsGet                  Op = 48 // A thread's metadata.
	OpThreadsRead                 Op = 49 // A thread and, when asked for, the messages it shows.
	OpThreadsMessages             Op = 50 // A thread's messages in the order in which they were recorded, each with the thread's id.
	OpThreadsRecord               Op = 51 // Appends messages to a thread and so to its session, all of them or none.
	OpThreadsResume               Op = 52 // Gives a thread the status active and makes it the session's active thread.
	OpThreadsFork                 Op = 53 // Makes a thread that begins with the messages another one shows. The session's own history and count stay as they are.
	OpThreadsRollback             Op = 54 // Hides what a thread shows behind a boundary, which one member names. What is recorded afterwards is visible.
	OpThreadsCompact              Op = 55 // A rollback of the active thread, when no thread is named, and to nothing, when no boundary is.
	OpThreadsArchive              Op = 56 // Archives a thread; it is the active one no longer.
	OpThreadsUnarchive            Op = 57 // Gives an archived thread the status active.
	OpThreadsRename               Op = 58 // Sets a thread's name.
	OpThreadsUpdateMetadata       Op = 59 // Lays members over a thread's metadata; null removes one.
	OpThreadsSetStatus            Op = 60 // Makes a thread active, paused or completed, in name only: which one is the session's active thread does not change.
	OpThreadsDelete               Op = 61 // Removes a thread. Its messages stay in the session's history, and its forks keep theirs.
	OpThreadsSetActive            Op = 62 // Makes a thread the session's active one, in place of any other. An archived thread cannot be.
	OpThreadsActive               Op = 63 // The id of a session's active thread; null when it has none.
	OpThreadsClearActive          Op = 64 // Leaves a session without an active thread.
	OpThreadsUnsubscribe          Op = 65 // Takes a thread's place as the active one away, if it has it.
	OpThreadsCount                Op = 66 // How many threads a session has; 0 when it does not exist.
	OpThreadsClear                Op = 67 // Removes all threads of all sessions and says how many there were.
)

// Ops lists the operations' names in the order of their numbers, and whether
// they change the store.
var Ops = []struct {
	ID      Op
	Name    string
	Changes bool
}{
	{OpVersion, "version", false},
	{OpIdsResolveUnifiedId, "ids.resolveUnifiedId", false},
	{OpIdsResolveNativeId, "ids.resolveNativeId", false},
	{OpAgentsList, "agents.list", false},
	{OpSessionsList, "sessions.list", false},
	{OpSessionsGet, "sessions.get", false},
	{OpSessionsExport, "sessions.export", false},
	{OpSessionsSearch, "sessions.search", false},
	{OpSessionsTotalCost, "sessions.totalCost", false},
	{OpSessionsDiff, "sessions.diff", false},
	{OpSessionsRenderDiff, "sessions.renderDiff", false},
	{OpSessionsDoctor, "sessions.doctor", false},
	{OpSessionsCommand, "sessions.command", false},
	{OpStoreRegister, "store.register", true},
	{OpStoreUpdate, "store.update", true},
	{OpStoreRecord, "store.record", true},
	{OpStoreGet, "store.get", false},
	{OpStoreList, "store.list", false},
	{OpStoreMessages, "store.messages", false},
	{OpStoreMessageCount, "store.messageCount", false},
	{OpStoreSessionCount, "store.sessionCount", false},
	{OpStoreDelete, "store.delete", true},
	{OpStoreClear, "store.clear", true},
	{OpStoreFork, "store.fork", true},
	{OpStoreShare, "store.share", true},
	{OpStoreGetShare, "store.getShare", false},
	{OpStoreUnshare, "store.unshare", true},
	{OpStoreRevert, "store.revert", true},
	{OpStoreUnrevert, "store.unrevert", true},
	{OpStoreSummarize, "store.summarize", true},
	{OpStoreGetSummary, "store.getSummary", false},
	{OpStoreExport, "store.export", false},
	{OpStoreImport, "store.import", true},
	{OpStoreEvents, "store.events", false},
	{OpStoreCheck, "store.check", false},
	{OpStoreStats, "store.stats", false},
	{OpStoreCompact, "store.compact", true},
	{OpStoreNativeSessions, "store.nativeSessions", false},
	{OpStoreNativeMessages, "store.nativeMessages", false},
	{OpMessagesNormalize, "messages.normalize", false},
	{OpMessagesParseStopReason, "messages.parseStopReason", false},
	{OpMessagesParsePermissionMode, "messages.parsePermissionMode", false},
	{OpMessagesMakeRequestId, "messages.makeRequestId", false},
	{OpSessionsImport, "sessions.import", true},
	{OpThreadsStart, "threads.start", true},
	{OpThreadsList, "threads.list", false},
	{OpThreadsLoaded, "threads.loaded", false},
	{OpThreadsGet, "threads.get", false},
	{OpThreadsRead, "threads.read", false},
	{OpThreadsMessages, "threads.messages", false},
	{OpThreadsRecord, "threads.record", true},
	{OpThreadsResume, "threads.resume", true},
	{OpThreadsFork, "threads.fork", true},
	{OpThreadsRollback, "threads.rollback", true},
	{OpThreadsCompact, "threads.compact", true},
	{OpThreadsArchive, "threads.archive", true},
	{OpThreadsUnarchive, "threads.unarchive", true},
	{OpThreadsRename, "threads.rename", true},
	{OpThreadsUpdateMetadata, "threads.updateMetadata", true},
	{OpThreadsSetStatus, "threads.setStatus", true},
	{OpThreadsDelete, "threads.delete", true},
	{OpThreadsSetActive, "threads.setActive", true},
	{OpThreadsActive, "threads.active", false},
	{OpThreadsClearActive, "threads.clearActive", true},
	{OpThreadsUnsubscribe, "threads.unsubscribe", true},
	{OpThreadsCount, "threads.count", false},
	{OpThreadsClear, "threads.clear", true},
}

// VersionRequest: Asks for the versions; no fields.
type VersionRequest struct {
}

// ResolveUnifiedIDRequest: What to join.
type ResolveUnifiedIDRequest struct {
	// A known agent's name, for example claude.
	Agent string
	// The agent's own session id; may hold colons.
	NativeSessionID string
}

// ResolveNativeIDRequest: What to split.
type ResolveNativeIDRequest struct {
	// agent:nativeSessionId.
	UnifiedID string
}

// AgentsRequest: Asks for all agents; no fields.
type AgentsRequest struct {
}

// StoreRequest: Asks about the store as a whole; no fields.
type StoreRequest struct {
}

// StoreName: Names a session of the store.
type StoreName struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
}

// StoreRead: Names a session of the store, now or in the past.
type StoreRead struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// Read the past: the session's position to read at. Default: now.
	At int64
}

// StoreChange: Names a session of the store to change.
type StoreChange struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// RegisterRequest: A new session's metadata.
type RegisterRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// When it began. Default: now.
	CreatedAt session.Time
	// The agent that runs it, for example claude.
	Adapter string
	// The model.
	Model string
	// The working directory.
	CWD string
	// Time of the last update. Default: now.
	UpdatedAt session.Time
	// The greatest number of messages; 0: any.
	MessageLimit *int64
	// An object of the caller's, laid over what is there; null removes a member. fork, share, summary and view are the store's.
	Extra session.JSON
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// UpdateRequest: Metadata to set; what is left out stays.
type UpdateRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The agent that runs it, for example claude.
	Adapter string
	// The model.
	Model string
	// The working directory.
	CWD string
	// Time of the last update. Default: now.
	UpdatedAt session.Time
	// The greatest number of messages; 0: any.
	MessageLimit *int64
	// An object of the caller's, laid over what is there; null removes a member. fork, share, summary and view are the store's.
	Extra session.JSON
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// RecordRequest: Messages to append.
type RecordRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// Objects with a type, kept as they are in canonical form; docs/messages.md lists the types.
	Messages []session.JSON
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// StoreListRequest: Which sessions to list.
type StoreListRequest struct {
	// Only this agent's.
	Adapter string
	// Only those of this working directory.
	CWD string
	// Only those of this model.
	Model string
	// Only those updated at this time or later.
	Since session.Time
	// At most this many. Default: all.
	Limit int64
}

// StoreMessagesRequest: Which messages to read.
type StoreMessagesRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// At most this many. Default: all.
	Limit int64
	// Skip this many of what would be returned.
	Offset int64
	// Only messages of these types. Default: all.
	Types []string
	// Also what a revert or rollback hides.
	IncludeHidden bool
	// Read the past: the session's position to read at. Default: now.
	At int64
}

// StoreForkRequest: What to fork, and how.
type StoreForkRequest struct {
	// The session to fork.
	SessionID string
	// Id of the fork. Default: a new one.
	NewSessionID string
	// true keeps hidden messages, hidden; false leaves them out. Default: true.
	IncludeHidden *bool
	// An object laid over the copied extra.
	Extra session.JSON
	// Read the past: the session's position to read at. Default: now.
	At int64
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// ShareRequest: What to share.
type ShareRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// Id of the share. Default: a new one.
	ShareID string
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// RevertRequest: Where to revert to.
type RevertRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// Keep this many visible messages, all when there are fewer.
	VisibleMessageCount *int64
	// Keep up to the visible message with this id.
	MessageID string
	// Keep up to the visible message with this uuid.
	UUID string
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// SummarizeRequest: What to summarize, and with what.
type SummarizeRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The summary's text. Default: derived.
	Content string
	// Another name of content, which goes first.
	Summary string
	// Who made it. Default: heddle.
	GeneratedBy string
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// StoreImportRequest: A snapshot, as JSON or compressed.
type StoreImportRequest struct {
	// The snapshot.
	Snapshot session.JSON
	// Instead: the snapshot compressed with zstd, in base64. UNSUPPORTED where the host does not decompress.
	Compressed string
	// Id of the session. Default: the snapshot's.
	SessionID string
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// EventsRequest: Which events to read.
type EventsRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The position behind which to begin: the page's next. Default: 0.
	After int64
	// At most this many; a page of long events has fewer. Default: 256.
	Limit int64
}

// NativeMessagesRequest: Which messages to read from the agent.
type NativeMessagesRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The agent that keeps it. Default: the stored session's, else all.
	Adapter string
	// At most this many. Default: all.
	Limit int64
	// Skip this many of what would be returned.
	Offset int64
	// Only messages of these types. Default: all.
	Types []string
	// Also what a revert or rollback hides.
	IncludeHidden bool
}

// NormalizeRequest: What an agent printed.
type NormalizeRequest struct {
	// The wire message, an object.
	Message session.JSON
}

// ParseRequest: What to read.
type ParseRequest struct {
	// As an agent writes it.
	Value string
}

// ThreadRead: Names a thread, now or in the past.
type ThreadRead struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// Read the past: the session's position to read at. Default: now.
	At int64
}

// ThreadChange: Names a thread to change.
type ThreadChange struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// ThreadStartRequest: A new thread.
type ThreadStartRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// Its id. Default: a new one.
	ThreadID string
	// Its name. Default: the thread's id.
	Name string
	// The thread it comes from; lineage only. Of a fork, by default the source.
	ParentThreadID string
	// An object of the caller's.
	Metadata session.JSON
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// ThreadsLoadedRequest: Which threads to list.
type ThreadsLoadedRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// false leaves archived ones out. Default: true.
	IncludeArchived *bool
	// Only this one.
	ThreadID string
	// Only those of this status.
	Status session.ThreadStatus
	// At most this many. Default: all.
	Limit int64
	// Read the past: the session's position to read at. Default: now.
	At int64
}

// ThreadReadRequest: Which thread to read.
type ThreadReadRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// Also its visible messages.
	IncludeMessages bool
	// Read the past: the session's position to read at. Default: now.
	At int64
}

// ThreadMessagesRequest: Which messages of a thread to read.
type ThreadMessagesRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// At most this many. Default: all.
	Limit int64
	// Skip this many of what would be returned.
	Offset int64
	// Only messages of these types. Default: all.
	Types []string
	// Also what a revert or rollback hides.
	IncludeHidden bool
	// Read the past: the session's position to read at. Default: now.
	At int64
}

// ThreadRecordRequest: Messages to append.
type ThreadRecordRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// Objects with a type, kept as they are in canonical form; docs/messages.md lists the types.
	Messages []session.JSON
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// ThreadForkRequest: Which thread to fork, and how.
type ThreadForkRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread to fork.
	ThreadID string
	// Id of the fork. Default: a new one.
	NewThreadID string
	// Its name. Default: the thread's id.
	Name string
	// The thread it comes from; lineage only. Of a fork, by default the source.
	ParentThreadID string
	// An object of the caller's.
	Metadata session.JSON
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// ThreadRollbackRequest: Where to roll back to.
type ThreadRollbackRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// Hide this many visible messages from the end.
	Count *int64
	// Keep this many visible messages, all when there are fewer.
	VisibleMessageCount *int64
	// Keep up to the visible message with this id.
	MessageID string
	// Keep up to the visible message with this uuid.
	UUID string
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// ThreadCompactRequest: Where to roll back to.
type ThreadCompactRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread. Default: the active one.
	ThreadID string
	// Hide this many visible messages from the end.
	Count *int64
	// Keep this many visible messages, all when there are fewer.
	VisibleMessageCount *int64
	// Keep up to the visible message with this id.
	MessageID string
	// Keep up to the visible message with this uuid.
	UUID string
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// ThreadRenameRequest: A new name.
type ThreadRenameRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// The name.
	Name string
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// ThreadMetadataRequest: Members to lay over the metadata.
type ThreadMetadataRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// An object; null removes a member.
	Metadata session.JSON
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// ThreadStatusRequest: A new status.
type ThreadStatusRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// active, paused or completed.
	Status string
	// A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one.
	RequestID string
	// The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any.
	Expect *int64
}

// decodeVersionRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeVersionRequest(req []byte) (VersionRequest, error) {
	var x VersionRequest
	return x, decodeObject(req, nil)
}

// decodeResolveUnifiedIDRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeResolveUnifiedIDRequest(req []byte) (ResolveUnifiedIDRequest, error) {
	var x ResolveUnifiedIDRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"nativeSessionId", &x.NativeSessionID, ""},
	})
	return x, err
}

// decodeResolveNativeIDRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeResolveNativeIDRequest(req []byte) (ResolveNativeIDRequest, error) {
	var x ResolveNativeIDRequest
	err := decodeObject(req, []field{
		{"unifiedId", &x.UnifiedID, ""},
	})
	return x, err
}

// decodeAgentsRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeAgentsRequest(req []byte) (AgentsRequest, error) {
	var x AgentsRequest
	return x, decodeObject(req, nil)
}

// decodeListRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeListRequest(req []byte) (catalog.ListRequest, error) {
	var x catalog.ListRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"cwd", &x.Cwd, ""},
		{"limit", &x.Limit, ""},
		{"model", &x.Model, ""},
		{"since", &x.Since, ""},
		{"sort", (*string)(&x.Sort), "date, cost, turns"},
		{"sortDirection", (*string)(&x.SortDirection), "asc, desc"},
		{"strict", &x.Strict, ""},
		{"subagents", &x.Subagents, ""},
		{"superseded", &x.Superseded, ""},
		{"tags", &x.Tags, ""},
		{"until", (*endTime)(&x.Until), ""},
	})
	return x, err
}

// decodeGetRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeGetRequest(req []byte) (catalog.GetRequest, error) {
	var x catalog.GetRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"branch", &x.Branch, ""},
		{"raw", &x.Raw, ""},
		{"sessionId", &x.SessionID, ""},
		{"strict", &x.Strict, ""},
		{"toolOutput", &x.ToolOutput, ""},
		{"unifiedId", &x.UnifiedID, ""},
	})
	return x, err
}

// decodeExportRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeExportRequest(req []byte) (catalog.ExportRequest, error) {
	var x catalog.ExportRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"branch", &x.Branch, ""},
		{"format", &x.Format, ""},
		{"raw", &x.Raw, ""},
		{"sessionId", &x.SessionID, ""},
		{"strict", &x.Strict, ""},
		{"toolOutput", &x.ToolOutput, ""},
		{"unifiedId", &x.UnifiedID, ""},
	})
	return x, err
}

// decodeSearchRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeSearchRequest(req []byte) (catalog.SearchRequest, error) {
	var x catalog.SearchRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"cwd", &x.Cwd, ""},
		{"hits", &x.Hits, ""},
		{"limit", &x.Limit, ""},
		{"memories", &x.Memories, ""},
		{"model", &x.Model, ""},
		{"offset", &x.Offset, ""},
		{"regex", &x.Regex, ""},
		{"role", (*string)(&x.Role), "user, assistant, system, tool"},
		{"since", &x.Since, ""},
		{"sort", (*string)(&x.Sort), "relevance, date, cost"},
		{"strict", &x.Strict, ""},
		{"subagents", &x.Subagents, ""},
		{"tags", &x.Tags, ""},
		{"text", &x.Text, ""},
		{"tool", &x.Tool, ""},
		{"until", (*endTime)(&x.Until), ""},
	})
	return x, err
}

// decodeCostRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeCostRequest(req []byte) (catalog.CostRequest, error) {
	var x catalog.CostRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"cwd", &x.Cwd, ""},
		{"groupBy", (*string)(&x.GroupBy), "agent, model, day, tag, cwd, session"},
		{"model", &x.Model, ""},
		{"since", &x.Since, ""},
		{"strict", &x.Strict, ""},
		{"tags", &x.Tags, ""},
		{"until", (*endTime)(&x.Until), ""},
	})
	return x, err
}

// decodeSessionRef reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeSessionRef(req []byte) (catalog.SessionRef, error) {
	var x catalog.SessionRef
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"sessionId", &x.SessionID, ""},
		{"unifiedId", &x.UnifiedID, ""},
	})
	return x, err
}

// decodeDiffRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeDiffRequest(req []byte) (catalog.DiffRequest, error) {
	var x catalog.DiffRequest
	err := decodeObject(req, []field{
		{"a", &x.A, ""},
		{"b", &x.B, ""},
		{"strict", &x.Strict, ""},
		{"textEdits", &x.TextEdits, ""},
	})
	return x, err
}

// decodeRenderDiffRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeRenderDiffRequest(req []byte) (catalog.RenderDiffRequest, error) {
	var x catalog.RenderDiffRequest
	err := decodeObject(req, []field{
		{"a", &x.A, ""},
		{"b", &x.B, ""},
		{"context", &x.Context, ""},
		{"format", (*string)(&x.Format), "unified, side-by-side, markdown"},
		{"strict", &x.Strict, ""},
		{"textEdits", &x.TextEdits, ""},
		{"width", &x.Width, ""},
	})
	return x, err
}

// decodeDoctorRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeDoctorRequest(req []byte) (catalog.DoctorRequest, error) {
	var x catalog.DoctorRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"problems", &x.Problems, ""},
	})
	return x, err
}

// decodeCommandRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeCommandRequest(req []byte) (catalog.CommandRequest, error) {
	var x catalog.CommandRequest
	err := decodeObject(req, []field{
		{"action", (*string)(&x.Action), "resume, fork"},
		{"agent", &x.Agent, ""},
		{"prompt", &x.Prompt, ""},
		{"sessionId", &x.SessionID, ""},
		{"unifiedId", &x.UnifiedID, ""},
	})
	return x, err
}

// decodeStoreRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreRequest(req []byte) (StoreRequest, error) {
	var x StoreRequest
	return x, decodeObject(req, nil)
}

// decodeStoreName reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreName(req []byte) (StoreName, error) {
	var x StoreName
	err := decodeObject(req, []field{
		{"sessionId", &x.SessionID, ""},
	})
	return x, err
}

// decodeStoreRead reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreRead(req []byte) (StoreRead, error) {
	var x StoreRead
	err := decodeObject(req, []field{
		{"at", &x.At, ""},
		{"sessionId", &x.SessionID, ""},
	})
	return x, err
}

// decodeStoreChange reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreChange(req []byte) (StoreChange, error) {
	var x StoreChange
	err := decodeObject(req, []field{
		{"expect", &x.Expect, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
	})
	return x, err
}

// decodeRegisterRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeRegisterRequest(req []byte) (RegisterRequest, error) {
	var x RegisterRequest
	err := decodeObject(req, []field{
		{"adapter", &x.Adapter, ""},
		{"createdAt", &x.CreatedAt, ""},
		{"cwd", &x.CWD, ""},
		{"expect", &x.Expect, ""},
		{"extra", &x.Extra, ""},
		{"messageLimit", &x.MessageLimit, ""},
		{"model", &x.Model, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"updatedAt", &x.UpdatedAt, ""},
	})
	return x, err
}

// decodeUpdateRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeUpdateRequest(req []byte) (UpdateRequest, error) {
	var x UpdateRequest
	err := decodeObject(req, []field{
		{"adapter", &x.Adapter, ""},
		{"cwd", &x.CWD, ""},
		{"expect", &x.Expect, ""},
		{"extra", &x.Extra, ""},
		{"messageLimit", &x.MessageLimit, ""},
		{"model", &x.Model, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"updatedAt", &x.UpdatedAt, ""},
	})
	return x, err
}

// decodeRecordRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeRecordRequest(req []byte) (RecordRequest, error) {
	var x RecordRequest
	err := decodeObject(req, []field{
		{"expect", &x.Expect, ""},
		{"messages", &x.Messages, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
	})
	return x, err
}

// decodeStoreListRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreListRequest(req []byte) (StoreListRequest, error) {
	var x StoreListRequest
	err := decodeObject(req, []field{
		{"adapter", &x.Adapter, ""},
		{"cwd", &x.CWD, ""},
		{"limit", &x.Limit, ""},
		{"model", &x.Model, ""},
		{"since", &x.Since, ""},
	})
	return x, err
}

// decodeStoreMessagesRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreMessagesRequest(req []byte) (StoreMessagesRequest, error) {
	var x StoreMessagesRequest
	err := decodeObject(req, []field{
		{"at", &x.At, ""},
		{"includeHidden", &x.IncludeHidden, ""},
		{"limit", &x.Limit, ""},
		{"offset", &x.Offset, ""},
		{"sessionId", &x.SessionID, ""},
		{"types", &x.Types, ""},
	})
	return x, err
}

// decodeStoreForkRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreForkRequest(req []byte) (StoreForkRequest, error) {
	var x StoreForkRequest
	err := decodeObject(req, []field{
		{"at", &x.At, ""},
		{"expect", &x.Expect, ""},
		{"extra", &x.Extra, ""},
		{"includeHidden", &x.IncludeHidden, ""},
		{"newSessionId", &x.NewSessionID, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
	})
	return x, err
}

// decodeShareRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeShareRequest(req []byte) (ShareRequest, error) {
	var x ShareRequest
	err := decodeObject(req, []field{
		{"expect", &x.Expect, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"shareId", &x.ShareID, ""},
	})
	return x, err
}

// decodeRevertRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeRevertRequest(req []byte) (RevertRequest, error) {
	var x RevertRequest
	err := decodeObject(req, []field{
		{"expect", &x.Expect, ""},
		{"messageId", &x.MessageID, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"uuid", &x.UUID, ""},
		{"visibleMessageCount", &x.VisibleMessageCount, ""},
	})
	return x, err
}

// decodeSummarizeRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeSummarizeRequest(req []byte) (SummarizeRequest, error) {
	var x SummarizeRequest
	err := decodeObject(req, []field{
		{"content", &x.Content, ""},
		{"expect", &x.Expect, ""},
		{"generatedBy", &x.GeneratedBy, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"summary", &x.Summary, ""},
	})
	return x, err
}

// decodeStoreImportRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreImportRequest(req []byte) (StoreImportRequest, error) {
	var x StoreImportRequest
	err := decodeObject(req, []field{
		{"compressed", &x.Compressed, ""},
		{"expect", &x.Expect, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"snapshot", &x.Snapshot, ""},
	})
	return x, err
}

// decodeEventsRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeEventsRequest(req []byte) (EventsRequest, error) {
	var x EventsRequest
	err := decodeObject(req, []field{
		{"after", &x.After, ""},
		{"limit", &x.Limit, ""},
		{"sessionId", &x.SessionID, ""},
	})
	return x, err
}

// decodeNativeMessagesRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeNativeMessagesRequest(req []byte) (NativeMessagesRequest, error) {
	var x NativeMessagesRequest
	err := decodeObject(req, []field{
		{"adapter", &x.Adapter, ""},
		{"includeHidden", &x.IncludeHidden, ""},
		{"limit", &x.Limit, ""},
		{"offset", &x.Offset, ""},
		{"sessionId", &x.SessionID, ""},
		{"types", &x.Types, ""},
	})
	return x, err
}

// decodeNormalizeRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeNormalizeRequest(req []byte) (NormalizeRequest, error) {
	var x NormalizeRequest
	err := decodeObject(req, []field{
		{"message", &x.Message, ""},
	})
	return x, err
}

// decodeParseRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeParseRequest(req []byte) (ParseRequest, error) {
	var x ParseRequest
	err := decodeObject(req, []field{
		{"value", &x.Value, ""},
	})
	return x, err
}

// decodeImportRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeImportRequest(req []byte) (catalog.ImportRequest, error) {
	var x catalog.ImportRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"all", &x.All, ""},
		{"cwd", &x.Cwd, ""},
		{"dryRun", &x.DryRun, ""},
		{"model", &x.Model, ""},
		{"sessionId", &x.SessionID, ""},
		{"since", &x.Since, ""},
		{"tags", &x.Tags, ""},
		{"unifiedId", &x.UnifiedID, ""},
		{"until", (*endTime)(&x.Until), ""},
	})
	return x, err
}

// decodeThreadRead reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadRead(req []byte) (ThreadRead, error) {
	var x ThreadRead
	err := decodeObject(req, []field{
		{"at", &x.At, ""},
		{"sessionId", &x.SessionID, ""},
		{"threadId", &x.ThreadID, ""},
	})
	return x, err
}

// decodeThreadChange reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadChange(req []byte) (ThreadChange, error) {
	var x ThreadChange
	err := decodeObject(req, []field{
		{"expect", &x.Expect, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"threadId", &x.ThreadID, ""},
	})
	return x, err
}

// decodeThreadStartRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadStartRequest(req []byte) (ThreadStartRequest, error) {
	var x ThreadStartRequest
	err := decodeObject(req, []field{
		{"expect", &x.Expect, ""},
		{"metadata", &x.Metadata, ""},
		{"name", &x.Name, ""},
		{"parentThreadId", &x.ParentThreadID, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"threadId", &x.ThreadID, ""},
	})
	return x, err
}

// decodeThreadsLoadedRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadsLoadedRequest(req []byte) (ThreadsLoadedRequest, error) {
	var x ThreadsLoadedRequest
	err := decodeObject(req, []field{
		{"at", &x.At, ""},
		{"includeArchived", &x.IncludeArchived, ""},
		{"limit", &x.Limit, ""},
		{"sessionId", &x.SessionID, ""},
		{"status", (*string)(&x.Status), "active, paused, completed, archived"},
		{"threadId", &x.ThreadID, ""},
	})
	return x, err
}

// decodeThreadReadRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadReadRequest(req []byte) (ThreadReadRequest, error) {
	var x ThreadReadRequest
	err := decodeObject(req, []field{
		{"at", &x.At, ""},
		{"includeMessages", &x.IncludeMessages, ""},
		{"sessionId", &x.SessionID, ""},
		{"threadId", &x.ThreadID, ""},
	})
	return x, err
}

// decodeThreadMessagesRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadMessagesRequest(req []byte) (ThreadMessagesRequest, error) {
	var x ThreadMessagesRequest
	err := decodeObject(req, []field{
		{"at", &x.At, ""},
		{"includeHidden", &x.IncludeHidden, ""},
		{"limit", &x.Limit, ""},
		{"offset", &x.Offset, ""},
		{"sessionId", &x.SessionID, ""},
		{"threadId", &x.ThreadID, ""},
		{"types", &x.Types, ""},
	})
	return x, err
}

// decodeThreadRecordRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadRecordRequest(req []byte) (ThreadRecordRequest, error) {
	var x ThreadRecordRequest
	err := decodeObject(req, []field{
		{"expect", &x.Expect, ""},
		{"messages", &x.Messages, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"threadId", &x.ThreadID, ""},
	})
	return x, err
}

// decodeThreadForkRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadForkRequest(req []byte) (ThreadForkRequest, error) {
	var x ThreadForkRequest
	err := decodeObject(req, []field{
		{"expect", &x.Expect, ""},
		{"metadata", &x.Metadata, ""},
		{"name", &x.Name, ""},
		{"newThreadId", &x.NewThreadID, ""},
		{"parentThreadId", &x.ParentThreadID, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"threadId", &x.ThreadID, ""},
	})
	return x, err
}

// decodeThreadRollbackRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadRollbackRequest(req []byte) (ThreadRollbackRequest, error) {
	var x ThreadRollbackRequest
	err := decodeObject(req, []field{
		{"count", &x.Count, ""},
		{"expect", &x.Expect, ""},
		{"messageId", &x.MessageID, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"threadId", &x.ThreadID, ""},
		{"uuid", &x.UUID, ""},
		{"visibleMessageCount", &x.VisibleMessageCount, ""},
	})
	return x, err
}

// decodeThreadCompactRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadCompactRequest(req []byte) (ThreadCompactRequest, error) {
	var x ThreadCompactRequest
	err := decodeObject(req, []field{
		{"count", &x.Count, ""},
		{"expect", &x.Expect, ""},
		{"messageId", &x.MessageID, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"threadId", &x.ThreadID, ""},
		{"uuid", &x.UUID, ""},
		{"visibleMessageCount", &x.VisibleMessageCount, ""},
	})
	return x, err
}

// decodeThreadRenameRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadRenameRequest(req []byte) (ThreadRenameRequest, error) {
	var x ThreadRenameRequest
	err := decodeObject(req, []field{
		{"expect", &x.Expect, ""},
		{"name", &x.Name, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"threadId", &x.ThreadID, ""},
	})
	return x, err
}

// decodeThreadMetadataRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadMetadataRequest(req []byte) (ThreadMetadataRequest, error) {
	var x ThreadMetadataRequest
	err := decodeObject(req, []field{
		{"expect", &x.Expect, ""},
		{"metadata", &x.Metadata, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"threadId", &x.ThreadID, ""},
	})
	return x, err
}

// decodeThreadStatusRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadStatusRequest(req []byte) (ThreadStatusRequest, error) {
	var x ThreadStatusRequest
	err := decodeObject(req, []field{
		{"expect", &x.Expect, ""},
		{"requestId", &x.RequestID, ""},
		{"sessionId", &x.SessionID, ""},
		{"status", &x.Status, ""},
		{"threadId", &x.ThreadID, ""},
	})
	return x, err
}
