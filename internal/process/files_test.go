package process

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// listFiles lists the folders of private files below folder.
func listFiles(t *testing.T, folder string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(folder, filesPrefix+"*"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A process gets the paths of its private files, which no other user can read, and
// which are gone after its end. Without a registry they are in the folder for
// temporary files.
func TestPrivateFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	for _, folder := range []string{filepath.Join(t.TempDir(), "state"), ""} {
		o := Options{Path: "/bin/sh", Args: []string{"-c", `cat "$1"; ls -ld "$1" "$(dirname "$1")"`, "sh", "secret.txt"}, Env: os.Environ(),
			Files: []PrivateFile{{Name: "secret.txt", Content: "s3cret\n", Arg: 3}}}
		if folder != "" {
			o.Registry = NewRegistry(folder)
		} else {
			folder = temporary
		}
		var out strings.Builder
		o.Output = func(b []byte) { out.Write(b) }
		p, err := Start(o)
		if err != nil {
			t.Fatal(err)
		}
		p.CloseInput()
		if end := p.Wait(); end.Status != 0 {
			t.Errorf("%+v", end)
		}
		if got := out.String(); !strings.HasPrefix(got, "s3cret\n") || !strings.Contains(got, "\n-rw------- ") || !strings.Contains(got, "\ndrwx------ ") {
			t.Error(got)
		}
		if left := listFiles(t, folder); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
		o.Path = filepath.Join(folder, "missing")
		if _, err := Start(o); err == nil {
			t.Error("a missing program was started")
		}
		if left := listFiles(t, folder); len(left) > 0 {
			t.Errorf("left after a failed start: %v", left)
		}
	}
}

// Reap removes the files of owners that have ended, and no others.
func TestReapFiles(t *testing.T) {
	r := NewRegistry(t.TempDir())
	write := func(change func(*Entry)) string {
		t.Helper()
		folder, err := writeFiles(r, []PrivateFile{{Name: "a", Content: "b"}}, make([]string, 1))
		if err != nil {
			t.Fatal(err)
		}
		owner := ownEntry()
		change(&owner)
		text, _ := json.Marshal(owner)
		if err := os.WriteFile(filepath.Join(folder, ownerName), text, 0o600); err != nil {
			t.Fatal(err)
		}
		return folder
	}
	stay := []string{write(func(*Entry) {}), write(func(e *Entry) { e.Machine = "another" })}
	gone := []string{write(func(e *Entry) { e.Owner += "0" }), write(func(e *Entry) { e.OwnerPID = 1 << 30 })}
	if runtime.GOOS == "linux" {
		gone = append(gone, write(func(e *Entry) { e.Boot = "another" }))
		stay = append(stay, write(func(e *Entry) { e.Namespace = "another" }))
	}
	old := write(func(*Entry) {})
	os.Remove(filepath.Join(old, ownerName))
	before := time.Now().Add(-2 * draftTime)
	if err := os.Chtimes(old, before, before); err != nil {
		t.Fatal(err)
	}
	draft := write(func(*Entry) {})
	os.Remove(filepath.Join(draft, ownerName))
	stay, gone = append(stay, draft), append(gone, old)
	if ended, err := r.Reap(); len(ended) > 0 || err != nil {
		t.Errorf("%v %v", ended, err)
	}
	for _, folder := range stay {
		if _, err := os.Stat(filepath.Join(folder, "a")); err != nil {
			t.Error(err)
		}
	}
	for _, folder := range gone {
		if _, err := os.Stat(folder); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", folder, err)
		}
	}
}
