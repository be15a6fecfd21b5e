// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.

package rpc

import (
	"unsafe"

	"github.com/heddle-dev/heddle/core/session"
)

// Op is the number of an operation in the wasm ABI.
type Op uint32

// The operations.
const (
	OpVersion                     Op = 1  // Returns the engine's version, the ABI's version and the date of the price table.
	OpIDsResolveUnifiedID         Op = 2  // Joins an agent's name and a native session id into a unified id. Pure: it reads nothing, and the session need not exist.
	OpIDsResolveNativeID          Op = 3  // Splits a unified id at its first colon. Returns null when there is no colon or the agent is unknown. Pure.
	OpAgentsList                  Op = 4  // Lists every supported agent: whether it was found, in which mount, and how many sessions it has.
	OpSessionsList                Op = 5  // Lists summaries of one agent's sessions, or of all agents' sessions when agent is omitted. The list is empty when nothing matches. When all agents are listed, an agent that fails is reported as a diagnostic. When limit leaves sessions out, the header's page says as atMost how many match at most; those that were not read are counted by their files' names.
	OpSessionsGet                 Op = 6  // Returns one session with its messages. The header's report says what was skipped while reading.
	OpSessionsExport              Op = 7  // Returns one session as text: json (the session, canonical, indented by 2), jsonl (a header line, then a line for each message; with redact a last line with redactions), markdown or html (a page of one file: the session's view and the reader that shows it; without scripts, its markdown).
	OpSessionsSearch              Op = 8  // Finds sessions whose title and visible text match, best first, each with the places that match. The list is empty when nothing matches or the agent is unknown. The header's page reports the total number of matching sessions.
	OpSessionsTotalCost           Op = 9  // Adds up the tokens and money of all matching sessions. A request that several sessions repeat (forks, resumes, copies) counts once, for the oldest session that contains it. since and until bound the time of each request, not the creation of the session as section 3.5 of the specification has it: a session that began in October and spent money today counts today, and adjacent ranges add up to the whole. createdSince and createdUntil bound the creation.
	OpSessionsDiff                Op = 10 // Compares two sessions message by message, by the longest common subsequence on role and content. The sessions may belong to different agents.
	OpSessionsRenderDiff          Op = 11 // Compares two sessions like sessions.diff and returns the result as text: unified, side by side or markdown.
	OpSessionsDoctor              Op = 12 // Reads every session file and reports bytes, records, what was skipped and why, record types that this version does not know and format versions, with a summary for each agent.
	OpSessionsCommand             Op = 13 // Returns the agent's own command that continues a session or a copy of it. Nothing is run.
	OpStoreRegister               Op = 14 // Creates a session. A session that exists does not change.
	OpStoreUpdate                 Op = 15 // Merges metadata into that of a session. The session is created if it does not exist.
	OpStoreRecord                 Op = 16 // Appends messages to a session, all of them or none. The session is created if it does not exist; its model is updated from the messages.
	OpStoreGet                    Op = 17 // Returns a session's metadata.
	OpStoreList                   Op = 18 // Lists the sessions of the store, last updated first, then by id.
	OpStoreMessages               Op = 19 // Returns a session's messages in the order in which they were recorded.
	OpStoreMessageCount           Op = 20 // Counts the messages recorded in a session, including hidden ones; 0 for a session that does not exist.
	OpStoreSessionCount           Op = 21 // Counts the sessions of the store.
	OpStoreDelete                 Op = 22 // Deletes a session with its threads. A session that does not exist is ignored. Forks keep the messages that they show.
	OpStoreClear                  Op = 23 // Deletes all sessions and returns their number.
	OpStoreFork                   Op = 24 // Creates a session that begins with the messages and metadata of another session. The messages are referenced, not copied, for any number of them; an active share is not inherited.
	OpStoreShare                  Op = 25 // Creates a share of a session, replacing an active one.
	OpStoreGetShare               Op = 26 // Returns a session's share, active or revoked; null when the session was never shared.
	OpStoreUnshare                Op = 27 // Revokes the active share. Without an active share nothing changes.
	OpStoreRevert                 Op = 28 // Hides everything after a position, which exactly one of visibleMessageCount, messageId and uuid selects. Messages before it become visible again, and messages recorded later are visible; nothing is removed.
	OpStoreUnrevert               Op = 29 // Shows all messages of a session again.
	OpStoreSummarize              Op = 30 // Stores a summary: the text given, else one that quotes the user's first message and the agent's latest output.
	OpStoreGetSummary             Op = 31 // Returns the stored summary; null when the session has no summary.
	OpStoreExport                 Op = 32 // Returns a session as a snapshot of version 1, in canonical JSON: metadata, all messages including hidden ones, and threads.
	OpStoreImport                 Op = 33 // Creates a session from a snapshot. An exported session is restored as it was, with fresh sequence numbers. Snapshots with snake_case names and times in milliseconds are accepted as well.
	OpStoreEvents                 Op = 34 // Returns a page of a session's log, in order. A page without events is the current end of the log.
	OpStoreCheck                  Op = 35 // Verifies the store: the file, every checksum and sequence number, that every session can be read, and that everything that forks share exists. Returns the defects found; the list is empty for a store without defects.
	OpStoreStats                  Op = 36 // Reports the size of the store.
	OpStoreCompact                Op = 37 // Frees the space of deleted sessions, except what a fork still shows. Nothing visible changes; positions before a deletion can no longer be read.
	OpStoreNativeSessions         Op = 38 // Lists the sessions in the agents' own files, in the store's format; for an agent that keeps none, lists those of the store.
	OpStoreNativeMessages         Op = 39 // Returns the messages of a session from the agent's own files, in the store's format; when the agent keeps none, returns those of the store.
	OpMessagesNormalize           Op = 40 // Converts one record that an agent prints to a message, without the records before it: camelCase names, the text of nested content as content, the category of an error. A record that is unknown, or is not a message of its own, becomes a message of type raw, with the original in raw. Pure.
	OpMessagesParseStopReason     Op = 41 // Converts an agent's stop reason to end_turn, max_tokens, stop_sequence, refusal, tool_use_stop or unknown_stop. Pure.
	OpMessagesParsePermissionMode Op = 42 // Converts a permission mode, in either spelling, to default, accept_edits, bypass_permissions, plan or dont_ask; any other value is default. Pure.
	OpMessagesMakeRequestID       Op = 43 // Generates an id for a request.
	OpSessionsImport              Op = 44 // Copies agents' sessions into the store, where they remain when the agent deletes its own. Only what is new is added, so importing twice changes nothing.
	OpThreadsStart                Op = 45 // Creates a thread and makes it the active one. The session is created if it does not exist.
	OpThreadsList                 Op = 46 // Lists a session's threads, last updated first, then by id; the list is empty for a session that does not exist.
	OpThreadsLoaded               Op = 47 // Lists a session's threads with filters, and returns the active thread's id.
	OpThreadsGet                  Op = 48 // Returns a thread's metadata.
	OpThreadsRead                 Op = 49 // Returns a thread and, on request, the messages that it shows.
	OpThreadsMessages             Op = 50 // Returns a thread's messages in the order in which they were recorded, each with the thread's id.
	OpThreadsRecord               Op = 51 // Appends messages to a thread, and thereby to its session, all of them or none.
	OpThreadsResume               Op = 52 // Sets a thread's status to active and makes it the session's active thread.
	OpThreadsFork                 Op = 53 // Creates a thread that begins with the messages that another thread shows. The session's own history and message count do not change.
	OpThreadsRollback             Op = 54 // Sets the boundary of what a thread shows, which exactly one member selects: everything before it is shown, including what earlier rollbacks hid, and everything after it is hidden; count only hides. What the session hides stays hidden, and messages recorded later are visible.
	OpThreadsCompact              Op = 55 // Rolls back a thread like threads.rollback: by default the active thread, and by default to nothing.
	OpThreadsArchive              Op = 56 // Archives a thread and deactivates it.
	OpThreadsUnarchive            Op = 57 // Sets an archived thread's status to active.
	OpThreadsRename               Op = 58 // Sets a thread's name.
	OpThreadsUpdateMetadata       Op = 59 // Merges members into a thread's metadata; null removes a member.
	OpThreadsSetStatus            Op = 60 // Sets a thread's status to active, paused or completed. The session's active thread does not change.
	OpThreadsDelete               Op = 61 // Deletes a thread. Its messages stay in the session's history, and its forks keep theirs.
	OpThreadsSetActive            Op = 62 // Makes a thread the session's active one, replacing any other. An archived thread cannot be activated.
	OpThreadsActive               Op = 63 // Returns the id of a session's active thread; null when it has none.
	OpThreadsClearActive          Op = 64 // Deactivates a session's active thread.
	OpThreadsUnsubscribe          Op = 65 // Deactivates the thread if it is active.
	OpThreadsCount                Op = 66 // Counts a session's threads; 0 for a session that does not exist.
	OpThreadsClear                Op = 67 // Deletes all threads of all sessions and returns their number.
	OpThreadsUnrollback           Op = 68 // Shows everything that rollbacks of a thread hid. What the session hides stays hidden.
	OpMessagesNormalizeText       Op = 69 // Converts everything that a process printed to messages: JSON Lines, JSON or server-sent events of Claude Code, Codex (exec and app-server), Gemini, Copilot, OpenCode, pi, omp, OpenClaw or an agent that speaks the Agent Client Protocol, recognized record by record. Deltas are merged, and a message that is printed twice counts once. Parts that cannot be read are reported with line and offset, and the rest is read. Pure.
	OpSessionsStats               Op = 79 // Counts what the matching sessions did: the tools that they called and how often these failed, the models that answered, the files that were edited, and the hours and weekdays of their messages. It counts what sessions show: messages of the current branch, without those that a fork or a longer copy repeats. What subagents did counts for the session that started them, except its messages and times. since and until bound the time of each message, as in sessions.totalCost.
	OpSessionsTag                 Op = 80 // Adds tags to a session and removes tags from it. They are kept in the store; the agent's own files do not change. Tags of the run index and of recordings cannot be removed. The tags of a session that is gone can be removed.
	OpSessionsTags                Op = 81 // Lists all tags, in byte order: those of sessions.tag, of the run index and of recordings.
	OpSessionsView                Op = 82 // Returns what a person reads of a session, as data: turns with their texts, tool calls in one line each, edits as hunks, outputs without control sequences, costs, and where messages were compacted, rewound or left out. The answer is a page of turns; totals and outline are of the whole session. Long texts are cut, and omitted says by how much.
	OpSessionsStory               Op = 83 // Returns what happened in a session, step by step, as far as its records say: the prompts, the files that changed, the commands that failed and then passed, tests and commits. No model is asked.
	OpAttachmentsGet              Op = 84 // Returns the bytes of a picture or file of a session, where the agent's own files have them. A file that a session only names is never read: that is UNSUPPORTED.
	OpEditsFind                   Op = 85 // Finds the edits of sessions that wrote lines of a file: those whose call has exactly the line, newest first. Edits that failed or were refused wrote nothing; those of subagents and of branches that were left count. What a later edit of the file removed, before the time by which the line was written, was written by none before it. The engine reads sessions alone, not the file and no repository.
)

