package app

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// Progress says how far a call has come, once it has taken half a second: a bar
// redrawn in place, on a terminal only.
type Progress struct {
	streams     terminal.Streams
	done, total atomic.Int64 // bytes; total 0 = unknown
	once        sync.Once
	stop, idle  chan struct{}
}

const (
	progressAfter = 500 * time.Millisecond
	RedrawEvery   = 100 * time.Millisecond
)

// StartProgress starts the clock; end must be called. A quiet one, or one without a
// terminal, never says anything.
func StartProgress(s terminal.Streams, quiet bool) *Progress {
	p := &Progress{streams: s, stop: make(chan struct{}), idle: make(chan struct{})}
	if quiet || !s.ErrTerm {
		close(p.idle)
		return p
	}
	go p.watch()
	return p
}

// Report receives bytes done of bytes known, from any goroutine.
func (p *Progress) Report(done, total int64) {
	p.done.Store(done)
	p.total.Store(total)
}

// End removes what was drawn in place. Nothing is printed afterwards.
func (p *Progress) End() {
	p.once.Do(func() { close(p.stop) })
	<-p.idle
}

func (p *Progress) watch() {
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
		tick.Reset(RedrawEvery)
	}
}

// text fits 40 columns.
func (p *Progress) text() string {
	done, total := p.done.Load(), p.total.Load()
	switch {
	case done == 0 && total == 0:
		return "working…"
	case total == 0:
		return "reading: " + terminal.Size(done)
	}
	percent := min(100*(done>>10)/max(total>>10, 1), 100)
	const width = 16
	full := int(percent) * width / 100
	return fmt.Sprintf("[%s%s] %3d%% of %s", strings.Repeat("█", full), strings.Repeat(" ", width-full), percent, terminal.Size(total))
}
