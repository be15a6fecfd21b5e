package catalog_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// recordTurn records a query of the session claude:s as a live session does:
// the keys of its requests are not those of the agent's own session.
func (d *desk) recordTurn(id, query, prompt, answer string) {
	d.t.Helper()
	d.stored(func(s *store.Store) error {
		_, err := s.Record(id, []session.JSON{
			session.JSON(`{"type":"system","subtype":"init","content":"init","cwd":"/work","sessionId":"s","timestamp":"2026-11-20T10:00:01Z"}`),
			session.JSON(`{"type":"user","content":"` + prompt + `","sessionId":"s","timestamp":"2026-11-20T10:00:01Z","uuid":"` + query + `"}`),
			session.JSON(`{"type":"assistant","content":"` + answer + `","model":"claude-sonnet-4-5","sessionId":"s","timestamp":"2026-11-20T10:00:02Z"}`),
			session.JSON(`{"type":"result","queryId":"` + query + `","sessionId":"s","timestamp":"2026-11-20T10:00:02Z","usage":{"inputTokens":10,"outputTokens":1},"usageSource":"protocol"}`),
		}, store.Request{})
		return err
	})
}

// nameNative makes a session of the store a recording of claude:s.
func (d *desk) nameNative(id, tags string) {
	d.t.Helper()
	adapter := "claude"
	d.stored(func(s *store.Store) error {
		_, err := s.Register(id, store.Patch{Adapter: &adapter, Extra: session.JSON(`{"native":{"agent":"claude","sessionId":"s"},"tags":` + tags + `}`)}, store.Request{})
		return err
	})
}

// namesOf returns the unified ids of sessions, in their order.
func namesOf(list []session.SessionSummary) string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].UnifiedID
	}
	return strings.Join(names, " ")
}

// listed lists sessions by their turns, so that the order is the same each time.
func (d *desk) listed(req session.ListRequest) string {
	d.t.Helper()
	req.Sort = session.SortKeyTurns
	return namesOf(d.list(req))
}

func (d *desk) found(req session.SearchRequest) (out []session.SessionSummary) {
	d.t.Helper()
	d.with(func(c *catalog.Catalog) (err error) { out, _, err = c.Search(req); return err })
	return out
}

// storeCount is how many sessions the table of agents says the store has.
func (d *desk) storeCount() (n int64) {
	d.t.Helper()
	d.with(func(c *catalog.Catalog) error {
		agents, err := c.Agents()
		n = agents[len(agents)-1].SessionCount
		return err
	})
	return n
}

// checkSpend checks the input tokens, sessions and runs of a cost report, and
// that every grouping has the same sums.
func (d *desk) checkSpend(req session.CostRequest, input, sessions, runs int64) {
	d.t.Helper()
	if got := d.cost(req); got.InputTokens != input || got.SessionCount != sessions || got.RunCount != runs {
		d.t.Errorf("agent %q: %d tokens, %d sessions, %d runs, want %d, %d, %d", req.Agent, got.InputTokens, got.SessionCount, got.RunCount, input, sessions, runs)
	}
	for _, req.GroupBy = range []session.GroupBy{session.GroupByAgent, session.GroupByModel, session.GroupByDay, session.GroupByCwd, session.GroupBySession} {
		var tokens, counted int64
		got := d.cost(req)
		for _, g := range got.Breakdowns {
			tokens, counted = tokens+g.InputTokens, counted+g.RunCount
		}
		if tokens != input || counted != runs || got.InputTokens != input {
			d.t.Errorf("agent %q by %s: %d tokens, %d runs: %s", req.Agent, req.GroupBy, tokens, counted, got.AppendJSON(nil))
		}
	}
}