// Ops lists the operations' names in the order of their numbers, and whether
// they change the store.
var Ops = []struct {
	ID      Op
	Name    string
	Changes bool
}{
	{OpVersion, "version", false},
	{OpIDsResolveUnifiedID, "ids.resolveUnifiedId", false},
	{OpIDsResolveNativeID, "ids.resolveNativeId", false},
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
	{OpMessagesMakeRequestID, "messages.makeRequestId", false},
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
	{OpSessionsStats, "sessions.stats", false},
	{OpSessionsTag, "sessions.tag", true},
	{OpSessionsTags, "sessions.tags", false},
	{OpSessionsView, "sessions.view", false},
	{OpSessionsStory, "sessions.story", false},
	{OpAttachmentsGet, "attachments.get", false},
	{OpEditsFind, "edits.find", false},
}

// decodeVersionRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeVersionRequest(req requestText, x *session.VersionRequest) error {
	return decodeObject(req, unsafe.Pointer(x), nil)
}

var membersOfResolveUnifiedIDRequest = [...]member{
	{"agent", "", unsafe.Offsetof(session.ResolveUnifiedIDRequest{}.Agent), aText},
	{"nativeSessionId", "", unsafe.Offsetof(session.ResolveUnifiedIDRequest{}.NativeSessionID), aText},
}

// decodeResolveUnifiedIDRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeResolveUnifiedIDRequest(req requestText, x *session.ResolveUnifiedIDRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfResolveUnifiedIDRequest[:])
}

var membersOfResolveNativeIDRequest = [...]member{
	{"unifiedId", "", unsafe.Offsetof(session.ResolveNativeIDRequest{}.UnifiedID), aText},
}

// decodeResolveNativeIDRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeResolveNativeIDRequest(req requestText, x *session.ResolveNativeIDRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfResolveNativeIDRequest[:])
}

// decodeAgentsRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeAgentsRequest(req requestText, x *session.AgentsRequest) error {
	return decodeObject(req, unsafe.Pointer(x), nil)
}

