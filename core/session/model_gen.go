// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.

package session

import "github.com/heddle-dev/heddle/core/internal/canon"

// Role: The author of a message.
type Role string

// The values of Role.
const (
	RoleUser      Role = "user"      // A person or SDK caller.
	RoleAssistant Role = "assistant" // The model.
	RoleSystem    Role = "system"    // The agent: summaries, failures, notices.
	RoleTool      Role = "tool"      // A tool's result.
)

// MessageType: The message types of the agent SDK that sessions on disk use.
type MessageType string

// The values of MessageType.
const (
	MessageTypeUser       MessageType = "user"        // A prompt.
	MessageTypeAssistant  MessageType = "assistant"   // An answer.
	MessageTypeToolResult MessageType = "tool_result" // A tool's result.
	MessageTypeSystem     MessageType = "system"      // A notice.
	MessageTypeError      MessageType = "error"       // A failure.
)

// CostSource: How an amount in USD was determined.
type CostSource string

// The values of CostSource.
const (
	CostSourceRecorded CostSource = "recorded" // The agent recorded it.
	CostSourceComputed CostSource = "computed" // Tokens times the prices of the price table.
	CostSourceMixed    CostSource = "mixed"    // Parts of several sources; unpriced parts are listed.
	CostSourceUnpriced CostSource = "unpriced" // No price is known.
)

// SortKey: The sort key of a list.
type SortKey string

// The values of SortKey.
const (
	SortKeyDate  SortKey = "date"  // updatedAt.
	SortKeyCost  SortKey = "cost"  // cost.totalUsd, unpriced last.
	SortKeyTurns SortKey = "turns" // turnCount.
)

// SortDirection: The direction of a sort.
type SortDirection string

// The values of SortDirection.
const (
	SortDirectionAsc  SortDirection = "asc"  // Smallest first.
	SortDirectionDesc SortDirection = "desc" // Greatest first.
)

// SearchSort: The sort key of search results.
type SearchSort string

// The values of SearchSort.
const (
	SearchSortRelevance SearchSort = "relevance" // relevanceScore.
	SearchSortDate      SearchSort = "date"      // updatedAt.
	SearchSortCost      SearchSort = "cost"      // cost.totalUsd, unpriced last.
)

// HitField: A text that a search reads.
type HitField string

// The values of HitField.
const (
	HitFieldTitle      HitField = "title"      // The session's title.
	HitFieldContent    HitField = "content"    // A message's content.
	HitFieldThinking   HitField = "thinking"   // A message's thinking.
	HitFieldToolCall   HitField = "toolCall"   // The input of a tool call.
	HitFieldToolResult HitField = "toolResult" // A tool's output.
)

// GroupBy: The dimension by which spend is grouped.
type GroupBy string

// The values of GroupBy.
const (
	GroupByAgent     GroupBy = "agent"      // The agent.
	GroupByModel     GroupBy = "model"      // The model that answered.
	GroupByDay       GroupBy = "day"        // The day of the request, YYYY-MM-DD, in the zone of the request, else in UTC.
	GroupByTag       GroupBy = "tag"        // The caller's tags.
	GroupByCwd       GroupBy = "cwd"        // The session's working directory.
	GroupByTier      GroupBy = "tier"       // The terms of the request: standard, fast, priority, flex, batch or a region; several are joined by +.
	GroupBySession   GroupBy = "session"    // The session's unifiedId.
	GroupByGitBranch GroupBy = "git-branch" // The branch of the repository when the request was made, as the request's own record has it; empty when it has none.
	GroupByRepo      GroupBy = "repo"       // The URL of the repository's remote, likewise.
	GroupByVersion   GroupBy = "version"    // The version of the agent, likewise.
	GroupByOrigin    GroupBy = "origin"     // The origin of the copy that has the request; empty for requests without one. Of several origins it is the first one in byte order.
)

// DiffType: The type of a step of a comparison.
type DiffType string

// The values of DiffType.
const (
	DiffTypeAddition     DiffType = "addition"     // Only in b.
	DiffTypeRemoval      DiffType = "removal"      // Only in a.
	DiffTypeModification DiffType = "modification" // In both, with different content.
	DiffTypeUnchanged    DiffType = "unchanged"    // In both, the same.
)

// TextEditType: The type of a change of text.
type TextEditType string

// The values of TextEditType.
const (
	TextEditTypeEqual  TextEditType = "equal"  // In both.
	TextEditTypeDelete TextEditType = "delete" // Only in a.
	TextEditTypeInsert TextEditType = "insert" // Only in b.
)

// DiffFormat: The format of a comparison as text.
type DiffFormat string

// The values of DiffFormat.
const (
	DiffFormatUnified    DiffFormat = "unified"      // One column, with - and + before lines.
	DiffFormatSideBySide DiffFormat = "side-by-side" // Two columns.
	DiffFormatMarkdown   DiffFormat = "markdown"     // Headings and fenced diffs.
)

// SessionPersistence: Where an agent keeps its sessions.
type SessionPersistence string

// The values of SessionPersistence.
const (
	SessionPersistenceFile   SessionPersistence = "file"   // In files, one or several for each session.
	SessionPersistenceSqlite SessionPersistence = "sqlite" // In SQLite databases.
	SessionPersistenceServer SessionPersistence = "server" // On a server: the store of an address.
)

// SessionAction: How to continue a session.
type SessionAction string

// The values of SessionAction.
const (
	SessionActionResume SessionAction = "resume" // Continues the session itself.
	SessionActionFork   SessionAction = "fork"   // Continues a copy; the session does not change.
)

// ThreadStatus: The status of a thread.
type ThreadStatus string

// The values of ThreadStatus.
const (
	ThreadStatusActive    ThreadStatus = "active"    // In progress.
	ThreadStatusPaused    ThreadStatus = "paused"    // Paused by the caller.
	ThreadStatusCompleted ThreadStatus = "completed" // Completed by the caller.
	ThreadStatusArchived  ThreadStatus = "archived"  // Archived; it cannot be the active thread.
)

// ShareStatus: The status of a share.
type ShareStatus string

// The values of ShareStatus.
const (
	ShareStatusActive  ShareStatus = "active"  // In effect.
	ShareStatusRevoked ShareStatus = "revoked" // Revoked or replaced.
)

// ImportStatus: The result of an import for one session.
type ImportStatus string

// The values of ImportStatus.
const (
	ImportStatusNew       ImportStatus = "new"       // The session was not in the store.
	ImportStatusUpdated   ImportStatus = "updated"   // Messages were added.
	ImportStatusRewritten ImportStatus = "rewritten" // The agent changed earlier messages: the old ones are hidden, and the new ones were added.
	ImportStatusUnchanged ImportStatus = "unchanged" // The store already had all of it.
	ImportStatusDeleted   ImportStatus = "deleted"   // It was deleted from the store and was not copied again.
	ImportStatusFailed    ImportStatus = "failed"    // The session could not be read.
)

// LivePermissionMode: What an agent may do without asking.
type LivePermissionMode string

// The values of LivePermissionMode.
const (
	LivePermissionModeDefault           LivePermissionMode = "default"            // Ask as usual.
	LivePermissionModeAcceptEdits       LivePermissionMode = "accept_edits"       // Edit files without asking.
	LivePermissionModeBypassPermissions LivePermissionMode = "bypass_permissions" // Do everything without asking.
	LivePermissionModePlan              LivePermissionMode = "plan"               // Read and plan only.
	LivePermissionModeDontAsk           LivePermissionMode = "dont_ask"           // Deny everything that is not allowed beforehand.
)

// LiveOutputKind: The kind of an output.
type LiveOutputKind string

// The values of LiveOutputKind.
const (
	LiveOutputKindSpawn      LiveOutputKind = "spawn"       // Start the process spawn.
	LiveOutputKindWrite      LiveOutputKind = "write"       // Write data to its standard input.
	LiveOutputKindCloseInput LiveOutputKind = "close_input" // Close its standard input.
	LiveOutputKindSignal     LiveOutputKind = "signal"      // Send signal to its process group.
	LiveOutputKindEvent      LiveOutputKind = "event"       // Deliver message to those who listen; with record, append it to the stored session as well.
	LiveOutputKindAsk        LiveOutputKind = "ask"         // Request the permission ask from whoever decides.
	LiveOutputKindCancelAsk  LiveOutputKind = "cancel_ask"  // The request id needs no answer any more.
	LiveOutputKindReply      LiveOutputKind = "reply"       // The command id ends with value or error.
	LiveOutputKindMeasure    LiveOutputKind = "measure"     // Read from the agent's own files what nativeSessionId has spent since the measurement before, or since it was resumed, and pass it with a command measured whose query is id.
	LiveOutputKindState      LiveOutputKind = "state"       // The session's state is health.
	LiveOutputKindDiagnostic LiveOutputKind = "diagnostic"  // Report error; nothing ends.
)

// LiveHealth: The state of a session.
type LiveHealth string

// The values of LiveHealth.
const (
	LiveHealthConnecting   LiveHealth = "connecting"   // The process is being started.
	LiveHealthInitializing LiveHealth = "initializing" // The agent is getting ready.
	LiveHealthReady        LiveHealth = "ready"        // No turn runs.
	LiveHealthActiveQuery  LiveHealth = "active_query" // A turn runs.
	LiveHealthWaiting      LiveHealth = "waiting"      // A turn waits for a permission.
	LiveHealthError        LiveHealth = "error"        // The session ended by a failure.
	LiveHealthStopped      LiveHealth = "stopped"      // The session has ended.
)

// ViewKind: The kind of a part of a turn.
type ViewKind string

// The values of ViewKind.
const (
	ViewKindText     ViewKind = "text"     // What the model wrote.
	ViewKindThinking ViewKind = "thinking" // What it thought.
	ViewKindCalls    ViewKind = "calls"    // Tool calls without a text between them.
	ViewKindNote     ViewKind = "note"     // What the agent's program said.
	ViewKindError    ViewKind = "error"    // A failure of the model's provider or of the agent.
	ViewKindSeam     ViewKind = "seam"     // Messages were compacted.
	ViewKindRewind   ViewKind = "rewind"   // Here another branch was left.
)

// ViewOutcome: How a call ended.
type ViewOutcome string

// The values of ViewOutcome.
const (
	ViewOutcomeOk     ViewOutcome = "ok"     // It succeeded.
	ViewOutcomeFailed ViewOutcome = "failed" // It failed: its result is an error, or the exit status is not 0.
	ViewOutcomeDenied ViewOutcome = "denied" // A person or a rule refused it.
	ViewOutcomeOpen   ViewOutcome = "open"   // There is no result.
)

// ViewEditKind: What an edit does to a file.
type ViewEditKind string

// The values of ViewEditKind.
const (
	ViewEditKindWrite  ViewEditKind = "write"  // Writes the whole file.
	ViewEditKindEdit   ViewEditKind = "edit"   // Changes a part.
	ViewEditKindDelete ViewEditKind = "delete" // Deletes it.
	ViewEditKindMove   ViewEditKind = "move"   // Moves it, with or without a change.
)

// Version: The versions of the engine, the ABI and the price table.
type Version struct {
	// The engine's version.
	Version string
	// The wasm ABI's version.
	ABI int64
	// The date of the built-in price table, YYYY-MM-DD.
	PriceTable string
}

// AppendJSON appends the canonical JSON of x.
func (x *Version) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("abi", x.ABI)
	m.Str("priceTable", x.PriceTable)
	m.Str("version", x.Version)
	return m.End()
}

// NativeID: The two parts of a unified id.
type NativeID struct {
	// The agent's name.
	Agent string
	// The agent's own session id.
	NativeSessionID string
}

// AppendJSON appends the canonical JSON of x.
func (x *NativeID) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	m.Str("nativeSessionId", x.NativeSessionID)
	return m.End()
}

// AgentInfo: One supported agent.
type AgentInfo struct {
	// The agent's name.
	Agent string
	// Whether its base folder exists.
	Found bool
	// The mount that contains its files.
	Location string
	// Session files or rows found, without opening the files: it includes superseded copies, and subagents whose file name does not identify them. Of the store it leaves out the recordings of sessions that their agent still has.
	SessionCount int64
	// Whether sessions.command returns a command of the agent that continues a session; OpenClaw needs a prompt for it.
	CanResume bool
	// Whether sessions.command returns a command of the agent that continues a copy of a session.
	CanFork bool
	// Whether live sessions can run the agent, on hosts that run processes; live.agents says what it can do there.
	CanRun bool
	// Whether the agent keeps memory entries beside its sessions, which sessions.search shows with memories.
	HasMemories bool
	// Where the newest version of the agent keeps its sessions; older sessions may be elsewhere.
	SessionPersistence SessionPersistence
}

// AppendJSON appends the canonical JSON of x.
func (x *AgentInfo) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	m.Flag("canFork", x.CanFork)
	m.Flag("canResume", x.CanResume)
	m.Flag("canRun", x.CanRun)
	m.Flag("found", x.Found)
	m.Flag("hasMemories", x.HasMemories)
	m.OptStr("location", x.Location)
	m.Num("sessionCount", x.SessionCount)
	m.Str("sessionPersistence", string(x.SessionPersistence))
	return m.End()
}

