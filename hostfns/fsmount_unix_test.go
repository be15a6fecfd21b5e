//go:build unix

package hostfns

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
)

// A FIFO is not opened: that would wait for a writer.
func TestFileSystemFIFO(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(folder, "fifo"), 0o600); err != nil {
		t.Skip(err)
	}
	files := newFSFiles(map[string]fs.FS{"m": os.DirFS(folder)}, nil)
	defer files.Release()
	if _, err := files.ReadAt("m/fifo", make([]byte, 4), 0); fault.CodeOf(err) != fault.BadRef {
		t.Error(err)
	}
}
