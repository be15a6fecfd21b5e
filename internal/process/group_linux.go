package process

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// awaitExit waits until a process has ended, but leaves it to be collected, so
// that its id is not given away: it returns nil.
func awaitExit(p *os.Process) *os.ProcessState {
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

// maxEnviron is the most that is read of the environment of a process.
const maxEnviron = 1 << 20

// marked lists the running processes of this user that inherited a mark, by the mark:
// all that an agent has started, also what has left its group.
func marked() map[string][]int {
	found := map[string][]int{}
	names, _ := os.ReadDir("/proc") // without it nothing is found
	for _, f := range names {
		pid, err := strconv.Atoi(f.Name())
		if err != nil {
			continue
		}
		mark := markOf(f.Name())
		if mark == "" {
			continue
		}
		if s, ok := readStat(f.Name()); ok && s.runs() {
			found[mark] = append(found[mark], pid)
		}
	}
	return found
}

// markOf returns the mark in the environment of a process; "" without one.
func markOf(pid string) string {
	f, err := os.Open("/proc/" + pid + "/environ")
	if err != nil {
		return "" // another user's
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, maxEnviron)) // that of a process that has ended is empty
	for variable := range bytes.SplitSeq(data, []byte{0}) {
		if bytes.HasPrefix(variable, []byte(markName+"=")) {
			return string(variable)
		}
	}
	return ""
}
