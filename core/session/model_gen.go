// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.

package session

import "github.com/heddle-dev/heddle/core/internal/canon"

// Role: Who speaks.
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

// CostSource: Where a figure in USD comes from.
type CostSource string

// The values of CostSource.
const (
	CostSourceRecorded CostSource = "recorded" // The agent wrote it down.
	CostSourceComputed CostSource = "computed" // Tokens times the price table.
	CostSourceMixed    CostSource = "mixed"    // Parts of several kinds; what is unpriced is listed.
	CostSourceUnpriced CostSource = "unpriced" // No price is known.
)

// SortKey: What a list is ordered by.
type SortKey string

// The values of SortKey.
const (
	SortKeyDate  SortKey = "date"  // updatedAt.
	SortKeyCost  SortKey = "cost"  // cost.totalUsd, unpriced last.
	SortKeyTurns SortKey = "turns" // turnCount.
)

// SortDirection: Which end comes first.
type SortDirection string

// The values of SortDirection.
const (
	SortDirectionAsc  SortDirection = "asc"  // Smallest first.
	SortDirectionDesc SortDirection = "desc" // Greatest first.
)

// SearchSort: What search results are ordered by.
type SearchSort string

// The values of SearchSort.
const (
	SearchSortRelevance SearchSort = "relevance" // relevanceScore.
	SearchSortDate      SearchSort = "date"      // updatedAt.
	SearchSortCost      SearchSort = "cost"      // cost.totalUsd, unpriced last.
)

// HitField: A text that a search looks into.
type HitField string

// The values of HitField.
const (
	HitFieldTitle      HitField = "title"      // The session's title.
	HitFieldContent    HitField = "content"    // A message's content.
	HitFieldThinking   HitField = "thinking"   // A message's thinking.
	HitFieldToolCall   HitField = "toolCall"   // The input of a tool call.
	HitFieldToolResult HitField = "toolResult" // A tool's output.
)

// GroupBy: What spend is grouped by.
type GroupBy string

// The values of GroupBy.
const (
	GroupByAgent   GroupBy = "agent"   // The agent.
	GroupByModel   GroupBy = "model"   // The model that answered.
	GroupByDay     GroupBy = "day"     // Day of the request, YYYY-MM-DD, in the zone that was asked for, else in UTC.
	GroupByTag     GroupBy = "tag"     // The caller's tags.
	GroupByCwd     GroupBy = "cwd"     // The session's working directory.
	GroupBySession GroupBy = "session" // The session's unifiedId.
)

// DiffType: What a step of a comparison is.
type DiffType string

// The values of DiffType.
const (
	DiffTypeAddition     DiffType = "addition"     // Only in b.
	DiffTypeRemoval      DiffType = "removal"      // Only in a.
	DiffTypeModification DiffType = "modification" // In both, with different content.
	DiffTypeUnchanged    DiffType = "unchanged"    // In both, the same.
)

// TextEditType: What happens to a stretch of text.
type TextEditType string

// The values of TextEditType.
const (
	TextEditTypeEqual  TextEditType = "equal"  // It stays.
	TextEditTypeDelete TextEditType = "delete" // Only in a.
	TextEditTypeInsert TextEditType = "insert" // Only in b.
)

// DiffFormat: How a comparison is shown.
type DiffFormat string

// The values of DiffFormat.
const (
	DiffFormatUnified    DiffFormat = "unified"      // One column, - and + before lines.
	DiffFormatSideBySide DiffFormat = "side-by-side" // Two columns.
	DiffFormatMarkdown   DiffFormat = "markdown"     // Headings and fenced diffs.
)

// SessionAction: How to go on with a session.
type SessionAction string

// The values of SessionAction.
const (
	SessionActionResume SessionAction = "resume" // In the session itself.
	SessionActionFork   SessionAction = "fork"   // In a copy; the session stays as it is.
)

// ThreadStatus: The status of a thread.
type ThreadStatus string

// The values of ThreadStatus.
const (
	ThreadStatusActive    ThreadStatus = "active"    // It goes on.
	ThreadStatusPaused    ThreadStatus = "paused"    // It rests.
	ThreadStatusCompleted ThreadStatus = "completed" // It has come to its end.
	ThreadStatusArchived  ThreadStatus = "archived"  // It is put away.
)

// ShareStatus: The status of a share.
type ShareStatus string

// The values of ShareStatus.
const (
	ShareStatusActive  ShareStatus = "active"  // It holds.
	ShareStatusRevoked ShareStatus = "revoked" // It was taken back or replaced.
)

