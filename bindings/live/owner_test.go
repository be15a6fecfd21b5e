package live_test

import (
	"bufio"
	"os"
	"os/exec"
	"runtime"
	"strings"
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

// When the owner of a session is killed in a turn, what was said is stored, and the next start ends
// the process and resumes the session.
func TestKilledOwner(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a job ends with its owner")
	}
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
