package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/e2e/modelserver"
)

// ownerSettings are those of TestOwner; TestMain clears the environment.
var ownerSettings = os.Getenv("HEDDLE_E2E_OWNER")

// owned says which agent a Go program runs.
type owned struct {
	Agent                     heddle.Agent
	Program, Home, Cwd, Model string
	Env                       []string
}

// TestOwner is the Go program that TestEndings ends. It handles no signals.
func TestOwner(t *testing.T) {
	var o owned
	if ownerSettings == "" || json.Unmarshal([]byte(ownerSettings), &o) != nil {
		t.Skip("TestEndings starts it")
	}
	client, err := heddle.Open(heddle.Options{Home: o.Home})
	if err != nil {
		t.Fatal(err)
	}
	s, err := heddle.StartAgent(t.Context(), heddle.AgentOptions{Agent: o.Agent, Program: o.Program, Client: client, Cwd: o.Cwd, Env: o.Env, Model: o.Model,
		StateFolder: filepath.Join(o.Home, ".local/state/heddle/live"), StartTimeout: 3 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range s.Stream(t.Context(), promptOf(modelserver.SceneSlow)) {
		if err != nil {
			t.Fatal(err)
		}
		os.Stderr.Write(append(e.Message, '\n'))
	}
}

// printed is what a program has printed.
type printed struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (p *printed) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(b)
}

func (p *printed) has(part string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Contains(p.text.String(), part)
}

// owner is a program that runs an agent, which works on a long turn.
type owner struct {
	w    *world
	cmd  *exec.Cmd
	said *printed
}

// startOwner starts heddle run, chat, record or live serve, or a Go program.
func (w *world) startOwner(t *testing.T, kind, program string) *owner {
	t.Helper()
	o := &owner{w: w, said: &printed{}}
	args := w.runArgs()
	args[3] = program
	prompt := promptOf(modelserver.SceneSlow)
	switch kind {
	case "run":
		o.cmd = w.heddleCommand(append(args, prompt)...)
	case "chat":
		o.cmd = w.heddleCommand(append([]string{"chat"}, args[1:]...)...)
	case "record":
		o.cmd = w.heddleCommand(append([]string{"record", "--agent", string(w.agent.agent), "--", program}, w.agent.protocolArgs()...)...)
	case "serve":
		o.cmd = w.heddleCommand("live", "serve")
	case "go":
		text, _ := json.Marshal(owned{w.agent.agent, program, w.home, w.cwd, w.agent.model, w.env()})
		o.cmd = w.heddleCommand()
		o.cmd.Path, o.cmd.Args = os.Args[0], []string{os.Args[0], "-test.run=^TestOwner$"}
		o.cmd.Env = append(o.cmd.Env, "HEDDLE_E2E_OWNER="+string(text), "HEDDLE_E2E="+root)
	}
	if kind == "record" {
		o.said = w.converseSlowly(t, o.cmd)
		return o
	}
	o.cmd.Stdout, o.cmd.Stderr = o.said, o.said
	in, err := o.cmd.StdinPipe()
	if err == nil {
		err = o.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	switch kind {
	case "chat":
		io.WriteString(in, prompt+"\n")
	case "serve":
		io.WriteString(in, w.serveRequests(o.cmd.Env, program, prompt))
	}
	return o
}

// serveRequests are the lines with which a library has heddle live serve run a long turn.
func (w *world) serveRequests(env []string, program, prompt string) (lines string) {
	for id, r := range []struct {
		method string
		params object
	}{
		{"initialize", object{"protocol": 1, "client": "e2e", "version": "1"}},
		{"live.start", object{"session": "s", "agent": w.agent.agent, "program": program, "cwd": w.cwd, "environment": env, "model": w.agent.model, "startTimeoutMs": 180_000}},
		{"live.subscribe", object{"session": "s", "subscription": "e", "window": 64 << 20}},
		{"live.query", object{"session": "s", "text": prompt}},
	} {
		line, _ := json.Marshal(object{"jsonrpc": "2.0", "id": id, "method": r.method, "params": r.params})
		lines += string(line) + "\n"
	}
	return lines
}

// protocolArgs are the arguments with which an agent speaks its line protocol.
func (a *agentUnderTest) protocolArgs() []string {
	switch {
	case a.acp != nil:
		return a.acp
	case a.agent == heddle.Codex:
		return []string{"app-server"}
	}
	return []string{"-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "--include-partial-messages", "--model", a.model}
}

// converseSlowly starts an agent and sends it the prompt of the long turn, as a client of its protocol does.
func (w *world) converseSlowly(t *testing.T, cmd *exec.Cmd) *printed {
	t.Helper()
	stderr := &printed{}
	c := startClient(t, cmd, stderr)
	prompt := promptOf(modelserver.SceneSlow)
	switch {
	case w.agent.acp != nil:
		c.open(w.cwd)
		c.prompt(prompt)
	case w.agent.agent == heddle.Codex:
		var ignored any
		c.answer(c.begin("initialize", object{"clientInfo": object{"name": "e2e", "version": "1"}}), &ignored)
		var started struct{ Thread struct{ ID string } }
		c.answer(c.begin("thread/start", object{"cwd": w.cwd, "model": w.agent.model}), &started)
		c.begin("turn/start", object{"threadId": started.Thread.ID, "input": []any{object{"type": "text", "text": prompt}}})
	default:
		line, _ := json.Marshal(object{"type": "user", "message": object{"role": "user", "content": []any{object{"type": "text", "text": prompt}}}})
		c.input.Write(append(line, '\n'))
	}
	c.await("a text", func() bool {
		return bytes.Contains(c.received.Bytes(), []byte("One more")) || bytes.Contains(c.received.Bytes(), []byte(" piece"))
	})
	return stderr
}

// await waits until done.
func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(3 * time.Minute); !done(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(what + " does not happen")
		}
	}
}

// awaitText waits until some of the long answer has come.
func (o *owner) awaitText(t *testing.T, kind string) {
	t.Helper()
	o.w.awaitScene(t, modelserver.SceneSlow)
	if kind != "record" {
		await(t, "a text", func() bool { return o.said.has("One more piece") })
	}
	await(t, "a prompt in the store", func() bool { return strings.Contains(o.w.storedAll(t), promptOf(modelserver.SceneSlow)) })
}

// storedAll returns the stored messages of all sessions.
func (w *world) storedAll(t *testing.T) (text string) {
	t.Helper()
	list, err := w.client.Store.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list.Items {
		text += w.storedText(t, s.SessionID)
	}
	return text
}

// stubborn writes a program that runs the agent, ignores signals, and stays when the agent has ended.
func (w *world) stubborn(t *testing.T) string {
	t.Helper()
	w.write("bin/stubborn", fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *--version*) exec %[1]s \"$@\" ;; esac\ntrap '' TERM INT HUP\n%[1]s \"$@\"\nwhile :; do sleep 1; done\n",
		filepath.Join(root, "bin", w.agent.program)))
	path := filepath.Join(w.home, "bin", "stubborn")
	if err := os.Chmod(path, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// ending is a way in which a program that runs an agent ends.
type ending struct {
	kind    string
	signals []syscall.Signal
	how     string // "": an agent as it is; or stubborn, full disk, watchdog
}

func (e ending) name() string {
	words := []string{e.kind}
	for _, s := range e.signals {
		words = append(words, unix.SignalName(s))
	}
	return strings.TrimSpace(strings.Join(words, " ") + " " + e.how)
}

func endings() (list []ending) {
	for _, kind := range []string{"run", "chat", "record", "serve", "go"} {
		for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL} {
			list = append(list, ending{kind, []syscall.Signal{s}, ""})
		}
		list = append(list, ending{kind, []syscall.Signal{syscall.SIGKILL}, "stubborn"}, ending{kind, []syscall.Signal{syscall.SIGKILL}, "watchdog"})
	}
	interrupt := []syscall.Signal{syscall.SIGINT}
	return append(list, ending{"run", interrupt, ""}, ending{"go", interrupt, ""}, ending{"chat", []syscall.Signal{syscall.SIGINT, syscall.SIGINT}, ""},
		ending{"record", []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}, ""},
		ending{"run", []syscall.Signal{syscall.SIGTERM}, "stubborn"}, ending{"chat", []syscall.Signal{syscall.SIGHUP}, "stubborn"}, ending{"run", interrupt, "stubborn"},
		ending{"run", []syscall.Signal{syscall.SIGTERM}, "full disk"}, ending{"chat", []syscall.Signal{syscall.SIGHUP}, "full disk"}, ending{"record", []syscall.Signal{syscall.SIGTERM}, "full disk"})
}

