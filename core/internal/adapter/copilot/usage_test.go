package copilot_test

import "testing"

// TestTotals: what a shutdown counts for.
func TestTotals(t *testing.T) {
	const cumulative = `,"totalNanoAiu":0`
	out := func(n int) string { return `,"outputTokens":` + itoa(n) }
	resume := func(second int) string {
		return event(second, "session.resume", `"resumeTime":"`+clock(second)+`","selectedModel":"gpt-9"`)
	}
	model := `,"selectedModel":"gpt-9"`
	for _, x := range []struct {
		name    string
		lines   []string
		in, out int64
	}{
		{"per process: the sum", []string{start(1, "1.0.40", model), user(2, "a"), answer(3, "b", out(5)), totals(4, 1, 100, 5, ""),
			resume(5), user(6, "c"), answer(7, "d", out(7)), totals(8, 1, 200, 7, "")}, 300, 12},
		{"cumulative: the last", []string{start(1, "1.0.73", model), user(2, "a"), answer(3, "b", out(5)), totals(4, 1, 100, 5, cumulative),
			resume(5), user(6, "c"), answer(7, "d", out(7)), totals(8, 2, 300, 12, cumulative)}, 300, 12},
		{"upgraded between: the last", []string{start(1, "1.0.40", model), user(2, "a"), answer(3, "b", out(5)), totals(4, 1, 100, 5, ""),
			resume(5), user(6, "c"), answer(7, "d", out(7)), totals(8, 2, 300, 12, cumulative)}, 300, 12},
		{"requests have events: those", []string{start(1, "1.0.102", model), user(2, "a"), record(3, 100, 5, "x", uuid(1)), answer(4, "b", `,"apiCallId":"x"`),
			totals(5, 1, 100, 5, cumulative), resume(6), user(7, "c"), record(8, 200, 7, "y", uuid(1)), answer(9, "d", `,"apiCallId":"y"`), totals(10, 2, 300, 12, cumulative)}, 300, 12},
		{"upgraded to events: both", []string{start(1, "1.0.73", model), user(2, "a"), answer(3, "b", out(5)), totals(4, 1, 100, 5, cumulative),
			resume(5), user(6, "c"), record(7, 200, 7, "y", uuid(1)), answer(8, "d", `,"apiCallId":"y"`), totals(9, 2, 300, 12, cumulative)}, 300, 12},
		{"events name the model otherwise", []string{start(1, "1.0.102", model), user(2, "a"),
			event(3, "session.usage_record", `"usage":{"model":"gpt-9-2026","inputTokens":100,"outputTokens":5}`), answer(4, "b", ""), totals(5, 1, 110, 6, cumulative)}, 110, 6},
		{"killed: what the answers say", []string{start(1, "1.0.40", model), user(2, "a"), answer(3, "b", out(5)), answer(4, "c", out(6))}, 0, 11},
		{"killed, then resumed", []string{start(1, "1.0.73", model), user(2, "a"), answer(3, "b", out(5)), resume(4), user(5, "c"), answer(6, "d", out(7)),
			totals(7, 1, 200, 7, cumulative)}, 200, 12},
		{"interrupted: totals say nothing", []string{start(1, "1.0.40", model), user(2, "a"), answer(3, "b", out(5)), event(4, "abort", `"reason":"user_abort"`),
			event(5, "session.shutdown", `"modelMetrics":{}`)}, 0, 5},
		{"a line written twice", []string{start(1, "1.0.102", model), user(2, "a"), record(3, 100, 5, "x", uuid(1)), record(3, 100, 5, "x", uuid(1)),
			answer(4, "b", `,"apiCallId":"x"`), totals(5, 1, 100, 5, cumulative)}, 100, 5},
		{"a compaction is in no total", []string{start(1, "1.0.20", model), user(2, "a"), answer(3, "b", out(5)),
			event(4, "session.compaction_complete", `"success":true,"summaryContent":"s","compactionTokensUsed":{"input":50,"output":2,"cachedInput":10}`), totals(5, 1, 100, 5, "")}, 140, 7},
		{"a failed compaction too", []string{start(1, "1.0.20", model), user(2, "a"), answer(3, "b", ""),
			event(4, "session.compaction_complete", `"success":false,"error":"x","compactionTokensUsed":{"input":50,"output":2,"cachedInput":0}`)}, 50, 2},
		{"damaged numbers", []string{start(1, "1.0.102", model), user(2, "a"), record(3, -100, 5, "x", uuid(1)), answer(4, "b", out(-5)),
			event(5, "session.usage_record", `"usage":{"model":"gpt-9","inputTokens":9e30,"outputTokens":"7"}`)}, 0, 12}, // a number in quotes is one
	} {
		h := made(t, x.lines...)
		s, _ := h.get(uuid(1))
		if s.Cost == nil || s.Cost.InputTokens != x.in || s.Cost.OutputTokens != x.out {
			t.Errorf("%s: %+v, want %d and %d", x.name, s.Cost, x.in, x.out)
		}
		if sum := h.list()[uuid(1)]; sum.Cost == nil || sum.Cost.InputTokens != s.Cost.InputTokens || sum.Cost.OutputTokens != s.Cost.OutputTokens {
			t.Errorf("%s: listed %+v, read %+v", x.name, sum.Cost, s.Cost)
		}
		h.quiet()
	}
}

