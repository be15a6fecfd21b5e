package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// caught is the signal that ended a context.
type caught struct{ os.Signal }

func (c caught) Error() string { return signalName(c.Signal) }

// notify has c receive signals, but for those that the program was started without, as by nohup. A nil
// c receives none.
func notify(c chan os.Signal, list ...os.Signal) {
	for _, s := range list {
		if c != nil && !signal.Ignored(s) {
			signal.Notify(c, s)
		}
	}
}

// endCode is the exit code of a command whose context has ended by a signal: 128 and its number, as
// shells say it.
func endCode(ctx context.Context) int {
	var by caught
	if errors.As(context.Cause(ctx), &by) {
		if number, ok := by.Signal.(syscall.Signal); ok {
			return 128 + int(number)
		}
	}
	return ExitInterrupted
}
