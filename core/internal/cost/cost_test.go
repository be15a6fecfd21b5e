package cost

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

func TestBuiltinTable(t *testing.T) {
	table := BuiltinTable()
	if table.Date != TableDate {
		t.Errorf("prices.csv says %q, TableDate %q", table.Date, TableDate)
	}
	if len(table.prices) < 90 {
		t.Errorf("%d prices", len(table.prices))
	}
}

func TestFindModel(t *testing.T) {
	table := BuiltinTable()
	for name, want := range map[string]string{
		"claude-4.6-sonnet": "claude-sonnet-4-6", "claude-4.5-sonnet-thinking": "claude-sonnet-4-5", "claude-4-sonnet": "claude-sonnet-4-0",
		"claude-opus-5-5": "claude-opus-5-5", "claude-sonnet-4-5-20250929": "claude-sonnet-4-5",
		"anthropic/claude-sonnet-4.5": "claude-sonnet-4-5", "us.anthropic.claude-sonnet-4-5-20250929-v1:0": "claude-sonnet-4-5",
		"claude-sonnet-4-20250514": "claude-sonnet-4-0", "claude-opus-4-20250514": "claude-opus-4-0", "claude-sonnet-4-5[1m]": "claude-sonnet-4-5",
		"claude-3-7-sonnet-20250219": "claude-3-7-sonnet-20250219", "claude-3-7-sonnet-latest": "claude-3-7-sonnet-20250219",
		"claude-haiku-4-5@20251001": "claude-haiku-4-5", "gpt-5-2025-08-07": "gpt-5", "openai/gpt-5-codex": "gpt-5-codex", "glm-5.3": "GLM-5.3",
		"codex-auto-review": "codex-auto-review", "k2p6": "k2p6", "accounts/fireworks/models/kimi-k2p6": "kimi-k2p6",
	} {
		if p, ok := table.FindPrice(name); !ok || p.Model != want {
			t.Errorf("%s → %q, %v; want %s", name, p.Model, ok, want)
		}
	}
	for _, name := range []string{"", "mock-model", "<synthetic>", "gpt", "claude", "claude-sonnet-4-5-turbo"} {
		if p, ok := table.FindPrice(name); ok {
			t.Errorf("%q is priced as %s", name, p.Model)
		}
	}
}

func TestPriceOfARequest(t *testing.T) {
	table := BuiltinTable()
	p, _ := table.FindPrice("claude-sonnet-4-5")
	usage := session.TokenUsage{InputTokens: 1000, OutputTokens: 100, CachedTokens: 10_000, CacheWriteTokens: 300, CacheWrite1hTokens: 100}
	// 1000*3 + 100*15 + 10000*0.3 + 200*3.75 + 100*6 micro-dollars
	if got := p.RequestCost(usage).String(); got != "0.00885" {
		t.Errorf("cost %s", got)
	}
	usage.CachedTokens = 200_000 // the prompt is now beyond the tier: 1000*6 + 100*22.5 + 200000*0.6 + 200*7.5 + 100*12
	if got := p.RequestCost(usage).String(); got != "0.13095" {
		t.Errorf("tier cost %s", got)
	}
	g, _ := table.FindPrice("gpt-5")
	if g.CacheWrite >= 0 {
		t.Fatal("the table states a cache write price for gpt-5 now; choose another model for this case")
	}
	if a, b := g.RequestCost(session.TokenUsage{CacheWriteTokens: 10}), g.RequestCost(session.TokenUsage{InputTokens: 10}); a != b {
		t.Errorf("cache writes without a price cost %s, input %s", a, b)
	}
}

func TestMoneySaturates(t *testing.T) {
	if saturatingCost(1<<62, 1<<30) != session.MaxMoney || saturatingCost(-5, 3) != 0 {
		t.Error("a product wraps")
	}
}

func TestSumRemembersSources(t *testing.T) {
	table := BuiltinTable()
	usd := session.Money(5)
	u := session.TokenUsage{InputTokens: 1}
	recorded, computed, unpriced := Request{USD: &usd, Usage: u}, Request{Offer: Offer{Model: "gpt-5"}, Usage: u}, Request{Offer: Offer{Model: "mock"}, Usage: u}
	for _, c := range []struct {
		reqs []Request
		want session.CostSource
	}{
		{[]Request{recorded}, session.CostSourceRecorded}, {[]Request{computed}, session.CostSourceComputed},
		{[]Request{unpriced, unpriced}, session.CostSourceUnpriced}, {[]Request{recorded, computed}, session.CostSourceMixed},
		{[]Request{computed, unpriced}, session.CostSourceMixed},
	} {
		var s Sum
		for _, r := range c.reqs {
			s.AddRequest(table, r)
		}
		rec := s.CostRecord(table)
		if rec.Source != c.want || (rec.TotalUSD == nil) != (c.want == session.CostSourceUnpriced) {
			t.Errorf("%v: %s %v", c.want, rec.Source, rec.TotalUSD)
		}
	}
	var none Sum
	none.AddRequest(table, Request{Offer: Offer{Model: "gpt-5"}})
	if none.CostRecord(table) != nil {
		t.Error("no tokens are a cost")
	}
}

func TestParseRefusesBadTables(t *testing.T) {
	prices, _, _ := strings.Cut(builtin, "agent,")
	for _, bad := range []string{"", "a,b\n", "# only a comment\n", prices + "x,y,abc,1,,,,,,,,,,,\n", prices + "x,y\n"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%.30q is accepted", bad)
		}
	}
}
