// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.

package session

import "github.com/heddle-dev/heddle/core/internal/canon"

// VersionRequest: The request for the versions, without fields.
type VersionRequest struct {
}

// AppendJSON appends the canonical JSON of x.
func (x *VersionRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	return m.End()
}

// ResolveUnifiedIDRequest: The agent and the native session id to join.
type ResolveUnifiedIDRequest struct {
	// A known agent's name, for example claude.
	Agent string
	// The agent's own session id; it may contain colons.
	NativeSessionID string
}

// AppendJSON appends the canonical JSON of x.
func (x *ResolveUnifiedIDRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("agent", x.Agent)
	m.Str("nativeSessionId", x.NativeSessionID)
	return m.End()
}

// ResolveNativeIDRequest: The unified id to split.
type ResolveNativeIDRequest struct {
	// agent:nativeSessionId.
	UnifiedID string
}

// AppendJSON appends the canonical JSON of x.
func (x *ResolveNativeIDRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("unifiedId", x.UnifiedID)
	return m.End()
}

// AgentsRequest: The request for all agents, without fields.
type AgentsRequest struct {
}

// AppendJSON appends the canonical JSON of x.
func (x *AgentsRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	return m.End()
}

// ListRequest: Filters, order and limit of a list of sessions.
type ListRequest struct {
	// Only this agent's sessions. Default: all agents.
	Agent string
	// Only sessions whose sessionId begins with this text. Other sessions are not read, so a longer copy with another id supersedes none of them.
	IDPrefix string
	// Only sessions created at or after this time; a session that began before it and continued is left out, and activeSince selects it. A diagnostic says at most how many such sessions there are, by the times of their files.
	Since Time
	// Only sessions created at or before this time, also if they were active later; a bare date includes that day. activeUntil bounds the activity.
	Until Time
	// Only active sessions: those with a record of their own (not copied from another session) at or after this time and not after activeUntil.
	ActiveSince Time
	// Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day.
	ActiveUntil Time
	// The time zone of bare dates, of groups by day and of times without a zone. Default: UTC.
	Zone *Zone
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link.
	Cwd string
	// Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link.
	Under string
	// Only sessions of this origin, the machine that an import or a recording named; - for sessions without one. Sessions that were imported from several machines are found under each.
	Origin string
	// Only what was recorded on any of these branches of a repository; - for what has none. In costs, requests; else sessions with any such part.
	GitBranches []string
	// Only what was recorded in any of these repositories: the URL of a remote, in any of the ways to write it, or the last components of one, such as owner/name; an absolute path is the folder of a working tree, for agents that record no URL. In costs, requests; else sessions with any such part.
	Repositories []string
	// Only what any of these versions of the agent recorded; 2.1 stands for all that begin with 2.1. too. In costs, requests; else sessions with any such part.
	AgentVersions []string
	// Only sessions that edited this file: an absolute path, or the last components of one, for example src/parser.go; src/ stands for all files below src. Edits that failed do not count, those of subagents and of branches that were left do. Relative paths that a tool was given begin in the session's working directory.
	Edited string
	// Only sessions in which a tool call failed or was refused, on any branch, or whose last message is an error.
	Failed bool
	// The greatest number of sessions returned; 0 for all. Default: 100.
	Limit int64
	// The sort key; date is the time of the last update. Default: date.
	Sort SortKey
	// The sort direction; ties are broken by unifiedId, ascending. Default: desc.
	SortDirection SortDirection
	// Also list subagents' sessions.
	Subagents bool
	// Also list sessions that a longer copy supersedes.
	Superseded bool
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
}

// AppendJSON appends the canonical JSON of x.
func (x *ListRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	canon.OptTime(&m, "activeSince", x.ActiveSince)
	canon.OptTime(&m, "activeUntil", x.ActiveUntil)
	m.OptStr("agent", x.Agent)
	m.OptStrs("agentVersions", x.AgentVersions)
	m.OptStr("cwd", x.Cwd)
	m.OptStr("edited", x.Edited)
	m.OptFlag("failed", x.Failed)
	m.OptStrs("gitBranches", x.GitBranches)
	m.OptStr("idPrefix", x.IDPrefix)
	m.OptNum("limit", x.Limit)
	m.OptStr("model", x.Model)
	m.OptStr("origin", x.Origin)
	m.OptStrs("repositories", x.Repositories)
	canon.OptTime(&m, "since", x.Since)
	m.OptStr("sort", string(x.Sort))
	m.OptStr("sortDirection", string(x.SortDirection))
	m.OptFlag("strict", x.Strict)
	m.OptFlag("subagents", x.Subagents)
	m.OptFlag("superseded", x.Superseded)
	m.OptStrs("tags", x.Tags)
	m.OptStr("under", x.Under)
	canon.OptTime(&m, "until", x.Until)
	if x.Zone != nil {
		m.Key("zone")
		m.B = x.Zone.AppendJSON(m.B)
	}
	return m.End()
}

// GetRequest: A session, named by agent and sessionId, by unifiedId or by ref, and the optional parts to return.
type GetRequest struct {
	// The agent; required with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of agent and sessionId.
	UnifiedID string
	// The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant.
	Ref string
	// Show the branch that ends in this leaf id, one of those in branches. Default: the current branch.
	Branch string
	// Return the original text of the session's records in raw.
	Raw bool
	// Also return each tool's output in toolCalls[].output.
	ToolOutput bool
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
}

// AppendJSON appends the canonical JSON of x.
func (x *GetRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("agent", x.Agent)
	m.OptStr("branch", x.Branch)
	m.OptFlag("raw", x.Raw)
	m.OptFlag("redact", x.Redact)
	m.OptStr("ref", x.Ref)
	m.OptStr("sessionId", x.SessionID)
	m.OptFlag("strict", x.Strict)
	m.OptFlag("toolOutput", x.ToolOutput)
	m.OptStr("unifiedId", x.UnifiedID)
	return m.End()
}

