package claude_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/claude"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// agents is where the fixture homes are.
const agents = "../../../../testdata/agents/"

// fixtures are the homes as the agent's versions wrote them, oldest first.
var fixtures = []string{"claude-0.2.126", "claude-1.0.24", "claude-1.0.120", "claude-2.0.60", "claude-2.1.30", "claude"}

// cases are homes that hold one case each.
var cases = []string{"claude-slash-command", "claude-pasted-title"}

var everything = adapter.Want{Prompts: true, Text: true, Usage: true}

// home is a mounted home and what was discovered in it.
type home struct {
	host  host.Host
	ix    *adapter.Index
	notes []fault.Diagnostic
}

// openHome mounts the home of a fixture.
func openHome(t testing.TB, fixture string) *home {
	t.Helper()
	return openMounts(t, hosttest.NewMounts().Load(t, "claude", agents+fixture+"/home/.claude"))
}

// oneSession mounts a home with one session of the given lines; its id is
// "own".
func oneSession(t testing.TB, lines ...string) *home {
	t.Helper()
	return openMounts(t, hosttest.NewMounts().File("claude/projects/-p/own.jsonl", []byte(strings.Join(lines, "\n")+"\n")))
}

func openMounts(t testing.TB, files host.Files) *home {
	t.Helper()
	h := &home{host: hosttest.Host(files)}
	ix, err := claude.New().Discover(h.env())
	if err != nil {
		t.Fatal(err)
	}
	h.ix = ix
	return h
}

func (h *home) env() *adapter.Env {
	return &adapter.Env{Host: &h.host, Agent: "claude", DefectLog: adapter.DefectLog{OnDiagnostic: func(d fault.Diagnostic) { h.notes = append(h.notes, d) }}}
}

// ref finds a ref by the start of its id.
func (h *home) ref(t testing.TB, id string) *adapter.Ref {
	t.Helper()
	for i := range h.ix.Refs {
		if strings.HasPrefix(h.ix.Refs[i].ID, id) {
			return &h.ix.Refs[i]
		}
	}
	t.Fatalf("no ref %s", id)
	return nil
}

// walk returns the records of a session.
func (h *home) walk(t testing.TB, id string, want adapter.Want) []adapter.Record {
	t.Helper()
	recs, _ := h.report(t, id, want)
	return recs
}

func (h *home) report(t testing.TB, id string, want adapter.Want) ([]adapter.Record, *session.Report) {
	t.Helper()
	var out []adapter.Record
	env := h.env()
	env.Report = &session.Report{}
	err := claude.New().Walk(env, h.ix, h.ref(t, id), want, adapter.NewOutlet(env, func(r *adapter.Record) error {
		kept := *r
		if r.Usage != nil {
			u := *r.Usage
			kept.Usage = &u
		}
		out = append(out, kept)
		return nil
	}))
	if err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	return out, env.Report
}

func (h *home) catalog() *catalog.Catalog {
	return catalog.New(&h.host, func(d fault.Diagnostic) { h.notes = append(h.notes, d) })
}

// list returns all summaries, superseded and subagents' included, by id.
func (h *home) list(t testing.TB) map[string]session.SessionSummary {
	t.Helper()
	all, err := h.catalog().List(session.ListRequest{Agent: "claude", Limit: 10_000, Superseded: true, Subagents: true})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]session.SessionSummary{}
	for _, s := range all {
		out[s.SessionID] = s
	}
	return out
}

// get returns a session by the start of its id.
func (h *home) get(t testing.TB, id string) *session.Session {
	t.Helper()
	s, _, err := h.catalog().Get(session.GetRequest{Agent: "claude", SessionID: h.ref(t, id).ID})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// script renders messages as short lines: role/kind text, calls and results.
func script(s *session.Session) string {
	var out strings.Builder
	for _, m := range s.Messages {
		out.WriteString(string(m.Role))
		if m.Kind != "" {
			out.WriteString("/" + m.Kind)
		}
		if m.Content != "" {
			out.WriteString(" " + cut(m.Content))
		}
		for _, c := range m.ToolCalls {
			out.WriteString(" +" + c.ToolName)
		}
		if r := m.ToolResult; r != nil {
			out.WriteString(" " + r.ToolName)
			if r.IsError {
				out.WriteString(" failed")
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}

// cut shortens a text to its first words.
func cut(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	if words := strings.Fields(s); len(words) > 4 {
		return strings.Join(words[:4], " ") + " …"
	}
	return s
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	want = strings.TrimLeft(strings.ReplaceAll(want, "\t", ""), "\n")
	if got != want {
		t.Errorf("%s:\n got:\n%s\nwant:\n%s", what, got, want)
	}
}
