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
	"github.com/heddle-dev/heddle/core/fault"
)

// Opener opens an engine.
type Opener = func(bindings.Options) (bindings.Engine, error)

// Exit codes of the program; `heddle help exit-codes` explains them.
const (
	ExitOK       = 0
	ExitFailure  = 1
	ExitUsage    = 2
	ExitNotFound = 3
	ExitParse    = 4
)

// app is one run of the program.
type app struct {
	streams Streams
	engines map[string]Opener
	global  globalOptions
	ctx     context.Context
}

// globalOptions are the flags every command has.
type globalOptions struct {
	home    string
	engine  string
	workers int
	timeout time.Duration
	module  string
}

// Run runs the command line and returns the exit code.
func Run(args []string, streams Streams, engines map[string]Opener) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	a := &app{streams: streams, engines: engines, ctx: ctx}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(streams.In)
	root.SetOut(streams.Out)
	root.SetErr(streams.Err)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return ExitOK
	}
	var status statusError
	if errors.As(err, &status) {
		return status.code
	}
	a.printError(err)
	return exitCode(err)
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "heddle",
		Short:         "Read the sessions that coding agents leave on disk",
		Long:          "Heddle lists, shows, searches, compares, exports and adds up the sessions that coding agents leave on disk.\nIt only reads: nothing is ever written into or beside an agent's own files.",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	names := make([]string, 0, len(a.engines))
	for n := range a.engines {
		names = append(names, n)
	}
	sort.Strings(names)
	f := root.PersistentFlags()
	f.StringVar(&a.global.home, "home", "", "look only below this folder, as a home, and ignore all environment overrides")
	f.StringVar(&a.global.engine, "engine", defaultEngine(a.engines), "engine that runs the core: "+strings.Join(names, ", "))
	f.IntVar(&a.global.workers, "workers", 0, "cores to use (0 = all); the output does not depend on it")
	f.DurationVar(&a.global.timeout, "timeout", 0, "give up after this long, for example 30s (0 = never)")
	f.StringVar(&a.global.module, "wasm", "", "the core.wasm that a wasm engine loads (default: found beside the program or by HEDDLE_WASM)")
	root.AddCommand(a.sessionsCommand(), a.costCommand(), a.doctorCommand(), a.agentsCommand(), a.versionCommand(), exitCodesTopic())
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	return root
}

func defaultEngine(engines map[string]Opener) string {
	if _, ok := engines["native"]; ok || len(engines) == 0 {
		return "native"
	}
	names := make([]string, 0, len(engines))
	for n := range engines {
		names = append(names, n)
	}
	sort.Strings(names)
	return names[0]
}

// usageError marks what the caller typed wrong.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// usage wraps an argument check so that its failures are usage errors.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usageError{err}
		}
		return nil
	}
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

func exitCodesTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "exit-codes",
		Short: "What the program's exit status means",
		Long: `Exit codes:

  0  done; finding nothing counts as done
  1  failure: something could not be read or run
  2  usage: an unknown command, flag, argument or export format
  3  not found: no such agent, session, thread or message
  4  parse error: the file is there but cannot be read as a session`,
	}
}