// ExportRequest: A session and the format of its text.
type ExportRequest struct {
	// The agent; required with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of agent and sessionId.
	UnifiedID string
	// The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant.
	Ref string
	// json, jsonl, markdown or html; any other value is INVALID_EXPORT_FORMAT. Default: markdown.
	Format string
	// Show the branch that ends in this leaf id, one of the session's branches. Default: the current branch.
	Branch string
	// Return the original text of the session's records in raw.
	Raw bool
	// Also return each tool's output in toolCalls[].output.
	ToolOutput bool
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
	// html: the reader, the script of the page. Clients fill it in from the file reader.js that they ship; without it, html is INVALID_EXPORT_FORMAT.
	Script string
	// html: the SHA-256 of script in base64, which the page's policy allows.
	ScriptHash string
	// html: instead of script, the file with the reader, relative to the page.
	ScriptURL string
}

// AppendJSON appends the canonical JSON of x.
func (x *ExportRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("agent", x.Agent)
	m.OptStr("branch", x.Branch)
	m.OptStr("format", x.Format)
	m.OptFlag("raw", x.Raw)
	m.OptFlag("redact", x.Redact)
	m.OptStr("ref", x.Ref)
	m.OptStr("script", x.Script)
	m.OptStr("scriptHash", x.ScriptHash)
	m.OptStr("scriptUrl", x.ScriptURL)
	m.OptStr("sessionId", x.SessionID)
	m.OptFlag("strict", x.Strict)
	m.OptFlag("toolOutput", x.ToolOutput)
	m.OptStr("unifiedId", x.UnifiedID)
	return m.End()
}

// SearchRequest: What to search for, in which sessions, and how many to return.
type SearchRequest struct {
	// Words that must all occur in the session, ignoring case; "words in quotes" must occur together; -word must not occur. With regex, one expression.
	Text string
	// Read text as a regular expression (RE2 syntax, linear time), which ignores case unless it contains (?-i).
	Regex bool
	// Only this agent's sessions; an unknown agent finds nothing. Default: all agents.
	Agent string
	// Only sessions created at or after this time; a session that began before it and continued is left out, and activeSince selects it. A diagnostic says at most how many such sessions there are, by the times of their files.
	Since Time
	// Only sessions created at or before this time, also if they were active later; a bare date includes that day. activeUntil bounds the activity.
	Until Time
	// Only active sessions: those with a record of their own (not copied from another session) at or after this time and not after activeUntil.
	ActiveSince Time
	// Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day.
	ActiveUntil Time
	// The time zone of bare dates, of groups by day and of times without a zone. Default: UTC.
	Zone *Zone
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link.
	Cwd string
	// Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link.
	Under string
	// Only sessions of this origin, the machine that an import or a recording named; - for sessions without one. Sessions that were imported from several machines are found under each.
	Origin string
	// Only what was recorded on any of these branches of a repository; - for what has none. In costs, requests; else sessions with any such part.
	GitBranches []string
	// Only what was recorded in any of these repositories: the URL of a remote, in any of the ways to write it, or the last components of one, such as owner/name; an absolute path is the folder of a working tree, for agents that record no URL. In costs, requests; else sessions with any such part.
	Repositories []string
	// Only what any of these versions of the agent recorded; 2.1 stands for all that begin with 2.1. too. In costs, requests; else sessions with any such part.
	AgentVersions []string
	// Only sessions that edited this file: an absolute path, or the last components of one, for example src/parser.go; src/ stands for all files below src. Edits that failed do not count, those of subagents and of branches that were left do. Relative paths that a tool was given begin in the session's working directory.
	Edited string
	// Only sessions in which a tool call failed or was refused, on any branch, or whose last message is an error.
	Failed bool
	// Search only messages of this role, and no titles.
	Role Role
	// Search only calls of this tool and their results, ignoring the case of its name; text may then be empty.
	Tool string
	// The greatest number of sessions returned; 0 for all. Default: 50.
	Limit int64
	// Skip this many of the best sessions; the header's page returns the next one as nextOffset. Default: 0.
	Offset int64
	// The sort key, greatest first; ties are broken by the last update, then by unifiedId. Default: relevance.
	Sort SearchSort
	// Also search subagents' sessions.
	Subagents bool
	// Also search branches that were left; their hits have no messageIndex.
	AllBranches bool
	// Also search the memory entries that agents keep in addition to sessions.
	Memories bool
	// The greatest number of matching messages returned for a session; 0 means the default. Default: 3.
	Hits int64
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
	// When no session has all of the words, return the best of those that have some, marked partial and ranked by how rare their words are; a diagnostic says how many sessions may have each word. The id of a session, or at least 8 characters of its beginning with a digit among them, finds that session first.
	Partial bool
	// Search the redacted texts, as sessions.get shows them with redact: what is replaced is not found, and neither hits, counts nor order depend on it. Slower: every session that may have one of the words is read.
	Redact bool
}

