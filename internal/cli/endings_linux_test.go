package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
	"github.com/heddle-dev/heddle/internal/cli/live"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// TestProgram is the command line that the tests below start as a process.
func TestProgram(t *testing.T) {
	var args []string
	if text := os.Getenv("HEDDLE_TEST_ARGS"); text == "" || json.Unmarshal([]byte(text), &args) != nil {
		t.Skip("other tests start it")
	}
	os.Exit(Run(args, terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, clitest.OnNative))
}

// started is the command line as a process, with an agent that works on a turn.
type started struct {
	h        *liveHome
	cmd      *exec.Cmd
	in       io.WriteCloser
	out, err *clitest.Buffer
	ended    bool
}

// conversation is what a client of heddle record sends to claude.
const conversation = `{"type":"control_request","request_id":"r1","request":{"subtype":"initialize"}}` + "\n" +
	`{"type":"user","message":{"role":"user","content":[{"type":"text","text":"Where is it?"}]},"uuid":"11111111-1111-4111-8111-111111111111"}` + "\n"

// startProgram starts heddle run, chat or record. prefix is a command that runs it.
func (h *liveHome) startProgram(command string, prefix ...string) *started {
	h.t.Helper()
	args := []string{"--home", h.folder, command, "claude", "--program", h.agent}
	input := "Where is it?\n"
	switch command {
	case "run":
		args = append(args, "Where is it?")
	case "record":
		args = []string{"--home", h.folder, "record", "--agent", "claude", "--", h.agent, "-p", "--input-format", "stream-json"}
		input = conversation
	}
	text, err := json.Marshal(args)
	if err != nil {
		h.t.Fatal(err)
	}
	line := append(prefix, os.Args[0], "-test.run=^TestProgram$")
	p := &started{h: h, cmd: exec.CommandContext(h.context(), line[0], line[1:]...), out: &clitest.Buffer{}, err: &clitest.Buffer{}}
	p.cmd.Env = append(os.Environ(), "HEDDLE_TEST_ARGS="+string(text))
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.err
	if p.in, err = p.cmd.StdinPipe(); err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		if !p.ended {
			p.kill(syscall.SIGKILL)
			p.wait()
		}
		for _, pid := range h.agents() {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	if _, err := io.WriteString(p.in, input); err != nil {
		h.t.Fatal(err)
	}
	return p
}

// context is only against a hang.
func (h *liveHome) context() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	h.t.Cleanup(cancel)
	return ctx
}

func (p *started) kill(s syscall.Signal) {
	p.h.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.h.t.Error(err)
	}
}

// wait returns how the program ended: its exit status, or the signal.
func (p *started) wait() syscall.WaitStatus {
	p.h.t.Helper()
	p.ended = true
	err := p.cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.h.t.Fatal(err)
	}
	return p.cmd.ProcessState.Sys().(syscall.WaitStatus)
}

// agents are the processes of the agent, by the script in their environment.
func (h *liveHome) agents() (list []int) {
	h.t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		h.t.Fatal(err)
	}
	want := []byte("HEDDLE_SCRIPT=" + filepath.Join(h.folder, "script.json") + "\x00")
	for _, name := range names {
		folder := filepath.Dir(name)
		env, _ := os.ReadFile(name)                // it may have ended
		program, _ := os.Readlink(folder + "/exe") // that of heddle itself is the test's
		stat, _ := os.ReadFile(folder + "/stat")
		state := stat[bytes.LastIndexByte(stat, ')')+1:]
		if bytes.Contains(env, want) && filepath.Base(program) == "agent" && !bytes.HasPrefix(state, []byte(" Z")) {
			pid, _ := strconv.Atoi(filepath.Base(folder))
			list = append(list, pid)
		}
	}
	return list
}

// stored is all that the store has, as text.
func (h *liveHome) stored() string {
	h.t.Helper()
	_, list, _ := h.heddle("", "store", "list", "--json")
	var sessions []struct{ SessionID string }
	if err := json.Unmarshal([]byte(list), &sessions); err != nil {
		return ""
	}
	text := ""
	for _, s := range sessions {
		_, said, _ := h.heddle("", "store", "messages", s.SessionID, "--json")
		text += said
	}
	return text
}

