package live

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/diff"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns"
)

// readBoth records the outputs of a replay into a store, and returns the session
// as the store and as its agent have it, from the agent's fixture home.
func (r *replay) readBoth(agent, id string) (recorded, native *session.Session) {
	r.Helper()
	home := filepath.Join("../../../testdata/agents", agent, "home")
	powers, err := hostfns.Open(hostfns.Options{Home: home, Workers: 1, Entropy: &hosttest.Entropy{},
		Stores: map[string]string{heddle.StorePath: filepath.Join(r.TempDir(), "heddle.db")}})
	if err != nil {
		r.Fatal(err)
	}
	defer powers.Close()
	call := powers.Call(context.Background(), nil)
	defer call.Release()
	st, done, err := store.Open(call.Host, heddle.StorePath, true, store.Options{})
	if err != nil {
		r.Fatal(err)
	}
	total := func() *session.CostSummary {
		sum, err := catalog.New(&call.Host, func(fault.Diagnostic) {}).TotalCost(session.CostRequest{GroupBy: session.GroupByModel})
		if err != nil {
			r.Fatal(err)
		}
		return sum
	}
	before := total()
	messages, queries := []session.JSON{}, int64(0)
	for _, o := range r.outputs {
		if o.Kind == session.LiveOutputKindEvent && o.Record {
			messages = append(messages, o.Message)
			if v, _ := scan.Parse(o.Message); v.Get("queryId").Exists() {
				queries++
			}
		}
	}
	_, err = st.Register("live", store.Patch{Adapter: &agent, Extra: session.JSON(`{"native":{"agent":"` + agent + `","sessionId":"` + id + `"}}`)}, store.Request{})
	if err == nil {
		_, err = st.Record("live", messages, store.Request{})
	}
	if err != nil {
		r.Fatal(err)
	}
	if err := done(); err != nil {
		r.Fatal(err)
	}
	after := total()
	if after.RunCount != before.RunCount+queries || queries == 0 {
		r.Errorf("%d runs, want %d more than %d", after.RunCount, queries, before.RunCount)
	}
	for model, g := range after.Breakdowns { // runs are counted above
		g.RunCount = before.Breakdowns[model].RunCount
		after.Breakdowns[model] = g
	}
	after.RunCount = before.RunCount
	if a, b := string(before.AppendJSON(nil)), string(after.AppendJSON(nil)); a != b {
		r.Errorf("the spend without the recording %s\nwith it %s", a, b)
	}
	get := func(unified string) *session.Session {
		s, _, err := catalog.New(&call.Host, func(fault.Diagnostic) {}).Get(session.GetRequest{UnifiedID: unified})
		if err != nil {
			r.Fatal(err)
		}
		return s
	}
	return get("heddle:live"), get(session.UnifiedID(agent, id))
}

// shorten describes a message in one line.
func shorten(m *session.Message) string {
	if m == nil {
		return "nothing"
	}
	s := string(m.AppendJSON(nil))
	if len(s) > 420 {
		s = strings.ToValidUTF8(s[:420], "") + "…"
	}
	return s
}

// announced returns the messages of an agent's session that its protocol
// announces: without what a fork repeats, without notices, and without calls that
// failed before they ran, such as patches that do not fit, and shell commands of
// the user.
func announced(recorded, native []session.Message) []session.Message {
	calls := map[string]bool{}
	for i := range recorded {
		for _, c := range recorded[i].ToolCalls {
			calls[c.ToolCallID] = true
		}
	}
	out := []session.Message{}
	for _, m := range native {
		silent := m.Content == "" && m.Thinking == "" && len(m.ToolCalls) > 0
		for _, c := range m.ToolCalls {
			silent = silent && !calls[c.ToolCallID]
		}
		if m.Origin == nil && m.Role != session.RoleSystem && m.Kind != "shell" && !silent && (m.ToolResult == nil || calls[m.ToolResult.ToolCallID]) {
			out = append(out, m)
		}
	}
	return out
}

// ofModel returns messages without notices and without the shell commands of the
// user, whose ids are not those of a model's calls.
func ofModel(list []session.Message) []session.Message {
	out, users := []session.Message{}, map[string]bool{}
	for _, m := range list {
		for _, c := range m.ToolCalls {
			users[c.ToolCallID] = strings.Count(c.ToolCallID, "-") == 4
		}
		user := len(m.ToolCalls) > 0 && users[m.ToolCalls[0].ToolCallID] || m.ToolResult != nil && users[m.ToolResult.ToolCallID]
		if m.Role != session.RoleSystem && !user {
			out = append(out, m)
		}
	}
	return out
}

// checkSame checks that a recording has the messages that the protocol announces
// of the agent's session, and only notices besides that the agent has too.
func (r *replay) checkSame(recorded, native *session.Session) {
	r.Helper()
	notices := map[string]bool{}
	for i := range native.Messages {
		notices[native.Messages[i].Kind+" "+native.Messages[i].Content] = true
	}
	for i := range recorded.Messages {
		if m := &recorded.Messages[i]; m.Role == session.RoleSystem && m.Kind == "" && !notices[" "+m.Content] && !notices["interrupted "+m.Content] {
			r.Errorf("the agent's session lacks the notice %s", shorten(m))
		}
	}
	ours := ofModel(recorded.Messages)
	if len(ours) < 2 {
		r.Fatalf("%d messages", len(ours))
	}
	ops, _, err := diff.Compare(ours, announced(ours, native.Messages), diff.Options{})
	if err != nil {
		r.Fatal(err)
	}
	for _, op := range ops {
		if a, b := op.MessageA, op.MessageB; op.Type == session.DiffTypeRemoval || op.Type == session.DiffTypeAddition ||
			a.Content != b.Content || a.Thinking != b.Thinking {
			r.Errorf("%s\nrecorded %s\nnative   %s", op.Type, shorten(a), shorten(b))
		}
	}
}

// TestRecordedAsWritten: what is recorded of a live session has the messages that
// the agent wrote itself.
func TestRecordedAsWritten(t *testing.T) {
	t.Run("claude", func(t *testing.T) {
		steps := delayClear(readRecording(t, "claude/m-control.jsonl"))
		r := startReplay(t, claudeRecorded, claudeOptions(steps))
		r.run(steps)
		r.session.Exit(session.LiveExitRequest{Now: r.now})
		r.take("")
		r.checkSame(r.readBoth("claude", "a0000003-0000-4000-8000-000000000003"))
	})
	for n, c := range codexThreads {
		if c.name == "denied" || c.name == "failure" { // another session than the agent's; none on disk
			continue
		}
		t.Run("codex-"+c.name, func(t *testing.T) {
			r := replayCodex(t, n, nil)
			r.checkSame(r.readBoth("codex", c.thread))
		})
	}
	for n, c := range piRecordings {
		if c.path == "pi/12-rpc.out" {
			t.Run("pi", func(t *testing.T) {
				r := replayPi(t, n, nil)
				r.checkSame(r.readBoth("pi", "01a1f9fe-b71f-77d8-b9e7-c1f61ce38d6c"))
			})
		}
	}
}