// TestEndings: regardless of what ends a program that runs an agent, no process of the agent is left, and what was
// said is in the store, or its loss is reported.
func TestEndings(t *testing.T) {
	if root == "" {
		t.Skip("make e2e runs this")
	}
	for _, agent := range agents {
		if agent.name != "claude" && agent.name != "codex" && agent.name != "opencode" {
			continue
		}
		t.Run(agent.name, func(t *testing.T) {
			agent.skipUnlessChosen(t)
			for _, e := range endings() {
				t.Run(e.name(), func(t *testing.T) {
					t.Parallel()
					testEnding(t, newWorld(t, agent), e)
				})
			}
		})
	}
}

func testEnding(t *testing.T, w *world, e ending) {
	program := filepath.Join(root, "bin", w.agent.program)
	if e.how == "stubborn" {
		program = w.stubborn(t)
	}
	o := w.startOwner(t, e.kind, program)
	t.Cleanup(func() {
		for _, pid := range w.agentProcesses() {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		if t.Failed() {
			t.Logf("said: %s\n%s", o.said.text.String(), w.requestList(0))
		}
	})
	o.awaitText(t, e.kind)
	pid := o.cmd.Process.Pid
	switch e.how {
	case "full disk":
		limit := unix.Rlimit{Cur: 4096, Max: 4096} // no file of the program grows any more; those of the agent do
		if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, &limit, nil); err != nil {
			t.Fatal(err)
		}
	case "watchdog":
		syscall.Kill(pid, syscall.SIGSTOP) // it would replace it
		w.killWatchdogs(t, pid)
	}
	sent := time.Now()
	for i, s := range e.signals {
		if i > 0 && e.kind == "chat" {
			await(t, "the first Ctrl-C", func() bool { return o.said.has("Ctrl-C again leaves") })
		}
		if err := syscall.Kill(pid, s); err != nil && i == 0 {
			t.Fatal(err)
		}
	}
	if e.how == "watchdog" {
		await(t, "the end of the program", func() bool { return syscall.Kill(pid, 0) != nil || isZombie(pid) })
		t.Logf("left: %v; reap says %s", w.agentProcesses(), w.run(t, "live", "reap"))
	}
	await(t, "the end of all processes", func() bool {
		left := w.agentProcesses()
		return len(left) == 0 || len(left) == 1 && left[0] == pid && isZombie(pid)
	})
	t.Logf("all have ended after %v", time.Since(sent).Round(10*time.Millisecond))
	if e.kind != "record" { // its client waits for it
		o.cmd.Wait()
		checkStatus(t, e, o.cmd.ProcessState.Sys().(syscall.WaitStatus))
	}
	stored := w.storedAll(t)
	polite := e.kind != "go" && e.signals[0] != syscall.SIGKILL
	switch {
	case !strings.Contains(stored, promptOf(modelserver.SceneSlow)):
		t.Errorf("the store lacks the prompt: %s", stored)
	case e.how == "full disk":
		// A program that has ended may have said something that is not read yet.
		await(t, "a report of the loss", func() bool { return o.said.has("incomplete") || o.said.has("recording ends") })
	case polite && !strings.Contains(stored, "One more piece"):
		t.Errorf("the store lacks what the agent said: %s", stored)
	}
	await(t, "an empty list of processes", func() bool { return w.run(t, "live", "ps") == "" }) // one that ends has no environment before it is gone
}

