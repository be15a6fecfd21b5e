// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.

package heddle

import (
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// The codes of errors, as targets of errors.Is.
const (
	ErrAgentNotFound       = fault.AgentNotFound
	ErrSessionNotFound     = fault.SessionNotFound
	ErrThreadNotFound      = fault.ThreadNotFound
	ErrMessageNotFound     = fault.MessageNotFound
	ErrParseError          = fault.ParseError
	ErrInvalidArgument     = fault.InvalidArgument
	ErrInvalidSelector     = fault.InvalidSelector
	ErrInvalidExportFormat = fault.InvalidExportFormat
	ErrMessageLimitReached = fault.MessageLimitReached
	ErrConflict            = fault.Conflict
	ErrPermissionDenied    = fault.PermissionDenied
	ErrLimitExceeded       = fault.LimitExceeded
	ErrUnsupported         = fault.Unsupported
	ErrTimeout             = fault.Timeout
	ErrComplete            = fault.Complete
	ErrBadRef              = fault.BadRef
	ErrIO                  = fault.IO
	ErrInternal            = fault.Internal
)

// The agents whose sessions Heddle reads. StoreAgent is the store, read as if it were an agent.
const (
	Claude     Agent = "claude"
	Codex      Agent = "codex"
	Gemini     Agent = "gemini"
	Copilot    Agent = "copilot"
	Cursor     Agent = "cursor"
	OpenCode   Agent = "opencode"
	Pi         Agent = "pi"
	Omp        Agent = "omp"
	OpenClaw   Agent = "openclaw"
	Hermes     Agent = "hermes"
	StoreAgent Agent = "heddle"
)

// Role is the author of a message.
type Role = session.Role

// The values of Role.
const (
	// A person or SDK caller.
	RoleUser = session.RoleUser
	// The model.
	RoleAssistant = session.RoleAssistant
	// The agent: summaries, failures, notices.
	RoleSystem = session.RoleSystem
	// A tool's result.
	RoleTool = session.RoleTool
)

// MessageType is one of the message types of the agent SDK that sessions on disk use.
type MessageType = session.MessageType

// The values of MessageType.
const (
	// A prompt.
	MessageTypeUser = session.MessageTypeUser
	// An answer.
	MessageTypeAssistant = session.MessageTypeAssistant
	// A tool's result.
	MessageTypeToolResult = session.MessageTypeToolResult
	// A notice.
	MessageTypeSystem = session.MessageTypeSystem
	// A failure.
	MessageTypeError = session.MessageTypeError
)

// CostSource says how an amount in USD was determined.
type CostSource = session.CostSource

// The values of CostSource.
const (
	// The agent recorded it.
	CostSourceRecorded = session.CostSourceRecorded
	// Tokens times the prices of the price table.
	CostSourceComputed = session.CostSourceComputed
	// Parts of several sources; unpriced parts are listed.
	CostSourceMixed = session.CostSourceMixed
	// No price is known.
	CostSourceUnpriced = session.CostSourceUnpriced
)

// SortKey is the sort key of a list.
type SortKey = session.SortKey

// The values of SortKey.
const (
	// UpdatedAt.
	SortKeyDate = session.SortKeyDate
	// Cost.TotalUSD, unpriced last.
	SortKeyCost = session.SortKeyCost
	// TurnCount.
	SortKeyTurns = session.SortKeyTurns
)

// SortDirection is the direction of a sort.
type SortDirection = session.SortDirection

// The values of SortDirection.
const (
	// Smallest first.
	SortDirectionAsc = session.SortDirectionAsc
	// Greatest first.
	SortDirectionDesc = session.SortDirectionDesc
)

// SearchSort is the sort key of search results.
type SearchSort = session.SearchSort

// The values of SearchSort.
const (
	// RelevanceScore.
	SearchSortRelevance = session.SearchSortRelevance
	// UpdatedAt.
	SearchSortDate = session.SearchSortDate
	// Cost.TotalUSD, unpriced last.
	SearchSortCost = session.SearchSortCost
)

// HitField is a text that a search reads.
type HitField = session.HitField

// The values of HitField.
const (
	// The session's title.
	HitFieldTitle = session.HitFieldTitle
	// A message's content.
	HitFieldContent = session.HitFieldContent
	// A message's thinking.
	HitFieldThinking = session.HitFieldThinking
	// The input of a tool call.
	HitFieldToolCall = session.HitFieldToolCall
	// A tool's output.
	HitFieldToolResult = session.HitFieldToolResult
)

// GroupBy is the dimension by which spend is grouped.
type GroupBy = session.GroupBy

// The values of GroupBy.
const (
	// The agent.
	ByAgent = session.GroupByAgent
	// The model that answered.
	ByModel = session.GroupByModel
	// The day of the request, YYYY-MM-DD, in the zone of the request, else in UTC.
	ByDay = session.GroupByDay
	// The caller's tags.
	ByTag = session.GroupByTag
	// The session's working directory.
	ByCwd = session.GroupByCwd
	// The terms of the request: standard, fast, priority, flex, batch or a region; several are
	// joined by +.
	ByTier = session.GroupByTier
	// The session's UnifiedID.
	BySession = session.GroupBySession
	// The branch of the repository when the request was made, as the request's own record has it;
	// empty when it has none.
	ByGitBranch = session.GroupByGitBranch
	// The URL of the repository's remote, likewise.
	ByRepo = session.GroupByRepo
	// The version of the agent, likewise.
	ByVersion = session.GroupByVersion
	// The origin of the copy that has the request; empty for requests without one. Of several
	// origins it is the first one in byte order.
	ByOrigin = session.GroupByOrigin
)

// DiffType is the type of a step of a comparison.
type DiffType = session.DiffType

// The values of DiffType.
const (
	// Only in b.
	DiffTypeAddition = session.DiffTypeAddition
	// Only in a.
	DiffTypeRemoval = session.DiffTypeRemoval
	// In both, with different content.
	DiffTypeModification = session.DiffTypeModification
	// In both, the same.
	DiffTypeUnchanged = session.DiffTypeUnchanged
)

// TextEditType is the type of a change of text.
type TextEditType = session.TextEditType

// The values of TextEditType.
const (
	// In both.
	TextEditTypeEqual = session.TextEditTypeEqual
	// Only in a.
	TextEditTypeDelete = session.TextEditTypeDelete
	// Only in b.
	TextEditTypeInsert = session.TextEditTypeInsert
)

// DiffFormat is the format of a comparison as text.
type DiffFormat = session.DiffFormat

// The values of DiffFormat.
const (
	// One column, with - and + before lines.
	DiffFormatUnified = session.DiffFormatUnified
	// Two columns.
	DiffFormatSideBySide = session.DiffFormatSideBySide
	// Headings and fenced diffs.
	DiffFormatMarkdown = session.DiffFormatMarkdown
)

// SessionPersistence: Where an agent keeps its sessions.
type SessionPersistence = session.SessionPersistence

// The values of SessionPersistence.
const (
	// In files, one or several for each session.
	SessionPersistenceFile = session.SessionPersistenceFile
	// In SQLite databases.
	SessionPersistenceSqlite = session.SessionPersistenceSqlite
	// On a server: the store of an address.
	SessionPersistenceServer = session.SessionPersistenceServer
)

// SessionAction says how to continue a session.
type SessionAction = session.SessionAction

// The values of SessionAction.
const (
	// Continues the session itself.
	SessionActionResume = session.SessionActionResume
	// Continues a copy; the session does not change.
	SessionActionFork = session.SessionActionFork
)

// ThreadStatus is the status of a thread.
type ThreadStatus = session.ThreadStatus

// The values of ThreadStatus.
const (
	// In progress.
	ThreadStatusActive = session.ThreadStatusActive
	// Paused by the caller.
	ThreadStatusPaused = session.ThreadStatusPaused
	// Completed by the caller.
	ThreadStatusCompleted = session.ThreadStatusCompleted
	// Archived; it cannot be the active thread.
	ThreadStatusArchived = session.ThreadStatusArchived
)

// ShareStatus is the status of a share.
type ShareStatus = session.ShareStatus

// The values of ShareStatus.
const (
	// In effect.
	ShareStatusActive = session.ShareStatusActive
	// Revoked or replaced.
	ShareStatusRevoked = session.ShareStatusRevoked
)

// ImportStatus is the result of an import for one session.
type ImportStatus = session.ImportStatus

// The values of ImportStatus.
const (
	// The session was not in the store.
	ImportStatusNew = session.ImportStatusNew
	// Messages were added.
	ImportStatusUpdated = session.ImportStatusUpdated
	// The agent changed earlier messages: the old ones are hidden, and the new ones were added.
	ImportStatusRewritten = session.ImportStatusRewritten
	// The store already had all of it.
	ImportStatusUnchanged = session.ImportStatusUnchanged
	// It was deleted from the store and was not copied again.
	ImportStatusDeleted = session.ImportStatusDeleted
	// The session could not be read.
	ImportStatusFailed = session.ImportStatusFailed
)

// LivePermissionMode holds what an agent may do without asking.
type LivePermissionMode = session.LivePermissionMode

// The values of LivePermissionMode.
const (
	// Ask as usual.
	LivePermissionModeDefault = session.LivePermissionModeDefault
	// Edit files without asking.
	LivePermissionModeAcceptEdits = session.LivePermissionModeAcceptEdits
	// Do everything without asking.
	LivePermissionModeBypassPermissions = session.LivePermissionModeBypassPermissions
	// Read and plan only.
	LivePermissionModePlan = session.LivePermissionModePlan
	// Deny everything that is not allowed beforehand.
	LivePermissionModeDontAsk = session.LivePermissionModeDontAsk
)

// LiveOutputKind is the kind of an output.
type LiveOutputKind = session.LiveOutputKind

// The values of LiveOutputKind.
const (
	// Start the process spawn.
	LiveOutputKindSpawn = session.LiveOutputKindSpawn
	// Write data to its standard input.
	LiveOutputKindWrite = session.LiveOutputKindWrite
	// Close its standard input.
	LiveOutputKindCloseInput = session.LiveOutputKindCloseInput
	// Send signal to its process group.
	LiveOutputKindSignal = session.LiveOutputKindSignal
	// Deliver message to those who listen; with record, append it to the stored session as well.
	LiveOutputKindEvent = session.LiveOutputKindEvent
	// Request the permission ask from whoever decides.
	LiveOutputKindAsk = session.LiveOutputKindAsk
	// The request id needs no answer any more.
	LiveOutputKindCancelAsk = session.LiveOutputKindCancelAsk
	// The command id ends with value or error.
	LiveOutputKindReply = session.LiveOutputKindReply
	// Read from the agent's own files what NativeSessionID has spent since the measurement before,
	// or since it was resumed, and pass it with a command measured whose query is id.
	LiveOutputKindMeasure = session.LiveOutputKindMeasure
	// The session's state is health.
	LiveOutputKindState = session.LiveOutputKindState
	// Report error; nothing ends.
	LiveOutputKindDiagnostic = session.LiveOutputKindDiagnostic
)

// LiveHealth is the state of a session.
type LiveHealth = session.LiveHealth

// The values of LiveHealth.
const (
	// The process is being started.
	LiveHealthConnecting = session.LiveHealthConnecting
	// The agent is getting ready.
	LiveHealthInitializing = session.LiveHealthInitializing
	// No turn runs.
	LiveHealthReady = session.LiveHealthReady
	// A turn runs.
	LiveHealthActiveQuery = session.LiveHealthActiveQuery
	// A turn waits for a permission.
	LiveHealthWaiting = session.LiveHealthWaiting
	// The session ended by a failure.
	LiveHealthError = session.LiveHealthError
	// The session has ended.
	LiveHealthStopped = session.LiveHealthStopped
)

// ViewKind is the kind of a part of a turn.
type ViewKind = session.ViewKind

// The values of ViewKind.
const (
	// What the model wrote.
	ViewKindText = session.ViewKindText
	// What it thought.
	ViewKindThinking = session.ViewKindThinking
	// Tool calls without a text between them.
	ViewKindCalls = session.ViewKindCalls
	// What the agent's program said.
	ViewKindNote = session.ViewKindNote
	// A failure of the model's provider or of the agent.
	ViewKindError = session.ViewKindError
	// Messages were compacted.
	ViewKindSeam = session.ViewKindSeam
	// Here another branch was left.
	ViewKindRewind = session.ViewKindRewind
)

// ViewOutcome says how a call ended.
type ViewOutcome = session.ViewOutcome

// The values of ViewOutcome.
const (
	// It succeeded.
	ViewOutcomeOk = session.ViewOutcomeOk
	// It failed: its result is an error, or the exit status is not 0.
	ViewOutcomeFailed = session.ViewOutcomeFailed
	// A person or a rule refused it.
	ViewOutcomeDenied = session.ViewOutcomeDenied
	// There is no result.
	ViewOutcomeOpen = session.ViewOutcomeOpen
)

// ViewEditKind holds what an edit does to a file.
type ViewEditKind = session.ViewEditKind

// The values of ViewEditKind.
const (
	// Writes the whole file.
	ViewEditKindWrite = session.ViewEditKindWrite
	// Changes a part.
	ViewEditKindEdit = session.ViewEditKindEdit
	// Deletes it.
	ViewEditKindDelete = session.ViewEditKindDelete
	// Moves it, with or without a change.
	ViewEditKindMove = session.ViewEditKindMove
)

// Version holds the versions of the engine, the ABI and the price table.
type Version struct {
	// The engine's version.
	Version string `json:"version"`
	// The wasm ABI's version.
	ABI int64 `json:"abi"`
	// The date of the built-in price table, YYYY-MM-DD.
	PriceTable string `json:"priceTable"`
}

func toVersion(x *session.Version) Version {
	return Version{
		Version:    x.Version,
		ABI:        x.ABI,
		PriceTable: x.PriceTable,
	}
}

// NativeID holds the two parts of a unified id.
type NativeID struct {
	// The agent's name.
	Agent Agent `json:"agent"`
	// The agent's own session id.
	NativeSessionID string `json:"nativeSessionId"`
}

func toNativeID(x *session.NativeID) NativeID {
	return NativeID{
		Agent:           Agent(x.Agent),
		NativeSessionID: x.NativeSessionID,
	}
}

// AgentInfo is one supported agent.
type AgentInfo struct {
	// The agent's name.
	Agent Agent `json:"agent"`
	// Whether its base folder exists.
	Found bool `json:"found"`
	// The mount that contains its files.
	Location string `json:"location,omitempty"`
	// Session files or rows found, without opening the files: it includes superseded copies, and
	// subagents whose file name does not identify them. Of the store it leaves out the recordings
	// of sessions that their agent still has.
	SessionCount int64 `json:"sessionCount"`
	// Whether sessions.command returns a command of the agent that continues a session; OpenClaw
	// needs a prompt for it.
	CanResume bool `json:"canResume"`
	// Whether sessions.command returns a command of the agent that continues a copy of a session.
	CanFork bool `json:"canFork"`
	// Whether live sessions can run the agent, on hosts that run processes; live.agents says what
	// it can do there.
	CanRun bool `json:"canRun"`
	// Whether the agent keeps memory entries beside its sessions, which sessions.search shows with
	// memories.
	HasMemories bool `json:"hasMemories"`
	// Where the newest version of the agent keeps its sessions; older sessions may be elsewhere.
	SessionPersistence SessionPersistence `json:"sessionPersistence"`
}

func toAgentInfo(x *session.AgentInfo) AgentInfo {
	return AgentInfo{
		Agent:              Agent(x.Agent),
		Found:              x.Found,
		Location:           x.Location,
		SessionCount:       x.SessionCount,
		CanResume:          x.CanResume,
		CanFork:            x.CanFork,
		CanRun:             x.CanRun,
		HasMemories:        x.HasMemories,
		SessionPersistence: x.SessionPersistence,
	}
}

// SessionSummary is a session without its messages.
type SessionSummary struct {
	// The agent that the session belongs to.
	Agent Agent `json:"agent"`
	// The agent's own session id.
	SessionID string `json:"sessionId"`
	// agent:SessionID.
	UnifiedID string `json:"unifiedId"`
	// The name set by the user, else by the agent, else the first real prompt; one line of at most
	// 100 code points.
	Title string `json:"title"`
	// The time of the first record; absent when it is unknown.
	CreatedAt time.Time `json:"createdAt,omitzero"`
	// The time of the last record.
	UpdatedAt time.Time `json:"updatedAt,omitzero"`
	// The number of answered prompts by a person or SDK caller.
	TurnCount int64 `json:"turnCount"`
	// The number of visible messages of all roles.
	MessageCount int64 `json:"messageCount"`
	// The model with the most answers; on a tie, the latest.
	Model string `json:"model,omitempty"`
	// The spend of the session; absent when no usage is on disk.
	Cost *CostRecord `json:"cost,omitempty"`
	// Tags of the session: those of sessions.tag, those in the run index of agent-mux, and
	// extra.tags of a recording in the store.
	Tags []string `json:"tags"`
	// The working directory at the start.
	Cwd string `json:"cwd,omitempty"`
	// The parts of the session in order, where the project was moved between prompts, or its
	// branch, commit or the agent's version changed; absent when nothing changed.
	Spans []Span `json:"spans,omitempty"`
	// The native id of the session that it was forked from.
	ForkedFrom string `json:"forkedFrom,omitempty"`
	// Whether it is a subagent's session.
	IsSubagent bool `json:"isSubagent,omitempty"`
	// The native id of the session that started this subagent or child.
	ParentSessionID string `json:"parentSessionId,omitempty"`
	// The native id of the longer copy that replaces it.
	SupersededBy string `json:"supersededBy,omitempty"`
	// Whether the agent keeps it in its archive.
	Archived bool `json:"archived,omitempty"`
	// The unified id of its copy in the store.
	ImportedAs string `json:"importedAs,omitempty"`
	// The unified ids of its recordings in the store: sessions of the store whose extra.native
	// names it.
	RecordedAs []string `json:"recordedAs,omitempty"`
	// For a copy or recording in the store: the unified id of the session that it was imported
	// from, or that the agent wrote while it was recorded.
	OriginalUnifiedID string `json:"originalUnifiedId,omitempty"`
	// For a copy or recording in the store: whether the agent no longer has the original here.
	OriginalGone bool `json:"originalGone,omitempty"`
	// The machine that the session comes from, as the import of its copy or the recording named it.
	// Of several, the first one in byte order.
	Origin string `json:"origin,omitempty"`
	// local: forks and copies are detected only from this session's own records.
	Lineage string `json:"lineage"`
	// The URL of the repository's remote that the agent recorded last, without credentials. Absent
	// when it recorded none.
	Repository string `json:"repository,omitempty"`
	// The branch of the repository that the agent recorded last. Absent when it recorded none.
	GitBranch string `json:"gitBranch,omitempty"`
	// The commit that was checked out that the agent recorded last. Absent when it recorded none.
	Commit string `json:"commit,omitempty"`
	// The version of the agent that the agent recorded last. Absent when it recorded none.
	AgentVersion string `json:"agentVersion,omitempty"`
	// memory for a search result that is a memory entry of the agent instead of a session.
	Kind string `json:"kind,omitempty"`
	// In search results: the relevance from 0 to 1, where the best result has 1.
	RelevanceScore *float64 `json:"relevanceScore,omitempty"`
	// In search results with partial: it has some of the words only.
	Partial bool `json:"partial,omitempty"`
	// In search results: the number of matching messages; the title counts as one.
	HitCount int64 `json:"hitCount,omitempty"`
	// In search results: the first matches, in order.
	Hits []SearchHit `json:"hits,omitempty"`
}

func toSessionSummary(x *session.SessionSummary) SessionSummary {
	return SessionSummary{
		Agent:             Agent(x.Agent),
		SessionID:         x.SessionID,
		UnifiedID:         x.UnifiedID,
		Title:             x.Title,
		CreatedAt:         toTime(x.CreatedAt),
		UpdatedAt:         toTime(x.UpdatedAt),
		TurnCount:         x.TurnCount,
		MessageCount:      x.MessageCount,
		Model:             x.Model,
		Cost:              convertPointer(x.Cost, toCostRecord),
		Tags:              notNil(x.Tags),
		Cwd:               x.Cwd,
		Spans:             nilIfEmpty(convertList(x.Spans, toSpan)),
		ForkedFrom:        x.ForkedFrom,
		IsSubagent:        x.IsSubagent,
		ParentSessionID:   x.ParentSessionID,
		SupersededBy:      x.SupersededBy,
		Archived:          x.Archived,
		ImportedAs:        x.ImportedAs,
		RecordedAs:        nilIfEmpty(x.RecordedAs),
		OriginalUnifiedID: x.OriginalUnifiedID,
		OriginalGone:      x.OriginalGone,
		Origin:            x.Origin,
		Lineage:           x.Lineage,
		Repository:        x.Repository,
		GitBranch:         x.GitBranch,
		Commit:            x.Commit,
		AgentVersion:      x.AgentVersion,
		Kind:              x.Kind,
		RelevanceScore:    toRatio(x.RelevanceScore),
		Partial:           x.Partial,
		HitCount:          x.HitCount,
		Hits:              nilIfEmpty(convertList(x.Hits, toSearchHit)),
	}
}

// Span is a part of a session that ran in one folder, on one branch and commit, by one version of
// the agent.
type Span struct {
	// Zero-based index of its first message.
	From int64 `json:"from"`
	// The working directory.
	Cwd string `json:"cwd"`
	// The URL of the repository's remote, without credentials. Absent when the agent did not record
	// it.
	Repository string `json:"repository,omitempty"`
	// The branch of the repository. Absent when the agent did not record it.
	GitBranch string `json:"gitBranch,omitempty"`
	// The commit that was checked out. Absent when the agent did not record it.
	Commit string `json:"commit,omitempty"`
	// The version of the agent. Absent when the agent did not record it.
	AgentVersion string `json:"agentVersion,omitempty"`
}

func toSpan(x *session.Span) Span {
	return Span{
		From:         x.From,
		Cwd:          x.Cwd,
		Repository:   x.Repository,
		GitBranch:    x.GitBranch,
		Commit:       x.Commit,
		AgentVersion: x.AgentVersion,
	}
}

// SearchHit is a place where a search matches.
type SearchHit struct {
	// The text that matches.
	Field HitField `json:"field"`
	// Zero-based index of the message in the session; absent for a title, and on a branch that is
	// not the current one.
	MessageIndex *int64 `json:"messageIndex,omitempty"`
	// The id of that message.
	MessageID string `json:"messageId,omitempty"`
	// The role of that message.
	Role Role `json:"role,omitempty"`
	// The text around the first match, on one line.
	Snippet string `json:"snippet"`
	// The parts of the snippet that match.
	Ranges []MatchRange `json:"ranges"`
}

func toSearchHit(x *session.SearchHit) SearchHit {
	return SearchHit{
		Field:        x.Field,
		MessageIndex: x.MessageIndex,
		MessageID:    x.MessageID,
		Role:         x.Role,
		Snippet:      x.Snippet,
		Ranges:       notNil(convertList(x.Ranges, toMatchRange)),
	}
}

// MatchRange is a part of a snippet.
type MatchRange struct {
	// The start of the part. Unit: code points.
	Start int64 `json:"start"`
	// The end of the part, exclusive. Unit: code points.
	End int64 `json:"end"`
}

func toMatchRange(x *session.MatchRange) MatchRange {
	return MatchRange{
		Start: x.Start,
		End:   x.End,
	}
}

// CostSummary holds the spend of all matching sessions.
type CostSummary struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64 `json:"inputTokens"`
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64 `json:"outputTokens"`
	// The part of OutputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64 `json:"thinkingTokens"`
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64 `json:"cachedTokens"`
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64 `json:"cacheWriteTokens"`
	// The part of CacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64 `json:"cacheWrite1hTokens,omitempty"`
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64 `json:"webSearches,omitempty"`
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64 `json:"nanoCredits,omitempty"`
	// Money spent; absent when nothing has a price, never 0 instead. Unit: USD.
	TotalUSD *Money `json:"totalUsd,omitempty"`
	// How TotalUSD was determined.
	Source CostSource `json:"source"`
	// Sessions that match; with since or until, only those with a request in that range. Subagents
	// and superseded copies are not counted.
	SessionCount int64 `json:"sessionCount"`
	// Runs of the matching sessions: those in the run index of agent-mux, and queries of recorded
	// live sessions that ended. With since or until, only those that began in that range.
	RunCount int64 `json:"runCount"`
	// The date of the price table.
	PriceTable string `json:"priceTable"`
	// Tokens without a known price, by model; included in the token counts, not in TotalUSD.
	Unpriced []ModelTokens `json:"unpriced,omitempty"`
	// Money in the agents' own running totals without a request on disk (titles, compactions); not
	// part of TotalUSD. It has no time, so it is absent with since or until. Unit: USD.
	NotItemisedUSD *Money `json:"notItemisedUsd,omitempty"`
	// Spend that the matching sessions repeat from other sessions; not included in the other
	// figures.
	Inherited *Spend `json:"inherited,omitempty"`
	// The part of the other figures that subagents spent.
	Subagents *Spend `json:"subagents,omitempty"`
	// The other figures by tier, when any part is not of the standard one.
	Tiers []TierSpend `json:"tiers,omitempty"`
	// A group for each key, when GroupBy is set; the key is empty when it is unknown. A session
	// with several tags belongs to several groups.
	Breakdowns map[string]CostBreakdown `json:"breakdowns,omitempty"`

	// Notes say how complete the result is.
	Notes Notes `json:"-"`
}

