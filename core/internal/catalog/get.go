package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/session"
)

// Get reads one session with its messages, and reports what reading met.
func (c *Catalog) Get(req session.GetRequest) (*session.Session, *session.Report, error) {
	agent, id, err := target(req.Agent, req.SessionID, req.UnifiedID)
	if err != nil {
		return nil, nil, err
	}
	a, err := find(agent)
	if err != nil {
		return nil, nil, err
	}
	if err := c.loadRuns(); err != nil {
		return nil, nil, err
	}
	if err := c.meetOne(agent, id); err != nil {
		return nil, nil, err
	}
	env := c.env(agent, req.Strict)
	ix, ref, err := c.locate(a, env, id, req.Strict)
	if err != nil {
		return nil, nil, err
	}
	env.Report = &session.Report{}
	want := adapter.Want{Prompts: true, Text: true, Usage: true, Raw: req.Raw}
	w, err := c.walk(a, env, ix, ref, want, newFold(want.Text), req.Branch)
	if err != nil {
		return nil, nil, fault.From(err)
	}
	if err := c.findLonger(a, ix, w); err != nil {
		return nil, nil, err
	}
	if w.empty {
		err := noSession(agent, ref)
		if o := c.meeting.copied[agent][id]; o != nil {
			err = err.WithHint("the store has a copy: " + o.copyID)
		}
		return nil, nil, err
	}
	return c.assemble(w, req), w.fold.report(env.Report), nil
}

// locate finds a session among what an agent has.
func (c *Catalog) locate(a adapter.Adapter, env *adapter.Env, id string, strict bool) (*adapter.Index, *adapter.Ref, error) {
	var aside []fault.Diagnostic // of other sessions: of interest only when this one is not found
	ix, err := a.Discover(&adapter.Env{Host: c.host, Agent: a.Name(), Strict: strict,
		Diagnose: func(d fault.Diagnostic) { aside = append(aside, d) }})
	if err != nil {
		return nil, nil, err
	}
	if ref := ix.Find(id); ref != nil {
		return ix, ref, nil
	}
	for _, d := range aside {
		env.Diagnose(d)
	}
	hint := "sessions.list(\"" + a.Name() + "\") shows the ids"
	if o := c.meeting.copied[a.Name()][id]; o != nil {
		hint = "the store has a copy: " + o.copyID
	}
	return nil, nil, fault.New(fault.SessionNotFound, "no "+a.Name()+" session has the id "+string(session.TextJSON(id))).WithHint(hint)
}

func noSession(agent string, ref *adapter.Ref) *fault.Error {
	return fault.New(fault.SessionNotFound, "the file holds no session, only bookkeeping or nothing at all").
		At(ref.Path, 0, 0).WithHint("sessions.list(\"" + agent + "\") shows the sessions there are")
}

// findLonger looks for a longer copy of a session, as a list does. Only old
// versions that resume by copying need it; a copy is never older.
func (c *Catalog) findLonger(a adapter.Adapter, ix *adapter.Index, w *walked) error {
	if !w.fold.facts.resumable {
		return nil
	}
	l := &listing{c: c} // what it meets is of no interest
	l.enter(a, ix)
	l.copies.add([]*walked{w})
	cands := l.candidates()
	for len(cands) > 0 {
		n := min(len(cands), batchSize)
		batch := cands[:n:n]
		cands = cands[n:]
		newer := batch[:0]
		for _, cand := range batch {
			if cand.ref != w.ref && (cand.bound == 0 || cand.bound >= w.summary.UpdatedAt) {
				newer = append(newer, cand)
			}
		}
		walks, err := l.walkBatch(newer)
		if err != nil {
			return err
		}
		l.copies.add(walks)
	}
	w.summary.SupersededBy = l.copies.longer(w)
	return nil
}

// target resolves the two ways to name a session.
func target(agent, id, unified string) (string, string, error) {
	if unified != "" {
		if agent != "" || id != "" {
			return "", "", fault.New(fault.InvalidArgument, "unifiedId excludes agent and sessionId")
		}
		a, n, ok := session.SplitUnifiedID(unified)
		if !ok || n == "" {
			return "", "", fault.New(fault.InvalidArgument, "unifiedId is not agent:sessionId").WithHint("for example claude:3b067d2e-…")
		}
		return a, n, nil
	}
	if agent == "" || id == "" {
		return "", "", fault.New(fault.InvalidArgument, "a session is named by agent and sessionId, or by unifiedId")
	}
	return agent, id, nil
}

// report completes what the adapter counted.
func (f *fold) report(r *session.Report) *session.Report {
	r.Injected, r.UnknownTypes = f.injected, f.unknown
	r.FormatVersion, r.NaiveTimes = f.facts.formatVersion, f.naive
	return r
}

func (c *Catalog) assemble(w *walked, req session.GetRequest) *session.Session {
	out := w.summary.WithMessages(make([]session.Message, 0, w.summary.MessageCount))
	out.Branches = w.view.branches()
	c.finishMessages(w.fold)
	origins := map[string]int64{}
	calls := map[string]*session.ToolCall{}
	for i := range w.fold.messages {
		if !w.view.shown[i] {
			continue
		}
		m := w.fold.messages[i].whole()
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
		joinResult(&out.Messages[i], calls, req.ToolOutput)
	}
	if req.Raw {
		out.Raw = session.TextJSON(string(w.fold.raw))
	}
	return out
}

// joinResult names the tool of a result after its call and, on request, fills
// the call's output.
func joinResult(m *session.Message, calls map[string]*session.ToolCall, output bool) {
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

// finishMessages gives every message its tokens and money. A request's usage
// shows on the message that carries its key, or on the one it names; an agent
// may bill one message in several requests.
func (c *Catalog) finishMessages(f *fold) {
	sums := make([]cost.Sum, len(f.messages))
	for i := range f.messages {
		if u, ok := f.byKey[hashKey(f.messages[i].usageKey)]; ok {
			sums[i].Add(c.prices, f.usage[u].Request)
		}
	}
	for i := range f.usage {
		u := &f.usage[i]
		if at, ok := f.byMerge[u.merge]; ok && f.messages[at].usageKey == "" {
			sums[at].Add(c.prices, u.Request)
		}
	}
	for i := range sums {
		if sums[i].Any() {
			rest := f.messages[i].rest
			rest.TokenUsage, rest.Cost = &sums[i].Usage, sums[i].Record(c.prices)
		}
	}
}
