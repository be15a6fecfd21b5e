package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// listOptions are the flags of sessions list.
type listOptions struct {
	filters
	sort, direction                     string
	limit                               int64
	subagents, superseded, strict, json bool
	cut                                 bool // at the default limit, which the user did not choose
}

func (a *app) listCommand() *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list [agent]",
		Short: "List sessions, newest first",
		Long: "Lists the sessions of one agent or of all. A terminal shows a table; in a pipe every session is a line of\n" +
			"unifiedId, updatedAt, turns, messages, model, USD, cwd and title, separated by tabs and never truncated.\n\n" + activityHelp,
		Example: "  heddle list claude --limit 20\n" +
			"  heddle list --week --sort cost\n" +
			"  heddle list --since 2026-11-01 --until 2026-11-07\n" +
			"  heddle list --edited src/parser.go --under .\n" +
			"  heddle list --cwd \"$PWD\" --tag review --tag release\n" +
			"  heddle list codex --json | jq -r '.[].title'",
		Args:              takes(0, 1),
		ValidArgsFunction: a.completeAgents,
		RunE: func(cmd *cobra.Command, args []string) error {
			agent := ""
			if len(args) > 0 {
				agent = args[0]
			}
			o.cut = !cmd.Flags().Changed("limit")
			if err := refuseEmpty(cmd, "sort", "direction"); err != nil {
				return err
			}
			return a.list(agent, &o)
		},
	}
	f := cmd.Flags()
	o.filters.addActivity(a, cmd)
	o.filters.addOrigin(a, cmd, fromOrigin)
	o.filters.addActions(cmd)
	f.Int64Var(&o.limit, "limit", session.DefaultListLimit, "show at most `N` sessions (0 = all)")
	f.StringVar(&o.sort, "sort", "date", "sort by this `key`: date (of the last update), cost or turns")
	f.StringVar(&o.direction, "direction", "desc", "sort ascending or descending: `asc|desc`")
	f.BoolVar(&o.subagents, "subagents", false, "include subagents' sessions")
	f.BoolVar(&o.superseded, "superseded", false, "include sessions that a longer copy supersedes")
	f.BoolVar(&o.strict, "strict", false, "fail on any unreadable record")
	f.BoolVar(&o.json, "json", false, "print the result as a JSON array")
	complete(cmd, "sort", "date", "cost", "turns")
	complete(cmd, "direction", "desc", "asc")
	complete(cmd, "limit")
	return cmd
}

func (a *app) list(agent string, o *listOptions) error {
	if o.limit < 0 {
		return misuse("--limit %d: must be 1 or more, or 0 for all", o.limit)
	}
	now := time.Now()
	chosen, err := a.selectSessions(&o.filters, now, false)
	if err != nil {
		return err
	}
	options := heddle.ListOptions{
		Agent: heddle.Agent(agent), Limit: requestLimit(o.limit), Sort: heddle.SortKey(o.sort), SortDirection: heddle.SortDirection(o.direction),
		Subagents: o.subagents, Superseded: o.superseded, Strict: o.strict,
		ActiveSince: chosen.since, ActiveUntil: chosen.until, Since: chosen.createdSince, Until: chosen.createdUntil,
		Zone: chosen.zone, Model: chosen.model, Tags: chosen.tags, Cwd: chosen.cwd, Under: chosen.under, Origin: chosen.origin, Edited: chosen.edited, Failed: chosen.failed,
	}
	if o.cut {
		options.Limit = o.limit + 1 // one more, to see whether there are more
	}
	run := func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.SessionSummary], error) {
		return h.Sessions.List(ctx, options)
	}
	show := a.printSummaries
	if o.json {
		show = a.printSummariesJSON
	}
	more, err := show(run, o, now)
	if fault.CodeOf(err) == fault.AgentNotFound {
		return a.noSuchAgent(o.cmd, agent, err)
	}
	if err == nil && more {
		a.noteCut(options, o.limit)
	}
	return err
}

// noSuchAgent returns the error for a word that names no agent, with the command that
// was meant: of an agent, or of a project or text, which people try as well.
func (a *app) noSuchAgent(cmd *cobra.Command, word string, err error) error {
	for _, known := range core.AgentNames() {
		if similar(strings.ToLower(word), known) {
			return withHint(err, "did you mean "+cmd.CommandPath()+" "+known+"?")
		}
	}
	for _, s := range a.listQuietly(heddle.ListOptions{Limit: newest}) {
		if folder := folderNamed(s.Cwd, word); folder != "" {
			return withHint(err, "sessions of this folder: heddle list --under "+quoted(folder))
		}
	}
	return withHint(err, "sessions with this text: heddle search "+quoted(word)+"; agents: "+strings.Join(core.AgentNames(), ", "))
}