func toCostSummary(x *session.CostSummary) CostSummary {
	return CostSummary{
		InputTokens:        x.InputTokens,
		OutputTokens:       x.OutputTokens,
		ThinkingTokens:     x.ThinkingTokens,
		CachedTokens:       x.CachedTokens,
		CacheWriteTokens:   x.CacheWriteTokens,
		CacheWrite1hTokens: x.CacheWrite1hTokens,
		WebSearches:        x.WebSearches,
		NanoCredits:        x.NanoCredits,
		TotalUSD:           x.TotalUSD,
		Source:             x.Source,
		SessionCount:       x.SessionCount,
		RunCount:           x.RunCount,
		PriceTable:         x.PriceTable,
		Unpriced:           nilIfEmpty(convertList(x.Unpriced, toModelTokens)),
		NotItemisedUSD:     x.NotItemisedUSD,
		Inherited:          convertPointer(x.Inherited, toSpend),
		Subagents:          convertPointer(x.Subagents, toSpend),
		Tiers:              nilIfEmpty(convertList(x.Tiers, toTierSpend)),
		Breakdowns:         convertMap(x.Breakdowns, toCostBreakdown),
	}
}

// CostBreakdown holds the spend of one group.
type CostBreakdown struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64 `json:"inputTokens"`
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64 `json:"outputTokens"`
	// The part of OutputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64 `json:"thinkingTokens"`
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64 `json:"cachedTokens"`
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64 `json:"cacheWriteTokens"`
	// The part of CacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64 `json:"cacheWrite1hTokens,omitempty"`
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64 `json:"webSearches,omitempty"`
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64 `json:"nanoCredits,omitempty"`
	// Money spent; absent when nothing has a price, never 0 instead. Unit: USD.
	TotalUSD *Money `json:"totalUsd,omitempty"`
	// How TotalUSD was determined.
	Source CostSource `json:"source"`
	// The group's key: agent, model, tier, day of the request in the zone of the request, tag,
	// working directory, UnifiedID, branch, repository or version of the agent.
	Key string `json:"key"`
	// Sessions in this group; for a model or day, those with spend in it. With since or until, only
	// those with a request in that range.
	SessionCount int64 `json:"sessionCount"`
	// Runs of these sessions, as in the summary.
	RunCount int64 `json:"runCount,omitempty"`
	// Tokens without a known price, by model.
	Unpriced []ModelTokens `json:"unpriced,omitempty"`
	// Money in the agents' own running totals without a request on disk; not part of TotalUSD.
	// Absent in groups by day. Unit: USD.
	NotItemisedUSD *Money `json:"notItemisedUsd,omitempty"`
	// Spend that is repeated from other sessions; not included in the other figures.
	Inherited *Spend `json:"inherited,omitempty"`
	// The part of the other figures that subagents spent.
	Subagents *Spend `json:"subagents,omitempty"`
	// The other figures by tier, when any part is not of the standard one.
	Tiers []TierSpend `json:"tiers,omitempty"`
}

