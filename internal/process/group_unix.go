//go:build unix

package process

import (
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// group is the process group of an agent. Its leader is a watchdog, or the agent
// itself where there is no shell.
type group struct {
	id       int
	mark     string // NAME=value in the environment of all that the agent starts
	watchdog *watchdog
}

// start starts a process in a group of its own.
func (g *group) start(c *exec.Cmd) error {
	g.mark = newMark()
	c.Env = append(c.Environ(), g.mark)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if g.watchdog = startWatchdog(g.mark); g.watchdog != nil {
		g.id = g.watchdog.id
		go g.watchdog.keep()
	}
	c.SysProcAttr.Pgid = g.id
	if err := c.Start(); err != nil {
		if g.watchdog != nil {
			g.signal(Kill)
			g.close()
		}
		return err
	}
	if g.id == 0 {
		g.id = c.Process.Pid
	}
	return nil
}

// describe enters the group into what the registry keeps.
func (g *group) describe(e *Entry) { e.Group, e.GroupStart, e.Mark = g.id, startTime(g.id), g.mark }

func (g *group) signal(s Signal) {
	number := map[Signal]syscall.Signal{Interrupt: syscall.SIGINT, Terminate: syscall.SIGTERM, Kill: syscall.SIGKILL}[s]
	if s == Kill && g.watchdog != nil {
		g.watchdog.retire() // it is in the group
	}
	syscall.Kill(-g.id, number) // ESRCH: it has ended
}

// send sends any signal to the group.
func (g *group) send(s os.Signal) bool {
	number, ok := s.(syscall.Signal)
	if ok {
		syscall.Kill(-g.id, number) // ESRCH: it has ended
	}
	return ok
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

func (g *group) close() {
	if g.watchdog != nil {
		g.watchdog.close()
	}
}

// groupRuns reports whether a process of the group runs. A process that has
// ended and that no process has waited for does not.
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

// markedTime is how long what has left the group may take to end by itself.
const markedTime = time.Second

// endMarked ends the processes that inherited a mark and are in no group that
// ended: first politely, then by force. It returns those that are left.
func endMarked(mark string) (left []int) {
	force := time.Now().Add(markedTime)
	limit := force.Add(vanishTimeout)
	var told []int
	for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		left = marked()[mark]
		now := time.Now()
		if len(left) == 0 || now.After(limit) {
			return left
		}
		for _, pid := range left {
			switch {
			case now.After(force):
				syscall.Kill(pid, syscall.SIGKILL)
			case !slices.Contains(told, pid):
				told = append(told, pid)
				syscall.Kill(pid, syscall.SIGTERM)
			}
		}
		time.Sleep(wait)
	}
}

// end ends what a dead owner left of an agent: its group, if that is still the
// agent's, and what has left it. It returns what is left.
func (l *Leftover) end() (left []int) {
	if id := l.ownGroup(); id != 0 {
		g := group{id: id}
		g.signal(Terminate)
		for end := time.Now().Add(terminateTime); l.inGroup(id) && time.Now().Before(end); {
			time.Sleep(20 * time.Millisecond)
		}
		if l.ownGroup() == id {
			g.signal(Kill)
			if !g.awaitEnd(vanishTimeout) {
				left = append(left, l.PID)
			}
		}
	}
	if l.Mark == "" {
		return left
	}
	return append(left, endMarked(l.Mark)...)
}

// ownGroup returns the id of the group, if a process proves that it is the
// agent's; 0 otherwise: the id may belong to others by now.
func (l *Leftover) ownGroup() int {
	id := l.Group
	if id == 0 {
		id = l.PID
	}
	if l.GroupStart != "" && startTime(id) == l.GroupStart {
		return id
	}
	members := marked()[l.Mark]
	if startTime(l.PID) == l.Start {
		members = append(members, l.PID)
	}
	for _, pid := range members {
		if of, err := syscall.Getpgid(pid); err == nil && of == id {
			return id
		}
	}
	return 0
}

// inGroup reports whether a process of the agent runs in the group. Where nothing
// tells them apart the watchdog counts too; it ends by itself.
func (l *Leftover) inGroup(id int) bool {
	if startTime(l.PID) == l.Start {
		return true
	}
	if list := marked(); list != nil {
		return slices.ContainsFunc(list[l.Mark], func(pid int) bool {
			of, err := syscall.Getpgid(pid)
			return err == nil && of == id
		})
	}
	return groupRuns(id)
}
