package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// driftSum is what the walks of one operation counted of what no rule knows, by agent.
// Walks may run at once.
type driftSum struct {
	lock chan struct{} // a mutex, without linking package sync
	rows map[string][]session.DriftCount
}

func newDriftSum() driftSum {
	return driftSum{lock: make(chan struct{}, 1), rows: map[string][]session.DriftCount{}}
}

// add adds the rows of one session.
func (s *driftSum) add(agent string, rows []session.DriftCount) {
	if len(rows) == 0 {
		return
	}
	s.lock <- struct{}{}
	s.rows[agent] = drift.MergeRows(s.rows[agent], rows)
	<-s.lock
}

// sayDrift says in one line per agent what is missing from a result because a version
// wrote what no rule knows.
func (c *Catalog) sayDrift() {
	agents := make([]string, 0, len(c.drift.rows))
	for agent := range c.drift.rows {
		agents = append(agents, agent)
	}
	order.SortStrings(agents)
	for _, agent := range agents {
		if line := drift.Line(agent, c.drift.rows[agent]); line != "" {
			c.diagnose(fault.Diagnostic{Code: fault.Unsupported, Agent: agent, Message: line, Hint: "sessions.doctor counts all of it"})
		}
	}
}

// withDrift lets a walk count what no rule knows.
func withDrift(env *adapter.Env) *adapter.Env {
	env.Drift = &drift.Counts{}
	return env
}
