//go:build unix

package process

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/heddle-dev/heddle/internal/smallfile"
)

// What is in the folder and is no entry that this user wrote is skipped and named, and holds up nothing.
func TestRegistryOfHostileFiles(t *testing.T) {
	folder := t.TempDir()
	r := NewRegistry(folder)
	own := ownEntry()
	own.PID, own.Start = os.Getpid(), startTime(os.Getpid())
	text, _ := json.Marshal(own)
	write := func(name string, data []byte, mode os.FileMode) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	write("good.json", text, 0o600)
	write("writable.json", text, 0o666)
	write("huge.json", append(text, []byte(strings.Repeat(" ", smallfile.PrivateBytes))...), 0o600)
	write("group.json", []byte(`{"pid":7,"start":"1","group":-1}`), 0o600)
	for name, target := range map[string]string{"zero.json": "/dev/zero", "link.json": "good.json", "gone.json": "nowhere"} {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "folder.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	files := filepath.Join(folder, filesPrefix+"1")
	if err := os.Mkdir(files, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{filepath.Join(folder, "pipe.json"), filepath.Join(files, ownerName)} {
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := r.List()
	if len(list) != 1 || list[0].PID != os.Getpid() || err == nil {
		t.Fatalf("%v %v", list, err)
	}
	for _, want := range []string{"writable.json (other users can write to it)", "huge.json (it is longer", "zero.json (it is a link)", "link.json (it is a link)",
		"gone.json (it is a link)", "folder.json (it is no regular file)", "pipe.json (it is no regular file)", "group.json (it is no entry)"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%s is missing: %v", want, err)
		}
	}
	if ended, err := r.Reap(); len(ended) > 0 || err == nil {
		t.Errorf("%v %v", ended, err)
	}
	if os.Geteuid() != 0 {
		return // only root gives files away
	}
	if err := os.Chown(filepath.Join(folder, "good.json"), 12345, -1); err != nil {
		t.Fatal(err)
	}
	if list, err := r.List(); len(list) > 0 || !strings.Contains(err.Error(), "good.json (it belongs to another user)") {
		t.Errorf("%v %v", list, err)
	}
}

// TestRegistryOfHostileNames: names cannot say lines of their own, and a thousand files are no long error.
func TestRegistryOfHostileNames(t *testing.T) {
	folder := t.TempDir()
	write := func(name string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("!\nheddle: all is well \x1b[2J.json")
	_, err := NewRegistry(folder).List()
	if err == nil || strings.ContainsAny(err.Error(), "\n\x1b") || !strings.Contains(err.Error(), `all is well \x1b[2J.json`) {
		t.Errorf("%q", err)
	}
	for i := range 1000 {
		write(strconv.Itoa(i) + ".json")
	}
	_, err = NewRegistry(folder).List()
	if err == nil || len(err.Error()) > 2000 || !strings.Contains(err.Error(), "993 more") {
		t.Errorf("%.300q", err)
	}
}

// A folder that others can write to is refused: nothing in it is read, and nothing is written into it.
func TestRegistryOfHostileFolder(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	path := filepath.Join(t.TempDir(), "live")
	changes := map[string]func() error{
		"other users can write to it": func() error { return os.Chmod(path, 0o777) },
		"it is no folder":             func() error { os.Remove(path); return os.WriteFile(path, nil, 0o600) },
	}
	if os.Geteuid() == 0 {
		changes["it belongs to another user"] = func() error { return os.Chown(path, 12345, -1) }
	}
	for want, change := range changes {
		os.RemoveAll(path)
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := change(); err != nil {
			t.Fatal(err)
		}
		r := NewRegistry(path)
		if list, err := r.List(); list != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v %v", want, list, err)
		}
		if ended, err := r.Reap(); len(ended) > 0 || err == nil {
			t.Errorf("%s: %v %v", want, ended, err)
		}
		o := Options{Path: "/bin/sh", Args: []string{"-c", `cat "$1"`, "sh", "secret.txt"}, Env: os.Environ(), Registry: r,
			Files: []PrivateFile{{Name: "secret.txt", Content: "s3cret", Arg: 3}}}
		said := ""
		o.Output = func(b []byte) { said += string(b) }
		p, err := Start(o)
		if err != nil {
			t.Fatal(err)
		}
		if left, _ := os.ReadDir(path); len(left) > 0 {
			t.Errorf("%s: %v was written", want, left)
		}
		if end := p.Wait(); end.Status != 0 || said != "s3cret" {
			t.Errorf("%s: %+v %q", want, end, said)
		}
	}
}
