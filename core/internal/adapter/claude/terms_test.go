package claude_test

import (
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/session"
)

// openOwn mounts a home of this package's own folder of fixtures.
func openOwn(t *testing.T, fixture string) *home {
	t.Helper()
	return openMounts(t, hosttest.NewMounts().Load(t, "claude", "testdata/"+fixture+"/home/.claude"))
}

// Rule: a search that no request on disk states is in the program's own total: it is a part of what is not itemised.
func TestSearchInTheTotalsAlone(t *testing.T) {
	h := openOwn(t, "web-search")
	for _, by := range []session.GroupBy{"", session.GroupBySession, session.GroupByModel} {
		total, err := h.catalog().TotalCost(session.CostRequest{GroupBy: by})
		if err != nil || total.TotalUSD.String() != "0.0312518" || total.NotItemisedUSD.String() != "0.01252" {
			t.Errorf("%s: %s, %v", by, total.AppendJSON(nil), err)
		}
	}
	if s := h.get(t, "b0000013-0000-4000-8000-000000000013"); rest(s.Cost) != "0.01252" {
		t.Errorf("session %s", s.Cost.AppendJSON(nil))
	}
}

// spent is an answer of a million input tokens of Opus 5 with more members of usage.
func spent(id, more string) string {
	return fmt.Sprintf(`{"type":"assistant","uuid":"%s","sessionId":"own","version":"2.1.330","requestId":"r%s","timestamp":"2026-11-22T20:00:00.000Z","message":{"id":"msg_%s","role":"assistant","model":"claude-opus-5","content":[{"type":"text","text":"x"}],"usage":{"input_tokens":1000000,"output_tokens":0%s}}}`, id, id, id, more)
}

// Rule: speed, region and tier multiply the price of the tokens, and searches cost by themselves. All
// groupings have the same sums, and what no row knows is said.
func TestTermsOfRequests(t *testing.T) {
	h := oneSession(t, spent("a", ""), spent("b", `,"speed":"fast","inference_geo":"us","server_tool_use":{"web_search_requests":3}`),
		spent("c", `,"speed":"standard","inference_geo":"not_available","service_tier":"standard"`), spent("d", `,"service_tier":"warp"`),
		spent("e", `,"service_tier":"batch","speed":null,"inference_geo":7`))
	const want = "28.53" // 5 + (5 * 2 * 1.1 + 0.03) + 5 + 5 + 2.5
	for _, by := range []session.GroupBy{"", "agent", "model", "day", "session", "tier", "cwd"} {
		total, err := h.catalog().TotalCost(session.CostRequest{GroupBy: by})
		if err != nil || total.TotalUSD.String() != want || len(total.Tiers) != 4 || total.WebSearches != 3 {
			t.Fatalf("%s: %s, %v", by, total.AppendJSON(nil), err)
		}
		var groups, tiers session.Money
		for _, b := range total.Breakdowns {
			groups += *b.TotalUSD
		}
		for _, p := range total.Tiers {
			tiers += *p.TotalUSD
			if p.UnknownFactor != (p.Tier == "warp") {
				t.Errorf("%s: %v", p.Tier, p.UnknownFactor)
			}
		}
		if by != "" && groups != *total.TotalUSD || tiers != *total.TotalUSD {
			t.Errorf("%s: groups %s, tiers %s", by, groups, tiers)
		}
		if by == "tier" && total.Breakdowns["fast+us"].TotalUSD.String() != "11.03" {
			t.Errorf("fast+us: %v", total.Breakdowns)
		}
	}
	s := h.get(t, "own")
	if s.Cost.TotalUSD.String() != want || s.Messages[1].Cost.TotalUSD.String() != "11.03" || s.Messages[1].Cost.Tiers[0].Tier != "fast+us" || s.Messages[0].Cost.Tiers != nil {
		t.Errorf("session %s", s.Cost.AppendJSON(nil))
	}
	stats, err := h.catalog().Stats(session.StatsRequest{})
	if err != nil || len(stats.Tiers) != 4 || stats.Tiers[0].Name != "standard" || stats.Tiers[0].Requests != 2 {
		t.Errorf("stats %v, %v", stats.Tiers, err)
	}
}
