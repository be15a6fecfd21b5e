package catalog

import (
	"github.com/heddle-dev/heddle/core/internal/order"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/session"
)

// walked is one session after its walk.
type walked struct {
	ref     *adapter.Ref
	fold    *fold
	summary session.SessionSummary
	view    *view
	empty   bool // nothing in the file says that it is a session
	rest    *residue
}

// walk reads one session into a new fold and makes its summary, its subagents'
// spend included.
func (c *Catalog) walk(a adapter.Adapter, env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want, f *fold, branch string) (*walked, error) {
	w, err := c.read(a, env, ix, ref, want, f, branch)
	if err != nil {
		return nil, err
	}
	if err := c.charge(a, env, ix, w); err != nil {
		return nil, err
	}
	return w, nil
}

// read reads one session into a new fold and makes its summary, without money.
func (c *Catalog) read(a adapter.Adapter, env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want, f *fold, branch string) (*walked, error) {
	if err := a.Walk(env, ix, ref, want, f.visit); err != nil {
		return nil, err
	}
	return c.view(a, ref, f, branch)
}

// view makes what all projections need of a fold.
func (c *Catalog) view(a adapter.Adapter, ref *adapter.Ref, f *fold, branch string) (*walked, error) {
	v, ok := f.view(branch)
	if !ok {
		return nil, fault.New(fault.MessageNotFound, "no branch of this session ends in "+string(session.TextJSON(branch))).
			At(ref.Path, 0, 0).WithHint("sessions.get lists the branches")
	}
	w := &walked{ref: ref, fold: f, view: v}
	w.summary = c.summarize(a.Name(), w)
	w.empty = f.empty(ref)
	return w, nil
}

// charge puts what a session and its subagents spent into its summary.
func (c *Catalog) charge(a adapter.Adapter, env *adapter.Env, ix *adapter.Index, w *walked) error {
	rest := w.fold.residueOf(c.prices)
	children, err := c.childSpend(a, env, ix, w, rest)
	if err != nil {
		return err
	}
	w.rest = rest
	w.summary.Cost = rest.note(w.fold.spend(c.prices, children))
	return nil
}

// empty reports whether nothing says that the file is a session.
func (f *fold) empty(ref *adapter.Ref) bool {
	billed := len(f.usage) > 0 || f.tally != nil && f.tally.billed
	return len(f.messages) == 0 && !billed && f.facts.firstAny == 0 && f.facts.created == 0 && ref.Created == 0
}

// forget lets go of everything that a list does not need any more once the
// summary is made: lists may hold thousands of walks.
func (w *walked) forget() {
	f := w.fold
	w.view = nil
	w.fold = &fold{facts: f.facts, models: f.models}
	if f.facts.resumable {
		if w.fold.keys = f.keys; f.tally != nil && !f.tally.usage {
			w.fold.keys = f.tally.stable()
		}
	}
}

func (c *Catalog) summarize(agent string, w *walked) session.SessionSummary {
	f, ref := w.fold, w.ref
	s := session.SessionSummary{Agent: agent, SessionID: ref.ID, UnifiedID: session.UnifiedID(agent, ref.ID),
		Cwd: f.facts.cwd, ForkedFrom: f.facts.forkedFrom, Lineage: "local",
		IsSubagent: ref.Subagent || f.facts.subagent, ParentSessionID: f.facts.parentID,
		SupersededBy: f.facts.superseded, Archived: ref.Archived || f.facts.archived}
	if s.ParentSessionID == "" {
		s.ParentSessionID = ref.Parent
	}
	s.CreatedAt, s.UpdatedAt = f.times(ref)
	s.Title = f.title(w.view)
	s.TurnCount, s.MessageCount = f.turns(w.view)
	s.Model = f.model(w.view)
	s.Tags = c.runTags(c.introduce(&s))
	return s
}

// times prefers what the log says of its own records, then what it repeats
// from others, then what the place says.
func (f *fold) times(ref *adapter.Ref) (created, updated session.Time) {
	created = session.Earliest(f.facts.created, f.facts.first)
	updated = session.Latest(f.facts.updated, f.facts.last)
	for _, t := range []session.Time{f.facts.firstAny, ref.Created, f.facts.lastAny, ref.Updated, ref.ModTime} {
		if created == 0 {
			created = t
		}
	}
	for _, t := range []session.Time{f.facts.lastAny, ref.Updated, created} {
		if updated == 0 {
			updated = t
		}
	}
	return created, session.Latest(created, updated)
}

