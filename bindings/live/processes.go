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
	// Runs reports that the process runs, Orphan that its owner does not.
	Runs, Orphan bool
}

// errNoStateFolder is the error for a user without a home.
func errNoStateFolder() error {
	return fault.New(fault.Unsupported, "this user has no state folder").WithHint("set XDG_STATE_HOME or HOME")
}

// Processes lists the processes that are registered in this user's state folder.
// UNSUPPORTED: this user has none.
func Processes() ([]Process, error) {
	registry := process.UserRegistry()
	if registry == nil {
		return nil, errNoStateFolder()
	}
	list, err := registry.List()
	return toProcesses(list), err
}

// Reap ends the registered processes whose owner was killed, and returns them.
// Start does it too. UNSUPPORTED: this user has no state folder.
func Reap() ([]Process, error) {
	registry := process.UserRegistry()
	if registry == nil {
		return nil, errNoStateFolder()
	}
	list, err := registry.Reap()
	return toProcesses(list), err
}

func toProcesses(list []process.Leftover) []Process {
	out := make([]Process, len(list))
	for i, l := range list {
		out[i] = Process{PID: l.PID, OwnerPID: l.OwnerPID, Agent: l.Agent, SessionID: l.SessionID, Cwd: l.Cwd, Since: l.Since, Runs: l.Runs, Orphan: l.Orphan}
	}
	return out
}