// AppendJSON appends the canonical JSON of x.
func (x *SearchRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	canon.OptTime(&m, "activeSince", x.ActiveSince)
	canon.OptTime(&m, "activeUntil", x.ActiveUntil)
	m.OptStr("agent", x.Agent)
	m.OptStrs("agentVersions", x.AgentVersions)
	m.OptFlag("allBranches", x.AllBranches)
	m.OptStr("cwd", x.Cwd)
	m.OptStr("edited", x.Edited)
	m.OptFlag("failed", x.Failed)
	m.OptStrs("gitBranches", x.GitBranches)
	m.OptNum("hits", x.Hits)
	m.OptNum("limit", x.Limit)
	m.OptFlag("memories", x.Memories)
	m.OptStr("model", x.Model)
	m.OptNum("offset", x.Offset)
	m.OptStr("origin", x.Origin)
	m.OptFlag("partial", x.Partial)
	m.OptFlag("redact", x.Redact)
	m.OptFlag("regex", x.Regex)
	m.OptStrs("repositories", x.Repositories)
	m.OptStr("role", string(x.Role))
	canon.OptTime(&m, "since", x.Since)
	m.OptStr("sort", string(x.Sort))
	m.OptFlag("strict", x.Strict)
	m.OptFlag("subagents", x.Subagents)
	m.OptStrs("tags", x.Tags)
	m.Str("text", x.Text)
	m.OptStr("tool", x.Tool)
	m.OptStr("under", x.Under)
	canon.OptTime(&m, "until", x.Until)
	if x.Zone != nil {
		m.Key("zone")
		m.B = x.Zone.AppendJSON(m.B)
	}
	return m.End()
}

// CostRequest: The sessions whose spend is added up, and how it is grouped.
type CostRequest struct {
	// Only this agent's sessions. Default: all agents.
	Agent string
	// Only requests made at or after this time. A request without a time counts at the createdAt of its session.
	Since Time
	// Only requests made at or before this time; a bare date includes that day.
	Until Time
	// Only sessions created at or after this time.
	CreatedSince Time
	// Only sessions created at or before this time; a bare date includes that day.
	CreatedUntil Time
	// The time zone of bare dates, of groups by day and of times without a zone. Default: UTC.
	Zone *Zone
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link.
	Cwd string
	// Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link.
	Under string
	// Only what was recorded on any of these branches of a repository; - for what has none. In costs, requests; else sessions with any such part.
	GitBranches []string
	// Only what was recorded in any of these repositories: the URL of a remote, in any of the ways to write it, or the last components of one, such as owner/name; an absolute path is the folder of a working tree, for agents that record no URL. In costs, requests; else sessions with any such part.
	Repositories []string
	// Only what any of these versions of the agent recorded; 2.1 stands for all that begin with 2.1. too. In costs, requests; else sessions with any such part.
	AgentVersions []string
	// Only requests of this origin; - for those without one. A request that copies of several origins have counts for the first one in byte order.
	Origin string
	// Return breakdowns by this dimension; days are those of zone. Default: no groups.
	GroupBy GroupBy
	// Fail on any unreadable session instead of reporting a diagnostic.
	Strict bool
}

// AppendJSON appends the canonical JSON of x.
func (x *CostRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("agent", x.Agent)
	m.OptStrs("agentVersions", x.AgentVersions)
	canon.OptTime(&m, "createdSince", x.CreatedSince)
	canon.OptTime(&m, "createdUntil", x.CreatedUntil)
	m.OptStr("cwd", x.Cwd)
	m.OptStrs("gitBranches", x.GitBranches)
	m.OptStr("groupBy", string(x.GroupBy))
	m.OptStr("model", x.Model)
	m.OptStr("origin", x.Origin)
	m.OptStrs("repositories", x.Repositories)
	canon.OptTime(&m, "since", x.Since)
	m.OptFlag("strict", x.Strict)
	m.OptStrs("tags", x.Tags)
	m.OptStr("under", x.Under)
	canon.OptTime(&m, "until", x.Until)
	if x.Zone != nil {
		m.Key("zone")
		m.B = x.Zone.AppendJSON(m.B)
	}
	return m.End()
}

// SessionRef: A session, named by agent and sessionId, by unifiedId or by ref.
type SessionRef struct {
	// The agent; required with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of agent and sessionId.
	UnifiedID string
	// The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant.
	Ref string
}

// AppendJSON appends the canonical JSON of x.
func (x *SessionRef) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("agent", x.Agent)
	m.OptStr("ref", x.Ref)
	m.OptStr("sessionId", x.SessionID)
	m.OptStr("unifiedId", x.UnifiedID)
	return m.End()
}

// DiffRequest: Two sessions to compare.
type DiffRequest struct {
	// The first session, the left side.
	A *SessionRef
	// The second session, the right side.
	B *SessionRef
	// Also return, word by word, how the content of modified messages changed.
	TextEdits bool
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
}

// AppendJSON appends the canonical JSON of x.
func (x *DiffRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Key("a")
	m.B = x.A.AppendJSON(m.B)
	m.Key("b")
	m.B = x.B.AppendJSON(m.B)
	m.OptFlag("strict", x.Strict)
	m.OptFlag("textEdits", x.TextEdits)
	return m.End()
}

// RenderDiffRequest: Two sessions to compare, and the format of the text.
type RenderDiffRequest struct {
	// The first session, the left side.
	A *SessionRef
	// The second session, the right side.
	B *SessionRef
	// Also return, word by word, how the content of modified messages changed.
	TextEdits bool
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
	// The format of the text. Default: unified.
	Format DiffFormat
	// The width of a side-by-side line; 0 means the default. Default: 120. Unit: columns.
	Width int64
	// The number of unchanged messages shown around a difference; 0 means the default. Default: 3. Unit: messages.
	Context int64
}

// AppendJSON appends the canonical JSON of x.
func (x *RenderDiffRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Key("a")
	m.B = x.A.AppendJSON(m.B)
	m.Key("b")
	m.B = x.B.AppendJSON(m.B)
	m.OptNum("context", x.Context)
	m.OptStr("format", string(x.Format))
	m.OptFlag("strict", x.Strict)
	m.OptFlag("textEdits", x.TextEdits)
	m.OptNum("width", x.Width)
	return m.End()
}

// DoctorRequest: The files to check, and which of them to list.
type DoctorRequest struct {
	// Only this agent's files. Default: all agents.
	Agent string
	// List only files with something skipped, unknown or unreadable; the summaries still count all files.
	Problems bool
}

