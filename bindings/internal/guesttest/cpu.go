package guesttest

import (
	"testing"

	"github.com/heddle-dev/heddle/bindings/internal/cputime"
)

// CPU adds the processor time of an operation to a benchmark, where the system
// reports it: defer CPU(b)().
func CPU(b *testing.B) func() {
	start := cputime.Now()
	return func() {
		if used := cputime.Now() - start; used > 0 {
			b.ReportMetric(float64(used.Nanoseconds())/float64(b.N), "cpu-ns/op")
		}
	}
}
