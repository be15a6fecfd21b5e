package process

import (
	"os"
	"os/exec"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
)

// Guarded is a command whose streams somebody else has. As with Process, its group ends with it and
// with this process.
type Guarded struct {
	command  *exec.Cmd
	group    group
	registry *Registry
	entry    Entry
	exited   chan struct{}    // closed when the command has ended
	waited   chan struct{}    // closed by Wait
	ended    chan struct{}    // closed when what the command has started has ended
	left     []int            // but for these
	state    *os.ProcessState // of one that was collected then
}

// StartGuarded starts a command and registers it. Wait must be called once.
func StartGuarded(command *exec.Cmd, r *Registry, e Entry) (*Guarded, error) {
	g := &Guarded{command: command, registry: r, entry: e, exited: make(chan struct{}), waited: make(chan struct{}), ended: make(chan struct{})}
	if err := g.group.start(command); err != nil {
		return nil, fault.Wrap(fault.IO, "the program "+command.Path+" cannot be started", err)
	}
	if r != nil {
		g.entry.PID = command.Process.Pid
		g.group.describe(&g.entry)
		r.add(&g.entry)
	}
	go g.run()
	return g, nil
}

// run ends what the command has started soon after the command itself: it may hold the pipes of the
// command, whose end somebody waits for.
func (g *Guarded) run() {
	g.state = awaitExit(g.command.Process)
	close(g.exited)
	defer close(g.ended)
	select {
	case <-g.waited:
	case <-time.After(lingerTime):
	}
	g.group.signal(Kill)
	g.left = endMarked(g.group.mark)
}

// Signal sends a signal to the command alone, or to its whole group: also when what the command has
// started continues without it. What has ended is ignored.
func (g *Guarded) Signal(s os.Signal, all bool) {
	select {
	case <-g.exited:
		all = true
	default:
	}
	if !all || !g.group.send(s) {
		_ = g.command.Process.Signal(s)
	}
}

// Wait waits for the command, ends what it has started, and returns how it ended. The error is that of
// processes that do not end.
func (g *Guarded) Wait() (state *os.ProcessState, err error) {
	close(g.waited)
	<-g.ended
	if state = g.state; state == nil {
		_ = g.command.Wait() // the error only repeats the state
		state = g.command.ProcessState
	}
	gone := g.group.awaitEnd(vanishTimeout)
	g.group.close()
	if gone && len(g.left) == 0 {
		if g.registry != nil {
			g.registry.remove(&g.entry)
		}
		return state, nil
	}
	return state, ErrLeft(g.left)
}

// ErrLeft names processes that do not end.
func ErrLeft(left []int) error {
	if len(left) == 0 {
		return fault.New(fault.IO, "a process of the agent does not end")
	}
	return fault.New(fault.IO, "processes of the agent do not end: "+joinIDs(left))
}