// A price may depend on the size of a request: a sum counts as as many
// requests as it stands for.
func TestShares(t *testing.T) {
	h := made(t, start(1, "1.0.40", `,"selectedModel":"gpt-9"`), user(2, "a"), answer(3, "b", ""), totals(4, 4, 1003, 10, ""))
	var in, out int64
	keys := map[string]bool{}
	for _, r := range h.records(uuid(1), everything) {
		if r.Usage == nil {
			continue
		}
		if r.Usage.InputTokens < 250 || r.Usage.InputTokens > 251 {
			t.Errorf("%+v", *r.Usage)
		}
		in, out = in+r.Usage.InputTokens, out+r.Usage.OutputTokens
		keys[r.UsageKey] = true
	}
	if in != 1003 || out != 10 || len(keys) != 4 {
		t.Errorf("%d in, %d out, keys %v", in, out, keys)
	}
}

// A request's tokens show on the answer that names it.
func TestRequests(t *testing.T) {
	h := made(t, start(1, "1.0.102", ""), user(2, "a"), record(3, 100, 5, "x", uuid(1)), answer(4, "b", `,"apiCallId":"x"`),
		answer(5, "more", `,"apiCallId":"x"`), record(6, 200, 6, "x", uuid(1)), answer(7, "c", `,"apiCallId":"x"`), answer(8, "d", `,"apiCallId":"y"`),
		record(9, 300, 7, "", uuid(1)), answer(10, "e", ""), answer(11, "f", ""))
	s, _ := h.get(uuid(1))
	got := ""
	for _, m := range s.Messages[1:] {
		n := int64(0)
		if m.TokenUsage != nil {
			n = m.TokenUsage.InputTokens
		}
		got += line(m.Content) + " " + itoa(int(n)) + "\n"
	}
	equal(t, "tokens of answers", got, "b 100\nc 200\nd 0\ne 300\nf 0")
}

// Up to 1.0.0 a resumed session does not say its model at once.
func TestModels(t *testing.T) {
	resume := event(4, "session.resume", `"eventCount":3`)
	begin := []string{start(1, "1.0.0", `,"selectedModel":"gpt-9"`), user(2, "a"), answer(3, "b", ""), resume, user(5, "c"), answer(6, "d", "")}
	for name, x := range map[string]struct{ line, model string }{
		"a tool tells":         {event(7, "tool.execution_complete", `"toolCallId":"c","model":"gpt-10","success":true`), "gpt-10"},
		"the totals tell":      {event(7, "session.shutdown", `"modelMetrics":{"gpt-11":{"usage":{"inputTokens":1}}},"currentModel":"gpt-12"`), "gpt-11"},
		"the shutdown tells":   {event(7, "session.shutdown", `"modelMetrics":{},"currentModel":"gpt-12"`), "gpt-12"},
		"the next change does": {event(7, "session.model_change", `"previousModel":"gpt-13","newModel":"gpt-14"`), "gpt-13"},
		"nothing tells":        {event(7, "assistant.turn_end", `"turnId":"0"`), "gpt-9"},
	} {
		h := made(t, append(begin[:len(begin):len(begin)], x.line)...)
		s, _ := h.get(uuid(1))
		if got := s.Messages[3].Model; got != x.model || s.Messages[1].Model != "gpt-9" {
			t.Errorf("%s: %q, want %q", name, got, x.model)
		}
		if sum := h.list()[uuid(1)]; sum.Model != s.Model || sum.Model != x.model {
			t.Errorf("%s: listed %q, read %q", name, sum.Model, s.Model)
		}
	}
	// In the fixture of 1.0.0 only the totals name the second model.
	s, _ := fixture(t, "copilot-1.0.0").get("53807dbc-a4b3-44d3-88c4-985bc73147bc")
	if s.Messages[3].Model != "mock-model-two" || s.Model != "mock-model-two" {
		t.Errorf("%s", show(s))
	}
}