func toCostBreakdown(x *session.CostBreakdown) CostBreakdown {
	return CostBreakdown{
		InputTokens:        x.InputTokens,
		OutputTokens:       x.OutputTokens,
		ThinkingTokens:     x.ThinkingTokens,
		CachedTokens:       x.CachedTokens,
		CacheWriteTokens:   x.CacheWriteTokens,
		CacheWrite1hTokens: x.CacheWrite1hTokens,
		WebSearches:        x.WebSearches,
		NanoCredits:        x.NanoCredits,
		TotalUSD:           x.TotalUSD,
		Source:             x.Source,
		Key:                x.Key,
		SessionCount:       x.SessionCount,
		RunCount:           x.RunCount,
		Unpriced:           nilIfEmpty(convertList(x.Unpriced, toModelTokens)),
		NotItemisedUSD:     x.NotItemisedUSD,
		Inherited:          convertPointer(x.Inherited, toSpend),
		Subagents:          convertPointer(x.Subagents, toSpend),
		Tiers:              nilIfEmpty(convertList(x.Tiers, toTierSpend)),
	}
}

// ModelTokens holds the tokens of one model.
type ModelTokens struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64 `json:"inputTokens"`
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64 `json:"outputTokens"`
	// The part of OutputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64 `json:"thinkingTokens"`
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64 `json:"cachedTokens"`
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64 `json:"cacheWriteTokens"`
	// The part of CacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64 `json:"cacheWrite1hTokens,omitempty"`
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64 `json:"webSearches,omitempty"`
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64 `json:"nanoCredits,omitempty"`
	// The model; empty when the agent does not record it.
	Model string `json:"model"`
}

func toModelTokens(x *session.ModelTokens) ModelTokens {
	return ModelTokens{
		InputTokens:        x.InputTokens,
		OutputTokens:       x.OutputTokens,
		ThinkingTokens:     x.ThinkingTokens,
		CachedTokens:       x.CachedTokens,
		CacheWriteTokens:   x.CacheWriteTokens,
		CacheWrite1hTokens: x.CacheWrite1hTokens,
		WebSearches:        x.WebSearches,
		NanoCredits:        x.NanoCredits,
		Model:              x.Model,
	}
}

// SessionDiff holds what two sessions share and where they differ.
type SessionDiff struct {
	// The first session.
	A *DiffSide `json:"a"`
	// The second session.
	B *DiffSide `json:"b"`
	// The steps from a to b in order; every message of a and of b is in exactly one.
	Operations []DiffOperation `json:"operations"`
	// The number of steps of each type.
	Stats *DiffStats `json:"stats"`

	// Notes say how complete the result is.
	Notes Notes `json:"-"`
}

func toSessionDiff(x *session.SessionDiff) SessionDiff {
	return SessionDiff{
		A:          convertPointer(x.A, toDiffSide),
		B:          convertPointer(x.B, toDiffSide),
		Operations: notNil(convertList(x.Operations, toDiffOperation)),
		Stats:      convertPointer(x.Stats, toDiffStats),
	}
}

// DiffSide is one of the two sessions compared.
type DiffSide struct {
	// The agent that the session belongs to.
	Agent Agent `json:"agent"`
	// The agent's own session id.
	SessionID string `json:"sessionId"`
	// agent:SessionID.
	UnifiedID string `json:"unifiedId"`
}

func toDiffSide(x *session.DiffSide) DiffSide {
	return DiffSide{
		Agent:     Agent(x.Agent),
		SessionID: x.SessionID,
		UnifiedID: x.UnifiedID,
	}
}

// DiffOperation is one step from a to b.
type DiffOperation struct {
	// The type of the step.
	Type DiffType `json:"type"`
	// Zero-based index in a; absent for additions.
	IndexA *int64 `json:"indexA,omitempty"`
	// Zero-based index in b; absent for removals.
	IndexB *int64 `json:"indexB,omitempty"`
	// The message of a; absent for additions.
	MessageA *Message `json:"messageA,omitempty"`
	// The message of b; absent for removals.
	MessageB *Message `json:"messageB,omitempty"`
	// On request, for modifications: how the content changed.
	TextEdits []TextEdit `json:"textEdits,omitempty"`
}

func toDiffOperation(x *session.DiffOperation) DiffOperation {
	return DiffOperation{
		Type:      x.Type,
		IndexA:    x.IndexA,
		IndexB:    x.IndexB,
		MessageA:  convertPointer(x.MessageA, toMessage),
		MessageB:  convertPointer(x.MessageB, toMessage),
		TextEdits: nilIfEmpty(convertList(x.TextEdits, toTextEdit)),
	}
}

// TextEdit is one step from the content of a to the content of b.
type TextEdit struct {
	// Whether the text is kept, deleted or inserted.
	Type TextEditType `json:"type"`
	// The words, with the space around them.
	Text string `json:"text"`
}

func toTextEdit(x *session.TextEdit) TextEdit {
	return TextEdit{
		Type: x.Type,
		Text: x.Text,
	}
}

// DiffStats holds the number of messages of each type of step.
type DiffStats struct {
	// Messages only in a.
	Removals int64 `json:"removals"`
	// Messages only in b.
	Additions int64 `json:"additions"`
	// Messages of the same role and place with different content.
	Modifications int64 `json:"modifications"`
	// Messages that are equal in both.
	Unchanged int64 `json:"unchanged"`
}

func toDiffStats(x *session.DiffStats) DiffStats {
	return DiffStats{
		Removals:      x.Removals,
		Additions:     x.Additions,
		Modifications: x.Modifications,
		Unchanged:     x.Unchanged,
	}
}

// DoctorReport holds the result of reading all session files.
type DoctorReport struct {
	// A summary for each agent.
	Agents []AgentHealth `json:"agents"`
	// A report for each session file or row, ordered by agent and path.
	Files []FileHealth `json:"files"`

	// Notes say how complete the result is.
	Notes Notes `json:"-"`
}

func toDoctorReport(x *session.DoctorReport) DoctorReport {
	return DoctorReport{
		Agents: notNil(convertList(x.Agents, toAgentHealth)),
		Files:  notNil(convertList(x.Files, toFileHealth)),
	}
}

// AgentHealth is a summary of an agent's files.
type AgentHealth struct {
	// The agent.
	Agent Agent `json:"agent"`
	// Whether its base folder exists.
	Found bool `json:"found"`
	// Session files or rows read.
	Files int64 `json:"files"`
	// Bytes read. Unit: bytes.
	Bytes int64 `json:"bytes"`
	// Records understood or kept as unknown.
	Records int64 `json:"records"`
	// Records of context that the user did not type, such as reminders.
	Injected int64 `json:"injected,omitempty"`
	// Parts of files that could not be read unchanged.
	SkippedCount int64 `json:"skippedCount"`
	// Files that could not be read at all.
	Unreadable int64 `json:"unreadable"`
	// Records of types that this version does not know, by type.
	UnknownTypes map[string]int64 `json:"unknownTypes,omitempty"`
	// What a newer version of the agent may have changed, by version and kind.
	Drift []DriftCount `json:"drift,omitempty"`
	// Files, by the version of the agent that wrote them.
	FormatVersions map[string]int64 `json:"formatVersions,omitempty"`
}

func toAgentHealth(x *session.AgentHealth) AgentHealth {
	return AgentHealth{
		Agent:          Agent(x.Agent),
		Found:          x.Found,
		Files:          x.Files,
		Bytes:          x.Bytes,
		Records:        x.Records,
		Injected:       x.Injected,
		SkippedCount:   x.SkippedCount,
		Unreadable:     x.Unreadable,
		UnknownTypes:   x.UnknownTypes,
		Drift:          nilIfEmpty(convertList(x.Drift, toDriftCount)),
		FormatVersions: x.FormatVersions,
	}
}

// FileHealth holds the result of reading one session.
type FileHealth struct {
	// The agent.
	Agent Agent `json:"agent"`
	// The agent's own session id; empty for a database that cannot be read.
	SessionID string `json:"sessionId"`
	// The mount-relative path of its main file, or of the database.
	Path string `json:"path"`
	// What was read and what was skipped.
	Report *Report `json:"report,omitempty"`
	// Why the session could not be read.
	Error *Diagnostic `json:"error,omitempty"`
}

func toFileHealth(x *session.FileHealth) FileHealth {
	return FileHealth{
		Agent:     Agent(x.Agent),
		SessionID: x.SessionID,
		Path:      x.Path,
		Report:    convertPointer(x.Report, toReport),
		Error:     convertPointer(x.Error, toDiagnostic),
	}
}

// AgentCommand is a command line that continues a session.
type AgentCommand struct {
	// The agent.
	Agent Agent `json:"agent"`
	// The session that the command continues.
	SessionID string `json:"sessionId"`
	// What the command does.
	Action SessionAction `json:"action"`
	// The program and its arguments, not quoted for a shell.
	Argv []string `json:"argv"`
	// Indexes of the arguments that are mount-relative paths; the host replaces them by its own
	// paths.
	Paths []int64 `json:"paths,omitempty"`
	// The folder to run it in: the session's working directory.
	Cwd string `json:"cwd,omitempty"`

	// Notes say how complete the result is.
	Notes Notes `json:"-"`
}

func toAgentCommand(x *session.AgentCommand) AgentCommand {
	return AgentCommand{
		Agent:     Agent(x.Agent),
		SessionID: x.SessionID,
		Action:    x.Action,
		Argv:      notNil(x.Argv),
		Paths:     nilIfEmpty(x.Paths),
		Cwd:       x.Cwd,
	}
}

// Session is a session with its messages.
type Session struct {
	// The agent that the session belongs to.
	Agent Agent `json:"agent"`
	// The agent's own session id.
	SessionID string `json:"sessionId"`
	// agent:SessionID.
	UnifiedID string `json:"unifiedId"`
	// The name set by the user, else by the agent, else the first real prompt; one line of at most
	// 100 code points.
	Title string `json:"title"`
	// The time of the first record; absent when it is unknown.
	CreatedAt time.Time `json:"createdAt,omitzero"`
	// The time of the last record.
	UpdatedAt time.Time `json:"updatedAt,omitzero"`
	// The number of answered prompts by a person or SDK caller.
	TurnCount int64 `json:"turnCount"`
	// The number of visible messages of all roles.
	MessageCount int64 `json:"messageCount"`
	// The model with the most answers; on a tie, the latest.
	Model string `json:"model,omitempty"`
	// The spend of the session; absent when no usage is on disk.
	Cost *CostRecord `json:"cost,omitempty"`
	// Tags of the session: those of sessions.tag, those in the run index of agent-mux, and
	// extra.tags of a recording in the store.
	Tags []string `json:"tags"`
	// The working directory at the start.
	Cwd string `json:"cwd,omitempty"`
	// The parts of the session in order, where the project was moved between prompts, or its
	// branch, commit or the agent's version changed; absent when nothing changed.
	Spans []Span `json:"spans,omitempty"`
	// The native id of the session that it was forked from.
	ForkedFrom string `json:"forkedFrom,omitempty"`
	// Whether it is a subagent's session.
	IsSubagent bool `json:"isSubagent,omitempty"`
	// The native id of the session that started this subagent or child.
	ParentSessionID string `json:"parentSessionId,omitempty"`
	// The native id of the longer copy that replaces it.
	SupersededBy string `json:"supersededBy,omitempty"`
	// Whether the agent keeps it in its archive.
	Archived bool `json:"archived,omitempty"`
	// The unified id of its copy in the store.
	ImportedAs string `json:"importedAs,omitempty"`
	// The unified ids of its recordings in the store: sessions of the store whose extra.native
	// names it.
	RecordedAs []string `json:"recordedAs,omitempty"`
	// For a copy or recording in the store: the unified id of the session that it was imported
	// from, or that the agent wrote while it was recorded.
	OriginalUnifiedID string `json:"originalUnifiedId,omitempty"`
	// For a copy or recording in the store: whether the agent no longer has the original here.
	OriginalGone bool `json:"originalGone,omitempty"`
	// The machine that the session comes from, as the import of its copy or the recording named it.
	// Of several, the first one in byte order.
	Origin string `json:"origin,omitempty"`
	// local: forks and copies are detected only from this session's own records.
	Lineage string `json:"lineage"`
	// The URL of the repository's remote that the agent recorded last, without credentials. Absent
	// when it recorded none.
	Repository string `json:"repository,omitempty"`
	// The branch of the repository that the agent recorded last. Absent when it recorded none.
	GitBranch string `json:"gitBranch,omitempty"`
	// The commit that was checked out that the agent recorded last. Absent when it recorded none.
	Commit string `json:"commit,omitempty"`
	// The version of the agent that the agent recorded last. Absent when it recorded none.
	AgentVersion string `json:"agentVersion,omitempty"`
	// The visible messages of the chosen branch, in order.
	Messages []Message `json:"messages"`
	// Other branches, newest leaf first.
	Branches []Branch `json:"branches,omitempty"`
	// On request: the original text of the session's records, as one string.
	Raw JSON `json:"raw,omitempty"`
	// With redact: what was replaced, by rule; empty when nothing was.
	Redactions []Redaction `json:"redactions,omitempty"`

	// Notes say how complete the result is.
	Notes Notes `json:"-"`
}

