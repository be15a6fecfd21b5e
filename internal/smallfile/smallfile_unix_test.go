//go:build unix

package smallfile

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A file that somebody replaced by a pipe, a device or a huge file is an error at once.
func TestRead(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	if err := os.WriteFile(path("small"), []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("small", path("link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", path("zero")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(path("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"small": "", "link": "", "zero": "no regular file", "pipe": "no regular file", ".": "no regular file"} {
		data, err := Read(path(name), 3)
		if want == "" && (err != nil || string(data) != "abc") || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %q %v", name, data, err)
		}
	}
	if data, err := Read(path("small"), 2); data != nil || err == nil || !strings.Contains(err.Error(), "longer than 2 bytes") {
		t.Errorf("%q %v", data, err)
	}
	if _, err := Read(path("none"), 1); !os.IsNotExist(err) {
		t.Error(err)
	}
	if _, err := ReadPrivate(path("link")); err == nil || !strings.Contains(err.Error(), "it is a link") {
		t.Error(err)
	}
	if data, err := ReadPrivate(path("small")); string(data) != "abc" || err != nil {
		t.Errorf("%q %v", data, err)
	}
}
