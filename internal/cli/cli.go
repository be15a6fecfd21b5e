// Package cli is the command line, apart from the engines it runs on: a
// program names the engines it links, so that a heavy one is forced on nobody.
package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/live"
	"github.com/heddle-dev/heddle/internal/cli/mcp"
	"github.com/heddle-dev/heddle/internal/cli/origin"
	"github.com/heddle-dev/heddle/internal/cli/store"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// Opener opens an engine.
type Opener = app.Opener

// Streams are the program's ends.
type Streams = terminal.Streams

// Run runs the command line and returns the exit code.
func Run(args []string, streams Streams, engines map[string]Opener) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	app.Notify(signals, os.Interrupt)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals) // a second one ends the program at once
			cancel(app.Caught{Signal: s})
		case <-ctx.Done():
		}
	}()
	return execute(ctx, &app.App{Streams: streams, Engines: engines, Ctx: ctx, Release: func() {}, Signals: signals}, args)
}

func run(ctx context.Context, args []string, streams Streams, engines map[string]Opener) int {
	return execute(ctx, &app.App{Streams: streams, Engines: engines, Ctx: ctx, Release: func() {}}, args)
}

func execute(ctx context.Context, a *app.App, args []string) int {
	defer func() { a.Release() }()
	a.JSON = app.AsksJSON(args)
	root := newRoot(a)
	var completion *complete.CompletionFilter                                       // of the hidden command that shells ask for candidates
	root.PersistentPreRunE = func(cmd *cobra.Command, words []string) (err error) { // the flags are known
		if a.Global.Timeout > 0 {
			a.Ctx, a.Release = context.WithTimeout(ctx, a.Global.Timeout)
		}
		completion, err = complete.FilterCompletion(a.Streams.Out, cmd, words)
		return err
	}
	root.SetArgs(args)
	root.SetIn(a.Streams.In)
	root.SetOut(a.Streams.Out)
	root.SetErr(a.Streams.Err)
	cmd, err := root.ExecuteContextC(ctx)
	if completion != nil {
		err = completion.Flush(err != nil)
	}
	if err == nil {
		return app.ExitOK
	}
	var status app.StatusError
	if errors.As(err, &status) {
		return int(status)
	}
	if ctx.Err() != nil && fault.CodeOf(err) == fault.Timeout {
		a.SayError(errors.New("interrupted"), "")
		return app.EndCode(ctx)
	}
	a.PrintError(cmd, err)
	return app.ExitCode(err)
}

// Commands returns the commands, for what documents them.
func Commands() *cobra.Command {
	return newRoot(&app.App{Engines: map[string]Opener{"native": nil, "wazero": nil}})
}

func newRoot(a *app.App) *cobra.Command {
	root := &cobra.Command{
		Use:   "heddle",
		Short: "Read the sessions that coding agents leave on disk",
		Long: "Heddle lists, shows, searches, compares, exports and adds up the sessions that coding agents leave on disk.\n" +
			"Agents' files are only read, never written. Sessions that you record yourself, and copies of agents'\n" +
			"sessions, are kept in the store: one file that belongs to Heddle.",
		Example: "  heddle list --since 7d                      sessions of the last seven days, newest first\n" +
			"  heddle show last                            the newest session\n" +
			"  heddle search off by one                    sessions that mention all of these words\n" +
			"  heddle cost --week                          what this week cost\n" +
			"  heddle stats --week                         tools, failures, models and edited files of this week\n" +
			"  heddle blame src/parser.go:120              which session wrote this line, and why\n" +
			"  heddle resume --last                        the command that continues this folder's newest session\n" +
			"  heddle agents                               which agents have sessions here\n" +
			"  heddle import --all --since 7d              keep copies when agents delete old sessions\n" +
			"  heddle store record notes --user 'hello'    record a session yourself",
		Version:       core.EngineVersion,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          usage.Subcommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	f := root.PersistentFlags()
	f.StringVar(&a.Global.Home, "home", "", "use this `folder` as the home folder and ignore the agents' environment variables")
	f.StringVar(&a.Global.Store, "store", "", "the store's `file` (default: heddle/heddle.db in the user's data folder, or below --home), or nats://host:4222/team; - for no store")
	f.StringVar(&a.Global.Prices, "prices", "", "a CSV `file` with your own prices, which replace built-in ones (default: the file that HEDDLE_PRICES names)")
	f.StringVar(&a.Global.Engine, "engine", app.DefaultEngine(a.Engines), "`engine` that runs the core: "+strings.Join(a.EngineNames(), ", ")+"; sandboxes run the embedded core.wasm")
	f.IntVar(&a.Global.Workers, "workers", 0, "cores to use (0 = all); the output does not depend on it")
	f.BoolVarP(&a.Global.Quiet, "quiet", "q", false, "print only errors on stderr, no progress and no notes")
	f.DurationVar(&a.Global.Timeout, "timeout", 0, "stop after this `duration`, for example 30s (0 = no limit)")
	f.StringVar(&a.Global.Module, "wasm", "", "`file` that a sandbox runs instead of the embedded core.wasm (default: what HEDDLE_WASM names, if it is set)")
	cobra.EnableCommandSorting = false // the everyday commands come in the order of their use
	root.AddGroup(&cobra.Group{ID: everyday, Title: "Everyday Commands:"})
	for _, cmd := range append(sessionVerbs(a), costCommand(a), statsCommand(a), origin.BlameCommand(a)) {
		cmd.GroupID = everyday
		root.AddCommand(cmd)
	}
	root.AddCommand(sessionsCommand(a), store.Command(a), store.ThreadsCommand(a), importCommand(a),
		live.RunCommand(a), live.ChatCommand(a), live.RecordCommand(a), live.Command(a), mcp.Command(a), tagCommand(a), tagsCommand(a), doctorCommand(a), agentsCommand(a), versionCommand(a))
	root.AddCommand(topics()...)
	root.SetFlagErrorFunc(usage.FlagError)
	root.SetVersionTemplate("heddle {{.Version}}\n")
	usage.StrictHelp(root)
	usage.Must(root.MarkPersistentFlagDirname("home"))
	usage.Must(root.MarkPersistentFlagFilename("wasm", "wasm"))
	usage.Must(root.MarkPersistentFlagFilename("store", "db"))
	usage.Must(root.MarkPersistentFlagFilename("prices", "csv"))
	complete.Flag(root, "engine", a.EngineNames()...)
	complete.Flag(root, "workers")
	complete.Flag(root, "timeout", "10s", "1m", "5m")
	return root
}
