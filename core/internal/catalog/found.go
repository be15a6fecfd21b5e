package catalog

import (
	"sync"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/imports"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/internal/usage"
)

// Found is what a catalog found of all sessions. Catalogs of the same host that
// have it look for nothing again, so that reading all sessions takes steps in
// proportion to their number. It is safe for concurrent use.
type Found struct {
	prices  *cost.Table
	runs    *usage.RunIndex
	imports imports.ImportIndex
	agents  map[string]*agentDiscovery

	lock   sync.Mutex
	copies map[string]*transcript.SupersededIndex // by agent: all that can supersede; made when it is needed
}

// Find looks for all sessions. An agent whose sessions cannot be found fails where
// one of them is read.
func (c *Catalog) Find(strict bool) (*Found, error) {
	if err := c.loadFacts(); err != nil {
		return nil, err
	}
	list, err := c.discoverWithImports(Adapters(), strict)
	if err != nil {
		return nil, err
	}
	x := &Found{prices: c.prices, runs: c.runs, imports: c.imports, agents: map[string]*agentDiscovery{}, copies: map[string]*transcript.SupersededIndex{}}
	for i := range list {
		x.agents[list[i].a.Name()] = &list[i]
	}
	return x, nil
}

// Use makes the catalog read what was found instead of looking for it; nil changes
// nothing.
func (c *Catalog) Use(x *Found) *Catalog {
	if x != nil {
		c.found, c.prices, c.runs, c.imports = x, x.prices, x.runs, x.imports
	}
	return c
}

// discoverOne looks for one agent's sessions.
func (c *Catalog) discoverOne(a adapter.Adapter, strict bool) *agentDiscovery {
	if c.found != nil {
		return c.found.agents[a.Name()]
	}
	return &c.discoverAgents([]adapter.Adapter{a}, strict)[0]
}

// copiesOf returns all sessions of an agent that can supersede others. They are
// walked once, by a catalog that knows no copies in the store: it may not change
// what this one and others read.
func (x *Found) copiesOf(c *Catalog, a adapter.Adapter, ix *adapter.Index) (*transcript.SupersededIndex, error) {
	x.lock.Lock()
	defer x.lock.Unlock()
	if known := x.copies[a.Name()]; known != nil {
		return known, nil
	}
	own := New(c.host, func(fault.Diagnostic) {})
	own.prices, own.runs = c.prices, c.runs
	l := &sessionList{c: own}
	l.addSource(a, ix)
	if err := l.addCopies(l.listCandidates(), func(*listCandidate) bool { return true }); err != nil {
		return nil, err
	}
	x.copies[a.Name()] = &l.superseded
	return &l.superseded, nil
}
