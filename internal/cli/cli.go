// Package cli is the command line, apart from the engines it runs on: a
// program names the engines it links, so that a heavy one is forced on nobody.
package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sort"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
)

// Opener opens an engine.
type Opener = func(bindings.Options) (bindings.Engine, error)

// Exit codes of the program; `heddle help exit-codes` explains them.
const (
	ExitOK          = 0
	ExitFailure     = 1
	ExitUsage       = 2
	ExitNotFound    = 3
	ExitParse       = 4
	ExitInterrupted = 130 // 128 + SIGINT, as shells say it
)

// app is one run of the program.
type app struct {
	streams Streams
	engines map[string]Opener
	global  globalOptions
	ctx     context.Context    // ends with Ctrl-C, and with --timeout
	release context.CancelFunc // frees what --timeout took
	signals chan os.Signal     // end ctx; nil in tests
	where   map[string]string  // of onDisk: mount to folder
	json    bool               // errors are JSON, as the answers are

	redactFlags []*bool           // of the commands that have --redact
	completion  *completionFilter // of the hidden command that shells ask for candidates
}

// globalOptions are the flags every command has.
type globalOptions struct {
	home    string
	store   string
	prices  string
	engine  string
	workers int
	quiet   bool
	timeout time.Duration
	module  string
}

// Run runs the command line and returns the exit code.
func Run(args []string, streams Streams, engines map[string]Opener) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	notify(signals, os.Interrupt)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals) // a second one ends the program at once
			cancel(caught{s})
		case <-ctx.Done():
		}
	}()
	return (&app{streams: streams, engines: engines, ctx: ctx, release: func() {}, signals: signals}).run(ctx, args)
}

func run(ctx context.Context, args []string, streams Streams, engines map[string]Opener) int {
	return (&app{streams: streams, engines: engines, ctx: ctx, release: func() {}}).run(ctx, args)
}

func (a *app) run(ctx context.Context, args []string) int {
	defer func() { a.release() }()
	a.json = asksJSON(args)
	root := a.root()
	root.PersistentPreRunE = func(cmd *cobra.Command, words []string) error { // the flags are known
		if a.global.timeout > 0 {
			a.ctx, a.release = context.WithTimeout(ctx, a.global.timeout)
		}
		return a.filterCompletion(cmd, words)
	}
	root.SetArgs(args)
	root.SetIn(a.streams.In)
	root.SetOut(a.streams.Out)
	root.SetErr(a.streams.Err)
	cmd, err := root.ExecuteContextC(ctx)
	if a.completion != nil {
		err = a.completion.flush(err != nil)
	}
	if err == nil {
		return ExitOK
	}
	var status statusError
	if errors.As(err, &status) {
		return status.code
	}
	if ctx.Err() != nil && fault.CodeOf(err) == fault.Timeout {
		a.sayError(errors.New("interrupted"), "")
		return endCode(ctx)
	}
	a.printError(cmd, err)
	return exitCode(err)
}

// Commands returns the commands, for what documents them.
func Commands() *cobra.Command {
	return (&app{engines: map[string]Opener{"native": nil, "wazero": nil}}).root()
}

func (a *app) root() *cobra.Command {
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
			"  heddle resume --last                        the command that continues this folder's newest session\n" +
			"  heddle agents                               which agents have sessions here\n" +
			"  heddle import --all --since 7d              keep copies when agents delete old sessions\n" +
			"  heddle store record notes --user 'hello'    record a session yourself",
		Version:       core.EngineVersion,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          subcommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	f := root.PersistentFlags()
	f.StringVar(&a.global.home, "home", "", "use this `folder` as the home folder and ignore the agents' environment variables")
	f.StringVar(&a.global.store, "store", "", "the store's `file` (default: heddle/heddle.db in the user's data folder, or below --home), or nats://host:4222/team; - for no store")
	f.StringVar(&a.global.prices, "prices", "", "a CSV `file` with your own prices, which replace built-in ones (default: the file that HEDDLE_PRICES names)")
	f.StringVar(&a.global.engine, "engine", defaultEngine(a.engines), "`engine` that runs the core: "+strings.Join(a.engineNames(), ", ")+"; sandboxes run the embedded core.wasm")
	f.IntVar(&a.global.workers, "workers", 0, "cores to use (0 = all); the output does not depend on it")
	f.BoolVarP(&a.global.quiet, "quiet", "q", false, "print only errors on stderr, no progress and no notes")
	f.DurationVar(&a.global.timeout, "timeout", 0, "stop after this `duration`, for example 30s (0 = no limit)")
	f.StringVar(&a.global.module, "wasm", "", "`file` that a sandbox runs instead of the embedded core.wasm (default: what HEDDLE_WASM names, if it is set)")
	cobra.EnableCommandSorting = false // the everyday commands come in the order of their use
	root.AddGroup(&cobra.Group{ID: everyday, Title: "Everyday Commands:"})
	for _, cmd := range append(a.sessionVerbs(), a.costCommand(), a.statsCommand()) {
		cmd.GroupID = everyday
		root.AddCommand(cmd)
	}
	root.AddCommand(a.sessionsCommand(), a.storeCommand(), a.threadsCommand(), a.importCommand(),
		a.runAgentCommand(), a.chatCommand(), a.recordCommand(), a.liveCommand(), a.mcpCommand(), a.tagCommand(), a.tagsCommand(), a.doctorCommand(), a.agentsCommand(), a.versionCommand())
	root.AddCommand(topics()...)
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate("heddle {{.Version}}\n")
	strictHelp(root)
	must(root.MarkPersistentFlagDirname("home"))
	must(root.MarkPersistentFlagFilename("wasm", "wasm"))
	must(root.MarkPersistentFlagFilename("store", "db"))
	must(root.MarkPersistentFlagFilename("prices", "csv"))
	complete(root, "engine", a.engineNames()...)
	complete(root, "workers")
	complete(root, "timeout", "10s", "1m", "5m")
	return root
}

func (a *app) engineNames() []string {
	names := make([]string, 0, len(a.engines))
	for n := range a.engines {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

func defaultEngine(engines map[string]Opener) string {
	if _, ok := engines["native"]; ok || len(engines) == 0 {
		return "native"
	}
	return (&app{engines: engines}).engineNames()[0]
}

func exitCode(err error) int {
	var u usageError
	if errors.As(err, &u) || strings.HasPrefix(err.Error(), "unknown command") {
		return ExitUsage
	}
	var e *fault.Error
	if !errors.As(err, &e) {
		return ExitFailure
	}
	switch e.Code {
	case fault.AgentNotFound, fault.SessionNotFound, fault.ThreadNotFound, fault.MessageNotFound:
		return ExitNotFound
	case fault.ParseError:
		return ExitParse
	case fault.InvalidArgument, fault.InvalidSelector, fault.InvalidExportFormat:
		return ExitUsage
	}
	return ExitFailure
}
