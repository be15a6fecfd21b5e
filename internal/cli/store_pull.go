package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
)

// pullFlags are the flags of pull, push and sync.
type pullFlags struct {
	keepBoth, asJSON, follow bool
	every                    time.Duration
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

func (a *app) storePull() *cobra.Command {
	var f pullFlags
	cmd := a.pullCommand(&f, &cobra.Command{
		Use:   "pull <from> [into]",
		Short: "Copy what is new in another store into this one",
		Long: "Copies what another store has and this one lacks: sessions, forks, threads, shares, deletions and tags. The\n" +
			"other store is only read. A store is a file or an address; into is the store of --store by default.\n\n" + pullHelp + pullLines,
		Example: "  heddle store pull /mnt/laptop/heddle.db\n" +
			"  heddle store pull nats://localhost:4222/team --keep-both\n" +
			"  heddle store pull a.db b.db --json | jq .events",
		Args: takes(1, 2),
	})
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		into := ""
		if len(words) > 1 {
			into = words[1]
		}
		return a.pullStore(words[0], into, "pulled", &f)
	}
	return cmd
}

func (a *app) storePush() *cobra.Command {
	var f pullFlags
	cmd := a.pullCommand(&f, &cobra.Command{
		Use:   "push [from] <to>",
		Short: "Copy what is new in this store into another one",
		Long: "Copies what this store has and another one lacks: heddle store pull in the other direction. from is the\n" +
			"store of --store by default.\n\n" + pullHelp + pullLines,
		Example: "  heddle store push nats://localhost:4222/team\n" +
			"  heddle store push laptop.db team.db",
		Args: takes(1, 2),
	})
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		from := ""
		if len(words) > 1 {
			from, words = words[0], words[1:]
		}
		return a.pullStore(from, words[0], "pushed", &f)
	}
	return cmd
}

func (a *app) storeSync() *cobra.Command {
	var f pullFlags
	cmd := a.pullCommand(&f, &cobra.Command{
		Use:   "sync <other>",
		Short: "Bring two stores up to date with each other",
		Long: "Pulls from another store and then pushes to it. With --follow it continues until Ctrl-C or a signal and copies\n" +
			"new events as they come, in both directions; a server that is away is reported once and tried again.\n\n" + pullHelp + pullLines + "\n" +
			"With --follow and --json every line is a report.",
		Example: "  heddle store sync nats://localhost:4222/team\n" +
			"  heddle store sync nats://localhost:4222/team --follow\n" +
			"  heddle store sync /mnt/usb/heddle.db --keep-both",
		Args: takes(1, 1),
	})
	cmd.Flags().BoolVarP(&f.follow, "follow", "f", false, "continue until Ctrl-C")
	cmd.Flags().DurationVar(&f.every, "every", 0, "with --follow, look after this `duration`, for example 5s (default: 500ms)")
	complete(cmd, "every", "1s", "5s", "1m")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		if cmd.Flags().Changed("every") && (!f.follow || f.every <= 0) {
			return misuse("--every %s: needs --follow and a duration above 0", f.every)
		}
		return a.syncStore(words[0], &f)
	}
	return cmd
}

