package cli

import (
	"os"
	"syscall"
)

// endings are the signals, besides Ctrl-C, that end a live session first: SIGTERM is the closed console.
var endings = []os.Signal{syscall.SIGTERM}

// signalName is the name of a signal.
func signalName(s os.Signal) string { return s.String() }

// passedOn keeps Ctrl-C, which the console sends to the recorded program as well,
// from ending this one first.
var passedOn = []os.Signal{os.Interrupt}

func goesToAll(os.Signal) bool { return true }

// endLike ends this process with the status of another one.
func endLike(p *os.ProcessState) error {
	if code := p.ExitCode(); code != 0 {
		return statusError{code}
	}
	return nil
}