// checkStatus checks how a program ended: with 128 and the signal, when it handles that.
func checkStatus(t *testing.T, e ending, status syscall.WaitStatus) {
	t.Helper()
	last := e.signals[len(e.signals)-1]
	byItself := e.kind != "go" && last != syscall.SIGKILL
	switch {
	case e.kind == "serve" && byItself && status.ExitStatus() == 0: // its host has asked it to end
	case e.kind == "chat" && last == syscall.SIGINT && status.Exited(): // 0 when the turn had ended already
	case byItself && status.ExitStatus() != 128+int(last), !byItself && status.Signal() != last:
		t.Errorf("%s: status %d, signal %v", e.name(), status.ExitStatus(), status.Signal())
	}
}

// killWatchdogs kills the leaders of the groups of the agent's processes.
func (w *world) killWatchdogs(t *testing.T, owner int) {
	t.Helper()
	killed := 0
	own, _ := syscall.Getpgid(owner)
	for _, pid := range w.agentProcesses() {
		group, err := syscall.Getpgid(pid)
		if pid == owner || err != nil || group == own {
			continue
		}
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", group))
		if bytes.Contains(line, []byte("HEDDLE_LIVE_PROCESS=")) && bytes.HasPrefix(line, []byte("/bin/sh\x00")) {
			syscall.Kill(group, syscall.SIGKILL)
			killed++
		}
	}
	if killed == 0 {
		t.Error("no watchdog is found")
	}
}

