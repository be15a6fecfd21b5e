package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// ResolveUnifiedID joins an agent and a native session id. It is pure: the
// session need not exist. An unknown agent is AGENT_NOT_FOUND.
func (e *Engine) ResolveUnifiedID(agent, nativeID string) (string, error) {
	if err := catalog.CheckAgent(agent); err != nil {
		return "", err
	}
	if nativeID == "" {
		return "", fault.New(fault.InvalidArgument, "nativeSessionId is empty")
	}
	return session.UnifiedID(agent, nativeID), nil
}

// ResolveNativeID splits a unified id at its first colon. It returns nil when
// there is no colon, nothing behind it, or the agent is unknown.
func (e *Engine) ResolveNativeID(unifiedID string) *session.NativeID {
	agent, id, ok := session.SplitUnifiedID(unifiedID)
	if !ok || catalog.CheckAgent(agent) != nil {
		return nil
	}
	return &session.NativeID{Agent: agent, NativeSessionID: id}
}
