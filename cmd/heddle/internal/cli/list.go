package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/core/session"
	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"
)

// listOptions are the flags of sessions list.
type listOptions struct {
	filters
	sort, direction                     string
	limit                               int64
	subagents, superseded, strict, json bool
	cut                                 bool // at the default limit, of which nobody thought
}

func (a *app) listCommand() *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list [agent]",
		Short: "List sessions, newest first",
		Long: "Lists the sessions of one agent or of all. A terminal shows a table; in a pipe every session is a line of\n" +
			"unifiedId, updatedAt, turns, messages, model, USD, cwd and title, separated by tabs and never truncated.\n\n" + activityHelp,
		Example: "  heddle sessions list claude --limit 20\n" +
			"  heddle sessions list --week --sort cost\n" +
			"  heddle sessions list --since 2026-11-01 --until 2026-11-07\n" +
			"  heddle sessions list --cwd \"$PWD\" --tag review --tag release\n" +
			"  heddle sessions list codex --json | jq -r '.[].title'",
		Args:              takes(0, 1),
		ValidArgsFunction: a.completeAgents,
		RunE: func(cmd *cobra.Command, args []string) error {
			agent := ""
			if len(args) > 0 {
				agent = args[0]
			}
			o.cut = !cmd.Flags().Changed("limit")
			return a.list(agent, o)
		},
	}
	f := cmd.Flags()
	o.filters.lists(a, cmd)
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

func (a *app) list(agent string, o listOptions) error {
	if o.limit < 0 {
		return misuse("--limit %d: must be 1 or more, or 0 for all", o.limit)
	}
	req := map[string]any{"limit": limited(o.limit), "sort": o.sort, "sortDirection": o.direction,
		"subagents": o.subagents, "superseded": o.superseded, "strict": o.strict}
	now := time.Now()
	put(req, "agent", agent)
	if err := a.filter(&o.filters, req, now, false); err != nil {
		return err
	}
	if o.cut {
		req["limit"] = o.limit + 1 // one more, to see whether there are more
	}
	body, err := a.call("sessions.list", req)
	if err != nil {
		return err
	}
	more := false
	if o.cut {
		if body, more, err = firstOf(body, int(o.limit)); err != nil {
			return err
		}
	}
	if err := a.printList(body, &o, now); err != nil {
		return err
	}
	if more {
		a.noteCut(req, o.limit)
	}
	return nil
}

// limited is the limit of a request; 0 on the command line means all.
func limited(limit int64) int64 {
	if limit == 0 {
		return session.NoLimit
	}
	return limit
}

// firstOf returns the first elements of a canonical list, and whether there
// were more.
func firstOf(body []byte, n int) ([]byte, bool, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(body, &list); err != nil || len(list) <= n {
		return body, false, err
	}
	parts := make([][]byte, n)
	for i := range parts {
		parts[i] = list[i]
	}
	return append(append([]byte{'['}, bytes.Join(parts, []byte{','})...), ']'), true, nil
}

// countAll is up to how many session files a cut list is counted exactly, by
// listing them all.
const countAll = 1000

// noteCut says that a list was cut at its default limit, and how long it is.
func (a *app) noteCut(req map[string]any, limit int64) {
	if a.global.quiet {
		return
	}
	var agents []struct {
		Agent        string
		SessionCount int64
	}
	a.quietly("agents.list", map[string]any{}, &agents)
	files := int64(0)
	for _, g := range agents {
		if req["agent"] == nil || req["agent"] == g.Agent {
			files += g.SessionCount
		}
	}
	var all []json.RawMessage
	if files <= countAll {
		req["limit"] = int64(session.NoLimit)
		a.quietly("sessions.list", req, &all)
	}
	switch {
	case int64(len(all)) > limit:
		a.note("note: showing %s of %s; --limit 0 shows all\n", grouped(limit), grouped(int64(len(all))))
	case files > limit && req["subagents"] != true:
		a.note("note: showing %s of at most %s; --limit 0 shows all\n", grouped(limit), grouped(files))
	default:
		a.note("note: showing the first %s; --limit 0 shows all\n", grouped(limit))
	}
}

