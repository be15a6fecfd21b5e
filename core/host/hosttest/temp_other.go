//go:build !linux

package hosttest

// TempInMemory makes the temporary folders of a test process lie in memory,
// where the system has room for that.
func TempInMemory() {}
