package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
)

// costCommand is heddle cost, which reports by itself, and cost report.
func (a *app) costCommand() *cobra.Command {
	cmd := a.costReportCommand("cost")
	takesSession := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && similar(args[0], "report") {
			return subcommand(cmd, args)
		}
		return takesSession(cmd, args)
	}
	report := a.costReportCommand("report")
	report.Example = strings.ReplaceAll(report.Example, "  heddle cost ", "  heddle cost report ")
	cmd.AddCommand(report)
	return cmd
}

// costOptions are the flags of cost report.
type costOptions struct {
	filters
	agent, groupBy      string
	strict, json, chart bool
}

func (a *app) costReportCommand(use string) *cobra.Command {
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
		Args:              takes(0, 2),
		ValidArgsFunction: a.completeSession,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && slices.Contains(core.AgentNames(), args[0]) {
				if o.agent != "" && o.agent != args[0] {
					return misuse("--agent %s and %s are two agents", o.agent, args[0])
				}
				o.agent, args = args[0], nil
			}
			if len(args) > 0 {
				return a.sessionCost(cmd, args)
			}
			return a.costReport(&o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.agent, "agent", "", "only this `agent`'s sessions")
	o.filters.addSpending(a, cmd)
	o.filters.addOrigin(a, cmd, fromOrigin)
	f.StringVar(&o.groupBy, "group-by", "", "group by this `dimension`: agent, model, tier, day, week, month, tag, cwd, session, origin or day,model")
	f.StringVar(&o.groupBy, "by", "", "the same as --group-by `dimension`")
	f.BoolVar(&o.chart, "chart", false, "in a pipe: also draw what a terminal shows over time and by model")
	f.BoolVar(&o.strict, "strict", false, "fail when any session cannot be read")
	f.BoolVar(&o.json, "json", false, "print the result as JSON")
	for _, flag := range []string{"group-by", "by"} {
		complete(cmd, flag, costGroups...)
	}
	complete(cmd, "agent", core.AgentNames()...)
	return cmd
}

// costGroups are the dimensions of a report.
var costGroups = []string{"agent", "model", "tier", "day", "week", "month", "tag", "cwd", "session", "origin", dayModel}

func (a *app) costReport(o *costOptions) error {
	if o.groupBy != "" && !slices.Contains(costGroups, o.groupBy) {
		return misuse("--group-by must be one of %s, not %q", strings.Join(costGroups, ", "), o.groupBy)
	}
	if o.json && o.chart {
		return misuse("--json has no charts")
	}
	everything := o.chart || a.streams.Terminal && o.groupBy == ""
	chosen, err := a.selectSessions(&o.filters, time.Now(), everything || strings.HasPrefix(o.groupBy, "day") || isPeriod(o.groupBy))
	if err != nil {
		return err
	}
	groupBy := o.groupBy
	if groupBy == "" && a.streams.Terminal && !o.json {
		groupBy = "agent"
		if o.agent != "" {
			groupBy = "model"
		}
	}
	options := heddle.CostOptions{
		Agent: heddle.Agent(o.agent), Strict: o.strict,
		Since: chosen.since, Until: chosen.until, CreatedSince: chosen.createdSince, CreatedUntil: chosen.createdUntil,
		Zone: chosen.zone, Model: chosen.model, Tags: chosen.tags, Cwd: chosen.cwd, Under: chosen.under, Origin: chosen.origin,
	}
	run := func(groupBy string) operation[*heddle.CostSummary] {
		options := options
		options.GroupBy = heddle.GroupBy(groupBy)
		return func(ctx context.Context, h *heddle.Heddle) (*heddle.CostSummary, error) {
			return h.Sessions.TotalCost(ctx, options)
		}
	}
	a.noteRange(&chosen)
	if o.json && !isPeriod(groupBy) && groupBy != dayModel {
		return printResult(a, true, run(groupBy), nil)
	}
	asked := groupBy
	if isPeriod(groupBy) || groupBy == dayModel {
		asked = "day"
	}
	charts := &costCharts{width: a.streams.Width}
	total, _, err := fetchResult(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.CostSummary, error) {
		total, err := withCharts(run, asked, charts, everything)(ctx, h)
		if err == nil && groupBy == dayModel {
			(&finder{h: h}).quietly(func() { err = dayModels(ctx, h, total, options) })
		}
		return total, err
	})
	if err != nil {
		return err
	}
	if isPeriod(groupBy) {
		total.Breakdowns = joinDays(total.Breakdowns, groupBy)
	}
	if o.json {
		return a.printPeriods(total, o.groupBy)
	}
	if err := a.printCost(total, groupBy); err != nil {
		return err
	}
	if a.streams.Terminal || o.chart {
		for _, l := range charts.lines() {
			if err := a.printLine(l); err != nil {
				return err
			}
		}
	}
	a.notePriceAge(total)
	return nil
}

