package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// listOptions are the flags of sessions list.
type listOptions struct {
	filter.Flags
	sort, direction                     string
	limit                               int64
	subagents, superseded, strict, json bool
	cut                                 bool // at the default limit, which the user did not choose
}

func listCommand(a *app.App) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list [agent]",
		Short: "List sessions, newest first",
		Long: "Lists the sessions of one agent or of all. A terminal shows a table; in a pipe every session is a line of\n" +
			"unifiedId, updatedAt, turns, messages, model, USD, cwd and title, separated by tabs and never truncated.\n\n" + filter.ActivityHelp,
		Example: "  heddle list claude --limit 20\n" +
			"  heddle list --week --sort cost\n" +
			"  heddle list --since 2026-11-01 --until 2026-11-07\n" +
			"  heddle list --edited src/parser.go --under .\n" +
			"  heddle list --cwd \"$PWD\" --tag review --tag release\n" +
			"  heddle list codex --json | jq -r '.[].title'",
		Args:              usage.Takes(0, 1),
		ValidArgsFunction: complete.For(a).Agents,
		RunE: func(cmd *cobra.Command, args []string) error {
			agent := ""
			if len(args) > 0 {
				agent = args[0]
			}
			o.cut = !cmd.Flags().Changed("limit")
			if err := usage.RefuseEmpty(cmd, "sort", "direction"); err != nil {
				return err
			}
			return list(a, agent, &o)
		},
	}
	f := cmd.Flags()
	o.Flags.AddActivity(a, cmd)
	o.Flags.AddOrigin(a, cmd, filter.OriginHelp)
	o.Flags.AddSource(a, cmd)
	o.Flags.AddActions(cmd)
	f.Int64Var(&o.limit, "limit", session.DefaultListLimit, "show at most `N` sessions (0 = all)")
	f.StringVar(&o.sort, "sort", "date", "sort by this `key`: date (of the last update), cost or turns")
	f.StringVar(&o.direction, "direction", "desc", "sort ascending or descending: `asc|desc`")
	f.BoolVar(&o.subagents, "subagents", false, "include subagents' sessions")
	f.BoolVar(&o.superseded, "superseded", false, "include sessions that a longer copy supersedes")
	f.BoolVar(&o.strict, "strict", false, "fail on any unreadable record")
	f.BoolVar(&o.json, "json", false, "print the result as a JSON array")
	complete.Flag(cmd, "sort", "date", "cost", "turns")
	complete.Flag(cmd, "direction", "desc", "asc")
	complete.Flag(cmd, "limit")
	return cmd
}

func list(a *app.App, agent string, o *listOptions) error {
	if o.limit < 0 {
		return usage.Misuse("--limit %d: must be 1 or more, or 0 for all", o.limit)
	}
	now := time.Now()
	chosen, err := filter.Select(a, &o.Flags, now, false)
	if err != nil {
		return err
	}
	options := heddle.ListOptions{
		Agent: heddle.Agent(agent), Limit: requestLimit(o.limit), Sort: heddle.SortKey(o.sort), SortDirection: heddle.SortDirection(o.direction),
		Subagents: o.subagents, Superseded: o.superseded, Strict: o.strict,
		ActiveSince: chosen.Since, ActiveUntil: chosen.Until, Since: chosen.CreatedSince, Until: chosen.CreatedUntil,
		Zone: chosen.Zone, Model: chosen.Model, Tags: chosen.Tags, Cwd: chosen.Cwd, Under: chosen.Under, Origin: chosen.Origin,
		GitBranches: chosen.Branches, Repositories: chosen.Repositories, AgentVersions: chosen.Versions, Edited: chosen.Edited, Failed: chosen.Failed,
	}
	if o.cut {
		options.Limit = o.limit + 1 // one more, to see whether there are more
	}
	run := func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.SessionSummary], error) {
		return h.Sessions.List(ctx, options)
	}
	show := func(run app.Operation[*heddle.List[heddle.SessionSummary]], o *listOptions, now time.Time) (bool, error) {
		return printSummaries(a, run, o, now)
	}
	if o.json {
		show = func(run app.Operation[*heddle.List[heddle.SessionSummary]], o *listOptions, p2 time.Time) (bool, error) {
			return printSummariesJSON(a, run, o, p2)
		}
	}
	more, err := show(run, o, now)
	if fault.CodeOf(err) == fault.AgentNotFound {
		return noSuchAgent(a, o.Cmd, agent, err)
	}
	if err == nil && more {
		noteCut(a, options, o.limit)
	}
	return err
}

