package cli

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// spentOn is a report of days or models, in cents.
func spentOn(t *testing.T, cents map[string]int) map[string]heddle.CostBreakdown {
	t.Helper()
	out := map[string]heddle.CostBreakdown{}
	for key, n := range cents {
		usd, err := session.ParseMoney(fmt.Sprintf("%d.%02d", n/100, n%100))
		if err != nil {
			t.Fatal(err)
		}
		out[key] = heddle.CostBreakdown{Key: key, TotalUSD: &usd, Source: "computed", SessionCount: 3, InputTokens: int64(n)}
	}
	return out
}

func TestJoinDays(t *testing.T) {
	days := spentOn(t, map[string]int{"2026-01-01": 10, "2025-12-29": 5, "2026-01-05": 1, "": 2})
	days["2026-01-02"] = heddle.CostBreakdown{Key: "2026-01-02", Source: "unpriced", InputTokens: 7}
	for groupBy, want := range map[string]map[string]string{
		"week":  {"2026-W01": "0.15 22 mixed", "2026-W02": "0.01 1 computed", "": "0.02 2 computed"},
		"month": {"2026-01": "0.11 18 mixed", "2025-12": "0.05 5 computed", "": "0.02 2 computed"},
	} {
		joined := joinDays(days, groupBy)
		if len(joined) != len(want) {
			t.Errorf("%s: %d groups", groupBy, len(joined))
		}
		for key, text := range want {
			g := joined[key]
			if g.TotalUSD == nil || fmt.Sprintf("%s %d %s", g.TotalUSD, g.InputTokens, g.Source) != text || g.Key != key || g.SessionCount != 0 {
				t.Errorf("%s %q: %+v, want %s", groupBy, key, g, text)
			}
		}
	}
	if days["2026-01-01"].TotalUSD.String() != "0.1" {
		t.Error("the days were changed")
	}
}

func TestSparkline(t *testing.T) {
	line, about := sparkline(spentOn(t, map[string]int{"2026-01-01": 800, "2026-01-02": 1, "2026-01-04": 400, "no day": 7}), 60)
	if line != "█▁ ▅" || about != "2026-01-01 to 2026-01-04" {
		t.Errorf("%q, %q", line, about)
	}
	line, about = sparkline(spentOn(t, map[string]int{"2026-01-01": 1, "2026-03-31": 1}), 60)
	if n := len([]rune(line)); n != 45 || about != "2026-01-01 to 2026-03-31, 2 days in a column" {
		t.Errorf("%d columns, %q", n, about)
	}
	if line, _ = sparkline(spentOn(t, map[string]int{"2026-01-01": 1}), 60); line != "" {
		t.Errorf("one day: %q", line)
	}
}

func TestStackedBar(t *testing.T) {
	line, legend := stackedBar(spentOn(t, map[string]int{"a": 50, "b": 25, "c": 13, "d\x1b": 7, "e": 5, "free": 0}), 20)
	if line != "██████████▓▓▓▓▓▒▒▒░░" || strings.Join(legend, ";") != "█ a 50%;▓ b 25%;▒ c 13%;░ others 12%" {
		t.Errorf("%q, %q", line, legend)
	}
	if line, legend = stackedBar(spentOn(t, map[string]int{"a\x1b[2J": 1, "b": 3}), 8); line != "██████▓▓" || strings.IndexFunc(strings.Join(legend, ""), terminal.Steers) >= 0 {
		t.Errorf("%q, %q", line, legend)
	}
	if line, _ = stackedBar(spentOn(t, map[string]int{"a": 1}), 20); line != "" {
		t.Errorf("one model: %q", line)
	}
}

// TestOldPrices: from 90 days on a note says how old the built-in prices are.
func TestOldPrices(t *testing.T) {
	t.Cleanup(func() { clock = time.Now })
	for day, want := range map[string]string{"2026-12-22": "", "2026-12-23": "of 2026-09-23, 91 days old"} {
		now, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		clock = func() time.Time { return now }
		for _, prices := range []string{"", "own.csv"} {
			t.Setenv("HEDDLE_PRICES", prices)
			s := clitest.Pipe()
			priced, _, _ := strings.Cut(costAnswer, ",\n \"unpriced\"")
			run(context.Background(), []string{"cost"}, s, (&said{body: priced + "}", header: "{}"}).engines())
			text := s.Err.(*clitest.Buffer).String()
			if noted := strings.Contains(text, "the built-in prices are "+want); noted != (want != "" && prices == "") && want != "" {
				t.Errorf("%s with prices %q: %q", day, prices, text)
			}
			if want == "" && strings.Contains(text, "built-in prices") {
				t.Errorf("%s: %q", day, text)
			}
		}
	}
}