// sessionCost reports what one session cost.
func (a *app) sessionCost(cmd *cobra.Command, words []string) error {
	var given string
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Changed {
			given = f.Name
		}
	})
	switch {
	case given == "json":
		return misuse("the cost of a session in JSON is part of it: heddle show SESSION --json | jq .cost")
	case given != "":
		return misuse("--%s cannot be used with a session", given)
	}
	name, err := readName(words)
	if err != nil {
		return err
	}
	s, _, err := fetchResult(a, func(ctx context.Context, h *heddle.Heddle) (heddle.SessionSummary, error) {
		f := &finder{ctx: ctx, h: h, name: name}
		f.list = f.listSessions
		return f.result(nil)
	})
	if err != nil {
		return err
	}
	if s.Cost == nil {
		a.note("note: no usage is recorded for %s\n", s.UnifiedID)
		s.Cost = &heddle.CostRecord{Source: heddle.CostSourceUnpriced}
	}
	c := s.Cost
	total := &heddle.CostSummary{TotalUSD: c.TotalUSD, Source: c.Source, SessionCount: 1, InputTokens: c.InputTokens, OutputTokens: c.OutputTokens,
		ThinkingTokens: c.ThinkingTokens, CachedTokens: c.CachedTokens, CacheWriteTokens: c.CacheWriteTokens, PriceTable: c.PriceTable, Tiers: c.Tiers, WebSearches: c.WebSearches, NanoCredits: c.NanoCredits,
		NotItemisedUSD: c.NotItemisedUSD, Subagents: c.Subagents, Inherited: c.Inherited}
	row := totalRow(total)
	row.Key = s.UnifiedID
	if a.streams.Terminal {
		err = a.printCostTable(total, []heddle.CostBreakdown{row, totalRow(total)}, "session")
	} else {
		err = a.printText(costLine(&row, "session"))
	}
	a.notePriceAge(total)
	return err
}

// printCost prints a table with bars on a terminal, tab-separated lines into
// a pipe: key, USD, source, sessions, input, output, thinking, cache read and
// cache write tokens, the total last.
func (a *app) printCost(total *heddle.CostSummary, groupBy string) error {
	rows := append(sortedGroups(total.Breakdowns, groupBy), totalRow(total))
	if a.streams.Terminal {
		return a.printCostTable(total, rows, groupBy)
	}
	w := bufio.NewWriter(a.streams.Out)
	for i := range rows {
		w.WriteString(costLine(&rows[i], groupBy))
	}
	for _, t := range total.Tiers {
		if t.UnknownFactor {
			a.note("note: including %s: %s\n", printable(oneField(t.Tier)), tierText(&t))
		}
	}
	if usd := total.NotItemisedUSD; usd != nil {
		a.note("note: not itemised: %s in the agents' own totals without a request on disk; not part of the total\n", "$"+usd.String())
	}
	for _, line := range unpricedLines(total) {
		a.note("note: %s\n", line)
	}
	return w.Flush()
}

// unpricedLines says which tokens are not part of the money.
func unpricedLines(total *heddle.CostSummary) (lines []string) {
	for _, m := range total.Unpriced {
		lines = append(lines, fmt.Sprintf("no price known: %s, %s tokens", oneField(named(m.Model)),
			grouped(m.InputTokens+m.OutputTokens+m.CachedTokens+m.CacheWriteTokens)))
	}
	return lines
}

// totalRow is the last row.
func totalRow(total *heddle.CostSummary) heddle.CostBreakdown {
	return heddle.CostBreakdown{
		Key: "total", TotalUSD: total.TotalUSD, Source: total.Source, SessionCount: total.SessionCount,
		InputTokens: total.InputTokens, OutputTokens: total.OutputTokens, ThinkingTokens: total.ThinkingTokens,
		CachedTokens: total.CachedTokens, CacheWriteTokens: total.CacheWriteTokens,
	}
}

