package hosttest

import (
	"sync"

	"github.com/heddle-dev/heddle/core/host"
)

// Clock is a host.Clock that ticks: each Now is one step later than the last.
// It is safe for concurrent use.
type Clock struct {
	mu   sync.Mutex
	now  int64
	step int64
}

var _ host.Clock = (*Clock)(nil)

// NewClock returns a Clock whose first Now answers start, in milliseconds
// since the epoch, and which moves on by step milliseconds each time.
func NewClock(start, step int64) *Clock { return &Clock{now: start, step: step} }

// Now implements host.Clock.
func (c *Clock) Now() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now
	c.now += c.step
	return now
}

// Set makes the next Now answer now.
func (c *Clock) Set(now int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}
