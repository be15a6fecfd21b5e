package app

import (
	"os"
	"syscall"
)

// Endings are the signals, besides Ctrl-C, that end a live session first: SIGTERM is the closed console.
var Endings = []os.Signal{syscall.SIGTERM}

// SignalName is the name of a signal.
func SignalName(s os.Signal) string { return s.String() }

// PassedOn keeps Ctrl-C, which the console sends to the recorded program as well,
// from ending this one first.
var PassedOn = []os.Signal{os.Interrupt}

func GoesToAll(os.Signal) bool { return true }

// EndLike ends this process with the status of another one.
func EndLike(p *os.ProcessState) error {
	if code := p.ExitCode(); code != 0 {
		return StatusError(code)
	}
	return nil
}