// awaitTurn waits until the agent has said something in its turn, and that is stored.
func (p *started) awaitTurn() {
	p.h.t.Helper()
	clitest.WaitFor(p.h.t, func() bool { return strings.Contains(p.h.stored(), "Under the pier.") })
}

// endScript is a turn that does not end. The agent has a child in its group and one that has left it.
const endScript = `{"version":"2.1.300","grandchild":true,"detached":true,"turns":[[{"do":"text","text":"Under the pier."},{"do":"hang"}]]`

// TestEndings: regardless of what ends the program, no process of the agent is left, by nobody's doing, and what was
// said is stored.
func TestEndings(t *testing.T) {
	polite, stubborn := endScript+"}", endScript+`,"ignoreTerm":true,"ignoreEof":true,"ignoreInterrupt":true}`
	for name, c := range map[string]struct {
		command, script string
		signals         []syscall.Signal
		code            int // 0: by the signal
	}{
		"run INT":                               {"run", polite, []syscall.Signal{syscall.SIGINT}, 130},
		"run TERM":                              {"run", polite, []syscall.Signal{syscall.SIGTERM}, 143},
		"run HUP":                               {"run", polite, []syscall.Signal{syscall.SIGHUP}, 129},
		"run KILL":                              {"run", polite, []syscall.Signal{syscall.SIGKILL}, 0},
		"chat TERM":                             {"chat", polite, []syscall.Signal{syscall.SIGTERM}, 143},
		"chat HUP":                              {"chat", polite, []syscall.Signal{syscall.SIGHUP}, 129},
		"chat KILL":                             {"chat", polite, []syscall.Signal{syscall.SIGKILL}, 0},
		"record TERM":                           {"record", polite, []syscall.Signal{syscall.SIGTERM}, 143},
		"record HUP":                            {"record", polite, []syscall.Signal{syscall.SIGHUP}, 0},
		"record KILL":                           {"record", polite, []syscall.Signal{syscall.SIGKILL}, 0},
		"ignored TERM":                          {"run", stubborn, []syscall.Signal{syscall.SIGTERM}, 143},
		"ignored HUP":                           {"chat", stubborn, []syscall.Signal{syscall.SIGHUP}, 129},
		"ignored KILL":                          {"run", stubborn, []syscall.Signal{syscall.SIGKILL}, 0},
		"ignored twice":                         {"run", stubborn, []syscall.Signal{syscall.SIGTERM, syscall.SIGTERM}, 0},
		"record and an agent that ignores TERM": {"record", stubborn, []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "run TERM" && name != "chat HUP" && name != "record KILL" {
				t.Skip("-short ends run by SIGTERM, chat by SIGHUP and record by SIGKILL only")
			}
			h := newLiveHome(t, c.script)
			p := h.startProgram(c.command)
			p.awaitTurn()
			if n := len(h.agents()); n != 3 {
				t.Fatalf("%d processes of the agent", n)
			}
			for i, s := range c.signals {
				if i > 0 {
					clitest.WaitFor(t, func() bool { return p.err.String() != "" })
				}
				p.kill(s)
				if c.command == "record" && len(c.signals) > 1 && i == 0 {
					clitest.WaitFor(t, func() bool { return strings.Contains(p.err.String(), "still runs: process") })
				}
			}
			last := c.signals[len(c.signals)-1]
			if status := p.wait(); c.code != 0 && status.ExitStatus() != c.code || c.code == 0 && status.Signal() != last {
				t.Errorf("it ended with status %d, signal %v: %s", status.ExitStatus(), status.Signal(), p.err)
			}
			clitest.WaitFor(t, func() bool { return len(h.agents()) == 0 })
			if text := h.stored(); !strings.Contains(text, "Where is it?") || !strings.Contains(text, "Under the pier.") {
				t.Errorf("stored: %s", text)
			}
			if _, list, problems := h.heddle("", "live", "ps"); list != "" || problems != "" {
				t.Errorf("registered: %s%s", list, problems)
			}
		})
	}
}