// AppendJSON appends the canonical JSON of x.
func (x *DoctorRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("agent", x.Agent)
	m.OptFlag("problems", x.Problems)
	return m.End()
}

// CommandRequest: A session and how to continue it.
type CommandRequest struct {
	// The agent; required with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of agent and sessionId.
	UnifiedID string
	// The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant.
	Ref string
	// Continue the session itself, or a copy of it. Default: resume.
	Action SessionAction
	// Run one turn with this prompt and without a terminal, instead of opening the agent. Default: interactive.
	Prompt string
}

// AppendJSON appends the canonical JSON of x.
func (x *CommandRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("action", string(x.Action))
	m.OptStr("agent", x.Agent)
	m.OptStr("prompt", x.Prompt)
	m.OptStr("ref", x.Ref)
	m.OptStr("sessionId", x.SessionID)
	m.OptStr("unifiedId", x.UnifiedID)
	return m.End()
}

// StoreRequest: A request about the whole store, without fields.
type StoreRequest struct {
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	return m.End()
}

// StoreName: A session of the store.
type StoreName struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreName) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("sessionId", x.SessionID)
	return m.End()
}

// StoreRead: A session of the store, now or at an earlier position.
type StoreRead struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// Read the session as it was at this position of its log. Default: now.
	At int64
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreRead) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("at", x.At)
	m.Str("sessionId", x.SessionID)
	return m.End()
}

// StoreChange: A session of the store to change.
type StoreChange struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreChange) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	return m.End()
}

// RegisterRequest: The metadata of a new session.
type RegisterRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The time at which the session began. Default: now.
	CreatedAt Time
	// The agent that runs the session, for example claude.
	Adapter string
	// The model.
	Model string
	// The working directory.
	CWD string
	// The time of the last update. Default: now.
	UpdatedAt Time
	// The greatest number of messages that the session accepts; 0 for no limit.
	MessageLimit *int64
	// The caller's own object, merged into the stored one; null removes a member. The members fork, share, summary and view belong to the store.
	Extra JSON
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *RegisterRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("adapter", x.Adapter)
	canon.OptTime(&m, "createdAt", x.CreatedAt)
	m.OptStr("cwd", x.CWD)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	if len(x.Extra) > 0 {
		m.Key("extra")
		m.B = x.Extra.AppendJSON(m.B)
	}
	if x.MessageLimit != nil {
		m.Key("messageLimit")
		m.Int(*x.MessageLimit)
	}
	m.OptStr("model", x.Model)
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	canon.OptTime(&m, "updatedAt", x.UpdatedAt)
	return m.End()
}

// UpdateRequest: Metadata to set; omitted fields do not change.
type UpdateRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The agent that runs the session, for example claude.
	Adapter string
	// The model.
	Model string
	// The working directory.
	CWD string
	// The time of the last update. Default: now.
	UpdatedAt Time
	// The greatest number of messages that the session accepts; 0 for no limit.
	MessageLimit *int64
	// The caller's own object, merged into the stored one; null removes a member. The members fork, share, summary and view belong to the store.
	Extra JSON
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *UpdateRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("adapter", x.Adapter)
	m.OptStr("cwd", x.CWD)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	if len(x.Extra) > 0 {
		m.Key("extra")
		m.B = x.Extra.AppendJSON(m.B)
	}
	if x.MessageLimit != nil {
		m.Key("messageLimit")
		m.Int(*x.MessageLimit)
	}
	m.OptStr("model", x.Model)
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	canon.OptTime(&m, "updatedAt", x.UpdatedAt)
	return m.End()
}

// RecordRequest: The messages to append.
type RecordRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// Objects with a type, stored unchanged in canonical form; docs/messages.md lists the types.
	Messages []JSON
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *RecordRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	m.Key("messages")
	m.Open('[')
	for i := range x.Messages {
		m.Item(i)
		m.B = x.Messages[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	return m.End()
}

// StoreListRequest: Filters and limit of a list of sessions.
type StoreListRequest struct {
	// Only sessions of this agent.
	Adapter string
	// Only sessions of this working directory.
	CWD string
	// Only sessions of this model.
	Model string
	// Only sessions of this origin; - for those without one.
	Origin string
	// Only sessions updated at or after this time.
	Since Time
	// The time zone of bare dates, of groups by day and of times without a zone. Default: UTC.
	Zone *Zone
	// The greatest number of sessions returned. Default: all.
	Limit int64
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreListRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("adapter", x.Adapter)
	m.OptStr("cwd", x.CWD)
	m.OptNum("limit", x.Limit)
	m.OptStr("model", x.Model)
	m.OptStr("origin", x.Origin)
	canon.OptTime(&m, "since", x.Since)
	if x.Zone != nil {
		m.Key("zone")
		m.B = x.Zone.AppendJSON(m.B)
	}
	return m.End()
}

// StoreMessagesRequest: The messages to return.
type StoreMessagesRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The greatest number of messages returned. Default: all.
	Limit int64
	// Skip this many of the matching messages.
	Offset int64
	// Only messages of these types. Default: all.
	Types []string
	// Include messages that a revert or rollback hides.
	IncludeHidden bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
	// Read the session as it was at this position of its log. Default: now.
	At int64
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreMessagesRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("at", x.At)
	m.OptFlag("includeHidden", x.IncludeHidden)
	m.OptNum("limit", x.Limit)
	m.OptNum("offset", x.Offset)
	m.OptFlag("redact", x.Redact)
	m.Str("sessionId", x.SessionID)
	m.OptStrs("types", x.Types)
	return m.End()
}