func toSession(x *session.Session) Session {
	return Session{
		Agent:             Agent(x.Agent),
		SessionID:         x.SessionID,
		UnifiedID:         x.UnifiedID,
		Title:             x.Title,
		CreatedAt:         toTime(x.CreatedAt),
		UpdatedAt:         toTime(x.UpdatedAt),
		TurnCount:         x.TurnCount,
		MessageCount:      x.MessageCount,
		Model:             x.Model,
		Cost:              convertPointer(x.Cost, toCostRecord),
		Tags:              notNil(x.Tags),
		Cwd:               x.Cwd,
		Spans:             nilIfEmpty(convertList(x.Spans, toSpan)),
		ForkedFrom:        x.ForkedFrom,
		IsSubagent:        x.IsSubagent,
		ParentSessionID:   x.ParentSessionID,
		SupersededBy:      x.SupersededBy,
		Archived:          x.Archived,
		ImportedAs:        x.ImportedAs,
		RecordedAs:        nilIfEmpty(x.RecordedAs),
		OriginalUnifiedID: x.OriginalUnifiedID,
		OriginalGone:      x.OriginalGone,
		Origin:            x.Origin,
		Lineage:           x.Lineage,
		Repository:        x.Repository,
		GitBranch:         x.GitBranch,
		Commit:            x.Commit,
		AgentVersion:      x.AgentVersion,
		Messages:          notNil(convertList(x.Messages, toMessage)),
		Branches:          nilIfEmpty(convertList(x.Branches, toBranch)),
		Raw:               JSON(x.Raw),
		Redactions:        nilIfEmpty(convertList(x.Redactions, toRedaction)),
	}
}

// Redaction says how often a rule replaced something in a redacted result.
type Redaction struct {
	// email, home-path, or the name of a rule of gitleaks for secrets.
	Rule string `json:"rule"`
	// The number of replacements.
	Count int64 `json:"count"`
}

func toRedaction(x *session.Redaction) Redaction {
	return Redaction{
		Rule:  x.Rule,
		Count: x.Count,
	}
}

// Branch is a branch of a session that is not the one shown.
type Branch struct {
	// The id of its last message; pass it as branch.
	LeafID string `json:"leafId"`
	// The id of the last record that it shares with the current branch.
	ForkID string `json:"forkId,omitempty"`
	// The number of messages that only this branch has.
	MessageCount int64 `json:"messageCount"`
	// Its first prompt, as a title.
	Title string `json:"title,omitempty"`
	// The time of its last message.
	UpdatedAt time.Time `json:"updatedAt,omitzero"`
}

func toBranch(x *session.Branch) Branch {
	return Branch{
		LeafID:       x.LeafID,
		ForkID:       x.ForkID,
		MessageCount: x.MessageCount,
		Title:        x.Title,
		UpdatedAt:    toTime(x.UpdatedAt),
	}
}

// Message is one API message, one prompt, or one tool result.
type Message struct {
	// The agent's id of the record, or of the first of several merged records.
	ID string `json:"id,omitempty"`
	// The id of the record that it follows, if the format is a tree.
	ParentID string `json:"parentId,omitempty"`
	// The session that first recorded it, when this session is a fork or copy that repeats it.
	Origin *Origin `json:"origin,omitempty"`
	// The message's author.
	Role Role `json:"role"`
	// The message type of the agent SDK.
	Type MessageType `json:"type"`
	// The kind of a special message: compaction, api_error, interrupted, subagent_result, shell,
	// model_switch or notice.
	Kind string `json:"kind,omitempty"`
	// The text; blocks are joined by a blank line. Empty for tool results and messages that only
	// call tools.
	Content string `json:"content"`
	// The time at which it was recorded.
	Timestamp time.Time `json:"timestamp,omitzero"`
	// The tool calls of this message.
	ToolCalls []ToolCall `json:"toolCalls,omitempty"`
	// The tool's result, when role is tool.
	ToolResult *ToolResult `json:"toolResult,omitempty"`
	// Images and files, without their bytes.
	Attachments []Attachment `json:"attachments,omitempty"`
	// The tokens of this API message.
	TokenUsage *TokenUsage `json:"tokenUsage,omitempty"`
	// The cost of this API message.
	Cost *CostRecord `json:"cost,omitempty"`
	// The thinking or reasoning text.
	Thinking string `json:"thinking,omitempty"`
	// The model that answered.
	Model string `json:"model,omitempty"`
}

func toMessage(x *session.Message) Message {
	return Message{
		ID:          x.ID,
		ParentID:    x.ParentID,
		Origin:      convertPointer(x.Origin, toOrigin),
		Role:        x.Role,
		Type:        x.Type,
		Kind:        x.Kind,
		Content:     x.Content,
		Timestamp:   toTime(x.Timestamp),
		ToolCalls:   nilIfEmpty(convertList(x.ToolCalls, toToolCall)),
		ToolResult:  convertPointer(x.ToolResult, toToolResult),
		Attachments: nilIfEmpty(convertList(x.Attachments, toAttachment)),
		TokenUsage:  convertPointer(x.TokenUsage, toTokenUsage),
		Cost:        convertPointer(x.Cost, toCostRecord),
		Thinking:    x.Thinking,
		Model:       x.Model,
	}
}

// Origin names the first record of a message that this session repeats.
type Origin struct {
	// The native id of the session that first recorded it.
	SessionID string `json:"sessionId"`
	// Zero-based index of the message among those repeated from that session.
	Index int64 `json:"index"`
}

func toOrigin(x *session.Origin) Origin {
	return Origin{
		SessionID: x.SessionID,
		Index:     x.Index,
	}
}

// ToolCall is a call of a tool.
type ToolCall struct {
	// The agent's id of the call.
	ToolCallID string `json:"toolCallId"`
	// The tool's name.
	ToolName string `json:"toolName"`
	// The arguments; a string if the agent stored text.
	Input JSON `json:"input"`
	// On request: the output of its result.
	Output JSON `json:"output,omitempty"`
	// The duration of the call, if recorded. Unit: ms.
	DurationMS int64 `json:"durationMs,omitempty"`
}

func toToolCall(x *session.ToolCall) ToolCall {
	return ToolCall{
		ToolCallID: x.ToolCallID,
		ToolName:   x.ToolName,
		Input:      JSON(x.Input),
		Output:     JSON(x.Output),
		DurationMS: x.DurationMS,
	}
}

// ToolResult holds what a tool returned.
type ToolResult struct {
	// The id of the call that it answers.
	ToolCallID string `json:"toolCallId"`
	// The tool's name; empty when the call is not on disk.
	ToolName string `json:"toolName"`
	// The output: a string for text, a list of blocks when there is more than text.
	Output JSON `json:"output"`
	// Whether the tool failed or was refused.
	IsError bool `json:"isError,omitempty"`
	// The command's exit status, if it is not 0.
	ExitCode int64 `json:"exitCode,omitempty"`
}

func toToolResult(x *session.ToolResult) ToolResult {
	return ToolResult{
		ToolCallID: x.ToolCallID,
		ToolName:   x.ToolName,
		Output:     JSON(x.Output),
		IsError:    x.IsError,
		ExitCode:   x.ExitCode,
	}
}

// Attachment is an image or file that belongs to a message.
type Attachment struct {
	// Its id within the session: attachments.get returns its bytes, where the agent's files have
	// them.
	ID string `json:"id,omitempty"`
	// The MIME type.
	MediaType string `json:"mediaType,omitempty"`
	// The file name or URL.
	Name string `json:"name,omitempty"`
	// The size of the stored (base64) text. Unit: bytes.
	Bytes int64 `json:"bytes,omitempty"`
}

func toAttachment(x *session.Attachment) Attachment {
	return Attachment{
		ID:        x.ID,
		MediaType: x.MediaType,
		Name:      x.Name,
		Bytes:     x.Bytes,
	}
}

// TokenUsage holds the tokens of one API message.
type TokenUsage struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64 `json:"inputTokens"`
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64 `json:"outputTokens"`
	// The part of OutputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64 `json:"thinkingTokens"`
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64 `json:"cachedTokens"`
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64 `json:"cacheWriteTokens"`
	// The part of CacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64 `json:"cacheWrite1hTokens,omitempty"`
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64 `json:"webSearches,omitempty"`
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64 `json:"nanoCredits,omitempty"`
}

func toTokenUsage(x *session.TokenUsage) TokenUsage {
	return TokenUsage{
		InputTokens:        x.InputTokens,
		OutputTokens:       x.OutputTokens,
		ThinkingTokens:     x.ThinkingTokens,
		CachedTokens:       x.CachedTokens,
		CacheWriteTokens:   x.CacheWriteTokens,
		CacheWrite1hTokens: x.CacheWrite1hTokens,
		WebSearches:        x.WebSearches,
		NanoCredits:        x.NanoCredits,
	}
}

// CostRecord holds the tokens and money of a session or message.
type CostRecord struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64 `json:"inputTokens"`
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64 `json:"outputTokens"`
	// The part of OutputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64 `json:"thinkingTokens"`
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64 `json:"cachedTokens"`
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64 `json:"cacheWriteTokens"`
	// The part of CacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64 `json:"cacheWrite1hTokens,omitempty"`
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64 `json:"webSearches,omitempty"`
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64 `json:"nanoCredits,omitempty"`
	// Money spent; absent when nothing has a price, never 0 instead. Unit: USD.
	TotalUSD *Money `json:"totalUsd,omitempty"`
	// How TotalUSD was determined.
	Source CostSource `json:"source"`
	// The date of the price table, when any part was computed.
	PriceTable string `json:"priceTable,omitempty"`
	// Models whose tokens are counted but have no price.
	UnpricedModels []string `json:"unpricedModels,omitempty"`
	// Money in the agent's own running total without a request on disk (titles, compactions); not
	// part of TotalUSD. Absent when it is zero or unknown. Unit: USD.
	NotItemisedUSD *Money `json:"notItemisedUsd,omitempty"`
	// Spend of records copied from another session; not included in the other figures.
	Inherited *Spend `json:"inherited,omitempty"`
	// The part of the other figures that subagents spent.
	Subagents *Spend `json:"subagents,omitempty"`
	// The other figures by tier, when any part is not of the standard one.
	Tiers []TierSpend `json:"tiers,omitempty"`
}

func toCostRecord(x *session.CostRecord) CostRecord {
	return CostRecord{
		InputTokens:        x.InputTokens,
		OutputTokens:       x.OutputTokens,
		ThinkingTokens:     x.ThinkingTokens,
		CachedTokens:       x.CachedTokens,
		CacheWriteTokens:   x.CacheWriteTokens,
		CacheWrite1hTokens: x.CacheWrite1hTokens,
		WebSearches:        x.WebSearches,
		NanoCredits:        x.NanoCredits,
		TotalUSD:           x.TotalUSD,
		Source:             x.Source,
		PriceTable:         x.PriceTable,
		UnpricedModels:     nilIfEmpty(x.UnpricedModels),
		NotItemisedUSD:     x.NotItemisedUSD,
		Inherited:          convertPointer(x.Inherited, toSpend),
		Subagents:          convertPointer(x.Subagents, toSpend),
		Tiers:              nilIfEmpty(convertList(x.Tiers, toTierSpend)),
	}
}

// Spend holds the tokens and money of a part.
type Spend struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64 `json:"inputTokens"`
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64 `json:"outputTokens"`
	// The part of OutputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64 `json:"thinkingTokens"`
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64 `json:"cachedTokens"`
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64 `json:"cacheWriteTokens"`
	// The part of CacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64 `json:"cacheWrite1hTokens,omitempty"`
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64 `json:"webSearches,omitempty"`
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64 `json:"nanoCredits,omitempty"`
	// Money spent; absent when nothing has a price, never 0 instead. Unit: USD.
	TotalUSD *Money `json:"totalUsd,omitempty"`
	// How TotalUSD was determined.
	Source CostSource `json:"source"`
}

func toSpend(x *session.Spend) Spend {
	return Spend{
		InputTokens:        x.InputTokens,
		OutputTokens:       x.OutputTokens,
		ThinkingTokens:     x.ThinkingTokens,
		CachedTokens:       x.CachedTokens,
		CacheWriteTokens:   x.CacheWriteTokens,
		CacheWrite1hTokens: x.CacheWrite1hTokens,
		WebSearches:        x.WebSearches,
		NanoCredits:        x.NanoCredits,
		TotalUSD:           x.TotalUSD,
		Source:             x.Source,
	}
}

