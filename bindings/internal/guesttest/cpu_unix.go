//go:build unix

package guesttest

import (
	"syscall"
	"testing"
	"time"
)

// cpuTime is the processor time that the process has used.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// reportCPU adds the processor time of an operation, which other work on the
// machine disturbs less than the time on the wall.
func reportCPU(b *testing.B, since time.Duration) {
	b.ReportMetric(float64((cpuTime()-since).Nanoseconds())/float64(b.N), "cpu-ns/op")
}
