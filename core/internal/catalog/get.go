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
	agent, id, err := resolveTarget(req.Agent, req.SessionID, req.UnifiedID)
	if err != nil {
		return nil, nil, err
	}
	a, err := findAdapter(agent)
	if err != nil {
		return nil, nil, err
	}
	if err := c.loadFacts(); err != nil {
		return nil, nil, err
	}
	if err := c.loadImport(agent, id); err != nil {
		return nil, nil, err
	}
	env := c.env(agent, req.Strict)
	ix, ref, err := c.locateSession(a, env, id, req.Strict)
	if err != nil {
		return nil, nil, err
	}
	env.Report = &session.Report{}
	want := adapter.Want{Prompts: true, Text: true, Usage: true, Raw: req.Raw}
	texts := &transcript.TextSink{}
	t, err := c.readSession(a, env, ix, ref, want, transcript.NewBuilder(transcript.BuilderOptions{Agent: agent, Sink: texts}), req.Branch)
	if err == nil {
		_, err = usage.SetCost(a, env, ix, t, c.prices)
	}
	if err != nil {
		return nil, nil, fault.From(err)
	}
	if err := c.findLongerCopy(a, ix, t); err != nil {
		return nil, nil, err
	}
	if t.Empty {
		err := noSession(agent, ref)
		if copyID := c.imports.CopyOf(agent, id); copyID != "" {
			err = err.WithHint("the store has a copy: " + copyID)
		}
		return nil, nil, err
	}
	return c.assembleSession(t, texts, req), t.Builder.CompleteReport(env.Report), nil
}

// findLongerCopy looks for a longer copy of a session, as a list does. Only old
// versions that resume by copying need it; a copy is never older.
func (c *Catalog) findLongerCopy(a adapter.Adapter, ix *adapter.Index, t *transcript.Transcript) error {
	if !t.Builder.Facts.Resumable {
		return nil
	}
	l := &sessionList{c: c} // its diagnostics are dropped: they are of other sessions
	l.addSource(a, ix)
	l.superseded.Add(t)
	cands := l.listCandidates()
	for len(cands) > 0 {
		n := min(len(cands), batchSize)
		batch := cands[:n:n]
		cands = cands[n:]
		newer := batch[:0]
		for _, cand := range batch {
			if cand.ref != t.Ref && (cand.bound == 0 || cand.bound >= t.Summary.UpdatedAt) {
				newer = append(newer, cand)
			}
		}
		walks, err := l.walkBatch(newer)
		if err != nil {
			return err
		}
		l.superseded.Add(walks...)
	}
	t.Summary.SupersededBy = l.superseded.LongestCopy(t)
	return nil
}

// assembleSession makes the result of the visible messages.
func (c *Catalog) assembleSession(t *transcript.Transcript, texts *transcript.TextSink, req session.GetRequest) *session.Session {
	out := t.Summary.WithMessages(make([]session.Message, 0, t.Summary.MessageCount))
	out.Branches = t.Tree.Branches()
	c.setMessageCosts(t.Builder, texts)
	origins := map[string]int64{}
	calls := map[string]*session.ToolCall{}
	for i := range t.Builder.Messages {
		if !t.Tree.Shown[i] {
			continue
		}
		m := texts.WholeMessage(t.Builder, i)
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
	sums := usage.SumMessages(b, c.prices)
	for i := range sums {
		if sums[i].HasRequests() {
			body := texts.Body(i)
			body.TokenUsage, body.Cost = &sums[i].Usage, sums[i].CostRecord(c.prices)
		}
	}
}