// TierSpend holds the part of a spend that was made on the same terms.
type TierSpend struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64 `json:"inputTokens"`
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64 `json:"outputTokens"`
	// The part of OutputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64 `json:"thinkingTokens"`
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64 `json:"cachedTokens"`
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64 `json:"cacheWriteTokens"`
	// The part of CacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64 `json:"cacheWrite1hTokens,omitempty"`
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64 `json:"webSearches,omitempty"`
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64 `json:"nanoCredits,omitempty"`
	// Money spent; absent when nothing has a price, never 0 instead. Unit: USD.
	TotalUSD *Money `json:"totalUsd,omitempty"`
	// How TotalUSD was determined.
	Source CostSource `json:"source"`
	// standard, or what the agent recorded: fast, priority, flex, batch, a region; several are
	// joined by +.
	Tier string `json:"tier"`
	// Some of it is computed at the standard price, because no factor is known for its model and
	// tier.
	UnknownFactor bool `json:"unknownFactor,omitempty"`
}

func toTierSpend(x *session.TierSpend) TierSpend {
	return TierSpend{
		InputTokens:        x.InputTokens,
		OutputTokens:       x.OutputTokens,
		ThinkingTokens:     x.ThinkingTokens,
		CachedTokens:       x.CachedTokens,
		CacheWriteTokens:   x.CacheWriteTokens,
		CacheWrite1hTokens: x.CacheWrite1hTokens,
		WebSearches:        x.WebSearches,
		NanoCredits:        x.NanoCredits,
		TotalUSD:           x.TotalUSD,
		Source:             x.Source,
		Tier:               x.Tier,
		UnknownFactor:      x.UnknownFactor,
	}
}

// Diagnostic is a reason why a result is incomplete.
type Diagnostic struct {
	// A stable error code.
	Code string `json:"code"`
	// The agent whose data it concerns.
	Agent Agent `json:"agent,omitempty"`
	// The mount-relative path of the file.
	Path string `json:"path,omitempty"`
	// The line, counted from 1.
	Line int64 `json:"line,omitempty"`
	// The offset from the start of the file. Unit: bytes.
	Offset int64 `json:"offset,omitempty"`
	// What happened.
	Message string `json:"message"`
	// What to do next.
	Hint string `json:"hint,omitempty"`
}

func toDiagnostic(x *session.Diagnostic) Diagnostic {
	return Diagnostic{
		Code:    x.Code,
		Agent:   Agent(x.Agent),
		Path:    x.Path,
		Line:    x.Line,
		Offset:  x.Offset,
		Message: x.Message,
		Hint:    x.Hint,
	}
}

// Report holds what was read of a session's files, and what was skipped.
type Report struct {
	// Bytes read. Unit: bytes.
	Bytes int64 `json:"bytes"`
	// Records understood or kept as unknown.
	Records int64 `json:"records"`
	// Records of context that the user did not type: reminders, environment blocks, system prompts.
	Injected int64 `json:"injected,omitempty"`
	// The first 100 parts that could not be read unchanged, in file order.
	Skipped []SkippedRecord `json:"skipped,omitempty"`
	// The total number of skipped parts.
	SkippedCount int64 `json:"skippedCount,omitempty"`
	// Records of types that this version does not know, by type.
	UnknownTypes map[string]int64 `json:"unknownTypes,omitempty"`
	// What a newer version of the agent may have changed in the session, by kind.
	Drift []DriftCount `json:"drift,omitempty"`
	// The newest version of the agent that wrote the session, or the name of the format.
	FormatVersion string `json:"formatVersion,omitempty"`
	// Whether times without a zone were read as UTC.
	NaiveTimes bool `json:"naiveTimes,omitempty"`
}

func toReport(x *session.Report) Report {
	return Report{
		Bytes:         x.Bytes,
		Records:       x.Records,
		Injected:      x.Injected,
		Skipped:       nilIfEmpty(convertList(x.Skipped, toSkippedRecord)),
		SkippedCount:  x.SkippedCount,
		UnknownTypes:  x.UnknownTypes,
		Drift:         nilIfEmpty(convertList(x.Drift, toDriftCount)),
		FormatVersion: x.FormatVersion,
		NaiveTimes:    x.NaiveTimes,
	}
}

// DriftCount says how often a session has what this Heddle does not know, or does not have what it
// should.
type DriftCount struct {
	// answersWithoutUsage, answersWithoutTime, unknownRecords, unknownBlocks, unknownMembers,
	// unknownUsageMembers, unknownTools, missingMembers, missingParents, unknownTags,
	// missingColumns, unreadFiles, unreachableTexts, newerVersions, numbersAsText or epochTimes;
	// the last two are read all the same.
	Kind string `json:"kind"`
	// The type, member, tool, tag, column, folder or version, where there is one.
	Name string `json:"name,omitempty"`
	// The version of the agent that wrote it.
	Version string `json:"version,omitempty"`
	// How often.
	Count int64 `json:"count"`
}

func toDriftCount(x *session.DriftCount) DriftCount {
	return DriftCount{
		Kind:    x.Kind,
		Name:    x.Name,
		Version: x.Version,
		Count:   x.Count,
	}
}

// SkippedRecord is a part of a file that could not be read.
type SkippedRecord struct {
	// The mount-relative path of the file.
	Path string `json:"path"`
	// The line, counted from 1.
	Line int64 `json:"line,omitempty"`
	// The offset from the start of the file. Unit: bytes.
	Offset int64 `json:"offset"`
	// truncated, syntax, nul, depth, line-too-long, sparse, not-object, glued, utf8 or shape; with
	// the last three the part is still read.
	Reason string `json:"reason"`
}

func toSkippedRecord(x *session.SkippedRecord) SkippedRecord {
	return SkippedRecord{
		Path:   x.Path,
		Line:   x.Line,
		Offset: x.Offset,
		Reason: x.Reason,
	}
}

// StoredSession is a session's metadata in the store.
type StoredSession struct {
	// The session's id.
	SessionID string `json:"sessionId"`
	// The agent that runs the session.
	Adapter string `json:"adapter,omitempty"`
	// The model, as last set or as the messages record it.
	Model string `json:"model,omitempty"`
	// The working directory.
	CWD string `json:"cwd,omitempty"`
	// The time of its creation.
	CreatedAt time.Time `json:"createdAt,omitzero"`
	// The time of its last change.
	UpdatedAt time.Time `json:"updatedAt,omitzero"`
	// The number of recorded messages, including hidden ones.
	MessageCount int64 `json:"messageCount"`
	// The greatest number of messages, if the session has its own limit.
	MessageLimit int64 `json:"messageLimit,omitempty"`
	// The caller's members and those of the store: fork, share, summary and view.
	Extra JSON `json:"extra,omitempty"`
	// The sequence number of the last event, as expect and at use it; absent for a session that is
	// not in the store.
	Position int64 `json:"position,omitempty"`
}

func toStoredSession(x *session.StoredSession) StoredSession {
	return StoredSession{
		SessionID:    x.SessionID,
		Adapter:      x.Adapter,
		Model:        x.Model,
		CWD:          x.CWD,
		CreatedAt:    toTime(x.CreatedAt),
		UpdatedAt:    toTime(x.UpdatedAt),
		MessageCount: x.MessageCount,
		MessageLimit: x.MessageLimit,
		Extra:        JSON(x.Extra),
		Position:     x.Position,
	}
}

// StoredShare holds the state of a session's share.
type StoredShare struct {
	// The share's id.
	ShareID string `json:"shareId"`
	// The session.
	SessionID string `json:"sessionId"`
	// The time of its creation.
	CreatedAt time.Time `json:"createdAt,omitzero"`
	// Whether the share is active.
	Status ShareStatus `json:"status"`
	// The time at which it was revoked.
	RevokedAt time.Time `json:"revokedAt,omitzero"`
}

func toStoredShare(x *session.StoredShare) StoredShare {
	return StoredShare{
		ShareID:   x.ShareID,
		SessionID: x.SessionID,
		CreatedAt: toTime(x.CreatedAt),
		Status:    x.Status,
		RevokedAt: toTime(x.RevokedAt),
	}
}

// StoredSummary is a stored summary of a session.
type StoredSummary struct {
	// The session.
	SessionID string `json:"sessionId"`
	// The summary's text.
	Content string `json:"content"`
	// The time of its creation.
	GeneratedAt time.Time `json:"generatedAt,omitzero"`
	// The number of messages recorded at that time.
	MessageCount int64 `json:"messageCount"`
	// The summary's author.
	GeneratedBy string `json:"generatedBy"`
}

func toStoredSummary(x *session.StoredSummary) StoredSummary {
	return StoredSummary{
		SessionID:    x.SessionID,
		Content:      x.Content,
		GeneratedAt:  toTime(x.GeneratedAt),
		MessageCount: x.MessageCount,
		GeneratedBy:  x.GeneratedBy,
	}
}

// StoreEvents is a page of a session's log.
type StoreEvents struct {
	// The events, in order.
	Events []StoreEvent `json:"events"`
	// The position to pass as after for the next page.
	Next int64 `json:"next"`
	// Whether the turn has ended: the last event is a result or an error, or deletes the session.
	Complete bool `json:"complete"`
}

func toStoreEvents(x *session.StoreEvents) StoreEvents {
	return StoreEvents{
		Events:   notNil(convertList(x.Events, toStoreEvent)),
		Next:     x.Next,
		Complete: x.Complete,
	}
}

// StoreEvent is one entry of a session's log.
type StoreEvent struct {
	// The event's position.
	Seq int64 `json:"seq"`
	// The event's UUID.
	ID string `json:"id"`
	// The time at which it was recorded.
	Time time.Time `json:"time,omitzero"`
	// The kind of the event; core/internal/store/FORMAT.md lists the kinds.
	Kind string `json:"kind"`
	// The event's data; absent when the kind has none.
	Payload JSON `json:"payload,omitempty"`
}

func toStoreEvent(x *session.StoreEvent) StoreEvent {
	return StoreEvent{
		Seq:     x.Seq,
		ID:      x.ID,
		Time:    toTime(x.Time),
		Kind:    x.Kind,
		Payload: JSON(x.Payload),
	}
}

// StoreProblem is a defect that a check found.
type StoreProblem struct {
	// The session; absent when the defect concerns the whole file.
	SessionID string `json:"sessionId,omitempty"`
	// The position of the event, if known.
	Position int64 `json:"position,omitempty"`
	// A description of the defect.
	Message string `json:"message"`
}

func toStoreProblem(x *session.StoreProblem) StoreProblem {
	return StoreProblem{
		SessionID: x.SessionID,
		Position:  x.Position,
		Message:   x.Message,
	}
}

// StoreStats holds the size of a store.
type StoreStats struct {
	// The number of sessions.
	Sessions int64 `json:"sessions"`
	// The number of deleted sessions whose log still exists.
	Deleted int64 `json:"deleted"`
	// The number of messages of the sessions; messages that forks share count in each.
	Messages int64 `json:"messages"`
	// The number of threads.
	Threads int64 `json:"threads"`
	// The number of active shares.
	Shares int64 `json:"shares"`
	// The number of events of all logs, including freed ones.
	Events int64 `json:"events"`
	// The size of the file; 0 when it is unknown. Unit: bytes.
	Bytes int64 `json:"bytes"`
}

func toStoreStats(x *session.StoreStats) StoreStats {
	return StoreStats{
		Sessions: x.Sessions,
		Deleted:  x.Deleted,
		Messages: x.Messages,
		Threads:  x.Threads,
		Shares:   x.Shares,
		Events:   x.Events,
		Bytes:    x.Bytes,
	}
}

// StoreCompacted holds the result of a compaction.
type StoreCompacted struct {
	// The number of deleted sessions whose space was freed.
	Sessions int64 `json:"sessions"`
	// The size of the freed payloads. Unit: bytes.
	Bytes int64 `json:"bytes"`
}

func toStoreCompacted(x *session.StoreCompacted) StoreCompacted {
	return StoreCompacted{
		Sessions: x.Sessions,
		Bytes:    x.Bytes,
	}
}

// StoredThread is a thread's metadata.
type StoredThread struct {
	// The thread's id.
	ThreadID string `json:"threadId"`
	// The thread's session.
	SessionID string `json:"sessionId"`
	// The thread's name.
	Name string `json:"name"`
	// The thread's status.
	Status ThreadStatus `json:"status"`
	// The thread's parent.
	ParentThreadID string `json:"parentThreadId,omitempty"`
	// The time of its creation.
	CreatedAt time.Time `json:"createdAt,omitzero"`
	// The time of its last change.
	UpdatedAt time.Time `json:"updatedAt,omitzero"`
	// The time at which it was archived.
	ArchivedAt time.Time `json:"archivedAt,omitzero"`
	// Whether it is archived.
	Archived bool `json:"archived"`
	// Whether it is the session's active thread.
	Active bool `json:"active"`
	// The number of its messages, including hidden ones.
	MessageCount int64 `json:"messageCount"`
	// The number of its visible messages.
	VisibleMessageCount int64 `json:"visibleMessageCount"`
	// The caller's own object.
	Metadata JSON `json:"metadata,omitempty"`
}

func toStoredThread(x *session.StoredThread) StoredThread {
	return StoredThread{
		ThreadID:            x.ThreadID,
		SessionID:           x.SessionID,
		Name:                x.Name,
		Status:              x.Status,
		ParentThreadID:      x.ParentThreadID,
		CreatedAt:           toTime(x.CreatedAt),
		UpdatedAt:           toTime(x.UpdatedAt),
		ArchivedAt:          toTime(x.ArchivedAt),
		Archived:            x.Archived,
		Active:              x.Active,
		MessageCount:        x.MessageCount,
		VisibleMessageCount: x.VisibleMessageCount,
		Metadata:            JSON(x.Metadata),
	}
}