// printList prints sessions in the form that was asked for.
func (a *app) printList(body []byte, o *listOptions, now time.Time) error {
	if o.json {
		return a.printJSON(body)
	}
	var list []summary
	if err := json.Unmarshal(body, &list); err != nil {
		return err
	}
	if !a.streams.Terminal {
		return a.printTabs(list)
	}
	if err := a.printSessions(list, now); err != nil {
		return err
	}
	switch {
	case len(list) == 0:
		a.note("no sessions found; run heddle agents to see which folders were searched\n")
	case !o.cut && int64(len(list)) == o.limit:
		a.note("showing only %d; --limit shows more\n", o.limit)
	}
	return nil
}

// summary is what the table shows of a session.
type summary struct {
	UnifiedID    string
	Title        string
	UpdatedAt    string
	TurnCount    int64
	MessageCount int64
	Model        string
	Cwd          string
	Cost         *struct{ TotalUSD json.Number }

	ImportedAs        string // its copy in the store
	OriginalUnifiedID string // what it is a copy of
	OriginalGone      bool
}

// headline is the title, and where else the session is.
func (s *summary) headline() string {
	switch {
	case s.OriginalGone:
		return or(s.Title, "-") + " (only in the store)"
	case s.OriginalUnifiedID != "":
		return or(s.Title, "-") + " (copy of " + s.OriginalUnifiedID + ")"
	case s.ImportedAs != "":
		return or(s.Title, "-") + " (also in the store)"
	}
	return or(s.Title, "-")
}

// longID is the width up to which ids stand below each other.
const longID = 48

// printSessions prints a table, or where it does not fit three lines for each
// session.
func (a *app) printSessions(list []summary, now time.Time) error {
	if len(list) == 0 {
		return nil
	}
	t := table{columns: []column{{name: "UPDATED"}, {name: "TURNS", right: true, drop: 2}, {name: "COST", right: true, drop: 1},
		{name: "MODEL", drop: 3, most: 28}, {name: "ID", soft: longID}, {name: "TITLE"}}}
	for i := range list {
		s := &list[i]
		t.rows = append(t.rows, []string{ago(s.UpdatedAt, now), strconv.FormatInt(s.TurnCount, 10), s.dollars(),
			or(s.Model, "-"), s.UnifiedID, s.headline()})
	}
	shown, widths := t.fit(a.streams.Width)
	if a.streams.Width == 0 || t.left(a.streams.Width, shown, widths) >= minRoom {
		return t.print(a.streams)
	}
	w := bufio.NewWriter(a.streams.Out)
	for i := range list {
		s := &list[i]
		fmt.Fprintf(w, "%s\n  %s · %s · %s\n  %s\n", a.bold(runewidth.Truncate(printable(oneField(s.headline())), max(a.streams.Width, 4), "…")),
			ago(s.UpdatedAt, now), s.dollars(), turns(s.TurnCount), printable(oneField(s.UnifiedID)))
	}
	return w.Flush()
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
func (a *app) printTabs(list []summary) error {
	w := bufio.NewWriter(a.streams.Out)
	for _, s := range list {
		usd := ""
		if s.Cost != nil {
			usd = s.Cost.TotalUSD.String()
		}
		w.WriteString(fields(s.UnifiedID, s.UpdatedAt, strconv.FormatInt(s.TurnCount, 10), strconv.FormatInt(s.MessageCount, 10),
			s.Model, usd, s.Cwd, s.Title))
	}
	return w.Flush()
}

func (s *summary) dollars() string {
	if s.Cost == nil || s.Cost.TotalUSD == "" {
		return "-"
	}
	return dollars(s.Cost.TotalUSD)
}

// dollars renders money for a table, in cents.
func dollars(n json.Number) string {
	f, err := n.Float64()
	switch {
	case err != nil:
		return "-"
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

// grouped renders 1234567 as 1,234,567.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// ago renders a time as an age: "just now", "5m ago", "2h ago", "3d ago", then
// the date.
func ago(stamp string, now time.Time) string {
	t, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
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