// StoreForkRequest: The session to fork, and how.
type StoreForkRequest struct {
	// The session to fork.
	SessionID string
	// The id of the fork. Default: a new one.
	NewSessionID string
	// true keeps hidden messages hidden; false omits them. Default: true.
	IncludeHidden *bool
	// An object that is merged into the copied extra.
	Extra JSON
	// Read the session as it was at this position of its log. Default: now.
	At int64
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreForkRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("at", x.At)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	if len(x.Extra) > 0 {
		m.Key("extra")
		m.B = x.Extra.AppendJSON(m.B)
	}
	if x.IncludeHidden != nil {
		m.Key("includeHidden")
		m.B = appendBool(m.B, *x.IncludeHidden)
	}
	m.OptStr("newSessionId", x.NewSessionID)
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	return m.End()
}

// ShareRequest: The session to share.
type ShareRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The id of the share. Default: a new one.
	ShareID string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ShareRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	m.OptStr("shareId", x.ShareID)
	return m.End()
}

// RevertRequest: The session and its new boundary.
type RevertRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// Show exactly this many of the first recorded messages; all when there are fewer.
	VisibleMessageCount *int64
	// Show everything up to the last message with this id, which may be hidden.
	MessageID string
	// Show everything up to the last message with this uuid, which may be hidden.
	UUID string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *RevertRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	m.OptStr("messageId", x.MessageID)
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	m.OptStr("uuid", x.UUID)
	if x.VisibleMessageCount != nil {
		m.Key("visibleMessageCount")
		m.Int(*x.VisibleMessageCount)
	}
	return m.End()
}

// SummarizeRequest: The session to summarize and, optionally, the summary's text.
type SummarizeRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The summary's text. Default: derived.
	Content string
	// Another name for content, which has precedence.
	Summary string
	// The summary's author. Default: heddle.
	GeneratedBy string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *SummarizeRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("content", x.Content)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	m.OptStr("generatedBy", x.GeneratedBy)
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	m.OptStr("summary", x.Summary)
	return m.End()
}

// StoreExportRequest: A session of the store, now or at an earlier position.
type StoreExportRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// Read the session as it was at this position of its log. Default: now.
	At int64
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreExportRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("at", x.At)
	m.OptFlag("redact", x.Redact)
	m.Str("sessionId", x.SessionID)
	return m.End()
}

// StoreImportRequest: A snapshot to import, as JSON or compressed.
type StoreImportRequest struct {
	// The snapshot.
	Snapshot JSON
	// Instead of snapshot: the snapshot compressed with zstd, in base64. UNSUPPORTED if the host cannot decompress it.
	Compressed string
	// The id of the session. Default: the snapshot's.
	SessionID string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *StoreImportRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("compressed", x.Compressed)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	m.OptStr("requestId", x.RequestID)
	m.OptStr("sessionId", x.SessionID)
	if len(x.Snapshot) > 0 {
		m.Key("snapshot")
		m.B = x.Snapshot.AppendJSON(m.B)
	}
	return m.End()
}

// EventsRequest: The events to return.
type EventsRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// Return events after this position: the next of the page before. Default: 0.
	After int64
	// The greatest number of events; a page of long events has fewer. Default: 256.
	Limit int64
}

// AppendJSON appends the canonical JSON of x.
func (x *EventsRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("after", x.After)
	m.OptNum("limit", x.Limit)
	m.Str("sessionId", x.SessionID)
	return m.End()
}

// NativeMessagesRequest: The messages to return from the agent's files.
type NativeMessagesRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The session's agent. Default: the stored session's, else all.
	Adapter string
	// The greatest number of messages returned. Default: all.
	Limit int64
	// Skip this many of the matching messages.
	Offset int64
	// Only messages of these types. Default: all.
	Types []string
	// Include messages that a revert or rollback hides.
	IncludeHidden bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
}

// AppendJSON appends the canonical JSON of x.
func (x *NativeMessagesRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("adapter", x.Adapter)
	m.OptFlag("includeHidden", x.IncludeHidden)
	m.OptNum("limit", x.Limit)
	m.OptNum("offset", x.Offset)
	m.OptFlag("redact", x.Redact)
	m.Str("sessionId", x.SessionID)
	m.OptStrs("types", x.Types)
	return m.End()
}

// NormalizeRequest: A record that an agent printed.
type NormalizeRequest struct {
	// The record, an object.
	Message JSON
}

// AppendJSON appends the canonical JSON of x.
func (x *NormalizeRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Key("message")
	m.B = x.Message.AppendJSON(m.B)
	return m.End()
}

// NormalizeTextRequest: The output of a process.
type NormalizeTextRequest struct {
	// The whole output: JSON Lines, JSON or server-sent events.
	Text string
}

// AppendJSON appends the canonical JSON of x.
func (x *NormalizeTextRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("text", x.Text)
	return m.End()
}

// ParseRequest: A value to convert.
type ParseRequest struct {
	// The value as an agent writes it.
	Value string
}

// AppendJSON appends the canonical JSON of x.
func (x *ParseRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Str("value", x.Value)
	return m.End()
}

// ImportRequest: The sessions to copy: one that is named, or all that match.
type ImportRequest struct {
	// The agent; required with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of agent and sessionId.
	UnifiedID string
	// The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant.
	Ref string
	// Copy every session that matches the filters, instead of one.
	All bool
	// Only sessions created at or after this time; a session that began before it and continued is left out, and activeSince selects it. A diagnostic says at most how many such sessions there are, by the times of their files.
	Since Time
	// Only sessions created at or before this time, also if they were active later; a bare date includes that day. activeUntil bounds the activity.
	Until Time
	// Only active sessions: those with a record of their own (not copied from another session) at or after this time and not after activeUntil.
	ActiveSince Time
	// Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day.
	ActiveUntil Time
	// The time zone of bare dates, of groups by day and of times without a zone. Default: UTC.
	Zone *Zone
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory.
	Cwd string
	// Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link.
	Under string
	// The machine that the sessions come from: text of 1 to 128 bytes without control characters and without blanks at its ends, but not -. Each origin has copies of its own.
	Origin string
	// Copy without secrets, home folders and e-mail addresses, which are replaced in all texts as in sessions.get. The agent's files do not change. A session that was copied without redact is copied anew, and what the copy showed is hidden but still stored. What was copied with redact is always copied so.
	Redact bool
	// Copy also what was deleted from the store.
	Again bool
	// Report what would be copied without copying it.
	DryRun bool
}

