package cost

import (
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

const factorHead = "agent,model,condition,factor,from,until,source\n"

// million is a request of a million input tokens.
func million(agent, model, terms string, day string) Request {
	t, _, _ := session.ParseTime(day)
	return Request{Offer: Offer{Agent: agent, Model: model, Terms: terms}, Time: t, Usage: session.TokenUsage{InputTokens: 1_000_000}}
}

func costOf(t *Table, r Request) (usd, tier string, unknown bool) {
	q := t.QuoteOffer(r.Offer)
	return q.requestCost(r.Usage, r.Time).String(), q.Tier, q.unknown
}

func TestBuiltinFactors(t *testing.T) {
	table := BuiltinTable()
	for _, c := range []struct {
		agent, model, terms, day string
		usd, tier                string
		unknown                  bool
	}{
		{"claude", "claude-opus-4-8", "", "2026-09-01", "5", "standard", false},
		{"claude", "claude-opus-4-8", "speed=fast", "2026-09-01", "10", "fast", false},
		{"claude", "claude-opus-5", "speed=fast inference_geo=us", "2026-09-01", "11", "fast+us", false},
		{"claude", "claude-opus-4-6", "speed=fast", "2026-03-01", "30", "fast", false},
		{"claude", "claude-opus-4-6", "speed=fast", "2026-01-31", "5", "fast", false},
		{"claude", "claude-sonnet-4-6", "inference_geo=us", "", "3.3", "us", false},
		{"claude", "claude-haiku-4-5", "service_tier=batch", "", "0.5", "batch", false},
		{"claude", "claude-haiku-4-5", "speed=fast", "", "1", "fast", true},
		{"claude", "claude-haiku-4-5", "service_tier=priority", "", "1", "priority", true},
		{"claude", "us.anthropic.claude-opus-4-6-v1", "", "", "5.5", "us", false},
		{"opencode", "bedrock/eu.anthropic.claude-opus-4-8", "", "", "5.5", "eu", false},
		{"claude", "global.anthropic.claude-opus-4-6-v1", "", "", "5", "standard", false},
		{"claude", "anthropic.claude-opus-4-6-v1:0", "", "", "5", "standard", false},
		{"claude", "mars.anthropic.claude-opus-4-6-v1", "", "", "5", "mars", true},
		{"codex", "gpt-5.5", "service_tier=priority", "2026-05-01", "12.5", "priority", false},
		{"codex", "gpt-5.4", "service_tier=priority", "2026-05-01", "5", "priority", false},
		{"codex", "gpt-5.4", "service_tier=fast", "2026-07-29T23:59:59Z", "2.5", "fast", false},
		{"codex", "gpt-5.4", "service_tier=fast", "2026-07-30", "5", "fast", false},
		{"codex", "gpt-5.2", "service_tier=flex", "", "0.875", "flex", false},
		{"codex", "gpt-5.2", "service_tier=scale", "", "1.75", "scale", true},
	} {
		r := million(c.agent, c.model, c.terms, c.day)
		if c.agent == "codex" { // below the tier of long prompts
			r.Usage.InputTokens = 100_000
		}
		usd, tier, unknown := costOf(table, r)
		want := c.usd
		if c.agent == "codex" {
			p, _ := session.ParseMoney(c.usd)
			want = (p / 10).String()
		}
		if usd != want || tier != c.tier || unknown != c.unknown {
			t.Errorf("%s %s %q %s: %s %s %v; want %s %s %v", c.agent, c.model, c.terms, c.day, usd, tier, unknown, want, c.tier, c.unknown)
		}
	}
}

// Factors hold for all token prices and not for searches, and for a user's own prices too.
func TestFactorsOfOwnPrices(t *testing.T) {
	table := readOwn(t, "model,input,output,cache_read,cache_write_5m,cache_write_1h,reasoning_output\nclaude-opus-4-8,1,2,3,4,5,6\n")
	r := Request{Offer: Offer{Agent: "claude", Model: "claude-opus-4-8", Terms: "speed=fast"}, Usage: session.TokenUsage{InputTokens: 1e6, OutputTokens: 2e6,
		ThinkingTokens: 1e6, CachedTokens: 1e6, CacheWriteTokens: 2e6, CacheWrite1hTokens: 1e6, WebSearches: 1000}}
	if usd, _, _ := costOf(table, r); usd != "52" { // 2 * (1+2+6+3+4+5) + 10
		t.Errorf("%s", usd)
	}
}

// Each factor can be replaced, with dates, and for all models; a table of factors alone is one.
func TestOwnFactors(t *testing.T) {
	table := readOwn(t, "# mine\n"+factorHead+"claude,claude-opus-4-8,speed=fast,3,2026-06-01,2026-06-30,a, b\nclaude,claude-opus-4.8,speed=fast,4,2026-07-01,,\n*,*,service_tier=scale,0,,,\n")
	for _, c := range []struct{ model, terms, day, usd string }{
		{"claude-opus-4-8", "speed=fast", "2026-05-31", "5"}, {"claude-opus-4-8", "speed=fast", "2026-06-30T23:59:59.999Z", "15"},
		{"claude-opus-4-8", "speed=fast", "2026-07-01", "20"}, {"claude-opus-4-8", "speed=fast", "", "20"},
		{"claude-opus-5", "speed=fast", "2026-07-01", "10"}, {"claude-opus-5", "service_tier=scale", "", "0"},
	} {
		if usd, _, _ := costOf(table, million("claude", c.model, c.terms, c.day)); usd != c.usd {
			t.Errorf("%v: %s", c, usd)
		}
	}
	both := readOwn(t, "model,input,output\nhouse,1,1\n"+factorHead+"codex,house,service_tier=flex,0.25,,,\n")
	if usd, _, _ := costOf(both, million("codex", "house", "service_tier=flex", "")); usd != "0.25" {
		t.Errorf("both tables: %s", usd)
	}
}

func TestBrokenFactors(t *testing.T) {
	for name, row := range map[string]string{
		"negative": "claude,x,speed=fast,-1,,,", "NaN": "claude,x,speed=fast,NaN,,,", "huge": "claude,x,speed=fast,1000.1,,,", "exponent": "claude,x,speed=fast,1e99999999,,,",
		"none": "claude,x,speed=fast,,,,", "date": "claude,x,speed=fast,2,soon,,", "until": "claude,x,speed=fast,2,,2026-13-01,",
		"condition": "claude,x,fast,2,,,", "agent": ",x,speed=fast,2,,,", "short": "claude,x", "model": "claude,,speed=fast,2,,,",
		"long": "claude,x,speed=fast," + strings.Repeat("9", 5000) + ",,,",
	} {
		_, e := Parse("# mine\n" + factorHead + row + "\n")
		if e == nil || e.Code != fault.InvalidArgument || e.Line != 3 || e.Hint == "" || len(e.Message) > 300 {
			t.Errorf("%s: %v", name, e)
		}
	}
	for _, head := range []string{"agent,condition,factor\n", "agent,model,condition,factor,agent\n", "agent,model,condition,factor,why\n"} {
		if _, e := Parse(head); e == nil || e.Line != 1 {
			t.Errorf("%q: %v", head, e)
		}
	}
}

// The parts by tier add up to the sum, in any order of requests and sums.
func TestTiersAddUp(t *testing.T) {
	table := BuiltinTable()
	usd := session.Money(7)
	requests := []Request{million("claude", "claude-opus-4-8", "", ""), million("claude", "claude-opus-4-8", "speed=fast", ""), million("claude", "mock", "speed=fast", ""),
		{Offer: Offer{Agent: "claude", Model: "x", Terms: "service_tier=batch"}, USD: &usd}, million("claude", "claude-opus-4-8", "", ""), million("claude", "claude-haiku-4-5", "speed=fast", "")}
	for shift := range requests {
		var halves [2]Sum
		for i := range requests {
			halves[i%2].AddRequest(table, requests[(i+shift)%len(requests)])
		}
		sum := halves[0]
		sum.Merge(halves[1])
		rec := sum.CostRecord(table)
		var money session.Money
		var tokens int64
		for _, p := range rec.Tiers {
			tokens += p.InputTokens
			if p.TotalUSD != nil {
				money += *p.TotalUSD
			}
		}
		if len(rec.Tiers) != 3 || money != *rec.TotalUSD || tokens != rec.InputTokens || rec.Tiers[1].Tier != "fast" || !rec.Tiers[1].UnknownFactor || rec.Tiers[0].UnknownFactor {
			t.Errorf("shift %d: %s", shift, rec.AppendJSON(nil))
		}
	}
	var plain Sum
	plain.AddRequest(table, requests[0])
	if plain.TierSpends() != nil {
		t.Error("a standard sum has parts")
	}
}

// Any number of tiers: the first ones and the others together add up.
func TestManyTiers(t *testing.T) {
	var sum Sum
	const n = 1000
	for i := range n {
		r := million("claude", "claude-opus-4-8", "service_tier=t"+strconv.Itoa(i), "")
		sum.AddAt(&Quote{Tier: "t" + strconv.Itoa(i), price: &Price{Input: 1}}, r)
	}
	parts, tokens := sum.TierSpends(), int64(0)
	for _, p := range parts {
		tokens += p.InputTokens
	}
	if len(parts) != maxTiers+1 || tokens != n*1_000_000 || *sum.TotalMoney() != n*1_000_000 {
		t.Errorf("%d parts, %d tokens, %s", len(parts), tokens, sum.TotalMoney())
	}
}

func BenchmarkQuote(b *testing.B) {
	table := BuiltinTable()
	o := Offer{Agent: "claude", Model: "us.anthropic.claude-opus-4-8-v1:0", Terms: "speed=fast"}
	for b.Loop() {
		table.QuoteOffer(o)
	}
}
