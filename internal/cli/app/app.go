// Package app is one run of the program: its streams, its options and the engine that it opens.
// Commands receive it; what is said to a person and what is printed as JSON passes through it.
package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
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

// App is one run of the program.
type App struct {
	Streams terminal.Streams
	Engines map[string]Opener
	Global  globalOptions
	Ctx     context.Context    // ends with Ctrl-C, and with --timeout
	Release context.CancelFunc // frees what --timeout took
	Signals chan os.Signal     // end ctx; nil in tests
	where   map[string]string  // of onDisk: mount to folder
	JSON    bool               // errors are JSON, as the answers are

	RedactFlags []*bool // of the commands that have --redact
}

// globalOptions are the flags every command has.
type globalOptions struct {
	Home    string
	Store   string
	Prices  string
	Engine  string
	Workers int
	Quiet   bool
	Timeout time.Duration
	Module  string
}

func (a *App) EngineNames() []string {
	names := make([]string, 0, len(a.Engines))
	for n := range a.Engines {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

func DefaultEngine(engines map[string]Opener) string {
	if _, ok := engines["native"]; ok || len(engines) == 0 {
		return "native"
	}
	return (&App{Engines: engines}).EngineNames()[0]
}

func ExitCode(err error) int {
	var u usage.Error
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

// StatusError carries an exit status; what there was to say has been said.
type StatusError int

func (e StatusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }
