package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// Import copies agents' sessions into the store, with the subagents' sessions
// that belong to them. It is incremental: what was copied before is compared,
// and only what is new is written. Copies do not go away with the originals.
//
// A session that is named and cannot be read is an error; among many it is a
// diagnostic, and the others are copied.
func (c *Catalog) Import(req session.ImportRequest) (*session.ImportReport, error) {
	if err := checkImport(&req); err != nil {
		return nil, err
	}
	if err := c.loadRuns(); err != nil {
		return nil, err
	}
	st, done, err := heddle.OpenStore(c.host, !req.DryRun)
	if err != nil {
		return nil, err
	}
	defer func() { _ = done() }() // nothing is pending
	im := &importing{c: c, req: &req, store: st, out: &session.ImportReport{Sessions: []session.ImportedSession{}}}
	if req.All {
		err = im.all()
	} else {
		err = im.one()
	}
	return im.out, err
}

func checkImport(r *session.ImportRequest) error {
	named := r.SessionID != "" || r.UnifiedID != ""
	switch filters := r.Since != 0 || r.Until != 0 || r.ActiveSince != 0 || r.ActiveUntil != 0 || r.Model != "" || r.Cwd != "" || len(r.Tags) > 0; {
	case r.All && named:
		return fault.New(fault.InvalidArgument, "all cannot be used with the name of a session")
	case !r.All && !named:
		return fault.New(fault.InvalidArgument, "no session given").WithHint("name a session, or set all")
	case named && filters:
		return fault.New(fault.InvalidArgument, "filters need all and cannot be used with the name of a session")
	}
	return nil
}

// importing is one import.
type importing struct {
	c     *Catalog
	req   *session.ImportRequest
	store *store.Store
	out   *session.ImportReport
}

// one imports the session that is named.
func (im *importing) one() error {
	agent, id, err := target(im.req.Agent, im.req.SessionID, im.req.UnifiedID)
	if err != nil {
		return err
	}
	if agent == heddle.Name {
		return fault.New(fault.InvalidArgument, "sessions of the store need no import").WithHint("store.fork copies one inside the store")
	}
	a, err := find(agent)
	if err != nil {
		return err
	}
	env := im.c.env(agent, false)
	ix, ref, err := im.c.locate(a, env, id, false)
	if err != nil {
		return err
	}
	b := &batch{im: im, a: a, env: env, ix: ix, seen: map[string]bool{}}
	return b.run([]*adapter.Ref{ref}, true)
}

// all imports every session that matches, agent by agent.
func (im *importing) all() error {
	var agents []adapter.Adapter
	for _, a := range Adapters() {
		if a.Name() != heddle.Name && (im.req.Agent == "" || im.req.Agent == a.Name()) {
			agents = append(agents, a)
		}
	}
	if len(agents) == 0 {
		if im.req.Agent == heddle.Name {
			return nil
		}
		return CheckAgent(im.req.Agent)
	}
	for _, d := range im.c.discover(agents, false) {
		err := im.agent(&d)
		if fault.CodeOf(err) == fault.Timeout {
			return err
		}
		if err != nil {
			im.c.diagnose(fault.DiagnosticOf(d.a.Name(), err))
		}
	}
	return nil
}

// agent imports one agent's sessions, in the order of its index.
func (im *importing) agent(d *discovery) error {
	env := im.c.env(d.a.Name(), false)
	d.say(env)
	if d.err != nil {
		return d.err
	}
	r := im.req
	l := &listing{c: im.c, req: session.ListRequest{Agent: d.a.Name(), Since: r.Since, Until: r.Until,
		ActiveSince: r.ActiveSince, ActiveUntil: r.ActiveUntil, Model: r.Model, Tags: r.Tags, Cwd: r.Cwd, Subagents: true, Superseded: true}}
	l.enter(d.a, d.ix)
	found, err := l.everything()
	l.say()
	if err != nil {
		return err
	}
	b := &batch{im: im, a: d.a, env: env, ix: d.ix, seen: map[string]bool{}, longer: map[string]string{}}
	for i := range found {
		b.longer[found[i].SessionID] = found[i].SupersededBy
	}
	var refs []*adapter.Ref
	for i := range d.ix.Refs {
		if _, matches := b.longer[d.ix.Refs[i].ID]; matches {
			refs = append(refs, &d.ix.Refs[i])
		}
	}
	return b.run(refs, false)
}

