package app

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
)

// defaultPager quits when the text fits on the screen and leaves it there.
const defaultPager = "less -FRX"

// pagerCommand returns what HEDDLE_PAGER or PAGER names; empty for no pager.
func pagerCommand(env func(string) (string, bool)) string {
	for _, name := range []string{"HEDDLE_PAGER", "PAGER"} {
		if value, ok := env(name); ok {
			if value = strings.TrimSpace(value); value == "cat" {
				value = ""
			}
			return value
		}
	}
	return defaultPager
}

// Page shows text for reading: through the pager on a terminal, else as it is.
func (a *App) Page(text string, noPager bool) error {
	command := pagerCommand(os.LookupEnv)
	if _, isFile := a.Streams.Out.(*os.File); !noPager && isFile && a.Streams.Terminal && command != "" && os.Getenv("TERM") != "dumb" {
		if shown, err := a.runPager(command, text); shown || err != nil {
			return err
		}
	}
	_, err := io.WriteString(a.Streams.Out, text)
	return err
}

// notFoundStatus and notRunStatus are what a shell exits with where it cannot
// run a program.
const (
	notRunStatus   = 126
	notFoundStatus = 127
)

// runPager shows text in a pager; false means that there is no such program.
// One that quits early has shown what was wanted. Ctrl-C is the pager's.
func (a *App) runPager(command, text string) (shown bool, err error) {
	words := []string{"sh", "-c", command}
	if runtime.GOOS == "windows" {
		words = strings.Fields(command)
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), a.Streams.Out, a.Streams.Err
	cmd.Env = os.Environ()
	if _, ok := os.LookupEnv("LESS"); !ok {
		cmd.Env = append(cmd.Env, "LESS=FRX")
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt) // as long as it is notified, it does not end us
	defer signal.Stop(signals)
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status := exit.ExitCode()
		return status != notRunStatus && status != notFoundStatus, nil
	}
	return err == nil, nil
}
