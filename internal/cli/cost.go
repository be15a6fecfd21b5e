package cli

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// costCommand is heddle cost, which reports by itself, and cost report.
func costCommand(a *app.App) *cobra.Command {
	cmd := costReportCommand(a, "cost")
	takesSession := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && sessions.Similar(args[0], "report") {
			return usage.Subcommand(cmd, args)
		}
		return takesSession(cmd, args)
	}
	report := costReportCommand(a, "report")
	report.Example = strings.ReplaceAll(report.Example, "  heddle cost ", "  heddle cost report ")
	cmd.AddCommand(report)
	return cmd
}

// costOptions are the flags of cost report.
type costOptions struct {
	filter.Flags
	agent, groupBy      string
	strict, json, chart bool
}

func costReportCommand(a *app.App, use string) *cobra.Command {
	var o costOptions
	cmd := &cobra.Command{
		Use:   use + " [agent | session]",
		Short: "Add up tokens and money, counting each request once",
		Long: "Adds up the tokens and the money of all sessions. A request that several sessions repeat\n" +
			"(forks, resumes, copies) counts once, for the oldest session that contains it. Money is what the agent\n" +
			"recorded, else tokens times the dated price table; tokens without a price are listed, never counted as $0.\n\n" +
			"--since, --until, --today, --yesterday, --week and --month count the requests made in that range, however\n" +
			"old their sessions are, so adjacent ranges add up to the whole. --created-since and\n" +
			"--created-until select sessions by their creation time. Days are those of the system's zone, or of --timezone.\n\n" +
			"A terminal shows a table with a bar chart: without --group-by one bar for each agent (with --agent\n" +
			"one for each model), and below it the course over time and the models' shares. Weeks are ISO weeks, from\n" +
			"Monday; the sessions of a week or month are not counted.\n\n" +
			"In a pipe every group is a line of key, USD, source, sessions, input, output, thinking, cache read and\n" +
			"cache write tokens, separated by tabs; the last line is the total.\n\n" +
			"With an agent it reports that agent's sessions, as --agent does. With a session (heddle help references)\n" +
			"it reports that one, with its subagents, as heddle list does.\n\n" +
			"\"not itemised\" is money in an agent's own running total without a request on disk: Claude\n" +
			"Code's titles and compactions. It has no time and is never part of the total.",
		Example: "  heddle cost --week\n" +
			"  heddle cost codex --month\n" +
			"  heddle cost last\n" +
			"  heddle cost --month --by day --timezone Europe/Berlin\n" +
			"  heddle cost --by week --since 90d\n" +
			"  heddle cost --by day,model --since monday\n" +
			"  heddle cost --since 30d --group-by model\n" +
			"  heddle cost --group-by tag --tag review --tag release\n" +
			"  heddle cost --group-by origin\n" +
			"  heddle cost --agent claude --group-by day --json | jq .totalUsd",
		Args:              usage.Takes(0, 2),
		ValidArgsFunction: complete.For(a).Session,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && slices.Contains(core.AgentNames(), args[0]) {
				if o.agent != "" && o.agent != args[0] {
					return usage.Misuse("--agent %s and %s are two agents", o.agent, args[0])
				}
				o.agent, args = args[0], nil
			}
			if len(args) > 0 {
				return sessionCost(a, cmd, args)
			}
			return costReport(a, &o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.agent, "agent", "", "only this `agent`'s sessions")
	o.Flags.AddSpending(a, cmd)
	o.Flags.AddOrigin(a, cmd, filter.OriginHelp)
	o.Flags.AddSource(a, cmd)
	f.StringVar(&o.groupBy, "group-by", "", "group by this `dimension`: agent, model, tier, day, week, month, tag, cwd, session, git-branch, repo, version, origin or day,model")
	f.StringVar(&o.groupBy, "by", "", "the same as --group-by `dimension`")
	f.BoolVar(&o.chart, "chart", false, "in a pipe: also draw what a terminal shows over time and by model")
	f.BoolVar(&o.strict, "strict", false, "fail when any session cannot be read")
	f.BoolVar(&o.json, "json", false, "print the result as JSON")
	for _, flag := range []string{"group-by", "by"} {
		complete.Flag(cmd, flag, costGroups...)
	}
	complete.Flag(cmd, "agent", core.AgentNames()...)
	return cmd
}

// costGroups are the dimensions of a report.
var costGroups = []string{"agent", "model", "tier", "day", "week", "month", "tag", "cwd", "session", "git-branch", "repo", "version", "origin", dayModel}

func costReport(a *app.App, o *costOptions) error {
	if o.groupBy != "" && !slices.Contains(costGroups, o.groupBy) {
		return usage.Misuse("--group-by must be one of %s, not %q", strings.Join(costGroups, ", "), o.groupBy)
	}
	if o.json && o.chart {
		return usage.Misuse("--json has no charts")
	}
	everything := o.chart || a.Streams.Terminal && o.groupBy == ""
	chosen, err := filter.Select(a, &o.Flags, time.Now(), everything || strings.HasPrefix(o.groupBy, "day") || terminal.IsPeriod(o.groupBy))
	if err != nil {
		return err
	}
	groupBy := o.groupBy
	if groupBy == "" && a.Streams.Terminal && !o.json {
		groupBy = "agent"
		if o.agent != "" {
			groupBy = "model"
		}
	}
	options := heddle.CostOptions{
		Agent: heddle.Agent(o.agent), Strict: o.strict,
		Since: chosen.Since, Until: chosen.Until, CreatedSince: chosen.CreatedSince, CreatedUntil: chosen.CreatedUntil,
		Zone: chosen.Zone, Model: chosen.Model, Tags: chosen.Tags, Cwd: chosen.Cwd, Under: chosen.Under, Origin: chosen.Origin,
		GitBranches: chosen.Branches, Repositories: chosen.Repositories, AgentVersions: chosen.Versions,
	}
	run := func(groupBy string) app.Operation[*heddle.CostSummary] {
		options := options
		options.GroupBy = heddle.GroupBy(groupBy)
		return func(ctx context.Context, h *heddle.Heddle) (*heddle.CostSummary, error) {
			return h.Sessions.TotalCost(ctx, options)
		}
	}
	noteRange(a, &chosen)
	if o.json && !terminal.IsPeriod(groupBy) && groupBy != dayModel {
		return app.PrintResult(a, true, run(groupBy), nil)
	}
	asked := groupBy
	if terminal.IsPeriod(groupBy) || groupBy == dayModel {
		asked = "day"
	}
	charts := &costCharts{width: a.Streams.Width}
	total, _, err := app.FetchResult(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.CostSummary, error) {
		total, err := withCharts(run, asked, charts, everything)(ctx, h)
		if err == nil && groupBy == dayModel {
			(&sessions.Finder{H: h}).Quietly(func() { err = dayModels(ctx, h, total, options) })
		}
		return total, err
	})
	if err != nil {
		return err
	}
	if terminal.IsPeriod(groupBy) {
		total.Breakdowns = joinDays(total.Breakdowns, groupBy)
	}
	if o.json {
		return printPeriods(a, total, o.groupBy)
	}
	if err := printCost(a, total, groupBy); err != nil {
		return err
	}
	if a.Streams.Terminal || o.chart {
		for _, l := range charts.lines() {
			if err := a.PrintLine(l); err != nil {
				return err
			}
		}
	}
	notePriceAge(a, total)
	return nil
}

