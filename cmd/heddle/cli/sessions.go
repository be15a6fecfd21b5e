package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

func (a *app) sessionsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sessions",
		Short: "List, show, search, export, compare and resume sessions",
		Args:  usage(cobra.NoArgs),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.listCommand(), a.showCommand(), a.searchCommand(), a.exportCommand(), a.diffCommand(),
		a.launchCommand("resume", "Print the agent's own command that goes on with a session"),
		a.launchCommand("fork", "Print the agent's own command that goes on with a copy of a session"))
	return cmd
}

// listOptions are the flags of sessions list.
type listOptions struct {
	filters
	sort, direction                     string
	limit                               int64
	subagents, superseded, strict, json bool
}

func (a *app) listCommand() *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list [agent]",
		Short: "List sessions, newest first",
		Example: "  heddle sessions list claude --limit 20\n" +
			"  heddle sessions list --since 7d --sort cost\n" +
			"  heddle sessions list codex --json | jq '.[].title'",
		Args:              usage(cobra.MaximumNArgs(1)),
		ValidArgsFunction: a.completeAgents,
		RunE: func(_ *cobra.Command, args []string) error {
			agent := ""
			if len(args) > 0 {
				agent = args[0]
			}
			return a.list(agent, o)
		},
	}
	f := cmd.Flags()
	o.filters.add(cmd)
	f.Int64Var(&o.limit, "limit", 100, "at most this many")
	f.StringVar(&o.sort, "sort", "date", "date, cost or turns")
	f.StringVar(&o.direction, "direction", "desc", "asc or desc")
	f.BoolVar(&o.subagents, "subagents", false, "list subagents' sessions as well")
	f.BoolVar(&o.superseded, "superseded", false, "list sessions that a longer copy supersedes as well")
	f.BoolVar(&o.strict, "strict", false, "fail on any unreadable record")
	f.BoolVar(&o.json, "json", false, "print the result as JSON")
	complete(cmd, "sort", "date", "cost", "turns")
	complete(cmd, "direction", "asc", "desc")
	return cmd
}

// complete offers fixed values for a flag.
func complete(cmd *cobra.Command, flag string, values ...string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // only for a flag that does not exist: our own bug
	}
}

func (a *app) list(agent string, o listOptions) error {
	if o.limit < 1 {
		return usageError{fmt.Errorf("--limit %d: at least 1", o.limit)}
	}
	req := map[string]any{"limit": o.limit, "sort": o.sort, "sortDirection": o.direction,
		"subagents": o.subagents, "superseded": o.superseded, "strict": o.strict}
	now := time.Now()
	put(req, "agent", agent)
	o.filters.into(req, now)
	body, err := a.call("sessions.list", req)
	if err != nil {
		return err
	}
	if o.json {
		return a.printJSON(body)
	}
	return a.printSessions(body, now)
}

// absolute turns an age such as 7d or 12h into a time; anything else is left
// for the engine to read.
func absolute(s string, now time.Time) string {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		if n, err := time.ParseDuration(days + "h"); err == nil && n >= 0 {
			return now.Add(-24 * n).UTC().Format("2006-01-02T15:04:05.000Z")
		}
	}
	if age, err := time.ParseDuration(s); err == nil && age >= 0 {
		return now.Add(-age).UTC().Format("2006-01-02T15:04:05.000Z")
	}
	return s
}

// showOptions are the flags of sessions show and sessions export.
type showOptions struct {
	format, branch                string
	raw, strict, toolOutput, json bool
}

func (a *app) showCommand() *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show <agent> <session-id> | <agent>:<session-id>",
		Short: "Show one session",
		Example: "  heddle sessions show claude 3b067d2e-e875-4cbc-aa9c-92d248ba650e\n" +
			"  heddle sessions show codex:01a1f9fa-7cb0-7222-a4dd-fc71bc245557 --format json",
		Args:              usage(cobra.RangeArgs(1, 2)),
		ValidArgsFunction: a.completeSession,
		RunE:              func(_ *cobra.Command, args []string) error { return a.show(args, o) },
	}
	showFlags(cmd, &o, "markdown")
	cmd.Flags().BoolVar(&o.json, "json", false, "print the session as JSON on one line, as the engine returns it")
	return cmd
}

func (a *app) exportCommand() *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:               "export <agent> <session-id> | <agent>:<session-id>",
		Short:             "Write one session to stdout as json, jsonl or markdown",
		Example:           "  heddle sessions export claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e --format jsonl > session.jsonl",
		Args:              usage(cobra.RangeArgs(1, 2)),
		ValidArgsFunction: a.completeSession,
		RunE:              func(_ *cobra.Command, args []string) error { return a.show(args, o) },
	}
	showFlags(cmd, &o, "json")
	return cmd
}

func showFlags(cmd *cobra.Command, o *showOptions, format string) {
	f := cmd.Flags()
	f.StringVar(&o.format, "format", format, "markdown, json or jsonl")
	f.StringVar(&o.branch, "branch", "", "show the branch that ends in this message id")
	f.BoolVar(&o.raw, "raw", false, "include the original text of the session's records (json)")
	f.BoolVar(&o.toolOutput, "tool-output", false, "also put each tool's output into its call")
	f.BoolVar(&o.strict, "strict", false, "fail on any unreadable record")
	complete(cmd, "format", "markdown", "json", "jsonl")
}

func (a *app) show(args []string, o showOptions) error {
	req := map[string]any{"raw": o.raw, "toolOutput": o.toolOutput, "strict": o.strict}
	if len(args) == 2 {
		req["agent"], req["sessionId"] = args[0], args[1]
	} else {
		if !strings.Contains(args[0], ":") {
			return usageError{fmt.Errorf("%q is not agent:session-id; name the agent as well", args[0])}
		}
		req["unifiedId"] = args[0]
	}
	if o.branch != "" {
		req["branch"] = o.branch
	}
	op := "sessions.get"
	if !o.json {
		op = "sessions.export"
		req["format"] = o.format
	}
	body, err := a.call(op, req)
	if err != nil {
		return err
	}
	if o.json {
		return a.printJSON(body)
	}
	if a.streams.Terminal {
		body = []byte(printable(string(body)))
	}
	_, err = a.streams.Out.Write(body)
	return err
}

func (a *app) printJSON(body []byte) error {
	_, err := a.streams.Out.Write(append(body, '\n'))
	return err
}