// AppendJSON appends the canonical JSON of x.
func (x *ImportRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	canon.OptTime(&m, "activeSince", x.ActiveSince)
	canon.OptTime(&m, "activeUntil", x.ActiveUntil)
	m.OptFlag("again", x.Again)
	m.OptStr("agent", x.Agent)
	m.OptFlag("all", x.All)
	m.OptStr("cwd", x.Cwd)
	m.OptFlag("dryRun", x.DryRun)
	m.OptStr("model", x.Model)
	m.OptStr("origin", x.Origin)
	m.OptFlag("redact", x.Redact)
	m.OptStr("ref", x.Ref)
	m.OptStr("sessionId", x.SessionID)
	canon.OptTime(&m, "since", x.Since)
	m.OptStrs("tags", x.Tags)
	m.OptStr("under", x.Under)
	m.OptStr("unifiedId", x.UnifiedID)
	canon.OptTime(&m, "until", x.Until)
	if x.Zone != nil {
		m.Key("zone")
		m.B = x.Zone.AppendJSON(m.B)
	}
	return m.End()
}

// ThreadRead: A thread, now or at an earlier position.
type ThreadRead struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// Read the session as it was at this position of its log. Default: now.
	At int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadRead) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("at", x.At)
	m.Str("sessionId", x.SessionID)
	m.Str("threadId", x.ThreadID)
	return m.End()
}

// ThreadChange: A thread to change.
type ThreadChange struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadChange) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	m.Str("threadId", x.ThreadID)
	return m.End()
}

// ThreadStartRequest: The session and the properties of a new thread.
type ThreadStartRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread's id. Default: a new one.
	ThreadID string
	// The thread's name. Default: the thread's id.
	Name string
	// The thread's parent, for lineage only. For a fork, by default the source.
	ParentThreadID string
	// The caller's own metadata, an object.
	Metadata JSON
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadStartRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	if len(x.Metadata) > 0 {
		m.Key("metadata")
		m.B = x.Metadata.AppendJSON(m.B)
	}
	m.OptStr("name", x.Name)
	m.OptStr("parentThreadId", x.ParentThreadID)
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	m.OptStr("threadId", x.ThreadID)
	return m.End()
}

// ThreadsLoadedRequest: Filters and limit of a list of threads.
type ThreadsLoadedRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// false omits archived threads. Default: true.
	IncludeArchived *bool
	// Only this thread.
	ThreadID string
	// Only threads of this status.
	Status ThreadStatus
	// The greatest number of threads returned. Default: all.
	Limit int64
	// Read the session as it was at this position of its log. Default: now.
	At int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadsLoadedRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("at", x.At)
	if x.IncludeArchived != nil {
		m.Key("includeArchived")
		m.B = appendBool(m.B, *x.IncludeArchived)
	}
	m.OptNum("limit", x.Limit)
	m.Str("sessionId", x.SessionID)
	m.OptStr("status", string(x.Status))
	m.OptStr("threadId", x.ThreadID)
	return m.End()
}

// ThreadReadRequest: The thread to return, and whether with its messages.
type ThreadReadRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// Also return its visible messages.
	IncludeMessages bool
	// Read the session as it was at this position of its log. Default: now.
	At int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadReadRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("at", x.At)
	m.OptFlag("includeMessages", x.IncludeMessages)
	m.Str("sessionId", x.SessionID)
	m.Str("threadId", x.ThreadID)
	return m.End()
}

// ThreadMessagesRequest: The messages of a thread to return.
type ThreadMessagesRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// The greatest number of messages returned. Default: all.
	Limit int64
	// Skip this many of the matching messages.
	Offset int64
	// Only messages of these types. Default: all.
	Types []string
	// Include messages that a revert or rollback hides.
	IncludeHidden bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
	// Read the session as it was at this position of its log. Default: now.
	At int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadMessagesRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("at", x.At)
	m.OptFlag("includeHidden", x.IncludeHidden)
	m.OptNum("limit", x.Limit)
	m.OptNum("offset", x.Offset)
	m.OptFlag("redact", x.Redact)
	m.Str("sessionId", x.SessionID)
	m.Str("threadId", x.ThreadID)
	m.OptStrs("types", x.Types)
	return m.End()
}

// ThreadRecordRequest: The messages to append.
type ThreadRecordRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// Objects with a type, stored unchanged in canonical form; docs/messages.md lists the types.
	Messages []JSON
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadRecordRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	m.Key("messages")
	m.Open('[')
	for i := range x.Messages {
		m.Item(i)
		m.B = x.Messages[i].AppendJSON(m.B)
	}
	m.Close(']')
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	m.Str("threadId", x.ThreadID)
	return m.End()
}

// ThreadForkRequest: The thread to fork, and how.
type ThreadForkRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread to fork.
	ThreadID string
	// The id of the fork. Default: a new one.
	NewThreadID string
	// The thread's name. Default: the thread's id.
	Name string
	// The thread's parent, for lineage only. For a fork, by default the source.
	ParentThreadID string
	// The caller's own metadata, an object.
	Metadata JSON
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadForkRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	if len(x.Metadata) > 0 {
		m.Key("metadata")
		m.B = x.Metadata.AppendJSON(m.B)
	}
	m.OptStr("name", x.Name)
	m.OptStr("newThreadId", x.NewThreadID)
	m.OptStr("parentThreadId", x.ParentThreadID)
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	m.Str("threadId", x.ThreadID)
	return m.End()
}

