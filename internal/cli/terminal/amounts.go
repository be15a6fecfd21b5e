package terminal

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// Project is the last part of a folder's name.
func Project(cwd string) string {
	cwd = strings.TrimRight(cwd, `/\`)
	return Or(cwd[strings.LastIndexAny(cwd, `/\`)+1:], "-")
}

func Turns(n int64) string {
	if n == 1 {
		return "1 turn"
	}
	return strconv.FormatInt(n, 10) + " turns"
}

// CostOf renders what a session cost.
func CostOf(cost *heddle.CostRecord) string {
	if cost == nil {
		return "-"
	}
	return Dollars(cost.TotalUSD)
}

// Dollars renders money for a table, in cents; nil is no price.
func Dollars(amount *heddle.Money) string {
	if amount == nil {
		return "-"
	}
	f := UsdFloat(amount)
	switch {
	case f > 0 && f < 0.01:
		return "<$0.01"
	case f < 1000:
		return fmt.Sprintf("$%.2f", f)
	}
	whole, cents, _ := strings.Cut(fmt.Sprintf("%.2f", f), ".")
	i, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return "$" + whole
	}
	return "$" + Grouped(i) + "." + cents
}

// UsdFloat returns the number nearest to an amount in USD; nil is 0.
func UsdFloat(amount *heddle.Money) float64 {
	if amount == nil {
		return 0
	}
	f, err := strconv.ParseFloat(amount.String(), 64)
	usage.Must(err) // an amount is a decimal number
	return f
}

// Grouped renders 1234567 as 1,234,567.
func Grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// FormatTime renders a time as the engine does: RFC 3339 with milliseconds, nothing
// for an unknown one.
func FormatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}

// Ago renders a time as an age: "just now", "5m ago", "2h ago", "3d ago", then
// the date.
func Ago(t, now time.Time) string {
	if t.IsZero() {
		return "-"
	}
	switch d := now.Sub(t); {
	case d < 0:
		return t.Format("2006-01-02")
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%dm ago", int(d.Minutes()))
	case d < 24*time.Hour:
		return fmt.Sprintf("%dh ago", int(d.Hours()))
	case d < 30*24*time.Hour:
		return fmt.Sprintf("%dd ago", int(d.Hours()/24))
	}
	return t.Format("2006-01-02")
}

// NumberOf renders "1 file", "2,000 files".
func NumberOf(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Grouped(n) + " " + noun
}

// Roughly renders milliseconds in the two greatest units.
func Roughly(ms int64) string {
	minutes := ms / time.Minute.Milliseconds()
	switch {
	case minutes == 0:
		return fmt.Sprintf("%d s", ms/1000)
	case minutes < 60:
		return fmt.Sprintf("%d min", minutes)
	case minutes < 24*60:
		return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
	}
	return fmt.Sprintf("%d d %d h", minutes/60/24, minutes/60%24)
}

// Messages counts messages in words.
func Messages(n int64) string {
	if n == 1 {
		return "1 message"
	}
	return Grouped(n) + " messages"
}

// Homely writes the user's home as ~.
func Homely(path string) string {
	home, err := os.UserHomeDir()
	if err != nil || home == "" {
		return path
	}
	if rest, ok := strings.CutPrefix(path, home); ok && rest != "" && os.IsPathSeparator(rest[0]) {
		return "~" + string(filepath.Separator) + rest[1:]
	}
	return path
}

// Size renders bytes in MB, or in kB below one.
func Size(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d MB", n>>20)
}

// TotalRow is the last row.
func TotalRow(total *heddle.CostSummary) heddle.CostBreakdown {
	return heddle.CostBreakdown{
		Key: "total", TotalUSD: total.TotalUSD, Source: total.Source, SessionCount: total.SessionCount,
		InputTokens: total.InputTokens, OutputTokens: total.OutputTokens, ThinkingTokens: total.ThinkingTokens,
		CachedTokens: total.CachedTokens, CacheWriteTokens: total.CacheWriteTokens,
	}
}

// SortedGroups orders the breakdowns: days by date, everything else by money,
// then by tokens.
func SortedGroups(breakdowns map[string]heddle.CostBreakdown, groupBy string) []heddle.CostBreakdown {
	rows := slices.Collect(maps.Values(breakdowns))
	slices.SortFunc(rows, func(a, b heddle.CostBreakdown) int {
		if strings.HasPrefix(groupBy, "day") || IsPeriod(groupBy) {
			return strings.Compare(a.Key, b.Key)
		}
		return cmp.Or(cmp.Compare(UsdFloat(b.TotalUSD), UsdFloat(a.TotalUSD)), cmp.Compare(GroupTokens(&b), GroupTokens(&a)), strings.Compare(a.Key, b.Key))
	})
	return rows
}

// GroupTokens adds up the tokens of a group.
func GroupTokens(g *heddle.CostBreakdown) int64 {
	return g.InputTokens + g.OutputTokens + g.CachedTokens + g.CacheWriteTokens
}

// IsPeriod reports whether groups are parts of time that the engine does not know.
func IsPeriod(groupBy string) bool { return groupBy == "week" || groupBy == "month" }
