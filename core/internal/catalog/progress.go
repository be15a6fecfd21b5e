package catalog

import (
	"sync/atomic"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
)

// progress adds up how far the walks of one operation have come, which may
// run at once.
type progress struct {
	base  host.Poll // nil: nobody listens
	total int64     // bytes of all files, as far as known
	done  atomic.Int64
}

// share is one walk's part of a progress. It is the Poll of that walk's host.
type share struct {
	p    *progress
	size int64
	last int64
}

// walkEnv is the catalog's, for the walk of a session of size bytes, and the
// share of the progress that this walk has.
func (p *progress) walkEnv(c *Catalog, agent string, strict bool, size int64, notes *[]fault.Diagnostic) (*adapter.Env, *share) {
	s := &share{p: p, size: size}
	env := c.walkEnv(agent, strict, notes)
	own := *c.host
	own.Poll = s
	env.Host = &own
	return env, s
}

// Poll implements host.Poll: done counts within the walk.
func (s *share) Poll(done, _ int64) error {
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

// finish counts what the walk had no need to read.
func (s *share) finish() { s.p.done.Add(s.size - s.last) }
