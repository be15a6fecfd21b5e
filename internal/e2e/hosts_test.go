package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/e2e/modelserver"
)

// hostPrograms run a long turn in JavaScript and in Python, by the libraries of this repository. The first argument has
// the options. They print what the agent says, and end by themselves when the second argument is exit.
var hostPrograms = map[string]string{
	"node": `import { startAgent } from LIBRARY;
const [options, end] = process.argv.slice(-2);
const { prompt, ...start } = JSON.parse(options);
const agent = await startAgent(start);
for await (const m of agent.stream(prompt)) {
  process.stderr.write(JSON.stringify(m) + "\n");
  if (end === "exit" && JSON.stringify(m).includes("piece")) setTimeout(() => process.exit(0), 500);
}
process.stderr.write("the turn has ended: " + agent.error + "\n");
`,
	"python": `import asyncio, json, os, sys
sys.path.insert(0, LIBRARY)
import heddle
o, end = json.loads(sys.argv[1]), sys.argv[2]
async def main():
    agent = await heddle.start_agent(o["agent"], program=o["program"], cwd=o["cwd"], model=o.get("model"), start_timeout=180.0)
    async for m in agent.stream(o["prompt"], deltas=True):
        print(json.dumps(m), file=sys.stderr, flush=True)
        if end == "exit" and "piece" in json.dumps(m):
            asyncio.get_running_loop().call_later(0.5, sys.exit, 0)
    print("the turn has ended:", agent.error, file=sys.stderr, flush=True)
asyncio.run(main())
`,
}

// hostCommand is a program that runs an agent in a long turn.
func (w *world) hostCommand(t *testing.T, language, end string) *exec.Cmd {
	t.Helper()
	options := object{"agent": w.agent.agent, "program": filepath.Join(root, "bin", w.agent.program), "cwd": w.cwd, "prompt": promptOf(modelserver.SceneSlow)}
	if w.agent.model != "" {
		options["model"] = w.agent.model
	}
	if language == "node" {
		options["startTimeoutMs"] = 180_000
	}
	text, _ := json.Marshal(options)
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	library := map[string]string{"node": filepath.Join(repository, "js/dist/node/index.js"), "python": filepath.Join(repository, "python/src")}[language]
	if _, err := os.Stat(library); err != nil {
		t.Fatalf("%v: run make js-dist", err)
	}
	code := strings.ReplaceAll(hostPrograms[language], "LIBRARY", strconv.Quote(library))
	cmd := w.heddleCommand()
	args := []string{"node", "--input-type=module", "-e", code, "--", string(text), end}
	if language == "python" {
		args = []string{filepath.Join(repository, "build/venv/bin/python"), "-c", code, string(text), end}
	}
	program := exec.Command(args[0], args[1:]...)
	cmd.Path, cmd.Args, cmd.Err = program.Path, args, program.Err
	cmd.Env = append(cmd.Env, "HEDDLE_PROGRAM="+filepath.Join(root, "bin/heddle"))
	return cmd
}

// hostEndings are the ways in which the host of a live session, or the program that runs its sessions, ends.
var hostEndings = []struct {
	name   string
	signal syscall.Signal // 0: the host exits
	server bool           // it is for heddle live serve
}{
	{name: "exit"}, {"SIGTERM", syscall.SIGTERM, false}, {"SIGHUP", syscall.SIGHUP, false}, {"Ctrl-C", syscall.SIGINT, false},
	{"SIGKILL", syscall.SIGKILL, false}, {"SIGKILL of the server", syscall.SIGKILL, true},
}

// TestHosts: regardless of what ends a program in JavaScript or Python, or the heddle live serve that it uses, no process of
// the agent is left, what was said is in the store, and the session can be resumed.
func TestHosts(t *testing.T) {
	if root == "" {
		t.Skip("make e2e runs this")
	}
	for _, agent := range agents {
		if agent.name != "claude" && agent.name != "codex" && agent.name != "opencode" {
			continue
		}
		t.Run(agent.name, func(t *testing.T) {
			agent.skipUnlessChosen(t)
			for language := range hostPrograms {
				for _, e := range hostEndings {
					t.Run(language+" "+e.name, func(t *testing.T) {
						t.Parallel()
						testHost(t, newWorld(t, agent), language, e.name, e.signal, e.server)
					})
				}
			}
		})
	}
}

func testHost(t *testing.T, w *world, language, end string, signal syscall.Signal, server bool) {
	o := &owner{w: w, said: &printed{}, cmd: w.hostCommand(t, language, end)}
	o.cmd.Stdout, o.cmd.Stderr = o.said, o.said
	o.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := o.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, pid := range w.agentProcesses() {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		if t.Failed() {
			t.Logf("said: %s\n%s", o.said.text.String(), w.requestList(0))
		}
	})
	o.awaitText(t, language)
	pid := o.cmd.Process.Pid
	switch {
	case server:
		syscall.Kill(w.serverOf(t), signal)
	case signal == syscall.SIGINT:
		syscall.Kill(-pid, signal) // the terminal sends it to the whole group
	case signal != 0:
		syscall.Kill(pid, signal)
	}
	o.cmd.Wait()
	await(t, "the end of all processes", func() bool { return len(w.agentProcesses()) == 0 })
	if server && !o.said.has("heddle live serve has ended") {
		t.Error("the turn did not end with why")
	}
	id, native := w.recorded(t)
	stored := w.storedText(t, id)
	if !strings.Contains(stored, promptOf(modelserver.SceneSlow)) || signal != syscall.SIGKILL && !strings.Contains(stored, "One more piece") {
		t.Errorf("the store has %s", stored)
	}
	w.checkResumed(t, id, native)
}

// serverOf returns the process of heddle live serve.
func (w *world) serverOf(t *testing.T) int {
	t.Helper()
	for _, pid := range w.agentProcesses() {
		line, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
		if strings.Contains(string(line), "\x00live\x00serve\x00") {
			return pid
		}
	}
	t.Fatal("no heddle live serve runs")
	return 0
}

// checkResumed resumes a session whose turn was cut, and compares all of it with the agent's own record.
func (w *world) checkResumed(t *testing.T, id, native string) {
	t.Helper()
	o := w.options()
	o.Resume, o.StateFolder = native, ""
	s := w.start(t, o)
	if s.SessionID() != id {
		t.Errorf("the resumed session is stored as %s, not %s", s.SessionID(), id)
	}
	if r := w.turn(t, s, modelserver.SceneText); r.EndedBy != "answer" {
		t.Errorf("the resumed turn: %s", r.Raw)
	}
	w.stop(t, s)
	w.checkWholeDiff(t, id, native)
}

// checkWholeDiff checks that a stored session has every prompt and answer that the agent's own record has, and the other
// way round, but for pieces of an answer that was cut, which agents do not write.
func (w *world) checkWholeDiff(t *testing.T, id, native string) {
	t.Helper()
	diff, err := w.client.Sessions.Diff(t.Context(), heddle.Ref("heddle:"+id), heddle.Ref(string(w.agent.agent)+":"+native))
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range diff.Operations {
		for _, m := range []*heddle.Message{op.MessageA, op.MessageB} {
			if op.Type != heddle.DiffTypeUnchanged && m != nil && (m.Role == heddle.RoleUser || m.Role == heddle.RoleAssistant && !strings.HasPrefix(m.Content, "One more piece")) {
				a, _ := json.Marshal(op.MessageA)
				b, _ := json.Marshal(op.MessageB)
				t.Errorf("%s\nin the store: %s\nin the record: %s", op.Type, a, b)
			}
		}
	}
}
