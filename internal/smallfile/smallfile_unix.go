//go:build unix

package smallfile

import (
	"os"
	"syscall"
)

// Flags of opening a file: an open of a pipe waits for no writer, and a link is an error.
const (
	waitsForNobody = syscall.O_NONBLOCK
	followsNoLink  = syscall.O_NOFOLLOW
)

// Mistrust says why a file or folder may have been written by others; "" if it cannot.
func Mistrust(info os.FileInfo) string {
	if owner, ok := info.Sys().(*syscall.Stat_t); ok && int(owner.Uid) != os.Geteuid() {
		return "it belongs to another user"
	}
	if info.Mode().Perm()&0o022 != 0 {
		return "other users can write to it"
	}
	return ""
}
