package archive

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// archiveLock is the file that is locked: folders cannot be on Windows.
const archiveLock = ".heddle-export.lock"

// lockFolder locks a folder until the file that it returns is closed, also by the end of the program.
// busy says that another program holds the lock.
func lockFolder(root *os.Root) (lock *os.File, busy bool, err error) {
	if lock, err = root.OpenFile(archiveLock, os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, false, err
	}
	err = windows.LockFileEx(windows.Handle(lock.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, new(windows.Overlapped))
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		lock.Close()
		return nil, true, nil
	}
	return lock, false, nil
}