// SessionSummary: A session without its messages.
type SessionSummary struct {
	// The agent that the session belongs to.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId.
	UnifiedID string
	// The name set by the user, else by the agent, else the first real prompt; one line of at most 100 code points.
	Title string
	// The time of the first record; absent when it is unknown.
	CreatedAt Time
	// The time of the last record.
	UpdatedAt Time
	// The number of answered prompts by a person or SDK caller.
	TurnCount int64
	// The number of visible messages of all roles.
	MessageCount int64
	// The model with the most answers; on a tie, the latest.
	Model string
	// The spend of the session; absent when no usage is on disk.
	Cost *CostRecord
	// Tags of the session: those of sessions.tag, those in the run index of agent-mux, and extra.tags of a recording in the store.
	Tags []string
	// The working directory at the start.
	Cwd string
	// The parts of the session in order, where the project was moved between prompts, or its branch, commit or the agent's version changed; absent when nothing changed.
	Spans []Span
	// The native id of the session that it was forked from.
	ForkedFrom string
	// Whether it is a subagent's session.
	IsSubagent bool
	// The native id of the session that started this subagent or child.
	ParentSessionID string
	// The native id of the longer copy that replaces it.
	SupersededBy string
	// Whether the agent keeps it in its archive.
	Archived bool
	// The unified id of its copy in the store.
	ImportedAs string
	// The unified ids of its recordings in the store: sessions of the store whose extra.native names it.
	RecordedAs []string
	// For a copy or recording in the store: the unified id of the session that it was imported from, or that the agent wrote while it was recorded.
	OriginalUnifiedID string
	// For a copy or recording in the store: whether the agent no longer has the original here.
	OriginalGone bool
	// The machine that the session comes from, as the import of its copy or the recording named it. Of several, the first one in byte order.
	Origin string
	// local: forks and copies are detected only from this session's own records.
	Lineage string
	// The URL of the repository's remote that the agent recorded last, without credentials. Absent when it recorded none.
	Repository string
	// The branch of the repository that the agent recorded last. Absent when it recorded none.
	GitBranch string
	// The commit that was checked out that the agent recorded last. Absent when it recorded none.
	Commit string
	// The version of the agent that the agent recorded last. Absent when it recorded none.
	AgentVersion string
	// memory for a search result that is a memory entry of the agent instead of a session.
	Kind string
	// In search results: the relevance from 0 to 1, where the best result has 1.
	RelevanceScore *Ratio
	// In search results with partial: it has some of the words only.
	Partial bool
	// In search results: the number of matching messages; the title counts as one.
	HitCount int64
	// In search results: the first matches, in order.
	Hits []SearchHit
}

