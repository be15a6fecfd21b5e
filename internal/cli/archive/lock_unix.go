//go:build unix

package archive

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFolder locks a folder until the file that it returns is closed, also by the end of the program.
// busy says that another program holds the lock. A file system without locks has none to wait for.
func lockFolder(root *os.Root) (lock *os.File, busy bool, err error) {
	if lock, err = root.Open("."); err != nil {
		return nil, false, err
	}
	err = unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		lock.Close()
		return nil, true, nil
	}
	return lock, false, nil
}
