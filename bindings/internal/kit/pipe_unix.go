//go:build unix

package kit

import "syscall"

// makePipe makes a named pipe, whose opening would wait for ever.
func makePipe(path string) error { return syscall.Mkfifo(path, 0o600) }
