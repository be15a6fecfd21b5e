package app

import (
	"context"
	"errors"
	"os"
	"time"
)

// heldTime is how long a call may continue after a signal or --timeout has ended its context.
const heldTime = 6 * time.Second

// EndStuck ends the program when its context has ended and what it does, such as a call of the
// engine that does not look, continues nevertheless. The function that it returns says that it has
// come to its end.
func (a *App) EndStuck() (ended func()) {
	done := make(chan struct{})
	stop := context.AfterFunc(a.Ctx, func() {
		select {
		case <-done:
		case <-time.After(heldTime):
			err := a.Stopped()
			if _, signalled := err.(StatusError); signalled {
				a.SayError(errors.New("interrupted"), "")
				os.Exit(EndCode(a.Ctx))
			}
			a.PrintError(nil, err)
			os.Exit(ExitCode(err))
		}
	})
	return func() {
		stop()
		close(done)
	}
}