// ImportStatus: What an import did with a session.
type ImportStatus string

// The values of ImportStatus.
const (
	ImportStatusNew       ImportStatus = "new"       // It was not in the store.
	ImportStatusUpdated   ImportStatus = "updated"   // Messages were added.
	ImportStatusRewritten ImportStatus = "rewritten" // The agent changed its past: what differs is hidden, and what stands there now was added.
	ImportStatusUnchanged ImportStatus = "unchanged" // There was nothing to do.
	ImportStatusFailed    ImportStatus = "failed"    // It could not be read.
)

// Version: What is running.
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

// NativeID: The two halves of a unified id.
type NativeID struct {
	// The agent's name.
	Agent string
	// Its own session id.
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
	// Whether its base folder is there.
	Found bool
	// The mount that holds its files.
	Location string
	// Session files or rows found, without opening the files: subagents that the name does not tell and superseded copies are among them.
	SessionCount int64
}

// AppendJSON appends the canonical JSON of x.
func (x *AgentInfo) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	m.Flag("found", x.Found)
	m.OptStr("location", x.Location)
	m.Num("sessionCount", x.SessionCount)
	return m.End()
}

// SessionSummary: A session without its messages.
type SessionSummary struct {
	// The owning agent.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId.
	UnifiedID string
	// Name set by the user, else by the agent, else the first real prompt; one line, at most 100 code points.
	Title string
	// Time of the first record; absent when nothing tells.
	CreatedAt Time
	// Time of the last record.
	UpdatedAt Time
	// Prompts by a person or SDK caller that got an answer.
	TurnCount int64
	// Visible messages of all roles.
	MessageCount int64
	// The model with most answers, the latest on a tie.
	Model string
	// Spend of the session; absent when no usage is on disk.
	Cost *CostRecord
	// Tags given by the caller that ran it.
	Tags []string
	// Working directory at the start.
	Cwd string
	// Native id of the session it was forked from.
	ForkedFrom string
	// It is a subagent's session.
	IsSubagent bool
	// Native id of the session that started this subagent or child.
	ParentSessionID string
	// Native id of the longer copy that replaced it.
	SupersededBy string
	// The agent keeps it in its archive.
	Archived bool
	// Unified id of its copy in the store.
	ImportedAs string
	// Of a copy in the store: unified id of the session it was imported from.
	OriginalUnifiedID string
	// Of a copy in the store: the agent does not have the original any more.
	OriginalGone bool
	// local: forks and copies are known from this session's own marks only.
	Lineage string
	// memory: a search result that is no session but a memory entry of the agent.
	Kind string
	// Search results: from 0 to 1, the best of a search being 1.
	RelevanceScore *Ratio
	// Search results: messages that match, the title being one.
	HitCount int64
	// Search results: the first matches, in order.
	Hits []SearchHit
}

// AppendJSON appends the canonical JSON of x.
func (x *SessionSummary) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	m.OptFlag("archived", x.Archived)
	if x.Cost != nil {
		m.Key("cost")
		m.B = x.Cost.AppendJSON(m.B)
	}
	OptTime(&m, "createdAt", x.CreatedAt)
	m.OptStr("cwd", x.Cwd)
	m.OptStr("forkedFrom", x.ForkedFrom)
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
	m.OptFlag("originalGone", x.OriginalGone)
	m.OptStr("originalUnifiedId", x.OriginalUnifiedID)
	m.OptStr("parentSessionId", x.ParentSessionID)
	if x.RelevanceScore != nil {
		m.Key("relevanceScore")
		m.B = x.RelevanceScore.AppendJSON(m.B)
	}
	m.Str("sessionId", x.SessionID)
	m.OptStr("supersededBy", x.SupersededBy)
	m.Strs("tags", x.Tags)
	m.Str("title", x.Title)
	m.Num("turnCount", x.TurnCount)
	m.Str("unifiedId", x.UnifiedID)
	OptTime(&m, "updatedAt", x.UpdatedAt)
	return m.End()
}

// SearchHit: One place where a search matches.
type SearchHit struct {
	// Which text it is.
	Field HitField
	// Zero-based index into the session's messages; absent for a title.
	MessageIndex *int64
	// Id of that message.
	MessageID string
	// Who speaks there.
	Role Role
	// The text around the first match, on one line.
	Snippet string
	// What matches in the snippet.
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

// MatchRange: A stretch of a snippet.
type MatchRange struct {
	// Where it begins. Unit: code points.
	Start int64
	// Where it ends, exclusive. Unit: code points.
	End int64
}

// AppendJSON appends the canonical JSON of x.
func (x *MatchRange) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("end", x.End)
	m.Num("start", x.Start)
	return m.End()
}