var membersOfListRequest = [...]member{
	{"activeSince", "", unsafe.Offsetof(session.ListRequest{}.ActiveSince), aTime},
	{"activeUntil", "", unsafe.Offsetof(session.ListRequest{}.ActiveUntil), anEnd},
	{"agent", "", unsafe.Offsetof(session.ListRequest{}.Agent), aText},
	{"agentVersions", "", unsafe.Offsetof(session.ListRequest{}.AgentVersions), aTextList},
	{"cwd", "", unsafe.Offsetof(session.ListRequest{}.Cwd), aText},
	{"edited", "", unsafe.Offsetof(session.ListRequest{}.Edited), aText},
	{"failed", "", unsafe.Offsetof(session.ListRequest{}.Failed), aBool},
	{"gitBranches", "", unsafe.Offsetof(session.ListRequest{}.GitBranches), aTextList},
	{"idPrefix", "", unsafe.Offsetof(session.ListRequest{}.IDPrefix), aText},
	{"limit", "", unsafe.Offsetof(session.ListRequest{}.Limit), aLimit},
	{"model", "", unsafe.Offsetof(session.ListRequest{}.Model), aText},
	{"origin", "", unsafe.Offsetof(session.ListRequest{}.Origin), aText},
	{"repositories", "", unsafe.Offsetof(session.ListRequest{}.Repositories), aTextList},
	{"since", "", unsafe.Offsetof(session.ListRequest{}.Since), aTime},
	{"sort", "date, cost, turns", unsafe.Offsetof(session.ListRequest{}.Sort), aText},
	{"sortDirection", "asc, desc", unsafe.Offsetof(session.ListRequest{}.SortDirection), aText},
	{"strict", "", unsafe.Offsetof(session.ListRequest{}.Strict), aBool},
	{"subagents", "", unsafe.Offsetof(session.ListRequest{}.Subagents), aBool},
	{"superseded", "", unsafe.Offsetof(session.ListRequest{}.Superseded), aBool},
	{"tags", "", unsafe.Offsetof(session.ListRequest{}.Tags), aTextList},
	{"under", "", unsafe.Offsetof(session.ListRequest{}.Under), aText},
	{"until", "", unsafe.Offsetof(session.ListRequest{}.Until), anEnd},
	{"zone", "", unsafe.Offsetof(session.ListRequest{}.Zone), aZone},
}

// decodeListRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeListRequest(req requestText, x *session.ListRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfListRequest[:])
}

var membersOfGetRequest = [...]member{
	{"agent", "", unsafe.Offsetof(session.GetRequest{}.Agent), aText},
	{"branch", "", unsafe.Offsetof(session.GetRequest{}.Branch), aText},
	{"raw", "", unsafe.Offsetof(session.GetRequest{}.Raw), aBool},
	{"redact", "", unsafe.Offsetof(session.GetRequest{}.Redact), aBool},
	{"ref", "", unsafe.Offsetof(session.GetRequest{}.Ref), aText},
	{"sessionId", "", unsafe.Offsetof(session.GetRequest{}.SessionID), aText},
	{"strict", "", unsafe.Offsetof(session.GetRequest{}.Strict), aBool},
	{"toolOutput", "", unsafe.Offsetof(session.GetRequest{}.ToolOutput), aBool},
	{"unifiedId", "", unsafe.Offsetof(session.GetRequest{}.UnifiedID), aText},
}

// decodeGetRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeGetRequest(req requestText, x *session.GetRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfGetRequest[:])
}

var membersOfExportRequest = [...]member{
	{"agent", "", unsafe.Offsetof(session.ExportRequest{}.Agent), aText},
	{"branch", "", unsafe.Offsetof(session.ExportRequest{}.Branch), aText},
	{"format", "", unsafe.Offsetof(session.ExportRequest{}.Format), aText},
	{"raw", "", unsafe.Offsetof(session.ExportRequest{}.Raw), aBool},
	{"redact", "", unsafe.Offsetof(session.ExportRequest{}.Redact), aBool},
	{"ref", "", unsafe.Offsetof(session.ExportRequest{}.Ref), aText},
	{"script", "", unsafe.Offsetof(session.ExportRequest{}.Script), aText},
	{"scriptHash", "", unsafe.Offsetof(session.ExportRequest{}.ScriptHash), aText},
	{"scriptUrl", "", unsafe.Offsetof(session.ExportRequest{}.ScriptURL), aText},
	{"sessionId", "", unsafe.Offsetof(session.ExportRequest{}.SessionID), aText},
	{"strict", "", unsafe.Offsetof(session.ExportRequest{}.Strict), aBool},
	{"toolOutput", "", unsafe.Offsetof(session.ExportRequest{}.ToolOutput), aBool},
	{"unifiedId", "", unsafe.Offsetof(session.ExportRequest{}.UnifiedID), aText},
}

// decodeExportRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeExportRequest(req requestText, x *session.ExportRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfExportRequest[:])
}

var membersOfSearchRequest = [...]member{
	{"activeSince", "", unsafe.Offsetof(session.SearchRequest{}.ActiveSince), aTime},
	{"activeUntil", "", unsafe.Offsetof(session.SearchRequest{}.ActiveUntil), anEnd},
	{"agent", "", unsafe.Offsetof(session.SearchRequest{}.Agent), aText},
	{"agentVersions", "", unsafe.Offsetof(session.SearchRequest{}.AgentVersions), aTextList},
	{"allBranches", "", unsafe.Offsetof(session.SearchRequest{}.AllBranches), aBool},
	{"cwd", "", unsafe.Offsetof(session.SearchRequest{}.Cwd), aText},
	{"edited", "", unsafe.Offsetof(session.SearchRequest{}.Edited), aText},
	{"failed", "", unsafe.Offsetof(session.SearchRequest{}.Failed), aBool},
	{"gitBranches", "", unsafe.Offsetof(session.SearchRequest{}.GitBranches), aTextList},
	{"hits", "", unsafe.Offsetof(session.SearchRequest{}.Hits), aNumber},
	{"limit", "", unsafe.Offsetof(session.SearchRequest{}.Limit), aLimit},
	{"memories", "", unsafe.Offsetof(session.SearchRequest{}.Memories), aBool},
	{"model", "", unsafe.Offsetof(session.SearchRequest{}.Model), aText},
	{"offset", "", unsafe.Offsetof(session.SearchRequest{}.Offset), aNumber},
	{"origin", "", unsafe.Offsetof(session.SearchRequest{}.Origin), aText},
	{"partial", "", unsafe.Offsetof(session.SearchRequest{}.Partial), aBool},
	{"redact", "", unsafe.Offsetof(session.SearchRequest{}.Redact), aBool},
	{"regex", "", unsafe.Offsetof(session.SearchRequest{}.Regex), aBool},
	{"repositories", "", unsafe.Offsetof(session.SearchRequest{}.Repositories), aTextList},
	{"role", "user, assistant, system, tool", unsafe.Offsetof(session.SearchRequest{}.Role), aText},
	{"since", "", unsafe.Offsetof(session.SearchRequest{}.Since), aTime},
	{"sort", "relevance, date, cost", unsafe.Offsetof(session.SearchRequest{}.Sort), aText},
	{"strict", "", unsafe.Offsetof(session.SearchRequest{}.Strict), aBool},
	{"subagents", "", unsafe.Offsetof(session.SearchRequest{}.Subagents), aBool},
	{"tags", "", unsafe.Offsetof(session.SearchRequest{}.Tags), aTextList},
	{"text", "", unsafe.Offsetof(session.SearchRequest{}.Text), aText},
	{"tool", "", unsafe.Offsetof(session.SearchRequest{}.Tool), aText},
	{"under", "", unsafe.Offsetof(session.SearchRequest{}.Under), aText},
	{"until", "", unsafe.Offsetof(session.SearchRequest{}.Until), anEnd},
	{"zone", "", unsafe.Offsetof(session.SearchRequest{}.Zone), aZone},
}

// decodeSearchRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeSearchRequest(req requestText, x *session.SearchRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfSearchRequest[:])
}

var membersOfCostRequest = [...]member{
	{"agent", "", unsafe.Offsetof(session.CostRequest{}.Agent), aText},
	{"agentVersions", "", unsafe.Offsetof(session.CostRequest{}.AgentVersions), aTextList},
	{"createdSince", "", unsafe.Offsetof(session.CostRequest{}.CreatedSince), aTime},
	{"createdUntil", "", unsafe.Offsetof(session.CostRequest{}.CreatedUntil), anEnd},
	{"cwd", "", unsafe.Offsetof(session.CostRequest{}.Cwd), aText},
	{"gitBranches", "", unsafe.Offsetof(session.CostRequest{}.GitBranches), aTextList},
	{"groupBy", "agent, model, day, tag, cwd, tier, session, git-branch, repo, version, origin", unsafe.Offsetof(session.CostRequest{}.GroupBy), aText},
	{"model", "", unsafe.Offsetof(session.CostRequest{}.Model), aText},
	{"origin", "", unsafe.Offsetof(session.CostRequest{}.Origin), aText},
	{"repositories", "", unsafe.Offsetof(session.CostRequest{}.Repositories), aTextList},
	{"since", "", unsafe.Offsetof(session.CostRequest{}.Since), aTime},
	{"strict", "", unsafe.Offsetof(session.CostRequest{}.Strict), aBool},
	{"tags", "", unsafe.Offsetof(session.CostRequest{}.Tags), aTextList},
	{"under", "", unsafe.Offsetof(session.CostRequest{}.Under), aText},
	{"until", "", unsafe.Offsetof(session.CostRequest{}.Until), anEnd},
	{"zone", "", unsafe.Offsetof(session.CostRequest{}.Zone), aZone},
}

// decodeCostRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeCostRequest(req requestText, x *session.CostRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfCostRequest[:])
}

var membersOfSessionRef = [...]member{
	{"agent", "", unsafe.Offsetof(session.SessionRef{}.Agent), aText},
	{"ref", "", unsafe.Offsetof(session.SessionRef{}.Ref), aText},
	{"sessionId", "", unsafe.Offsetof(session.SessionRef{}.SessionID), aText},
	{"unifiedId", "", unsafe.Offsetof(session.SessionRef{}.UnifiedID), aText},
}

// decodeSessionRef reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeSessionRef(req requestText, x *session.SessionRef) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfSessionRef[:])
}

var membersOfDiffRequest = [...]member{
	{"a", "", unsafe.Offsetof(session.DiffRequest{}.A), aSessionRef},
	{"b", "", unsafe.Offsetof(session.DiffRequest{}.B), aSessionRef},
	{"strict", "", unsafe.Offsetof(session.DiffRequest{}.Strict), aBool},
	{"textEdits", "", unsafe.Offsetof(session.DiffRequest{}.TextEdits), aBool},
}

// decodeDiffRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeDiffRequest(req requestText, x *session.DiffRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfDiffRequest[:])
}

var membersOfRenderDiffRequest = [...]member{
	{"a", "", unsafe.Offsetof(session.RenderDiffRequest{}.A), aSessionRef},
	{"b", "", unsafe.Offsetof(session.RenderDiffRequest{}.B), aSessionRef},
	{"context", "", unsafe.Offsetof(session.RenderDiffRequest{}.Context), aNumber},
	{"format", "unified, side-by-side, markdown", unsafe.Offsetof(session.RenderDiffRequest{}.Format), aText},
	{"strict", "", unsafe.Offsetof(session.RenderDiffRequest{}.Strict), aBool},
	{"textEdits", "", unsafe.Offsetof(session.RenderDiffRequest{}.TextEdits), aBool},
	{"width", "", unsafe.Offsetof(session.RenderDiffRequest{}.Width), aNumber},
}

// decodeRenderDiffRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeRenderDiffRequest(req requestText, x *session.RenderDiffRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfRenderDiffRequest[:])
}

var membersOfDoctorRequest = [...]member{
	{"agent", "", unsafe.Offsetof(session.DoctorRequest{}.Agent), aText},
	{"problems", "", unsafe.Offsetof(session.DoctorRequest{}.Problems), aBool},
}

// decodeDoctorRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeDoctorRequest(req requestText, x *session.DoctorRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfDoctorRequest[:])
}

var membersOfCommandRequest = [...]member{
	{"action", "resume, fork", unsafe.Offsetof(session.CommandRequest{}.Action), aText},
	{"agent", "", unsafe.Offsetof(session.CommandRequest{}.Agent), aText},
	{"prompt", "", unsafe.Offsetof(session.CommandRequest{}.Prompt), aText},
	{"ref", "", unsafe.Offsetof(session.CommandRequest{}.Ref), aText},
	{"sessionId", "", unsafe.Offsetof(session.CommandRequest{}.SessionID), aText},
	{"unifiedId", "", unsafe.Offsetof(session.CommandRequest{}.UnifiedID), aText},
}

// decodeCommandRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeCommandRequest(req requestText, x *session.CommandRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfCommandRequest[:])
}

// decodeStoreRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreRequest(req requestText, x *session.StoreRequest) error {
	return decodeObject(req, unsafe.Pointer(x), nil)
}

var membersOfStoreName = [...]member{
	{"sessionId", "", unsafe.Offsetof(session.StoreName{}.SessionID), aText},
}

// decodeStoreName reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreName(req requestText, x *session.StoreName) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreName[:])
}

var membersOfStoreRead = [...]member{
	{"at", "", unsafe.Offsetof(session.StoreRead{}.At), aNumber},
	{"sessionId", "", unsafe.Offsetof(session.StoreRead{}.SessionID), aText},
}

// decodeStoreRead reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreRead(req requestText, x *session.StoreRead) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreRead[:])
}

var membersOfStoreChange = [...]member{
	{"expect", "", unsafe.Offsetof(session.StoreChange{}.Expect), anOptionalNumber},
	{"requestId", "", unsafe.Offsetof(session.StoreChange{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.StoreChange{}.SessionID), aText},
}

// decodeStoreChange reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreChange(req requestText, x *session.StoreChange) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreChange[:])
}

var membersOfRegisterRequest = [...]member{
	{"adapter", "", unsafe.Offsetof(session.RegisterRequest{}.Adapter), aText},
	{"createdAt", "", unsafe.Offsetof(session.RegisterRequest{}.CreatedAt), aTime},
	{"cwd", "", unsafe.Offsetof(session.RegisterRequest{}.CWD), aText},
	{"expect", "", unsafe.Offsetof(session.RegisterRequest{}.Expect), anOptionalNumber},
	{"extra", "", unsafe.Offsetof(session.RegisterRequest{}.Extra), aValue},
	{"messageLimit", "", unsafe.Offsetof(session.RegisterRequest{}.MessageLimit), anOptionalNumber},
	{"model", "", unsafe.Offsetof(session.RegisterRequest{}.Model), aText},
	{"requestId", "", unsafe.Offsetof(session.RegisterRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.RegisterRequest{}.SessionID), aText},
	{"updatedAt", "", unsafe.Offsetof(session.RegisterRequest{}.UpdatedAt), aTime},
}

// decodeRegisterRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeRegisterRequest(req requestText, x *session.RegisterRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfRegisterRequest[:])
}

var membersOfUpdateRequest = [...]member{
	{"adapter", "", unsafe.Offsetof(session.UpdateRequest{}.Adapter), aText},
	{"cwd", "", unsafe.Offsetof(session.UpdateRequest{}.CWD), aText},
	{"expect", "", unsafe.Offsetof(session.UpdateRequest{}.Expect), anOptionalNumber},
	{"extra", "", unsafe.Offsetof(session.UpdateRequest{}.Extra), aValue},
	{"messageLimit", "", unsafe.Offsetof(session.UpdateRequest{}.MessageLimit), anOptionalNumber},
	{"model", "", unsafe.Offsetof(session.UpdateRequest{}.Model), aText},
	{"requestId", "", unsafe.Offsetof(session.UpdateRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.UpdateRequest{}.SessionID), aText},
	{"updatedAt", "", unsafe.Offsetof(session.UpdateRequest{}.UpdatedAt), aTime},
}

// decodeUpdateRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeUpdateRequest(req requestText, x *session.UpdateRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfUpdateRequest[:])
}

var membersOfRecordRequest = [...]member{
	{"expect", "", unsafe.Offsetof(session.RecordRequest{}.Expect), anOptionalNumber},
	{"messages", "", unsafe.Offsetof(session.RecordRequest{}.Messages), aList},
	{"requestId", "", unsafe.Offsetof(session.RecordRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.RecordRequest{}.SessionID), aText},
}

// decodeRecordRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeRecordRequest(req requestText, x *session.RecordRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfRecordRequest[:])
}

var membersOfStoreListRequest = [...]member{
	{"adapter", "", unsafe.Offsetof(session.StoreListRequest{}.Adapter), aText},
	{"cwd", "", unsafe.Offsetof(session.StoreListRequest{}.CWD), aText},
	{"limit", "", unsafe.Offsetof(session.StoreListRequest{}.Limit), aNumber},
	{"model", "", unsafe.Offsetof(session.StoreListRequest{}.Model), aText},
	{"origin", "", unsafe.Offsetof(session.StoreListRequest{}.Origin), aText},
	{"since", "", unsafe.Offsetof(session.StoreListRequest{}.Since), aTime},
	{"zone", "", unsafe.Offsetof(session.StoreListRequest{}.Zone), aZone},
}

// decodeStoreListRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreListRequest(req requestText, x *session.StoreListRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreListRequest[:])
}

var membersOfStoreMessagesRequest = [...]member{
	{"at", "", unsafe.Offsetof(session.StoreMessagesRequest{}.At), aNumber},
	{"includeHidden", "", unsafe.Offsetof(session.StoreMessagesRequest{}.IncludeHidden), aBool},
	{"limit", "", unsafe.Offsetof(session.StoreMessagesRequest{}.Limit), aNumber},
	{"offset", "", unsafe.Offsetof(session.StoreMessagesRequest{}.Offset), aNumber},
	{"redact", "", unsafe.Offsetof(session.StoreMessagesRequest{}.Redact), aBool},
	{"sessionId", "", unsafe.Offsetof(session.StoreMessagesRequest{}.SessionID), aText},
	{"types", "", unsafe.Offsetof(session.StoreMessagesRequest{}.Types), aTextList},
}

// decodeStoreMessagesRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreMessagesRequest(req requestText, x *session.StoreMessagesRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreMessagesRequest[:])
}

var membersOfStoreForkRequest = [...]member{
	{"at", "", unsafe.Offsetof(session.StoreForkRequest{}.At), aNumber},
	{"expect", "", unsafe.Offsetof(session.StoreForkRequest{}.Expect), anOptionalNumber},
	{"extra", "", unsafe.Offsetof(session.StoreForkRequest{}.Extra), aValue},
	{"includeHidden", "", unsafe.Offsetof(session.StoreForkRequest{}.IncludeHidden), anOptionalBool},
	{"newSessionId", "", unsafe.Offsetof(session.StoreForkRequest{}.NewSessionID), aText},
	{"requestId", "", unsafe.Offsetof(session.StoreForkRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.StoreForkRequest{}.SessionID), aText},
}

// decodeStoreForkRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreForkRequest(req requestText, x *session.StoreForkRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreForkRequest[:])
}

var membersOfShareRequest = [...]member{
	{"expect", "", unsafe.Offsetof(session.ShareRequest{}.Expect), anOptionalNumber},
	{"requestId", "", unsafe.Offsetof(session.ShareRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.ShareRequest{}.SessionID), aText},
	{"shareId", "", unsafe.Offsetof(session.ShareRequest{}.ShareID), aText},
}

// decodeShareRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeShareRequest(req requestText, x *session.ShareRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfShareRequest[:])
}

var membersOfRevertRequest = [...]member{
	{"expect", "", unsafe.Offsetof(session.RevertRequest{}.Expect), anOptionalNumber},
	{"messageId", "", unsafe.Offsetof(session.RevertRequest{}.MessageID), aText},
	{"requestId", "", unsafe.Offsetof(session.RevertRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.RevertRequest{}.SessionID), aText},
	{"uuid", "", unsafe.Offsetof(session.RevertRequest{}.UUID), aText},
	{"visibleMessageCount", "", unsafe.Offsetof(session.RevertRequest{}.VisibleMessageCount), anOptionalNumber},
}

// decodeRevertRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeRevertRequest(req requestText, x *session.RevertRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfRevertRequest[:])
}

var membersOfSummarizeRequest = [...]member{
	{"content", "", unsafe.Offsetof(session.SummarizeRequest{}.Content), aText},
	{"expect", "", unsafe.Offsetof(session.SummarizeRequest{}.Expect), anOptionalNumber},
	{"generatedBy", "", unsafe.Offsetof(session.SummarizeRequest{}.GeneratedBy), aText},
	{"requestId", "", unsafe.Offsetof(session.SummarizeRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.SummarizeRequest{}.SessionID), aText},
	{"summary", "", unsafe.Offsetof(session.SummarizeRequest{}.Summary), aText},
}

// decodeSummarizeRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeSummarizeRequest(req requestText, x *session.SummarizeRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfSummarizeRequest[:])
}

var membersOfStoreExportRequest = [...]member{
	{"at", "", unsafe.Offsetof(session.StoreExportRequest{}.At), aNumber},
	{"redact", "", unsafe.Offsetof(session.StoreExportRequest{}.Redact), aBool},
	{"sessionId", "", unsafe.Offsetof(session.StoreExportRequest{}.SessionID), aText},
}

// decodeStoreExportRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreExportRequest(req requestText, x *session.StoreExportRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreExportRequest[:])
}

