package simtest

import (
	"math/rand/v2"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// chaos is one writer's way to the journal: others get in between, calls
// fail, and answers of appends are lost.
type chaos struct {
	host.Journal
	random *rand.Rand
	race   func() // another writer's turn
	faults bool
	calm   bool // nothing happens: somebody is checking
}

var errFault = fault.New(fault.IO, "injected")

func (c *chaos) shouldFail(one int) bool { return !c.calm && c.faults && c.random.IntN(one) == 0 }

// Append implements host.Journal.
func (c *chaos) Append(writes []host.Write) ([]host.Appended, error) {
	if !c.calm && c.race != nil && c.random.IntN(4) == 0 {
		c.race()
	}
	if c.shouldFail(15) {
		return nil, errFault
	}
	out, err := c.Journal.Append(writes)
	if err == nil && c.shouldFail(15) {
		return nil, errFault // written, but no reader knows
	}
	return out, err
}

// Read implements host.Journal.
func (c *chaos) Read(stream string, after, limit int64) ([]host.Event, error) {
	if c.shouldFail(40) {
		return nil, errFault
	}
	return c.Journal.Read(stream, after, min(limit, 1+c.random.Int64N(9)))
}

// Stream implements host.Journal; the cache is sometimes lost.
func (c *chaos) Stream(name string) (host.StreamInfo, error) {
	if c.shouldFail(40) {
		return host.StreamInfo{}, errFault
	}
	info, err := c.Journal.Stream(name)
	if c.random.IntN(5) == 0 {
		info.State, info.StateSeq = nil, 0
	}
	return info, err
}

// Streams implements host.Journal.
func (c *chaos) Streams(after string, limit int64) ([]host.StreamInfo, error) {
	if c.shouldFail(40) {
		return nil, errFault
	}
	return c.Journal.Streams(after, min(limit, 3))
}

// Find implements host.Journal.
func (c *chaos) Find(id [16]byte) (string, int64, error) {
	if c.shouldFail(40) {
		return "", 0, errFault
	}
	return c.Journal.Find(id)
}

// Free implements host.Compactor.
func (c *chaos) Free(stream string, spans []host.Span) (int64, error) {
	if c.shouldFail(10) {
		return 0, errFault
	}
	return c.Journal.(host.Compactor).Free(stream, spans)
}

// Vacuum implements host.Compactor.
func (c *chaos) Vacuum(clock host.Clock) error {
	if c.shouldFail(10) {
		return errFault
	}
	return c.Journal.(host.Compactor).Vacuum(clock)
}

// Verify implements host.Verifier where the journal does.
func (c *chaos) Verify(poll func() error, report func(string, int64, string)) error {
	if p, ok := c.Journal.(host.Verifier); ok {
		return p.Verify(poll, report)
	}
	return nil
}