// CostSummary: Spend of many sessions.
type CostSummary struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64
	// Answer tokens, thinking included. Unit: tokens.
	OutputTokens int64
	// The part of outputTokens that was thinking, where the agent says it. Unit: tokens.
	ThinkingTokens int64
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64
	// Prompt tokens written to a cache, all lifetimes. Unit: tokens.
	CacheWriteTokens int64
	// The part of cacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64
	// Money spent; absent when nothing could be priced, never a made-up 0. Unit: USD.
	TotalUSD *Money
	// Where totalUsd comes from.
	Source CostSource
	// Sessions that matched; with since or until, those of them that made a request in between. Subagents and superseded copies are not counted.
	SessionCount int64
	// Runs of the sessions that matched in the run index of agent-mux; with since or until, those that began in between.
	RunCount int64
	// Date of the price table.
	PriceTable string
	// Tokens that no price is known for, by model; part of the token figures, not of totalUsd.
	Unpriced []ModelTokens
	// Money in the agents' own running totals that no request on disk explains (titles, compactions); not part of totalUsd. It has no time: absent with since or until. Unit: USD.
	NotItemisedUSD *Money
	// Spend that the matching sessions repeat from other sessions; not part of the figures beside it.
	Inherited *Spend
	// The part of the figures beside it that subagents spent.
	Subagents *Spend
	// One group for each key, when groupBy is set; the key is empty where nothing tells. A session with several tags is in several groups.
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
	return m.End()
}

// CostBreakdown: Spend of one group.
type CostBreakdown struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64
	// Answer tokens, thinking included. Unit: tokens.
	OutputTokens int64
	// The part of outputTokens that was thinking, where the agent says it. Unit: tokens.
	ThinkingTokens int64
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64
	// Prompt tokens written to a cache, all lifetimes. Unit: tokens.
	CacheWriteTokens int64
	// The part of cacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64
	// Money spent; absent when nothing could be priced, never a made-up 0. Unit: USD.
	TotalUSD *Money
	// Where totalUsd comes from.
	Source CostSource
	// The group: agent, model, day of the request in the zone that was asked for, tag, working directory or unifiedId.
	Key string
	// Sessions in this group; of a model or day, those with spend in it. With since or until, those that made a request in between.
	SessionCount int64
	// Their runs in the run index.
	RunCount int64
	// Tokens that no price is known for, by model.
	Unpriced []ModelTokens
	// Money in the agents' own running totals that no request on disk explains; not part of totalUsd. Absent in groups by day. Unit: USD.
	NotItemisedUSD *Money
	// Spend repeated from other sessions; not part of the figures beside it.
	Inherited *Spend
	// The part that subagents spent.
	Subagents *Spend
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
	return m.End()
}

// ModelTokens: Tokens of one model.
type ModelTokens struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64
	// Answer tokens, thinking included. Unit: tokens.
	OutputTokens int64
	// The part of outputTokens that was thinking, where the agent says it. Unit: tokens.
	ThinkingTokens int64
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64
	// Prompt tokens written to a cache, all lifetimes. Unit: tokens.
	CacheWriteTokens int64
	// The part of cacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64
	// The model; empty when the agent does not say.
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
	m.Num("outputTokens", x.OutputTokens)
	m.Num("thinkingTokens", x.ThinkingTokens)
	return m.End()
}

