package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// deaf is an engine whose calls do not look at their context and never end.
type deaf struct{ path string }

func (e deaf) Call(context.Context, string, []byte) (bindings.Response, error) {
	if err := os.WriteFile(e.path, nil, 0o600); err != nil {
		return bindings.Response{}, err
	}
	select {}
}

func (e deaf) Close() error { return nil }

// TestStuckCallEnds: a signal and --timeout end the program also while a call of the engine
// continues that looks at neither.
func TestStuckCallEnds(t *testing.T) {
	const asked = "HEDDLE_TEST_STUCK"
	if path := os.Getenv(asked); path != "" {
		args := strings.Fields(os.Getenv(asked + "_ARGS"))
		os.Exit(Run(args, terminal.OSStreams(), map[string]app.Opener{"native": func(bindings.Options) (bindings.Engine, error) { return deaf{path}, nil }}))
	}
	for _, c := range []struct {
		args   string
		signal bool
		code   int
	}{
		{"sessions list", true, app.ExitInterrupted},
		{"cost report --timeout 100ms", false, app.ExitCode(fault.New(fault.Timeout, ""))},
		{"run claude --continue hello", true, app.ExitInterrupted},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			called := filepath.Join(t.TempDir(), "called")
			cmd := exec.Command(os.Args[0], "-test.run=^TestStuckCallEnds$")
			cmd.Env = append(os.Environ(), asked+"="+called, asked+"_ARGS="+c.args)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for c.signal {
				if _, err := os.Stat(called); err == nil {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			if c.signal {
				if err := cmd.Process.Signal(os.Interrupt); err != nil {
					t.Fatal(err)
				}
			}
			err := cmd.Wait()
			var ended *exec.ExitError
			if !errors.As(err, &ended) || ended.ExitCode() != c.code {
				t.Errorf("%s: %v, want exit status %d", c.args, err, c.code)
			}
		})
	}
}
