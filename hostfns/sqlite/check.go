package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/heddle-dev/heddle/core/fault"
)

// CheckStore reports why a store can never be kept in a file: the file is a folder, or it does not
// exist and cannot be created. Nothing is created and no file is opened. A file that exists is
// accepted even if it cannot be written to, because it can still be read.
//
// The errors are INVALID_ARGUMENT, PERMISSION_DENIED and IO_ERROR, with a hint.
func CheckStore(file string) error {
	info, err := os.Stat(file)
	switch {
	case err == nil && info.IsDir():
		return fault.New(fault.InvalidArgument, "the store "+file+" is a folder").
			WithHint("name a file, such as " + filepath.Join(file, "heddle.db"))
	case err == nil && !info.Mode().IsRegular():
		return fault.New(fault.InvalidArgument, "the store "+file+" is not a regular file").WithHint("name another file")
	case err == nil:
		return nil
	case !isMissing(err):
		return unreachableError(file, err)
	}
	folder := filepath.Dir(file)
	if target := linkTarget(file); target != file { // the target is created, the folders above it are not
		cut := strings.LastIndexAny(target, "/"+string(filepath.Separator))
		if folder, err = filepath.EvalSymlinks(target[:cut+1]); err != nil {
			return uncreatableError(file, "it is a link into a missing folder")
		}
	}
	return checkFolders(file, folder)
}

// checkFolders reports why a file cannot be created in a folder, which is created as well if it is
// missing.
func checkFolders(file, folder string) error {
	for {
		info, err := os.Stat(folder)
		switch {
		case err == nil && info.IsDir():
			return checkFolder(file, folder)
		case err == nil:
			return uncreatableError(file, folder+" is a file")
		case !isMissing(err):
			return unreachableError(file, err)
		}
		if _, err := os.Lstat(folder); err == nil {
			return uncreatableError(file, folder+" is a link to a missing folder")
		}
		above := filepath.Dir(folder)
		if above == folder { // such as a drive that does not exist
			return unreachableError(file, err)
		}
		folder = above
	}
}

// uncreatableError is the error for a file that a wrong path makes impossible.
func uncreatableError(file, reason string) error {
	return fault.New(fault.InvalidArgument, "the store "+file+" cannot be created: "+reason).
		WithHint("name a file in a folder that exists")
}

// isMissing reports whether an error says that a file, or a folder above it, does not exist.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// checkFolder reports why a file cannot be created in a folder.
func checkFolder(file, folder string) error {
	if err := mayCreateIn(folder); err != nil {
		return fault.Wrap(fault.PermissionDenied, "the store "+file+" cannot be created: the folder "+folder+" cannot be written to", err).
			WithHint("check the permissions of the folder, or name a file in another one")
	}
	return nil
}

// unreachableError is the error for a file that cannot be looked up.
func unreachableError(file string, err error) error {
	code := fault.IO
	if errors.Is(err, fs.ErrPermission) {
		code = fault.PermissionDenied
	}
	return fault.Wrap(code, "the store "+file+" cannot be reached", err).
		WithHint("check the permissions of the folders above the file, or name another file")
}
