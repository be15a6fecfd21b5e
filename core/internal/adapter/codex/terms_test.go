package codex_test

import (
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

const termsThread = "01a20abe-d8f3-7db0-9b1c-66b465100001"

// codexLine is a line of a rollout.
func codexLine(kind, payload string) string {
	return `{"timestamp":"2026-11-20T10:00:00.000Z","type":"` + kind + `","payload":` + payload + `}`
}

func settingsOf(more string) string {
	return codexLine("event_msg", `{"type":"thread_settings_applied","thread_settings":{"model":"gpt-5.4"`+more+`}}`)
}

func requestOf(id int, more string) string {
	return codexLine("token_usage_record", fmt.Sprintf(`{"response_id":"r%d"%s,"usage":{"input_tokens":100000,"output_tokens":0}}`, id, more))
}

// Rule: a request's tier is the one in force at its place in the file, unless its own line states one.
func TestTierInOrderOfTheFile(t *testing.T) {
	head := codexLine("session_meta", `{"id":"`+termsThread+`","cwd":"/w","cli_version":"0.169.0"}`)
	h := empty(t).file("codex/sessions/2026/11/20/rollout-2026-11-20T10-00-00-"+termsThread+".jsonl", head,
		settingsOf(`,"service_tier":"priority"`), requestOf(1, ""), requestOf(2, `,"service_tier":"flex"`), requestOf(3, ""),
		settingsOf(`,"service_tier":"default"`), requestOf(4, ""), settingsOf(`,"service_tier":"fast"`), requestOf(5, ""),
		settingsOf(`,"service_tier":null`), requestOf(6, ""), settingsOf(`,"service_tier":"scale"`), requestOf(7, ""))
	total, err := h.catalog().TotalCost(session.CostRequest{GroupBy: session.GroupByTier})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"priority": "1", "flex": "0.125", "standard": "0.5", "fast": "0.5", "scale": "0.25"}
	for tier, usd := range want {
		if b := total.Breakdowns[tier]; b.TotalUSD == nil || b.TotalUSD.String() != usd {
			t.Errorf("%s: %s, want %s", tier, b.AppendJSON(nil), usd)
		}
	}
	if total.TotalUSD.String() != "2.375" || len(total.Breakdowns) != len(want) {
		t.Errorf("total %s", total.AppendJSON(nil))
	}
	if s := h.get(termsThread); s.Cost.TotalUSD.String() != "2.375" || len(s.Cost.Tiers) != 5 {
		t.Errorf("session %s", s.Cost.AppendJSON(nil))
	}
}

// Rule: token_count may state the tier, and its last tokens alone count.
func TestTokenCountWithoutTotals(t *testing.T) {
	head := codexLine("session_meta", `{"id":"`+termsThread+`","cwd":"/w","cli_version":"0.150.0"}`)
	model := codexLine("turn_context", `{"model":"gpt-5.4"}`)
	count := func(input int, more string) string {
		return codexLine("event_msg", fmt.Sprintf(`{"type":"token_count","info":{"last_token_usage":{"input_tokens":%d,"output_tokens":0,"total_tokens":%[1]d}%s}}`, input, more))
	}
	h := empty(t).file("codex/sessions/2026/11/20/rollout-2026-11-20T10-00-00-"+termsThread+".jsonl", head, model,
		count(1000, ""), count(3000, `,"service_tier":"priority"`), count(2000, ""), codexLine("event_msg", `{"type":"token_count","info":null}`))
	total, err := h.catalog().TotalCost(session.CostRequest{})
	if err != nil || total.InputTokens != 6000 || total.TotalUSD.String() != "0.0225" {
		t.Errorf("total %s, %v", total.AppendJSON(nil), err)
	}
	if s := h.get(termsThread); s.Cost.InputTokens != 6000 {
		t.Errorf("session %s", s.Cost.AppendJSON(nil))
	}
}
