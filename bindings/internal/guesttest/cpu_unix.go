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

// CPU adds the processor time of an operation to a benchmark, which other work
// on the machine disturbs less than the time on the wall: defer CPU(b)().
func CPU(b *testing.B) func() {
	start := cpuTime()
	return func() {
		b.ReportMetric(float64((cpuTime()-start).Nanoseconds())/float64(b.N), "cpu-ns/op")
	}
}