// sessionCost reports what one session cost.
func sessionCost(a *app.App, cmd *cobra.Command, words []string) error {
	var given string
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Changed {
			given = f.Name
		}
	})
	switch {
	case given == "json":
		return usage.Misuse("the cost of a session in JSON is part of it: heddle show SESSION --json | jq .cost")
	case given != "":
		return usage.Misuse("--%s cannot be used with a session", given)
	}
	name, err := sessions.ReadName(words)
	if err != nil {
		return err
	}
	s, _, err := app.FetchResult(a, func(ctx context.Context, h *heddle.Heddle) (heddle.SessionSummary, error) {
		f := &sessions.Finder{Ctx: ctx, H: h, Name: name}
		f.List = f.ListSessions
		return f.Result(nil)
	})
	if err != nil {
		return err
	}
	if s.Cost == nil {
		a.Note("note: no usage is recorded for %s\n", s.UnifiedID)
		s.Cost = &heddle.CostRecord{Source: heddle.CostSourceUnpriced}
	}
	c := s.Cost
	total := &heddle.CostSummary{TotalUSD: c.TotalUSD, Source: c.Source, SessionCount: 1, InputTokens: c.InputTokens, OutputTokens: c.OutputTokens,
		ThinkingTokens: c.ThinkingTokens, CachedTokens: c.CachedTokens, CacheWriteTokens: c.CacheWriteTokens, PriceTable: c.PriceTable, Tiers: c.Tiers, WebSearches: c.WebSearches, NanoCredits: c.NanoCredits,
		NotItemisedUSD: c.NotItemisedUSD, Subagents: c.Subagents, Inherited: c.Inherited}
	row := terminal.TotalRow(total)
	row.Key = s.UnifiedID
	if a.Streams.Terminal {
		err = printCostTable(a, total, []heddle.CostBreakdown{row, terminal.TotalRow(total)}, "session")
	} else {
		err = a.PrintText(costLine(&row, "session"))
	}
	notePriceAge(a, total)
	return err
}

