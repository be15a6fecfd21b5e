package hostfns

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// maxInMemory is the size in bytes up to which a file is read into memory, when its file system
// cannot read at an offset.
const maxInMemory = 256 << 20

// fsFiles is a host.Files over file systems, by mount name. It is safe for concurrent use if the
// file systems are.
type fsFiles struct {
	mounts map[string]fs.FS
	check  func() error

	mu   sync.Mutex
	open map[string]*fsFile // by path
}

// fsFile is an open file.
type fsFile struct {
	file   fs.File
	reader io.ReaderAt
}

func newFSFiles(mounts map[string]fs.FS, check func() error) *fsFiles {
	return &fsFiles{mounts: mounts, check: check, open: map[string]*fsFile{}}
}

// locateFile returns the file system of a path and the path in it.
func (f *fsFiles) locateFile(path string) (fs.FS, string, error) {
	if f.check != nil {
		if err := f.check(); err != nil {
			return nil, "", err
		}
	}
	mount, name, found := strings.Cut(path, "/")
	if !found {
		name = "."
	}
	files, granted := f.mounts[mount]
	switch {
	case found && (name == "." || !fs.ValidPath(name)):
		return nil, "", fault.New(fault.InvalidArgument, "not a path inside a mount").At(path, 0, 0)
	case !granted:
		return nil, "", fault.New(fault.BadRef, "no such file").At(path, 0, 0)
	}
	return files, name, nil
}

// Stat implements host.Files.
func (f *fsFiles) Stat(path string) (host.Info, error) {
	files, name, err := f.locateFile(path)
	if err != nil {
		return host.Info{}, err
	}
	base := path[strings.LastIndexByte(path, '/')+1:]
	info, err := fs.Stat(files, name)
	if err == nil {
		return infoOf(base, info), nil
	}
	if link, e := fs.Lstat(files, name); e == nil && link.Mode()&fs.ModeSymlink != 0 {
		return host.Info{Name: base, Kind: host.Link}, nil // it cannot be followed
	}
	return host.Info{}, missingError(path, err)
}

// missingError returns the error of a file system for a path. What is no file or no folder is not a
// damaged one: it is not there.
func missingError(path string, err error) error {
	if errors.Is(err, fs.ErrInvalid) || errors.Is(err, syscall.ENOTDIR) {
		return fault.New(fault.BadRef, "no such file").At(path, 0, 0)
	}
	return readError(path, err)
}

// List implements host.Files.
func (f *fsFiles) List(path string) ([]host.Info, error) {
	files, name, err := f.locateFile(path)
	if err != nil {
		return nil, err
	}
	info, err := fs.Stat(files, name)
	if err == nil && !info.IsDir() {
		err = fs.ErrInvalid
	}
	if err != nil {
		return nil, missingError(path, err)
	}
	entries, err := fs.ReadDir(files, name)
	if err != nil {
		return nil, missingError(path, err)
	}
	list := make([]host.Info, 0, len(entries))
	for _, entry := range entries {
		info, err := entry.Info()
		if entry.Type()&fs.ModeSymlink != 0 {
			if info, err = fs.Stat(files, strings.TrimPrefix(name+"/"+entry.Name(), "./")); err != nil {
				list = append(list, host.Info{Name: entry.Name(), Kind: host.Link})
				continue
			}
		}
		if err == nil { // a file that is gone meanwhile is not listed
			list = append(list, infoOf(entry.Name(), info))
		}
	}
	slices.SortFunc(list, func(a, b host.Info) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}

func infoOf(name string, info fs.FileInfo) host.Info {
	out := host.Info{Name: name, Kind: host.Other, ModTime: info.ModTime().UnixMilli()}
	switch {
	case info.IsDir():
		out.Kind = host.Dir
	case info.Mode().IsRegular():
		out.Kind, out.Size = host.File, info.Size()
	}
	return out
}

// ReadAt implements host.Files.
func (f *fsFiles) ReadAt(path string, p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, fault.New(fault.InvalidArgument, "a negative offset").At(path, 0, 0)
	}
	files, name, err := f.locateFile(path)
	if err != nil {
		return 0, err
	}
	file, err := f.openFile(files, path, name)
	if err != nil {
		return 0, err
	}
	n, err := file.reader.ReadAt(p, off)
	if n == 0 && errors.Is(err, fs.ErrInvalid) { // files of testing/fstest refuse an offset after their end
		return 0, nil
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, readError(path, err)
	}
	return n, nil
}

// openFile returns the open file of a path. It remains open until Release.
func (f *fsFiles) openFile(files fs.FS, path, name string) (*fsFile, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if file := f.open[path]; file != nil {
		return file, nil
	}
	// Opening a FIFO would wait for a writer, so the file's kind is known before.
	info, err := fs.Stat(files, name)
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrInvalid
	}
	if err != nil {
		return nil, missingError(path, err)
	}
	opened, err := files.Open(name)
	if err != nil {
		return nil, readError(path, err)
	}
	file, err := newFSFile(opened)
	if err != nil {
		opened.Close() // it was only read
		return nil, readError(path, err)
	}
	f.open[path] = file
	return file, nil
}

// newFSFile reads a file into memory unless it can be read at an offset.
func newFSFile(opened fs.File) (*fsFile, error) {
	info, err := opened.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fs.ErrInvalid
	}
	if reader, ok := opened.(io.ReaderAt); ok {
		return &fsFile{file: opened, reader: reader}, nil
	}
	if info.Size() > maxInMemory {
		return nil, errors.New("a file of more than 256 MiB needs a file system that reads at an offset")
	}
	data, err := io.ReadAll(io.LimitReader(opened, maxInMemory+1))
	if err != nil {
		return nil, err
	}
	return &fsFile{file: opened, reader: strings.NewReader(string(data))}, nil
}

// Release closes all files.
func (f *fsFiles) Release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for path, file := range f.open {
		file.file.Close() // it was only read
		delete(f.open, path)
	}
}
