package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/core"
	"github.com/spf13/cobra"
)

// importOptions are the flags of import.
type importOptions struct {
	filters
	agent             string
	all, dryRun, json bool
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
			"and the new ones added), unchanged or failed; the exit status is 1 when one failed.\n\n" + activityHelp,
		Example: "  heddle import claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e\n" +
			"  heddle import --all --since 7d\n" +
			"  heddle import --all --agent codex --cwd \"$PWD\" --dry-run --json | jq .imported",
		ValidArgsFunction: a.completeImport,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.importSessions(cmd, args, &o) },
	}
	f := cmd.Flags()
	f.BoolVar(&o.all, "all", false, "copy every session that matches the filters")
	f.StringVar(&o.agent, "agent", "", "only this `agent`'s sessions")
	o.filters.lists(a, cmd)
	f.BoolVar(&o.dryRun, "dry-run", false, "report what would be copied without copying it")
	f.BoolVar(&o.json, "json", false, "print the result as JSON, one value for each session named")
	complete(cmd, "agent", slices.DeleteFunc(core.AgentNames(), func(name string) bool { return name == storeAgent })...)
	return cmd
}

// completeImport offers unified ids for any number of arguments.
func (a *app) completeImport(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	return a.completePair(cmd, nil, typed)
}

// imported is a report of sessions.import.
type imported struct {
	Sessions []struct {
		UnifiedID, StoreID, Status string
		Messages, Added            int64
	}
	Imported, Updated, Unchanged, Failed int64
}

func (a *app) importSessions(cmd *cobra.Command, ids []string, o *importOptions) error {
	requests, err := a.importRequests(cmd, ids, o)
	if err != nil {
		return err
	}
	var total imported
	err = a.holding(func(ask ask) error {
		for _, req := range requests {
			res, err := ask("sessions.import", req)
			if err != nil {
				return err
			}
			var r imported
			if err := json.Unmarshal(res.Body, &r); err != nil {
				return err
			}
			if o.json {
				if err := a.printJSON(res.Body); err != nil {
					return err
				}
			}
			total.Sessions = append(total.Sessions, r.Sessions...)
			total.Imported, total.Updated = total.Imported+r.Imported, total.Updated+r.Updated
			total.Unchanged, total.Failed = total.Unchanged+r.Unchanged, total.Failed+r.Failed
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
func (a *app) importRequests(cmd *cobra.Command, ids []string, o *importOptions) ([]map[string]any, error) {
	switch {
	case o.all && len(ids) > 0:
		return nil, misuse("--all cannot be used with a session: %q", ids[0])
	case !o.all && len(ids) == 0:
		return nil, usageError{errors.New("name the sessions, or give --all"), "heddle import --all --since 7d --dry-run"}
	case o.all:
		req := map[string]any{"all": true, "dryRun": o.dryRun}
		put(req, "agent", o.agent)
		return []map[string]any{req}, a.filter(&o.filters, req, time.Now(), false)
	}
	for _, flag := range append([]string{"agent", "model", "tag", "cwd"}, timeFlags...) {
		if cmd.Flags().Changed(flag) {
			return nil, misuse("--%s needs --all", flag)
		}
	}
	var out []map[string]any
	for _, id := range ids {
		if err := unified(id); err != nil {
			return nil, err
		}
		out = append(out, map[string]any{"unifiedId": id, "dryRun": o.dryRun})
	}
	return out, nil
}

// printImported prints a table with a total, or a line for each session.
func (a *app) printImported(r *imported, dry bool) error {
	t := table{columns: []column{{name: "STATUS"}, {name: "ADDED", right: true}, {name: "MESSAGES", right: true, drop: 1}, {name: "ID"}}}
	var b strings.Builder
	for _, s := range r.Sessions {
		t.rows = append(t.rows, []string{s.Status, grouped(s.Added), grouped(s.Messages), s.UnifiedID})
		b.WriteString(fields(s.Status, strconv.FormatInt(s.Added, 10), strconv.FormatInt(s.Messages, 10), s.UnifiedID, s.StoreID))
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
	_, err := fmt.Fprintf(a.streams.Out, "%d new, %d updated, %d unchanged, %d failed%s\n", r.Imported, r.Updated, r.Unchanged, r.Failed, what)
	return err
}