// sortedGroups orders the breakdowns: days by date, everything else by money,
// then by tokens.
func sortedGroups(breakdowns map[string]heddle.CostBreakdown, groupBy string) []heddle.CostBreakdown {
	rows := slices.Collect(maps.Values(breakdowns))
	slices.SortFunc(rows, func(a, b heddle.CostBreakdown) int {
		if strings.HasPrefix(groupBy, "day") || isPeriod(groupBy) {
			return strings.Compare(a.Key, b.Key)
		}
		return cmp.Or(cmp.Compare(usdFloat(b.TotalUSD), usdFloat(a.TotalUSD)), cmp.Compare(groupTokens(&b), groupTokens(&a)), strings.Compare(a.Key, b.Key))
	})
	return rows
}

// groupTokens adds up the tokens of a group.
func groupTokens(g *heddle.CostBreakdown) int64 {
	return g.InputTokens + g.OutputTokens + g.CachedTokens + g.CacheWriteTokens
}

// spendText renders a part of the total in a sentence.
func spendText(s *heddle.Spend) string {
	amount := "no price known"
	if s.TotalUSD != nil {
		amount = dollars(s.TotalUSD)
	}
	return fmt.Sprintf("%s, %s tokens", amount, grouped(s.InputTokens+s.OutputTokens+s.CachedTokens+s.CacheWriteTokens))
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
	return grouped(n) + " web searches"
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
	if isPeriod(groupBy) && g.SessionCount == 0 {
		out[3] = ""
	}
	return fields(out...)
}

// printCostTable prints the groups with bars, and the total as the last row.
func (a *app) printCostTable(total *heddle.CostSummary, rows []heddle.CostBreakdown, groupBy string) error {
	groups := rows[:len(rows)-1]
	most, share := 0.0, func(g *heddle.CostBreakdown) float64 { return usdFloat(g.TotalUSD) }
	for i := range groups {
		most = max(most, share(&groups[i]))
	}
	head := ""
	if most == 0 { // nothing has a price: the bars show tokens
		head, share = "TOKENS", func(g *heddle.CostBreakdown) float64 { return float64(groupTokens(g)) }
		for i := range groups {
			most = max(most, share(&groups[i]))
		}
	}
	t := table{room: 10, columns: []column{{name: strings.ToUpper(groupBy), soft: longID}, {name: "COST", right: true}, {name: "SOURCE", drop: 1},
		{name: "SESSIONS", right: true, drop: 2}, {name: "INPUT", right: true, drop: 3}, {name: "OUTPUT", right: true, drop: 4},
		{name: "CACHE READ", right: true, drop: 5}, {name: "CACHE WRITE", right: true, drop: 6}, {name: head}}}
	for i := range rows {
		t.rows = append(t.rows, costRow(&rows[i], groupBy, a.streams.Width))
	}
	t.last = func(row, room int) string {
		if row == len(groups) {
			return ""
		}
		if a.streams.Width == 0 {
			room = barWidth
		}
		return bar(share(&rows[row]), most, min(room, barWidth))
	}
	if err := t.print(a.streams); err != nil {
		return err
	}
	a.printCostNotes(total)
	return nil
}

// printCostNotes says below the table what the figures hold and leave out.
func (a *app) printCostNotes(total *heddle.CostSummary) {
	out := a.streams.Out
	for _, t := range total.Tiers {
		if t.Tier == "standard" && !t.UnknownFactor {
			continue
		}
		fmt.Fprintf(out, "including %s: %s\n", printable(oneField(t.Tier)), tierText(&t))
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
		fmt.Fprintf(out, "not itemised: %s in the agents' own totals without a request on disk; not part of the total\n", dollars(total.NotItemisedUSD))
	}
	for _, line := range unpricedLines(total) {
		fmt.Fprintln(out, printable(line))
	}
	if total.Source == heddle.CostSourceComputed || total.Source == heddle.CostSourceMixed {
		fmt.Fprintf(out, "price table of %s\n", total.PriceTable)
	}
}

func costRow(s *heddle.CostBreakdown, groupBy string, width int) []string {
	sessions := grouped(s.SessionCount)
	if isPeriod(groupBy) && s.SessionCount == 0 {
		sessions = ""
	}
	return []string{shortKey(named(s.Key), groupBy, width), dollars(s.TotalUSD), string(s.Source), sessions, grouped(s.InputTokens),
		grouped(s.OutputTokens), grouped(s.CachedTokens), grouped(s.CacheWriteTokens), ""}
}

// shortKey cuts a group's key to two fifths of the terminal: a folder loses
// its beginning, everything else but an id its end.
func shortKey(key, groupBy string, width int) string {
	room := max(width*2/5, minRoom)
	if width == 0 || groupBy == "session" {
		return key
	}
	key = printable(oneField(key))
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
