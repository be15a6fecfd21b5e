package cli

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
)

// TestRangeOfACost: a report says which time it covers, in every form.
func TestRangeOfACost(t *testing.T) {
	t.Cleanup(func() { clock = time.Now })
	clock = time.Now
	now := time.Now().UTC()
	monday := now.AddDate(0, 0, -(int(now.Weekday())+6)%7).Format("Mon 2 Jan")
	for line, want := range map[string]string{
		"cost --week --timezone UTC": "note: " + monday, "cost --week --json --timezone UTC": "note: " + monday,
		"cost --yesterday --timezone UTC":                                     "note: " + now.AddDate(0, 0, -1).Format("Mon 2 Jan") + "\n",
		"cost --since 2024-02-28T10:30:00Z --until 2024-02-29 --timezone UTC": "note: Wed 28 Feb 2024 10:30 – Thu 29 Feb 2024\n",
		"cost --until 2024-02-29 --timezone UTC":                              "note: the beginning – Thu 29 Feb 2024\n",
	} {
		_, text := shown(t, clitest.Pipe(), costAnswer, strings.Fields(line)...)
		if !strings.Contains(text, want) {
			t.Errorf("heddle %s: %q, want %q", line, text, want)
		}
	}
	if _, text := shown(t, clitest.Pipe(), costAnswer, "cost"); strings.Contains(text, " – ") {
		t.Errorf("without a range: %q", text)
	}
}

// TestPeriodsAsJSON: weeks and months add up to the total, in JSON too.
func TestPeriodsAsJSON(t *testing.T) {
	for _, by := range []string{"week", "month", "day,model"} {
		out := printed(t, clitest.Pipe(), "--home", clitest.Home(t, "claude"), "--store", "-", "cost", "--group-by", by, "--json", "--timezone", "UTC")
		var total struct {
			TotalUSD   json.Number `json:"totalUsd"`
			Tokens     int64       `json:"outputTokens"`
			Breakdowns map[string]map[string]any
		}
		if err := json.Unmarshal([]byte(out), &total); err != nil || len(total.Breakdowns) == 0 {
			t.Fatalf("%s: %v: %s", by, err, out)
		}
		sum := 0.0
		for key, g := range total.Breakdowns {
			sum += g["outputTokens"].(float64)
			if _, counted := g["sessionCount"]; counted != (by == "day,model") || g["key"] != key {
				t.Errorf("%s %s: %v", by, key, g)
			}
			if by == "day,model" && !strings.Contains(key, ",claude-") {
				t.Errorf("%s", key)
			}
		}
		if int64(sum) != total.Tokens {
			t.Errorf("%s: groups have %v output tokens, the total %d", by, sum, total.Tokens)
		}
	}
}

// TestUnpricedModelAndPrices: a model without a price is reason enough for the note.
func TestUnpricedModelAndPrices(t *testing.T) {
	t.Cleanup(func() { clock = time.Now })
	clock = func() time.Time { return time.Date(2026, 9, 24, 0, 0, 0, 0, time.UTC) }
	if _, text := shown(t, clitest.Pipe(), costAnswer, "cost"); !strings.Contains(text, "heddle cost --prices FILE") {
		t.Errorf("%q", text)
	}
}

// TestSearchesOfAllLengths: no text of a search is too long, too short or too usual to be answered.
func TestSearchesOfAllLengths(t *testing.T) {
	dir := t.TempDir()
	clitest.WriteClaudeSession(t, dir, "5e551000-0000-4000-8000-000000000001", "list", "日本語の検索はとても速い。ภาษาไทยไม่มีช่องว่าง")
	clitest.WriteClaudeSession(t, dir, "5e551000-0000-4000-8000-000000000002", "the parser", "the one that we did")
	many := make([]string, 10_000)
	for i := range many {
		many[i] = "word" + strings.Repeat("x", i%7) + string(rune('a'+i%26))
	}
	for name, c := range map[string]struct{ text, want string }{
		"10,000 words": {strings.Join(many, " "), ""}, "10,000 words and one that is there": {strings.Join(many, " ") + " parser", ""},
		"one letter": {"p", "0002"}, "common words": {"the the and of", "0002"}, "Japanese": {"検索", "0001"}, "Thai": {"ภาษาไทย", "0001"}, "a command's name": {"list", "0001"},
	} {
		s := clitest.Pipe()
		code := run(context.Background(), []string{"--home", dir, "--store", "-", "search", c.text}, s, clitest.OnNative)
		out, text := s.Out.(*clitest.Buffer).String(), s.Err.(*clitest.Buffer).String()
		refusedWell := code == app.ExitUsage && strings.Contains(text, "hint:")
		if code != app.ExitOK && !refusedWell || !strings.Contains(out, c.want) || len(text) > 4000 {
			t.Errorf("%s: exit status %d, %.300s, %.500s", name, code, out, text)
		}
	}
	// The title is a command's name: the words that name sessions are no commands.
	if out := printed(t, clitest.Pipe(), "--home", dir, "--store", "-", "show", "5e551000-0000-4000-8000-000000000001"); !strings.Contains(out, "list") {
		t.Errorf("%s", out)
	}
}

// TestEndlessSince: a time of 1 MB is refused in a line.
func TestEndlessSince(t *testing.T) {
	for _, value := range []string{strings.Repeat("7", 1<<20), strings.Repeat("1d", 1<<19), strings.Repeat("monday", 1<<18)} {
		for _, command := range []string{"list", "cost", "stats"} {
			if text := mustFail(t, app.ExitUsage, command, "--since", value); len(text) > 600 {
				t.Errorf("%s: %d bytes: %.200s", command, len(text), text)
			}
		}
	}
}

// TestSessionNamedLikeACommand: an id that is a command's or a place's name is still an id.
func TestSessionNamedLikeACommand(t *testing.T) {
	store := t.TempDir() + "/s.db"
	for _, id := range []string{"list", "last", "report", "--json"} {
		printed(t, clitest.Pipe(), "--home", t.TempDir(), "--store", store, "store", "record", "--user", "I am "+id, "--", id)
		for _, command := range []string{"show", "cost"} {
			if out := printed(t, clitest.Pipe(), "--home", t.TempDir(), "--store", store, command, "--", "heddle:"+id); out == "" {
				t.Errorf("%s %s prints nothing", command, id)
			}
		}
	}
}
