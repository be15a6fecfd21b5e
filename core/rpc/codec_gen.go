// Code generated from core/rpc/schema by `make generate`. DO NOT EDIT.

package rpc

import (
	"unsafe"

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
	OpSessionsTotalCost           Op = 9  // Tokens and money of all matching sessions. A request that several sessions repeat (forks, resumes, copies) counts once, for the session created first. Its since and until bound the time of each request, not the session's creation as the specification's 3.5 has it: a session that began in October and spent money today counts today, and adjacent ranges add up to the whole. createdSince and createdUntil bound the creation.
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
	OpStoreRevert                 Op = 28 // Sets the boundary of what a session shows, which one member names: everything before it is shown, whatever was hidden, and everything after it is hidden. Nothing is removed, and what is recorded afterwards is visible.
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
	OpMessagesNormalize           Op = 40 // Makes a message of one record that an agent prints, without what came before it: camelCase names, the text of nested content as content, the category of an error. What is no message of its own and what is not understood become raw, with the original in raw. Pure.
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
	OpThreadsRollback             Op = 54 // Sets the boundary of what a thread shows, which one member names: everything before it is shown, whatever earlier rollbacks hid, and everything after it is hidden; count only hides. What the session hides stays hidden, and what is recorded afterwards is visible.
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
	OpThreadsUnrollback           Op = 68 // Shows everything that rollbacks of a thread have hidden. What the session hides stays hidden.
	OpMessagesNormalizeText       Op = 69 // Makes messages of all that a process printed: JSON Lines, JSON or server-sent events of Claude Code, Codex (exec and app-server), Gemini, Copilot, OpenCode, pi, omp, OpenClaw or an agent that speaks the Agent Client Protocol, recognized record by record. Deltas are folded, and what is printed twice counts once. What cannot be read is noted with line and offset, and the rest is read. Pure.
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
	{OpThreadsUnrollback, "threads.unrollback", true},
	{OpMessagesNormalizeText, "messages.normalizeText", false},
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
	// The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC.
	Zone *session.Zone
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
	// Show exactly the first recorded messages, so many of them; all when there are fewer.
	VisibleMessageCount *int64
	// Show everything up to the last message with this id, which may be hidden now.
	MessageID string
	// Show everything up to the last message with this uuid, which may be hidden now.
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

// NormalizeTextRequest: What a process printed.
type NormalizeTextRequest struct {
	// All of it: JSON Lines, JSON or server-sent events.
	Text string
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
	// Hide this many visible messages from the end, and change nothing else.
	Count *int64
	// Show exactly the first recorded messages, so many of them; all when there are fewer.
	VisibleMessageCount *int64
	// Show everything up to the last message with this id, which may be hidden now.
	MessageID string
	// Show everything up to the last message with this uuid, which may be hidden now.
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
	// Hide this many visible messages from the end, and change nothing else.
	Count *int64
	// Show exactly the first recorded messages, so many of them; all when there are fewer.
	VisibleMessageCount *int64
	// Show everything up to the last message with this id, which may be hidden now.
	MessageID string
	// Show everything up to the last message with this uuid, which may be hidden now.
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
func decodeVersionRequest(req []byte, x *VersionRequest) error {
	return decodeObject(req, unsafe.Pointer(x), nil)
}

var membersOfResolveUnifiedIDRequest = [...]member{
	{"agent", "", unsafe.Offsetof(ResolveUnifiedIDRequest{}.Agent), aText},
	{"nativeSessionId", "", unsafe.Offsetof(ResolveUnifiedIDRequest{}.NativeSessionID), aText},
}

// decodeResolveUnifiedIDRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeResolveUnifiedIDRequest(req []byte, x *ResolveUnifiedIDRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfResolveUnifiedIDRequest[:])
}

var membersOfResolveNativeIDRequest = [...]member{
	{"unifiedId", "", unsafe.Offsetof(ResolveNativeIDRequest{}.UnifiedID), aText},
}

// decodeResolveNativeIDRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeResolveNativeIDRequest(req []byte, x *ResolveNativeIDRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfResolveNativeIDRequest[:])
}

// decodeAgentsRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeAgentsRequest(req []byte, x *AgentsRequest) error {
	return decodeObject(req, unsafe.Pointer(x), nil)
}

