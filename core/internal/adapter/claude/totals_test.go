package claude_test

import (
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: what the program's own totals hold beyond the requests on disk is
// named, next to the total and never in it.
func TestNotItemised(t *testing.T) {
	h := openHome(t, "claude")
	want := map[string]string{"a0000002-0000-4000-8000-000000000002": "0.0111862", "a0000003-0000-4000-8000-000000000003": "0.0020665",
		"e9491ba4-0335-4bd6-953a-43e655ac0b4e": "0.0035253"}
	for id, s := range h.list(t) {
		if got := rest(s.Cost); got != want[id] {
			t.Errorf("%s: %q, want %q", id, got, want[id])
		}
	}
	for _, by := range []session.GroupBy{"", session.GroupBySession, session.GroupByModel, session.GroupByDay} {
		total, err := h.catalog().TotalCost(session.CostRequest{Agent: "claude", GroupBy: by})
		if err != nil || total.NotItemisedUSD == nil || total.NotItemisedUSD.String() != "0.016778" || total.TotalUSD.String() != "0.4097975" {
			t.Errorf("%s: %+v, %v", by, total, err)
		}
		var sum session.Money
		for _, b := range total.Breakdowns {
			if b.NotItemisedUSD != nil {
				sum = sum.Plus(*b.NotItemisedUSD)
			}
		}
		if wantSum := "0.016778"; by != "" && by != session.GroupByDay && sum.String() != wantSum || by == session.GroupByDay && sum != 0 {
			t.Errorf("%s: the groups hold %s", by, sum)
		}
	}
	bounded, err := h.catalog().TotalCost(session.CostRequest{Agent: "claude", Since: 1})
	if err != nil || bounded.NotItemisedUSD != nil {
		t.Errorf("within bounds: %+v, %v", bounded, err)
	}
}

func rest(c *session.CostRecord) string {
	if c == nil || c.NotItemisedUSD == nil {
		return ""
	}
	return c.NotItemisedUSD.String()
}

// Rule: nothing is made up: not by what totals lack, by another name of a
// model, by a subagent, by a fork, nor by damaged totals.
func TestTotalsMakeNothingUp(t *testing.T) {
	answer := func(id, more string, in int) string {
		return fmt.Sprintf(`{"type":"assistant","uuid":"%s","sessionId":"own","version":"2.1.330","requestId":"r%s","timestamp":"2026-11-22T20:00:00.000Z"%s,"message":{"id":"msg_%s","role":"assistant","model":"claude-haiku-4-5","content":[{"type":"text","text":"x"}],"usage":{"input_tokens":%d,"output_tokens":0}}}`, id, id, more, id, in)
	}
	totals := func(model string, in int64, usd string) string {
		return fmt.Sprintf(`{"type":"cost-state","sessionId":"own","totalCostUSD":%s,"modelUsage":{"%s":{"inputTokens":%d,"outputTokens":0,"cacheReadInputTokens":0,"cacheCreationInputTokens":0,"costUSD":%s}}}`, usd, model, in, usd)
	}
	const own = "claude/projects/-p/own.jsonl"
	for _, x := range []struct {
		name  string
		lines []string
		child []string
		want  string
	}{
		{"all are on disk, at another price than the table's", []string{answer("a", "", 1000), totals("claude-haiku-4-5", 1000, "7.5")}, nil, ""},
		{"a quarter is not", []string{answer("a", "", 750), totals("claude-haiku-4-5", 1000, "4")}, nil, "1"},
		{"the totals are older than the last request", []string{answer("a", "", 750), totals("claude-haiku-4-5", 1000, "4"), answer("b", "", 5000)}, nil, "1"},
		{"the totals lack a killed process", []string{answer("a", "", 750), answer("b", "", 750), totals("claude-haiku-4-5", 1000, "4")}, nil, ""},
		{"the last totals count", []string{answer("a", "", 750), totals("claude-haiku-4-5", 1000, "4"), answer("b", "", 1250), totals("claude-haiku-4-5", 2250, "9")}, nil, "1"},
		{"another name of the model", []string{answer("a", "", 1000), totals("claude-haiku-4-5[1m]", 1000, "4")}, nil, ""},
		{"another model beside", []string{answer("a", "", 1000), `{"type":"cost-state","modelUsage":{"claude-haiku-4-5":{"inputTokens":1000,"costUSD":1},"claude-small":{"inputTokens":10,"costUSD":0.25}}}`}, nil, "0.25"},
		{"a subagent's requests", []string{answer("a", "", 750), totals("claude-haiku-4-5", 1000, "4")}, []string{answer("c", `,"isSidechain":true`, 250)}, ""},
		{"no request at all", []string{`{"type":"user","uuid":"u","sessionId":"own","timestamp":"2026-11-22T20:00:00.000Z","message":{"role":"user","content":"x"}}`, totals("claude-haiku-4-5", 1000, "4")}, nil, "4"},
		{"a fork that goes on from its parent's totals", []string{answer("a", `,"requestSessionId":"parent"`, 500), answer("b", "", 100), totals("claude-haiku-4-5", 1000, "4")}, nil, ""},
		{"a fork with totals of its own", []string{answer("a", `,"requestSessionId":"parent"`, 5000), answer("b", "", 750), totals("claude-haiku-4-5", 1000, "4")}, nil, "1"},
		{"damaged", []string{answer("a", "", 750), `{"type":"cost-state","modelUsage":{"claude-haiku-4-5":{"inputTokens":-1,"costUSD":-4},"x":7}}`}, nil, ""},
		{"enormous", []string{answer("a", "", 750), totals("claude-haiku-4-5", 9007199254740993, "9000000")}, nil, "8999999.999999999250"},
	} {
		mounts := hosttest.NewMounts().File(own, []byte(joinLines(x.lines)))
		if x.child != nil {
			mounts.File("claude/projects/-p/own/subagents/agent-1.jsonl", []byte(joinLines(x.child)))
		}
		h := openMounts(t, mounts)
		s := h.get(t, "own")
		total, err := h.catalog().TotalCost(session.CostRequest{Agent: "claude"})
		if err != nil {
			t.Fatal(err)
		}
		listed := h.list(t)["own"]
		sum := ""
		if total.NotItemisedUSD != nil {
			sum = total.NotItemisedUSD.String()
		}
		if x.name == "enormous" {
			if sum == "" || sum != rest(s.Cost) {
				t.Errorf("%s: %q, %q", x.name, sum, rest(s.Cost))
			}
			continue
		}
		if rest(s.Cost) != x.want || rest(listed.Cost) != x.want || sum != x.want {
			t.Errorf("%s: get %q, list %q, cost %q; want %q", x.name, rest(s.Cost), rest(listed.Cost), sum, x.want)
		}
	}
}

func joinLines(lines []string) (out string) {
	for _, l := range lines {
		out += l + "\n"
	}
	return out
}
