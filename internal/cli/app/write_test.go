package app

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestWriteWhole writes to a file, to a link, to a pipe and to what cannot be
// written to.
func TestWriteWhole(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, link} {
		if name == link && os.Symlink(file, link) != nil {
			continue // this system makes no links
		}
		if err := WriteWhole(name, []byte(name)); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(file); string(data) != name || err != nil {
			t.Errorf("%s: the file holds %q, %v", name, data, err)
		}
	}
	if info, err := os.Lstat(link); err == nil && info.Mode().IsRegular() {
		t.Error("the link has become a file")
	}
	if err := WriteWhole(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s has become a file: %v", os.DevNull, err)
	}
	broken := func(w io.Writer) error {
		_, _ = w.Write([]byte("half"))
		return io.ErrShortWrite
	}
	if err := WriteFile(file, broken); !errors.Is(err, io.ErrShortWrite) || ExitCode(err) != ExitFailure {
		t.Errorf("on a full disk: %v, exit status %d", err, ExitCode(err))
	}
	if err := WriteWhole(dir, nil); err == nil || ExitCode(err) != ExitUsage {
		t.Errorf("a folder: %v", err)
	}
	if list, _ := os.ReadDir(dir); len(list) > 2 {
		t.Errorf("%v was left", list)
	}
	if data, err := os.ReadFile(file); len(data) < 5 || err != nil {
		t.Errorf("the file holds %q after a failure", data)
	}
}
