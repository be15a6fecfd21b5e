// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.

package session

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

// ListRequest: Filters, order and bounds of a list.
type ListRequest struct {
	// Only this agent's sessions. Default: all agents.
	Agent string
	// Only sessions created at or after this time.
	Since Time
	// Only sessions created at or before this time; a bare date includes that day.
	Until Time
	// Only active sessions: those with a record of their own, not copied from another session, at or after this time and not after activeUntil.
	ActiveSince Time
	// Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day.
	ActiveUntil Time
	// The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC.
	Zone *Zone
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, compared exactly but for a trailing slash.
	Cwd string
	// At most this many; 0: all. Default: 100.
	Limit int64
	// date is the time of the last update. Default: date.
	Sort SortKey
	// Ties are broken by unifiedId, ascending. Default: desc.
	SortDirection SortDirection
	// Also list subagents' sessions.
	Subagents bool
	// Also list sessions that a longer copy supersedes.
	Superseded bool
	// Any unreadable record is PARSE_ERROR.
	Strict bool
}

// GetRequest: Names a session, by agent and sessionId or by unifiedId, and what to fill.
type GetRequest struct {
	// The agent; needed with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of the two.
	UnifiedID string
	// Show the branch that ends in this leaf id (see branches). Default: the current branch.
	Branch string
	// Fill raw with the original text of the session's records.
	Raw bool
	// Also fill toolCalls[].output from the results.
	ToolOutput bool
	// Any unreadable record is PARSE_ERROR.
	Strict bool
}

// ExportRequest: Names a session and a format.
type ExportRequest struct {
	// The agent; needed with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of the two.
	UnifiedID string
	// json, jsonl or markdown; another one is INVALID_EXPORT_FORMAT. Default: markdown.
	Format string
	// Show the branch that ends in this leaf id. Default: the current branch.
	Branch string
	// Fill raw.
	Raw bool
	// Also fill toolCalls[].output.
	ToolOutput bool
	// Any unreadable record is PARSE_ERROR.
	Strict bool
}

// SearchRequest: What to look for, where, and how many.
type SearchRequest struct {
	// Words that must all occur somewhere in the session, in any case; "words in quotes" occur together; -word must not occur. With regex: one expression.
	Text string
	// The text is a regular expression (RE2 syntax, linear time), matched in any case unless it says (?-i).
	Regex bool
	// Only this agent's sessions; an unknown one finds nothing. Default: all agents.
	Agent string
	// Only sessions created at or after this time.
	Since Time
	// Only sessions created at or before this time; a bare date includes that day.
	Until Time
	// Only active sessions: those with a record of their own, not copied from another session, at or after this time and not after activeUntil.
	ActiveSince Time
	// Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day.
	ActiveUntil Time
	// The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC.
	Zone *Zone
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, compared exactly but for a trailing slash.
	Cwd string
	// Only text of messages of this role counts; titles do not.
	Role Role
	// Only calls of this tool and their results count, its name in any case; text may then be empty.
	Tool string
	// At most this many; 0: all. Default: 50.
	Limit int64
	// Skip this many of the best: the page header's nextOffset. Default: 0.
	Offset int64
	// Greatest first; ties are broken by the last update, then by unifiedId. Default: relevance.
	Sort SearchSort
	// Also search subagents' sessions.
	Subagents bool
	// Also search the memory entries that an agent keeps beside its sessions.
	Memories bool
	// At most this many matching messages are shown of a session; 0 means the default. Default: 3.
	Hits int64
	// Any unreadable record is PARSE_ERROR.
	Strict bool
}

// CostRequest: Which sessions' spend to add up, and how to group it.
type CostRequest struct {
	// Only this agent's sessions. Default: all agents.
	Agent string
	// Only requests made at or after this time. A request without a time counts at its session's createdAt.
	Since Time
	// Only requests made at or before this time; a bare date includes that day.
	Until Time
	// Only sessions created at or after this time.
	CreatedSince Time
	// Only sessions created at or before this time; a bare date includes that day.
	CreatedUntil Time
	// The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC.
	Zone *Zone
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, compared exactly but for a trailing slash.
	Cwd string
	// Fill breakdowns by this dimension; days are those of zone. Default: no groups.
	GroupBy GroupBy
	// Any unreadable session is an error instead of a diagnostic.
	Strict bool
}

// SessionRef: Names a session, by agent and sessionId or by unifiedId.
type SessionRef struct {
	// The agent; needed with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of the two.
	UnifiedID string
}

// DiffRequest: Two sessions to compare.
type DiffRequest struct {
	// The first session, the left side.
	A *SessionRef
	// The second session, the right side.
	B *SessionRef
	// Also say, word by word, how the content of a modified message changed.
	TextEdits bool
	// Any unreadable record is PARSE_ERROR.
	Strict bool
}

// RenderDiffRequest: Two sessions to compare, and how to show it.
type RenderDiffRequest struct {
	// The first session, the left side.
	A *SessionRef
	// The second session, the right side.
	B *SessionRef
	// Also say, word by word, how the content of a modified message changed.
	TextEdits bool
	// Any unreadable record is PARSE_ERROR.
	Strict bool
	// How the text looks. Default: unified.
	Format DiffFormat
	// Width of a line in side-by-side; 0 means the default. Default: 120. Unit: columns.
	Width int64
	// Unchanged messages shown around a difference; 0 means the default. Default: 3. Unit: messages.
	Context int64
}

// DoctorRequest: What to look over.
type DoctorRequest struct {
	// Only this agent's files. Default: all agents.
	Agent string
	// List only files in which something was skipped, unknown or unreadable; the summaries still count all.
	Problems bool
}

// CommandRequest: Names a session and what to do with it.
type CommandRequest struct {
	// The agent; needed with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of the two.
	UnifiedID string
	// Go on with it, or with a copy of it. Default: resume.
	Action SessionAction
	// Run one turn with this prompt without a terminal, instead of opening the agent. Default: interactive.
	Prompt string
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
	CreatedAt Time
	// The agent that runs it, for example claude.
	Adapter string
	// The model.
	Model string
	// The working directory.
	CWD string
	// Time of the last update. Default: now.
	UpdatedAt Time
	// The greatest number of messages; 0: any.
	MessageLimit *int64
	// An object of the caller's, laid over what is there; null removes a member. fork, share, summary and view are the store's.
	Extra JSON
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
	UpdatedAt Time
	// The greatest number of messages; 0: any.
	MessageLimit *int64
	// An object of the caller's, laid over what is there; null removes a member. fork, share, summary and view are the store's.
	Extra JSON
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
	Messages []JSON
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
	Since Time
	// The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC.
	Zone *Zone
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
	Extra JSON
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
	Snapshot JSON
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
	Message JSON
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

// ImportRequest: Which sessions to copy: one that is named, or all that match.
type ImportRequest struct {
	// The agent; needed with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of the two.
	UnifiedID string
	// Copy every session that matches the filters, instead of one.
	All bool
	// Only sessions created at or after this time.
	Since Time
	// Only sessions created at or before this time; a bare date includes that day.
	Until Time
	// Only active sessions: those with a record of their own, not copied from another session, at or after this time and not after activeUntil.
	ActiveSince Time
	// Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day.
	ActiveUntil Time
	// The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC.
	Zone *Zone
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory.
	Cwd string
	// Say what would be copied, and copy nothing.
	DryRun bool
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
	Metadata JSON
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
	Status ThreadStatus
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
	Messages []JSON
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
	Metadata JSON
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
	Metadata JSON
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