var membersOfListRequest = [...]member{
	{"activeSince", "", unsafe.Offsetof(catalog.ListRequest{}.ActiveSince), aTime},
	{"activeUntil", "", unsafe.Offsetof(catalog.ListRequest{}.ActiveUntil), anEnd},
	{"agent", "", unsafe.Offsetof(catalog.ListRequest{}.Agent), aText},
	{"cwd", "", unsafe.Offsetof(catalog.ListRequest{}.Cwd), aText},
	{"limit", "", unsafe.Offsetof(catalog.ListRequest{}.Limit), aLimit},
	{"model", "", unsafe.Offsetof(catalog.ListRequest{}.Model), aText},
	{"since", "", unsafe.Offsetof(catalog.ListRequest{}.Since), aTime},
	{"sort", "date, cost, turns", unsafe.Offsetof(catalog.ListRequest{}.Sort), aText},
	{"sortDirection", "asc, desc", unsafe.Offsetof(catalog.ListRequest{}.SortDirection), aText},
	{"strict", "", unsafe.Offsetof(catalog.ListRequest{}.Strict), aBool},
	{"subagents", "", unsafe.Offsetof(catalog.ListRequest{}.Subagents), aBool},
	{"superseded", "", unsafe.Offsetof(catalog.ListRequest{}.Superseded), aBool},
	{"tags", "", unsafe.Offsetof(catalog.ListRequest{}.Tags), aTextList},
	{"until", "", unsafe.Offsetof(catalog.ListRequest{}.Until), anEnd},
	{"zone", "", unsafe.Offsetof(catalog.ListRequest{}.Zone), aZone},
}

// decodeListRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeListRequest(req []byte, x *catalog.ListRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfListRequest[:])
}

var membersOfGetRequest = [...]member{
	{"agent", "", unsafe.Offsetof(catalog.GetRequest{}.Agent), aText},
	{"branch", "", unsafe.Offsetof(catalog.GetRequest{}.Branch), aText},
	{"raw", "", unsafe.Offsetof(catalog.GetRequest{}.Raw), aBool},
	{"sessionId", "", unsafe.Offsetof(catalog.GetRequest{}.SessionID), aText},
	{"strict", "", unsafe.Offsetof(catalog.GetRequest{}.Strict), aBool},
	{"toolOutput", "", unsafe.Offsetof(catalog.GetRequest{}.ToolOutput), aBool},
	{"unifiedId", "", unsafe.Offsetof(catalog.GetRequest{}.UnifiedID), aText},
}

// decodeGetRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeGetRequest(req []byte, x *catalog.GetRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfGetRequest[:])
}

var membersOfExportRequest = [...]member{
	{"agent", "", unsafe.Offsetof(catalog.ExportRequest{}.Agent), aText},
	{"branch", "", unsafe.Offsetof(catalog.ExportRequest{}.Branch), aText},
	{"format", "", unsafe.Offsetof(catalog.ExportRequest{}.Format), aText},
	{"raw", "", unsafe.Offsetof(catalog.ExportRequest{}.Raw), aBool},
	{"sessionId", "", unsafe.Offsetof(catalog.ExportRequest{}.SessionID), aText},
	{"strict", "", unsafe.Offsetof(catalog.ExportRequest{}.Strict), aBool},
	{"toolOutput", "", unsafe.Offsetof(catalog.ExportRequest{}.ToolOutput), aBool},
	{"unifiedId", "", unsafe.Offsetof(catalog.ExportRequest{}.UnifiedID), aText},
}

// decodeExportRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeExportRequest(req []byte, x *catalog.ExportRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfExportRequest[:])
}

