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
	"github.com/heddle-dev/heddle/core/internal/agents"
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
	_, err := findAdapter(name)
	return err
}

func findAdapter(name string) (adapter.Adapter, error) {
	var names []string
	for _, a := range Adapters() {
		if a.Name() == name {
			return a, nil
		}
		if a.Name() != heddle.Name { // it exists only where there is a store
			names = append(names, a.Name())
		}
	}
	return nil, fault.New(fault.AgentNotFound, "unknown agent "+string(session.TextJSON(name))).
		WithHint("agents: " + text.Join(names, ", "))
}

// selectAdapters returns the adapter of an agent, or all of them for "".
func selectAdapters(agent string) ([]adapter.Adapter, error) {
	if agent == "" {
		return Adapters(), nil
	}
	a, err := findAdapter(agent)
	if err != nil {
		return nil, err
	}
	return []adapter.Adapter{a}, nil
}

// Agents reports which agents' files are on disk, how many sessions each has, and
// what each agent can do. The store is listed where there is one.
func (c *Catalog) Agents() ([]session.AgentInfo, error) {
	var out []session.AgentInfo
	var others []agentDiscovery
	for _, a := range Adapters() {
		info := agentInfo(a)
		mount := c.presentMount(a)
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
			if a.Name() == heddle.Name { // the last
				c.loadImports(ix, others)
				if c.host.Journal != nil {
					info.SessionPersistence = session.SessionPersistenceServer
				}
			} else {
				others = append(others, agentDiscovery{a: a, ix: ix, err: err})
			}
			info.SessionCount = c.countSessions(a.Name(), ix)
		}
		out = append(out, info)
	}
	return out, nil
}

// agentInfo says what an agent can do, wherever its files are.
func agentInfo(a adapter.Adapter) session.AgentInfo {
	row := agents.Find(a.Name())
	_, remembers := a.(adapter.MemoryLister)
	info := session.AgentInfo{Agent: a.Name(), CanResume: row.Commands.Resume != "" || row.Commands.ResumePrompt != "", CanFork: row.Commands.Fork != "",
		CanRun: row.Live != nil, HasMemories: remembers, SessionPersistence: session.SessionPersistenceFile}
	if row.Database {
		info.SessionPersistence = session.SessionPersistenceSqlite
	}
	return info
}

// countSessions counts the sessions of an agent, without subagents'. Recordings
// of sessions that their agent still has are left out.
func (c *Catalog) countSessions(agent string, ix *adapter.Index) (n int64) {
	if ix == nil {
		return 0
	}
	for i := range ix.Refs {
		id := ix.Refs[i].ID
		if !ix.Refs[i].Subagent && !(c.imports.IsRecording(agent, id) && c.imports.HiddenByOriginal(agent, id)) {
			n++
		}
	}
	return n
}

// presentMount returns the first of an adapter's mounts that exists, "" when none
// does.
func (c *Catalog) presentMount(a adapter.Adapter) string {
	if f, ok := a.(adapter.Finder); ok {
		found, err := f.Found(c.host)
		if err != nil {
			c.diagnose(fault.DiagnosticOf(a.Name(), err))
		}
		if !found {
			return ""
		}
		return adapter.MountsOf(a)[0]
	}
	for _, m := range adapter.MountsOf(a) {
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
