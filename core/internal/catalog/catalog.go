// Package catalog is the session manager over foreign sessions: list, get and
// the projections they are made of. It knows no file format; adapters do.
package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/claude"
	"github.com/heddle-dev/heddle/core/internal/adapter/codex"
	"github.com/heddle-dev/heddle/core/internal/adapter/copilot"
	"github.com/heddle-dev/heddle/core/internal/adapter/cursor"
	"github.com/heddle-dev/heddle/core/internal/adapter/gemini"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/adapter/hermes"
	"github.com/heddle-dev/heddle/core/internal/adapter/omp"
	"github.com/heddle-dev/heddle/core/internal/adapter/openclaw"
	"github.com/heddle-dev/heddle/core/internal/adapter/opencode"
	"github.com/heddle-dev/heddle/core/internal/adapter/pi"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Adapters is the table of supported agents, in the order they are listed; the
// last is our own store, which is read like an agent's.
func Adapters() []adapter.Adapter {
	return []adapter.Adapter{claude.New(), codex.New(), gemini.New(), copilot.New(), cursor.New(),
		opencode.New(), pi.New(), omp.New(), openclaw.New(), hermes.New(), heddle.New()}
}

// CheckAgent returns AGENT_NOT_FOUND for a name that is not in the table.
func CheckAgent(name string) error {
	_, err := find(name)
	return err
}

func find(name string) (adapter.Adapter, error) {
	var names []string
	for _, a := range Adapters() {
		if a.Name() == name {
			return a, nil
		}
		if a.Name() != heddle.Name { // it is there only where there is a store
			names = append(names, a.Name())
		}
	}
	return nil, fault.New(fault.AgentNotFound, "unknown agent "+string(session.TextJSON(name))).
		WithHint("agents: " + text.Join(names, ", "))
}

// Catalog runs the session manager's operations for one host. It is made for
// one operation and not safe for concurrent use.
type Catalog struct {
	host     *host.Host
	diagnose func(fault.Diagnostic)
	prices   *cost.Table
	runs     runIndex
	meeting  meeting
	long     *adapter.LongLines // nil where walks do not run at once
}

// New returns a catalog over the powers of h; diagnose receives what makes a
// result partial.
func New(h *host.Host, diagnose func(fault.Diagnostic)) *Catalog {
	c := &Catalog{host: h, diagnose: diagnose, prices: cost.Builtin()}
	if h.Parallel != nil {
		c.long = adapter.NewLongLines()
	}
	return c
}

// env makes what an adapter works in.
func (c *Catalog) env(agent string, strict bool) *adapter.Env {
	return &adapter.Env{Host: c.host, Agent: agent, Strict: strict, Diagnose: func(d fault.Diagnostic) {
		if d.Agent == "" {
			d.Agent = agent
		}
		c.diagnose(d)
	}}
}

// walkEnv makes what one of the walks that run at once works in. What makes
// its result partial goes to notes: it is said in the order of the walks.
func (c *Catalog) walkEnv(agent string, strict bool, notes *[]fault.Diagnostic) *adapter.Env {
	return &adapter.Env{Host: c.host, Agent: agent, Strict: strict, Long: c.long.Turn(),
		Diagnose: func(d fault.Diagnostic) { *notes = append(*notes, d) }}
}

// Agents tells which agents' files are there and how many sessions each has.
// The store is listed where there is one.
func (c *Catalog) Agents() ([]session.AgentInfo, error) {
	var out []session.AgentInfo
	for _, a := range Adapters() {
		info := session.AgentInfo{Agent: a.Name()}
		mount := c.mount(a)
		if mount == "" && a.Name() == heddle.Name {
			continue
		}
		if mount != "" {
			info.Found, info.Location = true, mount
			ix, err := a.Discover(c.env(a.Name(), false))
			if err != nil {
				if fault.CodeOf(err) == fault.Timeout {
					return nil, err
				}
				c.diagnose(fault.DiagnosticOf(a.Name(), err))
			}
			if ix != nil {
				for i := range ix.Refs {
					if !ix.Refs[i].Subagent {
						info.SessionCount++
					}
				}
			}
		}
		out = append(out, info)
	}
	return out, nil
}

// mount returns the first of an adapter's mounts that is there, "" when none is.
func (c *Catalog) mount(a adapter.Adapter) string {
	if f, ok := a.(adapter.Finder); ok {
		found, err := f.Found(c.host)
		if err != nil {
			c.diagnose(fault.DiagnosticOf(a.Name(), err))
		}
		if !found {
			return ""
		}
		return adapter.Mounts(a)[0]
	}
	for _, m := range adapter.Mounts(a) {
		st, err := c.host.Files.Stat(m)
		if err == nil && st.Kind == host.Dir {
			return m
		}
		if err != nil && fault.CodeOf(err) != fault.BadRef {
			c.diagnose(fault.DiagnosticOf(a.Name(), err))
		}
	}
	return ""
}