func (f *fold) title(v *view) string {
	for _, t := range []string{f.facts.userTitle, f.facts.agentTitle} {
		if t := session.Title(t); t != "" {
			return t
		}
	}
	for i := range f.messages {
		if m := &f.messages[i]; v.shown[i] && m.prompt {
			if t := session.Title(m.Content); t != "" {
				return t
			}
		}
	}
	return ""
}

// turns counts prompts that got an answer before the next prompt, and visible
// messages.
func (f *fold) turns(v *view) (turns, messages int64) {
	open := false
	for i := range f.messages {
		if !v.shown[i] {
			continue
		}
		messages++
		switch m := &f.messages[i]; {
		case m.prompt:
			open = true
		case m.Role == session.RoleAssistant && m.Kind == "" && open:
			turns++
			open = false
		}
	}
	return turns, messages
}

// model is the one with most answers, the latest on a tie.
func (f *fold) model(v *view) string {
	f.models = f.models[:0]
	for i := range f.messages {
		m := &f.messages[i]
		if !v.shown[i] || m.Role != session.RoleAssistant || m.Model == "" {
			continue
		}
		f.countModel(m.Model, i)
	}
	best := modelCount{model: f.facts.model}
	for _, c := range f.models {
		if c.n > best.n || c.n == best.n && c.last > best.last {
			best = c
		}
	}
	return best.model
}

func (f *fold) countModel(model string, at int) {
	for i := range f.models {
		if f.models[i].model == model {
			f.models[i].n++
			f.models[i].last = at
			return
		}
	}
	f.models = append(f.models, modelCount{model, 1, at})
}

// answered reports whether a model gave any visible answer.
func (f *fold) answered(model string) bool {
	for _, c := range f.models {
		if c.model == model {
			return true
		}
	}
	return len(f.models) == 0 && f.facts.model == model
}

// spend adds a walk's own usage up. Copied requests are inherited; a
// subagent's, inside the file or in files of its own, count and are shown
// apart.
func (f *fold) spend(t *cost.Table, children cost.Sum) *session.CostRecord {
	var own, aside, inherited cost.Sum
	for i := range f.usage {
		u := &f.usage[i]
		switch {
		case u.copied:
			inherited.Add(t, u.Request)
		case u.aside:
			aside.Add(t, u.Request)
		default:
			own.Add(t, u.Request)
		}
	}
	aside.Merge(children)
	own.Merge(aside)
	rec := own.Record(t)
	if rec == nil {
		if !inherited.Any() {
			return nil
		}
		rec = &session.CostRecord{Source: session.CostSourceUnpriced}
		if m := inherited.Money(); m != nil {
			zero := session.Money(0)
			rec.TotalUSD, rec.Source = &zero, inherited.Source()
		}
	}
	rec.Inherited, rec.Subagents = inherited.Spend(), aside.Spend()
	return rec
}

// childSpend sums the own spend of all subagents below a session, and takes
// their requests off what its totals leave.
func (c *Catalog) childSpend(a adapter.Adapter, env *adapter.Env, ix *adapter.Index, w *walked, rest *residue) (cost.Sum, error) {
	var sum cost.Sum
	seen := map[string]bool{w.ref.ID: true}
	queue := c.children(ix, w.ref.ID, w.fold, seen)
	quiet := &adapter.Env{Host: env.Host, Agent: env.Agent, Strict: env.Strict, Diagnose: env.Diagnose}
	for len(queue) > 0 {
		ref := queue[0]
		queue = queue[1:]
		f := newFold(false)
		if err := a.Walk(quiet, ix, ref, adapter.Want{Usage: true}, f.visit); err != nil {
			if env.Strict || fault.CodeOf(err) == fault.Timeout {
				return sum, err
			}
			env.Diagnose(fault.DiagnosticOf(env.Agent, err))
			continue
		}
		for i := range f.usage {
			if !f.usage[i].copied {
				sum.Add(c.prices, f.usage[i].Request)
				rest.subtract(f.usage[i].Model, f.usage[i].Usage)
			}
		}
		queue = append(queue, c.children(ix, ref.ID, f, seen)...)
	}
	return sum, nil
}

// children finds the refs of the subagents a session started, in index order.
func (c *Catalog) children(ix *adapter.Index, id string, f *fold, seen map[string]bool) []*adapter.Ref {
	var out []*adapter.Ref
	add := func(r *adapter.Ref) {
		if r != nil && !seen[r.ID] {
			seen[r.ID] = true
			out = append(out, r)
		}
	}
	for i := range ix.Refs {
		if ix.Refs[i].Subagent && ix.Refs[i].Parent == id {
			add(&ix.Refs[i])
		}
	}
	for _, child := range f.facts.children {
		add(ix.Find(child))
	}
	order.Stable(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	return out
}