// ThreadRollbackRequest: The thread and its new boundary.
type ThreadRollbackRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// Hide this many visible messages from the end and change nothing else.
	Count *int64
	// Show exactly this many of the first recorded messages; all when there are fewer.
	VisibleMessageCount *int64
	// Show everything up to the last message with this id, which may be hidden.
	MessageID string
	// Show everything up to the last message with this uuid, which may be hidden.
	UUID string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadRollbackRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Count != nil {
		m.Key("count")
		m.Int(*x.Count)
	}
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	m.OptStr("messageId", x.MessageID)
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	m.Str("threadId", x.ThreadID)
	m.OptStr("uuid", x.UUID)
	if x.VisibleMessageCount != nil {
		m.Key("visibleMessageCount")
		m.Int(*x.VisibleMessageCount)
	}
	return m.End()
}

// ThreadCompactRequest: The thread and its new boundary.
type ThreadCompactRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread to roll back. Default: the active thread.
	ThreadID string
	// Hide this many visible messages from the end and change nothing else.
	Count *int64
	// The boundary as an object with one of count, visibleMessageCount, messageId and uuid, instead of these members.
	Selector JSON
	// Show exactly this many of the first recorded messages; all when there are fewer.
	VisibleMessageCount *int64
	// Show everything up to the last message with this id, which may be hidden.
	MessageID string
	// Show everything up to the last message with this uuid, which may be hidden.
	UUID string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadCompactRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Count != nil {
		m.Key("count")
		m.Int(*x.Count)
	}
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	m.OptStr("messageId", x.MessageID)
	m.OptStr("requestId", x.RequestID)
	if len(x.Selector) > 0 {
		m.Key("selector")
		m.B = x.Selector.AppendJSON(m.B)
	}
	m.Str("sessionId", x.SessionID)
	m.OptStr("threadId", x.ThreadID)
	m.OptStr("uuid", x.UUID)
	if x.VisibleMessageCount != nil {
		m.Key("visibleMessageCount")
		m.Int(*x.VisibleMessageCount)
	}
	return m.End()
}

// ThreadRenameRequest: A thread and its new name.
type ThreadRenameRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// The new name.
	Name string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadRenameRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	m.Str("name", x.Name)
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	m.Str("threadId", x.ThreadID)
	return m.End()
}

// ThreadMetadataRequest: Members to merge into a thread's metadata.
type ThreadMetadataRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// The members, an object; null removes a member.
	Metadata JSON
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadMetadataRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	m.Key("metadata")
	m.B = x.Metadata.AppendJSON(m.B)
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	m.Str("threadId", x.ThreadID)
	return m.End()
}

// ThreadStatusRequest: A thread and its new status.
type ThreadStatusRequest struct {
	// The session, at most 1,024 bytes of UTF-8.
	SessionID string
	// The thread.
	ThreadID string
	// The new status: active, paused or completed.
	Status string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any.
	Expect *int64
}

// AppendJSON appends the canonical JSON of x.
func (x *ThreadStatusRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	if x.Expect != nil {
		m.Key("expect")
		m.Int(*x.Expect)
	}
	m.OptStr("requestId", x.RequestID)
	m.Str("sessionId", x.SessionID)
	m.Str("status", x.Status)
	m.Str("threadId", x.ThreadID)
	return m.End()
}

// StatsRequest: The sessions that are counted, and how many groups are returned.
type StatsRequest struct {
	// Only this agent's sessions. Default: all agents.
	Agent string
	// Only messages recorded at or after this time. A message without a time counts at the createdAt of its session.
	Since Time
	// Only messages recorded at or before this time; a bare date includes that day.
	Until Time
	// Only sessions created at or after this time.
	CreatedSince Time
	// Only sessions created at or before this time; a bare date includes that day.
	CreatedUntil Time
	// The time zone of bare dates, of times without a zone, and of hours and weekdays. Default: UTC.
	Zone *Zone
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link.
	Cwd string
	// Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link.
	Under string
	// Only what was recorded on any of these branches of a repository; - for what has none. In costs, requests; else sessions with any such part.
	GitBranches []string
	// Only what was recorded in any of these repositories: the URL of a remote, in any of the ways to write it, or the last components of one, such as owner/name; an absolute path is the folder of a working tree, for agents that record no URL. In costs, requests; else sessions with any such part.
	Repositories []string
	// Only what any of these versions of the agent recorded; 2.1 stands for all that begin with 2.1. too. In costs, requests; else sessions with any such part.
	AgentVersions []string
	// Only sessions of this origin; - for those without one. A session of several origins counts for the copy that a list shows.
	Origin string
	// The greatest number of tools, of models and of files returned, 0 for all; the others are added up. Default: 20.
	Limit int64
	// Count the messages of all branches, not only those of the current one.
	AllBranches bool
	// Fail on any unreadable session instead of reporting a diagnostic.
	Strict bool
}

// AppendJSON appends the canonical JSON of x.
func (x *StatsRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("agent", x.Agent)
	m.OptStrs("agentVersions", x.AgentVersions)
	m.OptFlag("allBranches", x.AllBranches)
	canon.OptTime(&m, "createdSince", x.CreatedSince)
	canon.OptTime(&m, "createdUntil", x.CreatedUntil)
	m.OptStr("cwd", x.Cwd)
	m.OptStrs("gitBranches", x.GitBranches)
	m.OptNum("limit", x.Limit)
	m.OptStr("model", x.Model)
	m.OptStr("origin", x.Origin)
	m.OptStrs("repositories", x.Repositories)
	canon.OptTime(&m, "since", x.Since)
	m.OptFlag("strict", x.Strict)
	m.OptStrs("tags", x.Tags)
	m.OptStr("under", x.Under)
	canon.OptTime(&m, "until", x.Until)
	if x.Zone != nil {
		m.Key("zone")
		m.B = x.Zone.AppendJSON(m.B)
	}
	return m.End()
}

