package gemini_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/gemini"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// homes are the fixtures, the newest version first.
var homes = []string{"gemini", "gemini-0.1.9", "gemini-0.4.0", "gemini-0.20.0", "gemini-0.40.0", "gemini-upgrade"}

// home is a mount in memory that tests may change.
type home struct {
	t      testing.TB
	mounts *hosttest.Mounts
	host   *host.Host
	notes  []fault.Diagnostic
}

// fixture returns a copy of a fixture home.
func fixture(t testing.TB, name string) *home {
	t.Helper()
	mounts, h := adaptertest.MemoryHost(t, gemini.Name, name)
	return &home{t: t, mounts: mounts, host: h}
}

// empty returns a home without sessions.
func empty(t testing.TB) *home {
	t.Helper()
	mounts := hosttest.NewMounts().Folder("gemini/tmp")
	return &home{t: t, mounts: mounts, host: adaptertest.HostOver(t, mounts)}
}

// file adds a file of lines.
func (h *home) file(path string, lines ...string) *home {
	h.mounts.File(path, []byte(strings.Join(lines, "\n")+"\n"))
	return h
}

func (h *home) bytes(path string) []byte { return h.mounts.Bytes(h.t, path) }

func (h *home) catalog() *catalog.Catalog {
	h.notes = nil
	return catalog.New(h.host, func(d fault.Diagnostic) { h.notes = append(h.notes, d) })
}

// get reads a session, or one branch of it.
func (h *home) get(id string, branch ...string) *session.Session {
	h.t.Helper()
	req := session.GetRequest{Agent: gemini.Name, SessionID: h.id(id)}
	if len(branch) > 0 {
		req.Branch = branch[0]
	}
	s, _, err := h.catalog().Get(req)
	if err != nil {
		h.t.Fatalf("get %s: %v", id, err)
	}
	return s
}

// id completes the start of an id.
func (h *home) id(start string) string {
	h.t.Helper()
	for _, ref := range h.discover().Refs {
		if strings.HasPrefix(ref.ID, start) {
			return ref.ID
		}
	}
	h.t.Fatalf("no session %s", start)
	return ""
}

// list returns summaries by the first eight characters of the id.
func (h *home) list(req session.ListRequest) map[string]*session.SessionSummary {
	h.t.Helper()
	req.Agent = gemini.Name
	all, err := h.catalog().List(req)
	if err != nil {
		h.t.Fatal(err)
	}
	byID := map[string]*session.SessionSummary{}
	for i := range all {
		short := all[i].SessionID[:min(8, len(all[i].SessionID))]
		if byID[short] != nil {
			h.t.Errorf("%s is listed twice", short)
		}
		byID[short] = &all[i]
	}
	return byID
}

func (h *home) env() *adapter.Env {
	return &adapter.Env{Host: h.host, Agent: gemini.Name, DefectLog: adapter.DefectLog{Report: &session.Report{},
		OnDiagnostic: func(d fault.Diagnostic) { h.notes = append(h.notes, d) }}}
}

func (h *home) discover() *adapter.Index {
	h.t.Helper()
	ix, err := gemini.New().Discover(h.env())
	if err != nil {
		h.t.Fatal(err)
	}
	return ix
}

var everything = adapter.Want{Prompts: true, Text: true, Usage: true}

// records returns copies of all records of a session.
func (h *home) records(ix *adapter.Index, ref *adapter.Ref, want adapter.Want) []adapter.Record {
	h.t.Helper()
	var out []adapter.Record
	err := gemini.New().Walk(h.env(), ix, ref, want, adapter.NewOutlet(h.env(), func(r *adapter.Record) error {
		out = append(out, *r)
		return nil
	}))
	if err != nil {
		h.t.Fatalf("%s: %v", ref.Path, err)
	}
	return out
}

// show renders messages, one per line.
func show(s *session.Session) string {
	var b strings.Builder
	for i := range s.Messages {
		m := &s.Messages[i]
		b.WriteString(string(m.Role))
		if m.Kind != "" {
			b.WriteString("/" + m.Kind)
		}
		b.WriteString(":")
		if m.Content != "" {
			b.WriteString(" " + first(m.Content))
		}
		for _, c := range m.ToolCalls {
			b.WriteString(" " + c.ToolName + "()")
		}
		if r := m.ToolResult; r != nil {
			b.WriteString(" " + r.ToolName)
			if r.IsError {
				b.WriteString(" failed")
			}
			if r.ExitCode != 0 {
				b.WriteString(" exit")
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// first returns the start of a text's first line.
func first(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s[:min(len(s), 40)]
}

func equal(t testing.TB, what, got, want string) {
	t.Helper()
	got, want = strings.TrimSpace(got), strings.TrimSpace(want)
	if got != want {
		t.Errorf("%s:\n%s\nwant:\n%s", what, got, want)
	}
}

// total is a session's own spend in tokens.
func total(c *session.CostRecord) int64 {
	if c == nil {
		return 0
	}
	return c.InputTokens + c.CachedTokens + c.OutputTokens
}

// A registry that an editor saved with a byte-order mark still names folders.
func TestRegistryWithByteOrderMark(t *testing.T) {
	h := fixture(t, "gemini-0.40.0")
	want := h.get("b546fe9f").Cwd
	h.mounts.File("gemini/projects.json", append([]byte("\xef\xbb\xbf"), h.bytes("gemini/projects.json")...))
	h.mounts.Remove("gemini/tmp/tide-table/.project_root")
	if got := h.get("b546fe9f").Cwd; got != want || want == "" {
		t.Errorf("cwd %q, want %q", got, want)
	}
}