var membersOfStoreImportRequest = [...]member{
	{"compressed", "", unsafe.Offsetof(session.StoreImportRequest{}.Compressed), aText},
	{"expect", "", unsafe.Offsetof(session.StoreImportRequest{}.Expect), anOptionalNumber},
	{"requestId", "", unsafe.Offsetof(session.StoreImportRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.StoreImportRequest{}.SessionID), aText},
	{"snapshot", "", unsafe.Offsetof(session.StoreImportRequest{}.Snapshot), aValue},
}

// decodeStoreImportRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoreImportRequest(req requestText, x *session.StoreImportRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoreImportRequest[:])
}

var membersOfEventsRequest = [...]member{
	{"after", "", unsafe.Offsetof(session.EventsRequest{}.After), aNumber},
	{"limit", "", unsafe.Offsetof(session.EventsRequest{}.Limit), aNumber},
	{"sessionId", "", unsafe.Offsetof(session.EventsRequest{}.SessionID), aText},
}

// decodeEventsRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeEventsRequest(req requestText, x *session.EventsRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfEventsRequest[:])
}

var membersOfNativeMessagesRequest = [...]member{
	{"adapter", "", unsafe.Offsetof(session.NativeMessagesRequest{}.Adapter), aText},
	{"includeHidden", "", unsafe.Offsetof(session.NativeMessagesRequest{}.IncludeHidden), aBool},
	{"limit", "", unsafe.Offsetof(session.NativeMessagesRequest{}.Limit), aNumber},
	{"offset", "", unsafe.Offsetof(session.NativeMessagesRequest{}.Offset), aNumber},
	{"redact", "", unsafe.Offsetof(session.NativeMessagesRequest{}.Redact), aBool},
	{"sessionId", "", unsafe.Offsetof(session.NativeMessagesRequest{}.SessionID), aText},
	{"types", "", unsafe.Offsetof(session.NativeMessagesRequest{}.Types), aTextList},
}

// decodeNativeMessagesRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeNativeMessagesRequest(req requestText, x *session.NativeMessagesRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfNativeMessagesRequest[:])
}

var membersOfNormalizeRequest = [...]member{
	{"message", "", unsafe.Offsetof(session.NormalizeRequest{}.Message), aValue},
}

// decodeNormalizeRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeNormalizeRequest(req requestText, x *session.NormalizeRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfNormalizeRequest[:])
}

var membersOfNormalizeTextRequest = [...]member{
	{"text", "", unsafe.Offsetof(session.NormalizeTextRequest{}.Text), aText},
}

// decodeNormalizeTextRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeNormalizeTextRequest(req requestText, x *session.NormalizeTextRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfNormalizeTextRequest[:])
}

var membersOfParseRequest = [...]member{
	{"value", "", unsafe.Offsetof(session.ParseRequest{}.Value), aText},
}

// decodeParseRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeParseRequest(req requestText, x *session.ParseRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfParseRequest[:])
}

var membersOfImportRequest = [...]member{
	{"activeSince", "", unsafe.Offsetof(session.ImportRequest{}.ActiveSince), aTime},
	{"activeUntil", "", unsafe.Offsetof(session.ImportRequest{}.ActiveUntil), anEnd},
	{"again", "", unsafe.Offsetof(session.ImportRequest{}.Again), aBool},
	{"agent", "", unsafe.Offsetof(session.ImportRequest{}.Agent), aText},
	{"all", "", unsafe.Offsetof(session.ImportRequest{}.All), aBool},
	{"cwd", "", unsafe.Offsetof(session.ImportRequest{}.Cwd), aText},
	{"dryRun", "", unsafe.Offsetof(session.ImportRequest{}.DryRun), aBool},
	{"model", "", unsafe.Offsetof(session.ImportRequest{}.Model), aText},
	{"origin", "", unsafe.Offsetof(session.ImportRequest{}.Origin), aText},
	{"redact", "", unsafe.Offsetof(session.ImportRequest{}.Redact), aBool},
	{"ref", "", unsafe.Offsetof(session.ImportRequest{}.Ref), aText},
	{"sessionId", "", unsafe.Offsetof(session.ImportRequest{}.SessionID), aText},
	{"since", "", unsafe.Offsetof(session.ImportRequest{}.Since), aTime},
	{"tags", "", unsafe.Offsetof(session.ImportRequest{}.Tags), aTextList},
	{"under", "", unsafe.Offsetof(session.ImportRequest{}.Under), aText},
	{"unifiedId", "", unsafe.Offsetof(session.ImportRequest{}.UnifiedID), aText},
	{"until", "", unsafe.Offsetof(session.ImportRequest{}.Until), anEnd},
	{"zone", "", unsafe.Offsetof(session.ImportRequest{}.Zone), aZone},
}

// decodeImportRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeImportRequest(req requestText, x *session.ImportRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfImportRequest[:])
}

