//go:build unix && !linux && !darwin

package process

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// waitLeader waits until the leader has ended, and collects it.
func (g *group) waitLeader(p *os.Process) *os.ProcessState {
	state, _ := p.Wait()
	return state
}

// groupMembersRun is true: the system said that the group has members.
func groupMembersRun(int) bool { return true }

// startTime identifies a running process together with its id; "" when none runs.
func startTime(pid int) string {
	said, err := exec.Command("ps", "-o", "lstart=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(said))
}

// machineState is unknown: a start time is enough to tell processes apart.
func machineState() (boot, namespace string) { return "", "" }
