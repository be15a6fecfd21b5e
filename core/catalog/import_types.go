package catalog

import "github.com/heddle-dev/heddle/core/session"

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
	// Only sessions created at or before this time; a bare date means the end of that UTC day.
	Until session.Time
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory.
	Cwd string
	// Say what would be copied, and copy nothing.
	DryRun bool
}
