//go:build unix

package live_test

import (
	"bufio"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/process"
)

// TestOwner is not a test of its own: TestKilledOwner runs it in another process, and kills that.
func TestOwner(t *testing.T) {
	folder := os.Getenv("HEDDLE_TEST_OWNER")
	if folder == "" {
		t.Skip("run by TestKilledOwner")
	}
	x := openSetting(t, folder)
	x.options.Open.Settings = session.JSON(`{"a":1}`)
	s := x.start()
	events := s.Subscribe()
	go s.Ask(x.context(), live.Query{Text: "go"})
	for e := range events.All(x.context()) {
		if strings.Contains(string(e.Message), `"content":"last"`) && e.Whole {
			time.Sleep(200 * time.Millisecond) // a message is stored after 50 ms
			os.Stdout.WriteString("\nready " + s.Info().StoreID + "\n")
		}
	}
}

// When the owner of a session and its watchdog are killed in a turn, what was said is stored, and the next
// start ends the process and resumes the session.
func TestKilledOwner(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for seconds; TestReap ends a process too")
	}
	x := newSetting(t, `{"ignoreEof":true,"grandchild":true,"turns":[[{"do":"text","text":"first"},{"do":"text","text":"last"},{"do":"hang"}]]}`)
	owner := exec.Command(os.Args[0], "-test.run=^TestOwner$")
	owner.Env = append(os.Environ(), "HEDDLE_TEST_OWNER="+x.folder)
	output, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	stored := ""
	for lines := bufio.NewScanner(output); stored == "" && lines.Scan(); {
		stored, _ = strings.CutPrefix(lines.Text(), "ready ")
		if stored == lines.Text() {
			stored = ""
		}
	}
	owner.Process.Signal(syscall.SIGSTOP) // it would replace the watchdog
	for _, name := range runningAgents(x.path("script.json")) {
		pid, _ := strconv.Atoi(strings.Split(name, "/")[2])
		if group, err := syscall.Getpgid(pid); err == nil && group != pid {
			syscall.Kill(group, syscall.SIGKILL)
		}
	}
	owner.Process.Kill()
	owner.Wait()
	if got := strings.Join(kinds(x.stored(stored)), " "); !strings.HasPrefix(got, "user ") || strings.Count(got, "assistant") != 2 || strings.Contains(got, "result") {
		t.Errorf("stored: %s", got)
	}
	if len(runningAgents(x.path("script.json"))) == 0 {
		t.Fatal("no process is left to be ended")
	}
	list, err := process.NewRegistry(x.path("state")).List()
	if err != nil || len(list) != 1 || !list[0].Orphan {
		t.Errorf("%+v %v", list, err)
	}
	if list := x.privateFiles(); len(list) != 1 {
		t.Errorf("private files: %v", list)
	}
	x.options.Open.Resume = "heddle:" + stored
	s := x.start()
	if list := x.privateFiles(); len(list) > 0 {
		t.Errorf("left: %v", list)
	}
	if list := runningAgents(x.path("script.json")); len(list) != 2 { // the new process and its child
		t.Errorf("running: %v", list)
	}
	if info := s.Info(); info.StoreID != stored || info.Health != session.LiveHealthReady {
		t.Errorf("%+v", info)
	}
	x.stop(s)
}

// Regardless of what ends a program that has a session, no process of the agent is left: the library handles no signals.
func TestEndedOwner(t *testing.T) {
	signals := []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT}
	if testing.Short() {
		t.Log("-short sends SIGKILL only")
		signals = signals[:1]
	}
	for _, sent := range signals {
		x := newSetting(t, `{"ignoreEof":true,"ignoreTerm":true,"grandchild":true,"detached":true,"turns":[[{"do":"text","text":"last"},{"do":"hang"}]]}`)
		owner := exec.Command(os.Args[0], "-test.run=^TestOwner$")
		owner.Env = append(os.Environ(), "HEDDLE_TEST_OWNER="+x.folder)
		output, err := owner.StdoutPipe()
		if err == nil {
			err = owner.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		stored := ""
		for lines := bufio.NewScanner(output); stored == "" && lines.Scan(); {
			if id, ok := strings.CutPrefix(lines.Text(), "ready "); ok {
				stored = id
			}
		}
		if len(runningAgents(x.path("script.json"))) == 0 {
			t.Fatal("no agent runs")
		}
		owner.Process.Signal(sent)
		owner.Wait()
		if got := owner.ProcessState.Sys().(syscall.WaitStatus).Signal(); got != sent {
			t.Errorf("%v ends the program with %v", sent, got)
		}
		registry := process.NewRegistry(x.path("state"))
		for end := time.Now().Add(30 * time.Second); len(runningAgents(x.path("script.json"))) > 0 || someRun(registry); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%v leaves %v", sent, runningAgents(x.path("script.json")))
			}
		}
		if got := strings.Join(kinds(x.stored(stored)), " "); !strings.HasPrefix(got, "user ") || !strings.Contains(got, "assistant") {
			t.Errorf("stored: %s", got)
		}
		if ended, err := registry.Reap(); len(ended) > 0 || err != nil { // it removes the files
			t.Errorf("ended %v, %v", ended, err)
		}
	}
}

// someRun reports whether a process of the registry runs: one that is about to end has no environment any more.
func someRun(r *process.Registry) bool {
	list, _ := r.List()
	return slices.ContainsFunc(list, func(l process.Leftover) bool { return l.Runs })
}
