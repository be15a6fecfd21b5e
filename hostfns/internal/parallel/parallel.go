// Package parallel runs independent work on several cores.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/heddle-dev/heddle/core/host"
)

// Pool is a host.Parallel of at most n goroutines per Do. It holds nothing
// between calls and is safe for concurrent and nested use.
type Pool struct{ workers int }

var _ host.Parallel = Pool{}

// New returns a Pool of n workers; n < 1 means one per usable core.
func New(n int) Pool {
	if n < 1 {
		n = runtime.GOMAXPROCS(0)
	}
	return Pool{workers: n}
}

// Workers returns the number of goroutines Do uses at most.
func (p Pool) Workers() int { return p.workers }

// Do implements host.Parallel. When a call panics, the remaining ones may be
// left out, and Do panics with the same value on the caller's goroutine once
// all running calls have returned.
func (p Pool) Do(n int, fn func(i int)) {
	workers := min(p.workers, n)
	if workers <= 1 {
		for i := range n {
			fn(i)
		}
		return
	}
	var (
		next  atomic.Int64
		group sync.WaitGroup
		first atomic.Pointer[caught]
	)
	work := func() {
		defer group.Done()
		defer func() {
			if v := recover(); v != nil {
				first.CompareAndSwap(nil, &caught{v})
			}
		}()
		for first.Load() == nil {
			i := next.Add(1) - 1
			if i >= int64(n) {
				return
			}
			fn(int(i))
		}
	}
	group.Add(workers)
	for range workers {
		go work()
	}
	group.Wait()
	if c := first.Load(); c != nil {
		panic(c.value)
	}
}

// caught is a panic on its way to the caller's goroutine.
type caught struct{ value any }
