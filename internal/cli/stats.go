package cli

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// statsOptions are the flags of stats.
type statsOptions struct {
	filter.Flags
	agent        string
	limit        int64
	strict, json bool
	allBranches  bool
}

func statsCommand(a *app.App) *cobra.Command {
	var o statsOptions
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Count tool calls, failures, models, edited files and hours",
		Long: "Counts what sessions did: which tools they called and how often these failed, which models answered,\n" +
			"which files were edited most, and at which hours and on which weekdays. Messages that a fork or a longer\n" +
			"copy repeats count once; what subagents did counts for the session that started them.\n\n" +
			"--since, --until, --today, --yesterday, --week and --month count the messages of that range, however old\n" +
			"their sessions are. Hours are those of the system's zone, or of --timezone.\n\n" +
			"A terminal shows tables with bars. In a pipe every group is a line of kind (tool, model, file, hour,\n" +
			"weekday or total), name, number, failures and sessions, separated by tabs; other groups than the first\n" +
			"--limit of each kind are one line named (other).",
		Example: "  heddle stats --week\n" +
			"  heddle stats --under . --since 30d\n" +
			"  heddle stats --agent claude --json | jq '.tools[] | select(.failures > 0)'",
		Args: usage.Takes(0, 0),
		RunE: func(*cobra.Command, []string) error { return stats(a, &o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.agent, "agent", "", "only this `agent`'s sessions")
	o.Flags.AddCounting(a, cmd)
	o.Flags.AddOrigin(a, cmd, filter.OriginHelp)
	o.Flags.AddSource(a, cmd)
	f.Int64Var(&o.limit, "limit", session.DefaultStatsLimit, "show at most `N` tools, models and files (0 = all)")
	f.BoolVar(&o.allBranches, "all-branches", false, "also count branches that were left")
	f.BoolVar(&o.strict, "strict", false, "fail when any session cannot be read")
	f.BoolVar(&o.json, "json", false, "print the result as JSON")
	complete.Flag(cmd, "limit")
	complete.Flag(cmd, "agent", core.AgentNames()...)
	return cmd
}

func stats(a *app.App, o *statsOptions) error {
	if o.limit < 0 {
		return usage.Misuse("--limit %d: must be 1 or more, or 0 for all", o.limit)
	}
	chosen, err := filter.Select(a, &o.Flags, time.Now(), true)
	if err != nil {
		return err
	}
	options := heddle.StatsOptions{
		Agent: heddle.Agent(o.agent), Limit: requestLimit(o.limit), AllBranches: o.allBranches, Strict: o.strict,
		Since: chosen.Since, Until: chosen.Until, CreatedSince: chosen.CreatedSince, CreatedUntil: chosen.CreatedUntil,
		Zone: chosen.Zone, Model: chosen.Model, Tags: chosen.Tags, Cwd: chosen.Cwd, Under: chosen.Under, Origin: chosen.Origin,
		GitBranches: chosen.Branches, Repositories: chosen.Repositories, AgentVersions: chosen.Versions,
	}
	run := func(ctx context.Context, h *heddle.Heddle) (*heddle.SessionStats, error) {
		return h.Sessions.Stats(ctx, options)
	}
	return app.PrintResult(a, o.json, run, func(s *heddle.SessionStats) error {
		if a.Streams.Terminal {
			return printStatsTables(a, s)
		}
		return printStatsLines(a, s)
	})
}

// statsRow is one group: a tool, a model, a file, an hour or a weekday.
type statsRow struct {
	name                string
	n, failed, sessions int64
}

func toolRows(s *heddle.SessionStats) (rows []statsRow) {
	for _, t := range s.Tools {
		rows = append(rows, statsRow{t.Name, t.Calls, t.Failures, t.SessionCount})
	}
	return rows
}

func modelRows(s *heddle.SessionStats) (rows []statsRow) {
	for _, m := range s.Models {
		rows = append(rows, statsRow{m.Name, m.Answers, 0, m.SessionCount})
	}
	return rows
}

func tierRows(s *heddle.SessionStats) (rows []statsRow) {
	for _, t := range s.Tiers {
		rows = append(rows, statsRow{t.Name, t.Requests, 0, t.SessionCount})
	}
	return rows
}

func fileRows(s *heddle.SessionStats) (rows []statsRow) {
	for _, f := range s.Files {
		rows = append(rows, statsRow{f.Path, f.Edits, 0, f.SessionCount})
	}
	return rows
}

var weekdayNames = []string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}

func weekdayRows(s *heddle.SessionStats) (rows []statsRow) {
	for i, n := range s.Weekdays {
		rows = append(rows, statsRow{name: weekdayNames[i], n: n})
	}
	return rows
}

func hourRows(s *heddle.SessionStats) (rows []statsRow) {
	for i, n := range s.Hours {
		rows = append(rows, statsRow{name: fmt.Sprintf("%02d", i), n: n})
	}
	return rows
}