// printCost prints a table with bars on a terminal, tab-separated lines into
// a pipe: key, USD, source, sessions, input, output, thinking, cache read and
// cache write tokens, the total last.
func printCost(a *app.App, total *heddle.CostSummary, groupBy string) error {
	rows := append(terminal.SortedGroups(total.Breakdowns, groupBy), terminal.TotalRow(total))
	if a.Streams.Terminal {
		return printCostTable(a, total, rows, groupBy)
	}
	w := bufio.NewWriter(a.Streams.Out)
	for i := range rows {
		w.WriteString(costLine(&rows[i], groupBy))
	}
	for _, t := range total.Tiers {
		if t.UnknownFactor {
			a.Note("note: including %s: %s\n", terminal.Line(t.Tier), tierText(&t))
		}
	}
	if usd := total.NotItemisedUSD; usd != nil {
		a.Note("note: not itemised: %s in the agents' own totals without a request on disk; not part of the total\n", "$"+usd.String())
	}
	for _, line := range unpricedLines(total) {
		a.Note("note: %s\n", line)
	}
	return w.Flush()
}

// unpricedLines says which tokens are not part of the money.
func unpricedLines(total *heddle.CostSummary) (lines []string) {
	for _, m := range total.Unpriced {
		lines = append(lines, fmt.Sprintf("no price known: %s, %s tokens", terminal.OneField(terminal.Named(m.Model)),
			terminal.Grouped(m.InputTokens+m.OutputTokens+m.CachedTokens+m.CacheWriteTokens)))
	}
	return lines
}

// spendText renders a part of the total in a sentence.
func spendText(s *heddle.Spend) string {
	amount := "no price known"
	if s.TotalUSD != nil {
		amount = terminal.Dollars(s.TotalUSD)
	}
	return fmt.Sprintf("%s, %s tokens", amount, terminal.Grouped(s.InputTokens+s.OutputTokens+s.CachedTokens+s.CacheWriteTokens))
}

// tierText renders the part of a tier.
func tierText(t *heddle.TierSpend) string {
	out := spendText(&heddle.Spend{TotalUSD: t.TotalUSD, InputTokens: t.InputTokens, OutputTokens: t.OutputTokens, CachedTokens: t.CachedTokens, CacheWriteTokens: t.CacheWriteTokens})
	if t.UnknownFactor {
		out += "; some of it at the standard price, since no factor is known"
	}
	return out
}

func searchesText(n int64) string {
	if n == 1 {
		return "1 web search"
	}
	return terminal.Grouped(n) + " web searches"
}

// costLine is a group in a pipe.
func costLine(g *heddle.CostBreakdown, groupBy string) string {
	usd := "-" // an empty field shifts the others where a script splits at blanks
	if g.TotalUSD != nil {
		usd = g.TotalUSD.String()
	}
	out := []string{g.Key, usd, string(g.Source)}
	for _, n := range []int64{g.SessionCount, g.InputTokens, g.OutputTokens, g.ThinkingTokens, g.CachedTokens, g.CacheWriteTokens} {
		out = append(out, strconv.FormatInt(n, 10))
	}
	if terminal.IsPeriod(groupBy) && g.SessionCount == 0 {
		out[3] = ""
	}
	return terminal.Fields(out...)
}

