//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// signalsOfInterest are the signals that somebody may send to a program that is
// being recorded.
var signalsOfInterest = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGCONT}

// caught is what catchSignals has started to receive.
var caught = make(chan os.Signal, 16)

// catchSignals receives signals from now on.
func catchSignals() chan struct{} {
	signal.Notify(caught, signalsOfInterest...)
	return make(chan struct{})
}

// forwardSignals passes signals on to a process until stop is closed. What a
// terminal sends reaches the process without our doing: it is in our group.
func forwardSignals(stop chan struct{}, p *os.Process) {
	for {
		select {
		case s := <-caught:
			if (s == syscall.SIGINT || s == syscall.SIGQUIT) && inForeground() {
				continue
			}
			_ = p.Signal(s) // it has ended
		case <-stop:
			return
		}
	}
}

// inForeground reports whether a terminal sends its signals to our group.
func inForeground() bool {
	tty, err := os.OpenFile("/dev/tty", os.O_RDONLY, 0)
	if err != nil {
		return false
	}
	defer tty.Close()
	group, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}

// endLike ends this process as another one ended: by the same signal, or with
// the same status, which is the error's.
func endLike(p *os.ProcessState) error {
	if w, ok := p.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		signal.Reset(w.Signal())
		_ = syscall.Kill(os.Getpid(), w.Signal())
		time.Sleep(time.Second) // it is delivered at once, unless it is blocked
		return statusError{128 + int(w.Signal())}
	}
	if code := p.ExitCode(); code != 0 {
		return statusError{code}
	}
	return nil
}
