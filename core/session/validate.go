package session

import "errors"

// Validate checks the rules for sessions of every agent; adapters
// and stores are tested with it.
func (s *SessionSummary) Validate() error {
	switch {
	case s.UnifiedID != UnifiedID(s.Agent, s.SessionID):
		return errors.New("unifiedId is not agent:sessionId")
	case s.SessionID == "":
		return errors.New("sessionId is empty")
	case s.TurnCount < 0 || s.MessageCount < 0 || s.TurnCount > s.MessageCount:
		return errors.New("counts do not fit together")
	case s.UpdatedAt != 0 && s.UpdatedAt < s.CreatedAt:
		return errors.New("updated before it was created")
	case Title(s.Title) != s.Title:
		return errors.New("the title is not one line of at most 100 code points")
	case s.Lineage == "":
		return errors.New("lineage is empty")
	case s.Cost != nil:
		return s.Cost.validate()
	}
	return nil
}

func (c *CostRecord) validate() error {
	switch {
	case c.InputTokens < 0 || c.OutputTokens < 0 || c.ThinkingTokens < 0 || c.CachedTokens < 0 || c.CacheWriteTokens < 0:
		return errors.New("a token count is negative")
	case c.CacheWrite1hTokens > c.CacheWriteTokens:
		return errors.New("more tokens cached for an hour than cached at all")
	case c.ThinkingTokens > c.OutputTokens:
		return errors.New("more thinking than output")
	case c.Source == "":
		return errors.New("cost without a source")
	case (c.TotalUSD == nil) != (c.Source == CostSourceUnpriced):
		return errors.New("totalUsd and source disagree")
	}
	return nil
}

// Validate checks the session and every message.
func (s *Session) Validate() error {
	sum := s.Summary()
	if err := sum.Validate(); err != nil {
		return err
	}
	if int64(len(s.Messages)) != s.MessageCount {
		return errors.New("messageCount is not the number of messages")
	}
	for i := range s.Messages {
		if err := s.Messages[i].validate(); err != nil {
			return err
		}
	}
	return nil
}

func (m *Message) validate() error {
	switch m.Role {
	case RoleUser, RoleAssistant, RoleSystem:
		if m.ToolResult != nil {
			return errors.New("a tool result whose role is not tool")
		}
	case RoleTool:
		if m.ToolResult == nil {
			return errors.New("role tool without a tool result")
		}
		if m.Content != "" {
			return errors.New("the text of a tool result is stored twice")
		}
	default:
		return errors.New("unknown role " + string(m.Role))
	}
	if len(m.ToolCalls) > 0 && m.Role != RoleAssistant {
		return errors.New("tool calls of role " + string(m.Role))
	}
	switch m.Type {
	case MessageTypeUser, MessageTypeAssistant, MessageTypeToolResult, MessageTypeSystem, MessageTypeError:
	default:
		return errors.New("unknown message type " + string(m.Type))
	}
	if m.Cost != nil {
		return m.Cost.validate()
	}
	return nil
}