// SessionDiff: What two sessions share and where they differ.
type SessionDiff struct {
	// The first session.
	A *DiffSide
	// The second session.
	B *DiffSide
	// In order: every message of a and of b stands in exactly one.
	Operations []DiffOperation
	// How many of each.
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

// DiffSide: One of the two sessions.
type DiffSide struct {
	// The owning agent.
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
	// What happens.
	Type DiffType
	// Zero-based index in a; absent for additions.
	IndexA *int64
	// Zero-based index in b; absent for removals.
	IndexB *int64
	// The message of a; absent for additions.
	MessageA *Message
	// The message of b; absent for removals.
	MessageB *Message
	// On request, of modifications: how the content changed.
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

// TextEdit: One step from a content to another.
type TextEdit struct {
	// What happens to the text.
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

// DiffStats: Counts of the operations.
type DiffStats struct {
	// Messages only in a.
	Removals int64
	// Messages only in b.
	Additions int64
	// Messages of one role in the same place with different content.
	Modifications int64
	// Messages that are the same in both.
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

// DoctorReport: What reading all session files met.
type DoctorReport struct {
	// One summary for each agent looked over.
	Agents []AgentHealth
	// One report for each session file or row, in order of agent and path.
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

// AgentHealth: How well an agent's files could be read.
type AgentHealth struct {
	// The agent.
	Agent string
	// Whether its base folder is there.
	Found bool
	// Session files or rows read.
	Files int64
	// Bytes read. Unit: bytes.
	Bytes int64
	// Records understood or kept as unknown.
	Records int64
	// Records of context that nobody typed.
	Injected int64
	// Stretches that could not be read as they stand.
	SkippedCount int64
	// Files of which nothing could be read.
	Unreadable int64
	// Records of types this version does not know, by type.
	UnknownTypes map[string]int64
	// Files by the version of the agent that wrote them.
	FormatVersions map[string]int64
}

// AppendJSON appends the canonical JSON of x.
func (x *AgentHealth) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	m.Num("bytes", x.Bytes)
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

// FileHealth: What reading one session met.
type FileHealth struct {
	// The agent.
	Agent string
	// The agent's own session id.
	SessionID string
	// Mount-relative path of its main file.
	Path string
	// What was read and skipped.
	Report *Report
	// Why nothing could be read.
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

// AgentCommand: A command line of an agent.
type AgentCommand struct {
	// The agent.
	Agent string
	// The session it goes on with.
	SessionID string
	// What the command does.
	Action SessionAction
	// Program and arguments, each as it is, not quoted for a shell.
	Argv []string
	// Indexes of the arguments that are mount-relative paths: the host replaces them by its own.
	Paths []int64
	// Where to run it: the session's working directory.
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
	// The owning agent.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId.
	UnifiedID string
	// Name set by the user, else by the agent, else the first real prompt; one line, at most 100 code points.
	Title string
	// Time of the first record; absent when nothing tells.
	CreatedAt Time
	// Time of the last record.
	UpdatedAt Time
	// Prompts by a person or SDK caller that got an answer.
	TurnCount int64
	// Visible messages of all roles.
	MessageCount int64
	// The model with most answers, the latest on a tie.
	Model string
	// Spend of the session; absent when no usage is on disk.
	Cost *CostRecord
	// Tags given by the caller that ran it.
	Tags []string
	// Working directory at the start.
	Cwd string
	// Native id of the session it was forked from.
	ForkedFrom string
	// It is a subagent's session.
	IsSubagent bool
	// Native id of the session that started this subagent or child.
	ParentSessionID string
	// Native id of the longer copy that replaced it.
	SupersededBy string
	// The agent keeps it in its archive.
	Archived bool
	// Unified id of its copy in the store.
	ImportedAs string
	// Of a copy in the store: unified id of the session it was imported from.
	OriginalUnifiedID string
	// Of a copy in the store: the agent does not have the original any more.
	OriginalGone bool
	// local: forks and copies are known from this session's own marks only.
	Lineage string
	// The visible messages of the chosen branch, in order.
	Messages []Message
	// Other branches, newest leaf first.
	Branches []Branch
	// On request: the original text of the session's records as one string.
	Raw JSON
}

// AppendJSON appends the canonical JSON of x.
func (x *Session) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
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
	if x.Cost != nil {
		m.Key("cost")
		m.B = x.Cost.AppendJSON(m.B)
	}
	OptTime(&m, "createdAt", x.CreatedAt)
	m.OptStr("cwd", x.Cwd)
	m.OptStr("forkedFrom", x.ForkedFrom)
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
	m.OptFlag("originalGone", x.OriginalGone)
	m.OptStr("originalUnifiedId", x.OriginalUnifiedID)
	m.OptStr("parentSessionId", x.ParentSessionID)
	if len(x.Raw) > 0 {
		m.Key("raw")
		m.B = x.Raw.AppendJSON(m.B)
	}
	m.Str("sessionId", x.SessionID)
	m.OptStr("supersededBy", x.SupersededBy)
	m.Strs("tags", x.Tags)
	m.Str("title", x.Title)
	m.Num("turnCount", x.TurnCount)
	m.Str("unifiedId", x.UnifiedID)
	OptTime(&m, "updatedAt", x.UpdatedAt)
	return m.End()
}

// Branch: A branch that the current one does not show.
type Branch struct {
	// Id of its last message; pass it as branch.
	LeafID string
	// Id of the last record it shares with the current branch.
	ForkID string
	// Messages that only this branch has.
	MessageCount int64
	// Time of its last message.
	UpdatedAt Time
}

// AppendJSON appends the canonical JSON of x.
func (x *Branch) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("forkId", x.ForkID)
	m.Str("leafId", x.LeafID)
	m.Num("messageCount", x.MessageCount)
	OptTime(&m, "updatedAt", x.UpdatedAt)
	return m.End()
}

// Message: One API message, one prompt, or one tool result.
type Message struct {
	// The agent's id of the record (of the first, when several were merged).
	ID string
	// Id of the record it follows, where the format is a tree.
	ParentID string
	// Where it was first recorded, when a fork or copy repeats it.
	Origin *Origin
	// Who speaks.
	Role Role
	// The message type of the agent SDK.
	Type MessageType
	// What a special message is: compaction, api_error, interrupted, subagent_result, shell, model_switch, notice.
	Kind string
	// Text; blocks are joined by a blank line. Empty for tool results and tool-only messages.
	Content string
	// When it was recorded.
	Timestamp Time
	// Calls this message makes.
	ToolCalls []ToolCall
	// Set when role is tool.
	ToolResult *ToolResult
	// Images and files; their bytes stay on disk.
	Attachments []Attachment
	// Tokens of this API message.
	TokenUsage *TokenUsage
	// Money of this API message.
	Cost *CostRecord
	// Thinking or reasoning text.
	Thinking string
	// The model that answered.
	Model string
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
	OptTime(&m, "timestamp", x.Timestamp)
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

// Origin: The first record of a message that is repeated here.
type Origin struct {
	// Native id of that session.
	SessionID string
	// Zero-based place of the message among those repeated from it.
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
	// The tool.
	ToolName string
	// Its arguments; a string where the agent stored text.
	Input JSON
	// On request: the result's output.
	Output JSON
	// How long it ran, if recorded. Unit: ms.
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
	// The call it answers.
	ToolCallID string
	// The tool; empty when the call is not on disk.
	ToolName string
	// Text as a string; a list of blocks when there is more than text.
	Output JSON
	// The tool failed or was refused.
	IsError bool
	// A command's exit status when it was not 0.
	ExitCode int64
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
	// MIME type.
	MediaType string
	// File name or address.
	Name string
	// Size of the stored (base64) text. Unit: bytes.
	Bytes int64
}

// AppendJSON appends the canonical JSON of x.
func (x *Attachment) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("bytes", x.Bytes)
	m.OptStr("mediaType", x.MediaType)
	m.OptStr("name", x.Name)
	return m.End()
}

// TokenUsage: Tokens of one API message.
type TokenUsage struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64
	// Answer tokens, thinking included. Unit: tokens.
	OutputTokens int64
	// The part of outputTokens that was thinking, where the agent says it. Unit: tokens.
	ThinkingTokens int64
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64
	// Prompt tokens written to a cache, all lifetimes. Unit: tokens.
	CacheWriteTokens int64
	// The part of cacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64
}

// AppendJSON appends the canonical JSON of x.
func (x *TokenUsage) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("cacheWrite1hTokens", x.CacheWrite1hTokens)
	m.Num("cacheWriteTokens", x.CacheWriteTokens)
	m.Num("cachedTokens", x.CachedTokens)
	m.Num("inputTokens", x.InputTokens)
	m.Num("outputTokens", x.OutputTokens)
	m.Num("thinkingTokens", x.ThinkingTokens)
	return m.End()
}

// CostRecord: Tokens and money of a session or message.
type CostRecord struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64
	// Answer tokens, thinking included. Unit: tokens.
	OutputTokens int64
	// The part of outputTokens that was thinking, where the agent says it. Unit: tokens.
	ThinkingTokens int64
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64
	// Prompt tokens written to a cache, all lifetimes. Unit: tokens.
	CacheWriteTokens int64
	// The part of cacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64
	// Money spent; absent when nothing could be priced, never a made-up 0. Unit: USD.
	TotalUSD *Money
	// Where totalUsd comes from.
	Source CostSource
	// Date of the price table, when any part was computed.
	PriceTable string
	// Models whose tokens are counted but not priced.
	UnpricedModels []string
	// Money in the agent's own running total that no request on disk explains (titles, compactions); not part of totalUsd. Absent when there is none, or when nothing tells. Unit: USD.
	NotItemisedUSD *Money
	// Spend of records copied from another session; not part of the figures beside it.
	Inherited *Spend
	// The part of the figures beside it that subagents spent.
	Subagents *Spend
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
	if x.TotalUSD != nil {
		m.Key("totalUsd")
		m.B = x.TotalUSD.AppendJSON(m.B)
	}
	m.OptStrs("unpricedModels", x.UnpricedModels)
	return m.End()
}

// Spend: Tokens and money of a part.
type Spend struct {
	// Prompt tokens, without those read from or written to a cache. Unit: tokens.
	InputTokens int64
	// Answer tokens, thinking included. Unit: tokens.
	OutputTokens int64
	// The part of outputTokens that was thinking, where the agent says it. Unit: tokens.
	ThinkingTokens int64
	// Prompt tokens read from a cache. Unit: tokens.
	CachedTokens int64
	// Prompt tokens written to a cache, all lifetimes. Unit: tokens.
	CacheWriteTokens int64
	// The part of cacheWriteTokens kept for an hour. Unit: tokens.
	CacheWrite1hTokens int64
	// Money spent; absent when nothing could be priced, never a made-up 0. Unit: USD.
	TotalUSD *Money
	// Where totalUsd comes from.
	Source CostSource
}

// AppendJSON appends the canonical JSON of x.
func (x *Spend) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("cacheWrite1hTokens", x.CacheWrite1hTokens)
	m.Num("cacheWriteTokens", x.CacheWriteTokens)
	m.Num("cachedTokens", x.CachedTokens)
	m.Num("inputTokens", x.InputTokens)
	m.Num("outputTokens", x.OutputTokens)
	m.Str("source", string(x.Source))
	m.Num("thinkingTokens", x.ThinkingTokens)
	if x.TotalUSD != nil {
		m.Key("totalUsd")
		m.B = x.TotalUSD.AppendJSON(m.B)
	}
	return m.End()
}

