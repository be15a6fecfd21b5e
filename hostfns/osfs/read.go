package osfs

import (
	"io"
	"io/fs"
	"os"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// folder is an open folder; everything opened through it stays inside it.
type folder struct{ *os.Root }

// file is an open regular file.
type file struct{ *os.File }

// ReadAt implements host.Files.
func (f *FS) ReadAt(path string, p []byte, off int64) (int, error) {
	if err := f.check(); err != nil {
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
		return n, describe(path, err)
	}
	return n, nil
}

func (f *FS) openFile(path string) (*handle[file], error) {
	f.mu.Lock()
	h := f.files.take(path)
	f.mu.Unlock()
	if h != nil {
		return h, nil
	}
	p, err := f.resolve(path)
	if err != nil {
		return nil, err
	}
	opened, err := f.openRegular(p)
	if err != nil {
		return nil, describe(path, err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.files.put(path, file{opened}), nil
}

// openRegular opens a regular file. It looks before it opens, since opening
// a FIFO or a device for reading can be noticed by its other side, and looks
// again at what it opened, since the name may have changed hands.
func (f *FS) openRegular(p place) (*os.File, error) {
	if p.rel == "." {
		return nil, notRegular(p.path)
	}
	root, name := p.dir, p.name
	if p.mount.Files != nil {
		if err := f.checkSingle(p); err != nil {
			return nil, err
		}
	}
	dir, err := f.openFolder(p, root)
	if err != nil {
		return nil, err
	}
	defer func() { f.giveFolder(dir) }()
	fi, err := dir.value.Lstat(name)
	if err != nil {
		return nil, err
	}
	if fi.Mode()&fs.ModeSymlink != 0 {
		f.giveFolder(dir) // follow it from the mount's base, where it may point anywhere
		if dir, err = f.openFolder(p, "."); err != nil {
			return nil, err
		}
		name = native(p.rel)
		if fi, err = dir.value.Stat(name); err != nil {
			return nil, err
		}
	}
	if !fi.Mode().IsRegular() {
		return nil, notRegular(p.path)
	}
	opened, err := dir.value.OpenFile(name, os.O_RDONLY|noBlock, 0)
	if err != nil {
		return nil, err
	}
	if fi, err = opened.Stat(); err == nil && !fi.Mode().IsRegular() {
		err = notRegular(p.path)
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
	h := f.folders.take(key)
	f.mu.Unlock()
	if h != nil {
		return h, nil
	}
	opened, err := f.openRoot(p, rel)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.folders.put(key, folder{opened}), nil
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
	fi, err := base.value.Stat(native(rel)) // OpenRoot would block on a FIFO
	if err != nil {
		return nil, err
	}
	if !fi.IsDir() {
		return nil, fs.ErrNotExist
	}
	return base.value.OpenRoot(native(rel))
}

func (f *FS) giveFolder(h *handle[folder]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.folders.give(h)
}

func (f *FS) giveFile(h *handle[file]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.files.give(h)
}

var _ host.Files = (*FS)(nil)
