package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// agentDiscovery is the result of looking for one agent's sessions.
type agentDiscovery struct {
	a     adapter.Adapter
	ix    *adapter.Index
	notes []fault.Diagnostic
	err   error
}

// discoverAgents looks for the sessions of several agents, on all cores. The
// caller must call flushDiagnostics on each, in order, before it uses the result.
func (c *Catalog) discoverAgents(agents []adapter.Adapter, strict bool) []agentDiscovery {
	out := make([]agentDiscovery, len(agents))
	c.runParallel(len(agents), func(i int) {
		d := &out[i]
		d.a = agents[i]
		d.ix, d.err = d.a.Discover(&adapter.Env{Host: c.host, Agent: d.a.Name(),
			DefectLog: adapter.DefectLog{Strict: strict, OnDiagnostic: func(n fault.Diagnostic) { d.notes = append(d.notes, n) }}})
	})
	return out
}

// flushDiagnostics reports the diagnostics of the discovery.
func (d *agentDiscovery) flushDiagnostics(env *adapter.Env) {
	for _, n := range d.notes {
		env.Diagnose(n)
	}
}

// discoverWithImports looks for the sessions of agents, and for the copies of
// them. When one agent is asked for, the store with the copies of its sessions
// follows it.
func (c *Catalog) discoverWithImports(agents []adapter.Adapter, strict bool) ([]agentDiscovery, error) {
	n := len(agents)
	if agents[n-1].Name() != heddle.Name {
		agents = append(agents[:n:n], heddle.New())
	}
	found := c.discoverAgents(agents, strict)
	own := &found[len(found)-1]
	if n < len(found) && own.err != nil { // the store only adds which sessions are copied
		if fault.CodeOf(own.err) == fault.Timeout {
			return nil, own.err
		}
		c.diagnose(fault.DiagnosticOf(heddle.Name, own.err))
	}
	c.loadImports(own.ix, found[:len(found)-1])
	if n == 1 && len(found) == 1 {
		c.loadImports(own.ix, c.discoverAgents(c.importedAgents(), false))
	}
	if agent := agents[0].Name(); n == 1 && len(found) == 2 && c.imports.HasCopiesOf(agent) {
		return append(found[:1:1], agentDiscovery{a: own.a, ix: c.imports.CopiesOf(agent, own.ix)}), nil
	}
	return found[:n], nil
}

// loadImports fills the import index: with the copies in the store, and with
// which of their originals are among the sessions of other agents.
func (c *Catalog) loadImports(stored *adapter.Index, others []agentDiscovery) {
	c.imports.Load(stored)
	c.runs.AddTags(heddle.TagsIn(stored))
	for i := range others {
		c.markPresent(&others[i])
	}
}

// markPresent notes which originals of copies an agent still has.
func (c *Catalog) markPresent(d *agentDiscovery) {
	agent := d.a.Name()
	c.imports.MarkPresent(agent, d.ix, d.err != nil)
	if d.ix == nil || !c.imports.HasCopiesOf(agent) {
		return
	}
	var refs []*adapter.Ref
	for i := range d.ix.Refs {
		if c.imports.NeedsTime(agent, d.ix.Refs[i].ID) {
			refs = append(refs, &d.ix.Refs[i])
		}
	}
	times := make([]session.Time, len(refs))
	c.runParallel(len(refs), func(i int) { times[i] = c.lastRecord(d, refs[i]) })
	for i, at := range times {
		if at != 0 {
			c.imports.SetTime(agent, refs[i].ID, at)
		}
	}
}

// lastRecord returns the time of a session's last record, from its tail or, where
// that does not have it, by walking it; 0 when it cannot be read.
func (c *Catalog) lastRecord(d *agentDiscovery, ref *adapter.Ref) session.Time {
	env := &adapter.Env{Host: c.host, Agent: d.a.Name()}
	if at, err := d.a.Updated(env, d.ix, ref); err == nil && at != 0 {
		return at
	}
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: d.a.Name()})
	t, err := c.readSession(d.a, env, d.ix, ref, adapter.Want{Prompts: true, Usage: true}, b, "")
	if err != nil {
		return 0
	}
	return t.Summary.UpdatedAt
}

// importedAgents lists the agents that have originals of copies.
func (c *Catalog) importedAgents() []adapter.Adapter {
	var out []adapter.Adapter
	for _, a := range Adapters() {
		if c.imports.HasCopiesOf(a.Name()) && a.Name() != heddle.Name {
			out = append(out, a)
		}
	}
	return out
}

// loadImport fills the import index for one session: its copies or its original.
func (c *Catalog) loadImport(agent, id string) error {
	if agent == heddle.Name {
		return c.loadOriginal(id)
	}
	copies, tags, err := heddle.CopiesOf(c.host, agent, id)
	if fault.CodeOf(err) == fault.Timeout {
		return err
	}
	if err != nil {
		c.diagnose(fault.DiagnosticOf(heddle.Name, err))
	}
	c.imports.LoadSome(copies...)
	c.runs.AddTags(tags)
	return nil
}

// loadOriginal fills the import index for a session of the store.
func (c *Catalog) loadOriginal(id string) error {
	c.imports.LoadSome()
	stored, tags, err := heddle.LookupCopy(c.host, id)
	if fault.CodeOf(err) == fault.Timeout {
		return err
	}
	c.runs.AddTags(tags)
	if err != nil || stored == nil {
		return nil // reading the session reports the error
	}
	c.imports.LoadSome(stored)
	if a, err := findAdapter(stored.Origin.Agent); err == nil {
		c.markPresent(&c.discoverAgents([]adapter.Adapter{a}, false)[0])
	}
	return nil
}

// locateSession finds a session among those of an agent.
func (c *Catalog) locateSession(a adapter.Adapter, env *adapter.Env, id string, strict bool) (*adapter.Index, *adapter.Ref, error) {
	d := c.discoverOne(a, strict)
	if d.err != nil {
		return nil, nil, d.err
	}
	if ref := d.ix.FindRef(id); ref != nil {
		return d.ix, ref, nil
	}
	d.flushDiagnostics(env) // of other sessions: of interest only when this one is not found
	hint := "sessions.list(\"" + a.Name() + "\") shows the ids"
	if copyID := c.imports.CopyOf(a.Name(), id); copyID != "" {
		hint = "the store has a copy: " + copyID
	}
	return nil, nil, fault.New(fault.SessionNotFound, "no "+a.Name()+" session has the id "+string(session.TextJSON(id))).WithHint(hint)
}

func noSession(agent string, ref *adapter.Ref) *fault.Error {
	return fault.New(fault.SessionNotFound, "the file holds no session, only bookkeeping or nothing at all").
		At(ref.Path, 0, 0).WithHint("sessions.list(\"" + agent + "\") shows the sessions there are")
}

// resolveTarget resolves the three ways to name a session.
func (c *Catalog) resolveTarget(agent, id, unified, ref string) (string, string, error) {
	if ref != "" {
		if agent != "" || id != "" || unified != "" {
			return "", "", fault.New(fault.InvalidArgument, "ref excludes agent, sessionId and unifiedId")
		}
		return c.findReference(ref)
	}
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
		return "", "", fault.New(fault.InvalidArgument, "a session is named by agent and sessionId, by unifiedId or by ref")
	}
	return agent, id, nil
}
