package process

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// waitLeader waits until the leader has ended, but leaves it to be collected, so
// that its id, which is that of the group, is not given away: it returns nil.
func (g *group) waitLeader(p *os.Process) *os.ProcessState {
	for {
		var info unix.Siginfo
		err := unix.Waitid(unix.P_PID, p.Pid, &info, unix.WEXITED|unix.WNOWAIT, nil)
		if err != syscall.EINTR {
			return nil
		}
	}
}

// stat is what /proc/PID/stat says of a process.
type stat struct {
	state byte
	group int
	start string // in clock ticks after the system's start
}

// readStat reads /proc/PID/stat. The second field is the program's name in
// parentheses, which can contain anything.
func readStat(pid string) (s stat, ok bool) {
	data, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return s, false
	}
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	if len(fields) < 20 {
		return s, false
	}
	s.state, s.start = fields[0][0], fields[19]
	s.group, err = strconv.Atoi(fields[2])
	return s, err == nil
}

func (s stat) runs() bool { return s.state != 'Z' && s.state != 'X' }

// groupMembersRun reports whether a process of the group is more than a zombie.
func groupMembersRun(id int) bool {
	proc, err := os.Open("/proc")
	if err != nil {
		return true
	}
	defer proc.Close()
	names, err := proc.Readdirnames(-1)
	if err != nil {
		return true
	}
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		if s, ok := readStat(name); ok && s.group == id && s.runs() {
			return true
		}
	}
	return false
}

// startTime identifies a running process together with its id; "" when none runs.
func startTime(pid int) string {
	s, ok := readStat(strconv.Itoa(pid))
	if !ok || !s.runs() {
		return ""
	}
	return s.start
}

// machineState names this start of the system and the namespace in which ids of
// processes are valid.
func machineState() (boot, namespace string) {
	id, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	namespace, _ = os.Readlink("/proc/self/ns/pid")
	return strings.TrimSpace(string(id)), namespace
}
