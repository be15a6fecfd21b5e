package hosttest

import (
	"slices"
	"sync"

	"github.com/heddle-dev/heddle/core/host"
)

// Faults counts, records and fails the calls of a host. It is safe for
// concurrent use; with Parallel the order of calls is not determined.
type Faults struct {
	host host.Host

	mu     sync.Mutex
	calls  []Call
	nth    int64
	nthErr error
	rule   func(Call) error
}

// Inject returns Faults around h. Nothing fails before FailNth or FailWhen.
func Inject(h host.Host) *Faults {
	f := &Faults{}
	f.host = withHook(h, f.recordCall)
	return f
}

// Host returns the host whose calls are counted and fail.
func (f *Faults) Host() host.Host { return f.host }

// FailNth makes the nth call from now, 1 being the next, return err instead
// of being made, and starts counting afresh. n < 1 fails none.
func (f *Faults) FailNth(n int64, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.nth, f.nthErr, f.calls = n, err, nil
}

// FailWhen makes every call fail for which rule returns an error.
func (f *Faults) FailWhen(rule func(Call) error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rule = rule
}

// Count returns the number of calls since the last FailNth.
func (f *Faults) Count() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return int64(len(f.calls))
}

// Calls returns the calls since the last FailNth.
func (f *Faults) Calls() []Call {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.calls)
}

func (f *Faults) recordCall(op, path string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := Call{N: int64(len(f.calls) + 1), Op: op, Path: path}
	f.calls = append(f.calls, c)
	if c.N == f.nth {
		return f.nthErr
	}
	if f.rule != nil {
		return f.rule(c)
	}
	return nil
}
