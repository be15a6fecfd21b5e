package cli

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// progress says how far a call has come, once it has taken half a second: a bar
// redrawn in place, on a terminal only.
type progress struct {
	streams     Streams
	done, total atomic.Int64 // bytes; total 0 = unknown
	once        sync.Once
	stop, idle  chan struct{}
}

const (
	progressAfter = 500 * time.Millisecond
	redrawEvery   = 100 * time.Millisecond
)

// startProgress starts the clock; end must be called. A quiet one, or one without a
// terminal, never says anything.
func startProgress(s Streams, quiet bool) *progress {
	p := &progress{streams: s, stop: make(chan struct{}), idle: make(chan struct{})}
	if quiet || !s.ErrTerm {
		close(p.idle)
		return p
	}
	go p.watch()
	return p
}

// report receives bytes done of bytes known, from any goroutine.
func (p *progress) report(done, total int64) {
	p.done.Store(done)
	p.total.Store(total)
}

// end removes what was drawn in place. Nothing is printed afterwards.
func (p *progress) end() {
	p.once.Do(func() { close(p.stop) })
	<-p.idle
}

func (p *progress) watch() {
	defer close(p.idle)
	tick := time.NewTimer(progressAfter)
	defer tick.Stop()
	drawn := false
	for {
		select {
		case <-p.stop:
			if drawn {
				fmt.Fprint(p.streams.Err, "\r\x1b[K")
			}
			return
		case <-tick.C:
		}
		drawn = true
		fmt.Fprint(p.streams.Err, "\r\x1b[K"+p.text())
		tick.Reset(redrawEvery)
	}
}

// text fits 40 columns.
func (p *progress) text() string {
	done, total := p.done.Load(), p.total.Load()
	switch {
	case done == 0 && total == 0:
		return "working…"
	case total == 0:
		return "reading: " + size(done)
	}
	percent := min(100*(done>>10)/max(total>>10, 1), 100)
	const width = 16
	full := int(percent) * width / 100
	return fmt.Sprintf("[%s%s] %3d%% of %s", strings.Repeat("█", full), strings.Repeat(" ", width-full), percent, size(total))
}

// size renders bytes in MB, or in kB below one.
func size(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d MB", n>>20)
}
