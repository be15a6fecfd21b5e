package live

import (
	"os"

	"golang.org/x/sys/unix"
)

// widenPipe has a pipe hold a megabyte, so that a copy wakes less often.
func widenPipe(end any) {
	if f, ok := end.(*os.File); ok {
		if raw, err := f.SyscallConn(); err == nil {
			_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, 1<<20) }) // refused: it stays as it is
		}
	}
}