// TagRequest: A session, and how its tags change. A tag is text of 1 to 128 bytes without control characters and without blanks at its ends.
type TagRequest struct {
	// The agent; required with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of agent and sessionId.
	UnifiedID string
	// The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant.
	Ref string
	// The tags to add; a session has at most 100.
	Add []string
	// The tags to remove; the session need not have them.
	Remove []string
}

// AppendJSON appends the canonical JSON of x.
func (x *TagRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStrs("add", x.Add)
	m.OptStr("agent", x.Agent)
	m.OptStr("ref", x.Ref)
	m.OptStrs("remove", x.Remove)
	m.OptStr("sessionId", x.SessionID)
	m.OptStr("unifiedId", x.UnifiedID)
	return m.End()
}

// TagsRequest: The request for all tags, without fields.
type TagsRequest struct {
}

// AppendJSON appends the canonical JSON of x.
func (x *TagsRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	return m.End()
}

// ViewRequest: A session, the turns to return, and how much of each text.
type ViewRequest struct {
	_ [0]func() // not comparable
	// The agent; required with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of agent and sessionId.
	UnifiedID string
	// The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant.
	Ref string
	// Show the branch that ends in this leaf id, one of those in branches. Default: the current branch.
	Branch string
	// Return the turns after this one; next of the page before.
	After int64
	// The greatest number of turns returned, 1 to 1000. A page ends earlier when it has 4 MiB of texts. Default: 50.
	Limit int64
	// Return this turn alone; the first one is 1.
	Turn int64
	// Return the turn that has the message of this number alone; the first message is 0.
	At *int64
	// What a text, a prompt, a patch and the input of a call keep at most. Default: 262144. Unit: bytes.
	MaxText int64
	// What the output of a call keeps at most: its beginning and its end. Default: 16384. Unit: bytes.
	MaxOutput int64
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
}

// AppendJSON appends the canonical JSON of x.
func (x *ViewRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptNum("after", x.After)
	m.OptStr("agent", x.Agent)
	if x.At != nil {
		m.Key("at")
		m.Int(*x.At)
	}
	m.OptStr("branch", x.Branch)
	m.OptNum("limit", x.Limit)
	m.OptNum("maxOutput", x.MaxOutput)
	m.OptNum("maxText", x.MaxText)
	m.OptFlag("redact", x.Redact)
	m.OptStr("ref", x.Ref)
	m.OptStr("sessionId", x.SessionID)
	m.OptFlag("strict", x.Strict)
	m.OptNum("turn", x.Turn)
	m.OptStr("unifiedId", x.UnifiedID)
	return m.End()
}

// StoryRequest: A session whose story is returned.
type StoryRequest struct {
	_ [0]func() // not comparable
	// The agent; required with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of agent and sessionId.
	UnifiedID string
	// The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant.
	Ref string
	// Show the branch that ends in this leaf id, one of those in branches. Default: the current branch.
	Branch string
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
}

// AppendJSON appends the canonical JSON of x.
func (x *StoryRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("agent", x.Agent)
	m.OptStr("branch", x.Branch)
	m.OptFlag("redact", x.Redact)
	m.OptStr("ref", x.Ref)
	m.OptStr("sessionId", x.SessionID)
	m.OptFlag("strict", x.Strict)
	m.OptStr("unifiedId", x.UnifiedID)
	return m.End()
}

// AttachmentRequest: A session and the id of one of its attachments.
type AttachmentRequest struct {
	_ [0]func() // not comparable
	// The agent; required with sessionId.
	Agent string
	// The agent's own session id.
	SessionID string
	// agent:sessionId, instead of agent and sessionId.
	UnifiedID string
	// The session as a person names it, instead of agent, sessionId and unifiedId: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant.
	Ref string
	// The attachment's id, from a message or a view; without it the request is INVALID_ARGUMENT.
	ID string
	// LIMIT_EXCEEDED when the attachment is larger. Default: 20971520. Unit: bytes.
	MaxBytes int64
	// Refuse with UNSUPPORTED: pictures are not redacted, so that its bytes are returned without redact only.
	Redact bool
}

// AppendJSON appends the canonical JSON of x.
func (x *AttachmentRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("agent", x.Agent)
	m.OptStr("id", x.ID)
	m.OptNum("maxBytes", x.MaxBytes)
	m.OptFlag("redact", x.Redact)
	m.OptStr("ref", x.Ref)
	m.OptStr("sessionId", x.SessionID)
	m.OptStr("unifiedId", x.UnifiedID)
	return m.End()
}

// FindEditsRequest: A file, and lines of it.
type FindEditsRequest struct {
	// The file, under each name that it had: an absolute path, or the last components of one, such as src/parser.go; 1 to 100.
	Paths []string
	// The lines, without their ends, at most 100,000.
	Lines []string
	// For each line the latest time at which it may have been written, in RFC 3339, empty for none: later edits, and edits without a time, are left out.
	Times []string
	// Only this agent's sessions. Default: all agents.
	Agent string
	// Fail on any unreadable session instead of reporting a diagnostic.
	Strict bool
}

// AppendJSON appends the canonical JSON of x.
func (x *FindEditsRequest) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.OptStr("agent", x.Agent)
	m.Strs("lines", x.Lines)
	m.Strs("paths", x.Paths)
	m.OptFlag("strict", x.Strict)
	m.OptStrs("times", x.Times)
	return m.End()
}