// LoadedThreads is a session's threads and the active one.
type LoadedThreads struct {
	// The threads, last updated first, then by id.
	Threads []StoredThread `json:"threads"`
	// The active thread's id.
	ActiveThreadID string `json:"activeThreadId,omitempty"`
	// The number of threads listed.
	Count int64 `json:"count"`
}

func toLoadedThreads(x *session.LoadedThreads) LoadedThreads {
	return LoadedThreads{
		Threads:        notNil(convertList(x.Threads, toStoredThread)),
		ActiveThreadID: x.ActiveThreadID,
		Count:          x.Count,
	}
}

// ThreadUnsubscribed holds the confirmation that a thread is not the active one.
type ThreadUnsubscribed struct {
	// The thread.
	ThreadID string `json:"threadId"`
	// Always true.
	Unsubscribed bool `json:"unsubscribed"`
}

func toThreadUnsubscribed(x *session.ThreadUnsubscribed) ThreadUnsubscribed {
	return ThreadUnsubscribed{
		ThreadID:     x.ThreadID,
		Unsubscribed: x.Unsubscribed,
	}
}

// ThreadContent is a thread with its messages.
type ThreadContent struct {
	// The thread.
	Thread *StoredThread `json:"thread"`
	// On request: the messages that it shows.
	Messages []JSON `json:"messages,omitempty"`
}

func toThreadContent(x *session.ThreadContent) ThreadContent {
	return ThreadContent{
		Thread:   convertPointer(x.Thread, toStoredThread),
		Messages: nilIfEmpty(toJSONs(x.Messages)),
	}
}

// ImportReport holds the result of an import.
type ImportReport struct {
	// The result for each session, in the order of the list.
	Sessions []ImportedSession `json:"sessions"`
	// The number of sessions that are new in the store.
	Imported int64 `json:"imported"`
	// The number of sessions that grew or changed.
	Updated int64 `json:"updated"`
	// The number of sessions that were already complete in the store.
	Unchanged int64 `json:"unchanged"`
	// The number of sessions that were deleted from the store and remain so.
	Deleted int64 `json:"deleted,omitempty"`
	// The number of sessions that could not be read; the diagnostics say why.
	Failed int64 `json:"failed"`

	// Notes say how complete the result is.
	Notes Notes `json:"-"`
}

func toImportReport(x *session.ImportReport) ImportReport {
	return ImportReport{
		Sessions:  notNil(convertList(x.Sessions, toImportedSession)),
		Imported:  x.Imported,
		Updated:   x.Updated,
		Unchanged: x.Unchanged,
		Deleted:   x.Deleted,
		Failed:    x.Failed,
	}
}

// ImportedSession holds the result of an import for one session.
type ImportedSession struct {
	// The unified id of the agent's session.
	UnifiedID string `json:"unifiedId"`
	// The session's id in the store.
	StoreID string `json:"storeId"`
	// The result for this session.
	Status ImportStatus `json:"status"`
	// The number of its visible messages.
	Messages int64 `json:"messages"`
	// The number of messages that this import added.
	Added int64 `json:"added"`
}

func toImportedSession(x *session.ImportedSession) ImportedSession {
	return ImportedSession{
		UnifiedID: x.UnifiedID,
		StoreID:   x.StoreID,
		Status:    x.Status,
		Messages:  x.Messages,
		Added:     x.Added,
	}
}

// LiveAsk is a request for permission.
type LiveAsk struct {
	// The tool.
	ToolName string `json:"toolName"`
	// The call.
	ToolUseID string `json:"toolUseId,omitempty"`
	// The tool's input.
	Input JSON `json:"input,omitempty"`
	// What the agent says the call is about.
	Title string `json:"title,omitempty"`
	// Why it asks.
	Reason string `json:"reason,omitempty"`
	// Permission updates that the agent suggests, in its own form.
	Suggestions JSON `json:"suggestions,omitempty"`
	// The input may be changed.
	CanUpdateInput bool `json:"canUpdateInput,omitempty"`
	// The answer may be a rule for the rest of the session.
	CanRemember bool `json:"canRemember,omitempty"`
	// The choices as the agent offers them.
	Options JSON `json:"options,omitempty"`
}

func toLiveAsk(x *session.LiveAsk) LiveAsk {
	return LiveAsk{
		ToolName:       x.ToolName,
		ToolUseID:      x.ToolUseID,
		Input:          JSON(x.Input),
		Title:          x.Title,
		Reason:         x.Reason,
		Suggestions:    JSON(x.Suggestions),
		CanUpdateInput: x.CanUpdateInput,
		CanRemember:    x.CanRemember,
		Options:        JSON(x.Options),
	}
}

// LiveAgent is an agent that live sessions can run.
type LiveAgent struct {
	// The agent's name.
	Agent Agent `json:"agent"`
	// The protocol: claude, codex, pi or acp.
	Engine string `json:"engine"`
	// The program.
	Program string `json:"program"`
	// The arguments that select the protocol.
	Args []string `json:"args"`
	// The oldest version that works.
	MinVersion string `json:"minVersion,omitempty"`
	// How to get it.
	Install string `json:"install,omitempty"`
	// Whether it was run with this engine.
	Tested bool `json:"tested"`
	// What it can do, in byte order; docs/live.md explains each. The agent may announce less when
	// it runs.
	Capabilities []string `json:"capabilities"`
}

func toLiveAgent(x *session.LiveAgent) LiveAgent {
	return LiveAgent{
		Agent:        Agent(x.Agent),
		Engine:       x.Engine,
		Program:      x.Program,
		Args:         notNil(x.Args),
		MinVersion:   x.MinVersion,
		Install:      x.Install,
		Tested:       x.Tested,
		Capabilities: notNil(x.Capabilities),
	}
}

// SessionStats holds what the matching sessions did.
type SessionStats struct {
	// Sessions that match; with since or until, only those that did something in that range.
	// Subagents and superseded copies are not counted.
	SessionCount int64 `json:"sessionCount"`
	// Visible messages of all roles, without subagents'.
	MessageCount int64 `json:"messageCount"`
	// Answered prompts by a person or SDK caller.
	TurnCount int64 `json:"turnCount"`
	// Tool calls, subagents' included.
	CallCount int64 `json:"callCount"`
	// Tool calls that failed or were refused: their result is an error, or their command's exit
	// status is not 0.
	FailureCount int64 `json:"failureCount"`
	// Different files that tools edited.
	FileCount int64 `json:"fileCount"`
	// The times from each session's first message to its last, added up. Unit: ms.
	DurationMS int64 `json:"durationMs"`
	// The part of DurationMS without pauses: times between two messages that are longer than 15
	// minutes. Unit: ms.
	ActiveMS int64 `json:"activeMs"`
	// The time of the first message.
	FirstAt time.Time `json:"firstAt,omitzero"`
	// The time of the last message.
	LastAt time.Time `json:"lastAt,omitzero"`
	// The tools, most calls first, then by name.
	Tools []ToolStats `json:"tools"`
	// The tools beyond limit.
	OtherTools *OtherStats `json:"otherTools,omitempty"`
	// The models, most answers first, then by name.
	Models []ModelStats `json:"models"`
	// The models beyond limit.
	OtherModels *OtherStats `json:"otherModels,omitempty"`
	// The edited files, most edits first, then by path.
	Files []FileStats `json:"files"`
	// The files beyond limit.
	OtherFiles *OtherStats `json:"otherFiles,omitempty"`
	// The requests by tier, most first, then by name; absent when all are of the standard one.
	Tiers []TierStats `json:"tiers,omitempty"`
	// Messages by hour of the day, 24 numbers; messages without a time are left out.
	Hours []int64 `json:"hours"`
	// Messages by weekday, 7 numbers from Monday on.
	Weekdays []int64 `json:"weekdays"`

	// Notes say how complete the result is.
	Notes Notes `json:"-"`
}

func toSessionStats(x *session.SessionStats) SessionStats {
	return SessionStats{
		SessionCount: x.SessionCount,
		MessageCount: x.MessageCount,
		TurnCount:    x.TurnCount,
		CallCount:    x.CallCount,
		FailureCount: x.FailureCount,
		FileCount:    x.FileCount,
		DurationMS:   x.DurationMS,
		ActiveMS:     x.ActiveMS,
		FirstAt:      toTime(x.FirstAt),
		LastAt:       toTime(x.LastAt),
		Tools:        notNil(convertList(x.Tools, toToolStats)),
		OtherTools:   convertPointer(x.OtherTools, toOtherStats),
		Models:       notNil(convertList(x.Models, toModelStats)),
		OtherModels:  convertPointer(x.OtherModels, toOtherStats),
		Files:        notNil(convertList(x.Files, toFileStats)),
		OtherFiles:   convertPointer(x.OtherFiles, toOtherStats),
		Tiers:        nilIfEmpty(convertList(x.Tiers, toTierStats)),
		Hours:        notNil(x.Hours),
		Weekdays:     notNil(x.Weekdays),
	}
}

// ToolStats holds the calls of one tool.
type ToolStats struct {
	// The tool's name; tools of several agents may share it.
	Name string `json:"name"`
	// Its calls.
	Calls int64 `json:"calls"`
	// The calls that failed or were refused.
	Failures int64 `json:"failures"`
	// The sessions that called it.
	SessionCount int64 `json:"sessionCount"`
	// The durations of its calls added up, as far as they are recorded. Unit: ms.
	DurationMS int64 `json:"durationMs,omitempty"`
}

func toToolStats(x *session.ToolStats) ToolStats {
	return ToolStats{
		Name:         x.Name,
		Calls:        x.Calls,
		Failures:     x.Failures,
		SessionCount: x.SessionCount,
		DurationMS:   x.DurationMS,
	}
}

// ModelStats holds the answers of one model.
type ModelStats struct {
	// The model; empty when the agent does not record it.
	Name string `json:"name"`
	// Its messages, subagents' included.
	Answers int64 `json:"answers"`
	// The sessions in which it answered.
	SessionCount int64 `json:"sessionCount"`
}

func toModelStats(x *session.ModelStats) ModelStats {
	return ModelStats{
		Name:         x.Name,
		Answers:      x.Answers,
		SessionCount: x.SessionCount,
	}
}

// TierStats holds the requests of one tier.
type TierStats struct {
	// standard, or what the agent recorded: fast, priority, flex, batch, a region; several are
	// joined by +.
	Name string `json:"name"`
	// Its requests, subagents' included.
	Requests int64 `json:"requests"`
	// The sessions that made them.
	SessionCount int64 `json:"sessionCount"`
}

func toTierStats(x *session.TierStats) TierStats {
	return TierStats{
		Name:         x.Name,
		Requests:     x.Requests,
		SessionCount: x.SessionCount,
	}
}

// FileStats holds the edits of one file.
type FileStats struct {
	// Its path; a relative one is joined with the session's working directory. It may be another
	// system's, and need not exist.
	Path string `json:"path"`
	// Tool calls that edited, created, moved or deleted it and did not fail.
	Edits int64 `json:"edits"`
	// The sessions that edited it.
	SessionCount int64 `json:"sessionCount"`
}

func toFileStats(x *session.FileStats) FileStats {
	return FileStats{
		Path:         x.Path,
		Edits:        x.Edits,
		SessionCount: x.SessionCount,
	}
}

// OtherStats holds the groups that are not listed one by one.
type OtherStats struct {
	// The number of groups.
	Groups int64 `json:"groups"`
	// Their calls, answers or edits.
	Count int64 `json:"count"`
}

func toOtherStats(x *session.OtherStats) OtherStats {
	return OtherStats{
		Groups: x.Groups,
		Count:  x.Count,
	}
}

// SessionTags holds the tags of a session that the store keeps.
type SessionTags struct {
	// The session; for a copy in the store, its original.
	UnifiedID string `json:"unifiedId"`
	// Its tags in the store, in byte order.
	Tags []string `json:"tags"`

	// Notes say how complete the result is.
	Notes Notes `json:"-"`
}

func toSessionTags(x *session.SessionTags) SessionTags {
	return SessionTags{
		UnifiedID: x.UnifiedID,
		Tags:      notNil(x.Tags),
	}
}

// TagCount is a tag and how many sessions have it.
type TagCount struct {
	// The tag.
	Tag string `json:"tag"`
	// The number of sessions with this tag, including sessions that are no longer on disk.
	SessionCount int64 `json:"sessionCount"`
}

func toTagCount(x *session.TagCount) TagCount {
	return TagCount{
		Tag:          x.Tag,
		SessionCount: x.SessionCount,
	}
}

// SessionView is a page of a session, as a person reads it.
type SessionView struct {
	// The session, as a list has it.
	Session *SessionSummary `json:"session"`
	// What the whole session adds up to.
	Totals *ViewTotals `json:"totals"`
	// Other branches, newest first.
	Branches []ViewBranch `json:"branches,omitempty"`
	// All turns in a line each; of more than 5,000 turns the page's only.
	Outline []ViewOutline `json:"outline"`
	// The turns of this page.
	Turns []ViewTurn `json:"turns"`
	// Pass it as after for the next page; absent on the last one.
	Next int64 `json:"next,omitempty"`
	// Subagents whose call the records do not name.
	Subagents []ViewAgent `json:"subagents,omitempty"`
	// With redact: what was replaced in the whole session, by rule; empty when nothing was.
	Redactions []Redaction `json:"redactions,omitempty"`

	// Notes say how complete the result is.
	Notes Notes `json:"-"`
}

