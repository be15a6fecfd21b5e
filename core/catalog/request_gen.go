// Code generated from core/rpc/schema by `make generate`. DO NOT EDIT.

package catalog

import "github.com/heddle-dev/heddle/core/session"

// ListRequest: Filters, order and bounds of a list.
type ListRequest struct {
	// Only this agent's sessions. Default: all agents.
	Agent string
	// Only sessions created at or after this time.
	Since session.Time
	// Only sessions created at or before this time; a bare date includes that day.
	Until session.Time
	// Only active sessions: those with a record of their own, not copied from another session, at or after this time and not after activeUntil.
	ActiveSince session.Time
	// Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day.
	ActiveUntil session.Time
	// The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC.
	Zone *session.Zone
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, compared exactly but for a trailing slash.
	Cwd string
	// At most this many; 0: all. Default: 100.
	Limit int64
	// date is the time of the last update. Default: date.
	Sort session.SortKey
	// Ties are broken by unifiedId, ascending. Default: desc.
	SortDirection session.SortDirection
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
	Since session.Time
	// Only sessions created at or before this time; a bare date includes that day.
	Until session.Time
	// Only active sessions: those with a record of their own, not copied from another session, at or after this time and not after activeUntil.
	ActiveSince session.Time
	// Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day.
	ActiveUntil session.Time
	// The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC.
	Zone *session.Zone
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, compared exactly but for a trailing slash.
	Cwd string
	// Only text of messages of this role counts; titles do not.
	Role session.Role
	// Only calls of this tool and their results count, its name in any case; text may then be empty.
	Tool string
	// At most this many; 0: all. Default: 50.
	Limit int64
	// Skip this many of the best: the page header's nextOffset. Default: 0.
	Offset int64
	// Greatest first; ties are broken by the last update, then by unifiedId. Default: relevance.
	Sort session.SearchSort
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
	Since session.Time
	// Only requests made at or before this time; a bare date includes that day.
	Until session.Time
	// Only sessions created at or after this time.
	CreatedSince session.Time
	// Only sessions created at or before this time; a bare date includes that day.
	CreatedUntil session.Time
	// The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC.
	Zone *session.Zone
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, compared exactly but for a trailing slash.
	Cwd string
	// Fill breakdowns by this dimension; days are those of zone. Default: no groups.
	GroupBy session.GroupBy
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
	Format session.DiffFormat
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
	Action session.SessionAction
	// Run one turn with this prompt without a terminal, instead of opening the agent. Default: interactive.
	Prompt string
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
	Since session.Time
	// Only sessions created at or before this time; a bare date includes that day.
	Until session.Time
	// Only active sessions: those with a record of their own, not copied from another session, at or after this time and not after activeUntil.
	ActiveSince session.Time
	// Only sessions with a record of their own at or before this time and not before activeSince; a bare date includes that day.
	ActiveUntil session.Time
	// The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC.
	Zone *session.Zone
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory.
	Cwd string
	// Say what would be copied, and copy nothing.
	DryRun bool
}