// TestChatInterrupts: Ctrl-C interrupts the turn of a chat, and another one leaves.
func TestChatInterrupts(t *testing.T) {
	h := newLiveHome(t, endScript+`,"ignoreInterrupt":true}`)
	p := h.startProgram("chat")
	p.awaitTurn()
	p.kill(syscall.SIGINT)
	clitest.WaitFor(t, func() bool { return strings.Contains(p.err.String(), "Ctrl-C again leaves") })
	p.kill(syscall.SIGINT)
	for !p.ended { // the second one may come after two seconds on a busy machine
		if status := p.wait(); status.ExitStatus() != 130 {
			t.Errorf("status %d: %s", status.ExitStatus(), p.err)
		}
	}
	clitest.WaitFor(t, func() bool { return len(h.agents()) == 0 })
}

// TestSignalsOfNoHup: a signal that the program was started without stays without effect.
func TestSignalsOfNoHup(t *testing.T) {
	for _, command := range []string{"run", "record"} {
		h := newLiveHome(t, endScript+"}")
		p := h.startProgram(command, "/bin/sh", "-c", `trap "" HUP; exec "$@"`, "sh")
		p.awaitTurn()
		p.kill(syscall.SIGHUP)
		p.kill(syscall.SIGTERM)
		if status := p.wait(); status.ExitStatus() != 143 {
			t.Errorf("%s ended with status %d, signal %v: %s", command, status.ExitStatus(), status.Signal(), p.err)
		}
		clitest.WaitFor(t, func() bool { return len(h.agents()) == 0 })
	}
}

// TestStuckOutput: a signal ends the agent although no program reads what the program prints.
func TestStuckOutput(t *testing.T) {
	h := newLiveHome(t, `{"version":"2.1.300","turns":[[{"do":"text","text":"Under the pier."},{"do":"flood","n":1000000},{"do":"hang"}]]}`)
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	text, _ := json.Marshal([]string{"--home", h.folder, "run", "claude", "--program", h.agent, "Where?"})
	cmd := exec.CommandContext(h.context(), os.Args[0], "-test.run=^TestProgram$")
	cmd.Env, cmd.Stdout = append(os.Environ(), "HEDDLE_TEST_ARGS="+string(text)), writer
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	writer.Close()
	clitest.WaitFor(t, func() bool { return strings.Count(h.stored(), "xxxx") > 100 })
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != 143 {
		t.Errorf("status %v", cmd.ProcessState)
	}
	clitest.WaitFor(t, func() bool { return len(h.agents()) == 0 })
}

// watchdogs are the leaders of the groups of processes.
func watchdogs(t *testing.T, agents []int) map[int]bool {
	t.Helper()
	list := map[int]bool{}
	for _, pid := range agents {
		if group, err := syscall.Getpgid(pid); err == nil && group != pid {
			list[group] = true
		}
	}
	return list
}

// TestKilledWatchdog: a watchdog that somebody kills is replaced; when the program dies before that, the
// agent is named, and reap ends all of it.
func TestKilledWatchdog(t *testing.T) {
	for _, replaced := range []bool{true, false} {
		h := newLiveHome(t, endScript+`,"ignoreTerm":true,"ignoreEof":true}`)
		p := h.startProgram("run")
		p.awaitTurn()
		list := watchdogs(t, h.agents())
		if len(list) != 1 {
			t.Fatalf("groups %v", list)
		}
		if !replaced {
			p.kill(syscall.SIGSTOP)
		}
		for pid := range list {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			if replaced {
				clitest.WaitFor(t, func() bool { return len(successorsOf(t, pid)) > 0 })
			}
		}
		p.kill(syscall.SIGKILL)
		p.wait()
		if !replaced {
			if _, out, _ := h.heddle("", "live", "ps", "--json"); strings.Count(out, `"pid"`) != 1 || !strings.Contains(out, `"orphan":true`) || len(h.agents()) != 3 {
				t.Errorf("listed: %s", out)
			}
			if code, out, problems := h.heddle("", "live", "reap"); code != app.ExitOK || !strings.HasPrefix(out, "ended ") {
				t.Errorf("reap: %d %s %s", code, out, problems)
			}
			if list := h.agents(); len(list) > 0 {
				t.Errorf("left: %v", list)
			}
		}
		clitest.WaitFor(t, func() bool { return len(h.agents()) == 0 })
	}
}

