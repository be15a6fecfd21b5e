package process

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// zombie is the state of a process that has ended and that no process waited for.
const zombie = 5

// awaitExit waits until a process has ended, and collects it.
func awaitExit(p *os.Process) *os.ProcessState {
	state, _ := p.Wait()
	return state
}

func groupMembersRun(id int) bool {
	list, err := unix.SysctlKinfoProcSlice("kern.proc.pgrp", id)
	if err != nil {
		return true
	}
	for i := range list {
		if list[i].Proc.P_stat != zombie {
			return true
		}
	}
	return false
}

// startTime identifies a running process together with its id; "" when none runs.
func startTime(pid int) string {
	p, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || int(p.Proc.P_pid) != pid || p.Proc.P_stat == zombie {
		return ""
	}
	t := p.Proc.P_starttime
	return strconv.FormatInt(int64(t.Sec), 10) + "." + strconv.FormatInt(int64(t.Usec), 10)
}

// machineState names this start of the system.
func machineState() (boot, namespace string) {
	t, err := unix.SysctlTimeval("kern.boottime")
	if err != nil {
		return "", ""
	}
	return strconv.FormatInt(int64(t.Sec), 10), ""
}

// marked finds no processes: only Linux shows the environment of all of a user's processes.
func marked() map[string][]int { return nil }