// pullCommand adds the flags that pull, push and sync share.
func (a *app) pullCommand(f *pullFlags, cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&f.keepBoth, "keep-both", false, "keep both versions of a session that grew differently")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print the report as JSON")
	words := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		for _, name := range args {
			if name == "" { // such as an unset variable; it must not become one's own store
				return misuse("the name of a store is empty")
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
func (a *app) openStores(first, second string, use func(first, second *heddle.Heddle) error) error {
	one, err := a.openStore(first)
	if err != nil {
		return err
	}
	defer one.Close()
	two, err := a.openStore(second)
	if err != nil {
		return err
	}
	defer two.Close()
	return use(one, two)
}

func (a *app) openStore(name string) (*heddle.Heddle, error) {
	open, err := a.opener()
	if err != nil {
		return nil, err
	}
	if name == "-" {
		return nil, misuse("a store is a file or an address, not -")
	}
	if name == "" {
		if name, err = a.storeFile(); err != nil {
			return nil, err
		}
		if name == "" {
			return nil, misuse("there is no store: name it, or give --store")
		}
	}
	return heddle.Open(heddle.Options{Home: a.global.home, Store: name, Engine: open, Workers: a.global.workers, ModulePath: a.global.module})
}

// pullStore pulls one store into another; done is the word for it.
func (a *app) pullStore(from, into, done string, f *pullFlags) error {
	return a.openStores(from, into, func(from, into *heddle.Heddle) error {
		p := startProgress(a.streams, a.global.quiet)
		defer p.end()
		report, err := into.Store.Pull(a.ctx, from.Store, a.pullOptions(f, p))
		p.end()
		if err != nil {
			return err
		}
		if f.asJSON {
			err = a.printReport(report)
		} else {
			err = a.printPull(done, report)
		}
		if err == nil && !report.Complete() {
			err = statusError{ExitFailure}
		}
		return err
	})
}

func (a *app) pullOptions(f *pullFlags, p *progress) heddle.PullOptions {
	return heddle.PullOptions{KeepBoth: f.keepBoth, Progress: func(r heddle.PullReport) {
		if p != nil {
			p.report(r.Bytes, 0)
		}
	}}
}

// syncStore brings the store of --store and another one up to date.
func (a *app) syncStore(other string, f *pullFlags) error {
	return a.openStores("", other, func(own, other *heddle.Heddle) error {
		if f.follow {
			return a.followStore(own, other, f)
		}
		p := startProgress(a.streams, a.global.quiet)
		defer p.end()
		report, err := own.Store.Sync(a.ctx, other.Store, a.pullOptions(f, p))
		p.end()
		if err != nil {
			return err
		}
		if err := a.printSync(report, f); err != nil {
			return err
		}
		if !report.Pull.Complete() || !report.Push.Complete() {
			return statusError{ExitFailure}
		}
		return nil
	})
}

// followStore is sync --follow. A signal to end, as a service manager sends it, is success.
func (a *app) followStore(own, other *heddle.Heddle, f *pullFlags) error {
	ctx, stop := signal.NotifyContext(a.ctx, syscall.SIGTERM)
	defer stop()
	var failed error
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	err := own.Store.Follow(ctx, other.Store, heddle.FollowOptions{PullOptions: a.pullOptions(f, nil), Every: f.every,
		OnSync: func(r *heddle.SyncReport) {
			if err := a.printSync(r, f); err != nil { // it has no reader any more
				failed = err
				cancel()
			}
		},
		OnError: func(err error) {
			if err == nil {
				a.note("note: the stores can be reached again\n")
				return
			}
			a.note("note: %s; trying again\n", printable(oneField(fault.From(err).Message)))
		}})
	switch {
	case err != nil:
		return err
	case failed != nil:
		return failed
	case a.ctx.Err() != nil:
		return a.stopped()
	}
	return nil
}

func (a *app) printReport(report any) error {
	body, err := json.Marshal(report)
	if err != nil {
		return err
	}
	return a.printJSON(body)
}

func (a *app) printSync(r *heddle.SyncReport, f *pullFlags) error {
	if f.asJSON {
		return a.printReport(r)
	}
	if err := a.printPull("pulled", r.Pull); err != nil {
		return err
	}
	push := *r.Push
	if len(r.Pull.Diverged) > 0 && !f.keepBoth { // the same ones, seen from the other side
		push.Diverged = nil
	}
	return a.printPull("pushed", &push)
}

// printPull prints what was copied, and then what was not.
func (a *app) printPull(done string, r *heddle.PullReport) error {
	w := bufio.NewWriter(a.streams.Out)
	n := func(n int64) string { return strconv.FormatInt(n, 10) }
	if !a.streams.Terminal {
		w.WriteString(fields(done, n(r.Sessions), n(r.Events), n(r.Bytes), n(r.Compared)))
		for _, d := range r.Diverged {
			w.WriteString(fields("diverged", d.SessionID, n(d.Position), n(d.From), n(d.Into), d.KeptAs, d.Why))
		}
		for _, p := range r.Problems {
			w.WriteString(fields("problem", p.SessionID, n(p.Position), p.Message))
		}
		return w.Flush()
	}
	if r.Events == 0 {
		w.WriteString(done + " nothing new")
	} else {
		w.WriteString(done + " " + numberOf(r.Sessions, "session") + ": " + numberOf(r.Events, "event") + ", " + numberOf(r.Bytes, "byte"))
	}
	w.WriteString(" (" + grouped(r.Compared) + " compared)\n")
	for _, d := range r.Diverged {
		w.WriteString(a.bold(printable(oneField(d.SessionID))) + ": both stores have the same events up to position " + grouped(d.Position) +
			"; the other one continues to " + grouped(d.From) + ", the written one to " + grouped(d.Into))
		switch {
		case d.Kept && d.KeptAs != "":
			w.WriteString("; the written one's version is now " + a.bold(printable(oneField(d.KeptAs))))
		case d.Kept:
			w.WriteString(", where it was deleted; the other one's version is there now")
		case d.Why != "":
			w.WriteString("; nothing was changed: " + printable(oneField(d.Why)))
		default:
			w.WriteString("; nothing was changed (--keep-both keeps both)")
		}
		w.WriteString("\n")
	}
	for _, p := range r.Problems {
		place := printable(oneField(or(p.SessionID, "the store")))
		if p.Position > 0 {
			place += ", position " + grouped(p.Position)
		}
		w.WriteString(a.bold(place) + ": " + printable(oneField(p.Message)) + "\n")
	}
	return w.Flush()
}
