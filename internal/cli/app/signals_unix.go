//go:build unix

package app

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Endings are the signals, besides Ctrl-C, that end a live session first.
var Endings = []os.Signal{syscall.SIGTERM, syscall.SIGHUP}

// SignalName is the name of a signal, such as SIGTERM.
func SignalName(s os.Signal) string {
	if number, ok := s.(syscall.Signal); ok {
		return unix.SignalName(number)
	}
	return s.String()
}

// PassedOn are the signals that somebody may send to a program that is being
// recorded.
var PassedOn = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGCONT}

// GoesToAll reports whether a terminal sends a signal to all that runs in it: to
// our group, and the recorded program has another one.
func GoesToAll(s os.Signal) bool {
	return (s == syscall.SIGINT || s == syscall.SIGQUIT || s == syscall.SIGHUP) && inForeground()
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

// EndLike ends this process as another one ended: by the same signal, or with
// the same status, which is the error's.
func EndLike(p *os.ProcessState) error {
	if w, ok := p.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		signal.Reset(w.Signal())
		_ = syscall.Kill(os.Getpid(), w.Signal())
		time.Sleep(time.Second) // it is delivered at once, unless it is blocked
		return StatusError(128 + int(w.Signal()))
	}
	if code := p.ExitCode(); code != 0 {
		return StatusError(code)
	}
	return nil
}
