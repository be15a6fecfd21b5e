package osfs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// file is an open regular file.
type file interface {
	io.ReaderAt
	io.Closer
}

// ReadAt implements host.Files.
func (f *FS) ReadAt(path string, p []byte, off int64) (int, error) {
	if err := f.runCheck(); err != nil {
		return 0, err
	}
	if off < 0 {
		return 0, fault.New(fault.InvalidArgument, "negative offset").At(path, 0, 0)
	}
	h, err := f.openFile(path)
	if err != nil {
		return 0, err
	}
	n, err := h.value.ReadAt(p, off)
	f.giveFile(h)
	if err != nil && err != io.EOF {
		return n, describeError(path, err)
	}
	return n, nil
}

func (f *FS) openFile(path string) (*handle[file], error) {
	f.mu.Lock()
	h := f.files.acquireHandle(path)
	f.mu.Unlock()
	if h != nil {
		return h, nil
	}
	p, err := f.resolvePath(path)
	if err != nil {
		return nil, err
	}
	opened, err := f.openRegular(p)
	if err != nil {
		return nil, describeError(path, err)
	}
	f.mu.Lock()
	h, done := f.files.putValue(path, opened)
	f.mu.Unlock()
	done.closeValue()
	return h, nil
}

// openRegular opens a regular file. It looks before it opens, since opening
// a FIFO or a device for reading can be noticed by its other side, and looks
// again at what it opened, since the name may have changed hands.
func (f *FS) openRegular(p place) (file, error) {
	if p.rel == "." {
		return nil, notRegular(p.path)
	}
	if p.mount.Files != nil {
		if err := f.checkSingle(p); err != nil {
			return nil, err
		}
	}
	dir, err := f.openFolder(p, p.dir)
	if err != nil {
		return nil, err
	}
	defer f.giveFolder(dir)
	in, err := dir.value.lstatEntry(p.name)
	if err != nil {
		return nil, err
	}
	var opened file
	switch in.Kind {
	case host.File:
		opened, err = dir.value.openEntry(p.name)
	case host.Link:
		opened, err = f.openLinked(p)
	default:
		err = fs.ErrInvalid
	}
	if errors.Is(err, fs.ErrInvalid) {
		err = notRegular(p.path)
	}
	return opened, err
}

// openLinked follows a link from the mount's base, where it may point anywhere.
func (f *FS) openLinked(p place) (file, error) {
	base, err := f.openFolder(p, ".")
	if err != nil {
		return nil, err
	}
	defer f.giveFolder(base)
	fi, err := base.value.Stat(nativePath(p.rel))
	if err != nil {
		return nil, err
	}
	if !fi.Mode().IsRegular() {
		return nil, fs.ErrInvalid
	}
	return openIn(base.value.Root, nativePath(p.rel))
}

// openIn opens a regular file inside a root; anything else is fs.ErrInvalid.
func openIn(root *os.Root, name string) (file, error) {
	opened, err := root.OpenFile(name, os.O_RDONLY|noBlock, 0)
	if err != nil {
		return nil, err
	}
	fi, err := opened.Stat()
	if err == nil && !fi.Mode().IsRegular() {
		err = fs.ErrInvalid
	}
	if err != nil {
		opened.Close()
		return nil, err
	}
	return opened, nil
}

func notRegular(path string) error {
	return fault.New(fault.BadRef, "not a regular file").At(path, 0, 0)
}

// openFolder returns the folder rel of p's mount, for use until giveFolder.
func (f *FS) openFolder(p place, rel string) (*handle[folder], error) {
	key := p.mountName() + "/" + rel
	f.mu.Lock()
	h := f.folders.acquireHandle(key)
	f.mu.Unlock()
	if h != nil {
		return h, nil
	}
	opened, err := f.openBelow(p, rel)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	h, done := f.folders.putValue(key, opened)
	f.mu.Unlock()
	done.closeValue()
	return h, nil
}

// openBelow opens a folder from the one above it where that is possible, and
// else, as when there is a link on the way, from the mount's base.
func (f *FS) openBelow(p place, rel string) (folder, error) {
	if i := strings.LastIndexByte(rel, '/'); i >= 0 {
		above, err := f.openFolder(p, rel[:i])
		if err != nil {
			return folder{}, err
		}
		defer f.giveFolder(above)
		if opened, ok := above.value.openFolder(rel[i+1:]); ok {
			return opened, nil
		}
	}
	root, err := f.openRoot(p, rel)
	if err != nil {
		return folder{}, err
	}
	return newFolder(root, rel == ".")
}

func (f *FS) openRoot(p place, rel string) (*os.Root, error) {
	if rel == "." {
		fi, err := os.Stat(p.mount.Folder) // opening a FIFO would block
		if err != nil {
			return nil, err
		}
		if !fi.IsDir() {
			return nil, fs.ErrNotExist
		}
		return os.OpenRoot(p.mount.Folder)
	}
	base, err := f.openFolder(p, ".")
	if err != nil {
		return nil, err
	}
	defer f.giveFolder(base)
	fi, err := base.value.Stat(nativePath(rel)) // OpenRoot would block on a FIFO
	if err != nil {
		return nil, err
	}
	if !fi.IsDir() {
		return nil, fs.ErrNotExist
	}
	return base.value.OpenRoot(nativePath(rel))
}

func (f *FS) giveFolder(h *handle[folder]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.folders.releaseHandle(h)
}

func (f *FS) giveFile(h *handle[file]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.files.releaseHandle(h)
}

var _ host.Files = (*FS)(nil)
