package codex_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/codex"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// home is a mount in memory that tests may change.
type home struct {
	t      *testing.T
	mounts *hosttest.Mounts
	host   *host.Host
	notes  []fault.Diagnostic
}

// fixture returns a copy of a fixture home.
func fixture(t *testing.T, name string) *home {
	t.Helper()
	mounts, h := adaptertest.MemoryHost(t, "codex", name)
	return &home{t: t, mounts: mounts, host: h}
}

// empty returns a home without sessions.
func empty(t *testing.T) *home {
	t.Helper()
	mounts := hosttest.NewMounts().Folder("codex/sessions")
	return &home{t: t, mounts: mounts, host: adaptertest.HostOver(t, mounts)}
}

// file adds a file of lines.
func (h *home) file(path string, lines ...string) *home {
	h.mounts.File(path, []byte(strings.Join(lines, "\n")+"\n"))
	return h
}

func (h *home) bytes(path string) []byte { return h.mounts.Bytes(h.t, path) }

// move renames a file.
func (h *home) move(from, to string) {
	b := h.bytes(from)
	h.mounts.Remove(from)
	h.mounts.File(to, b)
}

func (h *home) catalog() *catalog.Catalog {
	h.notes = nil
	return catalog.New(h.host, func(d fault.Diagnostic) { h.notes = append(h.notes, d) })
}

func (h *home) get(id string) *session.Session {
	h.t.Helper()
	s, _, err := h.catalog().Get(session.GetRequest{Agent: "codex", SessionID: id})
	if err != nil {
		h.t.Fatalf("get %s: %v", id, err)
	}
	return s
}

func (h *home) report(id string) *session.Report {
	h.t.Helper()
	_, r, err := h.catalog().Get(session.GetRequest{Agent: "codex", SessionID: id})
	if err != nil {
		h.t.Fatalf("get %s: %v", id, err)
	}
	return r
}

// list returns all sessions by id.
func (h *home) list() map[string]*session.SessionSummary {
	h.t.Helper()
	all, err := h.catalog().List(session.ListRequest{Agent: "codex", Subagents: true, Superseded: true, Limit: 1000})
	if err != nil {
		h.t.Fatal(err)
	}
	byID := map[string]*session.SessionSummary{}
	for i := range all {
		byID[all[i].SessionID] = &all[i]
	}
	return byID
}

func (h *home) discover() *adapter.Index {
	h.t.Helper()
	ix, err := codex.New().Discover(h.env())
	if err != nil {
		h.t.Fatal(err)
	}
	return ix
}

func (h *home) env() *adapter.Env {
	return &adapter.Env{Host: h.host, Agent: "codex", DefectLog: adapter.DefectLog{OnDiagnostic: func(d fault.Diagnostic) { h.notes = append(h.notes, d) }}}
}

// records returns copies of all records of a session.
func (h *home) records(id string, want adapter.Want) []adapter.Record {
	h.t.Helper()
	ix := h.discover()
	ref := ix.FindRef(id)
	if ref == nil {
		h.t.Fatalf("no session %s", id)
	}
	var out []adapter.Record
	err := codex.New().Walk(h.env(), ix, ref, want, adapter.NewOutlet(h.env(), func(r *adapter.Record) error {
		c := *r
		if r.Facts != nil {
			x := *r.Facts
			c.Facts = &x
		}
		if r.Usage != nil {
			u := *r.Usage
			c.Usage = &u
		}
		out = append(out, c)
		return nil
	}))
	if err != nil {
		h.t.Fatal(err)
	}
	return out
}

// show renders messages, one per line: role, kind, thinking, text, calls,
// results, tokens.
func show(s *session.Session) string {
	var b strings.Builder
	for i := range s.Messages {
		m := &s.Messages[i]
		b.WriteString(string(m.Role))
		if m.Kind != "" {
			b.WriteString("/" + m.Kind)
		}
		b.WriteString(":")
		if m.Origin != nil {
			b.WriteString(" (copied)")
		}
		if m.Thinking != "" {
			b.WriteString(" [" + first(m.Thinking) + "]")
		}
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
		}
		b.WriteString("\n")
	}
	return b.String()
}

// first returns the first line of a text, at most 40 bytes of it.
func first(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s[:min(len(s), 40)]
}

func equal(t *testing.T, what, got, want string) {
	t.Helper()
	got, want = strings.TrimSpace(got), strings.TrimSpace(want)
	if got != want {
		t.Errorf("%s:\n%s\nwant:\n%s", what, got, want)
	}
}

// event, item and meta write envelope lines.
func event(time, payload string) string {
	return `{"timestamp":"` + time + `","type":"event_msg","payload":` + payload + `}`
}

func item(time, payload string) string {
	return `{"timestamp":"` + time + `","type":"response_item","payload":` + payload + `}`
}

func user(time, text string) string {
	return item(time, `{"type":"message","role":"user","content":[{"type":"input_text","text":"`+text+`"}]}`)
}

func answer(time, text string) string {
	return item(time, `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"`+text+`"}]}`)
}

func meta(time, id, more string) string {
	return `{"timestamp":"` + time + `","type":"session_meta","payload":{"id":"` + id + `","timestamp":"` + time + `","cwd":"/w"` + more + `}}`
}

// spent is a token_count: totals and the last request, input and output.
func spent(time string, in, out, lastIn, lastOut int) string {
	n := func(in, out int) string {
		return `{"input_tokens":` + itoa(in) + `,"cached_input_tokens":0,"output_tokens":` + itoa(out) +
			`,"reasoning_output_tokens":0,"total_tokens":` + itoa(in+out) + `}`
	}
	return event(time, `{"type":"token_count","info":{"total_token_usage":`+n(in, out)+`,"last_token_usage":`+n(lastIn, lastOut)+`}}`)
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// uuid makes an id from a digit.
func uuid(n int) string {
	return "00000000-0000-4000-8000-" + strings.Repeat(itoa(n), 12)
}

// path is where a rollout of a thread is.
func path(id string) string { return day + "10-00-00-" + id + ".jsonl" }

func replace(b []byte, old, new string) []byte { return bytes.ReplaceAll(b, []byte(old), []byte(new)) }

func hostOver(m *hosttest.Mounts) *host.Host {
	h := hosttest.Host(m)
	return &h
}
