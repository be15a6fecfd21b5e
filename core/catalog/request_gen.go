// Code generated from core/rpc/schema by `make generate`. DO NOT EDIT.

package catalog

import "github.com/heddle-dev/heddle/core/session"

// ListRequest: Filters, order and bounds of a list.
type ListRequest struct {
	// Only this agent's sessions. Default: all agents.
	Agent string
	// Only sessions created at or after this time.
	Since session.Time
	// Only sessions created at or before this time; a bare date means the end of that UTC day.
	Until session.Time
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, compared exactly but for a trailing slash.
	Cwd string
	// At most this many; 0 means the default. Default: 100.
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
