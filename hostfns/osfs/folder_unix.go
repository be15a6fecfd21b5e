//go:build unix

package osfs

import (
	"io"
	"io/fs"
	"os"

	"github.com/heddle-dev/heddle/core/host"
	"golang.org/x/sys/unix"
)

// folder is an open folder; everything opened through it stays inside it. A
// mount's base is an os.Root. In the folders below it names are looked up
// directly, as os.Root does it with a name that has no separator: a home has
// thousands of files, and os.File costs each some calls of the system more.
type folder struct {
	*os.Root
	dir *os.File // instead, below a mount's base
	fd  int      // of dir
}

// newFolder takes over an open root; base says that it is a mount's.
func newFolder(root *os.Root, base bool) (folder, error) {
	if base {
		return folder{Root: root}, nil
	}
	defer root.Close()
	dir, err := root.Open(".")
	if err != nil {
		return folder{}, err
	}
	return folder{dir: dir, fd: int(dir.Fd())}, nil
}

// Close closes the folder; what was opened in it stays open.
func (f folder) Close() error {
	if f.dir == nil {
		return f.Root.Close()
	}
	return f.dir.Close()
}

// reopenDir opens the folder once more, to read the names in it.
func (f folder) reopenDir() (*os.File, error) {
	if f.dir == nil {
		return f.Root.Open(".")
	}
	fd, err := f.openAt(".", unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), f.dir.Name()), nil
}

// openAt opens an entry. A symbolic link is ELOOP, or ENOTDIR where a folder is
// asked for; one of the flags must keep a FIFO from blocking.
func (f folder) openAt(name string, flags int) (fd int, err error) {
	err = retryInterrupted(func() (err error) {
		fd, err = unix.Openat(f.fd, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC|flags, 0)
		return err
	})
	return fd, err
}

// openFolder opens the folder called name in it; ok is false when that takes
// the whole way from the base.
func (f folder) openFolder(name string) (opened folder, ok bool) {
	if f.dir == nil {
		return folder{}, false
	}
	fd, err := f.openAt(name, unix.O_DIRECTORY)
	if err != nil {
		return folder{}, false
	}
	return folder{dir: os.NewFile(uintptr(fd), name), fd: fd}, true
}

// lstatEntry describes an entry; a symbolic link is not followed.
func (f folder) lstatEntry(name string) (host.Info, error) {
	if f.dir == nil {
		return lstatIn(f.Root, name)
	}
	var st unix.Stat_t
	err := retryInterrupted(func() error { return unix.Fstatat(f.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) })
	if err != nil {
		return host.Info{}, err
	}
	in := host.Info{Name: name, ModTime: int64(st.Mtim.Sec)*1000 + int64(st.Mtim.Nsec)/1_000_000}
	switch uint32(st.Mode) & unix.S_IFMT {
	case unix.S_IFREG:
		in.Kind, in.Size = host.File, st.Size
	case unix.S_IFDIR:
		in.Kind = host.Dir
	case unix.S_IFLNK:
		in.Kind = host.Link
	}
	return in, nil
}

// openEntry opens a regular file; a symbolic link is ELOOP, and anything else than
// a file fs.ErrInvalid. Opening a FIFO returns at once.
func (f folder) openEntry(name string) (file, error) {
	if f.dir == nil {
		return openIn(f.Root, name)
	}
	fd, err := f.openAt(name, unix.O_NONBLOCK)
	if err != nil {
		return nil, err
	}
	var st unix.Stat_t
	err = retryInterrupted(func() error { return unix.Fstat(fd, &st) })
	if err == nil && uint32(st.Mode)&unix.S_IFMT != unix.S_IFREG {
		err = fs.ErrInvalid
	}
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	return descriptor(fd), nil
}

// descriptor is an open regular file.
type descriptor int

// ReadAt implements io.ReaderAt.
func (d descriptor) ReadAt(p []byte, off int64) (int, error) {
	got := 0
	for got < len(p) {
		n := 0
		err := retryInterrupted(func() (err error) {
			n, err = unix.Pread(int(d), p[got:min(len(p), got+maxRead)], off+int64(got))
			return err
		})
		if err != nil {
			return got, err
		}
		if n <= 0 {
			return got, io.EOF
		}
		got += n
	}
	return got, nil
}

// maxRead is less than any system takes at once.
const maxRead = 1 << 30

// Close implements io.Closer.
func (d descriptor) Close() error { return unix.Close(int(d)) }

// retryInterrupted repeats a call of the system that a signal interrupted.
func retryInterrupted(call func() error) error {
	for {
		if err := call(); err != unix.EINTR {
			return err
		}
	}
}

// noBlock makes opening a FIFO return at once.
const noBlock = unix.O_NONBLOCK
