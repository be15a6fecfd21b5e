package cli

import (
	"fmt"
	"sync"
	"time"
)

// progressBar says on stderr how far a call has come, once it has taken half
// a second: redrawn in place on a terminal, a line every five seconds
// elsewhere.
type progressBar struct {
	streams Streams
	mu      sync.Mutex
	start   time.Time
	next    time.Time
	shown   bool
}

const (
	progressAfter = 500 * time.Millisecond
	redrawEvery   = 100 * time.Millisecond
	printEvery    = 5 * time.Second
)

func newProgressBar(s Streams) *progressBar {
	now := time.Now()
	return &progressBar{streams: s, start: now, next: now.Add(progressAfter)}
}

// report receives bytes done of bytes known.
func (p *progressBar) report(done, total int64) {
	if !p.mu.TryLock() {
		return // another worker is drawing
	}
	defer p.mu.Unlock()
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	text := fmt.Sprintf("%d MB read", done>>20)
	if total > 0 {
		text = fmt.Sprintf("%d%% of %d MB", min(100*done/total, 100), total>>20)
	}
	p.shown = true
	if p.streams.ErrTerm {
		p.next = now.Add(redrawEvery)
		fmt.Fprintf(p.streams.Err, "\r\x1b[K%s", text)
		return
	}
	p.next = now.Add(printEvery)
	fmt.Fprintln(p.streams.Err, text)
}

// done removes what was drawn in place.
func (p *progressBar) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown && p.streams.ErrTerm {
		fmt.Fprint(p.streams.Err, "\r\x1b[K")
	}
}
