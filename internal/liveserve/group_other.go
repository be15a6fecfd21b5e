//go:build !unix

package liveserve

// leaveGroup does nothing: Windows has no process groups of this kind, and Ctrl-C is ignored.
func leaveGroup() {}
