package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/core"
	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"
)

func (a *app) costCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cost",
		Short: "Report what sessions cost",
		Args:  subcommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.costReportCommand())
	return cmd
}

// costOptions are the flags of cost report.
type costOptions struct {
	filters
	agent, groupBy string
	strict, json   bool
}

func (a *app) costReportCommand() *cobra.Command {
	var o costOptions
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Add up tokens and money, counting each request once",
		Long: "Adds up the tokens and the money of all sessions. A request that several sessions repeat\n" +
			"(forks, resumes, copies) counts once, for the oldest session that contains it. Money is what the agent\n" +
			"recorded, else tokens times the dated price table; tokens without a price are listed, never counted as $0.\n\n" +
			"--since, --until, --today, --yesterday, --week and --month count the requests made in that range, however\n" +
			"old their sessions are, so adjacent ranges add up to the whole. --created-since and\n" +
			"--created-until select sessions by their creation time. Days are those of the system's zone, or of --timezone.\n\n" +
			"A terminal shows a table with a bar chart: without --group-by one bar for each agent (with --agent\n" +
			"one for each model). In a pipe every group is a line of key, USD, source, sessions, input, output,\n" +
			"thinking, cache read and cache write tokens, separated by tabs; the last line is the total.\n\n" +
			"\"not itemised\" is money in an agent's own running total without a request on disk: Claude\n" +
			"Code's titles and compactions. It has no time and is never part of the total.",
		Example: "  heddle cost report --week\n" +
			"  heddle cost report --month --group-by day --timezone Europe/Berlin\n" +
			"  heddle cost report --since 30d --group-by model\n" +
			"  heddle cost report --group-by tag --tag review --tag release\n" +
			"  heddle cost report --agent claude --group-by day --json | jq .totalUsd",
		Args: takes(0, 0),
		RunE: func(*cobra.Command, []string) error { return a.costReport(&o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.agent, "agent", "", "only this `agent`'s sessions")
	o.filters.spends(a, cmd)
	f.StringVar(&o.groupBy, "group-by", "", "group by this `dimension`: agent, model, day, tag, cwd or session")
	f.BoolVar(&o.strict, "strict", false, "fail when any session cannot be read")
	f.BoolVar(&o.json, "json", false, "print the result as JSON")
	complete(cmd, "group-by", "agent", "model", "day", "tag", "cwd", "session")
	complete(cmd, "agent", core.AgentNames()...)
	return cmd
}

func (a *app) costReport(o *costOptions) error {
	req := map[string]any{"strict": o.strict}
	if err := a.filter(&o.filters, req, time.Now(), o.groupBy == "day"); err != nil {
		return err
	}
	groupBy := o.groupBy
	if groupBy == "" && a.streams.Terminal && !o.json {
		groupBy = "agent"
		if o.agent != "" {
			groupBy = "model"
		}
	}
	put(req, "agent", o.agent)
	put(req, "groupBy", groupBy)
	body, err := a.call("sessions.totalCost", req)
	if err != nil {
		return err
	}
	if o.json {
		return a.printJSON(body)
	}
	return a.printCost(body, groupBy)
}

// spend is what the report shows of a total or a group.
type spend struct {
	Key, Source, PriceTable                                                   string
	TotalUSD, NotItemisedUSD                                                  *json.Number
	InputTokens, OutputTokens, ThinkingTokens, CachedTokens, CacheWriteTokens int64
	SessionCount, RunCount                                                    int64
	Inherited, Subagents                                                      *spend
	Unpriced                                                                  []modelTokens
	Breakdowns                                                                map[string]spend
}

type modelTokens struct {
	Model                                                     string
	InputTokens, OutputTokens, CachedTokens, CacheWriteTokens int64
}

// printCost prints a table with bars on a terminal, tab-separated lines into
// a pipe: key, USD, source, sessions, input, output, thinking, cache read and
// cache write tokens, the total last.
func (a *app) printCost(body []byte, groupBy string) error {
	var total spend
	if err := json.Unmarshal(body, &total); err != nil {
		return err
	}
	rows := total.groups(groupBy)
	total.Key = "total"
	if a.streams.Terminal {
		return a.printCostTable(&total, rows, groupBy)
	}
	w := bufio.NewWriter(a.streams.Out)
	for _, s := range append(rows, total) {
		w.WriteString(s.line())
	}
	if usd := total.NotItemisedUSD; usd != nil {
		a.note("note: not itemised: %s in the agents' own totals without a request on disk; not part of the total\n", "$"+usd.String())
	}
	return w.Flush()
}

// groups orders the breakdowns: days by date, everything else by money, then
// by tokens.
func (s *spend) groups(groupBy string) []spend {
	rows := make([]spend, 0, len(s.Breakdowns))
	for _, g := range s.Breakdowns {
		rows = append(rows, g)
	}
	sort.Slice(rows, func(i, j int) bool {
		a, b := &rows[i], &rows[j]
		if groupBy != "day" {
			if x, y := a.usd(), b.usd(); x != y {
				return x > y
			}
			if x, y := a.tokens(), b.tokens(); x != y {
				return x > y
			}
		}
		return a.Key < b.Key
	})
	return rows
}

func (s *spend) usd() float64 {
	if s.TotalUSD == nil {
		return 0
	}
	f, _ := s.TotalUSD.Float64()
	return f
}

func (s *spend) tokens() int64 {
	return s.InputTokens + s.OutputTokens + s.CachedTokens + s.CacheWriteTokens
}

func (s *spend) dollars() string {
	if s.TotalUSD == nil {
		return "-"
	}
	return dollars(*s.TotalUSD)
}

// amount is dollars in a sentence.
func (s *spend) amount() string {
	if s.TotalUSD == nil {
		return "no price known"
	}
	return s.dollars()
}

func (s *spend) line() string {
	usd := ""
	if s.TotalUSD != nil {
		usd = s.TotalUSD.String()
	}
	out := []string{s.Key, usd, s.Source}
	for _, n := range []int64{s.SessionCount, s.InputTokens, s.OutputTokens, s.ThinkingTokens, s.CachedTokens, s.CacheWriteTokens} {
		out = append(out, strconv.FormatInt(n, 10))
	}
	return fields(out...)
}

func (a *app) printCostTable(total *spend, rows []spend, groupBy string) error {
	most, share := 0.0, (*spend).usd
	for i := range rows {
		most = max(most, share(&rows[i]))
	}
	head := ""
	if most == 0 { // nothing has a price: the bars show tokens
		head, share = "TOKENS", func(s *spend) float64 { return float64(s.tokens()) }
		for i := range rows {
			most = max(most, share(&rows[i]))
		}
	}
	t := table{room: 10, columns: []column{{name: strings.ToUpper(groupBy), soft: longID}, {name: "COST", right: true}, {name: "SOURCE", drop: 1},
		{name: "SESSIONS", right: true, drop: 2}, {name: "INPUT", right: true, drop: 3}, {name: "OUTPUT", right: true, drop: 4},
		{name: "CACHE READ", right: true, drop: 5}, {name: "CACHE WRITE", right: true, drop: 6}, {name: head}}}
	for i := range rows {
		t.rows = append(t.rows, costRow(&rows[i], groupBy, a.streams.Width))
	}
	t.rows = append(t.rows, costRow(total, groupBy, a.streams.Width))
	t.last = func(row, room int) string {
		if row == len(rows) {
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
func (a *app) printCostNotes(total *spend) {
	out := a.streams.Out
	if s := total.Subagents; s != nil {
		fmt.Fprintf(out, "including subagents: %s, %s tokens\n", s.amount(), grouped(s.tokens()))
	}
	if s := total.Inherited; s != nil {
		fmt.Fprintf(out, "not counted, repeated from other sessions: %s, %s tokens\n", s.amount(), grouped(s.tokens()))
	}
	if total.NotItemisedUSD != nil {
		fmt.Fprintf(out, "not itemised: %s in the agents' own totals without a request on disk; not part of the total\n", dollars(*total.NotItemisedUSD))
	}
	for _, m := range total.Unpriced {
		fmt.Fprintf(out, "no price known: %s, %s tokens\n", printable(oneField(named(m.Model))),
			grouped(m.InputTokens+m.OutputTokens+m.CachedTokens+m.CacheWriteTokens))
	}
	if total.Source == "computed" || total.Source == "mixed" {
		fmt.Fprintf(out, "price table of %s\n", total.PriceTable)
	}
}

func costRow(s *spend, groupBy string, width int) []string {
	return []string{shortKey(named(s.Key), groupBy, width), s.dollars(), s.Source, grouped(s.SessionCount), grouped(s.InputTokens),
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
