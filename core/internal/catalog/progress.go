package catalog

import (
	"sync/atomic"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
)

// progressSum adds up the progress of the walks of one operation, which may run at
// once.
type progressSum struct {
	base  host.Poll // nil: no listener
	total int64     // bytes of all files, as far as known
	done  atomic.Int64
}

// progressShare is one walk's part of a progressSum. It is the Poll of that
// walk's host.
type progressShare struct {
	p    *progressSum
	size int64
	last int64
}

// walkEnv returns c.walkEnv for the walk of a session of size bytes, and that
// walk's share of the progress.
func (p *progressSum) walkEnv(c *Catalog, agent string, strict bool, size int64, notes *[]fault.Diagnostic) (*adapter.Env, *progressShare) {
	s := &progressShare{p: p, size: size}
	env := c.walkEnv(agent, strict, notes)
	own := *c.host
	own.Poll = s
	env.Host = &own
	return env, s
}

// Poll implements host.Poll: done counts within the walk.
func (s *progressShare) Poll(done, _ int64) error {
	if s.p.base == nil {
		return nil
	}
	sum := s.p.done.Load()
	if step := min(done, s.size) - s.last; step > 0 {
		sum = s.p.done.Add(step)
		s.last += step
	}
	return s.p.base.Poll(sum, s.p.total)
}

// finish counts the bytes that the walk did not need to read.
func (s *progressShare) finish() { s.p.done.Add(s.size - s.last) }
