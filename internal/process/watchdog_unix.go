//go:build unix

package process

import (
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// watchScript waits for the end of its input, which is a pipe that only the
// agent's owner can write to: so it ends with the owner, regardless of what ends that. Then
// the script ends its own group, which is the agent's: first politely, then by
// force, with what has left the group but inherited the mark, its $0. It needs
// no program of ours; without grep it ends only the group.
const watchScript = `marked() { kill -$1 $(grep -Flsxz "$0" /proc/[0-9]*/environ | cut -d/ -f3); }; ` +
	`trap "" HUP INT QUIT TERM TSTP TTIN TTOU; read x; kill -TERM 0; sleep 2; marked TERM; sleep 1; marked KILL; kill -KILL 0`

// mostWatchdogs bounds how often a watchdog that somebody ends is replaced.
const mostWatchdogs = 100

// watchdog is the shell that runs watchScript and leads a group. When it ends
// before its time, another one takes its place in the group.
type watchdog struct {
	id   int // of the group
	mark string
	// input is the end that the shells read, kept for a successor; held is the other
	// one. Neither is inherited by any process but the shells.
	input, held *os.File

	mu      sync.Mutex
	shells  []*exec.Cmd // collected at the end, so that the id of the group stays theirs
	retired bool
	done    chan struct{} // closed when no shell is replaced any more
}

// startWatchdog starts a watchdog that leads a new group; nil without a shell.
func startWatchdog(mark string) *watchdog {
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil
	}
	w := &watchdog{mark: mark, input: reader, held: writer, done: make(chan struct{})}
	if w.start() != nil {
		w.closePipe()
		return nil
	}
	w.id = w.shells[0].Process.Pid
	return w
}

// start starts a shell, in the group if there is one.
func (w *watchdog) start() error {
	shell := exec.Command("/bin/sh", "-c", watchScript, w.mark)
	shell.Dir, shell.Stdin = "/", w.input
	shell.Env = []string{"PATH=/usr/bin:/bin:/run/current-system/sw/bin"}
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: w.id}
	if err := shell.Start(); err != nil {
		return err
	}
	w.shells = append(w.shells, shell)
	return nil
}

// keep replaces the shell whenever it ends, until the watchdog is retired.
func (w *watchdog) keep() {
	defer close(w.done)
	for range mostWatchdogs {
		w.mu.Lock()
		shell := w.shells[len(w.shells)-1]
		w.mu.Unlock()
		awaitExit(shell.Process)
		w.mu.Lock()
		stop := w.retired || w.start() != nil
		w.mu.Unlock()
		if stop {
			return
		}
	}
}

// retire has nobody replace the shell any more.
func (w *watchdog) retire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.retired = true
}

// close collects the shells, after the group has been killed.
func (w *watchdog) close() {
	w.retire()
	<-w.done
	w.closePipe() // if the group cannot be killed, it ends so
	for _, shell := range w.shells {
		shell.Wait() // the error only repeats the signal
	}
}

func (w *watchdog) closePipe() {
	w.input.Close()
	w.held.Close()
}
