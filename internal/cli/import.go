package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// importOptions are the flags of import.
type importOptions struct {
	filter.Flags
	agent                     string
	all, redact, dryRun, json bool
	again                     bool
}

func importCommand(a *app.App) *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import <agent>:<session-id>... | --all",
		Short: "Copy agents' sessions into the store, where agents cannot delete them",
		Long: "Copies agents' sessions into the store, where they remain when the agent deletes its own. Only what is new\n" +
			"is added, so importing twice changes nothing. The agent's files are only read.\n\n" +
			"In a pipe every session is a line of status, added messages, messages, unifiedId and store id, separated\n" +
			"by tabs. The status is new, updated, rewritten (the agent changed earlier messages: the old ones are hidden\n" +
			"and the new ones added), unchanged, deleted or failed; the exit status is 1 when one failed.\n\n" +
			"What was deleted from the store is not copied again, unless you ask for it with --again.\n\n" + filter.ActivityHelp,
		Example: "  heddle import claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e\n" +
			"  heddle import --all --since 7d\n" +
			"  heddle import --all --origin laptop\n" +
			"  heddle import --all --agent codex --cwd \"$PWD\" --dry-run --json | jq .imported",
		ValidArgsFunction: func(cmd *cobra.Command, p1 []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completeImport(a, cmd, p1, typed)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return importSessions(a, cmd, args, &o) },
	}
	f := cmd.Flags()
	f.BoolVar(&o.all, "all", false, "copy every session that matches the filters")
	f.StringVar(&o.agent, "agent", "", "only this `agent`'s sessions")
	o.Flags.AddActivity(a, cmd)
	o.Flags.AddOrigin(a, cmd, "name this `machine`: the copies say that they come from it, and each machine has copies of its own")
	a.AddRedactFlag(f, &o.redact)
	f.BoolVar(&o.again, "again", false, "copy also what was deleted from the store")
	f.BoolVar(&o.dryRun, "dry-run", false, "report what would be copied without copying it")
	f.BoolVar(&o.json, "json", false, "print the result as JSON, one value for each session named")
	complete.Flag(cmd, "agent", slices.DeleteFunc(core.AgentNames(), func(name string) bool { return name == app.StoreAgent })...)
	return cmd
}

// completeImport offers unified ids for any number of arguments.
func completeImport(a *app.App, cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	return complete.For(a).Pair(cmd, nil, typed)
}

func importSessions(a *app.App, cmd *cobra.Command, ids []string, o *importOptions) error {
	requests, err := importRequests(a, cmd, ids, o)
	if err != nil {
		return err
	}
	var total heddle.ImportReport
	err = a.WithClient(func(c *app.Client) error {
		for _, run := range requests {
			report, err := run(a.Ctx, c.Heddle)
			if err != nil {
				return err
			}
			if o.json {
				if err := a.PrintJSON(c.Engine.Last.Body); err != nil {
					return err
				}
			}
			total.Sessions = append(total.Sessions, report.Sessions...)
			total.Imported, total.Updated = total.Imported+report.Imported, total.Updated+report.Updated
			total.Unchanged, total.Failed = total.Unchanged+report.Unchanged, total.Failed+report.Failed
			total.Deleted += report.Deleted
		}
		return nil
	})
	if !o.json && (err == nil || len(total.Sessions) > 0) {
		if shown := printImported(a, &total, o.dryRun); err == nil {
			err = shown
		}
	}
	if err == nil && total.Failed > 0 {
		return app.StatusError(app.ExitFailure)
	}
	return err
}

// importRequests is one request for each session that is named, or one for
// all.
func importRequests(a *app.App, cmd *cobra.Command, ids []string, o *importOptions) ([]app.Operation[*heddle.ImportReport], error) {
	switch {
	case o.all && len(ids) > 0:
		return nil, usage.Misuse("--all cannot be used with a session: %q", ids[0])
	case !o.all && len(ids) == 0:
		return nil, usage.Error{Err: errors.New("name the sessions, or give --all"), Hint: "heddle import --all --since 7d --dry-run"}
	case o.all:
		chosen, err := filter.Select(a, &o.Flags, time.Now(), false)
		options := heddle.ImportOptions{
			All: true, Agent: heddle.Agent(o.agent), Redact: o.redact, Again: o.again, DryRun: o.dryRun,
			ActiveSince: chosen.Since, ActiveUntil: chosen.Until, Since: chosen.CreatedSince, Until: chosen.CreatedUntil,
			Zone: chosen.Zone, Model: chosen.Model, Tags: chosen.Tags, Cwd: chosen.Cwd, Under: chosen.Under, Origin: chosen.Origin,
		}
		return []app.Operation[*heddle.ImportReport]{func(ctx context.Context, h *heddle.Heddle) (*heddle.ImportReport, error) {
			return h.Sessions.Import(ctx, options)
		}}, err
	}
	if err := filter.CheckOrigin(cmd, o.Origin); err != nil {
		return nil, err
	}
	for _, flag := range append([]string{"agent", "model", "tag", "cwd"}, filter.TimeFlags...) {
		if cmd.Flags().Changed(flag) {
			return nil, usage.Misuse("--%s needs --all", flag)
		}
	}
	var out []app.Operation[*heddle.ImportReport]
	for _, id := range ids {
		run, err := sessions.On(a, []string{id}, func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (*heddle.ImportReport, error) {
			return h.Sessions.Import(ctx, heddle.ImportOptions{Ref: ref, Redact: o.redact, Again: o.again, DryRun: o.dryRun, Origin: o.Origin})
		})
		if err != nil {
			return nil, err
		}
		out = append(out, run)
	}
	return out, nil
}

// printImported prints a table with a total, or a line for each session.
func printImported(a *app.App, r *heddle.ImportReport, dry bool) error {
	t := terminal.Table{Columns: []terminal.Column{{Name: "STATUS"}, {Name: "ADDED", Right: true}, {Name: "MESSAGES", Right: true, Drop: 1}, {Name: "ID"}}}
	var b strings.Builder
	for _, s := range r.Sessions {
		t.Rows = append(t.Rows, []string{string(s.Status), terminal.Grouped(s.Added), terminal.Grouped(s.Messages), s.UnifiedID})
		b.WriteString(terminal.Fields(string(s.Status), strconv.FormatInt(s.Added, 10), strconv.FormatInt(s.Messages, 10), s.UnifiedID, s.StoreID))
	}
	if !a.Streams.Terminal {
		_, err := a.Streams.Out.Write([]byte(b.String()))
		return err
	}
	if len(t.Rows) > 0 {
		if err := t.Print(a.Streams); err != nil {
			return err
		}
	}
	what := ""
	if dry {
		what = " (dry run: nothing was copied)"
	}
	deleted := ""
	if r.Deleted > 0 {
		deleted = fmt.Sprintf("%d deleted (--again copies them), ", r.Deleted)
	}
	_, err := fmt.Fprintf(a.Streams.Out, "%d new, %d updated, %d unchanged, %s%d failed%s\n", r.Imported, r.Updated, r.Unchanged, deleted, r.Failed, what)
	return err
}