// TestRecordingIsListedOnce: a live session is one session, in lists and in
// reports: the agent's own while there is one.
func TestRecordingIsListedOnce(t *testing.T) {
	d := newDesk(t, "")
	d.write(story...)
	d.nameNative("live", `["trip"]`)
	d.recordTurn("live", "q1", "First", "One")
	d.nameNative("later", `["train","trip"]`)
	d.recordTurn("later", "q2", "Second", "Two")
	list := d.list(session.ListRequest{})
	if namesOf(list) != "claude:s" || strings.Join(list[0].RecordedAs, " ") != "heddle:later heddle:live" || strings.Join(list[0].Tags, " ") != "train trip" {
		t.Fatalf("listed %+v", list)
	}
	if got := d.get("claude:s").Summary(); strings.Join(got.RecordedAs, " ") != "heddle:later heddle:live" || len(got.Tags) != 2 {
		t.Errorf("read %+v", got)
	}
	if got := d.get("heddle:live"); len(got.Messages) != 2 || got.OriginalUnifiedID != "claude:s" || got.OriginalGone || strings.Join(got.Tags, " ") != "trip" {
		t.Errorf("read %s", got.AppendJSON(nil))
	}
	if got := d.listed(session.ListRequest{Agent: heddle.Name}); got != "heddle:later heddle:live" {
		t.Errorf("the store: %s", got)
	}
	if got := d.listed(session.ListRequest{Agent: "claude", Tags: []string{"train"}}); got != "claude:s" {
		t.Errorf("by tag: %s", got)
	}
	if got := namesOf(d.found(session.SearchRequest{Text: "Second", Tags: []string{"trip"}})); got != "claude:s" {
		t.Errorf("found %s", got)
	}
	if n := d.storeCount(); n != 0 {
		t.Errorf("the store has %d sessions", n)
	}
	for _, agent := range []string{"", "claude"} {
		d.checkSpend(session.CostRequest{Agent: agent}, 20, 1, 2)
		d.checkSpend(session.CostRequest{Agent: agent, Tags: []string{"trip"}}, 20, 1, 2)
		d.checkSpend(session.CostRequest{Agent: agent, Tags: []string{"other"}}, 0, 0, 0)
	}
	d.checkSpend(session.CostRequest{Agent: heddle.Name}, 20, 2, 2)
	d.checkSpend(session.CostRequest{Agent: heddle.Name, Tags: []string{"train"}}, 10, 1, 1)
	if got := d.cost(session.CostRequest{GroupBy: session.GroupByTag}); got.Breakdowns["trip"].InputTokens != 20 || got.Breakdowns["train"].RunCount != 2 {
		t.Errorf("by tag: %s", got.AppendJSON(nil))
	}
	// The user resumes the session by hand.
	d.write(append(story[:4:4], line("u5", "u4", "user", "Third"), line("u6", "u5", "assistant", "Three"))...)
	d.checkSpend(session.CostRequest{}, 30, 1, 2)
	d.checkSpend(session.CostRequest{Agent: "claude"}, 30, 1, 2)
}

// TestRecordingOfGoneSession: what the agent deleted, or nobody can read any
// more, is what was recorded.
func TestRecordingOfGoneSession(t *testing.T) {
	d := newDesk(t, "")
	d.write("")
	d.nameNative("live", `["trip"]`)
	d.recordTurn("live", "q1", "First", "One")
	for _, state := range []string{"empty", "gone"} {
		if state == "gone" {
			if err := os.RemoveAll(filepath.Join(d.home, ".claude")); err != nil {
				t.Fatal(err)
			}
			if n := d.storeCount(); n != 1 {
				t.Errorf("the store has %d sessions", n)
			}
			if list := d.list(session.ListRequest{}); len(list) != 1 || !list[0].OriginalGone {
				t.Errorf("%+v", list)
			}
		}
		for _, agent := range []string{"", "claude", heddle.Name} {
			if got := d.listed(session.ListRequest{Agent: agent, Tags: []string{"trip"}}); got != "heddle:live" {
				t.Errorf("%s, agent %q: listed %s", state, agent, got)
			}
			d.checkSpend(session.CostRequest{Agent: agent}, 10, 1, 1)
		}
		if got := namesOf(d.found(session.SearchRequest{Text: "First"})); got != "heddle:live" {
			t.Errorf("%s: found %s", state, got)
		}
	}
	if got := d.cost(session.CostRequest{GroupBy: session.GroupByAgent}); got.Breakdowns["claude"].RunCount != 1 {
		t.Errorf("%s", got.AppendJSON(nil))
	}
}

// TestRecordingOfSilentAgent: where the agent's own session has no figures, those
// of the recording count for it.
func TestRecordingOfSilentAgent(t *testing.T) {
	d := newDesk(t, "")
	d.write(strings.NewReplacer(`,"usage":{"input_tokens":10,"output_tokens":1}`, "").Replace(strings.Join(story, "")))
	d.nameNative("live", `[]`)
	d.recordTurn("live", "q1", "First", "One")
	d.checkSpend(session.CostRequest{}, 10, 1, 1)
	if got := d.cost(session.CostRequest{GroupBy: session.GroupBySession}); got.Breakdowns["claude:s"].InputTokens != 10 {
		t.Errorf("%s", got.AppendJSON(nil))
	}
}

