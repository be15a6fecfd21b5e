package cli

import (
	"bufio"
	"context"
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
	options := chosen.ListOptions()
	options.Agent, options.Limit, options.Sort, options.SortDirection = heddle.Agent(agent), requestLimit(o.limit), heddle.SortKey(o.sort), heddle.SortDirection(o.direction)
	options.Subagents, options.Superseded, options.Strict = o.subagents, o.superseded, o.strict
	result, body, err := app.FetchResult(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.SessionSummary], error) {
		return h.Sessions.List(ctx, options)
	})
	switch {
	case fault.CodeOf(err) == fault.AgentNotFound:
		return noSuchAgent(a, o.Cmd, agent, err)
	case err != nil:
		return err
	case o.json:
		err = a.PrintJSON(body)
	case a.Streams.Terminal:
		err = sessions.Print(a, result.Items, now)
	default:
		err = printTabs(a, result.Items)
	}
	switch {
	case err != nil:
	case result.AtMost > 0 && !o.Cmd.Flags().Changed("limit"):
		a.Note("note: showing %s of at most %s; --limit 0 shows all\n", terminal.Grouped(o.limit), terminal.Grouped(result.AtMost))
	case o.json || !a.Streams.Terminal:
	case len(result.Items) == 0:
		a.Note("no sessions found; run heddle agents to see which folders were searched\n")
	case result.AtMost > 0:
		a.Note("showing only %d; --limit shows more\n", o.limit)
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
	for _, s := range complete.Newest(a, "") {
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
