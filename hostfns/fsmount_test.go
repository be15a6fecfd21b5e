package hostfns

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
)

// fsSuite runs the suite of files over a file system with the suite's files and folders. An fs.FS may
// follow links that lead out of it and has no rights to withhold, so those entries are left out.
func fsSuite(t *testing.T, make func(t *testing.T, entries []hosttest.Entry) fs.FS) {
	hosttest.RunFiles(t, func(t *testing.T, entries []hosttest.Entry) (host.Files, []string) {
		missing := []string{"m/out", "m/out/x", "m/loop", "m/fifo", "m/fifo/x"}
		var kept []hosttest.Entry
		for _, e := range entries {
			if e.Shape == hosttest.Outside || e.Shape == hosttest.FIFO || e.Path == "m/loop" {
				continue
			}
			if e.Denied {
				missing = append(missing, e.Path)
			}
			e.Path = strings.TrimPrefix(strings.TrimPrefix(e.Path, "m"), "/")
			kept = append(kept, e)
		}
		files := newFSFiles(map[string]fs.FS{"m": make(t, kept)}, nil)
		t.Cleanup(files.Release)
		return files, missing
	})
}

func modTime(e hosttest.Entry) time.Time {
	if e.ModTime != 0 {
		return time.UnixMilli(e.ModTime)
	}
	return time.UnixMilli(hosttest.DefaultModTime)
}

// folderOf makes the entries in a folder.
func folderOf(t *testing.T, entries []hosttest.Entry) fs.FS {
	t.Helper()
	folder := t.TempDir()
	for _, e := range entries {
		name := filepath.Join(folder, filepath.FromSlash(e.Path))
		var err error
		switch e.Shape {
		case hosttest.Folder:
			err = os.MkdirAll(name, 0o700)
		case hosttest.Inside:
			err = os.Symlink(filepath.FromSlash(e.Target), name)
		default:
			err = os.WriteFile(name, e.Data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range entries { // last, because a new child changes its folder's time
		if e.Shape != hosttest.Inside {
			if err := os.Chtimes(filepath.Join(folder, filepath.FromSlash(e.Path)), modTime(e), modTime(e)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return os.DirFS(folder)
}

// memoryOf makes the entries in memory.
func memoryOf(_ *testing.T, entries []hosttest.Entry) fs.FS {
	files := fstest.MapFS{}
	for _, e := range entries {
		name := e.Path
		if name == "" {
			name = "."
		}
		switch e.Shape {
		case hosttest.Folder:
			files[name] = &fstest.MapFile{Mode: fs.ModeDir | 0o700, ModTime: modTime(e)}
		case hosttest.Inside:
			files[name] = &fstest.MapFile{Mode: fs.ModeSymlink | 0o777, Data: []byte(e.Target)}
		default:
			files[name] = &fstest.MapFile{Mode: 0o600, Data: e.Data, ModTime: modTime(e)}
		}
	}
	return files
}

// sequential is a file system whose files cannot be read at an offset.
type sequential struct{ fs.ReadLinkFS }

func (s sequential) Open(name string) (fs.File, error) {
	file, err := s.ReadLinkFS.Open(name)
	if err != nil {
		return nil, err
	}
	if list, ok := file.(fs.ReadDirFile); ok {
		if info, err := file.Stat(); err == nil && info.IsDir() {
			return list, nil
		}
	}
	return struct{ fs.File }{file}, nil
}

func TestFileSystems(t *testing.T) {
	t.Run("DirFS", func(t *testing.T) { fsSuite(t, folderOf) })
	t.Run("MapFS", func(t *testing.T) { fsSuite(t, memoryOf) })
	t.Run("sequential", func(t *testing.T) {
		fsSuite(t, func(t *testing.T, entries []hosttest.Entry) fs.FS {
			return sequential{folderOf(t, entries).(fs.ReadLinkFS)}
		})
	})
}