var membersOfThreadRead = [...]member{
	{"at", "", unsafe.Offsetof(session.ThreadRead{}.At), aNumber},
	{"sessionId", "", unsafe.Offsetof(session.ThreadRead{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(session.ThreadRead{}.ThreadID), aText},
}

// decodeThreadRead reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadRead(req requestText, x *session.ThreadRead) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadRead[:])
}

var membersOfThreadChange = [...]member{
	{"expect", "", unsafe.Offsetof(session.ThreadChange{}.Expect), anOptionalNumber},
	{"requestId", "", unsafe.Offsetof(session.ThreadChange{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.ThreadChange{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(session.ThreadChange{}.ThreadID), aText},
}

// decodeThreadChange reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadChange(req requestText, x *session.ThreadChange) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadChange[:])
}

var membersOfThreadStartRequest = [...]member{
	{"expect", "", unsafe.Offsetof(session.ThreadStartRequest{}.Expect), anOptionalNumber},
	{"metadata", "", unsafe.Offsetof(session.ThreadStartRequest{}.Metadata), aValue},
	{"name", "", unsafe.Offsetof(session.ThreadStartRequest{}.Name), aText},
	{"parentThreadId", "", unsafe.Offsetof(session.ThreadStartRequest{}.ParentThreadID), aText},
	{"requestId", "", unsafe.Offsetof(session.ThreadStartRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.ThreadStartRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(session.ThreadStartRequest{}.ThreadID), aText},
}

// decodeThreadStartRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadStartRequest(req requestText, x *session.ThreadStartRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadStartRequest[:])
}

var membersOfThreadsLoadedRequest = [...]member{
	{"at", "", unsafe.Offsetof(session.ThreadsLoadedRequest{}.At), aNumber},
	{"includeArchived", "", unsafe.Offsetof(session.ThreadsLoadedRequest{}.IncludeArchived), anOptionalBool},
	{"limit", "", unsafe.Offsetof(session.ThreadsLoadedRequest{}.Limit), aNumber},
	{"sessionId", "", unsafe.Offsetof(session.ThreadsLoadedRequest{}.SessionID), aText},
	{"status", "active, paused, completed, archived", unsafe.Offsetof(session.ThreadsLoadedRequest{}.Status), aText},
	{"threadId", "", unsafe.Offsetof(session.ThreadsLoadedRequest{}.ThreadID), aText},
}

// decodeThreadsLoadedRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadsLoadedRequest(req requestText, x *session.ThreadsLoadedRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadsLoadedRequest[:])
}

var membersOfThreadReadRequest = [...]member{
	{"at", "", unsafe.Offsetof(session.ThreadReadRequest{}.At), aNumber},
	{"includeMessages", "", unsafe.Offsetof(session.ThreadReadRequest{}.IncludeMessages), aBool},
	{"sessionId", "", unsafe.Offsetof(session.ThreadReadRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(session.ThreadReadRequest{}.ThreadID), aText},
}

// decodeThreadReadRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadReadRequest(req requestText, x *session.ThreadReadRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadReadRequest[:])
}

var membersOfThreadMessagesRequest = [...]member{
	{"at", "", unsafe.Offsetof(session.ThreadMessagesRequest{}.At), aNumber},
	{"includeHidden", "", unsafe.Offsetof(session.ThreadMessagesRequest{}.IncludeHidden), aBool},
	{"limit", "", unsafe.Offsetof(session.ThreadMessagesRequest{}.Limit), aNumber},
	{"offset", "", unsafe.Offsetof(session.ThreadMessagesRequest{}.Offset), aNumber},
	{"redact", "", unsafe.Offsetof(session.ThreadMessagesRequest{}.Redact), aBool},
	{"sessionId", "", unsafe.Offsetof(session.ThreadMessagesRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(session.ThreadMessagesRequest{}.ThreadID), aText},
	{"types", "", unsafe.Offsetof(session.ThreadMessagesRequest{}.Types), aTextList},
}

// decodeThreadMessagesRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadMessagesRequest(req requestText, x *session.ThreadMessagesRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadMessagesRequest[:])
}

var membersOfThreadRecordRequest = [...]member{
	{"expect", "", unsafe.Offsetof(session.ThreadRecordRequest{}.Expect), anOptionalNumber},
	{"messages", "", unsafe.Offsetof(session.ThreadRecordRequest{}.Messages), aList},
	{"requestId", "", unsafe.Offsetof(session.ThreadRecordRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.ThreadRecordRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(session.ThreadRecordRequest{}.ThreadID), aText},
}

// decodeThreadRecordRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadRecordRequest(req requestText, x *session.ThreadRecordRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadRecordRequest[:])
}

var membersOfThreadForkRequest = [...]member{
	{"expect", "", unsafe.Offsetof(session.ThreadForkRequest{}.Expect), anOptionalNumber},
	{"metadata", "", unsafe.Offsetof(session.ThreadForkRequest{}.Metadata), aValue},
	{"name", "", unsafe.Offsetof(session.ThreadForkRequest{}.Name), aText},
	{"newThreadId", "", unsafe.Offsetof(session.ThreadForkRequest{}.NewThreadID), aText},
	{"parentThreadId", "", unsafe.Offsetof(session.ThreadForkRequest{}.ParentThreadID), aText},
	{"requestId", "", unsafe.Offsetof(session.ThreadForkRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.ThreadForkRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(session.ThreadForkRequest{}.ThreadID), aText},
}

// decodeThreadForkRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadForkRequest(req requestText, x *session.ThreadForkRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadForkRequest[:])
}

var membersOfThreadRollbackRequest = [...]member{
	{"count", "", unsafe.Offsetof(session.ThreadRollbackRequest{}.Count), anOptionalNumber},
	{"expect", "", unsafe.Offsetof(session.ThreadRollbackRequest{}.Expect), anOptionalNumber},
	{"messageId", "", unsafe.Offsetof(session.ThreadRollbackRequest{}.MessageID), aText},
	{"requestId", "", unsafe.Offsetof(session.ThreadRollbackRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.ThreadRollbackRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(session.ThreadRollbackRequest{}.ThreadID), aText},
	{"uuid", "", unsafe.Offsetof(session.ThreadRollbackRequest{}.UUID), aText},
	{"visibleMessageCount", "", unsafe.Offsetof(session.ThreadRollbackRequest{}.VisibleMessageCount), anOptionalNumber},
}

// decodeThreadRollbackRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadRollbackRequest(req requestText, x *session.ThreadRollbackRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadRollbackRequest[:])
}

var membersOfThreadCompactRequest = [...]member{
	{"count", "", unsafe.Offsetof(session.ThreadCompactRequest{}.Count), anOptionalNumber},
	{"expect", "", unsafe.Offsetof(session.ThreadCompactRequest{}.Expect), anOptionalNumber},
	{"messageId", "", unsafe.Offsetof(session.ThreadCompactRequest{}.MessageID), aText},
	{"requestId", "", unsafe.Offsetof(session.ThreadCompactRequest{}.RequestID), aText},
	{"selector", "", unsafe.Offsetof(session.ThreadCompactRequest{}.Selector), aValue},
	{"sessionId", "", unsafe.Offsetof(session.ThreadCompactRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(session.ThreadCompactRequest{}.ThreadID), aText},
	{"uuid", "", unsafe.Offsetof(session.ThreadCompactRequest{}.UUID), aText},
	{"visibleMessageCount", "", unsafe.Offsetof(session.ThreadCompactRequest{}.VisibleMessageCount), anOptionalNumber},
}

// decodeThreadCompactRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadCompactRequest(req requestText, x *session.ThreadCompactRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadCompactRequest[:])
}

var membersOfThreadRenameRequest = [...]member{
	{"expect", "", unsafe.Offsetof(session.ThreadRenameRequest{}.Expect), anOptionalNumber},
	{"name", "", unsafe.Offsetof(session.ThreadRenameRequest{}.Name), aText},
	{"requestId", "", unsafe.Offsetof(session.ThreadRenameRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.ThreadRenameRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(session.ThreadRenameRequest{}.ThreadID), aText},
}

// decodeThreadRenameRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadRenameRequest(req requestText, x *session.ThreadRenameRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadRenameRequest[:])
}

var membersOfThreadMetadataRequest = [...]member{
	{"expect", "", unsafe.Offsetof(session.ThreadMetadataRequest{}.Expect), anOptionalNumber},
	{"metadata", "", unsafe.Offsetof(session.ThreadMetadataRequest{}.Metadata), aValue},
	{"requestId", "", unsafe.Offsetof(session.ThreadMetadataRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.ThreadMetadataRequest{}.SessionID), aText},
	{"threadId", "", unsafe.Offsetof(session.ThreadMetadataRequest{}.ThreadID), aText},
}

// decodeThreadMetadataRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadMetadataRequest(req requestText, x *session.ThreadMetadataRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadMetadataRequest[:])
}

var membersOfThreadStatusRequest = [...]member{
	{"expect", "", unsafe.Offsetof(session.ThreadStatusRequest{}.Expect), anOptionalNumber},
	{"requestId", "", unsafe.Offsetof(session.ThreadStatusRequest{}.RequestID), aText},
	{"sessionId", "", unsafe.Offsetof(session.ThreadStatusRequest{}.SessionID), aText},
	{"status", "", unsafe.Offsetof(session.ThreadStatusRequest{}.Status), aText},
	{"threadId", "", unsafe.Offsetof(session.ThreadStatusRequest{}.ThreadID), aText},
}

// decodeThreadStatusRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeThreadStatusRequest(req requestText, x *session.ThreadStatusRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfThreadStatusRequest[:])
}