// printCostTable prints the groups with bars, and the total as the last row.
func printCostTable(a *app.App, total *heddle.CostSummary, rows []heddle.CostBreakdown, groupBy string) error {
	groups := rows[:len(rows)-1]
	most, share := 0.0, func(g *heddle.CostBreakdown) float64 { return terminal.UsdFloat(g.TotalUSD) }
	for i := range groups {
		most = max(most, share(&groups[i]))
	}
	head := ""
	if most == 0 { // nothing has a price: the bars show tokens
		head, share = "TOKENS", func(g *heddle.CostBreakdown) float64 { return float64(terminal.GroupTokens(g)) }
		for i := range groups {
			most = max(most, share(&groups[i]))
		}
	}
	t := terminal.Table{Room: 10, Columns: []terminal.Column{{Name: strings.ToUpper(groupBy), Soft: sessions.LongID}, {Name: "COST", Right: true}, {Name: "SOURCE", Drop: 1},
		{Name: "SESSIONS", Right: true, Drop: 2}, {Name: "INPUT", Right: true, Drop: 3}, {Name: "OUTPUT", Right: true, Drop: 4},
		{Name: "CACHE READ", Right: true, Drop: 5}, {Name: "CACHE WRITE", Right: true, Drop: 6}, {Name: head}}}
	for i := range rows {
		t.Rows = append(t.Rows, costRow(&rows[i], groupBy, a.Streams.Width))
	}
	t.Last = func(row, room int) string {
		if row == len(groups) {
			return ""
		}
		if a.Streams.Width == 0 {
			room = barWidth
		}
		return bar(share(&rows[row]), most, min(room, barWidth))
	}
	if err := t.Print(a.Streams); err != nil {
		return err
	}
	printCostNotes(a, total)
	return nil
}

// printCostNotes says below the table what the figures hold and leave out.
func printCostNotes(a *app.App, total *heddle.CostSummary) {
	out := a.Streams.Out
	for _, t := range total.Tiers {
		if t.Tier == "standard" && !t.UnknownFactor {
			continue
		}
		fmt.Fprintf(out, "including %s: %s\n", terminal.Line(t.Tier), tierText(&t))
	}
	if total.WebSearches > 0 {
		fmt.Fprintf(out, "including %s\n", searchesText(total.WebSearches))
	}
	if s := total.Subagents; s != nil {
		fmt.Fprintf(out, "including subagents: %s\n", spendText(s))
	}
	if s := total.Inherited; s != nil {
		fmt.Fprintf(out, "not counted, repeated from other sessions: %s\n", spendText(s))
	}
	if total.NotItemisedUSD != nil {
		fmt.Fprintf(out, "not itemised: %s in the agents' own totals without a request on disk; not part of the total\n", terminal.Dollars(total.NotItemisedUSD))
	}
	for _, line := range unpricedLines(total) {
		fmt.Fprintln(out, terminal.Printable(line))
	}
	if total.Source == heddle.CostSourceComputed || total.Source == heddle.CostSourceMixed {
		fmt.Fprintf(out, "price table of %s\n", total.PriceTable)
	}
}

func costRow(s *heddle.CostBreakdown, groupBy string, width int) []string {
	sessions := terminal.Grouped(s.SessionCount)
	if terminal.IsPeriod(groupBy) && s.SessionCount == 0 {
		sessions = ""
	}
	return []string{shortKey(terminal.Named(s.Key), groupBy, width), terminal.Dollars(s.TotalUSD), string(s.Source), sessions, terminal.Grouped(s.InputTokens),
		terminal.Grouped(s.OutputTokens), terminal.Grouped(s.CachedTokens), terminal.Grouped(s.CacheWriteTokens), ""}
}

// shortKey cuts a group's key to two fifths of the terminal: a folder loses
// its beginning, everything else but an id its end.
func shortKey(key, groupBy string, width int) string {
	room := max(width*2/5, terminal.MinRoom)
	if width == 0 || groupBy == "session" {
		return key
	}
	key = terminal.Line(key)
	if groupBy != "cwd" || runewidth.StringWidth(key) <= room {
		return runewidth.Truncate(key, room, "…")
	}
	return runewidth.TruncateLeft(key, runewidth.StringWidth(key)-room+1, "…")
}

// barWidth is the length of the longest bar, in columns.
const barWidth = 24

// bar draws a share of the greatest value, to an eighth of a column; what is
// above 0 is seen.
func bar(value, most float64, width int) string {
	if most <= 0 || value <= 0 || width <= 0 {
		return ""
	}
	eighths := max(int(value/most*float64(width)*8+0.5), 1)
	out := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		out += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return out
}
