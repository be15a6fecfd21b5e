package process

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

var ntResumeProcess = windows.NewLazySystemDLL("ntdll.dll").NewProc("NtResumeProcess")

// group is the job object of a process. It ends when its last handle is closed,
// and with it every process in it: also when this process is killed.
type group struct {
	pid  int
	job  windows.Handle
	mark string // unused: nothing leaves a job
}

// start starts a process suspended, so that it starts no other one before it is
// in the job.
func (g *group) start(c *exec.Cmd) error {
	c.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
	if err := c.Start(); err != nil {
		return err
	}
	if err := g.adopt(c.Process); err != nil {
		c.Process.Kill()
		c.Wait()
		return err
	}
	return nil
}

func (g *group) describe(*Entry) {}

// send sends nothing: a console sends Ctrl-C to all that it has.
func (g *group) send(os.Signal) bool { return true }

// marked finds no processes: nothing leaves a job.
func marked() map[string][]int { return nil }

func endMarked(string) []int { return nil }

func (g *group) adopt(p *os.Process) error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	g.pid, g.job = p.Pid, job
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits))); err != nil {
		return err
	}
	child, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE|windows.PROCESS_SUSPEND_RESUME, false, uint32(p.Pid))
	if err != nil {
		return err
	}
	defer windows.CloseHandle(child)
	if err := windows.AssignProcessToJobObject(job, child); err != nil {
		return err
	}
	if status, _, _ := ntResumeProcess.Call(uintptr(child)); status != 0 {
		return windows.NTStatus(status)
	}
	return nil
}

func (g *group) signal(s Signal) {
	if s == Kill {
		windows.TerminateJobObject(g.job, 137)
		return
	}
	windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(g.pid))
}

// awaitExit waits until a process has ended, and collects it.
func awaitExit(p *os.Process) *os.ProcessState {
	state, _ := p.Wait()
	return state
}

// accounting is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.
type accounting struct {
	userTime, kernelTime, periodUser, periodKernel int64
	faults, total, active, terminated              uint32
}

// awaitEnd waits until no process of the job runs, and reports whether that came
// true.
func (g *group) awaitEnd(limit time.Duration) bool {
	end := time.Now().Add(limit)
	for {
		var a accounting
		err := windows.QueryInformationJobObject(g.job, windows.JobObjectBasicAccountingInformation, uintptr(unsafe.Pointer(&a)), uint32(unsafe.Sizeof(a)), nil)
		if err == nil && a.active == 0 {
			return true
		}
		if time.Now().After(end) {
			return false
		}
		windows.TerminateJobObject(g.job, 137)
		time.Sleep(10 * time.Millisecond)
	}
}

func (g *group) close() { windows.CloseHandle(g.job) }

func exitStatus(state *os.ProcessState) int {
	if state == nil {
		return -1
	}
	return state.ExitCode()
}

// startTime identifies a running process together with its id; "" when none runs.
func startTime(pid int) string {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return ""
	}
	defer windows.CloseHandle(h)
	var created, exited, kernel, user windows.Filetime
	if windows.GetProcessTimes(h, &created, &exited, &kernel, &user) != nil || exited.Nanoseconds() > 0 && exited != (windows.Filetime{}) {
		return ""
	}
	return strconv.FormatInt(created.Nanoseconds(), 10)
}

// machineState is unknown: a start time is enough to tell processes apart.
func machineState() (boot, namespace string) { return "", "" }

// end ends a process that a dead owner left. Its job ended with the owner, so this
// is only for what had left the job. It returns what is left.
func (l *Leftover) end() (left []int) {
	if endProcess(l.PID, l.Start) {
		return nil
	}
	return []int{l.PID}
}

func endProcess(pid int, start string) bool {
	if startTime(pid) != start {
		return true
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	p.Kill()
	for range 300 {
		if startTime(pid) != start {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}