var membersOfSearchRequest = [...]member{
	{"activeSince", "", unsafe.Offsetof(catalog.SearchRequest{}.ActiveSince), aTime},
	{"activeUntil", "", unsafe.Offsetof(catalog.SearchRequest{}.ActiveUntil), anEnd},
	{"agent", "", unsafe.Offsetof(catalog.SearchRequest{}.Agent), aText},
	{"cwd", "", unsafe.Offsetof(catalog.SearchRequest{}.Cwd), aText},
	{"hits", "", unsafe.Offsetof(catalog.SearchRequest{}.Hits), aNumber},
	{"limit", "", unsafe.Offsetof(catalog.SearchRequest{}.Limit), aLimit},
	{"memories", "", unsafe.Offsetof(catalog.SearchRequest{}.Memories), aBool},
	{"model", "", unsafe.Offsetof(catalog.SearchRequest{}.Model), aText},
	{"offset", "", unsafe.Offsetof(catalog.SearchRequest{}.Offset), aNumber},
	{"regex", "", unsafe.Offsetof(catalog.SearchRequest{}.Regex), aBool},
	{"role", "user, assistant, system, tool", unsafe.Offsetof(catalog.SearchRequest{}.Role), aText},
	{"since", "", unsafe.Offsetof(catalog.SearchRequest{}.Since), aTime},
	{"sort", "relevance, date, cost", unsafe.Offsetof(catalog.SearchRequest{}.Sort), aText},
	{"strict", "", unsafe.Offsetof(catalog.SearchRequest{}.Strict), aBool},
	{"subagents", "", unsafe.Offsetof(catalog.SearchRequest{}.Subagents), aBool},
	{"tags", "", unsafe.Offsetof(catalog.SearchRequest{}.Tags), aTextList},
	{"text", "", unsafe.Offsetof(catalog.SearchRequest{}.Text), aText},
	{"tool", "", unsafe.Offsetof(catalog.SearchRequest{}.Tool), aText},
	{"until", "", unsafe.Offsetof(catalog.SearchRequest{}.Until), anEnd},
	{"zone", "", unsafe.Offsetof(catalog.SearchRequest{}.Zone), aZone},
}

// decodeSearchRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeSearchRequest(req []byte, x *catalog.SearchRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfSearchRequest[:])
}

var membersOfCostRequest = [...]member{
	{"agent", "", unsafe.Offsetof(catalog.CostRequest{}.Agent), aText},
	{"createdSince", "", unsafe.Offsetof(catalog.CostRequest{}.CreatedSince), aTime},
	{"createdUntil", "", unsafe.Offsetof(catalog.CostRequest{}.CreatedUntil), anEnd},
	{"cwd", "", unsafe.Offsetof(catalog.CostRequest{}.Cwd), aText},
	{"groupBy", "agent, model, day, tag, cwd, session", unsafe.Offsetof(catalog.CostRequest{}.GroupBy), aText},
	{"model", "", unsafe.Offsetof(catalog.CostRequest{}.Model), aText},
	{"since", "", unsafe.Offsetof(catalog.CostRequest{}.Since), aTime},
	{"strict", "", unsafe.Offsetof(catalog.CostRequest{}.Strict), aBool},
	{"tags", "", unsafe.Offsetof(catalog.CostRequest{}.Tags), aTextList},
	{"until", "", unsafe.Offsetof(catalog.CostRequest{}.Until), anEnd},
	{"zone", "", unsafe.Offsetof(catalog.CostRequest{}.Zone), aZone},
}

// decodeCostRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeCostRequest(req []byte, x *catalog.CostRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfCostRequest[:])
}

var membersOfSessionRef = [...]member{
	{"agent", "", unsafe.Offsetof(catalog.SessionRef{}.Agent), aText},
	{"sessionId", "", unsafe.Offsetof(catalog.SessionRef{}.SessionID), aText},
	{"unifiedId", "", unsafe.Offsetof(catalog.SessionRef{}.UnifiedID), aText},
}

// decodeSessionRef reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeSessionRef(req []byte, x *catalog.SessionRef) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfSessionRef[:])
}

var membersOfDiffRequest = [...]member{
	{"a", "", unsafe.Offsetof(catalog.DiffRequest{}.A), aSessionRef},
	{"b", "", unsafe.Offsetof(catalog.DiffRequest{}.B), aSessionRef},
	{"strict", "", unsafe.Offsetof(catalog.DiffRequest{}.Strict), aBool},
	{"textEdits", "", unsafe.Offsetof(catalog.DiffRequest{}.TextEdits), aBool},
}

// decodeDiffRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeDiffRequest(req []byte, x *catalog.DiffRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfDiffRequest[:])
}

var membersOfRenderDiffRequest = [...]member{
	{"a", "", unsafe.Offsetof(catalog.RenderDiffRequest{}.A), aSessionRef},
	{"b", "", unsafe.Offsetof(catalog.RenderDiffRequest{}.B), aSessionRef},
	{"context", "", unsafe.Offsetof(catalog.RenderDiffRequest{}.Context), aNumber},
	{"format", "unified, side-by-side, markdown", unsafe.Offsetof(catalog.RenderDiffRequest{}.Format), aText},
	{"strict", "", unsafe.Offsetof(catalog.RenderDiffRequest{}.Strict), aBool},
	{"textEdits", "", unsafe.Offsetof(catalog.RenderDiffRequest{}.TextEdits), aBool},
	{"width", "", unsafe.Offsetof(catalog.RenderDiffRequest{}.Width), aNumber},
}

// decodeRenderDiffRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeRenderDiffRequest(req []byte, x *catalog.RenderDiffRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfRenderDiffRequest[:])
}

var membersOfDoctorRequest = [...]member{
	{"agent", "", unsafe.Offsetof(catalog.DoctorRequest{}.Agent), aText},
	{"problems", "", unsafe.Offsetof(catalog.DoctorRequest{}.Problems), aBool},
}

// decodeDoctorRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeDoctorRequest(req []byte, x *catalog.DoctorRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfDoctorRequest[:])
}

var membersOfCommandRequest = [...]member{
	{"action", "resume, fork", unsafe.Offsetof(catalog.CommandRequest{}.Action), aText},
	{"agent", "", unsafe.Offsetof(catalog.CommandRequest{}.Agent), aText},
	{"prompt", "", unsafe.Offsetof(catalog.CommandRequest{}.Prompt), aText},
	{"sessionId", "", unsafe.Offsetof(catalog.CommandRequest{}.SessionID), aText},
	{"unifiedId", "", unsafe.Offsetof(catalog.CommandRequest{}.UnifiedID), aText},
}

// decodeCommandRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeCommandRequest(req []byte, x *catalog.CommandRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfCommandRequest[:])
}

// decodeStoreRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreRequest(req []byte, x *StoreRequest) error {
	return decodeObject(req, unsafe.Pointer(x), nil)
}

var membersOfStoreName = [...]member{
	{"sessionId", "", unsafe.Offsetof(StoreName{}.SessionID), aText},
}

// decodeStoreName reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreName(req []byte, x *StoreName) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreName[:])
}

var membersOfStoreRead = [...]member{
	{"at", "", unsafe.Offsetof(StoreRead{}.At), aNumber},
	{"sessionId", "", unsafe.Offsetof(StoreRead{}.SessionID), aText},
}

// decodeStoreRead reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreRead(req []byte, x *StoreRead) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreRead[:])
}

var membersOfStoreChange = [...]member{
	{"expect", "", unsafe.Offsetof(StoreChange{}.Expect), anOptionalNumber},
	{"requestId", "", unsafe.Offsetof(StoreChange{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(StoreChange{}.SessionID), aText},
}

// decodeStoreChange reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreChange(req []byte, x *StoreChange) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreChange[:])
}

var membersOfRegisterRequest = [...]member{
	{"adapter", "", unsafe.Offsetof(RegisterRequest{}.Adapter), aText},
	{"createdAt", "", unsafe.Offsetof(RegisterRequest{}.CreatedAt), aTime},
	{"cwd", "", unsafe.Offsetof(RegisterRequest{}.CWD), aText},
	{"expect", "", unsafe.Offsetof(RegisterRequest{}.Expect), anOptionalNumber},
	{"extra", "", unsafe.Offsetof(RegisterRequest{}.Extra), aValue},
	{"messageLimit", "", unsafe.Offsetof(RegisterRequest{}.MessageLimit), anOptionalNumber},
	{"model", "", unsafe.Offsetof(RegisterRequest{}.Model), aText},
	{"requestId", "", unsafe.Offsetof(RegisterRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(RegisterRequest{}.SessionID), aText},
	{"updatedAt", "", unsafe.Offsetof(RegisterRequest{}.UpdatedAt), aTime},
}

// decodeRegisterRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeRegisterRequest(req []byte, x *RegisterRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfRegisterRequest[:])
}

var membersOfUpdateRequest = [...]member{
	{"adapter", "", unsafe.Offsetof(UpdateRequest{}.Adapter), aText},
	{"cwd", "", unsafe.Offsetof(UpdateRequest{}.CWD), aText},
	{"expect", "", unsafe.Offsetof(UpdateRequest{}.Expect), anOptionalNumber},
	{"extra", "", unsafe.Offsetof(UpdateRequest{}.Extra), aValue},
	{"messageLimit", "", unsafe.Offsetof(UpdateRequest{}.MessageLimit), anOptionalNumber},
	{"model", "", unsafe.Offsetof(UpdateRequest{}.Model), aText},
	{"requestId", "", unsafe.Offsetof(UpdateRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(UpdateRequest{}.SessionID), aText},
	{"updatedAt", "", unsafe.Offsetof(UpdateRequest{}.UpdatedAt), aTime},
}

// decodeUpdateRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeUpdateRequest(req []byte, x *UpdateRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfUpdateRequest[:])
}

var membersOfRecordRequest = [...]member{
	{"expect", "", unsafe.Offsetof(RecordRequest{}.Expect), anOptionalNumber},
	{"messages", "", unsafe.Offsetof(RecordRequest{}.Messages), aList},
	{"requestId", "", unsafe.Offsetof(RecordRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(RecordRequest{}.SessionID), aText},
}

// decodeRecordRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeRecordRequest(req []byte, x *RecordRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfRecordRequest[:])
}

var membersOfStoreListRequest = [...]member{
	{"adapter", "", unsafe.Offsetof(StoreListRequest{}.Adapter), aText},
	{"cwd", "", unsafe.Offsetof(StoreListRequest{}.CWD), aText},
	{"limit", "", unsafe.Offsetof(StoreListRequest{}.Limit), aNumber},
	{"model", "", unsafe.Offsetof(StoreListRequest{}.Model), aText},
	{"since", "", unsafe.Offsetof(StoreListRequest{}.Since), aTime},
	{"zone", "", unsafe.Offsetof(StoreListRequest{}.Zone), aZone},
}

// decodeStoreListRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreListRequest(req []byte, x *StoreListRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreListRequest[:])
}

