package durability_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
)

// pythonAnswer is what testdata/store.py reports of a file.
type pythonAnswer struct {
	Error   string
	Streams map[string][][2]any
}

// python runs testdata/store.py; the test is skipped where there is no Python
// with SQLite.
func python(t *testing.T, command string, files ...string) []pythonAnswer {
	t.Helper()
	program, err := exec.LookPath("python3")
	if err != nil || exec.Command(program, "-c", "import sqlite3").Run() != nil {
		t.Skip("NOT RUN: there is no python3 with its sqlite3 module here, so no other language has opened the files")
	}
	c := exec.Command(program, append([]string{filepath.Join("testdata", "store.py"), command}, files...)...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := make([]pythonAnswer, len(files))
	for d, i := json.NewDecoder(bytes.NewReader(out)), 0; i < len(files); i++ {
		if err := d.Decode(&answers[i]); err != nil {
			t.Fatal(err)
		}
	}
	return answers
}

// events returns Python's events in our form.
func (a *pythonAnswer) events() map[at]string {
	out := map[at]string{}
	for name, list := range a.Streams {
		for _, e := range list {
			out[at{name, int64(e[0].(float64))}] = e[1].(string)
		}
	}
	return out
}

// TestKilledAndReadByPython kills a process with SIGKILL in front of every
// host call of the workload in turn. The next to open the file is Python's
// sqlite3: it finds every rule of the format kept and exactly the events that
// the engine finds after it, among them all that were acknowledged.
func TestKilledAndReadByPython(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and ends processes for seconds; it runs without -short")
	}
	teststore.OnlyFiles(t, "Python reads them by SQLite")
	python(t, "read")
	all := killedAt(t)
	var files []string
	for _, k := range all {
		files = append(files, k.store)
	}
	for i, a := range python(t, "read", files...) {
		n, done := all[i].call, all[i].done
		if a.Error != "" {
			t.Fatalf("killed at call %d, then Python: %s", n, a.Error)
		}
		d, err := open(files[i], nil)
		if err != nil {
			t.Fatal(err)
		}
		what := fmt.Sprintf("killed at call %d, read by Python", n)
		expected().afterCrash(t, what, d, done)
		found, err := events(d.journal)
		if told := a.events(); err != nil || len(told) != len(found) {
			t.Errorf("%s: Python sees %d events, the engine %d, %v", what, len(told), len(found), err)
		} else {
			for k, e := range told {
				if found[k] != e {
					t.Errorf("%s: event %v is %q to Python, %q to the engine", what, k, e, found[k])
				}
			}
		}
		expected().continueFrom(t, what, d, done)
		d.close()
	}
	t.Logf("Python has read %d files of killed processes", len(files))
}

// TestWrittenByPython lets Python append a message by the rules of the format
// alone, while the engine has the file open.
func TestWrittenByPython(t *testing.T) {
	if testing.Short() {
		t.Skip("-short starts no Python")
	}
	teststore.OnlyFiles(t, "Python writes them by SQLite")
	python(t, "read")
	file := filepath.Join(t.TempDir(), "heddle.db")
	d := mustOpen(t, file)
	if _, err := d.Record("a", talk("before"), store.Request{}); err != nil {
		t.Fatal(err)
	}
	if a := python(t, "append", file)[0]; a.Error != "" || len(a.Streams["a"]) != 2 {
		t.Fatalf("%+v", a)
	}
	if _, err := d.Record("a", talk("after"), store.Request{Expect: 1}); err == nil {
		t.Error("a position that Python has passed is still accepted")
	}
	if _, err := d.Record("a", talk("after"), store.Request{}); err != nil {
		t.Fatal(err)
	}
	list, err := d.Messages("a", store.MessageOptions{})
	if err != nil || len(list) != 3 || !strings.Contains(string(list[1]), "from Python") {
		t.Fatalf("%s, %v", list, err)
	}
	sound(t, d.Store)
}