// isZombie reports whether a process has ended and no process has waited for it.
func isZombie(pid int) bool {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return bytes.HasPrefix(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" Z"))
}

// TestServerEndings: regardless of what ends heddle record of opencode serve, which has no input whose end it could notice,
// its server and what that has started end.
func TestServerEndings(t *testing.T) {
	if root == "" {
		t.Skip("make e2e runs this")
	}
	i := slices.IndexFunc(agents, func(a agentUnderTest) bool { return a.name == "opencode" })
	agents[i].skipUnlessChosen(t)
	for _, e := range []ending{{"", []syscall.Signal{syscall.SIGTERM}, ""}, {"", []syscall.Signal{syscall.SIGHUP}, ""}, {"", []syscall.Signal{syscall.SIGINT}, ""},
		{"", []syscall.Signal{syscall.SIGKILL}, ""}, {"", []syscall.Signal{syscall.SIGKILL}, "watchdog"}} {
		t.Run(e.name(), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, agents[i])
			said := &printed{}
			cmd := w.heddleCommand("record", "--", filepath.Join(root, "bin", "opencode"), "serve", "--port", "0")
			cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = said, said, &syscall.SysProcAttr{Setpgid: true}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				for _, pid := range w.agentProcesses() {
					syscall.Kill(pid, syscall.SIGKILL)
				}
			})
			pid := cmd.Process.Pid
			await(t, "the server", func() bool { return said.has("listening") })
			if e.how == "watchdog" {
				syscall.Kill(pid, syscall.SIGSTOP) // it would replace it
				w.killWatchdogs(t, pid)
			}
			syscall.Kill(pid, e.signals[0])
			if e.how == "watchdog" {
				cmd.Wait()
				t.Logf("left: %v; reap says %s", w.agentProcesses(), w.run(t, "live", "reap"))
			}
			cmd.Wait()
			await(t, "the end of all processes", func() bool { return len(w.agentProcesses()) == 0 })
			await(t, "an empty list of processes", func() bool { return w.run(t, "live", "ps") == "" })
		})
	}
}