var membersOfStoreMessagesRequest = [...]member{
	{"at", "", unsafe.Offsetof(StoreMessagesRequest{}.At), aNumber},
	{"includeHidden", "", unsafe.Offsetof(StoreMessagesRequest{}.IncludeHidden), aBool},
	{"limit", "", unsafe.Offsetof(StoreMessagesRequest{}.Limit), aNumber},
	{"offset", "", unsafe.Offsetof(StoreMessagesRequest{}.Offset), aNumber},
	{"sessionId", "", unsafe.Offsetof(StoreMessagesRequest{}.SessionID), aText},
	{"types", "", unsafe.Offsetof(StoreMessagesRequest{}.Types), aTextList},
}

// decodeStoreMessagesRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreMessagesRequest(req []byte, x *StoreMessagesRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreMessagesRequest[:])
}

var membersOfStoreForkRequest = [...]member{
	{"at", "", unsafe.Offsetof(StoreForkRequest{}.At), aNumber},
	{"expect", "", unsafe.Offsetof(StoreForkRequest{}.Expect), anOptionalNumber},
	{"extra", "", unsafe.Offsetof(StoreForkRequest{}.Extra), aValue},
	{"includeHidden", "", unsafe.Offsetof(StoreForkRequest{}.IncludeHidden), anOptionalBool},
	{"newSessionId", "", unsafe.Offsetof(StoreForkRequest{}.NewSessionID), aText},
	{"requestId", "", unsafe.Offsetof(StoreForkRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(StoreForkRequest{}.SessionID), aText},
}

// decodeStoreForkRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreForkRequest(req []byte, x *StoreForkRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreForkRequest[:])
}

var membersOfShareRequest = [...]member{
	{"expect", "", unsafe.Offsetof(ShareRequest{}.Expect), anOptionalNumber},
	{"requestId", "", unsafe.Offsetof(ShareRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(ShareRequest{}.SessionID), aText},
	{"shareId", "", unsafe.Offsetof(ShareRequest{}.ShareID), aText},
}

// decodeShareRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeShareRequest(req []byte, x *ShareRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfShareRequest[:])
}

var membersOfRevertRequest = [...]member{
	{"expect", "", unsafe.Offsetof(RevertRequest{}.Expect), anOptionalNumber},
	{"messageId", "", unsafe.Offsetof(RevertRequest{}.MessageID), aText},
	{"requestId", "", unsafe.Offsetof(RevertRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(RevertRequest{}.SessionID), aText},
	{"uuid", "", unsafe.Offsetof(RevertRequest{}.UUID), aText},
	{"visibleMessageCount", "", unsafe.Offsetof(RevertRequest{}.VisibleMessageCount), anOptionalNumber},
}

// decodeRevertRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeRevertRequest(req []byte, x *RevertRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfRevertRequest[:])
}

var membersOfSummarizeRequest = [...]member{
	{"content", "", unsafe.Offsetof(SummarizeRequest{}.Content), aText},
	{"expect", "", unsafe.Offsetof(SummarizeRequest{}.Expect), anOptionalNumber},
	{"generatedBy", "", unsafe.Offsetof(SummarizeRequest{}.GeneratedBy), aText},
	{"requestId", "", unsafe.Offsetof(SummarizeRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(SummarizeRequest{}.SessionID), aText},
	{"summary", "", unsafe.Offsetof(SummarizeRequest{}.Summary), aText},
}

// decodeSummarizeRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeSummarizeRequest(req []byte, x *SummarizeRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfSummarizeRequest[:])
}