var membersOfStatsRequest = [...]member{
	{"agent", "", unsafe.Offsetof(session.StatsRequest{}.Agent), aText},
	{"agentVersions", "", unsafe.Offsetof(session.StatsRequest{}.AgentVersions), aTextList},
	{"allBranches", "", unsafe.Offsetof(session.StatsRequest{}.AllBranches), aBool},
	{"createdSince", "", unsafe.Offsetof(session.StatsRequest{}.CreatedSince), aTime},
	{"createdUntil", "", unsafe.Offsetof(session.StatsRequest{}.CreatedUntil), anEnd},
	{"cwd", "", unsafe.Offsetof(session.StatsRequest{}.Cwd), aText},
	{"gitBranches", "", unsafe.Offsetof(session.StatsRequest{}.GitBranches), aTextList},
	{"limit", "", unsafe.Offsetof(session.StatsRequest{}.Limit), aLimit},
	{"model", "", unsafe.Offsetof(session.StatsRequest{}.Model), aText},
	{"origin", "", unsafe.Offsetof(session.StatsRequest{}.Origin), aText},
	{"repositories", "", unsafe.Offsetof(session.StatsRequest{}.Repositories), aTextList},
	{"since", "", unsafe.Offsetof(session.StatsRequest{}.Since), aTime},
	{"strict", "", unsafe.Offsetof(session.StatsRequest{}.Strict), aBool},
	{"tags", "", unsafe.Offsetof(session.StatsRequest{}.Tags), aTextList},
	{"under", "", unsafe.Offsetof(session.StatsRequest{}.Under), aText},
	{"until", "", unsafe.Offsetof(session.StatsRequest{}.Until), anEnd},
	{"zone", "", unsafe.Offsetof(session.StatsRequest{}.Zone), aZone},
}

// decodeStatsRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStatsRequest(req requestText, x *session.StatsRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStatsRequest[:])
}

var membersOfTagRequest = [...]member{
	{"add", "", unsafe.Offsetof(session.TagRequest{}.Add), aTextList},
	{"agent", "", unsafe.Offsetof(session.TagRequest{}.Agent), aText},
	{"ref", "", unsafe.Offsetof(session.TagRequest{}.Ref), aText},
	{"remove", "", unsafe.Offsetof(session.TagRequest{}.Remove), aTextList},
	{"sessionId", "", unsafe.Offsetof(session.TagRequest{}.SessionID), aText},
	{"unifiedId", "", unsafe.Offsetof(session.TagRequest{}.UnifiedID), aText},
}

// decodeTagRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeTagRequest(req requestText, x *session.TagRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfTagRequest[:])
}

// decodeTagsRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeTagsRequest(req requestText, x *session.TagsRequest) error {
	return decodeObject(req, unsafe.Pointer(x), nil)
}

var membersOfViewRequest = [...]member{
	{"after", "", unsafe.Offsetof(session.ViewRequest{}.After), aNumber},
	{"agent", "", unsafe.Offsetof(session.ViewRequest{}.Agent), aText},
	{"at", "", unsafe.Offsetof(session.ViewRequest{}.At), anOptionalNumber},
	{"branch", "", unsafe.Offsetof(session.ViewRequest{}.Branch), aText},
	{"limit", "", unsafe.Offsetof(session.ViewRequest{}.Limit), aNumber},
	{"maxOutput", "", unsafe.Offsetof(session.ViewRequest{}.MaxOutput), aNumber},
	{"maxText", "", unsafe.Offsetof(session.ViewRequest{}.MaxText), aNumber},
	{"redact", "", unsafe.Offsetof(session.ViewRequest{}.Redact), aBool},
	{"ref", "", unsafe.Offsetof(session.ViewRequest{}.Ref), aText},
	{"sessionId", "", unsafe.Offsetof(session.ViewRequest{}.SessionID), aText},
	{"strict", "", unsafe.Offsetof(session.ViewRequest{}.Strict), aBool},
	{"turn", "", unsafe.Offsetof(session.ViewRequest{}.Turn), aNumber},
	{"unifiedId", "", unsafe.Offsetof(session.ViewRequest{}.UnifiedID), aText},
}

// decodeViewRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeViewRequest(req requestText, x *session.ViewRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfViewRequest[:])
}

var membersOfStoryRequest = [...]member{
	{"agent", "", unsafe.Offsetof(session.StoryRequest{}.Agent), aText},
	{"branch", "", unsafe.Offsetof(session.StoryRequest{}.Branch), aText},
	{"redact", "", unsafe.Offsetof(session.StoryRequest{}.Redact), aBool},
	{"ref", "", unsafe.Offsetof(session.StoryRequest{}.Ref), aText},
	{"sessionId", "", unsafe.Offsetof(session.StoryRequest{}.SessionID), aText},
	{"strict", "", unsafe.Offsetof(session.StoryRequest{}.Strict), aBool},
	{"unifiedId", "", unsafe.Offsetof(session.StoryRequest{}.UnifiedID), aText},
}

// decodeStoryRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeStoryRequest(req requestText, x *session.StoryRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfStoryRequest[:])
}

var membersOfAttachmentRequest = [...]member{
	{"agent", "", unsafe.Offsetof(session.AttachmentRequest{}.Agent), aText},
	{"id", "", unsafe.Offsetof(session.AttachmentRequest{}.ID), aText},
	{"maxBytes", "", unsafe.Offsetof(session.AttachmentRequest{}.MaxBytes), aNumber},
	{"redact", "", unsafe.Offsetof(session.AttachmentRequest{}.Redact), aBool},
	{"ref", "", unsafe.Offsetof(session.AttachmentRequest{}.Ref), aText},
	{"sessionId", "", unsafe.Offsetof(session.AttachmentRequest{}.SessionID), aText},
	{"unifiedId", "", unsafe.Offsetof(session.AttachmentRequest{}.UnifiedID), aText},
}

// decodeAttachmentRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeAttachmentRequest(req requestText, x *session.AttachmentRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfAttachmentRequest[:])
}

var membersOfFindEditsRequest = [...]member{
	{"agent", "", unsafe.Offsetof(session.FindEditsRequest{}.Agent), aText},
	{"lines", "", unsafe.Offsetof(session.FindEditsRequest{}.Lines), aTextList},
	{"paths", "", unsafe.Offsetof(session.FindEditsRequest{}.Paths), aTextList},
	{"strict", "", unsafe.Offsetof(session.FindEditsRequest{}.Strict), aBool},
	{"times", "", unsafe.Offsetof(session.FindEditsRequest{}.Times), aTextList},
}

// decodeFindEditsRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeFindEditsRequest(req requestText, x *session.FindEditsRequest) error {
	return decodeObject(req, unsafe.Pointer(x), membersOfFindEditsRequest[:])
}
