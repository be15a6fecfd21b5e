package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/session"
)

// meeting says which sessions of the store are copies of which agents'
// sessions, so that the two count as one: over all agents the original stands
// for both as long as its agent has it, and then the copy. A copy that was
// continued in the store is a conversation of its own, like a fork.
type meeting struct {
	origins map[string]*origin            // by session id in the store
	copied  map[string]map[string]*origin // by agent and its session id
}

// origin is what a copy is a copy of.
type origin struct {
	*heddle.Origin
	copyID  string
	grown   bool // the copy was continued in the store
	there   bool // its agent has it
	lost    bool // it has it, but nothing can be read any more
	unknown bool // its agent could not be asked
}

// look looks for the sessions of agents, and for the copies of them. After one
// agent that was asked for comes the store with the copies of its sessions.
func (c *Catalog) look(agents []adapter.Adapter, strict bool) ([]discovery, error) {
	n := len(agents)
	if agents[n-1].Name() != heddle.Name {
		agents = append(agents[:n:n], heddle.New())
	}
	found := c.discover(agents, strict)
	own := &found[len(found)-1]
	if n < len(found) && own.err != nil { // it only says what is there twice
		if fault.CodeOf(own.err) == fault.Timeout {
			return nil, own.err
		}
		c.diagnose(fault.DiagnosticOf(heddle.Name, own.err))
	}
	c.meet(own.ix)
	others := found[:len(found)-1]
	if n == 1 && len(others) == 0 {
		others = c.discover(c.asked(), false)
	}
	for i := range others {
		c.compare(&others[i])
	}
	if n == 1 && len(found) == 2 && c.meeting.copied[agents[0].Name()] != nil {
		return append(found[:1:1], c.copiesOf(agents[0].Name(), own)), nil
	}
	return found[:n], nil
}

// copiesOf is what the store has of one agent.
func (c *Catalog) copiesOf(agent string, own *discovery) discovery {
	ix := &adapter.Index{Side: own.ix.Side}
	for i := range own.ix.Refs {
		o := c.meeting.origins[own.ix.Refs[i].ID]
		if o != nil && o.Agent == agent && !(o.grown && o.there) { // continued, it is a conversation of its own
			ix.Refs = append(ix.Refs, own.ix.Refs[i])
		}
	}
	return discovery{a: own.a, ix: ix}
}

// meet takes the copies that an index of the store has.
func (c *Catalog) meet(ix *adapter.Index) {
	c.meeting = meeting{}
	if ix != nil {
		heddle.Origins(ix, c.meeting.enter)
	}
}

// enter takes one copy.
func (x *meeting) enter(id string, o *heddle.Origin, grown bool) {
	if x.origins == nil {
		x.origins, x.copied = map[string]*origin{}, map[string]map[string]*origin{}
	}
	at := &origin{Origin: o, copyID: session.UnifiedID(heddle.Name, id), grown: grown}
	x.origins[id] = at
	if x.copied[o.Agent] == nil {
		x.copied[o.Agent] = map[string]*origin{}
	}
	x.copied[o.Agent][o.SessionID] = at
}

// asked lists the agents that have originals.
func (c *Catalog) asked() []adapter.Adapter {
	var out []adapter.Adapter
	for _, a := range Adapters() {
		if c.meeting.copied[a.Name()] != nil && a.Name() != heddle.Name {
			out = append(out, a)
		}
	}
	return out
}

// compare notes which originals an agent still has.
func (c *Catalog) compare(d *discovery) {
	copied := c.meeting.copied[d.a.Name()]
	if len(copied) == 0 {
		return
	}
	if d.ix != nil {
		for i := range d.ix.Refs {
			if o := copied[d.ix.Refs[i].ID]; o != nil {
				o.there = true
			}
		}
	}
	if d.err != nil {
		for _, o := range copied {
			o.unknown = !o.there
		}
	}
}

// meetOne finds out what there is to know of one session's copy or original.
func (c *Catalog) meetOne(agent, id string) error {
	copyID := id
	if agent != heddle.Name {
		copyID = session.UnifiedID(agent, id)
	}
	o, err := heddle.Look(c.host, copyID)
	if fault.CodeOf(err) == fault.Timeout {
		return err
	}
	if err != nil && agent != heddle.Name { // else reading the session says it
		c.diagnose(fault.DiagnosticOf(heddle.Name, err))
	}
	c.meeting = meeting{}
	if o == nil {
		return nil
	}
	c.meeting.enter(copyID, o, false)
	if a, err := find(o.Agent); err == nil && agent == heddle.Name {
		d := c.discover([]adapter.Adapter{a}, false)
		c.compare(&d[0])
	}
	return nil
}

// shadowed reports whether a session of the store is a copy whose original
// stands for it.
func (c *Catalog) shadowed(agent, id string) bool {
	if agent != heddle.Name {
		return false
	}
	o := c.meeting.origins[id]
	return o != nil && o.there && !o.lost && !o.grown
}

// lose notes that nothing can be read of a session: its copy stands for it.
func (c *Catalog) lose(agent, id string) {
	if o := c.meeting.copied[agent][id]; o != nil {
		o.lost = true
	}
}

// keyOf returns the hash of a usage key of an agent that is not the walked one,
// which is the store: pack will mix the walked agent into it.
func keyOf(key uint64, agent string) uint64 {
	if agent == "" || agent == heddle.Name {
		return key
	}
	return key ^ hashKey(agent) ^ hashKey(heddle.Name)
}

// introduce says on a summary where else the session is. It returns whom the
// run index knows it as.
func (c *Catalog) introduce(s *session.SessionSummary) (agent, id string) {
	if s.Agent != heddle.Name {
		if o := c.meeting.copied[s.Agent][s.SessionID]; o != nil {
			s.ImportedAs = o.copyID
		}
		return s.Agent, s.SessionID
	}
	o := c.meeting.origins[s.SessionID]
	if o == nil {
		return s.Agent, s.SessionID
	}
	s.OriginalUnifiedID = o.UnifiedID
	s.OriginalGone = !o.unknown && (!o.there || o.lost)
	return o.Agent, o.SessionID
}
