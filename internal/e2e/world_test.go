package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/e2e/modelserver"
)

// root is the folder of the installed agents; without it the tests are skipped.
var root = os.Getenv("HEDDLE_E2E")

// keep leaves the home folders of failed tests.
var keep = os.Getenv("HEDDLE_E2E_KEEP") != ""

// chosen are the names of the agents to test, separated by spaces; empty for all.
var chosen = strings.Fields(os.Getenv("HEDDLE_E2E_AGENTS"))

// skipUnlessChosen skips the tests of an agent that the caller left out.
func (a *agentUnderTest) skipUnlessChosen(t *testing.T) {
	if len(chosen) > 0 && !slices.Contains(chosen, a.name) {
		t.Skip("E2E_AGENTS does not name " + a.name)
	}
}

// TestMain removes everything from the environment that could lead an agent
// elsewhere than to the model server: keys, addresses, proxies, settings.
func TestMain(m *testing.M) {
	path, scratch := os.Getenv("PATH"), os.TempDir()
	os.Clearenv()
	os.Setenv("PATH", filepath.Join(root, "bin")+string(os.PathListSeparator)+path)
	os.Setenv("TMPDIR", scratch)
	os.Setenv("LANG", "C.UTF-8")
	os.Setenv("TERM", "dumb")
	heedSignals()
	os.Exit(m.Run())
}

// heedSignals has programs that tests start heed every signal. Under nohup, and in the background of a script, this
// process ignores some, and programs inherit that; but not for signals that it receives.
func heedSignals() {
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGHUP} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s) // and continues to ignore it
		}
	}
}

// world is a home folder, a project folder and a model server for one agent.
type world struct {
	t      *testing.T
	home   string
	cwd    string
	server *modelserver.Server
	client *heddle.Heddle
	agent  agentUnderTest
}

func newWorld(t *testing.T, agent agentUnderTest) *world {
	t.Helper()
	home, err := os.MkdirTemp("", "heddle-e2e-")
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, home: home, cwd: filepath.Join(home, "project"), agent: agent}
	t.Cleanup(func() {
		if t.Failed() && keep {
			t.Log("kept: " + home)
			return
		}
		os.RemoveAll(home)
	})
	w.write("project/"+modelserver.ExistingFile, "The notes of the project.\n")
	if w.server, err = modelserver.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.server.Close() })
	w.server.Cwd = w.cwd
	for name, text := range agent.settings(w) {
		w.write(name, text)
	}
	if w.client, err = heddle.Open(heddle.Options{Home: home}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.client.Close() })
	t.Cleanup(w.reportDrift)
	return w
}

// driftReport is the file that receives what the doctor counts in each home folder; "" for none.
var driftReport = os.Getenv("HEDDLE_E2E_REPORT")

// reportDrift appends what the doctor counts in this world, one line of JSON.
func (w *world) reportDrift() {
	if driftReport == "" {
		return
	}
	report, err := w.client.Sessions.Doctor(context.Background(), heddle.DoctorOptions{Agent: w.agent.agent})
	if err != nil {
		w.t.Error(err)
		return
	}
	line, err := json.Marshal(map[string]any{"agent": w.agent.name, "test": w.t.Name(), "agents": report.Agents})
	if err != nil {
		w.t.Error(err)
		return
	}
	f, err := os.OpenFile(driftReport, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		w.t.Error(err)
		return
	}
	defer f.Close()
	if _, err := f.Write(append(line, '\n')); err != nil {
		w.t.Error(err)
	}
}

// write writes a file below the home folder.
func (w *world) write(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// env leads an agent to the home folder and the model server of this world.
func (w *world) env() []string {
	return append([]string{"HOME=" + w.home, "XDG_CONFIG_HOME=" + w.home + "/.config", "XDG_DATA_HOME=" + w.home + "/.local/share",
		"XDG_STATE_HOME=" + w.home + "/.local/state", "XDG_CACHE_HOME=" + w.home + "/.cache"}, w.agent.env(w)...)
}

// options are those of every session of the agent.
func (w *world) options() heddle.AgentOptions {
	return heddle.AgentOptions{Agent: w.agent.agent, Program: filepath.Join(root, "bin", w.agent.program), Client: w.client, Cwd: w.cwd, Env: w.env(),
		Model: w.agent.model, StateFolder: filepath.Join(w.home, "live"), StartTimeout: 3 * time.Minute, Timeout: 3 * time.Minute}
}

// start starts a session; the test's end stops it.
func (w *world) start(t *testing.T, o heddle.AgentOptions) *heddle.AgentSession {
	t.Helper()
	began := time.Now()
	s, err := heddle.StartAgent(t.Context(), o)
	if err != nil {
		t.Fatalf("start: %v\n%s", err, w.requestList(0))
	}
	t.Logf("started in %v: %s, %s", time.Since(began).Round(time.Millisecond), s.NativeSessionID(), s.SessionID())
	t.Cleanup(func() { w.stop(t, s) })
	return s
}

func (w *world) stop(t *testing.T, s *heddle.AgentSession) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := s.Stop(ctx); err != nil && !errors.Is(err, heddle.ErrComplete) {
		t.Errorf("stop: %v", err)
	}
}

// turn plays a scene and returns its result.
func (w *world) turn(t *testing.T, s *heddle.AgentSession, scene string) *heddle.AgentResult {
	t.Helper()
	began, from := time.Now(), len(w.server.Requests(0))
	r, err := s.Query(t.Context(), promptOf(scene))
	if err != nil {
		t.Fatalf("%s: %v\n%s", scene, err, w.requestList(from))
	}
	t.Logf("%s: %v, error %v %s, %+v by %s", scene, time.Since(began).Round(time.Millisecond), r.IsError, r.ErrorType, r.Usage, r.UsageSource)
	return r
}

func promptOf(scene string) string { return "Please play scene:" + scene + " now." }

// requestList lists requests for a failed test.
func (w *world) requestList(from int) string {
	var b strings.Builder
	for _, r := range w.server.Requests(from) {
		fmt.Fprintf(&b, "request %d %s model=%s scene=%s step=%d side=%v cut=%v usage=%+v tools=%s\n", r.Number, r.Wire, r.Model, r.Scene, r.Step, r.Side, r.Cut, r.Usage, strings.Join(r.Tools, ","))
	}
	return b.String()
}

// agentProcesses lists the processes that have the home folder of this world in
// their environment.
func (w *world) agentProcesses() (pids []int) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		env, _ := os.ReadFile("/proc/" + e.Name() + "/environ")
		if strings.Contains(string(env), "HOME="+w.home+"\x00") {
			pids = append(pids, pid)
		}
	}
	return pids
}

// killAgents kills every process of the agent.
func (w *world) killAgents(t *testing.T) {
	t.Helper()
	pids := w.agentProcesses()
	if len(pids) == 0 {
		t.Fatal("no process of the agent is found")
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			t.Errorf("kill %d: %v", pid, err)
		}
	}
}
