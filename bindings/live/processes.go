package live

import (
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/process"
)

// Process is a registered process of a live session.
type Process struct {
	PID       int
	OwnerPID  int
	Agent     string
	SessionID string
	Cwd       string
	Since     time.Time
	// Runs reports that the process runs, Orphan that it or one of Others runs and its owner does not.
	Runs, Orphan bool
	// Others are the ids of what the agent has started and that runs, wherever it is by now. Only Linux
	// shows them.
	Others []int
}

// errNoStateFolder is the error for a user without a home.
func errNoStateFolder() error {
	return fault.New(fault.Unsupported, "this user has no state folder").WithHint("set XDG_STATE_HOME or HOME")
}

// Processes lists the processes that are registered in this user's state folder. An
// error with a list names files of the folder that were skipped. IO without one: the
// folder belongs to somebody else, or others can write to it. UNSUPPORTED: this user has none.
func Processes() ([]Process, error) {
	registry := process.UserRegistry()
	if registry == nil {
		return nil, errNoStateFolder()
	}
	list, err := registry.List()
	return toProcesses(list), err
}

// Reap ends the registered processes whose owner was killed, with all that they
// started, and returns them. Start does it too. The errors are those of Processes, and IO names
// processes that do not end. UNSUPPORTED: this user has no state folder.
func Reap() ([]Process, error) {
	registry := process.UserRegistry()
	if registry == nil {
		return nil, errNoStateFolder()
	}
	list, err := registry.Reap()
	return toProcesses(list), err
}

func toProcesses(list []process.Leftover) []Process {
	if list == nil {
		return nil
	}
	out := make([]Process, len(list))
	for i, l := range list {
		out[i] = Process{PID: l.PID, OwnerPID: l.OwnerPID, Agent: l.Agent, SessionID: l.SessionID, Cwd: l.Cwd, Since: l.Since, Runs: l.Runs, Orphan: l.Orphan, Others: l.Others}
	}
	return out
}
