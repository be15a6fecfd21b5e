package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/imports"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/internal/usage"
	"github.com/heddle-dev/heddle/core/session"
)

// Import copies agents' sessions into the store, with the subagents' sessions
// that belong to them. It is incremental: what was copied before is compared,
// and only what is new is written. Copies stay when the originals are deleted.
//
// A session that is named and cannot be read is an error; among many it is a
// diagnostic, and the others are copied.
func (c *Catalog) Import(req session.ImportRequest) (*session.ImportReport, error) {
	if err := checkImport(&req); err != nil {
		return nil, err
	}
	if err := c.loadFacts(); err != nil {
		return nil, err
	}
	run, err := imports.StartImport(c.host, imports.ImportOptions{Machine: req.Origin, Redact: req.Redact, Again: req.Again, DryRun: req.DryRun})
	if err != nil {
		return nil, err
	}
	if req.All {
		err = c.importAll(run, &req)
	} else {
		err = c.importOne(run, &req)
	}
	if closed := run.Close(); err == nil {
		err = closed
	}
	return run.Report, err
}

func checkImport(r *session.ImportRequest) error {
	named := r.SessionID != "" || r.UnifiedID != "" || r.Ref != ""
	switch filters := r.Since != 0 || r.Until != 0 || r.ActiveSince != 0 || r.ActiveUntil != 0 || r.Model != "" || r.Cwd != "" || r.Under != "" || len(r.Tags) > 0; {
	case r.All && named:
		return fault.New(fault.InvalidArgument, "all cannot be used with the name of a session")
	case !r.All && !named:
		return fault.New(fault.InvalidArgument, "no session given").WithHint("name a session, or set all")
	case named && filters:
		return fault.New(fault.InvalidArgument, "filters need all and cannot be used with the name of a session")
	}
	return session.CheckOrigin(r.Origin)
}

// importOne imports the session that is named.
func (c *Catalog) importOne(run *imports.ImportRun, req *session.ImportRequest) error {
	agent, id, err := c.resolveTarget(req.Agent, req.SessionID, req.UnifiedID, req.Ref)
	if err != nil {
		return err
	}
	if agent == heddle.Name {
		return fault.New(fault.InvalidArgument, "sessions of the store need no import").WithHint("store.fork copies one inside the store")
	}
	a, err := findAdapter(agent)
	if err != nil {
		return err
	}
	env := c.env(agent, false)
	ix, ref, err := c.locateSession(a, env, id, false)
	if err != nil {
		return err
	}
	b := &importBatch{c: c, run: run, a: a, env: env, ix: ix, seen: map[string]bool{}}
	return b.importRefs([]*adapter.Ref{ref}, true)
}

// importAll imports every session that matches, agent by agent.
func (c *Catalog) importAll(run *imports.ImportRun, req *session.ImportRequest) error {
	var agents []adapter.Adapter
	for _, a := range Adapters() {
		if a.Name() != heddle.Name && (req.Agent == "" || req.Agent == a.Name()) {
			agents = append(agents, a)
		}
	}
	if len(agents) == 0 {
		if req.Agent == heddle.Name {
			return nil
		}
		return CheckAgent(req.Agent)
	}
	for _, d := range c.discoverAgents(agents, false) {
		err := c.importAgent(run, req, &d)
		if fault.CodeOf(err) == fault.Timeout {
			return err
		}
		if err != nil {
			c.diagnose(fault.DiagnosticOf(d.a.Name(), err))
		}
	}
	return nil
}

// importAgent imports one agent's sessions, in the order of its index.
func (c *Catalog) importAgent(run *imports.ImportRun, r *session.ImportRequest, d *agentDiscovery) error {
	env := c.env(d.a.Name(), false)
	d.flushDiagnostics(env)
	if d.err != nil {
		return d.err
	}
	l := &sessionList{c: c, req: session.ListRequest{Agent: d.a.Name(), Since: r.Since, Until: r.Until,
		ActiveSince: r.ActiveSince, ActiveUntil: r.ActiveUntil, Model: r.Model, Tags: r.Tags, Cwd: r.Cwd, Under: r.Under, Subagents: true, Superseded: true}}
	l.addSource(d.a, d.ix)
	found, err := l.walkAll()
	l.flushDiagnostics()
	if err != nil {
		return err
	}
	b := &importBatch{c: c, run: run, a: d.a, env: env, ix: d.ix, seen: map[string]bool{}, longer: map[string]string{}}
	for i := range found {
		b.longer[found[i].SessionID] = found[i].SupersededBy
	}
	var refs []*adapter.Ref
	for i := range d.ix.Refs {
		if _, matches := b.longer[d.ix.Refs[i].ID]; matches {
			refs = append(refs, &d.ix.Refs[i])
		}
	}
	return b.importRefs(refs, false)
}

// importBatch is some sessions of one agent.
type importBatch struct {
	c      *Catalog
	run    *imports.ImportRun
	a      adapter.Adapter
	env    *adapter.Env
	ix     *adapter.Index
	seen   map[string]bool   // by id
	longer map[string]string // the longer copy of a session, "" for none; nil when not looked for
}

// importRefs imports sessions, each followed by its subagents'.
func (b *importBatch) importRefs(refs []*adapter.Ref, named bool) error {
	queue := make([]*adapter.Ref, 0, len(refs))
	for _, ref := range refs {
		if b.seen[ref.ID] {
			continue
		}
		b.seen[ref.ID] = true
		queue = append(queue[:0], ref)
		for len(queue) > 0 {
			ref, queue = queue[0], queue[1:]
			children, err := b.importSession(ref)
			if err != nil {
				if named || fault.CodeOf(err) == fault.Timeout {
					return err
				}
				b.env.Diagnose(fault.DiagnosticOf(b.a.Name(), err))
				b.run.CountFailed(session.UnifiedID(b.a.Name(), ref.ID))
			}
			queue = append(queue, children...)
		}
	}
	return nil
}

// importSession imports one session and returns the subagents' that it started.
func (b *importBatch) importSession(ref *adapter.Ref) ([]*adapter.Ref, error) {
	c, agent := b.c, b.a.Name()
	env := &adapter.Env{Host: c.host, Agent: agent, DefectLog: adapter.DefectLog{Report: &session.Report{}, OnDiagnostic: b.env.OnDiagnostic}}
	texts := &transcript.TextSink{}
	builder := transcript.NewBuilder(transcript.BuilderOptions{Agent: agent, Sink: texts, Requests: transcript.NameRequests})
	t, err := c.readSession(b.a, env, b.ix, ref, adapter.Want{Prompts: true, Text: true, Usage: true}, builder, "")
	if err != nil {
		return nil, err
	}
	rest, err := usage.SetCost(b.a, env, b.ix, t, c.prices)
	if err != nil {
		return nil, err
	}
	for _, d := range Damage(ref.ID, env.Report) {
		b.env.Diagnose(d)
	}
	if t.Empty {
		return nil, noSession(agent, ref)
	}
	if by, looked := b.longer[ref.ID]; looked {
		t.Summary.SupersededBy = by
	} else if err := c.findLongerCopy(b.a, b.ix, t); err != nil {
		return nil, err
	}
	children := transcript.Subagents(b.ix, ref.ID, &t.Builder.Facts, b.seen)
	return children, b.run.CopySession(t, texts, rest)
}
