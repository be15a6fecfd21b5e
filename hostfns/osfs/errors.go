package osfs

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/heddle-dev/heddle/core/fault"
)

// escapesRoot reports whether err is os.Root's refusal to follow a link out of
// the root. The standard library exports no name for it; a test pins its text.
func escapesRoot(err error) bool {
	return causeOf(err).Error() == "path escapes from parent"
}

// causeOf strips the parts of an error that carry an absolute path.
func causeOf(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	var call *os.SyscallError
	if errors.As(err, &call) {
		return call.Err
	}
	return err
}

// describeError turns an error of the operating system into a fault that names
// the path within its mount, never the absolute one.
func describeError(path string, err error) error {
	var known *fault.Error
	if errors.As(err, &known) {
		return err
	}
	switch {
	case escapesRoot(err):
		return fault.New(fault.PermissionDenied, "symbolic link leaves its mount").At(path, 0, 0)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return fault.New(fault.BadRef, "no such file or folder").At(path, 0, 0)
	case errors.Is(err, fs.ErrPermission):
		return fault.Wrap(fault.PermissionDenied, "cannot be read", causeOf(err)).At(path, 0, 0).
			WithHint("check the permissions of the file and of the folders above it")
	case errors.Is(err, syscall.ELOOP):
		return fault.New(fault.PermissionDenied, "too many symbolic links").At(path, 0, 0)
	}
	return fault.Wrap(fault.IO, "cannot be read", causeOf(err)).At(path, 0, 0)
}
