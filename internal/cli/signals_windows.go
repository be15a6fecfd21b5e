package cli

import (
	"os"
	"os/signal"
)

// catchSignals keeps Ctrl-C, which the console sends to the recorded program as
// well, from ending this one first.
func catchSignals() chan struct{} {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	return make(chan struct{})
}

func forwardSignals(stop chan struct{}, _ *os.Process) { <-stop }

// endLike ends this process with the status of another one.
func endLike(p *os.ProcessState) error {
	if code := p.ExitCode(); code != 0 {
		return statusError{code}
	}
	return nil
}
