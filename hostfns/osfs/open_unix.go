//go:build unix

package osfs

import "syscall"

// noBlock makes opening a FIFO return at once.
const noBlock = syscall.O_NONBLOCK
