package store

import (
	"bufio"
	"context"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// pullFlags are the flags of pull, push and sync.
type pullFlags struct {
	filter.Flags
	keepBoth, asJSON, follow, dryRun bool
	every                            time.Duration
	chosen                           *heddle.ListOptions // what is pushed, nil for everything
}

// pullHelp is what pull, push and sync have in common.
const pullHelp = "Sessions keep their ids, positions, times and bytes. What was interrupted is continued by running it again, and\n" +
	"what both stores have is not read again. Other programs may use both stores meanwhile.\n\n" +
	"A session that grew differently in both stores is not changed but reported, and so is what is damaged; the\n" +
	"exit status is then 1. With --keep-both the written store gets the other one's version, and its own becomes a\n" +
	"fork with an id of its own.\n\n" +
	"In a pipe the first field of every line is its kind, and fields are separated by tabs: "

const pullLines = "pulled or pushed,\n" +
	"sessions, events, bytes and compared sessions; diverged, session, common position, position in the store that\n" +
	"was read, position in the written one, id of the fork, and why both could not be kept; problem, session,\n" +
	"position and description."

func storePull(a *app.App) *cobra.Command {
	var f pullFlags
	cmd := pullCommand(a, &f, &cobra.Command{
		Use:   "pull <from> [into]",
		Short: "Copy what is new in another store into this one",
		Long: "Copies what another store has and this one lacks: sessions, forks, threads, shares, deletions and tags. The\n" +
			"other store is only read. A store is a file or an address; into is the store of --store by default.\n\n" + pullHelp + pullLines,
		Example: "  heddle store pull /mnt/laptop/heddle.db\n" +
			"  heddle store pull nats://localhost:4222/team --keep-both\n" +
			"  heddle store pull a.db b.db --json | jq .events",
		Args: usage.Takes(1, 2),
	})
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		into := ""
		if len(words) > 1 {
			into = words[1]
		}
		return pullStore(a, words[0], into, "pulled", &f)
	}
	return cmd
}

func storePush(a *app.App) *cobra.Command {
	var f pullFlags
	cmd := pullCommand(a, &f, &cobra.Command{
		Use:   "push [from] <to>",
		Short: "Copy what is new in this store into another one",
		Long: "Copies what this store has and another one lacks: heddle store pull in the other direction. from is the\n" +
			"store of --store by default.\n\n" + pullHelp + pullLines + pushHelp,
		Example: "  heddle store push nats://localhost:4222/team\n" +
			"  heddle store push nats://localhost:4222/team --tag published --dry-run\n" +
			"  heddle store push laptop.db team.db",
		Args: usage.Takes(1, 2),
	})
	f.addPushed(a, cmd)
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		from := ""
		if len(words) > 1 {
			from, words = words[0], words[1:]
		}
		if err := choosePushed(a, &f); err != nil {
			return err
		}
		return pullStore(a, from, words[0], "pushed", &f)
	}
	return cmd
}

func storeSync(a *app.App) *cobra.Command {
	var f pullFlags
	cmd := pullCommand(a, &f, &cobra.Command{
		Use:   "sync <other>",
		Short: "Bring two stores up to date with each other",
		Long: "Pulls from another store and then pushes to it. With --follow it continues until Ctrl-C or a signal and copies\n" +
			"new events as they come, in both directions; a server that is away is reported once and tried again.\n\n" + pullHelp + pullLines + pushHelp + "\n\n" +
			"With --follow and --json every line is a report.",
		Example: "  heddle store sync nats://localhost:4222/team\n" +
			"  heddle store sync nats://localhost:4222/team --follow\n" +
			"  heddle store sync /mnt/usb/heddle.db --keep-both",
		Args: usage.Takes(1, 1),
	})
	f.addPushed(a, cmd)
	cmd.Flags().BoolVarP(&f.follow, "follow", "f", false, "continue until Ctrl-C")
	cmd.Flags().DurationVar(&f.every, "every", 0, "with --follow, look after this `duration`, for example 5s (default: 500ms)")
	complete.Flag(cmd, "every", "1s", "5s", "1m")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		if cmd.Flags().Changed("every") && (!f.follow || f.every <= 0) {
			return usage.Misuse("--every %s: needs --follow and a duration above 0", f.every)
		}
		if f.follow && f.dryRun {
			return usage.Misuse("--dry-run and --follow cannot be used together")
		}
		if err := choosePushed(a, &f); err != nil {
			return err
		}
		return syncStore(a, words[0], &f)
	}
	return cmd
}

