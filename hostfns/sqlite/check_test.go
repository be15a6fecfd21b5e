package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// TestCheckStore also runs as a user who may not write everywhere, because root is refused nothing.
func TestCheckStore(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	if err := errors.Join(os.WriteFile(at("file"), nil, 0o400), os.Mkdir(at("closed"), 0o700), os.WriteFile(at("closed/file"), nil, 0o400),
		os.Mkdir(at("sealed"), 0o700), os.Chmod(at("closed"), 0o500), os.Chmod(at("sealed"), 0)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(at("closed"), 0o700) })
	refused := runtime.GOOS != "windows" && os.Getuid() != 0
	if runtime.GOOS != "windows" {
		for name, target := range map[string]string{"to nowhere": "missing/heddle.db", "to new": "sub/../new.db", "folder to nowhere": "missing"} {
			if err := os.Symlink(target, at(name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		name string
		code fault.Code // "" for none
		text string
		when bool
	}{
		{"file", "", "", true},
		{"closed/file", "", "", true},
		{"new.db", "", "", true},
		{"a/b/c/new.db", "", "", true},
		{"", fault.InvalidArgument, "is a folder", true},
		{"file/heddle.db", fault.InvalidArgument, at("file") + " is a file", true},
		{"file/a/b/heddle.db", fault.InvalidArgument, at("file") + " is a file", true},
		{"to new", fault.InvalidArgument, "a link into a missing folder", runtime.GOOS != "windows"},
		{"to nowhere", fault.InvalidArgument, "a link into a missing folder", runtime.GOOS != "windows"},
		{"folder to nowhere/heddle.db", fault.InvalidArgument, at("folder to nowhere") + " is a link to a missing folder", runtime.GOOS != "windows"},
		{"closed/new.db", fault.PermissionDenied, at("closed") + " cannot be written to", refused},
		{"closed/a/b/new.db", fault.PermissionDenied, at("closed") + " cannot be written to", refused},
		{"sealed/new.db", fault.PermissionDenied, "cannot be reached", refused},
	} {
		if !c.when {
			continue
		}
		err := sqlite.CheckStore(at(c.name))
		var e *fault.Error
		switch {
		case c.code == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.code != "" && (!errors.As(err, &e) || e.Code != c.code || e.Hint == "" || !strings.Contains(e.Message, c.text) || !strings.Contains(e.Message, at(c.name))):
			t.Errorf("%s: %v, want %s with %q", c.name, err, c.code, c.text)
		}
	}
	if list, err := os.ReadDir(folder); err != nil || len(list) != 3 && len(list) != 6 {
		t.Errorf("the check has created something: %v, %v", list, err)
	}
}