// folderNamed returns a folder up to its part with a name, in upper or lower case; ""
// when no part has it.
func folderNamed(dir, name string) string {
	for end := len(dir); end > 0; {
		start := strings.LastIndexAny(dir[:end], `/\`)
		if strings.EqualFold(dir[start+1:end], name) {
			return dir[:end]
		}
		end = start
	}
	return ""
}

// withHint returns an error of the engine with a hint of the command line.
func withHint(err error, hint string) error {
	e := *fault.From(err)
	e.Hint = hint
	return &e
}

// requestLimit is the limit of a request; 0 on the command line means all.
func requestLimit(limit int64) int64 {
	if limit == 0 {
		return heddle.NoLimit
	}
	return limit
}

// countAll is up to how many session files a cut list is counted exactly, by
// listing them all.
const countAll = 1000

// noteCut says that a list was cut at its default limit, and how long it is.
func (a *app) noteCut(options heddle.ListOptions, limit int64) {
	if a.global.quiet {
		return
	}
	files := int64(0)
	for _, g := range a.listAgents() {
		if options.Agent == "" || options.Agent == g.Agent {
			files += g.SessionCount
		}
	}
	all := int64(0)
	if files <= countAll {
		options.Limit = heddle.NoLimit
		all = int64(len(a.listQuietly(options)))
	}
	switch {
	case all > limit:
		a.note("note: showing %s of %s; --limit 0 shows all\n", grouped(limit), grouped(all))
	case files > limit && !options.Subagents:
		a.note("note: showing %s of at most %s; --limit 0 shows all\n", grouped(limit), grouped(files))
	default:
		a.note("note: showing the first %s; --limit 0 shows all\n", grouped(limit))
	}
}

// listAgents lists the agents, without notes.
func (a *app) listAgents() []heddle.AgentInfo {
	list := fetchQuietly(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.AgentInfo], error) {
		return h.Agents(ctx)
	})
	return itemsOf(list)
}

// listQuietly lists sessions, without notes.
func (a *app) listQuietly(options heddle.ListOptions) []heddle.SessionSummary {
	list := fetchQuietly(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.SessionSummary], error) {
		return h.Sessions.List(ctx, options)
	})
	return itemsOf(list)
}

// itemsOf returns the items of a list, none of no list.
func itemsOf[T any](list *heddle.List[T]) []T {
	if list == nil {
		return nil
	}
	return list.Items
}

// printSummariesJSON prints the engine's own bytes, without the session that
// only shows that there are more.
func (a *app) printSummariesJSON(run operation[*heddle.List[heddle.SessionSummary]], o *listOptions, _ time.Time) (more bool, err error) {
	body, err := fetchBytes(a, run)
	if err == nil && o.cut {
		body, more, err = cutArray(body, int(o.limit))
	}
	if err != nil {
		return false, err
	}
	return more, a.printJSON(body)
}

// cutArray returns the first elements of a canonical list, and whether there
// were more.
func cutArray(body []byte, n int) ([]byte, bool, error) {
	var list []heddle.JSON
	if err := json.Unmarshal(body, &list); err != nil || len(list) <= n {
		return body, false, err
	}
	parts := make([][]byte, n)
	for i := range parts {
		parts[i] = list[i]
	}
	return append(append([]byte{'['}, bytes.Join(parts, []byte{','})...), ']'), true, nil
}

// printSummaries prints sessions as a table, or as lines into a pipe.
func (a *app) printSummaries(run operation[*heddle.List[heddle.SessionSummary]], o *listOptions, now time.Time) (more bool, err error) {
	result, _, err := fetchResult(a, run)
	if err != nil {
		return false, err
	}
	list := result.Items
	if o.cut && int64(len(list)) > o.limit {
		list, more = list[:o.limit], true
	}
	if !a.streams.Terminal {
		return more, a.printTabs(list)
	}
	if err := a.printSessions(list, now); err != nil {
		return false, err
	}
	switch {
	case len(list) == 0:
		a.note("no sessions found; run heddle agents to see which folders were searched\n")
	case !o.cut && int64(len(list)) == o.limit:
		a.note("showing only %d; --limit shows more\n", o.limit)
	}
	return more, nil
}

// headline is the title, the tags, and where else the session is.
func headline(s *heddle.SessionSummary) string {
	title := or(s.Title, "-") + tagWords(s.Tags)
	var where []string
	switch {
	case s.OriginalGone && s.Origin == "":
		where = append(where, "only in the store")
	case s.OriginalGone:
	case s.OriginalUnifiedID != "":
		where = append(where, "copy of "+s.OriginalUnifiedID)
	case s.ImportedAs != "" || len(s.RecordedAs) > 0:
		where = append(where, "also in the store")
	}
	if s.Origin != "" {
		where = append(where, "from "+s.Origin)
	}
	if len(where) == 0 {
		return title
	}
	return title + " (" + strings.Join(where, ", ") + ")"
}

// longID is the greatest width of an id that is aligned in a column.
const longID = 48

// printSessions prints a table, or where it does not fit three lines for each
// session.
func (a *app) printSessions(list []heddle.SessionSummary, now time.Time) error {
	if len(list) == 0 {
		return nil
	}
	t := table{room: titleRoom, columns: []column{{name: "UPDATED"}, {name: "TURNS", right: true, drop: 3}, {name: "COST", right: true, drop: 2},
		{name: "MODEL", drop: 4, most: 28}, {name: "ID", soft: longID}, {name: "PROJECT", drop: 1, most: 24}, {name: "TITLE"}}}
	short := a.shortIDs(list)
	for i := range list {
		s := &list[i]
		t.rows = append(t.rows, []string{ago(s.UpdatedAt, now), strconv.FormatInt(s.TurnCount, 10), costOf(s.Cost),
			or(s.Model, "-"), or(short[s.UnifiedID], s.UnifiedID), project(s.Cwd), headline(s)})
	}
	shown, widths := t.fit(a.streams.Width)
	if a.streams.Width == 0 || t.left(a.streams.Width, shown, widths) >= minRoom {
		return t.print(a.streams)
	}
	w := bufio.NewWriter(a.streams.Out)
	for i := range list {
		s := &list[i]
		fmt.Fprintf(w, "%s\n  %s · %s · %s\n  %s\n", a.bold(runewidth.Truncate(printable(oneField(headline(s))), max(a.streams.Width, 4), "…")),
			ago(s.UpdatedAt, now), costOf(s.Cost), turns(s.TurnCount), printable(oneField(or(short[s.UnifiedID], s.UnifiedID))))
	}
	return w.Flush()
}

// titleRoom is what titles have, at least, before other columns are left out.
const titleRoom = 32

// project is the last part of a folder's name.
func project(cwd string) string {
	cwd = strings.TrimRight(cwd, `/\`)
	return or(cwd[strings.LastIndexAny(cwd, `/\`)+1:], "-")
}

func turns(n int64) string {
	if n == 1 {
		return "1 turn"
	}
	return strconv.FormatInt(n, 10) + " turns"
}

// bold marks a headline, where colours may be used.
func (a *app) bold(s string) string {
	if !a.streams.Color {
		return s
	}
	return "\x1b[1m" + s + "\x1b[0m"
}

// printTabs prints unifiedId, updatedAt, turns, messages, model, USD, cwd and
// title, nothing cut.
func (a *app) printTabs(list []heddle.SessionSummary) error {
	w := bufio.NewWriter(a.streams.Out)
	for _, s := range list {
		usd := ""
		if s.Cost != nil && s.Cost.TotalUSD != nil {
			usd = s.Cost.TotalUSD.String()
		}
		w.WriteString(fields(s.UnifiedID, formatTime(s.UpdatedAt), strconv.FormatInt(s.TurnCount, 10), strconv.FormatInt(s.MessageCount, 10),
			s.Model, usd, s.Cwd, s.Title))
	}
	return w.Flush()
}

// costOf renders what a session cost.
func costOf(cost *heddle.CostRecord) string {
	if cost == nil {
		return "-"
	}
	return dollars(cost.TotalUSD)
}

// dollars renders money for a table, in cents; nil is no price.
func dollars(amount *heddle.Money) string {
	if amount == nil {
		return "-"
	}
	f := usdFloat(amount)
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
	return "$" + grouped(i) + "." + cents
}

// usdFloat returns the number nearest to an amount in USD; nil is 0.
func usdFloat(amount *heddle.Money) float64 {
	if amount == nil {
		return 0
	}
	f, err := strconv.ParseFloat(amount.String(), 64)
	must(err) // an amount is a decimal number
	return f
}

// grouped renders 1234567 as 1,234,567.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// formatTime renders a time as the engine does: RFC 3339 with milliseconds, nothing
// for an unknown one.
func formatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}

// ago renders a time as an age: "just now", "5m ago", "2h ago", "3d ago", then
// the date.
func ago(t, now time.Time) string {
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
