package session

// Summary returns the session without its messages.
func (s *Session) Summary() SessionSummary {
	return SessionSummary{Agent: s.Agent, SessionID: s.SessionID, UnifiedID: s.UnifiedID, Title: s.Title,
		CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt, TurnCount: s.TurnCount, MessageCount: s.MessageCount,
		Model: s.Model, Cost: s.Cost, Tags: s.Tags, Cwd: s.Cwd, Spans: s.Spans, Repository: s.Repository, GitBranch: s.GitBranch, Commit: s.Commit, AgentVersion: s.AgentVersion, ForkedFrom: s.ForkedFrom, IsSubagent: s.IsSubagent,
		ParentSessionID: s.ParentSessionID, SupersededBy: s.SupersededBy, Archived: s.Archived, Lineage: s.Lineage,
		ImportedAs: s.ImportedAs, RecordedAs: s.RecordedAs, OriginalUnifiedID: s.OriginalUnifiedID, OriginalGone: s.OriginalGone, Origin: s.Origin}
}

// WithMessages returns a session that has the summary's fields and messages,
// which it then owns.
func (s *SessionSummary) WithMessages(messages []Message) *Session {
	return &Session{Agent: s.Agent, SessionID: s.SessionID, UnifiedID: s.UnifiedID, Title: s.Title,
		CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt, TurnCount: s.TurnCount, MessageCount: s.MessageCount,
		Model: s.Model, Cost: s.Cost, Tags: s.Tags, Cwd: s.Cwd, Spans: s.Spans, Repository: s.Repository, GitBranch: s.GitBranch, Commit: s.Commit, AgentVersion: s.AgentVersion, ForkedFrom: s.ForkedFrom, IsSubagent: s.IsSubagent,
		ParentSessionID: s.ParentSessionID, SupersededBy: s.SupersededBy, Archived: s.Archived, Lineage: s.Lineage,
		ImportedAs: s.ImportedAs, RecordedAs: s.RecordedAs, OriginalUnifiedID: s.OriginalUnifiedID, OriginalGone: s.OriginalGone, Origin: s.Origin,
		Messages: messages}
}