var membersOfStoreImportRequest = [...]member{
	{"compressed", "", unsafe.Offsetof(StoreImportRequest{}.Compressed), aText},
	{"expect", "", unsafe.Offsetof(StoreImportRequest{}.Expect), anOptionalNumber},
	{"requestId", "", unsafe.Offsetof(StoreImportRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(StoreImportRequest{}.SessionID), aText},
	{"snapshot", "", unsafe.Offsetof(StoreImportRequest{}.Snapshot), aValue},
}

// decodeStoreImportRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreImportRequest(req []byte, x *StoreImportRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreImportRequest[:])
}

var membersOfEventsRequest = [...]member{
	{"after", "", unsafe.Offsetof(EventsRequest{}.After), aNumber},
	{"limit", "", unsafe.Offsetof(EventsRequest{}.Limit), aNumber},
	{"sessionId", "", unsafe.Offsetof(EventsRequest{}.SessionID), aText},
}

// decodeEventsRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeEventsRequest(req []byte, x *EventsRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfEventsRequest[:])
}

var membersOfNativeMessagesRequest = [...]member{
	{"adapter", "", unsafe.Offsetof(NativeMessagesRequest{}.Adapter), aText},
	{"includeHidden", "", unsafe.Offsetof(NativeMessagesRequest{}.IncludeHidden), aBool},
	{"limit", "", unsafe.Offsetof(NativeMessagesRequest{}.Limit), aNumber},
	{"offset", "", unsafe.Offsetof(NativeMessagesRequest{}.Offset), aNumber},
	{"sessionId", "", unsafe.Offsetof(NativeMessagesRequest{}.SessionID), aText},
	{"types", "", unsafe.Offsetof(NativeMessagesRequest{}.Types), aTextList},
}

// decodeNativeMessagesRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeNativeMessagesRequest(req []byte, x *NativeMessagesRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfNativeMessagesRequest[:])
}

var membersOfNormalizeRequest = [...]member{
	{"message", "", unsafe.Offsetof(NormalizeRequest{}.Message), aValue},
}

// decodeNormalizeRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeNormalizeRequest(req []byte, x *NormalizeRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfNormalizeRequest[:])
}

var membersOfNormalizeTextRequest = [...]member{
	{"text", "", unsafe.Offsetof(NormalizeTextRequest{}.Text), aText},
}

// decodeNormalizeTextRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeNormalizeTextRequest(req []byte, x *NormalizeTextRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfNormalizeTextRequest[:])
}

var membersOfParseRequest = [...]member{
	{"value", "", unsafe.Offsetof(ParseRequest{}.Value), aText},
}

// decodeParseRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeParseRequest(req []byte, x *ParseRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfParseRequest[:])
}

var membersOfImportRequest = [...]member{
	{"activeSince", "", unsafe.Offsetof(catalog.ImportRequest{}.ActiveSince), aTime},
	{"activeUntil", "", unsafe.Offsetof(catalog.ImportRequest{}.ActiveUntil), anEnd},
	{"agent", "", unsafe.Offsetof(catalog.ImportRequest{}.Agent), aText},
	{"all", "", unsafe.Offsetof(catalog.ImportRequest{}.All), aBool},
	{"cwd", "", unsafe.Offsetof(catalog.ImportRequest{}.Cwd), aText},
	{"dryRun", "", unsafe.Offsetof(catalog.ImportRequest{}.DryRun), aBool},
	{"model", "", unsafe.Offsetof(catalog.ImportRequest{}.Model), aText},
	{"sessionId", "", unsafe.Offsetof(catalog.ImportRequest{}.SessionID), aText},
	{"since", "", unsafe.Offsetof(catalog.ImportRequest{}.Since), aTime},
	{"tags", "", unsafe.Offsetof(catalog.ImportRequest{}.Tags), aTextList},
	{"unifiedId", "", unsafe.Offsetof(catalog.ImportRequest{}.UnifiedID), aText},
	{"until", "", unsafe.Offsetof(catalog.ImportRequest{}.Until), anEnd},
	{"zone", "", unsafe.Offsetof(catalog.ImportRequest{}.Zone), aZone},
}

// decodeImportRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeImportRequest(req []byte, x *catalog.ImportRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfImportRequest[:])
}