// printStatsLines prints a line for each group.
func printStatsLines(a *app.App, s *heddle.SessionStats) error {
	w := bufio.NewWriter(a.Streams.Out)
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, kind := range []struct {
		name  string
		rows  []statsRow
		other *heddle.OtherStats
	}{
		{"tool", toolRows(s), s.OtherTools}, {"model", modelRows(s), s.OtherModels}, {"tier", tierRows(s), nil}, {"file", fileRows(s), s.OtherFiles},
		{"hour", hourRows(s), nil}, {"weekday", weekdayRows(s), nil},
	} {
		for _, r := range kind.rows {
			w.WriteString(terminal.Fields(kind.name, terminal.Named(r.name), number(r.n), number(r.failed), number(r.sessions)))
		}
		if o := kind.other; o != nil {
			w.WriteString(terminal.Fields(kind.name, "(other)", number(o.Count), "", ""))
		}
	}
	for _, total := range []statsRow{{name: "sessions", n: s.SessionCount}, {name: "messages", n: s.MessageCount}, {name: "turns", n: s.TurnCount},
		{name: "calls", n: s.CallCount, failed: s.FailureCount}, {name: "files", n: s.FileCount},
		{name: "activeSeconds", n: s.ActiveMS / 1000}, {name: "durationSeconds", n: s.DurationMS / 1000}} {
		w.WriteString(terminal.Fields("total", total.name, number(total.n), number(total.failed), number(s.SessionCount)))
	}
	return w.Flush()
}

// printStatsTables prints the sums, and a table with bars for each kind of group.
func printStatsTables(a *app.App, s *heddle.SessionStats) error {
	out := a.Streams.Out
	fmt.Fprintf(out, "%s, %s, %s\n", terminal.NumberOf(s.SessionCount, "session"), terminal.NumberOf(s.TurnCount, "turn"), terminal.NumberOf(s.MessageCount, "message"))
	fmt.Fprintf(out, "%s, %s failed; %s edited\n", terminal.NumberOf(s.CallCount, "tool call"), terminal.Grouped(s.FailureCount), terminal.NumberOf(s.FileCount, "file"))
	fmt.Fprintf(out, "%s active of %s\n", terminal.Roughly(s.ActiveMS), terminal.Roughly(s.DurationMS))
	for _, t := range []struct {
		head, unit string
		rows       []statsRow
		other      *heddle.OtherStats
		failures   bool
	}{
		{"TOOL", "CALLS", toolRows(s), s.OtherTools, true}, {"MODEL", "ANSWERS", modelRows(s), s.OtherModels, false},
		{"TIER", "REQUESTS", tierRows(s), nil, false}, {"FILE", "EDITS", fileRows(s), s.OtherFiles, false}, {"WEEKDAY", "MESSAGES", weekdayRows(s), nil, false},
	} {
		if t.head == "WEEKDAY" && s.MessageCount == 0 || len(t.rows) == 0 {
			continue
		}
		fmt.Fprintln(out)
		if err := printStatsTable(a, t.head, t.unit, t.rows, t.failures); err != nil {
			return err
		}
		if o := t.other; o != nil {
			fmt.Fprintf(out, "and %s more: %s %s\n", terminal.Grouped(o.Groups), terminal.Grouped(o.Count), strings.ToLower(t.unit))
		}
	}
	if s.MessageCount > 0 {
		fmt.Fprintf(out, "\nHOURS  0 %s 24\n", columnsOf(s.Hours))
	}
	return nil
}

func printStatsTable(a *app.App, head, unit string, rows []statsRow, failures bool) error {
	most := int64(0)
	for _, r := range rows {
		most = max(most, r.n)
	}
	t := terminal.Table{Room: 10, Columns: []terminal.Column{{Name: head, Soft: sessions.LongID}, {Name: unit, Right: true}, {Name: "FAILED", Right: true},
		{Name: "SESSIONS", Right: true, Drop: 2}, {}}}
	for _, r := range rows {
		failed := ""
		if r.failed > 0 {
			failed = terminal.Grouped(r.failed)
		}
		key := shortKey(terminal.Named(r.name), map[bool]string{true: "cwd"}[head == "FILE"], a.Streams.Width)
		t.Rows = append(t.Rows, []string{key, terminal.Grouped(r.n), failed, terminal.Grouped(r.sessions), ""})
	}
	t.Last = func(row, room int) string {
		if a.Streams.Width == 0 {
			room = barWidth
		}
		return bar(float64(rows[row].n), float64(most), min(room, barWidth))
	}
	if head == "WEEKDAY" {
		dropColumn(&t, 3)
	}
	if !failures {
		dropColumn(&t, 2)
	}
	return t.Print(a.Streams)
}

// dropColumn removes a column.
func dropColumn(t *terminal.Table, at int) {
	t.Columns = slices.Delete(t.Columns, at, at+1)
	for i := range t.Rows {
		t.Rows[i] = slices.Delete(t.Rows[i], at, at+1)
	}
}

// columnsOf draws numbers as columns of eighths; what is above 0 is seen.
func columnsOf(numbers []int64) string {
	most := slices.Max(append([]int64{1}, numbers...))
	var b strings.Builder
	for _, n := range numbers {
		if n <= 0 {
			b.WriteByte(' ')
			continue
		}
		b.WriteRune([]rune(sparks)[min(int(n*8/most), 7)])
	}
	return b.String()
}
