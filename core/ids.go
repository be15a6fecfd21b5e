package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// IDsResolveUnifiedID joins an agent and a native session id. It is pure: the
// session need not exist. An unknown agent is AGENT_NOT_FOUND.
func (e *Engine) IDsResolveUnifiedID(req session.ResolveUnifiedIDRequest) (string, error) {
	if err := catalog.CheckAgent(req.Agent); err != nil {
		return "", err
	}
	if req.NativeSessionID == "" {
		return "", fault.New(fault.InvalidArgument, "nativeSessionId is empty")
	}
	return session.UnifiedID(req.Agent, req.NativeSessionID), nil
}

// IDsResolveNativeID splits a unified id at its first colon. It returns nil when
// there is no colon, nothing after it, or the agent is unknown.
func (e *Engine) IDsResolveNativeID(req session.ResolveNativeIDRequest) (*session.NativeID, error) {
	agent, id, ok := session.SplitUnifiedID(req.UnifiedID)
	if !ok || id == "" || catalog.CheckAgent(agent) != nil {
		return nil, nil
	}
	return &session.NativeID{Agent: agent, NativeSessionID: id}, nil
}