// Diagnostic: Why a result is partial.
type Diagnostic struct {
	// A stable error code.
	Code string
	// The agent concerned.
	Agent string
	// Mount-relative path.
	Path string
	// 1-based line.
	Line int64
	// Byte offset from the start of the file. Unit: bytes.
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

// Report: What reading a session's files met.
type Report struct {
	// Bytes read. Unit: bytes.
	Bytes int64
	// Records understood or kept as unknown.
	Records int64
	// Records of context that nobody typed: reminders, environment blocks, system prompts.
	Injected int64
	// What could not be read as it stands, in file order; the first 100.
	Skipped []SkippedRecord
	// How many there are in all.
	SkippedCount int64
	// Records of types this version does not know, by type.
	UnknownTypes map[string]int64
	// The newest version of the agent that wrote it, or the format's name.
	FormatVersion string
	// Times without a zone were read as UTC.
	NaiveTimes bool
}

// AppendJSON appends the canonical JSON of x.
func (x *Report) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Num("bytes", x.Bytes)
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

// SkippedRecord: A stretch of a file that could not be read.
type SkippedRecord struct {
	// Mount-relative path.
	Path string
	// 1-based line.
	Line int64
	// Byte offset from the start of the file. Unit: bytes.
	Offset int64
	// truncated, syntax, nul, depth, line-too-long, sparse, not-object, glued, utf8 or shape; the last three are still read.
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

// ThreadUnsubscribed: A thread that is not the active one.
type ThreadUnsubscribed struct {
	// The thread.
	ThreadID string
	// true.
	Unsubscribed bool
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadUnsubscribed) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("threadId", x.ThreadID)
	m.Flag("unsubscribed", x.Unsubscribed)
	return m.End()
}

// ImportReport: What an import did.
type ImportReport struct {
	// Each session looked at, in the order of the list.
	Sessions []ImportedSession
	// Sessions that are new in the store.
	Imported int64
	// Sessions that grew or changed.
	Updated int64
	// Sessions that were there already, whole.
	Unchanged int64
	// Sessions that could not be read; the diagnostics say why.
	Failed int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ImportReport) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
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

// ImportedSession: What an import did with a session.
type ImportedSession struct {
	// The agent's session.
	UnifiedID string
	// Its id in the store.
	StoreID string
	// What happened.
	Status ImportStatus
	// Its visible messages.
	Messages int64
	// Messages that were added now.
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
