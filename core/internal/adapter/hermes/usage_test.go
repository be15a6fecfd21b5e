package hermes_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// 0.0 with status unknown is no price, and nothing is known of what a
// subscription covers; models that were switched have rows of their own, and
// so have tasks beside the conversation.
func TestPrices(t *testing.T) {
	for _, fixture := range fixtures {
		sums := list(t, home(t, fixture), session.ListRequest{})
		if c := sums[telegram].Cost; c.InputTokens != 2210 || c.TotalUSD != nil || c.Source != session.CostSourceUnpriced {
			t.Errorf("%s: unknown is %+v", fixture, c)
		}
		if c := sums[codexOne].Cost; c.Source != session.CostSourceComputed || c.CachedTokens != 1024 {
			t.Errorf("%s: subscription is %+v", fixture, c)
		}
		c := sums[compacted].Cost
		if fixture == "hermes-v6" { // no rows by model: the estimate stands for all
			if c.InputTokens != 1200 || c.TotalUSD.String() != "0.0002" || c.Source != session.CostSourceRecorded {
				t.Errorf("%+v", c)
			}
			continue
		}
		if c.InputTokens != 1200 || c.OutputTokens != 160 || c.Source != session.CostSourceMixed || c.TotalUSD.String() != "0.0002" ||
			len(c.UnpricedModels) != 1 || c.UnpricedModels[0] != "deepseek/deepseek-v3.2" {
			t.Errorf("%s: switched models are %+v", fixture, c)
		}
		if c := sums[conversation].Cost; c.TotalUSD.String() != "0.07986" || c.InputTokens != 11110 || c.Subagents.InputTokens != 1400 {
			t.Errorf("%s: %+v", fixture, c)
		}
	}
}

// Costs by status, without and with rows by model.
func TestSpent(t *testing.T) {
	const add = "INSERT INTO sessions (id, model, started_at, input_tokens, output_tokens, reasoning_tokens, estimated_cost_usd, actual_cost_usd, cost_status) VALUES ('a', 'no-model', 100, 10, 5, 3, "
	const use = "INSERT INTO session_model_usage (session_id, model, task, api_call_count, input_tokens, output_tokens, estimated_cost_usd, actual_cost_usd, cost_status, last_seen) VALUES ('a', "
	for _, c := range []struct{ name, session, rows, usd, first string }{
		{"unknown", "0.0, NULL, 'unknown')", "", "", "no-model"},
		{"estimated", "0.1, NULL, 'estimated')", "", "0.1", "no-model"},
		{"actual first", "0.1, 0.3, 'actual')", "", "0.3", "no-model"},
		{"billed nothing", "0.0, 0.0, 'actual')", "", "0", "no-model"},
		{"not billed yet", "0.0, NULL, 'actual')", "", "", "no-model"},
		{"included", "0.0, 0.0, 'included')", "", "", "no-model"},
		{"no status", "NULL, NULL, NULL)", "", "", "no-model"},
		{"text", "'0.25', NULL, 'estimated')", "", "0.25", "no-model"},
		{"shortest decimal", "0.1 + 0.2, NULL, 'estimated')", "", "0.3", "no-model"},
		{"rows by model", "0.5, NULL, 'estimated')", use + "'m-2', '', 3, 6, 5, 0.4, 0, 'estimated', 150), ('a', 'm-3', '', 1, 4, 0, 0.0, 0, NULL, 160)", "0.4", "m-2"},
		{"one model, cost in the total only", "0.5, NULL, 'estimated')", use + "'m-2', '', 3, 10, 5, 0, 0, NULL, 150)", "0.5", "m-2"},
		{"a task is extra", "0.5, NULL, 'estimated')", use + "'m-2', 'title_generation', 3, 6, 5, 0.25, 0, NULL, 150)", "0.75", "no-model"},
		{"rows for the newest calls only", "0.5, NULL, 'estimated')", use + "'m-2', '', 1, 6, 2, 0.125, 0, 'estimated', 150)", "0.125", "m-2"},
	} {
		statements := []string{schema, add + c.session}
		if c.rows != "" {
			statements = append(statements, c.rows)
		}
		h := made(t, statements...)
		e := env(h, nil)
		ix := discover(t, e)
		var got session.TokenUsage
		var usd *session.Money
		for _, r := range records(t, e, ix, "a", forSpend) {
			if r.Usage == nil {
				if r.Facts.Model != c.first {
					t.Errorf("%s: model %s", c.name, r.Facts.Model)
				}
				continue
			}
			got.Add(*r.Usage)
			if r.USD != nil {
				sum := *r.USD
				if usd != nil {
					sum = sum.Plus(*usd)
				}
				usd = &sum
			}
		}
		input, output := int64(10), int64(5)
		if c.name == "a task is extra" {
			input, output = 16, 10
		}
		said := ""
		if usd != nil {
			said = usd.String()
		}
		if got.InputTokens != input || got.OutputTokens != output || said != c.usd {
			t.Errorf("%s: %+v %s", c.name, got, said)
		}
		checkSpend(t, e, ix, "a")
	}
}

// A list by date needs no walk to know the order, and a usage row's time is
// part of it.
func TestUpdated(t *testing.T) {
	for _, fixture := range append([]string{"hermes-files"}, fixtures...) {
		h := home(t, fixture)
		e := env(h, nil)
		ix := discover(t, e)
		for _, s := range list(t, h, session.ListRequest{Subagents: true, Superseded: true, Limit: 100}) {
			ref := ix.FindRef(s.SessionID)
			if ref.Path == transcriptFile {
				continue // has no times
			}
			if at, err := agent.Updated(e, ix, ref); err != nil || at != s.UpdatedAt {
				t.Errorf("%s %s: %s, walked %s, %v", fixture, s.SessionID, at, s.UpdatedAt, err)
			}
		}
	}
}