func toSessionView(x *session.SessionView) SessionView {
	return SessionView{
		Session:    convertPointer(x.Session, toSessionSummary),
		Totals:     convertPointer(x.Totals, toViewTotals),
		Branches:   nilIfEmpty(convertList(x.Branches, toViewBranch)),
		Outline:    notNil(convertList(x.Outline, toViewOutline)),
		Turns:      notNil(convertList(x.Turns, toViewTurn)),
		Next:       x.Next,
		Subagents:  nilIfEmpty(convertList(x.Subagents, toViewAgent)),
		Redactions: nilIfEmpty(convertList(x.Redactions, toRedaction)),
	}
}

// ViewTotals holds what a session adds up to.
type ViewTotals struct {
	// The turns of the view: prompts, and work before the first one.
	Turns int64 `json:"turns"`
	// The visible messages of all roles.
	Messages int64 `json:"messages"`
	// The tool calls.
	Calls int64 `json:"calls"`
	// The calls that failed or were denied.
	Failed int64 `json:"failed"`
	// The edits of files that did not fail.
	Edits int64 `json:"edits"`
	// The different files that they changed.
	Files int64 `json:"files"`
	// The pictures and files. Nothing redacts what they show.
	Attachments int64 `json:"attachments,omitempty"`
	// The tokens, as in the session's cost.
	Usage *TokenUsage `json:"usage,omitempty"`
	// The session's cost: TurnsUSD, OtherUSD and SubagentsUSD together. Unit: USD.
	CostUSD *Money `json:"costUsd,omitempty"`
	// How CostUSD was determined.
	CostSource CostSource `json:"costSource,omitempty"`
	// The cost of all turns together. Unit: USD.
	TurnsUSD *Money `json:"turnsUsd,omitempty"`
	// The cost of requests that no visible message shows, such as those of other branches. Unit:
	// USD.
	OtherUSD *Money `json:"otherUsd,omitempty"`
	// The cost of all subagents. Unit: USD.
	SubagentsUSD *Money `json:"subagentsUsd,omitempty"`
	// The time from the first message to the last. Unit: ms.
	DurationMS int64 `json:"durationMs,omitempty"`
}

func toViewTotals(x *session.ViewTotals) ViewTotals {
	return ViewTotals{
		Turns:        x.Turns,
		Messages:     x.Messages,
		Calls:        x.Calls,
		Failed:       x.Failed,
		Edits:        x.Edits,
		Files:        x.Files,
		Attachments:  x.Attachments,
		Usage:        convertPointer(x.Usage, toTokenUsage),
		CostUSD:      x.CostUSD,
		CostSource:   x.CostSource,
		TurnsUSD:     x.TurnsUSD,
		OtherUSD:     x.OtherUSD,
		SubagentsUSD: x.SubagentsUSD,
		DurationMS:   x.DurationMS,
	}
}

// ViewBranch is a branch that is not shown.
type ViewBranch struct {
	// Its leaf id: pass it as branch.
	ID string `json:"id"`
	// The first line of its first prompt.
	Title string `json:"title,omitempty"`
	// The messages that only this branch has.
	Messages int64 `json:"messages"`
	// The number of the last message that it shares with the branch shown.
	From *int64 `json:"from,omitempty"`
	// The time of its last message.
	At time.Time `json:"at,omitzero"`
}

func toViewBranch(x *session.ViewBranch) ViewBranch {
	return ViewBranch{
		ID:       x.ID,
		Title:    x.Title,
		Messages: x.Messages,
		From:     x.From,
		At:       toTime(x.At),
	}
}

// ViewOutline is a turn in one line.
type ViewOutline struct {
	// Its number, from 1.
	Turn int64 `json:"turn"`
	// The number of its first message.
	N int64 `json:"n"`
	// The time of its first message.
	At time.Time `json:"at,omitzero"`
	// The first line of its prompt, at most 200 bytes.
	Text string `json:"text,omitempty"`
	// Its tool calls.
	Calls int64 `json:"calls,omitempty"`
	// Those that failed or were denied.
	Failed int64 `json:"failed,omitempty"`
	// Its edits of files that did not fail.
	Edits int64 `json:"edits,omitempty"`
	// Its cost, without subagents'. Unit: USD.
	CostUSD *Money `json:"costUsd,omitempty"`
	// Messages were compacted in it.
	Seam bool `json:"seam,omitempty"`
}

func toViewOutline(x *session.ViewOutline) ViewOutline {
	return ViewOutline{
		Turn:    x.Turn,
		N:       x.N,
		At:      toTime(x.At),
		Text:    x.Text,
		Calls:   x.Calls,
		Failed:  x.Failed,
		Edits:   x.Edits,
		CostUSD: x.CostUSD,
		Seam:    x.Seam,
	}
}

// ViewTurn is a prompt and what the agent did then.
type ViewTurn struct {
	// Its number, from 1.
	Turn int64 `json:"turn"`
	// The number of its first message, as heddle show --at takes it.
	N int64 `json:"n"`
	// The time of its first message.
	At time.Time `json:"at,omitzero"`
	// The time from its first message to its last. Unit: ms.
	DurationMS int64 `json:"durationMs,omitempty"`
	// The model that answered last.
	Model string `json:"model,omitempty"`
	// Its tokens, without subagents'.
	Usage *TokenUsage `json:"usage,omitempty"`
	// The prompt tokens of its last request, of all kinds: how full the context was. Unit: tokens.
	ContextTokens int64 `json:"contextTokens,omitempty"`
	// Its cost, without subagents' and without what was copied from another session. Unit: USD.
	CostUSD *Money `json:"costUsd,omitempty"`
	// How CostUSD was determined.
	CostSource CostSource `json:"costSource,omitempty"`
	// The prompt; absent for work before the first one.
	Prompt *ViewPrompt `json:"prompt,omitempty"`
	// What followed, in order.
	Items []ViewItem `json:"items"`
}

func toViewTurn(x *session.ViewTurn) ViewTurn {
	return ViewTurn{
		Turn:          x.Turn,
		N:             x.N,
		At:            toTime(x.At),
		DurationMS:    x.DurationMS,
		Model:         x.Model,
		Usage:         convertPointer(x.Usage, toTokenUsage),
		ContextTokens: x.ContextTokens,
		CostUSD:       x.CostUSD,
		CostSource:    x.CostSource,
		Prompt:        convertPointer(x.Prompt, toViewPrompt),
		Items:         notNil(convertList(x.Items, toViewItem)),
	}
}

// ViewPrompt holds what a person or SDK caller asked.
type ViewPrompt struct {
	// The message's number.
	N int64 `json:"n"`
	// The message's id.
	ID string `json:"id,omitempty"`
	// Markdown source.
	Text string `json:"text"`
	// What was left out of text. Unit: bytes.
	Omitted int64 `json:"omitted,omitempty"`
	// Its pictures and files.
	Attachments []Attachment `json:"attachments,omitempty"`
}

func toViewPrompt(x *session.ViewPrompt) ViewPrompt {
	return ViewPrompt{
		N:           x.N,
		ID:          x.ID,
		Text:        x.Text,
		Omitted:     x.Omitted,
		Attachments: nilIfEmpty(convertList(x.Attachments, toAttachment)),
	}
}

// ViewItem is a part of a turn; kind says which members it has.
type ViewItem struct {
	// What it is.
	Kind ViewKind `json:"kind"`
	// The message's number; of calls, the first one's.
	N int64 `json:"n"`
	// The message's id.
	ID string `json:"id,omitempty"`
	// The message's time.
	At time.Time `json:"at,omitzero"`
	// text: the model that wrote it.
	Model string `json:"model,omitempty"`
	// note: the message's kind.
	Name string `json:"name,omitempty"`
	// text, thinking, note, error: Markdown source.
	Text string `json:"text,omitempty"`
	// What was left out of text or summary. Unit: bytes.
	Omitted int64 `json:"omitted,omitempty"`
	// The message's pictures and files.
	Attachments []Attachment `json:"attachments,omitempty"`
	// error: the provider's code or status, if the text has one.
	Code string `json:"code,omitempty"`
	// error: how many more of the same text followed at once; they are not shown.
	Retries int64 `json:"retries,omitempty"`
	// calls: for example 6 tool calls. seam: what the agent kept of the messages before.
	Summary string `json:"summary,omitempty"`
	// calls: neighbours without a text between them.
	Calls []ViewCall `json:"calls,omitempty"`
	// seam: auto or manual, if it is recorded.
	Trigger string `json:"trigger,omitempty"`
	// seam: the context before it, as it was recorded or of the last request. Unit: tokens.
	TokensBefore int64 `json:"tokensBefore,omitempty"`
	// seam: the context after it, as it was recorded or of the first request. Unit: tokens.
	TokensAfter int64 `json:"tokensAfter,omitempty"`
	// seam: messages before it, since the seam before, that the model no longer sees as they were.
	Removed int64 `json:"removed,omitempty"`
	// rewind: the branch that was left here.
	Branch string `json:"branch,omitempty"`
	// rewind: the messages that only that branch has.
	Messages int64 `json:"messages,omitempty"`
}

func toViewItem(x *session.ViewItem) ViewItem {
	return ViewItem{
		Kind:         x.Kind,
		N:            x.N,
		ID:           x.ID,
		At:           toTime(x.At),
		Model:        x.Model,
		Name:         x.Name,
		Text:         x.Text,
		Omitted:      x.Omitted,
		Attachments:  nilIfEmpty(convertList(x.Attachments, toAttachment)),
		Code:         x.Code,
		Retries:      x.Retries,
		Summary:      x.Summary,
		Calls:        nilIfEmpty(convertList(x.Calls, toViewCall)),
		Trigger:      x.Trigger,
		TokensBefore: x.TokensBefore,
		TokensAfter:  x.TokensAfter,
		Removed:      x.Removed,
		Branch:       x.Branch,
		Messages:     x.Messages,
	}
}

// ViewCall is a tool call and its result.
type ViewCall struct {
	// The number of the message that made it.
	N int64 `json:"n"`
	// The number of the message with its result.
	ResultN *int64 `json:"resultN,omitempty"`
	// The agent's id of the call.
	ID string `json:"id,omitempty"`
	// The tool's name.
	Tool string `json:"tool"`
	// One line: the command, the file and the lines added and removed, the query.
	Summary string `json:"summary,omitempty"`
	// How it ended.
	Outcome ViewOutcome `json:"outcome"`
	// When it was made.
	At time.Time `json:"at,omitzero"`
	// Its duration, if recorded, else the time until its result. Unit: ms.
	DurationMS int64 `json:"durationMs,omitempty"`
	// The command's exit status, if it is not 0.
	ExitCode int64 `json:"exitCode,omitempty"`
	// What the model thought before it, where no text is between it and the call before.
	Thinking string `json:"thinking,omitempty"`
	// The arguments as a person reads them: the command, the patch, else JSON. Absent where edits
	// have all of it.
	Input string `json:"input,omitempty"`
	// What was left out of input. Unit: bytes.
	InputOmitted int64 `json:"inputOmitted,omitempty"`
	// The edits of files, where the call has their texts.
	Edits []ViewEdit `json:"edits,omitempty"`
	// What it printed or returned.
	Output *ViewOutput `json:"output,omitempty"`
	// Pictures and files of its result.
	Attachments []Attachment `json:"attachments,omitempty"`
	// Who refused it, where that is recorded.
	Permission *ViewPermission `json:"permission,omitempty"`
	// The subagent that it started.
	Agent *ViewAgent `json:"agent,omitempty"`
}

func toViewCall(x *session.ViewCall) ViewCall {
	return ViewCall{
		N:            x.N,
		ResultN:      x.ResultN,
		ID:           x.ID,
		Tool:         x.Tool,
		Summary:      x.Summary,
		Outcome:      x.Outcome,
		At:           toTime(x.At),
		DurationMS:   x.DurationMS,
		ExitCode:     x.ExitCode,
		Thinking:     x.Thinking,
		Input:        x.Input,
		InputOmitted: x.InputOmitted,
		Edits:        nilIfEmpty(convertList(x.Edits, toViewEdit)),
		Output:       convertPointer(x.Output, toViewOutput),
		Attachments:  nilIfEmpty(convertList(x.Attachments, toAttachment)),
		Permission:   convertPointer(x.Permission, toViewPermission),
		Agent:        convertPointer(x.Agent, toViewAgent),
	}
}

// ViewEdit is an edit of one file.
type ViewEdit struct {
	// The file, as the call names it.
	Path string `json:"path"`
	// What was done to it.
	Kind ViewEditKind `json:"kind"`
	// move: its new name.
	To string `json:"to,omitempty"`
	// Lines added.
	Added int64 `json:"added"`
	// Lines removed.
	Removed int64 `json:"removed"`
	// The text is the whole file, whose past is not known.
	Whole bool `json:"whole,omitempty"`
	// What changed, with up to three lines around.
	Hunks []ViewHunk `json:"hunks"`
	// Lines left out of hunks. Unit: lines.
	Omitted int64 `json:"omitted,omitempty"`
}

func toViewEdit(x *session.ViewEdit) ViewEdit {
	return ViewEdit{
		Path:    x.Path,
		Kind:    x.Kind,
		To:      x.To,
		Added:   x.Added,
		Removed: x.Removed,
		Whole:   x.Whole,
		Hunks:   notNil(convertList(x.Hunks, toViewHunk)),
		Omitted: x.Omitted,
	}
}

