package adapter

import (
	"bytes"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// TestLongLinesTakeTurns: files with long lines are read one at a time, also
// when a walk reads one file inside another; what is read is right.
func TestLongLinesTakeTurns(t *testing.T) {
	long := func(letter string) []byte {
		return []byte(`{"a":1}` + "\n" + `{"b":"` + strings.Repeat(letter, keptBytes+1000) + `"}` + "\n" + `{"c":1}`)
	}
	names := []string{"x", "y", "z"}
	m := hosttest.NewMounts()
	for _, n := range names {
		m.File("m/"+n, long(n))
	}
	h := hosttest.Host(m)
	shared := NewLongLines()
	var reading atomic.Int32
	var group sync.WaitGroup
	for _, name := range names {
		group.Go(func() {
			env := &Env{Host: &h, Long: shared.NewTurn(), DefectLog: DefectLog{OnDiagnostic: func(fault.Diagnostic) {}}}
			size := int64(len(long(name)))
			var lines int
			check := func(rec scan.Record) {
				lines++
				if len(rec.Bytes) > keptBytes && bytes.Count(rec.Bytes, []byte(name)) != keptBytes+1000 {
					t.Errorf("%s: another line", name)
				}
			}
			err := EachObject(env, env, "m/"+name, size, stampPaths, func(rec scan.Record, _ []scan.Value) error {
				check(rec)
				if len(rec.Bytes) < keptBytes {
					return nil
				}
				if reading.Add(1) > 1 {
					t.Error("two long lines at once")
				}
				defer reading.Add(-1)
				inner := *env
				err := EachObject(&inner, &inner, "m/"+name, size, stampPaths, func(rec scan.Record, _ []scan.Value) error {
					check(rec)
					return nil
				})
				check(rec)
				return err
			})
			if err != nil || lines != 7 {
				t.Errorf("%s: %d lines, %v", name, lines, err)
			}
		})
	}
	group.Wait()
	if buf := <-shared.buf; len(buf) != 2*keptBytes {
		t.Errorf("%d bytes are left behind", len(buf))
	}
}