// TestContinuedRecording: a recording to which somebody else added, and a fork,
// are conversations of their own, and what the agent spent counts once.
func TestContinuedRecording(t *testing.T) {
	d := newDesk(t, "")
	d.write(story...)
	d.nameNative("live", `[]`)
	d.recordTurn("live", "q1", "First", "One")
	d.recordTurn("live", "q2", "Second", "Two")
	d.stored(func(s *store.Store) error {
		_, err := s.Fork("live", store.ForkOptions{SessionID: "mine"}, store.Request{})
		return err
	})
	if got := d.listed(session.ListRequest{}); got != "claude:s heddle:mine" {
		t.Errorf("listed %s", got)
	}
	d.checkSpend(session.CostRequest{}, 20, 2, 2)
	if got := d.get("heddle:mine"); got.OriginalUnifiedID != "" || len(got.Messages) != 4 {
		t.Errorf("%s", got.AppendJSON(nil))
	}
	own := func(id string) {
		d.stored(func(s *store.Store) error {
			_, err := s.Record(id, []session.JSON{
				session.JSON(`{"type":"user","content":"Third","timestamp":"2026-11-20T10:00:03Z"}`),
				session.JSON(`{"type":"assistant","content":"Three","model":"claude-sonnet-4-5","timestamp":"2026-11-20T10:00:04Z","usage":{"inputTokens":100,"outputTokens":1}}`),
			}, store.Request{})
			return err
		})
	}
	own("mine")
	d.checkSpend(session.CostRequest{}, 120, 2, 2)
	// A notice of the protocol continues nothing.
	d.stored(func(s *store.Store) error {
		_, err := s.Record("live", []session.JSON{session.JSON(`{"type":"system","content":"Goodbye."}`)}, store.Request{})
		return err
	})
	if got := d.listed(session.ListRequest{}); got != "heddle:mine claude:s" {
		t.Errorf("listed %s", got)
	}
	own("live")
	if got := d.listed(session.ListRequest{}); got != "heddle:live heddle:mine claude:s" {
		t.Errorf("listed %s", got)
	}
	if got := d.listed(session.ListRequest{Agent: "claude"}); got != "claude:s" {
		t.Errorf("claude: %s", got)
	}
	d.checkSpend(session.CostRequest{}, 220, 3, 2)
	d.nameNative("later", `[]`)
	d.recordTurn("later", "q3", "Fourth", "Four")
	if got := d.cost(session.CostRequest{Agent: heddle.Name, GroupBy: session.GroupBySession}); got.Breakdowns["heddle:later"].InputTokens != 10 ||
		got.Breakdowns["heddle:live"].InputTokens != 120 || got.Breakdowns["heddle:mine"].InputTokens != 100 {
		t.Errorf("the store: %s", got.AppendJSON(nil))
	}
	if got := d.cost(session.CostRequest{Agent: "claude"}); got.InputTokens != 20 || got.SessionCount != 1 {
		t.Errorf("claude: %s", got.AppendJSON(nil))
	}
}

// TestRecordedRunsCountOnce: a run that the run index of agent-mux has too is one
// run.
func TestRecordedRunsCountOnce(t *testing.T) {
	d := newDesk(t, "")
	d.write(story...)
	d.nameNative("live", `["trip"]`)
	d.recordTurn("live", "q1", "First", "One")
	d.recordTurn("live", "q2", "Second", "Two")
	folder := filepath.Join(d.home, ".agent-mux")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	index := `{"runId":"q1","agent":"claude","sessionId":"s","tags":["mux"],"timestamp":"2026-11-20T10:00:01Z"}` + "\n" +
		`{"runId":"r9","agent":"claude","sessionId":"s","tags":["mux"],"timestamp":"2026-11-20T10:00:01Z"}` + "\n"
	if err := os.WriteFile(filepath.Join(folder, "run-index.jsonl"), []byte(index), 0o644); err != nil {
		t.Fatal(err)
	}
	d.open()
	got := d.cost(session.CostRequest{GroupBy: session.GroupByTag})
	if got.RunCount != 3 || got.InputTokens != 20 || got.Breakdowns["mux"].RunCount != 3 || got.Breakdowns["trip"].RunCount != 3 {
		t.Errorf("%s", got.AppendJSON(nil))
	}
	if got := d.cost(session.CostRequest{Since: mustTime("2026-11-20T10:00:02Z")}); got.RunCount != 0 {
		t.Errorf("began later: %s", got.AppendJSON(nil))
	}
}

func mustTime(s string) session.Time {
	t, _, _ := session.ParseTime(s)
	return t
}