// successorsOf are the shells that run in place of a group's leader, which may still be there for
// a moment after it is killed.
func successorsOf(t *testing.T, group int) (list []int) {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		line, _ := os.ReadFile(name) // that of a zombie is empty
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		if of, err := syscall.Getpgid(pid); err == nil && of == group && pid != group && bytes.HasPrefix(line, []byte("/bin/sh\x00")) {
			list = append(list, pid)
		}
	}
	return list
}

// TestCrashedAgent: what an agent that crashes has started ends with it, or is ended by reap when nobody was
// left to do it.
func TestCrashedAgent(t *testing.T) {
	h := newLiveHome(t, endScript+"}")
	p := h.startProgram("run")
	p.awaitTurn()
	_, out, _ := h.heddle("", "live", "ps", "--json")
	var listed []live.LiveProcess
	if err := json.Unmarshal([]byte(out), &listed); err != nil || len(listed) != 1 || len(listed[0].Others) != 2 {
		t.Fatalf("listed: %s", out)
	}
	p.kill(syscall.SIGSTOP)
	for pid := range watchdogs(t, h.agents()) {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	if err := syscall.Kill(listed[0].PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	p.kill(syscall.SIGKILL)
	p.wait()
	if _, out, _ := h.heddle("", "live", "ps"); !strings.Contains(out, "(ended)") {
		t.Errorf("listed: %s", out)
	}
	if code, out, problems := h.heddle("", "live", "reap"); code != app.ExitOK || !strings.HasPrefix(out, "ended ") {
		t.Errorf("reap: %d %s %s", code, out, problems)
	}
	if list := h.agents(); len(list) > 0 {
		t.Errorf("left: %v", list)
	}

	p = newLiveHome(t, strings.Replace(endScript, `{"do":"hang"}`, `{"do":"exit","n":7}`, 1)+"}").startProgram("run")
	if status := p.wait(); status.ExitStatus() != app.ExitFailure || !strings.Contains(p.err.String(), "status 7") {
		t.Errorf("status %d: %s", status.ExitStatus(), p.err)
	}
	if list := p.h.agents(); len(list) > 0 {
		t.Errorf("left: %v", list)
	}
}

// TestFullDisk: what cannot be stored is reported, with an exit status that is not 0, and no process is left.
func TestFullDisk(t *testing.T) {
	for _, c := range []struct {
		command string
		signal  syscall.Signal
		says    string
	}{{"run", syscall.SIGTERM, "the recording is incomplete"}, {"chat", syscall.SIGHUP, "the recording is incomplete"}, {"record", syscall.SIGTERM, "recording ends"}, {"run", 0, "the recording is incomplete"}} {
		t.Run(c.command+" "+c.signal.String(), func(t *testing.T) {
			last := `{"do":"hang"}`
			if c.signal == 0 {
				last = `{"do":"text","text":"The end."}`
			}
			gate := filepath.Join(t.TempDir(), "gate")
			h := newLiveHome(t, `{"version":"2.1.300","detached":true,"turns":[[{"do":"text","text":"Under the pier."},{"do":"await","text":"`+gate+`"},{"do":"flood","n":400000},`+last+`]]}`)
			p := h.startProgram(c.command)
			p.awaitTurn()
			limit := unix.Rlimit{Cur: 4096, Max: 4096} // no file of the program grows any more
			if err := unix.Prlimit(p.cmd.Process.Pid, unix.RLIMIT_FSIZE, &limit, nil); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(gate, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if c.signal != 0 {
				clitest.WaitFor(t, func() bool { return strings.Count(p.out.String(), "xxxx") > 1000 })
				p.kill(c.signal)
			}
			if status := p.wait(); status.ExitStatus() <= 0 || !strings.Contains(p.err.String(), c.says) {
				t.Errorf("status %d, signal %v: %s", status.ExitStatus(), status.Signal(), p.err)
			}
			clitest.WaitFor(t, func() bool { return len(h.agents()) == 0 })
			if text := h.stored(); !strings.Contains(text, "Under the pier.") {
				t.Errorf("stored: %s", text)
			}
		})
	}
}
