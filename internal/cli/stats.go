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
)

// statsOptions are the flags of stats.
type statsOptions struct {
	filters
	agent        string
	limit        int64
	strict, json bool
	allBranches  bool
}

func (a *app) statsCommand() *cobra.Command {
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
		Args: takes(0, 0),
		RunE: func(*cobra.Command, []string) error { return a.stats(&o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.agent, "agent", "", "only this `agent`'s sessions")
	o.filters.addCounting(a, cmd)
	o.filters.addOrigin(a, cmd, fromOrigin)
	f.Int64Var(&o.limit, "limit", session.DefaultStatsLimit, "show at most `N` tools, models and files (0 = all)")
	f.BoolVar(&o.allBranches, "all-branches", false, "also count branches that were left")
	f.BoolVar(&o.strict, "strict", false, "fail when any session cannot be read")
	f.BoolVar(&o.json, "json", false, "print the result as JSON")
	complete(cmd, "limit")
	complete(cmd, "agent", core.AgentNames()...)
	return cmd
}

func (a *app) stats(o *statsOptions) error {
	if o.limit < 0 {
		return misuse("--limit %d: must be 1 or more, or 0 for all", o.limit)
	}
	chosen, err := a.selectSessions(&o.filters, time.Now(), true)
	if err != nil {
		return err
	}
	options := heddle.StatsOptions{
		Agent: heddle.Agent(o.agent), Limit: requestLimit(o.limit), AllBranches: o.allBranches, Strict: o.strict,
		Since: chosen.since, Until: chosen.until, CreatedSince: chosen.createdSince, CreatedUntil: chosen.createdUntil,
		Zone: chosen.zone, Model: chosen.model, Tags: chosen.tags, Cwd: chosen.cwd, Under: chosen.under, Origin: chosen.origin,
	}
	run := func(ctx context.Context, h *heddle.Heddle) (*heddle.SessionStats, error) {
		return h.Sessions.Stats(ctx, options)
	}
	return printResult(a, o.json, run, func(s *heddle.SessionStats) error {
		if a.streams.Terminal {
			return a.printStatsTables(s)
		}
		return a.printStatsLines(s)
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
func (a *app) printStatsLines(s *heddle.SessionStats) error {
	w := bufio.NewWriter(a.streams.Out)
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
			w.WriteString(fields(kind.name, named(r.name), number(r.n), number(r.failed), number(r.sessions)))
		}
		if o := kind.other; o != nil {
			w.WriteString(fields(kind.name, "(other)", number(o.Count), "", ""))
		}
	}
	for _, total := range []statsRow{{name: "sessions", n: s.SessionCount}, {name: "messages", n: s.MessageCount}, {name: "turns", n: s.TurnCount},
		{name: "calls", n: s.CallCount, failed: s.FailureCount}, {name: "files", n: s.FileCount},
		{name: "activeSeconds", n: s.ActiveMS / 1000}, {name: "durationSeconds", n: s.DurationMS / 1000}} {
		w.WriteString(fields("total", total.name, number(total.n), number(total.failed), number(s.SessionCount)))
	}
	return w.Flush()
}

// printStatsTables prints the sums, and a table with bars for each kind of group.
func (a *app) printStatsTables(s *heddle.SessionStats) error {
	out := a.streams.Out
	fmt.Fprintf(out, "%s, %s, %s\n", numberOf(s.SessionCount, "session"), numberOf(s.TurnCount, "turn"), numberOf(s.MessageCount, "message"))
	fmt.Fprintf(out, "%s, %s failed; %s edited\n", numberOf(s.CallCount, "tool call"), grouped(s.FailureCount), numberOf(s.FileCount, "file"))
	fmt.Fprintf(out, "%s active of %s\n", roughly(s.ActiveMS), roughly(s.DurationMS))
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
		if err := a.printStatsTable(t.head, t.unit, t.rows, t.failures); err != nil {
			return err
		}
		if o := t.other; o != nil {
			fmt.Fprintf(out, "and %s more: %s %s\n", grouped(o.Groups), grouped(o.Count), strings.ToLower(t.unit))
		}
	}
	if s.MessageCount > 0 {
		fmt.Fprintf(out, "\nHOURS  0 %s 24\n", columnsOf(s.Hours))
	}
	return nil
}

func (a *app) printStatsTable(head, unit string, rows []statsRow, failures bool) error {
	most := int64(0)
	for _, r := range rows {
		most = max(most, r.n)
	}
	t := table{room: 10, columns: []column{{name: head, soft: longID}, {name: unit, right: true}, {name: "FAILED", right: true},
		{name: "SESSIONS", right: true, drop: 2}, {}}}
	for _, r := range rows {
		failed := ""
		if r.failed > 0 {
			failed = grouped(r.failed)
		}
		key := shortKey(named(r.name), map[bool]string{true: "cwd"}[head == "FILE"], a.streams.Width)
		t.rows = append(t.rows, []string{key, grouped(r.n), failed, grouped(r.sessions), ""})
	}
	t.last = func(row, room int) string {
		if a.streams.Width == 0 {
			room = barWidth
		}
		return bar(float64(rows[row].n), float64(most), min(room, barWidth))
	}
	if head == "WEEKDAY" {
		t.dropColumn(3)
	}
	if !failures {
		t.dropColumn(2)
	}
	return t.print(a.streams)
}

// dropColumn removes a column.
func (t *table) dropColumn(at int) {
	t.columns = slices.Delete(t.columns, at, at+1)
	for i := range t.rows {
		t.rows[i] = slices.Delete(t.rows[i], at, at+1)
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

// numberOf renders "1 file", "2,000 files".
func numberOf(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return grouped(n) + " " + noun
}

// roughly renders milliseconds in the two greatest units.
func roughly(ms int64) string {
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
