package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"
)

func (a *app) costCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cost",
		Short: "Report what sessions cost",
		Args:  usage(cobra.NoArgs),
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
		Short: "Add up tokens and money, each request once",
		Long: "Adds up the tokens and the money of all sessions. A request that several sessions repeat\n" +
			"(forks, resumes, copies) counts once, for the session created first. Money is what the agent\n" +
			"recorded, else tokens times the dated price table; what has no price is listed, never 0.",
		Example: "  heddle cost report --since 30d --group-by model\n" +
			"  heddle cost report --agent claude --group-by day --json | jq .totalUsd",
		Args: usage(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error { return a.costReport(o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.agent, "agent", "", "only this agent's sessions")
	o.filters.add(cmd)
	f.StringVar(&o.groupBy, "group-by", "", "agent, model, day, tag, cwd or session")
	f.BoolVar(&o.strict, "strict", false, "fail when any session cannot be read")
	f.BoolVar(&o.json, "json", false, "print the result as JSON")
	complete(cmd, "group-by", "agent", "model", "day", "tag", "cwd", "session")
	complete(cmd, "agent", agentNames()...)
	return cmd
}

func (a *app) costReport(o costOptions) error {
	req := map[string]any{"strict": o.strict}
	o.filters.into(req, time.Now())
	put(req, "agent", o.agent)
	put(req, "groupBy", o.groupBy)
	body, err := a.call("sessions.totalCost", req)
	if err != nil {
		return err
	}
	if o.json {
		return a.printJSON(body)
	}
	return a.printCost(body, o.groupBy)
}

// spend is what the report shows of a total or a group.
type spend struct {
	Key, Source, PriceTable                                                   string
	TotalUSD                                                                  *json.Number
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
	if !a.streams.Terminal {
		w := bufio.NewWriter(a.streams.Out)
		for _, s := range append(rows, total) {
			fmt.Fprintln(w, strings.Join(s.fields(), "\t"))
		}
		return w.Flush()
	}
	return a.printCostTable(&total, rows, groupBy)
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
	if f := s.usd(); f >= 0.01 || f == 0 {
		return fmt.Sprintf("$%.2f", f)
	}
	return "<$0.01"
}

func (s *spend) fields() []string {
	usd := ""
	if s.TotalUSD != nil {
		usd = s.TotalUSD.String()
	}
	out := []string{oneField(s.Key), usd, s.Source}
	for _, n := range []int64{s.SessionCount, s.InputTokens, s.OutputTokens, s.ThinkingTokens, s.CachedTokens, s.CacheWriteTokens} {
		out = append(out, strconv.FormatInt(n, 10))
	}
	return out
}

// barWidth is the length of the longest bar, in columns.
const barWidth = 24

func (a *app) printCostTable(total *spend, rows []spend, groupBy string) error {
	t := table{header: []string{strings.ToUpper(groupBy), "COST", "SOURCE", "SESSIONS", "INPUT", "OUTPUT", "CACHE READ", "CACHE WRITE", ""},
		right: map[int]bool{1: true, 3: true, 4: true, 5: true, 6: true, 7: true}}
	most := 0.0
	for i := range rows {
		most = max(most, rows[i].usd())
	}
	for i := range rows {
		t.rows = append(t.rows, costRow(&rows[i], most))
	}
	t.rows = append(t.rows, costRow(total, 0))
	if err := t.print(a.streams); err != nil {
		return err
	}
	out := a.streams.Out
	if s := total.Subagents; s != nil {
		fmt.Fprintf(out, "of which subagents: %s, %s tokens\n", s.dollars(), grouped(s.tokens()))
	}
	if s := total.Inherited; s != nil {
		fmt.Fprintf(out, "not counted, repeated from other sessions: %s, %s tokens\n", s.dollars(), grouped(s.tokens()))
	}
	for _, m := range total.Unpriced {
		fmt.Fprintf(out, "no price known: %s, %s tokens\n", printable(named(m.Model)),
			grouped(m.InputTokens+m.OutputTokens+m.CachedTokens+m.CacheWriteTokens))
	}
	if total.Source != "recorded" {
		fmt.Fprintf(out, "price table of %s\n", total.PriceTable)
	}
	return nil
}

// named stands in for an empty key.
func named(key string) string {
	if key == "" {
		return "(none)"
	}
	return key
}

func costRow(s *spend, most float64) []string {
	bar := ""
	if most > 0 {
		bar = strings.Repeat("█", int(s.usd()/most*barWidth+0.5))
	}
	return []string{runewidth.Truncate(named(s.Key), 48, "…"), s.dollars(), s.Source, grouped(s.SessionCount), grouped(s.InputTokens), grouped(s.OutputTokens),
		grouped(s.CachedTokens), grouped(s.CacheWriteTokens), bar}
}

// grouped renders 1234567 as 1,234,567.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
