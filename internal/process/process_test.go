package process

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
)

func TestEnvironment(t *testing.T) {
	got := Environment([]string{"A=1", "CODEX_SANDBOX=x", "CODEX_SANDBOX_NETWORK=y", "CODEX=z", "B=2", "EMPTY="},
		[]string{"B=3", "C=4"}, []string{"CODEX_SANDBOX*", "A"})
	if want := []string{"CODEX=z", "EMPTY=", "B=3", "C=4"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// writeProgram writes a shell script.
func writeProgram(t *testing.T, folder, name, text string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFind(t *testing.T) {
	folder := t.TempDir()
	path := writeProgram(t, folder, "tool", "true")
	for _, c := range []struct {
		program, dir, search string
		found                bool
	}{
		{"tool", "/", folder, true}, {path, "/", "", true}, {"./tool", folder, "", true}, {"tool", folder, "", false},
		{"tool", folder, ".", false}, {"./tool", "/", folder, false}, {"other", "/", folder, false},
	} {
		got, err := Find(c.program, c.dir, []string{"PATH=/nowhere", "PATH=" + c.search}, "get it")
		if c.found && got != path || c.found != (err == nil) {
			t.Errorf("%+v: %q %v", c, got, err)
		}
		if err != nil && (!errors.Is(err, fault.Unsupported) || fault.From(err).Hint != "install it: get it") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// A program is asked once for its version, until it changes; one that does not answer says nothing.
func TestVersion(t *testing.T) {
	folder := t.TempDir()
	calls := filepath.Join(folder, "calls")
	path := writeProgram(t, folder, "tool", "echo x >> "+calls+"\necho 1.2.3 '(Tool)'\necho more")
	for range 3 {
		if got := Version(context.Background(), path, os.Environ()); got != "1.2.3 (Tool)" {
			t.Errorf("%q", got)
		}
	}
	if text, _ := os.ReadFile(calls); string(text) != "x\n" {
		t.Errorf("the program was run %d times", strings.Count(string(text), "x"))
	}
	writeProgram(t, folder, "tool", "echo 1.2.4 '(Other tool)'")
	if got := Version(context.Background(), path, os.Environ()); got != "1.2.4 (Other tool)" {
		t.Errorf("%q", got)
	}
	failing := writeProgram(t, folder, "failing", "echo 9; exit 3")
	hanging := writeProgram(t, folder, "hanging", "sleep 60")
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if a, b := Version(ctx, failing, os.Environ()), Version(ctx, hanging, os.Environ()); a != "" || b != "" {
		t.Errorf("%q %q", a, b)
	}
}

func TestStateFolder(t *testing.T) {
	for _, c := range []struct {
		system string
		env    map[string]string
		want   string
	}{
		{"linux", map[string]string{"HOME": "/home/u"}, "/home/u/.local/state/heddle/live"},
		{"linux", map[string]string{"HOME": "/home/u", "XDG_STATE_HOME": "/state"}, "/state/heddle/live"},
		{"linux", map[string]string{"HOME": "/home/u", "XDG_STATE_HOME": "relative"}, "/home/u/.local/state/heddle/live"},
		{"linux", nil, ""},
		{"darwin", map[string]string{"HOME": "/Users/u"}, "/Users/u/Library/Application Support/heddle/live"},
		{"windows", map[string]string{"LOCALAPPDATA": `C:\Users\u\AppData\Local`}, `C:\Users\u\AppData\Local\heddle\live`},
	} {
		if got := stateFolder(c.system, func(name string) string { return c.env[name] }); filepath.ToSlash(got) != c.want && got != c.want {
			t.Errorf("%s %v: %q, want %q", c.system, c.env, got, c.want)
		}
	}
}

// Entries of other machines and namespaces stay; those of processes that are gone are removed.
func TestRegistryOfOthers(t *testing.T) {
	folder := t.TempDir()
	r := NewRegistry(folder)
	machine, _ := os.Hostname()
	boot, namespace := machineState()
	self := startTime(os.Getpid())
	if self == "" {
		t.Fatal("this process has no start time")
	}
	for name, e := range map[string]Entry{
		"gone":      {PID: 1 << 30, Start: "1", Machine: machine, Boot: boot, Namespace: namespace},
		"reused":    {PID: os.Getpid(), Start: self + "0", Machine: machine, Boot: boot, Namespace: namespace},
		"owned":     {PID: os.Getpid(), Start: self, OwnerPID: os.Getpid(), Owner: self, Machine: machine, Boot: boot, Namespace: namespace},
		"elsewhere": {PID: os.Getpid(), Start: self, Machine: "another machine", Boot: boot, Namespace: namespace},
	} {
		text, _ := json.Marshal(e)
		if err := os.WriteFile(filepath.Join(folder, name+".json"), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	os.WriteFile(filepath.Join(folder, "damaged.json"), []byte("{"), 0o600)
	if ended, err := r.Reap(); len(ended) > 0 || err == nil || !strings.Contains(err.Error(), "damaged.json (it is no entry)") {
		t.Errorf("%v %v", ended, err)
	}
	files, _ := filepath.Glob(filepath.Join(folder, "*.json"))
	for i := range files {
		files[i] = filepath.Base(files[i])
	}
	if want := []string{"damaged.json", "elsewhere.json", "owned.json"}; !slices.Equal(files, want) {
		t.Errorf("left: %v, want %v", files, want)
	}
}

// A process whose child has left the group and holds the pipes does not keep Wait waiting.
func TestEscapedChild(t *testing.T) {
	if _, err := os.Stat("/usr/bin/setsid"); err != nil {
		t.Skip("needs setsid")
	}
	folder := t.TempDir()
	child := filepath.Join(folder, "child")
	path := writeProgram(t, folder, "tool", "setsid sh -c 'echo $$ > "+child+".new; mv "+child+".new "+child+"; exec sleep 600' & while [ ! -e "+child+" ]; do sleep 0.05; done; echo begin; exit 5")
	said := ""
	p, err := Start(Options{Path: path, Env: os.Environ(), Output: func(b []byte) { said += string(b) }})
	if err != nil {
		t.Fatal(err)
	}
	if end := p.Wait(); end.Status != 5 || !end.Gone || said != "begin\n" {
		t.Errorf("%+v %q", end, said)
	}
	text, err := os.ReadFile(child)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if running, err := os.FindProcess(pid); err == nil {
		_ = running.Kill()
	}
}

// Input without a reader is dropped at the end.
func TestUnreadInput(t *testing.T) {
	path := writeProgram(t, t.TempDir(), "tool", "sleep 0.3; exit 0")
	p, err := Start(Options{Path: path, Env: os.Environ(), Output: func([]byte) {}})
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		p.Write(make([]byte, 1<<20))
	}
	p.CloseInput()
	if end := p.Wait(); end.Status != 0 || !end.Gone {
		t.Errorf("%+v", end)
	}
	p.Write([]byte("late"))
	p.Signal(Kill)
}
