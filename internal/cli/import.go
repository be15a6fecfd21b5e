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
)

// importOptions are the flags of import.
type importOptions struct {
	filters
	agent                     string
	all, redact, dryRun, json bool
	again                     bool
}

func (a *app) importCommand() *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import <agent>:<session-id>... | --all",
		Short: "Copy agents' sessions into the store, where agents cannot delete them",
		Long: "Copies agents' sessions into the store, where they remain when the agent deletes its own. Only what is new\n" +
			"is added, so importing twice changes nothing. The agent's files are only read.\n\n" +
			"In a pipe every session is a line of status, added messages, messages, unifiedId and store id, separated\n" +
			"by tabs. The status is new, updated, rewritten (the agent changed earlier messages: the old ones are hidden\n" +
			"and the new ones added), unchanged, deleted or failed; the exit status is 1 when one failed.\n\n" +
			"What was deleted from the store is not copied again, unless you ask for it with --again.\n\n" + activityHelp,
		Example: "  heddle import claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e\n" +
			"  heddle import --all --since 7d\n" +
			"  heddle import --all --origin laptop\n" +
			"  heddle import --all --agent codex --cwd \"$PWD\" --dry-run --json | jq .imported",
		ValidArgsFunction: a.completeImport,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.importSessions(cmd, args, &o) },
	}
	f := cmd.Flags()
	f.BoolVar(&o.all, "all", false, "copy every session that matches the filters")
	f.StringVar(&o.agent, "agent", "", "only this `agent`'s sessions")
	o.filters.addActivity(a, cmd)
	o.filters.addOrigin(a, cmd, "name this `machine`: the copies say that they come from it, and each machine has copies of its own")
	a.addRedactFlag(f, &o.redact)
	f.BoolVar(&o.again, "again", false, "copy also what was deleted from the store")
	f.BoolVar(&o.dryRun, "dry-run", false, "report what would be copied without copying it")
	f.BoolVar(&o.json, "json", false, "print the result as JSON, one value for each session named")
	complete(cmd, "agent", slices.DeleteFunc(core.AgentNames(), func(name string) bool { return name == storeAgent })...)
	return cmd
}

// completeImport offers unified ids for any number of arguments.
func (a *app) completeImport(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	return a.completePair(cmd, nil, typed)
}

func (a *app) importSessions(cmd *cobra.Command, ids []string, o *importOptions) error {
	requests, err := a.importRequests(cmd, ids, o)
	if err != nil {
		return err
	}
	var total heddle.ImportReport
	err = a.withClient(func(c *client) error {
		for _, run := range requests {
			report, err := run(a.ctx, c.Heddle)
			if err != nil {
				return err
			}
			if o.json {
				if err := a.printJSON(c.engine.last.Body); err != nil {
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
		if shown := a.printImported(&total, o.dryRun); err == nil {
			err = shown
		}
	}
	if err == nil && total.Failed > 0 {
		return statusError{ExitFailure}
	}
	return err
}

// importRequests is one request for each session that is named, or one for
// all.
func (a *app) importRequests(cmd *cobra.Command, ids []string, o *importOptions) ([]operation[*heddle.ImportReport], error) {
	switch {
	case o.all && len(ids) > 0:
		return nil, misuse("--all cannot be used with a session: %q", ids[0])
	case !o.all && len(ids) == 0:
		return nil, usageError{errors.New("name the sessions, or give --all"), "heddle import --all --since 7d --dry-run"}
	case o.all:
		chosen, err := a.selectSessions(&o.filters, time.Now(), false)
		options := heddle.ImportOptions{
			All: true, Agent: heddle.Agent(o.agent), Redact: o.redact, Again: o.again, DryRun: o.dryRun,
			ActiveSince: chosen.since, ActiveUntil: chosen.until, Since: chosen.createdSince, Until: chosen.createdUntil,
			Zone: chosen.zone, Model: chosen.model, Tags: chosen.tags, Cwd: chosen.cwd, Under: chosen.under, Origin: chosen.origin,
		}
		return []operation[*heddle.ImportReport]{func(ctx context.Context, h *heddle.Heddle) (*heddle.ImportReport, error) {
			return h.Sessions.Import(ctx, options)
		}}, err
	}
	if err := checkOrigin(cmd, o.origin); err != nil {
		return nil, err
	}
	for _, flag := range append([]string{"agent", "model", "tag", "cwd"}, timeFlags...) {
		if cmd.Flags().Changed(flag) {
			return nil, misuse("--%s needs --all", flag)
		}
	}
	var out []operation[*heddle.ImportReport]
	for _, id := range ids {
		run, err := onSession(a, []string{id}, func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (*heddle.ImportReport, error) {
			return h.Sessions.Import(ctx, heddle.ImportOptions{Ref: ref, Redact: o.redact, Again: o.again, DryRun: o.dryRun, Origin: o.origin})
		})
		if err != nil {
			return nil, err
		}
		out = append(out, run)
	}
	return out, nil
}

// printImported prints a table with a total, or a line for each session.
func (a *app) printImported(r *heddle.ImportReport, dry bool) error {
	t := table{columns: []column{{name: "STATUS"}, {name: "ADDED", right: true}, {name: "MESSAGES", right: true, drop: 1}, {name: "ID"}}}
	var b strings.Builder
	for _, s := range r.Sessions {
		t.rows = append(t.rows, []string{string(s.Status), grouped(s.Added), grouped(s.Messages), s.UnifiedID})
		b.WriteString(fields(string(s.Status), strconv.FormatInt(s.Added, 10), strconv.FormatInt(s.Messages, 10), s.UnifiedID, s.StoreID))
	}
	if !a.streams.Terminal {
		_, err := a.streams.Out.Write([]byte(b.String()))
		return err
	}
	if len(t.rows) > 0 {
		if err := t.print(a.streams); err != nil {
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
	_, err := fmt.Fprintf(a.streams.Out, "%d new, %d updated, %d unchanged, %s%d failed%s\n", r.Imported, r.Updated, r.Unchanged, deleted, r.Failed, what)
	return err
}
