package hostfns

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// storeFiles is the files of a call, and those of a store that can only be
// read as a file: the main file, its -wal and its -journal. Those of any other
// store are not to be seen: closing one takes SQLite's locks on it away.
type storeFiles struct {
	mountedFiles
	sql *sqlite.DB

	mu   sync.Mutex
	open map[string]*os.File // by mount path
}

// mountedFiles are the files of the mounts, whose handles remain open until Release.
type mountedFiles interface {
	host.Files
	Release()
}

// besides is what lies beside a store's main file and says what it holds.
var besides = []string{"", "-wal", "-journal"}

// locateFile returns the file that a path of such a store stands for.
func (f *storeFiles) locateFile(path string) string {
	for _, beside := range besides {
		if main, ok := strings.CutSuffix(path, beside); ok {
			if file := f.sql.File(main); file != "" {
				return file + beside
			}
		}
	}
	return ""
}

// Stat implements host.Files.
func (f *storeFiles) Stat(path string) (host.Info, error) {
	file := f.locateFile(path)
	if file == "" {
		return f.mountedFiles.Stat(path)
	}
	fi, err := os.Stat(file)
	if err != nil {
		return host.Info{}, readError(path, err)
	}
	info := host.Info{Name: path[strings.LastIndexByte(path, '/')+1:], Kind: host.Other, ModTime: fi.ModTime().UnixMilli()}
	if fi.Mode().IsRegular() {
		info.Kind, info.Size = host.File, fi.Size()
	}
	return info, nil
}

// ReadAt implements host.Files.
func (f *storeFiles) ReadAt(path string, p []byte, off int64) (int, error) {
	file := f.locateFile(path)
	if file == "" {
		return f.mountedFiles.ReadAt(path, p, off)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	opened := f.open[path]
	if opened == nil {
		var err error
		if opened, err = os.Open(file); err != nil {
			return 0, readError(path, err)
		}
		f.open[path] = opened
	}
	n, err := opened.ReadAt(p, off)
	if err != nil && err != io.EOF {
		return n, readError(path, err)
	}
	return n, nil
}

// Release closes everything.
func (f *storeFiles) Release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for path, file := range f.open {
		file.Close() // it was only read
		delete(f.open, path)
	}
	f.mountedFiles.Release()
}

func readError(path string, err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		err = e.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(fault.BadRef, "no such file").At(path, 0, 0)
	case errors.Is(err, fs.ErrPermission):
		return fault.Wrap(fault.PermissionDenied, "cannot be read", err).At(path, 0, 0)
	}
	return fault.Wrap(fault.IO, "cannot be read", err).At(path, 0, 0)
}
