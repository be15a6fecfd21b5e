package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/diff"
	"github.com/heddle-dev/heddle/core/session"
)

// SessionsDiff compares two sessions message by message; they may belong to different
// agents. The notes' diagnostics say what could not be read.
func (e *Engine) SessionsDiff(req session.DiffRequest) (*session.SessionDiff, error) {
	a, err := e.side("a", req.A, req.Strict)
	if err != nil {
		return nil, err
	}
	b, err := e.side("b", req.B, req.Strict)
	if err != nil {
		return nil, err
	}
	opts := diff.Options{TextEdits: req.TextEdits, Poll: e.check}
	ops, stats, err := diff.Compare(a.Messages, b.Messages, opts)
	if err != nil {
		return nil, err
	}
	return &session.SessionDiff{A: sideOf(a), B: sideOf(b), Operations: ops, Stats: &stats}, nil
}

// SessionsRenderDiff compares two sessions and renders the comparison as text.
func (e *Engine) SessionsRenderDiff(req session.RenderDiffRequest) ([]byte, error) {
	d, err := e.SessionsDiff(session.DiffRequest{A: req.A, B: req.B, Strict: req.Strict, TextEdits: req.TextEdits})
	if err != nil {
		return nil, err
	}
	return diff.Render(d, diff.RenderOptions{Format: req.Format, Width: req.Width, Context: req.Context}), nil
}

// side reads one of the two sessions. Damage in it is a diagnostic: the
// result has no room for two reports.
func (e *Engine) side(name string, ref *session.SessionRef, strict bool) (*session.Session, error) {
	if ref == nil {
		return nil, fault.New(fault.InvalidArgument, "field \""+name+"\" is missing").WithHint("name two sessions, a and b")
	}
	s, report, err := catalog.New(e.host, e.diagnose).Get(session.GetRequest{Agent: ref.Agent, SessionID: ref.SessionID, UnifiedID: ref.UnifiedID, Ref: ref.Ref, Strict: strict})
	if err != nil {
		return nil, err
	}
	for _, d := range catalog.Damage(s.SessionID, report) {
		d.Agent = s.Agent
		e.diagnose(d)
	}
	return s, nil
}

func sideOf(s *session.Session) *session.DiffSide {
	return &session.DiffSide{Agent: s.Agent, SessionID: s.SessionID, UnifiedID: s.UnifiedID}
}