// noSuchAgent returns the error for a word that names no agent, with the command that
// was meant: of an agent, or of a project or text, which people try as well.
func noSuchAgent(a *app.App, cmd *cobra.Command, word string, err error) error {
	for _, known := range core.AgentNames() {
		if sessions.Similar(strings.ToLower(word), known) {
			return usage.WithHint(err, "did you mean "+cmd.CommandPath()+" "+known+"?")
		}
	}
	for _, s := range a.ListQuietly(heddle.ListOptions{Limit: app.Newest}) {
		if folder := folderNamed(s.Cwd, word); folder != "" {
			return usage.WithHint(err, "sessions of this folder: heddle list --under "+quoted(folder))
		}
	}
	return usage.WithHint(err, "sessions with this text: heddle search "+quoted(word)+"; agents: "+strings.Join(core.AgentNames(), ", "))
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

// requestLimit is the limit of a request; 0 on the command line means all.
func requestLimit(limit int64) int64 {
	if limit == 0 {
		return heddle.NoLimit
	}
	return limit
}

// noteCut says that a list was cut at its default limit, and how long it is.
func noteCut(a *app.App, options heddle.ListOptions, limit int64) {
	if a.Global.Quiet {
		return
	}
	files := int64(0)
	for _, g := range a.ListAgents() {
		if options.Agent == "" || options.Agent == g.Agent {
			files += g.SessionCount
		}
	}
	all := int64(0)
	if files <= sessions.CountAll {
		options.Limit = heddle.NoLimit
		all = int64(len(a.ListQuietly(options)))
	}
	switch {
	case all > limit:
		a.Note("note: showing %s of %s; --limit 0 shows all\n", terminal.Grouped(limit), terminal.Grouped(all))
	case files > limit && !options.Subagents:
		a.Note("note: showing %s of at most %s; --limit 0 shows all\n", terminal.Grouped(limit), terminal.Grouped(files))
	default:
		a.Note("note: showing the first %s; --limit 0 shows all\n", terminal.Grouped(limit))
	}
}

// printSummariesJSON prints the engine's own bytes, without the session that
// only shows that there are more.
func printSummariesJSON(a *app.App, run app.Operation[*heddle.List[heddle.SessionSummary]], o *listOptions, _ time.Time) (more bool, err error) {
	body, err := app.FetchBytes(a, run)
	if err == nil && o.cut {
		body, more, err = cutArray(body, int(o.limit))
	}
	if err != nil {
		return false, err
	}
	return more, a.PrintJSON(body)
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
func printSummaries(a *app.App, run app.Operation[*heddle.List[heddle.SessionSummary]], o *listOptions, now time.Time) (more bool, err error) {
	result, _, err := app.FetchResult(a, run)
	if err != nil {
		return false, err
	}
	list := result.Items
	if o.cut && int64(len(list)) > o.limit {
		list, more = list[:o.limit], true
	}
	if !a.Streams.Terminal {
		return more, printTabs(a, list)
	}
	if err := sessions.Print(a, list, now); err != nil {
		return false, err
	}
	switch {
	case len(list) == 0:
		a.Note("no sessions found; run heddle agents to see which folders were searched\n")
	case !o.cut && int64(len(list)) == o.limit:
		a.Note("showing only %d; --limit shows more\n", o.limit)
	}
	return more, nil
}

// printTabs prints unifiedId, updatedAt, turns, messages, model, USD, cwd and
// title, nothing cut.
func printTabs(a *app.App, list []heddle.SessionSummary) error {
	w := bufio.NewWriter(a.Streams.Out)
	for _, s := range list {
		usd := ""
		if s.Cost != nil && s.Cost.TotalUSD != nil {
			usd = s.Cost.TotalUSD.String()
		}
		w.WriteString(terminal.Fields(s.UnifiedID, terminal.FormatTime(s.UpdatedAt), strconv.FormatInt(s.TurnCount, 10), strconv.FormatInt(s.MessageCount, 10),
			s.Model, usd, s.Cwd, s.Title))
	}
	return w.Flush()
}
