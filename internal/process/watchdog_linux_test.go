package process

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func await(t *testing.T, done func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it did not happen")
		}
	}
}

// TestOwner is the process that TestWatchdog ends. It starts an agent that ignores all signals, in a
// folder that the environment names.
func TestOwner(t *testing.T) {
	folder := os.Getenv("HEDDLE_TEST_OWNER")
	if folder == "" {
		t.Skip("TestWatchdog starts it")
	}
	said := make(chan struct{}, 100)
	p, err := Start(Options{Path: filepath.Join(folder, "agent"), Env: os.Environ(), Output: func([]byte) { said <- struct{}{} }})
	if err != nil {
		t.Fatal(err)
	}
	// Children that outlive the owner must not keep the watchdog waiting.
	other := exec.Command("/bin/sleep", "100")
	other.Start()
	defer other.Wait()
	<-said
	fmt.Println("agent", p.PID(), p.group.id, other.Process.Pid)
	if os.Getenv("HEDDLE_TEST_EXIT") != "" {
		os.Exit(7)
	}
	p.Wait()
}

// The group of an agent ends with its owner, however that ends: the owner handles no signal.
func TestWatchdog(t *testing.T) {
	folder := t.TempDir()
	writeProgram(t, folder, "agent", `trap "" HUP INT TERM
sleep 100 &
(trap - HUP INT TERM; exec setsid sleep 100) &
echo ready
while :; do sleep 100; done`)
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGKILL, syscall.SIGQUIT, 0} {
		owner := exec.Command(os.Args[0], "-test.run=^TestOwner$")
		owner.Env = append(os.Environ(), "HEDDLE_TEST_OWNER="+folder)
		if s == 0 {
			owner.Env = append(owner.Env, "HEDDLE_TEST_EXIT=1")
		}
		output, err := owner.StdoutPipe()
		if err == nil {
			err = owner.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		var agent, group, other int
		for lines := bufio.NewScanner(output); agent == 0 && lines.Scan(); {
			fmt.Sscanf(lines.Text(), "agent %d %d %d", &agent, &group, &other)
		}
		if agent == 0 || group == agent {
			t.Fatalf("%v: agent %d, group %d", s, agent, group)
		}
		mark := markOf(strconv.Itoa(agent))
		await(t, func() bool { return s == 0 || len(marked()[mark]) >= 3 })
		if s != 0 {
			owner.Process.Signal(s)
		}
		owner.Wait()
		await(t, func() bool { return len(marked()[mark]) == 0 && !groupRuns(group) })
		if startTime(other) == "" {
			t.Errorf("%v: another child of the owner was ended", s)
		}
		syscall.Kill(other, syscall.SIGKILL)
	}
}

// Nobody but the watchdog has its pipe, and nobody but its owner the other end.
func TestWatchdogPipe(t *testing.T) {
	path := writeProgram(t, t.TempDir(), "agent", "sleep 100 & echo ready; wait")
	ready := make(chan struct{}, 1)
	p, err := Start(Options{Path: path, Env: os.Environ(), Output: func([]byte) { ready <- struct{}{} }})
	if err != nil {
		t.Fatal(err)
	}
	<-ready
	bystander := exec.Command("/bin/sleep", "100")
	if err := bystander.Start(); err != nil {
		t.Fatal(err)
	}
	defer bystander.Wait()
	defer bystander.Process.Kill()
	pipe, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/0", p.group.id))
	if err != nil || !strings.HasPrefix(pipe, "pipe:") {
		t.Fatal(pipe, err)
	}
	var holders []string
	list, _ := filepath.Glob("/proc/[0-9]*/fd/*")
	for _, name := range list {
		if to, _ := os.Readlink(name); to == pipe {
			holders = append(holders, name)
		}
	}
	for _, name := range holders {
		pid := strings.Split(name, "/")[2]
		if pid != strconv.Itoa(os.Getpid()) && pid != strconv.Itoa(p.group.id) {
			t.Errorf("%s is the pipe", name)
		}
	}
	if len(holders) != 3 {
		t.Errorf("%v", holders)
	}
	for _, fd := range []string{"1", "2"} {
		if to, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%s", p.group.id, fd)); to != "/dev/null" {
			t.Errorf("descriptor %s of the watchdog is %s", fd, to)
		}
	}
	p.Signal(Terminate)
	if end := p.Wait(); end.Status != 143 || !end.Gone {
		t.Errorf("%+v", end)
	}
}

// A watchdog that somebody ends is replaced, again and again, and the status of the agent stays its own.
func TestWatchdogReplaced(t *testing.T) {
	path := writeProgram(t, t.TempDir(), "agent", "read x; exit 9")
	p, err := Start(Options{Path: path, Env: os.Environ(), Output: func([]byte) {}})
	if err != nil {
		t.Fatal(err)
	}
	count := func() int {
		p.group.watchdog.mu.Lock()
		defer p.group.watchdog.mu.Unlock()
		return len(p.group.watchdog.shells)
	}
	for i := range 5 {
		p.group.watchdog.mu.Lock()
		shell := p.group.watchdog.shells[i].Process.Pid
		p.group.watchdog.mu.Unlock()
		if err := syscall.Kill(shell, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		await(t, func() bool { return count() == i+2 })
	}
	p.Write([]byte("go\n"))
	if end := p.Wait(); end.Status != 9 || !end.Gone {
		t.Errorf("%+v", end)
	}
	if groupRuns(p.group.id) || syscall.Kill(-p.group.id, 0) != syscall.ESRCH {
		t.Error("the group is not collected")
	}
}

// What has left the group ends with the agent, by the mark that it inherited; what has removed the mark stays.
func TestDetachedChildren(t *testing.T) {
	path := writeProgram(t, t.TempDir(), "agent", `setsid sleep 100 & setsid sh -c 'trap "" TERM; sleep 100' &
env -u HEDDLE_LIVE_PROCESS setsid sleep 100 & echo $!; exit 3`)
	said := ""
	p, err := Start(Options{Path: path, Env: os.Environ(), Output: func(b []byte) { said += string(b) }})
	if err != nil {
		t.Fatal(err)
	}
	if end := p.Wait(); end.Status != 3 || !end.Gone || len(end.Left) > 0 {
		t.Errorf("%+v", end)
	}
	if left := marked()[p.group.mark]; len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	kept, err := strconv.Atoi(strings.TrimSpace(said))
	if err != nil || startTime(kept) == "" {
		t.Errorf("%q does not run any more", said)
	}
	syscall.Kill(kept, syscall.SIGKILL)
}