// pullCommand adds the flags that pull, push and sync share.
func pullCommand(a *app.App, f *pullFlags, cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&f.keepBoth, "keep-both", false, "keep both versions of a session that grew differently")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print the report as JSON")
	words := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		for _, name := range args {
			if name == "" { // such as an unset variable; it must not become one's own store
				return usage.Misuse("the name of a store is empty")
			}
		}
		return words(cmd, args)
	}
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"db"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return cmd
}

// openStores opens two stores by their names; "" is that of --store.
func openStores(a *app.App, first, second string, use func(first, second *heddle.Heddle) error) error {
	one, err := openStore(a, first)
	if err != nil {
		return err
	}
	defer one.Close()
	two, err := openStore(a, second)
	if err != nil {
		return err
	}
	defer two.Close()
	return use(one, two)
}

func openStore(a *app.App, name string) (*heddle.Heddle, error) {
	open, err := a.Opener()
	if err != nil {
		return nil, err
	}
	if name == "-" {
		return nil, usage.Misuse("a store is a file or an address, not -")
	}
	if name == "" {
		if name, err = a.StoreFile(); err != nil {
			return nil, err
		}
		if name == "" {
			return nil, usage.Misuse("there is no store: name it, or give --store")
		}
	}
	return heddle.Open(heddle.Options{Home: a.Global.Home, Store: name, Engine: open, Workers: a.Global.Workers, ModulePath: a.Global.Module})
}

// pullStore pulls one store into another; done is the word for it.
func pullStore(a *app.App, from, into, done string, f *pullFlags) error {
	return openStores(a, from, into, func(from, into *heddle.Heddle) error {
		p := app.StartProgress(a.Streams, a.Global.Quiet)
		defer p.End()
		report, err := into.Store.Pull(a.Ctx, from.Store, pullOptions(a, f, p))
		p.End()
		if err != nil {
			return err
		}
		if f.asJSON {
			err = a.PrintReport(report)
		} else {
			err = printPull(a, done, report)
		}
		if err == nil && !report.Complete() {
			err = app.StatusError(app.ExitFailure)
		}
		return err
	})
}

func pullOptions(a *app.App, f *pullFlags, p *app.Progress) heddle.PullOptions {
	return heddle.PullOptions{KeepBoth: f.keepBoth, Select: f.chosen, DryRun: f.dryRun, Progress: func(r heddle.PullReport) {
		if p != nil {
			p.Report(r.Bytes, 0)
		}
	}}
}

// syncStore brings the store of --store and another one up to date.
func syncStore(a *app.App, other string, f *pullFlags) error {
	return openStores(a, "", other, func(own, other *heddle.Heddle) error {
		if f.follow {
			return followStore(a, own, other, f)
		}
		p := app.StartProgress(a.Streams, a.Global.Quiet)
		defer p.End()
		report, err := own.Store.Sync(a.Ctx, other.Store, pullOptions(a, f, p))
		p.End()
		if err != nil {
			return err
		}
		if err := printSync(a, report, f); err != nil {
			return err
		}
		if !report.Pull.Complete() || !report.Push.Complete() {
			return app.StatusError(app.ExitFailure)
		}
		return nil
	})
}

