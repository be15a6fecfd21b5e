package heddle_test

import (
	"encoding/json"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// FuzzMessages records any messages: what is read is always a valid session,
// and all walks see the same requests.
func FuzzMessages(f *testing.F) {
	for _, s := range []string{
		`{"type":"user","content":"a","uuid":"u"}`,
		`{"type":"assistant","content":[{"type":"text","text":"b"},{"type":"tool_use","id":"t","name":"n","input":{}}],"usage":{"input_tokens":1,"output_tokens":-2}}`,
		`{"type":"user","contentBlocks":[{"type":"tool_result","tool_use_id":"t"},{"type":"image","source":{"data":"x"}}],"role":"tool"}`,
		`{"type":"tool_result","toolResult":{"output":null},"content":7}`,
		`{"type":"result","content":"b","usage":{"inputTokens":1e30},"totalCostUsd":-1}`,
		`{"type":"thinking","content":"c","import":{"agent":"claude"}}`,
		`{"type":"x","role":"assistant","import":{"agent":"claude","prompt":true,"requests":[{"key":"k","usage":{},"usd":1,"shown":true},7]},"toolCalls":[7]}`,
		`{"type":"raw","role":"tool","import":{"agent":"codex","aside":true}}`,
	} {
		f.Add([]byte(s), []byte(s))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		h := hosttest.Host(hosttest.NewMounts())
		h.Journal = journal.NewMemory()
		st := store.New(h.Journal, h, store.Options{})
		for _, m := range [][]byte{a, b, a} {
			if _, err := st.Record("s", []session.JSON{m}, store.Request{}); err != nil {
				return
			}
		}
		one := int64(1)
		if _, err := st.Revert("s", store.Selector{VisibleMessageCount: &one}, store.Request{}); err != nil {
			t.Fatal(err)
		}
		if _, err := st.Record("s", []session.JSON{b}, store.Request{}); err != nil {
			t.Fatal(err)
		}
		c := catalog.New(&h, func(d fault.Diagnostic) { t.Logf("%+v", d) })
		got, _, err := c.Get(session.GetRequest{UnifiedID: "heddle:s", ToolOutput: true, Raw: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := got.Validate(); err != nil {
			t.Errorf("%v: %s", err, got.AppendJSON(nil))
		}
		if !json.Valid(got.AppendJSON(nil)) {
			t.Error("not JSON")
		}
		if x, y := spent(t, &h, adapter.Want{Usage: true}), spent(t, &h, adapter.Want{Usage: true, Prompts: true, Text: true}); x != y {
			t.Errorf("usage %v, with texts %v", x, y)
		}
	})
}

// spent adds up what a walk says of requests.
func spent(t *testing.T, h *host.Host, want adapter.Want) (sum [3]int64) {
	t.Helper()
	a := heddle.New()
	env := &adapter.Env{Host: h, Agent: heddle.Name, DefectLog: adapter.DefectLog{OnDiagnostic: func(fault.Diagnostic) {}}}
	ix, err := a.Discover(env)
	if err != nil {
		t.Fatal(err)
	}
	err = a.Walk(env, ix, ix.FindRef("s"), want, adapter.NewOutlet(env, func(r *adapter.Record) error {
		if r.Usage != nil {
			sum[0]++
			sum[1] += r.Usage.InputTokens
			sum[2] += int64(r.Time) + int64(len(r.UsageKey))
		}
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	return sum
}
