package copilot_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// TestBills: what a shutdown says that the session cost is the money of the requests before it.
func TestBills(t *testing.T) {
	later := func(lines ...string) []string { // in July, when credits have a price
		out := []string{}
		for _, l := range lines {
			out = append(out, replaceAll(l, "2026-01-02T", "2026-07-02T"))
		}
		return out
	}
	resume := func(second int) string { return event(second, "session.resume", `"resumeTime":"`+clock(second)+`"`) }
	model := `,"selectedModel":"gpt-5.4"`
	priced := func(l string) string { return replaceAll(l, "gpt-9", "gpt-5.4") }
	bill := func(second, in, out int, nano string) string {
		return priced(totals(second, 1, in, out, `,"totalNanoAiu":`+nano))
	}
	perModel := func(second int, a, b, all string) string {
		return event(second, "session.shutdown", `"modelMetrics":{"gpt-5.4":{"usage":{"inputTokens":100,"outputTokens":5},"totalNanoAiu":`+a+
			`},"house":{"usage":{"inputTokens":100,"outputTokens":5},"totalNanoAiu":`+b+`}},"totalNanoAiu":`+all)
	}
	for _, x := range []struct {
		name    string
		lines   []string
		usd     string
		credits int64
		source  session.CostSource
	}{
		{"one shutdown", later(start(1, "1.0.73", model), user(2, "a"), answer(3, "b", ""), bill(4, 100, 5, "2500000000")), "0.025", 2_500_000_000, "recorded"},
		{"two: the last", later(start(1, "1.0.73", model), user(2, "a"), answer(3, "b", ""), bill(4, 100, 5, "1000000000"),
			resume(5), user(6, "c"), answer(7, "d", ""), bill(8, 300, 12, "3000000000.0")), "0.03", 3_000_000_000, "recorded"},
		{"requests with events", later(start(1, "1.0.102", model), user(2, "a"), priced(record(3, 100, 5, "x", uuid(1))), priced(record(4, 100, 50, "y", uuid(1))),
			answer(5, "b", ""), bill(6, 200, 55, "1000000001")), "0.01000000001", 1_000_000_001, "recorded"},
		{"by model", later(start(1, "1.0.73", model), user(2, "a"), answer(3, "b", ""), perModel(4, "1000000000", "500000000", "1700000000")), "0.017", 1_700_000_000, "recorded"},
		{"by model alone", later(start(1, "1.0.73", model), user(2, "a"), answer(3, "b", ""), perModel(4, "1000000000", "500000000", "null")), "0.015", 1_500_000_000, "recorded"},
		{"a count that began anew", later(start(1, "1.0.73", model), user(2, "a"), answer(3, "b", ""), bill(4, 100, 5, "3000000000"),
			resume(5), user(6, "c"), answer(7, "d", ""), bill(8, 300, 12, "1000000000")), "0.04", 4_000_000_000, "recorded"},
		{"zero says nothing", later(start(1, "1.0.73", model), user(2, "a"), answer(3, "b", ""), bill(4, 1000, 0, "0")), "0.0025", 0, "computed"},
		{"killed after the shutdown", later(start(1, "1.0.102", model), user(2, "a"), answer(3, "b", ""), bill(4, 100, 0, "1000000000"), resume(5),
			user(6, "c"), priced(record(7, 1000, 0, "y", uuid(1))), answer(8, "d", `,"apiCallId":"y"`)), "0.0125", 1_000_000_000, "mixed"},
		{"before June 2026 a credit has no price", []string{start(1, "1.0.73", model), user(2, "a"), answer(3, "b", ""), bill(4, 1000, 0, "9000000000")}, "0.0025", 9_000_000_000, "computed"},
		{"damaged", later(start(1, "1.0.73", model), user(2, "a"), answer(3, "b", ""), bill(4, 1000, 0, "-7"), bill(5, 1000, 0, "1e300"), bill(6, 1000, 0, `"9"`)), "0.0025", 0, "computed"},
		{"no tokens at all", later(start(1, "1.0.73", model), user(2, "a"), answer(3, "b", ""), event(4, "session.shutdown", `"modelMetrics":{},"totalNanoAiu":1000000000`)), "0.01", 1_000_000_000, "recorded"},
	} {
		h := made(t, x.lines...)
		s, _ := h.get(uuid(1))
		total, err := h.catalog().TotalCost(session.CostRequest{GroupBy: session.GroupByModel})
		if err != nil || s.Cost == nil || total.TotalUSD == nil {
			t.Errorf("%s: %+v, %v", x.name, s.Cost, err)
			continue
		}
		var groups session.Money
		for _, g := range total.Breakdowns {
			groups += *g.TotalUSD
		}
		if s.Cost.TotalUSD.String() != x.usd || s.Cost.NanoCredits != x.credits || s.Cost.Source != x.source || total.TotalUSD.String() != x.usd || groups != *total.TotalUSD {
			t.Errorf("%s: session %s, cost %s", x.name, s.Cost.AppendJSON(nil), total.AppendJSON(nil))
		}
		h.quiet()
	}
}

func replaceAll(s, from, to string) string { return strings.ReplaceAll(s, from, to) }

// A fork's shutdown continues its parent's: what it repeats counts once.
func TestBillOfAFork(t *testing.T) {
	later := func(l string) string {
		return replaceAll(replaceAll(l, "2026-01-02T", "2026-07-02T"), "gpt-9", "gpt-5.4")
	}
	shared := []string{later(start(1, "1.0.102", `,"selectedModel":"gpt-9"`)), later(user(2, "a")), later(record(3, 100, 5, "x", uuid(1))),
		later(answer(4, "b", `,"apiCallId":"x"`)), later(totals(5, 1, 100, 5, `,"totalNanoAiu":1000000000`))}
	info := event(10, "session.info", `"infoType":"fork","message":"Forked from \"a (b)\" (`+uuid(1)+`) as \"c\" (`+uuid(2)+`)."`)
	own := []string{later(info), later(user(11, "c")), later(record(12, 200, 7, "y", uuid(2))), later(answer(13, "d", `,"apiCallId":"y"`)),
		later(totals(14, 2, 300, 12, `,"totalNanoAiu":3000000000`))}
	h := made(t, shared...)
	h.file(events(uuid(2)), append(append([]string{}, shared...), own...)...)
	total, err := h.catalog().TotalCost(session.CostRequest{GroupBy: session.GroupBySession})
	if err != nil || total.TotalUSD.String() != "0.03" || total.NanoCredits != 3_000_000_000 || total.Source != "recorded" || len(total.Breakdowns) != 2 {
		t.Errorf("%s, %v", total.AppendJSON(nil), err)
	}
	if s, _ := h.get(uuid(2)); s.Cost.TotalUSD.String() != "0.02" || s.Cost.Inherited.TotalUSD.String() != "0.01" {
		t.Errorf("fork %s", s.Cost.AppendJSON(nil))
	}
}
