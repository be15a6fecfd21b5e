package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/internal/usage"
	"github.com/heddle-dev/heddle/core/session"
)

// Get reads one session with its messages, and reports what it could not read.
func (c *Catalog) Get(req session.GetRequest) (*session.Session, *session.Report, error) {
	g, err := c.locateRequested(req)
	if err != nil {
		return nil, nil, err
	}
	withDrift(g.env).Report = &session.Report{}
	want := adapter.Want{Prompts: true, Text: true, Usage: true, Raw: req.Raw}
	texts := &transcript.TextSink{}
	t, err := c.readRequested(g, g.env, want, transcript.BuilderOptions{Agent: g.a.Name(), Sink: texts})
	if err != nil {
		return nil, nil, err
	}
	report := t.Builder.CompleteReport(g.env.Report)
	report.Drift = t.Builder.FinishDrift(g.env)
	return c.assembleSession(t, texts, req), report, nil
}

// requestedSession is the session that a request names.
type requestedSession struct {
	_ [0]func() // never compared

	req session.GetRequest
	a   adapter.Adapter
	env *adapter.Env
	ix  *adapter.Index
	ref *adapter.Ref
}

// locateRequested finds the session that a request names.
func (c *Catalog) locateRequested(req session.GetRequest) (*requestedSession, error) {
	agent, id, err := c.resolveTarget(req.Agent, req.SessionID, req.UnifiedID, req.Ref)
	if err != nil {
		return nil, err
	}
	a, err := findAdapter(agent)
	if err != nil {
		return nil, err
	}
	if err := c.loadFacts(); err != nil {
		return nil, err
	}
	if c.found == nil {
		err = c.loadImport(agent, id)
	}
	if err != nil {
		return nil, err
	}
	g := &requestedSession{req: req, a: a, env: c.env(agent, req.Strict)}
	g.ix, g.ref, err = c.locateSession(a, g.env, id, req.Strict)
	return g, err
}

// readRequested walks a session that was located, and completes its summary.
func (c *Catalog) readRequested(g *requestedSession, walk *adapter.Env, want adapter.Want, options transcript.BuilderOptions) (*transcript.Transcript, error) {
	t, err := c.readSession(g.a, walk, g.ix, g.ref, want, transcript.NewBuilder(options), g.req.Branch)
	if err == nil {
		_, err = usage.SetCost(g.a, g.env, g.ix, t, c.prices)
	}
	if err != nil {
		return nil, fault.From(err)
	}
	if err := c.findLongerCopy(g.a, g.ix, t); err != nil {
		return nil, err
	}
	if t.Empty {
		err := noSession(g.a.Name(), g.ref)
		if copyID := c.imports.CopyOf(g.a.Name(), g.ref.ID); copyID != "" {
			err = err.WithHint("the store has a copy: " + copyID)
		}
		return nil, err
	}
	return t, nil
}

// findLongerCopy looks for a longer copy of a session, as a list does. Only old
// versions that resume by copying need it; a copy is never older.
func (c *Catalog) findLongerCopy(a adapter.Adapter, ix *adapter.Index, t *transcript.Transcript) error {
	if !t.Builder.Facts.Resumable {
		return nil
	}
	if c.found != nil {
		all, err := c.found.copiesOf(c, a, ix)
		if err == nil {
			t.Summary.SupersededBy = all.LongestCopy(t)
		}
		return err
	}
	l := &sessionList{c: c} // its diagnostics are dropped: they are of other sessions
	l.addSource(a, ix)
	l.superseded.Add(t)
	err := l.addCopies(l.listCandidates(), func(cand *listCandidate) bool {
		return cand.ref != t.Ref && (cand.bound == 0 || cand.bound >= t.Summary.UpdatedAt)
	})
	if err == nil {
		t.Summary.SupersededBy = l.superseded.LongestCopy(t)
	}
	return err
}

// addCopies walks those candidates that may be longer copies.
func (l *sessionList) addCopies(cands []listCandidate, may func(*listCandidate) bool) error {
	for len(cands) > 0 {
		n := min(len(cands), batchSize)
		batch := cands[:n:n]
		cands = cands[n:]
		chosen := batch[:0]
		for i := range batch {
			if may(&batch[i]) {
				chosen = append(chosen, batch[i])
			}
		}
		walks, err := l.walkBatch(chosen)
		if err != nil {
			return err
		}
		l.superseded.Add(walks...)
	}
	return nil
}

// assembleSession makes the result of the visible messages.
func (c *Catalog) assembleSession(t *transcript.Transcript, texts *transcript.TextSink, req session.GetRequest) *session.Session {
	out := t.Summary.WithMessages(make([]session.Message, 0, t.Summary.MessageCount))
	out.Branches = t.Tree.Branches()
	c.setMessageCosts(t.Builder, texts)
	origins := map[string]int64{}
	calls := map[string]*session.ToolCall{}
	for i := range t.Builder.Messages.Len() {
		if !t.Tree.Shown[i] {
			continue
		}
		m := texts.WholeMessage(t.Builder, i)
		nameAttachments(i, &m)
		if m.Origin != nil {
			m.Origin.Index = origins[m.Origin.SessionID]
			origins[m.Origin.SessionID]++
		}
		out.Messages = append(out.Messages, m)
		last := &out.Messages[len(out.Messages)-1]
		for j := range last.ToolCalls {
			calls[last.ToolCalls[j].ToolCallID] = &last.ToolCalls[j]
		}
	}
	for i := range out.Messages {
		linkResult(&out.Messages[i], calls, req.ToolOutput)
	}
	if req.Raw {
		out.Raw = session.TextJSON(string(t.Builder.Raw))
	}
	return out
}

// linkResult names the tool of a result after its call and, on request, fills
// the call's output.
func linkResult(m *session.Message, calls map[string]*session.ToolCall, output bool) {
	if m.ToolResult == nil {
		return
	}
	call := calls[m.ToolResult.ToolCallID]
	if call == nil {
		return
	}
	if m.ToolResult.ToolName == "" {
		m.ToolResult.ToolName = call.ToolName
	}
	if output && call.Output == nil {
		call.Output = m.ToolResult.Output
	}
}

// setMessageCosts gives every message its tokens and money.
func (c *Catalog) setMessageCosts(b *transcript.Builder, texts *transcript.TextSink) {
	sums := usage.NewMessageSums(b, c.prices)
	for i := range b.Messages.Len() {
		sums.Set(i, transcript.UsageHash(b.UsageKeyOf(i)), texts.Body(i))
	}
}
