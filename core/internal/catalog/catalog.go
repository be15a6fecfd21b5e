// Package catalog is the session manager over foreign sessions: one file per
// operation. It knows no file format; adapters do.
package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/imports"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/internal/usage"
	"github.com/heddle-dev/heddle/core/session"
)

// Catalog runs the session manager's operations for one host. It is made for
// one operation and not safe for concurrent use.
type Catalog struct {
	host     *host.Host
	diagnose func(fault.Diagnostic)
	prices   *cost.Table     // nil until loaded
	runs     *usage.RunIndex // nil until loaded
	imports  imports.ImportIndex
	long     *adapter.LongLines // nil where walks do not run at once
	found    *Found             // nil: sessions are looked for
	drift    driftSum

	onSubagents func([]session.ViewAgent) // nil: Stream is not for a view
}

// New returns a catalog over the powers of h; diagnose receives the reasons why a
// result is partial.
func New(h *host.Host, diagnose func(fault.Diagnostic)) *Catalog {
	c := &Catalog{host: h, diagnose: diagnose, drift: newDriftSum()}
	if h.Parallel != nil {
		c.long = adapter.NewLongLines()
	}
	return c
}

// env returns what an adapter works in.
func (c *Catalog) env(agent string, strict bool) *adapter.Env {
	return &adapter.Env{Host: c.host, Agent: agent, DefectLog: adapter.DefectLog{Strict: strict, OnDiagnostic: func(d fault.Diagnostic) {
		if d.Agent == "" {
			d.Agent = agent
		}
		c.diagnose(d)
	}}}
}

// walkEnv returns what one of several walks at once works in. Its diagnostics go
// to notes, so that they can be reported in the order of the walks.
func (c *Catalog) walkEnv(agent string, strict bool, notes *[]fault.Diagnostic) *adapter.Env {
	return &adapter.Env{Host: c.host, Agent: agent, Long: c.long.NewTurn(),
		DefectLog: adapter.DefectLog{Strict: strict, OnDiagnostic: func(d fault.Diagnostic) { *notes = append(*notes, d) }}}
}

// loadPrices reads the price table once: the built-in one, below the one that the host grants.
func (c *Catalog) loadPrices(env *adapter.Env) error {
	if c.prices != nil {
		return nil
	}
	builtin := cost.BuiltinTable()
	if !c.host.Prices {
		c.prices = builtin
		return nil
	}
	data, err := adapter.ReadFile(env, host.PricesPath, cost.MaxTableBytes)
	if fault.CodeOf(err) == fault.BadRef {
		return fault.New(fault.InvalidArgument, "there is no price table").At(host.PricesPath, 0, 0).
			WithHint("grant a file with prices, or none for the built-in prices")
	}
	if err != nil {
		return err
	}
	own, e := cost.Parse(string(data))
	if e != nil {
		return e.At(host.PricesPath, e.Line, e.Offset)
	}
	c.prices = own.Over(builtin)
	return nil
}

// Prices returns the price table.
func (c *Catalog) Prices() (*cost.Table, error) {
	err := c.loadPrices(c.env("", false))
	return c.prices, err
}

// loadFacts reads what costs and annotations need, once: the price table and the run index.
func (c *Catalog) loadFacts() error {
	env := c.env("", false)
	err := c.loadPrices(env)
	if err == nil && c.runs == nil {
		c.runs, err = usage.LoadRunIndex(env)
	}
	return err
}

// annotate returns what the run index, if it is loaded, and the store say of a
// session.
func (c *Catalog) annotate(agent, id string) *transcript.Annotations {
	more := c.imports.Annotate(agent, id)
	more.Tags = order.MergeStrings(more.Tags, c.runs.SessionTags(more.Agent, more.SessionID))
	return &more
}

// readSession walks one session into a new builder, which becomes the
// transcript's, and makes its summary without money.
func (c *Catalog) readSession(a adapter.Adapter, env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want,
	b *transcript.Builder, branch string) (*transcript.Transcript, error) {
	if err := a.Walk(env, ix, ref, want, b.Outlet(env)); err != nil {
		return nil, err
	}
	return transcript.New(b, ref, branch, c.annotate(a.Name(), ref.ID))
}

// runParallel runs fn on all cores the host gives, or one after the other.
func (c *Catalog) runParallel(n int, fn func(i int)) {
	if c.host.Parallel != nil && n > 1 {
		c.host.Parallel.Do(n, fn)
		return
	}
	for i := 0; i < n; i++ {
		fn(i)
	}
}
