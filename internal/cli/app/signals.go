package app

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// Caught is the signal that ended a context.
type Caught struct{ os.Signal }

func (c Caught) Error() string { return SignalName(c.Signal) }

// Notify has c receive signals, but for those that the program was started without, as by nohup. A nil
// c receives none.
func Notify(c chan os.Signal, list ...os.Signal) {
	for _, s := range list {
		if c != nil && !signal.Ignored(s) {
			signal.Notify(c, s)
		}
	}
}

// EndCode is the exit code of a command whose context has ended by a signal: 128 and its number, as
// shells say it.
func EndCode(ctx context.Context) int {
	var by Caught
	if errors.As(context.Cause(ctx), &by) {
		if number, ok := by.Signal.(syscall.Signal); ok {
			return 128 + int(number)
		}
	}
	return ExitInterrupted
}
