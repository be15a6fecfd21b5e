package store

import (
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// eraseFlags are the flags of store erase.
type eraseFlags struct {
	origin, olderThan string
	dryRun, asJSON    bool
}

func storeErase(a *app.App) *cobra.Command {
	var f eraseFlags
	cmd := &cobra.Command{
		Use:   "erase [session-id]...",
		Short: "Erase sessions with everything that was recorded of them, here and in every store that follows",
		Long: "Removes sessions, also those that were deleted, so that no file of the store has a byte of them: events, cached\n" +
			"states, summaries, tags, free pages and logs. Every store that pulls from this one erases them too, and none brings\n" +
			"them back. Forks show a message of type erased in place of each that they share. It cannot be undone.\n\n" +
			"--origin erases all that comes from a machine, --older-than all that was not updated since. What was interrupted is\n" +
			"continued by running it again.\n\n" +
			"In a pipe the first field of every line is its kind, and fields are separated by tabs: erased, sessions and events;\n" +
			"fork, a session that has lost messages; copy, a session that began as a fork and has copies of messages, which you may\n" +
			"want to erase too. With --dry-run: session, and its id.",
		Example: "  heddle store erase claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e\n" +
			"  heddle store erase --origin laptop --dry-run\n" +
			"  heddle --store nats://localhost:4222/team store erase --older-than 90d",
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: complete.For(a).AnyStored,
	}
	cmd.Flags().StringVar(&f.origin, "origin", "", "all sessions of this `machine`; - is what has no name")
	cmd.Flags().StringVar(&f.olderThan, "older-than", "", "all sessions that were not updated for this `age`, such as 90d")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "list the sessions without erasing them")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print the result as JSON")
	complete.From(a, cmd, "origin", func(s *heddle.SessionSummary) []string { return []string{s.Origin} })
	complete.Flag(cmd, "older-than", "30d", "90d")
	cmd.RunE = func(_ *cobra.Command, ids []string) error { return eraseSessions(a, ids, &f) }
	return cmd
}

func eraseSessions(a *app.App, ids []string, f *eraseFlags) error {
	if named := len(ids) > 0; named == (f.origin != "" || f.olderThan != "") {
		return usage.Misuse("store erase: name sessions, or give --origin or --older-than")
	}
	h, err := openStore(a, "")
	if err != nil {
		return err
	}
	defer h.Close()
	if len(ids) == 0 {
		if ids, err = chooseErased(a, h, f); err != nil {
			return err
		}
	}
	if f.dryRun {
		var b strings.Builder
		for _, id := range ids {
			b.WriteString(terminal.Fields("session", id))
		}
		_, err = a.Streams.Out.Write([]byte(b.String()))
		return err
	}
	done, err := h.Store.Erase(a.Ctx, ids...)
	if err != nil {
		return err
	}
	if f.asJSON {
		return a.PrintReport(done)
	}
	return printErased(a, done)
}

// chooseErased returns the ids of the sessions that the flags mean.
func chooseErased(a *app.App, h *heddle.Heddle, f *eraseFlags) (ids []string, err error) {
	var before time.Time
	if f.olderThan != "" || f.origin == "" {
		text := filter.Absolute(f.olderThan, time.Now())
		if text == f.olderThan {
			return nil, usage.Misuse("--older-than must be an age such as 90d, not %q", f.olderThan)
		}
		if before, err = time.Parse(time.RFC3339, text); err != nil {
			return nil, err
		}
	}
	list, err := h.Store.List(a.Ctx, heddle.StoreListOptions{Origin: f.origin})
	if err != nil {
		return nil, err
	}
	for i := range list.Items {
		if s := &list.Items[i]; before.IsZero() || s.UpdatedAt.Before(before) {
			ids = append(ids, s.SessionID)
		}
	}
	return ids, nil
}

// withRetention adds --older-than to the command that compacts.
func withRetention(a *app.App, cmd *cobra.Command) *cobra.Command {
	var f eraseFlags
	cmd.Flags().StringVar(&f.olderThan, "older-than", "", "first erase sessions that were not updated for this `age`, such as 90d")
	complete.Flag(cmd, "older-than", "30d", "90d")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if !cmd.Flags().Changed("older-than") {
			return nil
		}
		h, err := openStore(a, "")
		if err != nil {
			return err
		}
		defer h.Close()
		ids, err := chooseErased(a, h, &f)
		if err != nil || len(ids) == 0 {
			return err
		}
		_, err = h.Store.Erase(a.Ctx, ids...)
		return err
	}
	return cmd
}

func printErased(a *app.App, r *heddle.StoreErased) error {
	var b strings.Builder
	if !a.Streams.Terminal {
		b.WriteString(terminal.Fields("erased", strconv.FormatInt(r.Sessions, 10), strconv.FormatInt(r.Events, 10)))
		for _, id := range r.Forks {
			b.WriteString(terminal.Fields("fork", id))
		}
		for _, id := range r.Copies {
			b.WriteString(terminal.Fields("copy", id))
		}
	} else {
		b.WriteString("erased " + terminal.NumberOf(r.Sessions, "session") + ": " + terminal.NumberOf(r.Events, "event") + "\n")
		for _, id := range r.Forks {
			b.WriteString(a.Bold(terminal.Line(id)) + " has lost messages that it shared\n")
		}
		for _, id := range r.Copies {
			b.WriteString(a.Bold(terminal.Line(id)) + " began as a fork and has copies of messages; erase it too if they must not remain\n")
		}
	}
	_, err := a.Streams.Out.Write([]byte(b.String()))
	return err
}
