//go:build !linux

package cli

// widenPipe does nothing: only Linux lets a program say how much a pipe holds.
func widenPipe(any) {}
