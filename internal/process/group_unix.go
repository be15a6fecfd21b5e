//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
	"time"
)

// group is the process group that a process leads.
type group struct{ id int }

func (g *group) prepare(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func (g *group) adopt(p *os.Process) error {
	g.id = p.Pid
	return nil
}

func (g *group) signal(s Signal) {
	number := map[Signal]syscall.Signal{Interrupt: syscall.SIGINT, Terminate: syscall.SIGTERM, Kill: syscall.SIGKILL}[s]
	syscall.Kill(-g.id, number) // ESRCH: it has ended
}

// awaitEnd waits until no process of the group runs, and reports whether that
// came true.
func (g *group) awaitEnd(limit time.Duration) bool {
	end := time.Now().Add(limit)
	for wait := time.Millisecond; groupRuns(g.id); wait = min(2*wait, 50*time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
		syscall.Kill(-g.id, syscall.SIGKILL)
		time.Sleep(wait)
	}
	return true
}

func (g *group) close() {}

// groupRuns reports whether a process of the group runs. A process that has
// ended and that nobody has waited for does not.
func groupRuns(id int) bool {
	if syscall.Kill(-id, 0) == syscall.ESRCH {
		return false
	}
	return groupMembersRun(id)
}

func exitStatus(state *os.ProcessState) int {
	if state == nil {
		return -1
	}
	if w, ok := state.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return state.ExitCode()
}

// endLeftover ends the group of a process that a dead owner left, and reports
// whether it is gone. The process must lead its group.
func endLeftover(pid int, start string) bool {
	if id, err := syscall.Getpgid(pid); err != nil || id != pid || startTime(pid) != start {
		return true
	}
	g := group{id: pid}
	g.signal(Terminate)
	for end := time.Now().Add(terminateTime); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if !groupRuns(pid) {
			return true
		}
	}
	g.signal(Kill)
	return g.awaitEnd(vanishTimeout)
}