// followStore is sync --follow. A signal to end, as a service manager sends it, is success.
func followStore(a *app.App, own, other *heddle.Heddle, f *pullFlags) error {
	ctx, stop := signal.NotifyContext(a.Ctx, syscall.SIGTERM)
	defer stop()
	var failed error
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	err := own.Store.Follow(ctx, other.Store, heddle.FollowOptions{PullOptions: pullOptions(a, f, nil), Every: f.every,
		OnSync: func(r *heddle.SyncReport) {
			if err := printSync(a, r, f); err != nil { // it has no reader any more
				failed = err
				cancel()
			}
		},
		OnError: func(err error) {
			if err == nil {
				a.Note("note: the stores can be reached again\n")
				return
			}
			a.Note("note: %s; trying again\n", terminal.Line(fault.From(err).Message))
		}})
	switch {
	case err != nil:
		return err
	case failed != nil:
		return failed
	case a.Ctx.Err() != nil:
		return a.Stopped()
	}
	return nil
}

func printSync(a *app.App, r *heddle.SyncReport, f *pullFlags) error {
	if f.asJSON {
		return a.PrintReport(r)
	}
	if err := printPull(a, "pulled", r.Pull); err != nil {
		return err
	}
	push := *r.Push
	if len(r.Pull.Diverged) > 0 && !f.keepBoth { // the same ones, seen from the other side
		push.Diverged = nil
	}
	return printPull(a, "pushed", &push)
}

// printPull prints what was copied, and then what was not.
func printPull(a *app.App, done string, r *heddle.PullReport) error {
	w := bufio.NewWriter(a.Streams.Out)
	n := func(n int64) string { return strconv.FormatInt(n, 10) }
	if !a.Streams.Terminal {
		w.WriteString(terminal.Fields(done, n(r.Sessions), n(r.Events), n(r.Bytes), n(r.Compared)))
		for _, l := range r.Listed {
			w.WriteString(terminal.Fields("listed", l.SessionID, n(l.Events)))
		}
		for _, d := range r.Diverged {
			w.WriteString(terminal.Fields("diverged", d.SessionID, n(d.Position), n(d.From), n(d.Into), d.KeptAs, d.Why))
		}
		for _, p := range r.Problems {
			w.WriteString(terminal.Fields("problem", p.SessionID, n(p.Position), p.Message))
		}
		return w.Flush()
	}
	for _, l := range r.Listed {
		w.WriteString(a.Bold(terminal.Line(l.SessionID)) + ": " + terminal.NumberOf(l.Events, "event") + " would be " + done + "\n")
	}
	switch {
	case len(r.Listed) > 0:
		w.WriteString(terminal.NumberOf(int64(len(r.Listed)), "session") + " would be " + done)
	case r.Events == 0:
		w.WriteString(done + " nothing new")
	default:
		w.WriteString(done + " " + terminal.NumberOf(r.Sessions, "session") + ": " + terminal.NumberOf(r.Events, "event") + ", " + terminal.NumberOf(r.Bytes, "byte"))
	}
	w.WriteString(" (" + terminal.Grouped(r.Compared) + " compared)\n")
	for _, d := range r.Diverged {
		w.WriteString(a.Bold(terminal.Line(d.SessionID)) + ": both stores have the same events up to position " + terminal.Grouped(d.Position) +
			"; the other one continues to " + terminal.Grouped(d.From) + ", the written one to " + terminal.Grouped(d.Into))
		switch {
		case d.Kept && d.KeptAs != "":
			w.WriteString("; the written one's version is now " + a.Bold(terminal.Line(d.KeptAs)))
		case d.Kept:
			w.WriteString(", where it was deleted; the other one's version is there now")
		case d.Why != "":
			w.WriteString("; nothing was changed: " + terminal.Line(d.Why))
		default:
			w.WriteString("; nothing was changed (--keep-both keeps both)")
		}
		w.WriteString("\n")
	}
	for _, p := range r.Problems {
		place := terminal.Line(terminal.Or(p.SessionID, "the store"))
		if p.Position > 0 {
			place += ", position " + terminal.Grouped(p.Position)
		}
		w.WriteString(a.Bold(place) + ": " + terminal.Line(p.Message) + "\n")
	}
	return w.Flush()
}