// ViewHunk: Neighbouring lines of an edit.
type ViewHunk struct {
	// The number of its first line before the edit; 0 when it is not known.
	Old int64 `json:"old"`
	// The number of its first line after the edit; 0 when it is not known.
	New int64 `json:"new"`
	// The lines.
	Lines []ViewLine `json:"lines"`
}

func toViewHunk(x *session.ViewHunk) ViewHunk {
	return ViewHunk{
		Old:   x.Old,
		New:   x.New,
		Lines: notNil(convertList(x.Lines, toViewLine)),
	}
}

// ViewLine is a line of an edit.
type ViewLine struct {
	// A blank for a line that stays, + or -.
	Op string `json:"op"`
	// The line, without its end.
	Text string `json:"text"`
}

func toViewLine(x *session.ViewLine) ViewLine {
	return ViewLine{
		Op:   x.Op,
		Text: x.Text,
	}
}

// ViewOutput holds the output of a call, without control sequences.
type ViewOutput struct {
	// Its text in pieces of one style.
	Spans []ViewSpan `json:"spans"`
	// What was left out between its beginning and its end. Unit: bytes.
	Omitted int64 `json:"omitted,omitempty"`
}

func toViewOutput(x *session.ViewOutput) ViewOutput {
	return ViewOutput{
		Spans:   notNil(convertList(x.Spans, toViewSpan)),
		Omitted: x.Omitted,
	}
}

// ViewSpan: Text of one style.
type ViewSpan struct {
	// The text, with line breaks.
	Text string `json:"text"`
	// Bold.
	Bold bool `json:"bold,omitempty"`
	// Dim.
	Dim bool `json:"dim,omitempty"`
	// Italic.
	Italic bool `json:"italic,omitempty"`
	// Underlined.
	Underline bool `json:"underline,omitempty"`
	// Colours exchanged.
	Inverse bool `json:"inverse,omitempty"`
	// The colour: black, red, green, yellow, blue, magenta, cyan, white, these with bright before
	// them as in brightRed, or #rrggbb.
	Fg string `json:"fg,omitempty"`
	// The background's colour.
	Bg string `json:"bg,omitempty"`
}

func toViewSpan(x *session.ViewSpan) ViewSpan {
	return ViewSpan{
		Text:      x.Text,
		Bold:      x.Bold,
		Dim:       x.Dim,
		Italic:    x.Italic,
		Underline: x.Underline,
		Inverse:   x.Inverse,
		Fg:        x.Fg,
		Bg:        x.Bg,
	}
}

// ViewPermission holds the answer to a request for permission.
type ViewPermission struct {
	// denied.
	Answer string `json:"answer"`
	// What was said with it, in one line.
	Reason string `json:"reason,omitempty"`
}

func toViewPermission(x *session.ViewPermission) ViewPermission {
	return ViewPermission{
		Answer: x.Answer,
		Reason: x.Reason,
	}
}

// ViewAgent is a subagent's session.
type ViewAgent struct {
	// Its agent.
	Agent Agent `json:"agent"`
	// Its native id.
	SessionID string `json:"sessionId"`
	// Its title.
	Title string `json:"title"`
	// Its answered prompts.
	Turns int64 `json:"turns"`
	// Its messages.
	Messages int64 `json:"messages"`
	// Its tool calls, without those of its own subagents.
	Calls int64 `json:"calls"`
	// The tokens that it spent itself.
	Usage *TokenUsage `json:"usage,omitempty"`
	// The money that it spent itself. Unit: USD.
	CostUSD *Money `json:"costUsd,omitempty"`
	// The time from its first record to its last. Unit: ms.
	DurationMS int64 `json:"durationMs,omitempty"`
	// The subagents that it started itself.
	Agents int64 `json:"agents,omitempty"`
}

func toViewAgent(x *session.ViewAgent) ViewAgent {
	return ViewAgent{
		Agent:      Agent(x.Agent),
		SessionID:  x.SessionID,
		Title:      x.Title,
		Turns:      x.Turns,
		Messages:   x.Messages,
		Calls:      x.Calls,
		Usage:      convertPointer(x.Usage, toTokenUsage),
		CostUSD:    x.CostUSD,
		DurationMS: x.DurationMS,
		Agents:     x.Agents,
	}
}

// SessionStory holds what happened in a session.
type SessionStory struct {
	// The session, as a list has it.
	Session *SessionSummary `json:"session"`
	// What the whole session adds up to.
	Totals *ViewTotals `json:"totals"`
	// A step for each turn.
	Steps []StoryStep `json:"steps"`
	// With redact: what was replaced, by rule; empty when nothing was.
	Redactions []Redaction `json:"redactions,omitempty"`

	// Notes say how complete the result is.
	Notes Notes `json:"-"`
}

func toSessionStory(x *session.SessionStory) SessionStory {
	return SessionStory{
		Session:    convertPointer(x.Session, toSessionSummary),
		Totals:     convertPointer(x.Totals, toViewTotals),
		Steps:      notNil(convertList(x.Steps, toStoryStep)),
		Redactions: nilIfEmpty(convertList(x.Redactions, toRedaction)),
	}
}

// StoryStep is a prompt and what came of it.
type StoryStep struct {
	// The turn's number, from 1.
	Turn int64 `json:"turn"`
	// The number of its first message.
	N int64 `json:"n"`
	// The time of its first message.
	At time.Time `json:"at,omitzero"`
	// The prompt's first line, at most 200 bytes; empty for work before the first one.
	Prompt string `json:"prompt,omitempty"`
	// The files that changed, in the order of their first edit.
	Files []StoryFile `json:"files,omitempty"`
	// Its tests, commits and failed commands, in order; at most 100.
	Commands []StoryCommand `json:"commands,omitempty"`
	// Commands that failed and then passed, here or in an earlier turn.
	Fixed []StoryFix `json:"fixed,omitempty"`
	// The commits that it made.
	Commits []StoryCommit `json:"commits,omitempty"`
	// Its tool calls.
	Calls int64 `json:"calls,omitempty"`
	// Those that failed or were denied.
	Failed int64 `json:"failed,omitempty"`
	// Test commands that passed.
	TestsPassed int64 `json:"testsPassed,omitempty"`
	// Test commands that failed.
	TestsFailed int64 `json:"testsFailed,omitempty"`
	// Its cost, without subagents'. Unit: USD.
	CostUSD *Money `json:"costUsd,omitempty"`
	// The time from its first message to its last. Unit: ms.
	DurationMS int64 `json:"durationMs,omitempty"`
}

func toStoryStep(x *session.StoryStep) StoryStep {
	return StoryStep{
		Turn:        x.Turn,
		N:           x.N,
		At:          toTime(x.At),
		Prompt:      x.Prompt,
		Files:       nilIfEmpty(convertList(x.Files, toStoryFile)),
		Commands:    nilIfEmpty(convertList(x.Commands, toStoryCommand)),
		Fixed:       nilIfEmpty(convertList(x.Fixed, toStoryFix)),
		Commits:     nilIfEmpty(convertList(x.Commits, toStoryCommit)),
		Calls:       x.Calls,
		Failed:      x.Failed,
		TestsPassed: x.TestsPassed,
		TestsFailed: x.TestsFailed,
		CostUSD:     x.CostUSD,
		DurationMS:  x.DurationMS,
	}
}

// StoryFile is a file that a step changed.
type StoryFile struct {
	// The file, as the calls name it; below the session's folder without that.
	Path string `json:"path"`
	// Lines added.
	Added int64 `json:"added"`
	// Lines removed.
	Removed int64 `json:"removed"`
}

func toStoryFile(x *session.StoryFile) StoryFile {
	return StoryFile{
		Path:    x.Path,
		Added:   x.Added,
		Removed: x.Removed,
	}
}

// StoryCommand is a command that a step ran.
type StoryCommand struct {
	// Its first line, at most 200 bytes.
	Command string `json:"command"`
	// How it ended.
	Outcome ViewOutcome `json:"outcome"`
	// The number of the message that made the call.
	N int64 `json:"n"`
	// It runs tests, a compiler or a linter.
	Test bool `json:"test,omitempty"`
}

func toStoryCommand(x *session.StoryCommand) StoryCommand {
	return StoryCommand{
		Command: x.Command,
		Outcome: x.Outcome,
		N:       x.N,
		Test:    x.Test,
	}
}

// StoryFix is a command that failed and then passed.
type StoryFix struct {
	// Its first line, at most 200 bytes.
	Command string `json:"command"`
	// The number of the message with its first failure since it passed last.
	FailedN int64 `json:"failedN"`
	// The number of the message with the call that passed.
	PassedN int64 `json:"passedN"`
	// When it failed.
	FailedAt time.Time `json:"failedAt,omitzero"`
	// When it passed.
	PassedAt time.Time `json:"passedAt,omitzero"`
}

func toStoryFix(x *session.StoryFix) StoryFix {
	return StoryFix{
		Command:  x.Command,
		FailedN:  x.FailedN,
		PassedN:  x.PassedN,
		FailedAt: toTime(x.FailedAt),
		PassedAt: toTime(x.PassedAt),
	}
}

// StoryCommit is a commit that a step made.
type StoryCommit struct {
	// The short hash, as the output shows it.
	Hash string `json:"hash,omitempty"`
	// Its first line.
	Message string `json:"message,omitempty"`
	// The number of the message that made the call.
	N int64 `json:"n"`
}

func toStoryCommit(x *session.StoryCommit) StoryCommit {
	return StoryCommit{
		Hash:    x.Hash,
		Message: x.Message,
		N:       x.N,
	}
}

// AttachmentData holds the bytes of an attachment.
type AttachmentData struct {
	// The MIME type: of pictures what their bytes say, else what the agent recorded.
	MediaType string `json:"mediaType,omitempty"`
	// The name that the agent recorded; never a path to read.
	Name string `json:"name,omitempty"`
	// The size of the attachment itself. Unit: bytes.
	Bytes int64 `json:"bytes"`
	// The bytes in base64.
	Data string `json:"data"`
}

func toAttachmentData(x *session.AttachmentData) AttachmentData {
	return AttachmentData{
		MediaType: x.MediaType,
		Name:      x.Name,
		Bytes:     x.Bytes,
		Data:      x.Data,
	}
}

// FoundEdits holds the edits that wrote lines.
type FoundEdits struct {
	// The edits, oldest first.
	Edits []FoundEdit `json:"edits"`
	// An entry for each line of the request, in its order.
	Lines []FoundLine `json:"lines"`
}

func toFoundEdits(x *session.FoundEdits) FoundEdits {
	return FoundEdits{
		Edits: notNil(convertList(x.Edits, toFoundEdit)),
		Lines: notNil(convertList(x.Lines, toFoundLine)),
	}
}

// FoundLine: Which edits wrote a line.
type FoundLine struct {
	// Indexes into edits, newest first, at most 100; empty when none wrote it.
	Edits []int64 `json:"edits"`
	// exact: they wrote this line; reformatted: they wrote it with other white space, and none
	// wrote it exactly. Absent without edits.
	Confidence string `json:"confidence,omitempty"`
}

func toFoundLine(x *session.FoundLine) FoundLine {
	return FoundLine{
		Edits:      notNil(x.Edits),
		Confidence: x.Confidence,
	}
}

// FoundEdit is an edit of a file by a tool call.
type FoundEdit struct {
	// The agent of the session.
	Agent Agent `json:"agent"`
	// The agent's own session id. An edit that several sessions repeat is that of the oldest one.
	SessionID string `json:"sessionId"`
	// agent:SessionID.
	UnifiedID string `json:"unifiedId"`
	// The file, as the session has it; relative paths begin in its working directory.
	Path string `json:"path"`
	// The time of the call.
	Time time.Time `json:"time,omitzero"`
	// The tool that was called.
	Tool string `json:"tool"`
	// Whether the call wrote the whole file: it may have lines that somebody else wrote before.
	Whole bool `json:"whole,omitempty"`
	// The id of the call.
	ToolCallID string `json:"toolCallId,omitempty"`
	// The model that called it.
	Model string `json:"model,omitempty"`
	// Zero-based index of the message with the call; absent on a branch that is not the current
	// one.
	MessageIndex *int64 `json:"messageIndex,omitempty"`
	// The id of that message.
	MessageID string `json:"messageId,omitempty"`
	// The working directory then.
	Cwd string `json:"cwd,omitempty"`
	// The URL of the repository's remote then.
	Repository string `json:"repository,omitempty"`
	// The branch of the repository then.
	GitBranch string `json:"gitBranch,omitempty"`
	// The commit that was checked out then.
	Commit string `json:"commit,omitempty"`
	// Whether the session is a subagent's.
	IsSubagent bool `json:"isSubagent,omitempty"`
	// The native id of the session that started the subagent.
	ParentSessionID string `json:"parentSessionId,omitempty"`
}

func toFoundEdit(x *session.FoundEdit) FoundEdit {
	return FoundEdit{
		Agent:           Agent(x.Agent),
		SessionID:       x.SessionID,
		UnifiedID:       x.UnifiedID,
		Path:            x.Path,
		Time:            toTime(x.Time),
		Tool:            x.Tool,
		Whole:           x.Whole,
		ToolCallID:      x.ToolCallID,
		Model:           x.Model,
		MessageIndex:    x.MessageIndex,
		MessageID:       x.MessageID,
		Cwd:             x.Cwd,
		Repository:      x.Repository,
		GitBranch:       x.GitBranch,
		Commit:          x.Commit,
		IsSubagent:      x.IsSubagent,
		ParentSessionID: x.ParentSessionID,
	}
}
