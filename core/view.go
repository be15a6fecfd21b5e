package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/redact"
	"github.com/heddle-dev/heddle/core/internal/view"
	"github.com/heddle-dev/heddle/core/session"
)

// SessionsView returns a page of what a person reads of a session. It holds the
// page alone.
func (e *Engine) SessionsView(req session.ViewRequest) (*session.SessionView, error) {
	o := view.Options{After: req.After, Limit: req.Limit, Turn: req.Turn, At: -1, MaxText: req.MaxText, MaxOutput: req.MaxOutput}
	if req.At != nil {
		o.At = *req.At
	}
	if err := checkView(&req); err != nil {
		return nil, err
	}
	get := session.GetRequest{Agent: req.Agent, SessionID: req.SessionID, UnifiedID: req.UnifiedID, Ref: req.Ref,
		Branch: req.Branch, Strict: req.Strict, Redact: req.Redact}
	b, err := e.buildView(get, func(head *session.Session, agents []session.ViewAgent) *view.Builder {
		b := view.New(head, o)
		b.Subagents(redactAgents(head, agents, req.Redact))
		return b
	})
	if err != nil {
		return nil, err
	}
	out := b.Finish()
	if wanted := max(req.Turn, o.At+1) > 0; wanted && len(out.Turns) == 0 {
		return nil, fault.New(fault.InvalidArgument, "the session has no such turn or message").
			WithHint("turns are counted from 1, messages from 0; totals has how many there are")
	}
	return out, nil
}

// redactAgents redacts the titles of a session's subagents, where that is asked for.
func redactAgents(head *session.Session, agents []session.ViewAgent, wanted bool) []session.ViewAgent {
	if wanted {
		hide := redact.New(head.Cwd)
		for i := range agents {
			agents[i].Title = hide.Text(agents[i].Title)
		}
	}
	return agents
}

// checkView refuses numbers out of their bounds.
func checkView(req *session.ViewRequest) error {
	switch {
	case req.After < 0 || req.Turn < 0 || req.MaxText < 0 || req.MaxOutput < 0 || req.At != nil && *req.At < 0:
		return fault.New(fault.InvalidArgument, "after, turn, at, maxText and maxOutput must not be negative")
	case req.Limit < 0 || req.Limit > 1000:
		return fault.New(fault.InvalidArgument, "limit must be 1 to 1000")
	case req.Turn > 0 && req.At != nil || (req.Turn > 0 || req.At != nil) && req.After > 0:
		return fault.New(fault.InvalidArgument, "after, turn and at cannot be used together")
	}
	return nil
}

// SessionsStory returns what happened in a session. It holds the story alone.
func (e *Engine) SessionsStory(req session.StoryRequest) (*session.SessionStory, error) {
	get := session.GetRequest{Agent: req.Agent, SessionID: req.SessionID, UnifiedID: req.UnifiedID, Ref: req.Ref,
		Branch: req.Branch, Strict: req.Strict, Redact: req.Redact}
	b, err := e.buildView(get, func(head *session.Session, _ []session.ViewAgent) *view.Builder { return view.NewStory(head) })
	if err != nil {
		return nil, err
	}
	return b.FinishStory(), nil
}

// buildView adds a session's messages to the Builder that begin makes of what is known of
// the session before them, and of its subagents.
func (e *Engine) buildView(get session.GetRequest, begin func(*session.Session, []session.ViewAgent) *view.Builder) (b *view.Builder, err error) {
	var agents []session.ViewAgent
	c := e.catalog()
	c.ForView(func(list []session.ViewAgent) { agents = list })
	err = e.passes(c, get, func(head *session.Session, _ func(catalog.Each) error) error {
		b = begin(head, agents)
		return nil
	}, func(m *session.Message) error { return b.Message(m) })
	return b, err
}
