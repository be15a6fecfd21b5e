//go:build unix

package liveserve

import "syscall"

// leaveGroup begins a process group, so that a terminal's signals reach the host alone. The leader of a
// session has its own group already.
func leaveGroup() { _ = syscall.Setpgid(0, 0) }