var membersOfThreadRead = [...]member{
	{"at", "", unsafe.Offsetof(ThreadRead{}.At), aNumber},
	{"sessionId", "", unsafe.Offsetof(ThreadRead{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(ThreadRead{}.ThreadID), aText},
}

// decodeThreadRead reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadRead(req []byte, x *ThreadRead) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadRead[:])
}

var membersOfThreadChange = [...]member{
	{"expect", "", unsafe.Offsetof(ThreadChange{}.Expect), anOptionalNumber},
	{"requestId", "", unsafe.Offsetof(ThreadChange{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(ThreadChange{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(ThreadChange{}.ThreadID), aText},
}

// decodeThreadChange reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadChange(req []byte, x *ThreadChange) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadChange[:])
}

var membersOfThreadStartRequest = [...]member{
	{"expect", "", unsafe.Offsetof(ThreadStartRequest{}.Expect), anOptionalNumber},
	{"metadata", "", unsafe.Offsetof(ThreadStartRequest{}.Metadata), aValue},
	{"name", "", unsafe.Offsetof(ThreadStartRequest{}.Name), aText},
	{"parentThreadId", "", unsafe.Offsetof(ThreadStartRequest{}.ParentThreadID), aText},
	{"requestId", "", unsafe.Offsetof(ThreadStartRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(ThreadStartRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(ThreadStartRequest{}.ThreadID), aText},
}

// decodeThreadStartRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadStartRequest(req []byte, x *ThreadStartRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadStartRequest[:])
}

var membersOfThreadsLoadedRequest = [...]member{
	{"at", "", unsafe.Offsetof(ThreadsLoadedRequest{}.At), aNumber},
	{"includeArchived", "", unsafe.Offsetof(ThreadsLoadedRequest{}.IncludeArchived), anOptionalBool},
	{"limit", "", unsafe.Offsetof(ThreadsLoadedRequest{}.Limit), aNumber},
	{"sessionId", "", unsafe.Offsetof(ThreadsLoadedRequest{}.SessionID), aText},
	{"status", "active, paused, completed, archived", unsafe.Offsetof(ThreadsLoadedRequest{}.Status), aText},
	{"threadId", "", unsafe.Offsetof(ThreadsLoadedRequest{}.ThreadID), aText},
}

// decodeThreadsLoadedRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadsLoadedRequest(req []byte, x *ThreadsLoadedRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadsLoadedRequest[:])
}

var membersOfThreadReadRequest = [...]member{
	{"at", "", unsafe.Offsetof(ThreadReadRequest{}.At), aNumber},
	{"includeMessages", "", unsafe.Offsetof(ThreadReadRequest{}.IncludeMessages), aBool},
	{"sessionId", "", unsafe.Offsetof(ThreadReadRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(ThreadReadRequest{}.ThreadID), aText},
}

// decodeThreadReadRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadReadRequest(req []byte, x *ThreadReadRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadReadRequest[:])
}

var membersOfThreadMessagesRequest = [...]member{
	{"at", "", unsafe.Offsetof(ThreadMessagesRequest{}.At), aNumber},
	{"includeHidden", "", unsafe.Offsetof(ThreadMessagesRequest{}.IncludeHidden), aBool},
	{"limit", "", unsafe.Offsetof(ThreadMessagesRequest{}.Limit), aNumber},
	{"offset", "", unsafe.Offsetof(ThreadMessagesRequest{}.Offset), aNumber},
	{"sessionId", "", unsafe.Offsetof(ThreadMessagesRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(ThreadMessagesRequest{}.ThreadID), aText},
	{"types", "", unsafe.Offsetof(ThreadMessagesRequest{}.Types), aTextList},
}

// decodeThreadMessagesRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadMessagesRequest(req []byte, x *ThreadMessagesRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadMessagesRequest[:])
}

var membersOfThreadRecordRequest = [...]member{
	{"expect", "", unsafe.Offsetof(ThreadRecordRequest{}.Expect), anOptionalNumber},
	{"messages", "", unsafe.Offsetof(ThreadRecordRequest{}.Messages), aList},
	{"requestId", "", unsafe.Offsetof(ThreadRecordRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(ThreadRecordRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(ThreadRecordRequest{}.ThreadID), aText},
}

// decodeThreadRecordRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadRecordRequest(req []byte, x *ThreadRecordRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadRecordRequest[:])
}

var membersOfThreadForkRequest = [...]member{
	{"expect", "", unsafe.Offsetof(ThreadForkRequest{}.Expect), anOptionalNumber},
	{"metadata", "", unsafe.Offsetof(ThreadForkRequest{}.Metadata), aValue},
	{"name", "", unsafe.Offsetof(ThreadForkRequest{}.Name), aText},
	{"newThreadId", "", unsafe.Offsetof(ThreadForkRequest{}.NewThreadID), aText},
	{"parentThreadId", "", unsafe.Offsetof(ThreadForkRequest{}.ParentThreadID), aText},
	{"requestId", "", unsafe.Offsetof(ThreadForkRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(ThreadForkRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(ThreadForkRequest{}.ThreadID), aText},
}

// decodeThreadForkRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadForkRequest(req []byte, x *ThreadForkRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadForkRequest[:])
}

var membersOfThreadRollbackRequest = [...]member{
	{"count", "", unsafe.Offsetof(ThreadRollbackRequest{}.Count), anOptionalNumber},
	{"expect", "", unsafe.Offsetof(ThreadRollbackRequest{}.Expect), anOptionalNumber},
	{"messageId", "", unsafe.Offsetof(ThreadRollbackRequest{}.MessageID), aText},
	{"requestId", "", unsafe.Offsetof(ThreadRollbackRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(ThreadRollbackRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(ThreadRollbackRequest{}.ThreadID), aText},
	{"uuid", "", unsafe.Offsetof(ThreadRollbackRequest{}.UUID), aText},
	{"visibleMessageCount", "", unsafe.Offsetof(ThreadRollbackRequest{}.VisibleMessageCount), anOptionalNumber},
}

// decodeThreadRollbackRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadRollbackRequest(req []byte, x *ThreadRollbackRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadRollbackRequest[:])
}

var membersOfThreadCompactRequest = [...]member{
	{"count", "", unsafe.Offsetof(ThreadCompactRequest{}.Count), anOptionalNumber},
	{"expect", "", unsafe.Offsetof(ThreadCompactRequest{}.Expect), anOptionalNumber},
	{"messageId", "", unsafe.Offsetof(ThreadCompactRequest{}.MessageID), aText},
	{"requestId", "", unsafe.Offsetof(ThreadCompactRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(ThreadCompactRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(ThreadCompactRequest{}.ThreadID), aText},
	{"uuid", "", unsafe.Offsetof(ThreadCompactRequest{}.UUID), aText},
	{"visibleMessageCount", "", unsafe.Offsetof(ThreadCompactRequest{}.VisibleMessageCount), anOptionalNumber},
}

// decodeThreadCompactRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadCompactRequest(req []byte, x *ThreadCompactRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadCompactRequest[:])
}

var membersOfThreadRenameRequest = [...]member{
	{"expect", "", unsafe.Offsetof(ThreadRenameRequest{}.Expect), anOptionalNumber},
	{"name", "", unsafe.Offsetof(ThreadRenameRequest{}.Name), aText},
	{"requestId", "", unsafe.Offsetof(ThreadRenameRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(ThreadRenameRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(ThreadRenameRequest{}.ThreadID), aText},
}

// decodeThreadRenameRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadRenameRequest(req []byte, x *ThreadRenameRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadRenameRequest[:])
}

var membersOfThreadMetadataRequest = [...]member{
	{"expect", "", unsafe.Offsetof(ThreadMetadataRequest{}.Expect), anOptionalNumber},
	{"metadata", "", unsafe.Offsetof(ThreadMetadataRequest{}.Metadata), aValue},
	{"requestId", "", unsafe.Offsetof(ThreadMetadataRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(ThreadMetadataRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(ThreadMetadataRequest{}.ThreadID), aText},
}

// decodeThreadMetadataRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadMetadataRequest(req []byte, x *ThreadMetadataRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadMetadataRequest[:])
}

var membersOfThreadStatusRequest = [...]member{
	{"expect", "", unsafe.Offsetof(ThreadStatusRequest{}.Expect), anOptionalNumber},
	{"requestId", "", unsafe.Offsetof(ThreadStatusRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(ThreadStatusRequest{}.SessionID), aText},
	{"status", "", unsafe.Offsetof(ThreadStatusRequest{}.Status), aText},
	{"threadId", "", unsafe.Offsetof(ThreadStatusRequest{}.ThreadID), aText},
}

// decodeThreadStatusRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadStatusRequest(req []byte, x *ThreadStatusRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadStatusRequest[:])
}
