package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
)

// discovery is what looking for one agent's sessions found.
type discovery struct {
	a     adapter.Adapter
	ix    *adapter.Index
	notes []fault.Diagnostic
	err   error
}

// discover looks for the sessions of several agents, on all cores. Say must
// be called on each, in order, before it is used.
func (c *Catalog) discover(agents []adapter.Adapter, strict bool) []discovery {
	out := make([]discovery, len(agents))
	c.parallel(len(agents), func(i int) {
		d := &out[i]
		d.a = agents[i]
		d.ix, d.err = d.a.Discover(&adapter.Env{Host: c.host, Agent: d.a.Name(), Strict: strict,
			Diagnose: func(n fault.Diagnostic) { d.notes = append(d.notes, n) }})
	})
	return out
}

// say passes on what the discovery met.
func (d *discovery) say(env *adapter.Env) {
	for _, n := range d.notes {
		env.Diagnose(n)
	}
}
