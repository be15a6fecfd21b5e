//go:build linux || darwin

package sqlite

import (
	"errors"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// errFull says that there is no room for what SQLite keeps beside a store.
var errFull = errors.New("the disk is full")

// leastRoom is what a -wal and a -shm need to come into being, in bytes.
const leastRoom = 128 << 10

// mayMake says why SQLite could not make a -wal and a -shm beside a file, or
// not write to it; nil when it could. It makes nothing.
func mayMake(file string) error {
	for _, path := range []string{file, filepath.Dir(file)} {
		if err := unix.Access(path, unix.W_OK); err != nil {
			return err
		}
	}
	var fs unix.Statfs_t
	if unix.Statfs(filepath.Dir(file), &fs) != nil {
		return nil
	}
	if fs.Blocks > 0 && uint64(fs.Bavail)*uint64(fs.Bsize) < leastRoom || fs.Files > 0 && fs.Ffree == 0 {
		return errFull
	}
	return nil
}

// mayCreateIn returns why this process cannot create files in a folder; nil when it can.
func mayCreateIn(folder string) error { return unix.Access(folder, unix.W_OK|unix.X_OK) }
