package parallel_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/hostfns/internal/parallel"
)

func TestEveryIndexOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		for _, n := range []int{0, 1, 2, 100} {
			counts := make([]atomic.Int64, n)
			parallel.New(workers).Do(n, func(i int) { counts[i].Add(1) })
			for i := range counts {
				if c := counts[i].Load(); c != 1 {
					t.Errorf("%d workers: index %d ran %d times", workers, i, c)
				}
			}
		}
	}
}

func TestAtMostWorkers(t *testing.T) {
	var running, most atomic.Int64
	parallel.New(3).Do(30, func(int) {
		now := running.Add(1)
		for m := most.Load(); now > m && !most.CompareAndSwap(m, now); m = most.Load() {
		}
		time.Sleep(time.Millisecond)
		running.Add(-1)
	})
	if m := most.Load(); m > 3 || m < 2 {
		t.Errorf("%d at once, want up to 3", m)
	}
	if w := parallel.New(0).Workers(); w != runtime.GOMAXPROCS(0) {
		t.Errorf("%d workers by default", w)
	}
}

func TestPanicReachesTheCaller(t *testing.T) {
	for _, workers := range []int{1, 4} {
		func() {
			defer func() {
				if v := recover(); v != "boom" {
					t.Errorf("%d workers: recovered %v", workers, v)
				}
			}()
			parallel.New(workers).Do(100, func(i int) {
				if i == 5 {
					panic("boom")
				}
			})
			t.Errorf("%d workers: no panic", workers)
		}()
	}
}

func TestNested(t *testing.T) {
	var mu sync.Mutex
	sum := 0
	p := parallel.New(2)
	p.Do(5, func(i int) {
		p.Do(5, func(j int) {
			mu.Lock()
			defer mu.Unlock()
			sum += i*5 + j
		})
	})
	if sum != 300 {
		t.Errorf("sum %d, want 300", sum)
	}
}
