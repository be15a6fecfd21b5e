package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/internal/usage"
	"github.com/heddle-dev/heddle/core/session"
)

// CanStream reports whether Stream answers a request: not when it wants what a later
// part of the session adds to an earlier message, or the stored text.
func CanStream(req *session.GetRequest) bool { return !req.Raw && !req.ToolOutput }

// Each receives the messages of a session in order. A message is valid during the call.
type Each = func(*session.Message) error

// Stream reads one session as Get does, without holding its texts: it walks it twice.
// The first walk decides what is visible, and begin receives the session without
// its messages; the second passes them to each. Where begin needs messages itself, it
// calls pass, as often as it wants.
func (c *Catalog) Stream(req session.GetRequest, begin func(head *session.Session, pass func(Each) error) error, each Each) (*session.Report, error) {
	g, err := c.locateRequested(req)
	if err != nil {
		return nil, err
	}
	report := g.env.OnDiagnostic
	var walked, later []fault.Diagnostic // later those of subagents: Get reports them after the session's
	g.env.OnDiagnostic = func(d fault.Diagnostic) { later = append(later, d) }
	links := &transcript.LinkSink{}
	first := withDrift(&adapter.Env{Host: c.host, Agent: g.a.Name(), DefectLog: adapter.DefectLog{Strict: req.Strict, Report: &session.Report{},
		OnDiagnostic: func(d fault.Diagnostic) { walked = append(walked, d) }}})
	want := adapter.Want{Prompts: true, Text: true, Usage: true, Lend: true} // a Match would leave fragments out
	small := g.ref.Size <= streamedSize
	t, err := c.readRequested(g, first, want, transcript.BuilderOptions{Agent: g.a.Name(), Sink: links, Spans: true, Names: small})
	if err == nil && !small && t.Tree.Hides() { // branches are called after records, whose names take memory
		*links, walked, later, first.Report = transcript.LinkSink{}, nil, nil, &session.Report{}
		t, err = c.readRequested(g, first, want, transcript.BuilderOptions{Agent: g.a.Name(), Sink: links, Names: true})
	}
	g.env.OnDiagnostic = report
	defer func() {
		for _, d := range append(walked, later...) {
			g.env.Diagnose(d)
		}
	}()
	if err != nil {
		return nil, err
	}
	walked = nil // the last walk says the same
	if c.onSubagents != nil {
		list, err := c.subagents(g, t)
		if err != nil {
			return nil, err
		}
		c.onSubagents(list)
	}
	head := t.Summary.WithMessages(nil)
	head.Branches = t.Tree.Branches()
	err = begin(head, func(each Each) error {
		quiet := &adapter.Env{Host: c.host, Agent: g.a.Name(), DefectLog: adapter.DefectLog{Strict: req.Strict}}
		return c.replay(g, t, quiet, links, each)
	})
	if err != nil {
		return nil, err
	}
	g.env.Report = &session.Report{}
	if err := c.replay(g, t, g.env, links, each); err != nil {
		return nil, err
	}
	out := t.Builder.CompleteReport(g.env.Report)
	out.Drift = t.Builder.FinishDrift(first)
	return out, nil
}

// replay walks a session again and passes its visible messages to each.
func (c *Catalog) replay(g *requestedSession, t *transcript.Transcript, env *adapter.Env, links *transcript.LinkSink, each Each) error {
	out := c.newReplay(t, env, links, each)
	err := g.a.Walk(env, g.ix, g.ref, adapter.Want{Prompts: true, Text: true, Usage: true}, out)
	if err == nil {
		err = out.Finish()
	}
	if err != nil {
		return fault.From(err)
	}
	return nil
}

// newReplay returns a Replay that completes each message: its cost, its place in
// the session it was copied from, and the tool of a result.
func (c *Catalog) newReplay(t *transcript.Transcript, env *adapter.Env, links *transcript.LinkSink, each Each) *transcript.Replay {
	sums := usage.NewMessageSums(t.Builder, c.prices)
	if c.onSubagents != nil {
		sums.OwnMoney()
	}
	toolName := links.ToolNames(t.Tree)
	origins := map[string]int64{}
	return transcript.NewReplay(t, env, func(i int, key uint64, m *session.Message) error {
		sums.Set(i, key, m)
		nameAttachments(i, m)
		if m.Origin != nil {
			m.Origin.Index = origins[m.Origin.SessionID]
			origins[m.Origin.SessionID]++
		}
		if r := m.ToolResult; r != nil && r.ToolName == "" {
			named := *r // the record's own
			named.ToolName = toolName(r.ToolCallID)
			m.ToolResult = &named
		}
		return each(m)
	})
}
