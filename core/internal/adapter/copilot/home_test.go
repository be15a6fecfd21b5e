package copilot_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/copilot"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

var everything = adapter.Want{Prompts: true, Text: true, Usage: true}

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
	mounts, h := adaptertest.MemoryHost(t, copilot.Name, name)
	return &home{t: t, mounts: mounts, host: h}
}

// made returns a home with one session, id 1, of the given events.
func made(t *testing.T, lines ...string) *home {
	t.Helper()
	mounts := hosttest.NewMounts().Folder("copilot/session-state")
	h := hosttest.Host(mounts)
	return (&home{t: t, mounts: mounts, host: &h}).file(events(uuid(1)), lines...)
}

func (h *home) file(path string, lines ...string) *home {
	h.mounts.File(path, []byte(strings.Join(lines, "\n")+"\n"))
	return h
}

func (h *home) bytes(path string) []byte { return h.mounts.Bytes(h.t, path) }

func (h *home) catalog() *catalog.Catalog {
	return catalog.New(h.host, func(d fault.Diagnostic) { h.notes = append(h.notes, d) })
}

func (h *home) get(id string) (*session.Session, *session.Report) {
	h.t.Helper()
	s, r, err := h.catalog().Get(session.GetRequest{Agent: copilot.Name, SessionID: id})
	if err != nil {
		h.t.Fatalf("get %s: %v", id, err)
	}
	return s, r
}

func (h *home) list() map[string]*session.SessionSummary {
	h.t.Helper()
	all, err := h.catalog().List(session.ListRequest{Agent: copilot.Name, Limit: 1000})
	if err != nil {
		h.t.Fatal(err)
	}
	byID := map[string]*session.SessionSummary{}
	for i := range all {
		byID[all[i].SessionID] = &all[i]
	}
	return byID
}

func (h *home) env() *adapter.Env {
	return &adapter.Env{Host: h.host, Agent: copilot.Name, DefectLog: adapter.DefectLog{OnDiagnostic: func(d fault.Diagnostic) { h.notes = append(h.notes, d) }}}
}

func (h *home) discover() *adapter.Index {
	h.t.Helper()
	ix, err := copilot.New().Discover(h.env())
	if err != nil {
		h.t.Fatal(err)
	}
	return ix
}

// records returns copies of all records of a session.
func (h *home) records(id string, want adapter.Want) []adapter.Record {
	h.t.Helper()
	ix := h.discover()
	ref := ix.FindRef(id)
	if ref == nil {
		h.t.Fatalf("no session %s", id)
	}
	out, err := h.walk(ix, ref, want)
	if err != nil {
		h.t.Fatal(err)
	}
	return out
}

func (h *home) walk(ix *adapter.Index, ref *adapter.Ref, want adapter.Want) (out []adapter.Record, err error) {
	err = copilot.New().Walk(h.env(), ix, ref, want, adapter.NewOutlet(h.env(), func(r *adapter.Record) error {
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
	return out, err
}

// quiet checks that nothing was diagnosed.
func (h *home) quiet() {
	h.t.Helper()
	for _, d := range h.notes {
		h.t.Errorf("diagnostic: %+v", d)
	}
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
		if m.Model != "" {
			b.WriteString(" " + m.Model)
		}
		b.WriteString(":")
		if m.Origin != nil {
			b.WriteString(" (copied)")
		}
		if m.Thinking != "" {
			b.WriteString(" [" + line(m.Thinking) + "]")
		}
		if m.Content != "" {
			b.WriteString(" " + line(m.Content))
		}
		for _, a := range m.Attachments {
			b.WriteString(" <" + a.Name + " " + a.MediaType + ">")
		}
		for _, c := range m.ToolCalls {
			b.WriteString(" " + c.ToolName + string(c.Input))
		}
		if r := m.ToolResult; r != nil {
			b.WriteString(" " + r.ToolName + " " + string(r.Output))
			if r.IsError {
				b.WriteString(" failed")
			}
			if r.ExitCode != 0 {
				b.WriteString(" " + itoa(int(r.ExitCode)))
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// line returns the first line of a text, at most 40 bytes of it.
func line(s string) string {
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

// event makes an event whose second is also its id.
func event(second int, kind, data string) string { return agentEvent(second, kind, data, "") }

func agentEvent(second int, kind, data, agent string) string {
	if agent != "" {
		agent = `"agentId":"` + agent + `",`
	}
	return `{"type":"` + kind + `","data":{` + data + `},` + agent + `"id":"e` + itoa(second) + `","timestamp":"` + clock(second) + `","parentId":null}`
}

func clock(second int) string {
	return "2026-01-02T03:" + itoa(10+second/60) + ":" + itoa(second%60/10) + itoa(second%10) + ".000Z"
}

func start(second int, version, more string) string {
	return event(second, "session.start", `"sessionId":"`+uuid(1)+`","version":1,"copilotVersion":"`+version+`","startTime":"`+clock(second)+`","context":{"cwd":"/w"}`+more)
}

func user(second int, text string) string {
	return event(second, "user.message", `"content":"`+text+`","transformedContent":"<x>`+text+`"`)
}

func answer(second int, text, more string) string {
	return event(second, "assistant.message", `"messageId":"m`+itoa(second)+`","content":"`+text+`","toolRequests":[]`+more)
}

// totals is a shutdown with the totals of one model.
func totals(second, requests, in, out int, more string) string {
	return event(second, "session.shutdown", `"modelMetrics":{"gpt-9":{"requests":{"count":`+itoa(requests)+`},"usage":{"inputTokens":`+itoa(in)+
		`,"outputTokens":`+itoa(out)+`,"cacheReadTokens":0,"cacheWriteTokens":0}}},"currentModel":"gpt-9"`+more)
}

// record is a request's own event.
func record(second, in, out int, api, source string) string {
	return event(second, "session.usage_record", `"usage":{"model":"gpt-9","inputTokens":`+itoa(in)+`,"outputTokens":`+itoa(out)+
		`,"apiCallId":"`+api+`","accounting":{"sourceSessionId":"`+source+`","sequence":1,"usageId":"`+api+`"}}`)
}

func itoa(n int) string {
	if n < 0 {
		return "-" + itoa(-n)
	}
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// uuid makes an id from a digit.
func uuid(n int) string { return "00000000-0000-4000-8000-" + strings.Repeat(itoa(n), 12) }

func events(id string) string { return "copilot/session-state/" + id + "/events.jsonl" }

func workspace(id string) string { return "copilot/session-state/" + id + "/workspace.yaml" }