// AppendJSON appends the canonical JSON of x.
func (x *SessionSummary) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	m.OptStr("agentVersion", x.AgentVersion)
	m.OptFlag("archived", x.Archived)
	m.OptStr("commit", x.Commit)
	if x.Cost != nil {
		m.Key("cost")
		m.B = x.Cost.AppendJSON(m.B)
	}
	canon.OptTime(&m, "createdAt", x.CreatedAt)
	m.OptStr("cwd", x.Cwd)
	m.OptStr("forkedFrom", x.ForkedFrom)
	m.OptStr("gitBranch", x.GitBranch)
	m.OptNum("hitCount", x.HitCount)
	if len(x.Hits) > 0 {
		m.Key("hits")
		m.Open('[')
		for i := range x.Hits {
			m.Item(i)
			m.B = x.Hits[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptStr("importedAs", x.ImportedAs)
	m.OptFlag("isSubagent", x.IsSubagent)
	m.OptStr("kind", x.Kind)
	m.Str("lineage", x.Lineage)
	m.Num("messageCount", x.MessageCount)
	m.OptStr("model", x.Model)
	m.OptStr("origin", x.Origin)
	m.OptFlag("originalGone", x.OriginalGone)
	m.OptStr("originalUnifiedId", x.OriginalUnifiedID)
	m.OptStr("parentSessionId", x.ParentSessionID)
	m.OptFlag("partial", x.Partial)
	m.OptStrs("recordedAs", x.RecordedAs)
	if x.RelevanceScore != nil {
		m.Key("relevanceScore")
		m.B = x.RelevanceScore.AppendJSON(m.B)
	}
	m.OptStr("repository", x.Repository)
	m.Str("sessionId", x.SessionID)
	if len(x.Spans) > 0 {
		m.Key("spans")
		m.Open('[')
		for i := range x.Spans {
			m.Item(i)
			m.B = x.Spans[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptStr("supersededBy", x.SupersededBy)
	m.Strs("tags", x.Tags)
	m.Str("title", x.Title)
	m.Num("turnCount", x.TurnCount)
	m.Str("unifiedId", x.UnifiedID)
	canon.OptTime(&m, "updatedAt", x.UpdatedAt)
	return m.End()
}

// Span: A part of a session that ran in one folder, on one branch and commit, by one version of the agent.
type Span struct {
	// Zero-based index of its first message.
	From int64
	// The working directory.
	Cwd string
	// The URL of the repository's remote, without credentials. Absent when the agent did not record it.
	Repository string
	// The branch of the repository. Absent when the agent did not record it.
	GitBranch string
	// The commit that was checked out. Absent when the agent did not record it.
	Commit string
	// The version of the agent. Absent when the agent did not record it.
	AgentVersion string
}

// AppendJSON appends the canonical JSON of x.
func (x *Span) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("agentVersion", x.AgentVersion)
	m.OptStr("commit", x.Commit)
	m.Str("cwd", x.Cwd)
	m.Num("from", x.From)
	m.OptStr("gitBranch", x.GitBranch)
	m.OptStr("repository", x.Repository)
	return m.End()
}

// SearchHit: A place where a search matches.
type SearchHit struct {
	// The text that matches.
	Field HitField
	// Zero-based index of the message in the session; absent for a title, and on a branch that is not the current one.
	MessageIndex *int64
	// The id of that message.
	MessageID string
	// The role of that message.
	Role Role
	// The text around the first match, on one line.
	Snippet string
	// The parts of the snippet that match.
	Ranges []MatchRange
}

// AppendJSON appends the canonical JSON of x.
func (x *SearchHit) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("field", string(x.Field))
	m.OptStr("messageId", x.MessageID)
	if x.MessageIndex != nil {
		m.Key("messageIndex")
		m.Int(*x.MessageIndex)
	}
	m.Key("ranges")
	m.Open('[')
	for i := range x.Ranges {
		m.Item(i)
		m.B = x.Ranges[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.OptStr("role", string(x.Role))
	m.Str("snippet", x.Snippet)
	return m.End()
}

// MatchRange: A part of a snippet.
type MatchRange struct {
	// The start of the part. Unit: code points.
	Start int64
	// The end of the part, exclusive. Unit: code points.
	End int64
}

// AppendJSON appends the canonical JSON of x.
func (x *MatchRange) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("end", x.End)
	m.Num("start", x.Start)
	return m.End()
}

// CostSummary: The spend of all matching sessions.
type CostSummary struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64
	// The part of outputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64
	// The part of cacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64
	// Money spent; absent when nothing has a price, never 0 instead. Unit: USD.
	TotalUSD *Money
	// How totalUsd was determined.
	Source CostSource
	// Sessions that match; with since or until, only those with a request in that range. Subagents and superseded copies are not counted.
	SessionCount int64
	// Runs of the matching sessions: those in the run index of agent-mux, and queries of recorded live sessions that ended. With since or until, only those that began in that range.
	RunCount int64
	// The date of the price table.
	PriceTable string
	// Tokens without a known price, by model; included in the token counts, not in totalUsd.
	Unpriced []ModelTokens
	// Money in the agents' own running totals without a request on disk (titles, compactions); not part of totalUsd. It has no time, so it is absent with since or until. Unit: USD.
	NotItemisedUSD *Money
	// Spend that the matching sessions repeat from other sessions; not included in the other figures.
	Inherited *Spend
	// The part of the other figures that subagents spent.
	Subagents *Spend
	// The other figures by tier, when any part is not of the standard one.
	Tiers []TierSpend
	// A group for each key, when groupBy is set; the key is empty when it is unknown. A session with several tags belongs to several groups.
	Breakdowns map[string]CostBreakdown
}

// AppendJSON appends the canonical JSON of x.
func (x *CostSummary) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Breakdowns != nil {
		m.Key("breakdowns")
		m.Open('{')
		for i, k := range sortedKeys(x.Breakdowns) {
			m.Item(i)
			m.MapKey(k)
			v := x.Breakdowns[k]
			m.B = v.AppendJSON(m.B)
		}
		m.Close('}')
	}
	m.OptNum("cacheWrite1hTokens", x.CacheWrite1hTokens)
	m.Num("cacheWriteTokens", x.CacheWriteTokens)
	m.Num("cachedTokens", x.CachedTokens)
	if x.Inherited != nil {
		m.Key("inherited")
		m.B = x.Inherited.AppendJSON(m.B)
	}
	m.Num("inputTokens", x.InputTokens)
	m.OptNum("nanoCredits", x.NanoCredits)
	if x.NotItemisedUSD != nil {
		m.Key("notItemisedUsd")
		m.B = x.NotItemisedUSD.AppendJSON(m.B)
	}
	m.Num("outputTokens", x.OutputTokens)
	m.Str("priceTable", x.PriceTable)
	m.Num("runCount", x.RunCount)
	m.Num("sessionCount", x.SessionCount)
	m.Str("source", string(x.Source))
	if x.Subagents != nil {
		m.Key("subagents")
		m.B = x.Subagents.AppendJSON(m.B)
	}
	m.Num("thinkingTokens", x.ThinkingTokens)
	if len(x.Tiers) > 0 {
		m.Key("tiers")
		m.Open('[')
		for i := range x.Tiers {
			m.Item(i)
			m.B = x.Tiers[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	if x.TotalUSD != nil {
		m.Key("totalUsd")
		m.B = x.TotalUSD.AppendJSON(m.B)
	}
	if len(x.Unpriced) > 0 {
		m.Key("unpriced")
		m.Open('[')
		for i := range x.Unpriced {
			m.Item(i)
			m.B = x.Unpriced[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptNum("webSearches", x.WebSearches)
	return m.End()
}

// CostBreakdown: The spend of one group.
type CostBreakdown struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64
	// The part of outputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64
	// The part of cacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64
	// Money spent; absent when nothing has a price, never 0 instead. Unit: USD.
	TotalUSD *Money
	// How totalUsd was determined.
	Source CostSource
	// The group's key: agent, model, tier, day of the request in the zone of the request, tag, working directory, unifiedId, branch, repository or version of the agent.
	Key string
	// Sessions in this group; for a model or day, those with spend in it. With since or until, only those with a request in that range.
	SessionCount int64
	// Runs of these sessions, as in the summary.
	RunCount int64
	// Tokens without a known price, by model.
	Unpriced []ModelTokens
	// Money in the agents' own running totals without a request on disk; not part of totalUsd. Absent in groups by day. Unit: USD.
	NotItemisedUSD *Money
	// Spend that is repeated from other sessions; not included in the other figures.
	Inherited *Spend
	// The part of the other figures that subagents spent.
	Subagents *Spend
	// The other figures by tier, when any part is not of the standard one.
	Tiers []TierSpend
}

// AppendJSON appends the canonical JSON of x.
func (x *CostBreakdown) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("cacheWrite1hTokens", x.CacheWrite1hTokens)
	m.Num("cacheWriteTokens", x.CacheWriteTokens)
	m.Num("cachedTokens", x.CachedTokens)
	if x.Inherited != nil {
		m.Key("inherited")
		m.B = x.Inherited.AppendJSON(m.B)
	}
	m.Num("inputTokens", x.InputTokens)
	m.Str("key", x.Key)
	m.OptNum("nanoCredits", x.NanoCredits)
	if x.NotItemisedUSD != nil {
		m.Key("notItemisedUsd")
		m.B = x.NotItemisedUSD.AppendJSON(m.B)
	}
	m.Num("outputTokens", x.OutputTokens)
	m.OptNum("runCount", x.RunCount)
	m.Num("sessionCount", x.SessionCount)
	m.Str("source", string(x.Source))
	if x.Subagents != nil {
		m.Key("subagents")
		m.B = x.Subagents.AppendJSON(m.B)
	}
	m.Num("thinkingTokens", x.ThinkingTokens)
	if len(x.Tiers) > 0 {
		m.Key("tiers")
		m.Open('[')
		for i := range x.Tiers {
			m.Item(i)
			m.B = x.Tiers[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	if x.TotalUSD != nil {
		m.Key("totalUsd")
		m.B = x.TotalUSD.AppendJSON(m.B)
	}
	if len(x.Unpriced) > 0 {
		m.Key("unpriced")
		m.Open('[')
		for i := range x.Unpriced {
			m.Item(i)
			m.B = x.Unpriced[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptNum("webSearches", x.WebSearches)
	return m.End()
}

// ModelTokens: The tokens of one model.
type ModelTokens struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64
	// The part of outputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64
	// The part of cacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64
	// The model; empty when the agent does not record it.
	Model string
}

// AppendJSON appends the canonical JSON of x.
func (x *ModelTokens) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("cacheWrite1hTokens", x.CacheWrite1hTokens)
	m.Num("cacheWriteTokens", x.CacheWriteTokens)
	m.Num("cachedTokens", x.CachedTokens)
	m.Num("inputTokens", x.InputTokens)
	m.Str("model", x.Model)
	m.OptNum("nanoCredits", x.NanoCredits)
	m.Num("outputTokens", x.OutputTokens)
	m.Num("thinkingTokens", x.ThinkingTokens)
	m.OptNum("webSearches", x.WebSearches)
	return m.End()
}

// SessionDiff: What two sessions share and where they differ.
type SessionDiff struct {
	// The first session.
	A *DiffSide
	// The second session.
	B *DiffSide
	// The steps from a to b in order; every message of a and of b is in exactly one.
	Operations []DiffOperation
	// The number of steps of each type.
	Stats *DiffStats
}

// AppendJSON appends the canonical JSON of x.
func (x *SessionDiff) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Key("a")
	m.B = x.A.AppendJSON(m.B)
	m.Key("b")
	m.B = x.B.AppendJSON(m.B)
	m.Key("operations")
	m.Open('[')
	for i := range x.Operations {
		m.Item(i)
		m.B = x.Operations[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.Key("stats")
	m.B = x.Stats.AppendJSON(m.B)
	return m.End()
}

// DiffSide: One of the two sessions compared.
type DiffSide struct {
	// The agent that the session belongs to.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId.
	UnifiedID string
}

// AppendJSON appends the canonical JSON of x.
func (x *DiffSide) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	m.Str("sessionId", x.SessionID)
	m.Str("unifiedId", x.UnifiedID)
	return m.End()
}

// DiffOperation: One step from a to b.
type DiffOperation struct {
	// The type of the step.
	Type DiffType
	// Zero-based index in a; absent for additions.
	IndexA *int64
	// Zero-based index in b; absent for removals.
	IndexB *int64
	// The message of a; absent for additions.
	MessageA *Message
	// The message of b; absent for removals.
	MessageB *Message
	// On request, for modifications: how the content changed.
	TextEdits []TextEdit
}

// AppendJSON appends the canonical JSON of x.
func (x *DiffOperation) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.IndexA != nil {
		m.Key("indexA")
		m.Int(*x.IndexA)
	}
	if x.IndexB != nil {
		m.Key("indexB")
		m.Int(*x.IndexB)
	}
	if x.MessageA != nil {
		m.Key("messageA")
		m.B = x.MessageA.AppendJSON(m.B)
	}
	if x.MessageB != nil {
		m.Key("messageB")
		m.B = x.MessageB.AppendJSON(m.B)
	}
	if len(x.TextEdits) > 0 {
		m.Key("textEdits")
		m.Open('[')
		for i := range x.TextEdits {
			m.Item(i)
			m.B = x.TextEdits[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.Str("type", string(x.Type))
	return m.End()
}

// TextEdit: One step from the content of a to the content of b.
type TextEdit struct {
	// Whether the text is kept, deleted or inserted.
	Type TextEditType
	// The words, with the space around them.
	Text string
}

// AppendJSON appends the canonical JSON of x.
func (x *TextEdit) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("text", x.Text)
	m.Str("type", string(x.Type))
	return m.End()
}

// DiffStats: The number of messages of each type of step.
type DiffStats struct {
	// Messages only in a.
	Removals int64
	// Messages only in b.
	Additions int64
	// Messages of the same role and place with different content.
	Modifications int64
	// Messages that are equal in both.
	Unchanged int64
}

// AppendJSON appends the canonical JSON of x.
func (x *DiffStats) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("additions", x.Additions)
	m.Num("modifications", x.Modifications)
	m.Num("removals", x.Removals)
	m.Num("unchanged", x.Unchanged)
	return m.End()
}

// DoctorReport: The result of reading all session files.
type DoctorReport struct {
	// A summary for each agent.
	Agents []AgentHealth
	// A report for each session file or row, ordered by agent and path.
	Files []FileHealth
}

// AppendJSON appends the canonical JSON of x.
func (x *DoctorReport) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Key("agents")
	m.Open('[')
	for i := range x.Agents {
		m.Item(i)
		m.B = x.Agents[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.Key("files")
	m.Open('[')
	for i := range x.Files {
		m.Item(i)
		m.B = x.Files[i].AppendJSON(m.B)
	}
	m.Close(']')
	return m.End()
}

// AgentHealth: A summary of an agent's files.
type AgentHealth struct {
	// The agent.
	Agent string
	// Whether its base folder exists.
	Found bool
	// Session files or rows read.
	Files int64
	// Bytes read. Unit: bytes.
	Bytes int64
	// Records understood or kept as unknown.
	Records int64
	// Records of context that the user did not type, such as reminders.
	Injected int64
	// Parts of files that could not be read unchanged.
	SkippedCount int64
	// Files that could not be read at all.
	Unreadable int64
	// Records of types that this version does not know, by type.
	UnknownTypes map[string]int64
	// What a newer version of the agent may have changed, by version and kind.
	Drift []DriftCount
	// Files, by the version of the agent that wrote them.
	FormatVersions map[string]int64
}

// AppendJSON appends the canonical JSON of x.
func (x *AgentHealth) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	m.Num("bytes", x.Bytes)
	if len(x.Drift) > 0 {
		m.Key("drift")
		m.Open('[')
		for i := range x.Drift {
			m.Item(i)
			m.B = x.Drift[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.Num("files", x.Files)
	if x.FormatVersions != nil {
		m.Key("formatVersions")
		m.Open('{')
		for i, k := range sortedKeys(x.FormatVersions) {
			m.Item(i)
			m.MapKey(k)
			m.Int(x.FormatVersions[k])
		}
		m.Close('}')
	}
	m.Flag("found", x.Found)
	m.OptNum("injected", x.Injected)
	m.Num("records", x.Records)
	m.Num("skippedCount", x.SkippedCount)
	if x.UnknownTypes != nil {
		m.Key("unknownTypes")
		m.Open('{')
		for i, k := range sortedKeys(x.UnknownTypes) {
			m.Item(i)
			m.MapKey(k)
			m.Int(x.UnknownTypes[k])
		}
		m.Close('}')
	}
	m.Num("unreadable", x.Unreadable)
	return m.End()
}

// FileHealth: The result of reading one session.
type FileHealth struct {
	// The agent.
	Agent string
	// The agent's own session id; empty for a database that cannot be read.
	SessionID string
	// The mount-relative path of its main file, or of the database.
	Path string
	// What was read and what was skipped.
	Report *Report
	// Why the session could not be read.
	Error *Diagnostic
}

// AppendJSON appends the canonical JSON of x.
func (x *FileHealth) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	if x.Error != nil {
		m.Key("error")
		m.B = x.Error.AppendJSON(m.B)
	}
	m.Str("path", x.Path)
	if x.Report != nil {
		m.Key("report")
		m.B = x.Report.AppendJSON(m.B)
	}
	m.Str("sessionId", x.SessionID)
	return m.End()
}

// AgentCommand: A command line that continues a session.
type AgentCommand struct {
	// The agent.
	Agent string
	// The session that the command continues.
	SessionID string
	// What the command does.
	Action SessionAction
	// The program and its arguments, not quoted for a shell.
	Argv []string
	// Indexes of the arguments that are mount-relative paths; the host replaces them by its own paths.
	Paths []int64
	// The folder to run it in: the session's working directory.
	Cwd string
}

// AppendJSON appends the canonical JSON of x.
func (x *AgentCommand) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("action", string(x.Action))
	m.Str("agent", x.Agent)
	m.Strs("argv", x.Argv)
	m.OptStr("cwd", x.Cwd)
	if len(x.Paths) > 0 {
		m.Key("paths")
		m.Open('[')
		for i := range x.Paths {
			m.Item(i)
			m.Int(x.Paths[i])
		}
		m.Close(']')
	}
	m.Str("sessionId", x.SessionID)
	return m.End()
}

// Session: A session with its messages.
type Session struct {
	// The agent that the session belongs to.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId.
	UnifiedID string
	// The name set by the user, else by the agent, else the first real prompt; one line of at most 100 code points.
	Title string
	// The time of the first record; absent when it is unknown.
	CreatedAt Time
	// The time of the last record.
	UpdatedAt Time
	// The number of answered prompts by a person or SDK caller.
	TurnCount int64
	// The number of visible messages of all roles.
	MessageCount int64
	// The model with the most answers; on a tie, the latest.
	Model string
	// The spend of the session; absent when no usage is on disk.
	Cost *CostRecord
	// Tags of the session: those of sessions.tag, those in the run index of agent-mux, and extra.tags of a recording in the store.
	Tags []string
	// The working directory at the start.
	Cwd string
	// The parts of the session in order, where the project was moved between prompts, or its branch, commit or the agent's version changed; absent when nothing changed.
	Spans []Span
	// The native id of the session that it was forked from.
	ForkedFrom string
	// Whether it is a subagent's session.
	IsSubagent bool
	// The native id of the session that started this subagent or child.
	ParentSessionID string
	// The native id of the longer copy that replaces it.
	SupersededBy string
	// Whether the agent keeps it in its archive.
	Archived bool
	// The unified id of its copy in the store.
	ImportedAs string
	// The unified ids of its recordings in the store: sessions of the store whose extra.native names it.
	RecordedAs []string
	// For a copy or recording in the store: the unified id of the session that it was imported from, or that the agent wrote while it was recorded.
	OriginalUnifiedID string
	// For a copy or recording in the store: whether the agent no longer has the original here.
	OriginalGone bool
	// The machine that the session comes from, as the import of its copy or the recording named it. Of several, the first one in byte order.
	Origin string
	// local: forks and copies are detected only from this session's own records.
	Lineage string
	// The URL of the repository's remote that the agent recorded last, without credentials. Absent when it recorded none.
	Repository string
	// The branch of the repository that the agent recorded last. Absent when it recorded none.
	GitBranch string
	// The commit that was checked out that the agent recorded last. Absent when it recorded none.
	Commit string
	// The version of the agent that the agent recorded last. Absent when it recorded none.
	AgentVersion string
	// The visible messages of the chosen branch, in order.
	Messages []Message
	// Other branches, newest leaf first.
	Branches []Branch
	// On request: the original text of the session's records, as one string.
	Raw JSON
	// With redact: what was replaced, by rule; empty when nothing was.
	Redactions []Redaction
}

// AppendJSON appends the canonical JSON of x.
func (x *Session) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	m.OptStr("agentVersion", x.AgentVersion)
	m.OptFlag("archived", x.Archived)
	if len(x.Branches) > 0 {
		m.Key("branches")
		m.Open('[')
		for i := range x.Branches {
			m.Item(i)
			m.B = x.Branches[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptStr("commit", x.Commit)
	if x.Cost != nil {
		m.Key("cost")
		m.B = x.Cost.AppendJSON(m.B)
	}
	canon.OptTime(&m, "createdAt", x.CreatedAt)
	m.OptStr("cwd", x.Cwd)
	m.OptStr("forkedFrom", x.ForkedFrom)
	m.OptStr("gitBranch", x.GitBranch)
	m.OptStr("importedAs", x.ImportedAs)
	m.OptFlag("isSubagent", x.IsSubagent)
	m.Str("lineage", x.Lineage)
	m.Num("messageCount", x.MessageCount)
	m.Key("messages")
	m.Open('[')
	for i := range x.Messages {
		m.Item(i)
		m.B = x.Messages[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.OptStr("model", x.Model)
	m.OptStr("origin", x.Origin)
	m.OptFlag("originalGone", x.OriginalGone)
	m.OptStr("originalUnifiedId", x.OriginalUnifiedID)
	m.OptStr("parentSessionId", x.ParentSessionID)
	if len(x.Raw) > 0 {
		m.Key("raw")
		m.B = x.Raw.AppendJSON(m.B)
	}
	m.OptStrs("recordedAs", x.RecordedAs)
	if x.Redactions != nil {
		m.Key("redactions")
		m.Open('[')
		for i := range x.Redactions {
			m.Item(i)
			m.B = x.Redactions[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptStr("repository", x.Repository)
	m.Str("sessionId", x.SessionID)
	if len(x.Spans) > 0 {
		m.Key("spans")
		m.Open('[')
		for i := range x.Spans {
			m.Item(i)
			m.B = x.Spans[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptStr("supersededBy", x.SupersededBy)
	m.Strs("tags", x.Tags)
	m.Str("title", x.Title)
	m.Num("turnCount", x.TurnCount)
	m.Str("unifiedId", x.UnifiedID)
	canon.OptTime(&m, "updatedAt", x.UpdatedAt)
	return m.End()
}

// Redaction: How often a rule replaced something in a redacted result.
type Redaction struct {
	// email, home-path, or the name of a rule of gitleaks for secrets.
	Rule string
	// The number of replacements.
	Count int64
}

// AppendJSON appends the canonical JSON of x.
func (x *Redaction) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("count", x.Count)
	m.Str("rule", x.Rule)
	return m.End()
}

// Branch: A branch of a session that is not the one shown.
type Branch struct {
	// The id of its last message; pass it as branch.
	LeafID string
	// The id of the last record that it shares with the current branch.
	ForkID string
	// The number of messages that only this branch has.
	MessageCount int64
	// Its first prompt, as a title.
	Title string
	// The time of its last message.
	UpdatedAt Time
}

// AppendJSON appends the canonical JSON of x.
func (x *Branch) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("forkId", x.ForkID)
	m.Str("leafId", x.LeafID)
	m.Num("messageCount", x.MessageCount)
	m.OptStr("title", x.Title)
	canon.OptTime(&m, "updatedAt", x.UpdatedAt)
	return m.End()
}

// Message: One API message, one prompt, or one tool result.
type Message struct {
	// The agent's id of the record, or of the first of several merged records.
	ID string
	// The id of the record that it follows, if the format is a tree.
	ParentID string
	// The session that first recorded it, when this session is a fork or copy that repeats it.
	Origin *Origin
	// The message's author.
	Role Role
	// The message type of the agent SDK.
	Type MessageType
	// The kind of a special message: compaction, api_error, interrupted, subagent_result, shell, model_switch or notice.
	Kind string
	// The text; blocks are joined by a blank line. Empty for tool results and messages that only call tools.
	Content string
	// The time at which it was recorded.
	Timestamp Time
	// The tool calls of this message.
	ToolCalls []ToolCall
	// The tool's result, when role is tool.
	ToolResult *ToolResult
	// Images and files, without their bytes.
	Attachments []Attachment
	// The tokens of this API message.
	TokenUsage *TokenUsage
	// The cost of this API message.
	Cost *CostRecord
	// The thinking or reasoning text.
	Thinking string
	// The model that answered.
	Model string
	// What is recorded of a compaction, beside its summary.
	Compaction *Compaction
}

// AppendJSON appends the canonical JSON of x.
func (x *Message) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if len(x.Attachments) > 0 {
		m.Key("attachments")
		m.Open('[')
		for i := range x.Attachments {
			m.Item(i)
			m.B = x.Attachments[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.Str("content", x.Content)
	if x.Cost != nil {
		m.Key("cost")
		m.B = x.Cost.AppendJSON(m.B)
	}
	m.OptStr("id", x.ID)
	m.OptStr("kind", x.Kind)
	m.OptStr("model", x.Model)
	if x.Origin != nil {
		m.Key("origin")
		m.B = x.Origin.AppendJSON(m.B)
	}
	m.OptStr("parentId", x.ParentID)
	m.Str("role", string(x.Role))
	m.OptStr("thinking", x.Thinking)
	canon.OptTime(&m, "timestamp", x.Timestamp)
	if x.TokenUsage != nil {
		m.Key("tokenUsage")
		m.B = x.TokenUsage.AppendJSON(m.B)
	}
	if len(x.ToolCalls) > 0 {
		m.Key("toolCalls")
		m.Open('[')
		for i := range x.ToolCalls {
			m.Item(i)
			m.B = x.ToolCalls[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	if x.ToolResult != nil {
		m.Key("toolResult")
		m.B = x.ToolResult.AppendJSON(m.B)
	}
	m.Str("type", string(x.Type))
	return m.End()
}

// Origin: The first record of a message that this session repeats.
type Origin struct {
	// The native id of the session that first recorded it.
	SessionID string
	// Zero-based index of the message among those repeated from that session.
	Index int64
}

// AppendJSON appends the canonical JSON of x.
func (x *Origin) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("index", x.Index)
	m.Str("sessionId", x.SessionID)
	return m.End()
}

// ToolCall: A call of a tool.
type ToolCall struct {
	// The agent's id of the call.
	ToolCallID string
	// The tool's name.
	ToolName string
	// The arguments; a string if the agent stored text.
	Input JSON
	// On request: the output of its result.
	Output JSON
	// The duration of the call, if recorded. Unit: ms.
	DurationMS int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ToolCall) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("durationMs", x.DurationMS)
	m.Key("input")
	m.B = x.Input.AppendJSON(m.B)
	if len(x.Output) > 0 {
		m.Key("output")
		m.B = x.Output.AppendJSON(m.B)
	}
	m.Str("toolCallId", x.ToolCallID)
	m.Str("toolName", x.ToolName)
	return m.End()
}

// ToolResult: What a tool returned.
type ToolResult struct {
	// The id of the call that it answers.
	ToolCallID string
	// The tool's name; empty when the call is not on disk.
	ToolName string
	// The output: a string for text, a list of blocks when there is more than text.
	Output JSON
	// Whether the tool failed or was refused.
	IsError bool
	// The command's exit status, if it is not 0.
	ExitCode int64
	// Whether the record says that the call was refused; what it wrote may be a person's words.
	Denied bool
}

// AppendJSON appends the canonical JSON of x.
func (x *ToolResult) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("exitCode", x.ExitCode)
	m.OptFlag("isError", x.IsError)
	m.Key("output")
	m.B = x.Output.AppendJSON(m.B)
	m.Str("toolCallId", x.ToolCallID)
	m.Str("toolName", x.ToolName)
	return m.End()
}

// Attachment: An image or file that belongs to a message.
type Attachment struct {
	// Its id within the session: attachments.get returns its bytes, where the agent's files have them.
	ID string
	// The MIME type.
	MediaType string
	// The file name or URL.
	Name string
	// The size of the stored (base64) text. Unit: bytes.
	Bytes int64
}

// AppendJSON appends the canonical JSON of x.
func (x *Attachment) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("bytes", x.Bytes)
	m.OptStr("id", x.ID)
	m.OptStr("mediaType", x.MediaType)
	m.OptStr("name", x.Name)
	return m.End()
}

// TokenUsage: The tokens of one API message.
type TokenUsage struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64
	// The part of outputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64
	// The part of cacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64
}

// AppendJSON appends the canonical JSON of x.
func (x *TokenUsage) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("cacheWrite1hTokens", x.CacheWrite1hTokens)
	m.Num("cacheWriteTokens", x.CacheWriteTokens)
	m.Num("cachedTokens", x.CachedTokens)
	m.Num("inputTokens", x.InputTokens)
	m.OptNum("nanoCredits", x.NanoCredits)
	m.Num("outputTokens", x.OutputTokens)
	m.Num("thinkingTokens", x.ThinkingTokens)
	m.OptNum("webSearches", x.WebSearches)
	return m.End()
}

// CostRecord: The tokens and money of a session or message.
type CostRecord struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64
	// The part of outputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64
	// The part of cacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64
	// Money spent; absent when nothing has a price, never 0 instead. Unit: USD.
	TotalUSD *Money
	// How totalUsd was determined.
	Source CostSource
	// The date of the price table, when any part was computed.
	PriceTable string
	// Models whose tokens are counted but have no price.
	UnpricedModels []string
	// Money in the agent's own running total without a request on disk (titles, compactions); not part of totalUsd. Absent when it is zero or unknown. Unit: USD.
	NotItemisedUSD *Money
	// Spend of records copied from another session; not included in the other figures.
	Inherited *Spend
	// The part of the other figures that subagents spent.
	Subagents *Spend
	// The other figures by tier, when any part is not of the standard one.
	Tiers []TierSpend
}

// AppendJSON appends the canonical JSON of x.
func (x *CostRecord) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("cacheWrite1hTokens", x.CacheWrite1hTokens)
	m.Num("cacheWriteTokens", x.CacheWriteTokens)
	m.Num("cachedTokens", x.CachedTokens)
	if x.Inherited != nil {
		m.Key("inherited")
		m.B = x.Inherited.AppendJSON(m.B)
	}
	m.Num("inputTokens", x.InputTokens)
	m.OptNum("nanoCredits", x.NanoCredits)
	if x.NotItemisedUSD != nil {
		m.Key("notItemisedUsd")
		m.B = x.NotItemisedUSD.AppendJSON(m.B)
	}
	m.Num("outputTokens", x.OutputTokens)
	m.OptStr("priceTable", x.PriceTable)
	m.Str("source", string(x.Source))
	if x.Subagents != nil {
		m.Key("subagents")
		m.B = x.Subagents.AppendJSON(m.B)
	}
	m.Num("thinkingTokens", x.ThinkingTokens)
	if len(x.Tiers) > 0 {
		m.Key("tiers")
		m.Open('[')
		for i := range x.Tiers {
			m.Item(i)
			m.B = x.Tiers[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	if x.TotalUSD != nil {
		m.Key("totalUsd")
		m.B = x.TotalUSD.AppendJSON(m.B)
	}
	m.OptStrs("unpricedModels", x.UnpricedModels)
	m.OptNum("webSearches", x.WebSearches)
	return m.End()
}

// Spend: The tokens and money of a part.
type Spend struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64
	// The part of outputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64
	// The part of cacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64
	// Money spent; absent when nothing has a price, never 0 instead. Unit: USD.
	TotalUSD *Money
	// How totalUsd was determined.
	Source CostSource
}

// AppendJSON appends the canonical JSON of x.
func (x *Spend) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("cacheWrite1hTokens", x.CacheWrite1hTokens)
	m.Num("cacheWriteTokens", x.CacheWriteTokens)
	m.Num("cachedTokens", x.CachedTokens)
	m.Num("inputTokens", x.InputTokens)
	m.OptNum("nanoCredits", x.NanoCredits)
	m.Num("outputTokens", x.OutputTokens)
	m.Str("source", string(x.Source))
	m.Num("thinkingTokens", x.ThinkingTokens)
	if x.TotalUSD != nil {
		m.Key("totalUsd")
		m.B = x.TotalUSD.AppendJSON(m.B)
	}
	m.OptNum("webSearches", x.WebSearches)
	return m.End()
}

// TierSpend: The part of a spend that was made on the same terms.
type TierSpend struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64
	// Answer tokens, including thinking. Unit: tokens.
	OutputTokens int64
	// The part of outputTokens that was thinking, if the agent reports it. Unit: tokens.
	ThinkingTokens int64
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64
	// Prompt tokens written to a cache, of all lifetimes. Unit: tokens.
	CacheWriteTokens int64
	// The part of cacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64
	// Web searches at the provider, which cost money beside tokens.
	WebSearches int64
	// Credits that the agent recorded (Copilot). Unit: billionths of an AI credit.
	NanoCredits int64
	// Money spent; absent when nothing has a price, never 0 instead. Unit: USD.
	TotalUSD *Money
	// How totalUsd was determined.
	Source CostSource
	// standard, or what the agent recorded: fast, priority, flex, batch, a region; several are joined by +.
	Tier string
	// Some of it is computed at the standard price, because no factor is known for its model and tier.
	UnknownFactor bool
}

// AppendJSON appends the canonical JSON of x.
func (x *TierSpend) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("cacheWrite1hTokens", x.CacheWrite1hTokens)
	m.Num("cacheWriteTokens", x.CacheWriteTokens)
	m.Num("cachedTokens", x.CachedTokens)
	m.Num("inputTokens", x.InputTokens)
	m.OptNum("nanoCredits", x.NanoCredits)
	m.Num("outputTokens", x.OutputTokens)
	m.Str("source", string(x.Source))
	m.Num("thinkingTokens", x.ThinkingTokens)
	m.Str("tier", x.Tier)
	if x.TotalUSD != nil {
		m.Key("totalUsd")
		m.B = x.TotalUSD.AppendJSON(m.B)
	}
	m.OptFlag("unknownFactor", x.UnknownFactor)
	m.OptNum("webSearches", x.WebSearches)
	return m.End()
}

// Diagnostic: A reason why a result is incomplete.
type Diagnostic struct {
	// A stable error code.
	Code string
	// The agent whose data it concerns.
	Agent string
	// The mount-relative path of the file.
	Path string
	// The line, counted from 1.
	Line int64
	// The offset from the start of the file. Unit: bytes.
	Offset int64
	// What happened.
	Message string
	// What to do next.
	Hint string
}

// AppendJSON appends the canonical JSON of x.
func (x *Diagnostic) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("agent", x.Agent)
	m.Str("code", x.Code)
	m.OptStr("hint", x.Hint)
	m.OptNum("line", x.Line)
	m.Str("message", x.Message)
	m.OptNum("offset", x.Offset)
	m.OptStr("path", x.Path)
	return m.End()
}

// Report: What was read of a session's files, and what was skipped.
type Report struct {
	// Bytes read. Unit: bytes.
	Bytes int64
	// Records understood or kept as unknown.
	Records int64
	// Records of context that the user did not type: reminders, environment blocks, system prompts.
	Injected int64
	// The first 100 parts that could not be read unchanged, in file order.
	Skipped []SkippedRecord
	// The total number of skipped parts.
	SkippedCount int64
	// Records of types that this version does not know, by type.
	UnknownTypes map[string]int64
	// What a newer version of the agent may have changed in the session, by kind.
	Drift []DriftCount
	// The newest version of the agent that wrote the session, or the name of the format.
	FormatVersion string
	// Whether times without a zone were read as UTC.
	NaiveTimes bool
}

// AppendJSON appends the canonical JSON of x.
func (x *Report) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("bytes", x.Bytes)
	if len(x.Drift) > 0 {
		m.Key("drift")
		m.Open('[')
		for i := range x.Drift {
			m.Item(i)
			m.B = x.Drift[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptStr("formatVersion", x.FormatVersion)
	m.OptNum("injected", x.Injected)
	m.OptFlag("naiveTimes", x.NaiveTimes)
	m.Num("records", x.Records)
	if len(x.Skipped) > 0 {
		m.Key("skipped")
		m.Open('[')
		for i := range x.Skipped {
			m.Item(i)
			m.B = x.Skipped[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptNum("skippedCount", x.SkippedCount)
	if x.UnknownTypes != nil {
		m.Key("unknownTypes")
		m.Open('{')
		for i, k := range sortedKeys(x.UnknownTypes) {
			m.Item(i)
			m.MapKey(k)
			m.Int(x.UnknownTypes[k])
		}
		m.Close('}')
	}
	return m.End()
}

// DriftCount: How often a session has what this Heddle does not know, or does not have what it should.
type DriftCount struct {
	// answersWithoutUsage, answersWithoutTime, unknownRecords, unknownBlocks, unknownMembers, unknownUsageMembers, unknownTools, missingMembers, missingParents, unknownTags, missingColumns, unreadFiles, unreachableTexts, newerVersions, numbersAsText or epochTimes; the last two are read all the same.
	Kind string
	// The type, member, tool, tag, column, folder or version, where there is one.
	Name string
	// The version of the agent that wrote it.
	Version string
	// How often.
	Count int64
}

// AppendJSON appends the canonical JSON of x.
func (x *DriftCount) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("count", x.Count)
	m.Str("kind", x.Kind)
	m.OptStr("name", x.Name)
	m.OptStr("version", x.Version)
	return m.End()
}

// SkippedRecord: A part of a file that could not be read.
type SkippedRecord struct {
	// The mount-relative path of the file.
	Path string
	// The line, counted from 1.
	Line int64
	// The offset from the start of the file. Unit: bytes.
	Offset int64
	// truncated, syntax, nul, depth, line-too-long, sparse, not-object, glued, utf8 or shape; with the last three the part is still read.
	Reason string
}

// AppendJSON appends the canonical JSON of x.
func (x *SkippedRecord) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("line", x.Line)
	m.Num("offset", x.Offset)
	m.Str("path", x.Path)
	m.Str("reason", x.Reason)
	return m.End()
}

// StoredSession: A session's metadata in the store.
type StoredSession struct {
	// The session's id.
	SessionID string
	// The agent that runs the session.
	Adapter string
	// The model, as last set or as the messages record it.
	Model string
	// The working directory.
	CWD string
	// The time of its creation.
	CreatedAt Time
	// The time of its last change.
	UpdatedAt Time
	// The number of recorded messages, including hidden ones.
	MessageCount int64
	// The greatest number of messages, if the session has its own limit.
	MessageLimit int64
	// The caller's members and those of the store: fork, share, summary and view.
	Extra JSON
	// The sequence number of the last event, as expect and at use it; absent for a session that is not in the store.
	Position int64
}

// AppendJSON appends the canonical JSON of x.
func (x *StoredSession) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("adapter", x.Adapter)
	canon.OptTime(&m, "createdAt", x.CreatedAt)
	m.OptStr("cwd", x.CWD)
	if len(x.Extra) > 0 {
		m.Key("extra")
		m.B = x.Extra.AppendJSON(m.B)
	}
	m.Num("messageCount", x.MessageCount)
	m.OptNum("messageLimit", x.MessageLimit)
	m.OptStr("model", x.Model)
	m.OptNum("position", x.Position)
	m.Str("sessionId", x.SessionID)
	canon.OptTime(&m, "updatedAt", x.UpdatedAt)
	return m.End()
}

// StoredShare: The state of a session's share.
type StoredShare struct {
	// The share's id.
	ShareID string
	// The session.
	SessionID string
	// The time of its creation.
	CreatedAt Time
	// Whether the share is active.
	Status ShareStatus
	// The time at which it was revoked.
	RevokedAt Time
}

// AppendJSON appends the canonical JSON of x.
func (x *StoredShare) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	canon.OptTime(&m, "createdAt", x.CreatedAt)
	canon.OptTime(&m, "revokedAt", x.RevokedAt)
	m.Str("sessionId", x.SessionID)
	m.Str("shareId", x.ShareID)
	m.Str("status", string(x.Status))
	return m.End()
}

// StoredSummary: A stored summary of a session.
type StoredSummary struct {
	// The session.
	SessionID string
	// The summary's text.
	Content string
	// The time of its creation.
	GeneratedAt Time
	// The number of messages recorded at that time.
	MessageCount int64
	// The summary's author.
	GeneratedBy string
}

// AppendJSON appends the canonical JSON of x.
func (x *StoredSummary) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("content", x.Content)
	canon.OptTime(&m, "generatedAt", x.GeneratedAt)
	m.Str("generatedBy", x.GeneratedBy)
	m.Num("messageCount", x.MessageCount)
	m.Str("sessionId", x.SessionID)
	return m.End()
}

// StoreEvents: A page of a session's log.
type StoreEvents struct {
	// The events, in order.
	Events []StoreEvent
	// The position to pass as after for the next page.
	Next int64
	// Whether the turn has ended: the last event is a result or an error, or deletes the session.
	Complete bool
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreEvents) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Flag("complete", x.Complete)
	m.Key("events")
	m.Open('[')
	for i := range x.Events {
		m.Item(i)
		m.B = x.Events[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.Num("next", x.Next)
	return m.End()
}

// StoreEvent: One entry of a session's log.
type StoreEvent struct {
	// The event's position.
	Seq int64
	// The event's UUID.
	ID string
	// The time at which it was recorded.
	Time Time
	// The kind of the event; core/internal/store/FORMAT.md lists the kinds.
	Kind string
	// The event's data; absent when the kind has none.
	Payload JSON
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreEvent) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("id", x.ID)
	m.Str("kind", x.Kind)
	if len(x.Payload) > 0 {
		m.Key("payload")
		m.B = x.Payload.AppendJSON(m.B)
	}
	m.Num("seq", x.Seq)
	canon.OptTime(&m, "time", x.Time)
	return m.End()
}

// StoreProblem: A defect that a check found.
type StoreProblem struct {
	// The session; absent when the defect concerns the whole file.
	SessionID string
	// The position of the event, if known.
	Position int64
	// A description of the defect.
	Message string
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreProblem) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("message", x.Message)
	m.OptNum("position", x.Position)
	m.OptStr("sessionId", x.SessionID)
	return m.End()
}

// StoreStats: The size of a store.
type StoreStats struct {
	// The number of sessions.
	Sessions int64
	// The number of deleted sessions whose log still exists.
	Deleted int64
	// The number of messages of the sessions; messages that forks share count in each.
	Messages int64
	// The number of threads.
	Threads int64
	// The number of active shares.
	Shares int64
	// The number of events of all logs, including freed ones.
	Events int64
	// The size of the file; 0 when it is unknown. Unit: bytes.
	Bytes int64
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreStats) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("bytes", x.Bytes)
	m.Num("deleted", x.Deleted)
	m.Num("events", x.Events)
	m.Num("messages", x.Messages)
	m.Num("sessions", x.Sessions)
	m.Num("shares", x.Shares)
	m.Num("threads", x.Threads)
	return m.End()
}

// StoreCompacted: The result of a compaction.
type StoreCompacted struct {
	// The number of deleted sessions whose space was freed.
	Sessions int64
	// The size of the freed payloads. Unit: bytes.
	Bytes int64
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreCompacted) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("bytes", x.Bytes)
	m.Num("sessions", x.Sessions)
	return m.End()
}

// StoredThread: A thread's metadata.
type StoredThread struct {
	// The thread's id.
	ThreadID string
	// The thread's session.
	SessionID string
	// The thread's name.
	Name string
	// The thread's status.
	Status ThreadStatus
	// The thread's parent.
	ParentThreadID string
	// The time of its creation.
	CreatedAt Time
	// The time of its last change.
	UpdatedAt Time
	// The time at which it was archived.
	ArchivedAt Time
	// Whether it is archived.
	Archived bool
	// Whether it is the session's active thread.
	Active bool
	// The number of its messages, including hidden ones.
	MessageCount int64
	// The number of its visible messages.
	VisibleMessageCount int64
	// The caller's own object.
	Metadata JSON
}

// AppendJSON appends the canonical JSON of x.
func (x *StoredThread) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Flag("active", x.Active)
	m.Flag("archived", x.Archived)
	canon.OptTime(&m, "archivedAt", x.ArchivedAt)
	canon.OptTime(&m, "createdAt", x.CreatedAt)
	m.Num("messageCount", x.MessageCount)
	if len(x.Metadata) > 0 {
		m.Key("metadata")
		m.B = x.Metadata.AppendJSON(m.B)
	}
	m.Str("name", x.Name)
	m.OptStr("parentThreadId", x.ParentThreadID)
	m.Str("sessionId", x.SessionID)
	m.Str("status", string(x.Status))
	m.Str("threadId", x.ThreadID)
	canon.OptTime(&m, "updatedAt", x.UpdatedAt)
	m.Num("visibleMessageCount", x.VisibleMessageCount)
	return m.End()
}

// LoadedThreads: A session's threads and the active one.
type LoadedThreads struct {
	// The threads, last updated first, then by id.
	Threads []StoredThread
	// The active thread's id.
	ActiveThreadID string
	// The number of threads listed.
	Count int64
}

// AppendJSON appends the canonical JSON of x.
func (x *LoadedThreads) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("activeThreadId", x.ActiveThreadID)
	m.Num("count", x.Count)
	m.Key("threads")
	m.Open('[')
	for i := range x.Threads {
		m.Item(i)
		m.B = x.Threads[i].AppendJSON(m.B)
	}
	m.Close(']')
	return m.End()
}

// ThreadUnsubscribed: The confirmation that a thread is not the active one.
type ThreadUnsubscribed struct {
	// The thread.
	ThreadID string
	// Always true.
	Unsubscribed bool
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadUnsubscribed) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("threadId", x.ThreadID)
	m.Flag("unsubscribed", x.Unsubscribed)
	return m.End()
}

// ThreadContent: A thread with its messages.
type ThreadContent struct {
	// The thread.
	Thread *StoredThread
	// On request: the messages that it shows.
	Messages []JSON
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadContent) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Messages != nil {
		m.Key("messages")
		m.Open('[')
		for i := range x.Messages {
			m.Item(i)
			m.B = x.Messages[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.Key("thread")
	m.B = x.Thread.AppendJSON(m.B)
	return m.End()
}

// ImportReport: The result of an import.
type ImportReport struct {
	// The result for each session, in the order of the list.
	Sessions []ImportedSession
	// The number of sessions that are new in the store.
	Imported int64
	// The number of sessions that grew or changed.
	Updated int64
	// The number of sessions that were already complete in the store.
	Unchanged int64
	// The number of sessions that were deleted from the store and remain so.
	Deleted int64
	// The number of sessions that could not be read; the diagnostics say why.
	Failed int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ImportReport) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("deleted", x.Deleted)
	m.Num("failed", x.Failed)
	m.Num("imported", x.Imported)
	m.Key("sessions")
	m.Open('[')
	for i := range x.Sessions {
		m.Item(i)
		m.B = x.Sessions[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.Num("unchanged", x.Unchanged)
	m.Num("updated", x.Updated)
	return m.End()
}

// ImportedSession: The result of an import for one session.
type ImportedSession struct {
	// The unified id of the agent's session.
	UnifiedID string
	// The session's id in the store.
	StoreID string
	// The result for this session.
	Status ImportStatus
	// The number of its visible messages.
	Messages int64
	// The number of messages that this import added.
	Added int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ImportedSession) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("added", x.Added)
	m.Num("messages", x.Messages)
	m.Str("status", string(x.Status))
	m.Str("storeId", x.StoreID)
	m.Str("unifiedId", x.UnifiedID)
	return m.End()
}

// LiveAsk: A request for permission.
type LiveAsk struct {
	// The tool.
	ToolName string
	// The call.
	ToolUseID string
	// The tool's input.
	Input JSON
	// What the agent says the call is about.
	Title string
	// Why it asks.
	Reason string
	// Permission updates that the agent suggests, in its own form.
	Suggestions JSON
	// The input may be changed.
	CanUpdateInput bool
	// The answer may be a rule for the rest of the session.
	CanRemember bool
	// The choices as the agent offers them.
	Options JSON
}

// AppendJSON appends the canonical JSON of x.
func (x *LiveAsk) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptFlag("canRemember", x.CanRemember)
	m.OptFlag("canUpdateInput", x.CanUpdateInput)
	if len(x.Input) > 0 {
		m.Key("input")
		m.B = x.Input.AppendJSON(m.B)
	}
	if len(x.Options) > 0 {
		m.Key("options")
		m.B = x.Options.AppendJSON(m.B)
	}
	m.OptStr("reason", x.Reason)
	if len(x.Suggestions) > 0 {
		m.Key("suggestions")
		m.B = x.Suggestions.AppendJSON(m.B)
	}
	m.OptStr("title", x.Title)
	m.Str("toolName", x.ToolName)
	m.OptStr("toolUseId", x.ToolUseID)
	return m.End()
}

// LiveAgent: An agent that live sessions can run.
type LiveAgent struct {
	// The agent's name.
	Agent string
	// The protocol: claude, codex, pi or acp.
	Engine string
	// The program.
	Program string
	// The arguments that select the protocol.
	Args []string
	// The oldest version that works.
	MinVersion string
	// How to get it.
	Install string
	// Whether it was run with this engine.
	Tested bool
	// What it can do, in byte order; docs/live.md explains each. The agent may announce less when it runs.
	Capabilities []string
}

// AppendJSON appends the canonical JSON of x.
func (x *LiveAgent) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	m.Strs("args", x.Args)
	m.Strs("capabilities", x.Capabilities)
	m.Str("engine", x.Engine)
	m.OptStr("install", x.Install)
	m.OptStr("minVersion", x.MinVersion)
	m.Str("program", x.Program)
	m.Flag("tested", x.Tested)
	return m.End()
}

// SessionStats: What the matching sessions did.
type SessionStats struct {
	// Sessions that match; with since or until, only those that did something in that range. Subagents and superseded copies are not counted.
	SessionCount int64
	// Visible messages of all roles, without subagents'.
	MessageCount int64
	// Answered prompts by a person or SDK caller.
	TurnCount int64
	// Tool calls, subagents' included.
	CallCount int64
	// Tool calls that failed or were refused: their result is an error, or their command's exit status is not 0.
	FailureCount int64
	// Different files that tools edited.
	FileCount int64
	// The times from each session's first message to its last, added up. Unit: ms.
	DurationMS int64
	// The part of durationMs without pauses: times between two messages that are longer than 15 minutes. Unit: ms.
	ActiveMS int64
	// The time of the first message.
	FirstAt Time
	// The time of the last message.
	LastAt Time
	// The tools, most calls first, then by name.
	Tools []ToolStats
	// The tools beyond limit.
	OtherTools *OtherStats
	// The models, most answers first, then by name.
	Models []ModelStats
	// The models beyond limit.
	OtherModels *OtherStats
	// The edited files, most edits first, then by path.
	Files []FileStats
	// The files beyond limit.
	OtherFiles *OtherStats
	// The requests by tier, most first, then by name; absent when all are of the standard one.
	Tiers []TierStats
	// Messages by hour of the day, 24 numbers; messages without a time are left out.
	Hours []int64
	// Messages by weekday, 7 numbers from Monday on.
	Weekdays []int64
}

// AppendJSON appends the canonical JSON of x.
func (x *SessionStats) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("activeMs", x.ActiveMS)
	m.Num("callCount", x.CallCount)
	m.Num("durationMs", x.DurationMS)
	m.Num("failureCount", x.FailureCount)
	m.Num("fileCount", x.FileCount)
	m.Key("files")
	m.Open('[')
	for i := range x.Files {
		m.Item(i)
		m.B = x.Files[i].AppendJSON(m.B)
	}
	m.Close(']')
	canon.OptTime(&m, "firstAt", x.FirstAt)
	m.Key("hours")
	m.Open('[')
	for i := range x.Hours {
		m.Item(i)
		m.Int(x.Hours[i])
	}
	m.Close(']')
	canon.OptTime(&m, "lastAt", x.LastAt)
	m.Num("messageCount", x.MessageCount)
	m.Key("models")
	m.Open('[')
	for i := range x.Models {
		m.Item(i)
		m.B = x.Models[i].AppendJSON(m.B)
	}
	m.Close(']')
	if x.OtherFiles != nil {
		m.Key("otherFiles")
		m.B = x.OtherFiles.AppendJSON(m.B)
	}
	if x.OtherModels != nil {
		m.Key("otherModels")
		m.B = x.OtherModels.AppendJSON(m.B)
	}
	if x.OtherTools != nil {
		m.Key("otherTools")
		m.B = x.OtherTools.AppendJSON(m.B)
	}
	m.Num("sessionCount", x.SessionCount)
	if len(x.Tiers) > 0 {
		m.Key("tiers")
		m.Open('[')
		for i := range x.Tiers {
			m.Item(i)
			m.B = x.Tiers[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.Key("tools")
	m.Open('[')
	for i := range x.Tools {
		m.Item(i)
		m.B = x.Tools[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.Num("turnCount", x.TurnCount)
	m.Key("weekdays")
	m.Open('[')
	for i := range x.Weekdays {
		m.Item(i)
		m.Int(x.Weekdays[i])
	}
	m.Close(']')
	return m.End()
}

// ToolStats: The calls of one tool.
type ToolStats struct {
	// The tool's name; tools of several agents may share it.
	Name string
	// Its calls.
	Calls int64
	// The calls that failed or were refused.
	Failures int64
	// The sessions that called it.
	SessionCount int64
	// The durations of its calls added up, as far as they are recorded. Unit: ms.
	DurationMS int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ToolStats) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("calls", x.Calls)
	m.OptNum("durationMs", x.DurationMS)
	m.Num("failures", x.Failures)
	m.Str("name", x.Name)
	m.Num("sessionCount", x.SessionCount)
	return m.End()
}

// ModelStats: The answers of one model.
type ModelStats struct {
	// The model; empty when the agent does not record it.
	Name string
	// Its messages, subagents' included.
	Answers int64
	// The sessions in which it answered.
	SessionCount int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ModelStats) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("answers", x.Answers)
	m.Str("name", x.Name)
	m.Num("sessionCount", x.SessionCount)
	return m.End()
}

// TierStats: The requests of one tier.
type TierStats struct {
	// standard, or what the agent recorded: fast, priority, flex, batch, a region; several are joined by +.
	Name string
	// Its requests, subagents' included.
	Requests int64
	// The sessions that made them.
	SessionCount int64
}

// AppendJSON appends the canonical JSON of x.
func (x *TierStats) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("name", x.Name)
	m.Num("requests", x.Requests)
	m.Num("sessionCount", x.SessionCount)
	return m.End()
}

// FileStats: The edits of one file.
type FileStats struct {
	// Its path; a relative one is joined with the session's working directory. It may be another system's, and need not exist.
	Path string
	// Tool calls that edited, created, moved or deleted it and did not fail.
	Edits int64
	// The sessions that edited it.
	SessionCount int64
}

// AppendJSON appends the canonical JSON of x.
func (x *FileStats) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("edits", x.Edits)
	m.Str("path", x.Path)
	m.Num("sessionCount", x.SessionCount)
	return m.End()
}

// OtherStats: The groups that are not listed one by one.
type OtherStats struct {
	// The number of groups.
	Groups int64
	// Their calls, answers or edits.
	Count int64
}

// AppendJSON appends the canonical JSON of x.
func (x *OtherStats) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("count", x.Count)
	m.Num("groups", x.Groups)
	return m.End()
}

// SessionTags: The tags of a session that the store keeps.
type SessionTags struct {
	// The session; for a copy in the store, its original.
	UnifiedID string
	// Its tags in the store, in byte order.
	Tags []string
}

// AppendJSON appends the canonical JSON of x.
func (x *SessionTags) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Strs("tags", x.Tags)
	m.Str("unifiedId", x.UnifiedID)
	return m.End()
}

// TagCount: A tag and how many sessions have it.
type TagCount struct {
	// The tag.
	Tag string
	// The number of sessions with this tag, including sessions that are no longer on disk.
	SessionCount int64
}

// AppendJSON appends the canonical JSON of x.
func (x *TagCount) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("sessionCount", x.SessionCount)
	m.Str("tag", x.Tag)
	return m.End()
}

// SessionView: A page of a session, as a person reads it.
type SessionView struct {
	// The session, as a list has it.
	Session *SessionSummary
	// What the whole session adds up to.
	Totals *ViewTotals
	// Other branches, newest first.
	Branches []ViewBranch
	// All turns in a line each; of more than 5,000 turns the page's only.
	Outline []ViewOutline
	// The turns of this page.
	Turns []ViewTurn
	// Pass it as after for the next page; absent on the last one.
	Next int64
	// Subagents whose call the records do not name.
	Subagents []ViewAgent
	// With redact: what was replaced in the whole session, by rule; empty when nothing was.
	Redactions []Redaction
}

// AppendJSON appends the canonical JSON of x.
func (x *SessionView) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if len(x.Branches) > 0 {
		m.Key("branches")
		m.Open('[')
		for i := range x.Branches {
			m.Item(i)
			m.B = x.Branches[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptNum("next", x.Next)
	m.Key("outline")
	m.Open('[')
	for i := range x.Outline {
		m.Item(i)
		m.B = x.Outline[i].AppendJSON(m.B)
	}
	m.Close(']')
	if x.Redactions != nil {
		m.Key("redactions")
		m.Open('[')
		for i := range x.Redactions {
			m.Item(i)
			m.B = x.Redactions[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.Key("session")
	m.B = x.Session.AppendJSON(m.B)
	if len(x.Subagents) > 0 {
		m.Key("subagents")
		m.Open('[')
		for i := range x.Subagents {
			m.Item(i)
			m.B = x.Subagents[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.Key("totals")
	m.B = x.Totals.AppendJSON(m.B)
	m.Key("turns")
	m.Open('[')
	for i := range x.Turns {
		m.Item(i)
		m.B = x.Turns[i].AppendJSON(m.B)
	}
	m.Close(']')
	return m.End()
}

// ViewTotals: What a session adds up to.
type ViewTotals struct {
	_ [0]func() // not comparable
	// The turns of the view: prompts, and work before the first one.
	Turns int64
	// The visible messages of all roles.
	Messages int64
	// The tool calls.
	Calls int64
	// The calls that failed or were denied.
	Failed int64
	// The edits of files that did not fail.
	Edits int64
	// The different files that they changed.
	Files int64
	// The pictures and files. Nothing redacts what they show.
	Attachments int64
	// The tokens, as in the session's cost.
	Usage *TokenUsage
	// The session's cost: turnsUsd, otherUsd and subagentsUsd together. Unit: USD.
	CostUSD *Money
	// How costUsd was determined.
	CostSource CostSource
	// The cost of all turns together. Unit: USD.
	TurnsUSD *Money
	// The cost of requests that no visible message shows, such as those of other branches. Unit: USD.
	OtherUSD *Money
	// The cost of all subagents. Unit: USD.
	SubagentsUSD *Money
	// The time from the first message to the last. Unit: ms.
	DurationMS int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewTotals) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("attachments", x.Attachments)
	m.Num("calls", x.Calls)
	m.OptStr("costSource", string(x.CostSource))
	if x.CostUSD != nil {
		m.Key("costUsd")
		m.B = x.CostUSD.AppendJSON(m.B)
	}
	m.OptNum("durationMs", x.DurationMS)
	m.Num("edits", x.Edits)
	m.Num("failed", x.Failed)
	m.Num("files", x.Files)
	m.Num("messages", x.Messages)
	if x.OtherUSD != nil {
		m.Key("otherUsd")
		m.B = x.OtherUSD.AppendJSON(m.B)
	}
	if x.SubagentsUSD != nil {
		m.Key("subagentsUsd")
		m.B = x.SubagentsUSD.AppendJSON(m.B)
	}
	m.Num("turns", x.Turns)
	if x.TurnsUSD != nil {
		m.Key("turnsUsd")
		m.B = x.TurnsUSD.AppendJSON(m.B)
	}
	if x.Usage != nil {
		m.Key("usage")
		m.B = x.Usage.AppendJSON(m.B)
	}
	return m.End()
}

// ViewBranch: A branch that is not shown.
type ViewBranch struct {
	_ [0]func() // not comparable
	// Its leaf id: pass it as branch.
	ID string
	// The first line of its first prompt.
	Title string
	// The messages that only this branch has.
	Messages int64
	// The number of the last message that it shares with the branch shown.
	From *int64
	// The time of its last message.
	At Time
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewBranch) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	canon.OptTime(&m, "at", x.At)
	if x.From != nil {
		m.Key("from")
		m.Int(*x.From)
	}
	m.Str("id", x.ID)
	m.Num("messages", x.Messages)
	m.OptStr("title", x.Title)
	return m.End()
}

// ViewOutline: A turn in one line.
type ViewOutline struct {
	_ [0]func() // not comparable
	// Its number, from 1.
	Turn int64
	// The number of its first message.
	N int64
	// The time of its first message.
	At Time
	// The first line of its prompt, at most 200 bytes.
	Text string
	// Its tool calls.
	Calls int64
	// Those that failed or were denied.
	Failed int64
	// Its edits of files that did not fail.
	Edits int64
	// Its cost, without subagents'. Unit: USD.
	CostUSD *Money
	// Messages were compacted in it.
	Seam bool
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewOutline) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	canon.OptTime(&m, "at", x.At)
	m.OptNum("calls", x.Calls)
	if x.CostUSD != nil {
		m.Key("costUsd")
		m.B = x.CostUSD.AppendJSON(m.B)
	}
	m.OptNum("edits", x.Edits)
	m.OptNum("failed", x.Failed)
	m.Num("n", x.N)
	m.OptFlag("seam", x.Seam)
	m.OptStr("text", x.Text)
	m.Num("turn", x.Turn)
	return m.End()
}

// ViewTurn: A prompt and what the agent did then.
type ViewTurn struct {
	// Its number, from 1.
	Turn int64
	// The number of its first message, as heddle show --at takes it.
	N int64
	// The time of its first message.
	At Time
	// The time from its first message to its last. Unit: ms.
	DurationMS int64
	// The model that answered last.
	Model string
	// Its tokens, without subagents'.
	Usage *TokenUsage
	// The prompt tokens of its last request, of all kinds: how full the context was. Unit: tokens.
	ContextTokens int64
	// Its cost, without subagents' and without what was copied from another session. Unit: USD.
	CostUSD *Money
	// How costUsd was determined.
	CostSource CostSource
	// The prompt; absent for work before the first one.
	Prompt *ViewPrompt
	// What followed, in order.
	Items []ViewItem
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewTurn) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	canon.OptTime(&m, "at", x.At)
	m.OptNum("contextTokens", x.ContextTokens)
	m.OptStr("costSource", string(x.CostSource))
	if x.CostUSD != nil {
		m.Key("costUsd")
		m.B = x.CostUSD.AppendJSON(m.B)
	}
	m.OptNum("durationMs", x.DurationMS)
	m.Key("items")
	m.Open('[')
	for i := range x.Items {
		m.Item(i)
		m.B = x.Items[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.OptStr("model", x.Model)
	m.Num("n", x.N)
	if x.Prompt != nil {
		m.Key("prompt")
		m.B = x.Prompt.AppendJSON(m.B)
	}
	m.Num("turn", x.Turn)
	if x.Usage != nil {
		m.Key("usage")
		m.B = x.Usage.AppendJSON(m.B)
	}
	return m.End()
}

// ViewPrompt: What a person or SDK caller asked.
type ViewPrompt struct {
	// The message's number.
	N int64
	// The message's id.
	ID string
	// Markdown source.
	Text string
	// What was left out of text. Unit: bytes.
	Omitted int64
	// Its pictures and files.
	Attachments []Attachment
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewPrompt) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if len(x.Attachments) > 0 {
		m.Key("attachments")
		m.Open('[')
		for i := range x.Attachments {
			m.Item(i)
			m.B = x.Attachments[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptStr("id", x.ID)
	m.Num("n", x.N)
	m.OptNum("omitted", x.Omitted)
	m.Str("text", x.Text)
	return m.End()
}

// ViewItem: A part of a turn; kind says which members it has.
type ViewItem struct {
	// What it is.
	Kind ViewKind
	// The message's number; of calls, the first one's.
	N int64
	// The message's id.
	ID string
	// The message's time.
	At Time
	// text: the model that wrote it.
	Model string
	// note: the message's kind.
	Name string
	// text, thinking, note, error: Markdown source.
	Text string
	// What was left out of text or summary. Unit: bytes.
	Omitted int64
	// The message's pictures and files.
	Attachments []Attachment
	// error: the provider's code or status, if the text has one.
	Code string
	// error: how many more of the same text followed at once; they are not shown.
	Retries int64
	// calls: for example 6 tool calls. seam: what the agent kept of the messages before.
	Summary string
	// calls: neighbours without a text between them.
	Calls []ViewCall
	// seam: auto or manual, if it is recorded.
	Trigger string
	// seam: the context before it, as it was recorded or of the last request. Unit: tokens.
	TokensBefore int64
	// seam: the context after it, as it was recorded or of the first request. Unit: tokens.
	TokensAfter int64
	// seam: messages before it, since the seam before, that the model no longer sees as they were.
	Removed int64
	// rewind: the branch that was left here.
	Branch string
	// rewind: the messages that only that branch has.
	Messages int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewItem) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	canon.OptTime(&m, "at", x.At)
	if len(x.Attachments) > 0 {
		m.Key("attachments")
		m.Open('[')
		for i := range x.Attachments {
			m.Item(i)
			m.B = x.Attachments[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptStr("branch", x.Branch)
	if len(x.Calls) > 0 {
		m.Key("calls")
		m.Open('[')
		for i := range x.Calls {
			m.Item(i)
			m.B = x.Calls[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptStr("code", x.Code)
	m.OptStr("id", x.ID)
	m.Str("kind", string(x.Kind))
	m.OptNum("messages", x.Messages)
	m.OptStr("model", x.Model)
	m.Num("n", x.N)
	m.OptStr("name", x.Name)
	m.OptNum("omitted", x.Omitted)
	m.OptNum("removed", x.Removed)
	m.OptNum("retries", x.Retries)
	m.OptStr("summary", x.Summary)
	m.OptStr("text", x.Text)
	m.OptNum("tokensAfter", x.TokensAfter)
	m.OptNum("tokensBefore", x.TokensBefore)
	m.OptStr("trigger", x.Trigger)
	return m.End()
}

// ViewCall: A tool call and its result.
type ViewCall struct {
	// The number of the message that made it.
	N int64
	// The number of the message with its result.
	ResultN *int64
	// The agent's id of the call.
	ID string
	// The tool's name.
	Tool string
	// One line: the command, the file and the lines added and removed, the query.
	Summary string
	// How it ended.
	Outcome ViewOutcome
	// When it was made.
	At Time
	// Its duration, if recorded, else the time until its result. Unit: ms.
	DurationMS int64
	// The command's exit status, if it is not 0.
	ExitCode int64
	// What the model thought before it, where no text is between it and the call before.
	Thinking string
	// The arguments as a person reads them: the command, the patch, else JSON. Absent where edits have all of it.
	Input string
	// What was left out of input. Unit: bytes.
	InputOmitted int64
	// The edits of files, where the call has their texts.
	Edits []ViewEdit
	// What it printed or returned.
	Output *ViewOutput
	// Pictures and files of its result.
	Attachments []Attachment
	// Who refused it, where that is recorded.
	Permission *ViewPermission
	// The subagent that it started.
	Agent *ViewAgent
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewCall) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Agent != nil {
		m.Key("agent")
		m.B = x.Agent.AppendJSON(m.B)
	}
	canon.OptTime(&m, "at", x.At)
	if len(x.Attachments) > 0 {
		m.Key("attachments")
		m.Open('[')
		for i := range x.Attachments {
			m.Item(i)
			m.B = x.Attachments[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptNum("durationMs", x.DurationMS)
	if len(x.Edits) > 0 {
		m.Key("edits")
		m.Open('[')
		for i := range x.Edits {
			m.Item(i)
			m.B = x.Edits[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptNum("exitCode", x.ExitCode)
	m.OptStr("id", x.ID)
	m.OptStr("input", x.Input)
	m.OptNum("inputOmitted", x.InputOmitted)
	m.Num("n", x.N)
	m.Str("outcome", string(x.Outcome))
	if x.Output != nil {
		m.Key("output")
		m.B = x.Output.AppendJSON(m.B)
	}
	if x.Permission != nil {
		m.Key("permission")
		m.B = x.Permission.AppendJSON(m.B)
	}
	if x.ResultN != nil {
		m.Key("resultN")
		m.Int(*x.ResultN)
	}
	m.OptStr("summary", x.Summary)
	m.OptStr("thinking", x.Thinking)
	m.Str("tool", x.Tool)
	return m.End()
}

// ViewEdit: An edit of one file.
type ViewEdit struct {
	// The file, as the call names it.
	Path string
	// What was done to it.
	Kind ViewEditKind
	// move: its new name.
	To string
	// Lines added.
	Added int64
	// Lines removed.
	Removed int64
	// The text is the whole file, whose past is not known.
	Whole bool
	// What changed, with up to three lines around.
	Hunks []ViewHunk
	// Lines left out of hunks. Unit: lines.
	Omitted int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewEdit) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("added", x.Added)
	m.Key("hunks")
	m.Open('[')
	for i := range x.Hunks {
		m.Item(i)
		m.B = x.Hunks[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.Str("kind", string(x.Kind))
	m.OptNum("omitted", x.Omitted)
	m.Str("path", x.Path)
	m.Num("removed", x.Removed)
	m.OptStr("to", x.To)
	m.OptFlag("whole", x.Whole)
	return m.End()
}

// ViewHunk: Neighbouring lines of an edit.
type ViewHunk struct {
	// The number of its first line before the edit; 0 when it is not known.
	Old int64
	// The number of its first line after the edit; 0 when it is not known.
	New int64
	// The lines.
	Lines []ViewLine
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewHunk) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Key("lines")
	m.Open('[')
	for i := range x.Lines {
		m.Item(i)
		m.B = x.Lines[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.Num("new", x.New)
	m.Num("old", x.Old)
	return m.End()
}

// ViewLine: A line of an edit.
type ViewLine struct {
	_ [0]func() // not comparable
	// A blank for a line that stays, + or -.
	Op string
	// The line, without its end.
	Text string
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewLine) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("op", x.Op)
	m.Str("text", x.Text)
	return m.End()
}

// ViewOutput: The output of a call, without control sequences.
type ViewOutput struct {
	// Its text in pieces of one style.
	Spans []ViewSpan
	// What was left out between its beginning and its end. Unit: bytes.
	Omitted int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewOutput) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("omitted", x.Omitted)
	m.Key("spans")
	m.Open('[')
	for i := range x.Spans {
		m.Item(i)
		m.B = x.Spans[i].AppendJSON(m.B)
	}
	m.Close(']')
	return m.End()
}

// ViewSpan: Text of one style.
type ViewSpan struct {
	// The text, with line breaks.
	Text string
	// Bold.
	Bold bool
	// Dim.
	Dim bool
	// Italic.
	Italic bool
	// Underlined.
	Underline bool
	// Colours exchanged.
	Inverse bool
	// The colour: black, red, green, yellow, blue, magenta, cyan, white, these with bright before them as in brightRed, or #rrggbb.
	Fg string
	// The background's colour.
	Bg string
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewSpan) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("bg", x.Bg)
	m.OptFlag("bold", x.Bold)
	m.OptFlag("dim", x.Dim)
	m.OptStr("fg", x.Fg)
	m.OptFlag("inverse", x.Inverse)
	m.OptFlag("italic", x.Italic)
	m.Str("text", x.Text)
	m.OptFlag("underline", x.Underline)
	return m.End()
}

// ViewPermission: The answer to a request for permission.
type ViewPermission struct {
	_ [0]func() // not comparable
	// denied.
	Answer string
	// What was said with it, in one line.
	Reason string
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewPermission) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("answer", x.Answer)
	m.OptStr("reason", x.Reason)
	return m.End()
}

// ViewAgent: A subagent's session.
type ViewAgent struct {
	_ [0]func() // not comparable
	// Its agent.
	Agent string
	// Its native id.
	SessionID string
	// Its title.
	Title string
	// Its answered prompts.
	Turns int64
	// Its messages.
	Messages int64
	// Its tool calls, without those of its own subagents.
	Calls int64
	// The tokens that it spent itself.
	Usage *TokenUsage
	// The money that it spent itself. Unit: USD.
	CostUSD *Money
	// The time from its first record to its last. Unit: ms.
	DurationMS int64
	// The subagents that it started itself.
	Agents int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewAgent) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	m.OptNum("agents", x.Agents)
	m.Num("calls", x.Calls)
	if x.CostUSD != nil {
		m.Key("costUsd")
		m.B = x.CostUSD.AppendJSON(m.B)
	}
	m.OptNum("durationMs", x.DurationMS)
	m.Num("messages", x.Messages)
	m.Str("sessionId", x.SessionID)
	m.Str("title", x.Title)
	m.Num("turns", x.Turns)
	if x.Usage != nil {
		m.Key("usage")
		m.B = x.Usage.AppendJSON(m.B)
	}
	return m.End()
}

// SessionStory: What happened in a session.
type SessionStory struct {
	// The session, as a list has it.
	Session *SessionSummary
	// What the whole session adds up to.
	Totals *ViewTotals
	// A step for each turn.
	Steps []StoryStep
	// With redact: what was replaced, by rule; empty when nothing was.
	Redactions []Redaction
}

// AppendJSON appends the canonical JSON of x.
func (x *SessionStory) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Redactions != nil {
		m.Key("redactions")
		m.Open('[')
		for i := range x.Redactions {
			m.Item(i)
			m.B = x.Redactions[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.Key("session")
	m.B = x.Session.AppendJSON(m.B)
	m.Key("steps")
	m.Open('[')
	for i := range x.Steps {
		m.Item(i)
		m.B = x.Steps[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.Key("totals")
	m.B = x.Totals.AppendJSON(m.B)
	return m.End()
}

// StoryStep: A prompt and what came of it.
type StoryStep struct {
	// The turn's number, from 1.
	Turn int64
	// The number of its first message.
	N int64
	// The time of its first message.
	At Time
	// The prompt's first line, at most 200 bytes; empty for work before the first one.
	Prompt string
	// The files that changed, in the order of their first edit.
	Files []StoryFile
	// Its tests, commits and failed commands, in order; at most 100.
	Commands []StoryCommand
	// Commands that failed and then passed, here or in an earlier turn.
	Fixed []StoryFix
	// The commits that it made.
	Commits []StoryCommit
	// Its tool calls.
	Calls int64
	// Those that failed or were denied.
	Failed int64
	// Test commands that passed.
	TestsPassed int64
	// Test commands that failed.
	TestsFailed int64
	// Its cost, without subagents'. Unit: USD.
	CostUSD *Money
	// The time from its first message to its last. Unit: ms.
	DurationMS int64
}

// AppendJSON appends the canonical JSON of x.
func (x *StoryStep) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	canon.OptTime(&m, "at", x.At)
	m.OptNum("calls", x.Calls)
	if len(x.Commands) > 0 {
		m.Key("commands")
		m.Open('[')
		for i := range x.Commands {
			m.Item(i)
			m.B = x.Commands[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	if len(x.Commits) > 0 {
		m.Key("commits")
		m.Open('[')
		for i := range x.Commits {
			m.Item(i)
			m.B = x.Commits[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	if x.CostUSD != nil {
		m.Key("costUsd")
		m.B = x.CostUSD.AppendJSON(m.B)
	}
	m.OptNum("durationMs", x.DurationMS)
	m.OptNum("failed", x.Failed)
	if len(x.Files) > 0 {
		m.Key("files")
		m.Open('[')
		for i := range x.Files {
			m.Item(i)
			m.B = x.Files[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	if len(x.Fixed) > 0 {
		m.Key("fixed")
		m.Open('[')
		for i := range x.Fixed {
			m.Item(i)
			m.B = x.Fixed[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.Num("n", x.N)
	m.OptStr("prompt", x.Prompt)
	m.OptNum("testsFailed", x.TestsFailed)
	m.OptNum("testsPassed", x.TestsPassed)
	m.Num("turn", x.Turn)
	return m.End()
}

// StoryFile: A file that a step changed.
type StoryFile struct {
	_ [0]func() // not comparable
	// The file, as the calls name it; below the session's folder without that.
	Path string
	// Lines added.
	Added int64
	// Lines removed.
	Removed int64
}

// AppendJSON appends the canonical JSON of x.
func (x *StoryFile) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("added", x.Added)
	m.Str("path", x.Path)
	m.Num("removed", x.Removed)
	return m.End()
}

// StoryCommand: A command that a step ran.
type StoryCommand struct {
	_ [0]func() // not comparable
	// Its first line, at most 200 bytes.
	Command string
	// How it ended.
	Outcome ViewOutcome
	// The number of the message that made the call.
	N int64
	// It runs tests, a compiler or a linter.
	Test bool
}

// AppendJSON appends the canonical JSON of x.
func (x *StoryCommand) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("command", x.Command)
	m.Num("n", x.N)
	m.Str("outcome", string(x.Outcome))
	m.OptFlag("test", x.Test)
	return m.End()
}

// StoryFix: A command that failed and then passed.
type StoryFix struct {
	_ [0]func() // not comparable
	// Its first line, at most 200 bytes.
	Command string
	// The number of the message with its first failure since it passed last.
	FailedN int64
	// The number of the message with the call that passed.
	PassedN int64
	// When it failed.
	FailedAt Time
	// When it passed.
	PassedAt Time
}

// AppendJSON appends the canonical JSON of x.
func (x *StoryFix) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("command", x.Command)
	canon.OptTime(&m, "failedAt", x.FailedAt)
	m.Num("failedN", x.FailedN)
	canon.OptTime(&m, "passedAt", x.PassedAt)
	m.Num("passedN", x.PassedN)
	return m.End()
}

// StoryCommit: A commit that a step made.
type StoryCommit struct {
	_ [0]func() // not comparable
	// The short hash, as the output shows it.
	Hash string
	// Its first line.
	Message string
	// The number of the message that made the call.
	N int64
}

// AppendJSON appends the canonical JSON of x.
func (x *StoryCommit) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("hash", x.Hash)
	m.OptStr("message", x.Message)
	m.Num("n", x.N)
	return m.End()
}

// AttachmentData: The bytes of an attachment.
type AttachmentData struct {
	// The MIME type: of pictures what their bytes say, else what the agent recorded.
	MediaType string
	// The name that the agent recorded; never a path to read.
	Name string
	// The size of the attachment itself. Unit: bytes.
	Bytes int64
	// The bytes in base64.
	Data string
}

// AppendJSON appends the canonical JSON of x.
func (x *AttachmentData) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("bytes", x.Bytes)
	m.Str("data", x.Data)
	m.OptStr("mediaType", x.MediaType)
	m.OptStr("name", x.Name)
	return m.End()
}

// FoundEdits: The edits that wrote lines.
type FoundEdits struct {
	// The edits, oldest first.
	Edits []FoundEdit
	// An entry for each line of the request, in its order.
	Lines []FoundLine
}

// AppendJSON appends the canonical JSON of x.
func (x *FoundEdits) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Key("edits")
	m.Open('[')
	for i := range x.Edits {
		m.Item(i)
		m.B = x.Edits[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.Key("lines")
	m.Open('[')
	for i := range x.Lines {
		m.Item(i)
		m.B = x.Lines[i].AppendJSON(m.B)
	}
	m.Close(']')
	return m.End()
}

// FoundLine: Which edits wrote a line.
type FoundLine struct {
	// Indexes into edits, newest first, at most 100; empty when none wrote it.
	Edits []int64
	// exact: they wrote this line; reformatted: they wrote it with other white space, and none wrote it exactly. Absent without edits.
	Confidence string
}

// AppendJSON appends the canonical JSON of x.
func (x *FoundLine) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("confidence", x.Confidence)
	m.Key("edits")
	m.Open('[')
	for i := range x.Edits {
		m.Item(i)
		m.Int(x.Edits[i])
	}
	m.Close(']')
	return m.End()
}

// FoundEdit: An edit of a file by a tool call.
type FoundEdit struct {
	// The agent of the session.
	Agent string
	// The agent's own session id. An edit that several sessions repeat is that of the oldest one.
	SessionID string
	// agent:sessionId.
	UnifiedID string
	// The file, as the session has it; relative paths begin in its working directory.
	Path string
	// The time of the call.
	Time Time
	// The tool that was called.
	Tool string
	// Whether the call wrote the whole file: it may have lines that somebody else wrote before.
	Whole bool
	// The id of the call.
	ToolCallID string
	// The model that called it.
	Model string
	// Zero-based index of the message with the call; absent on a branch that is not the current one.
	MessageIndex *int64
	// The id of that message.
	MessageID string
	// The working directory then.
	Cwd string
	// The URL of the repository's remote then.
	Repository string
	// The branch of the repository then.
	GitBranch string
	// The commit that was checked out then.
	Commit string
	// Whether the session is a subagent's.
	IsSubagent bool
	// The native id of the session that started the subagent.
	ParentSessionID string
}

// AppendJSON appends the canonical JSON of x.
func (x *FoundEdit) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	m.OptStr("commit", x.Commit)
	m.OptStr("cwd", x.Cwd)
	m.OptStr("gitBranch", x.GitBranch)
	m.OptFlag("isSubagent", x.IsSubagent)
	m.OptStr("messageId", x.MessageID)
	if x.MessageIndex != nil {
		m.Key("messageIndex")
		m.Int(*x.MessageIndex)
	}
	m.OptStr("model", x.Model)
	m.OptStr("parentSessionId", x.ParentSessionID)
	m.Str("path", x.Path)
	m.OptStr("repository", x.Repository)
	m.Str("sessionId", x.SessionID)
	canon.OptTime(&m, "time", x.Time)
	m.Str("tool", x.Tool)
	m.OptStr("toolCallId", x.ToolCallID)
	m.Str("unifiedId", x.UnifiedID)
	m.OptFlag("whole", x.Whole)
	return m.End()
}

// TextMapper replaces texts and the texts of JSON values.
type TextMapper interface {
	Text(string) string
	JSON(JSON) JSON
}

// MapTexts replaces every text of x by what m returns for it. Ids and references stay.
func (x *Session) MapTexts(m TextMapper) {
	x.Title = m.Text(x.Title)
	x.Model = m.Text(x.Model)
	if x.Cost != nil {
		x.Cost.MapTexts(m)
	}
	for i := range x.Tags {
		x.Tags[i] = m.Text(x.Tags[i])
	}
	x.Cwd = m.Text(x.Cwd)
	for i := range x.Spans {
		x.Spans[i].MapTexts(m)
	}
	x.Origin = m.Text(x.Origin)
	x.Repository = m.Text(x.Repository)
	x.GitBranch = m.Text(x.GitBranch)
	x.Commit = m.Text(x.Commit)
	x.AgentVersion = m.Text(x.AgentVersion)
	for i := range x.Messages {
		x.Messages[i].MapTexts(m)
	}
	for i := range x.Branches {
		x.Branches[i].MapTexts(m)
	}
	x.Raw = m.JSON(x.Raw)
}

// MapTexts replaces every text of x by what m returns for it. Ids and references stay.
func (x *SessionSummary) MapTexts(m TextMapper) {
	x.Title = m.Text(x.Title)
	x.Model = m.Text(x.Model)
	if x.Cost != nil {
		x.Cost.MapTexts(m)
	}
	for i := range x.Tags {
		x.Tags[i] = m.Text(x.Tags[i])
	}
	x.Cwd = m.Text(x.Cwd)
	for i := range x.Spans {
		x.Spans[i].MapTexts(m)
	}
	x.Origin = m.Text(x.Origin)
	x.Repository = m.Text(x.Repository)
	x.GitBranch = m.Text(x.GitBranch)
	x.Commit = m.Text(x.Commit)
	x.AgentVersion = m.Text(x.AgentVersion)
	x.Kind = m.Text(x.Kind)
	for i := range x.Hits {
		x.Hits[i].MapTexts(m)
	}
}

// MapTexts replaces every text of x by what m returns for it. Ids and references stay.
func (x *StoredSession) MapTexts(m TextMapper) {
	x.Model = m.Text(x.Model)
	x.CWD = m.Text(x.CWD)
	x.Extra = m.JSON(x.Extra)
}

// MapTexts replaces every text of x by what m returns for it. Ids and references stay.
func (x *StoredThread) MapTexts(m TextMapper) {
	x.Name = m.Text(x.Name)
	x.Metadata = m.JSON(x.Metadata)
}

// MapTexts replaces every text of x by what m returns for it. Ids and references stay.
func (x *CostRecord) MapTexts(m TextMapper) {
	x.PriceTable = m.Text(x.PriceTable)
	for i := range x.UnpricedModels {
		x.UnpricedModels[i] = m.Text(x.UnpricedModels[i])
	}
	for i := range x.Tiers {
		x.Tiers[i].MapTexts(m)
	}
}

// MapTexts replaces every text of x by what m returns for it. Ids and references stay.
func (x *Span) MapTexts(m TextMapper) {
	x.Cwd = m.Text(x.Cwd)
	x.Repository = m.Text(x.Repository)
	x.GitBranch = m.Text(x.GitBranch)
	x.Commit = m.Text(x.Commit)
	x.AgentVersion = m.Text(x.AgentVersion)
}

// MapTexts replaces every text of x by what m returns for it. Ids and references stay.
func (x *Message) MapTexts(m TextMapper) {
	x.Kind = m.Text(x.Kind)
	x.Content = m.Text(x.Content)
	for i := range x.ToolCalls {
		x.ToolCalls[i].MapTexts(m)
	}
	if x.ToolResult != nil {
		x.ToolResult.MapTexts(m)
	}
	for i := range x.Attachments {
		x.Attachments[i].MapTexts(m)
	}
	if x.Cost != nil {
		x.Cost.MapTexts(m)
	}
	x.Thinking = m.Text(x.Thinking)
	x.Model = m.Text(x.Model)
}

// MapTexts replaces every text of x by what m returns for it. Ids and references stay.
func (x *Branch) MapTexts(m TextMapper) {
	x.Title = m.Text(x.Title)
}

// MapTexts replaces every text of x by what m returns for it. Ids and references stay.
func (x *SearchHit) MapTexts(m TextMapper) {
	x.MessageID = m.Text(x.MessageID)
	x.Snippet = m.Text(x.Snippet)
}

// MapTexts replaces every text of x by what m returns for it. Ids and references stay.
func (x *TierSpend) MapTexts(m TextMapper) {
	x.Tier = m.Text(x.Tier)
}

// MapTexts replaces every text of x by what m returns for it. Ids and references stay.
func (x *ToolCall) MapTexts(m TextMapper) {
	x.ToolName = m.Text(x.ToolName)
	x.Input = m.JSON(x.Input)
	x.Output = m.JSON(x.Output)
}

// MapTexts replaces every text of x by what m returns for it. Ids and references stay.
func (x *ToolResult) MapTexts(m TextMapper) {
	x.ToolName = m.Text(x.ToolName)
	x.Output = m.JSON(x.Output)
}

// MapTexts replaces every text of x by what m returns for it. Ids and references stay.
func (x *Attachment) MapTexts(m TextMapper) {
	x.MediaType = m.Text(x.MediaType)
	x.Name = m.Text(x.Name)
}