// batch is some sessions of one agent.
type batch struct {
	im     *importing
	a      adapter.Adapter
	env    *adapter.Env
	ix     *adapter.Index
	seen   map[string]bool   // by id
	longer map[string]string // the longer copy of a session, "" for none; nil when nobody looked
}

// run imports sessions, each followed by its subagents'.
func (b *batch) run(refs []*adapter.Ref, named bool) error {
	queue := make([]*adapter.Ref, 0, len(refs))
	for _, ref := range refs {
		if b.seen[ref.ID] {
			continue
		}
		b.seen[ref.ID] = true
		queue = append(queue[:0], ref)
		for len(queue) > 0 {
			ref, queue = queue[0], queue[1:]
			children, err := b.session(ref)
			if err != nil {
				if named || fault.CodeOf(err) == fault.Timeout {
					return err
				}
				b.failed(ref, err)
			}
			queue = append(queue, children...)
		}
	}
	return nil
}

// failed reports a session that was not imported.
func (b *batch) failed(ref *adapter.Ref, err error) {
	b.env.Diagnose(fault.DiagnosticOf(b.a.Name(), err))
	b.im.out.Failed++
	id := session.UnifiedID(b.a.Name(), ref.ID)
	b.im.out.Sessions = append(b.im.out.Sessions, session.ImportedSession{UnifiedID: id, StoreID: id, Status: session.ImportStatusFailed})
}

// session imports one session and returns the subagents' that it started.
func (b *batch) session(ref *adapter.Ref) ([]*adapter.Ref, error) {
	c := b.im.c
	env := &adapter.Env{Host: c.host, Agent: b.a.Name(), Report: &session.Report{}, Diagnose: b.env.Diagnose}
	w, err := c.walk(b.a, env, b.ix, ref, adapter.Want{Prompts: true, Text: true, Usage: true}, newFold(true), "")
	if err != nil {
		return nil, err
	}
	for _, d := range Damage(ref.ID, env.Report) {
		b.env.Diagnose(d)
	}
	if w.empty {
		return nil, noSession(b.a.Name(), ref)
	}
	if by, looked := b.longer[ref.ID]; looked {
		w.summary.SupersededBy = by
	} else if err := c.findLonger(b.a, b.ix, w); err != nil {
		return nil, err
	}
	children := c.children(b.ix, ref.ID, w.fold, b.seen)
	in, err := copyOf(b.a.Name(), w)
	if err != nil {
		return children, err
	}
	done, err := b.im.store.Copy(w.summary.UnifiedID, *in, b.im.req.DryRun)
	if err != nil {
		return children, err
	}
	b.im.enter(&w.summary, done)
	return children, nil
}

// enter counts a session that was brought up to date.
func (im *importing) enter(s *session.SessionSummary, done store.Copied) {
	e := session.ImportedSession{UnifiedID: s.UnifiedID, StoreID: s.UnifiedID, Messages: s.MessageCount, Added: done.Added}
	switch {
	case done.New:
		e.Status = session.ImportStatusNew
		im.out.Imported++
	case done.Rewritten:
		e.Status = session.ImportStatusRewritten
		im.out.Updated++
	case done.Changed:
		e.Status = session.ImportStatusUpdated
		im.out.Updated++
	default:
		e.Status = session.ImportStatusUnchanged
		im.out.Unchanged++
	}
	im.out.Sessions = append(im.out.Sessions, e)
}
