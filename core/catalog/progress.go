package catalog

import (
	"sync/atomic"

	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
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

// env makes what the walk of a session of size bytes works in, and the share
// of the progress that it has. What makes its result partial goes to notes:
// walks run at once, but what they say is said in their order.
func (p *progress) env(h *host.Host, agent string, strict bool, size int64, notes *[]fault.Diagnostic) (*adapter.Env, *share) {
	s := &share{p: p, size: size}
	own := *h
	own.Poll = s
	return &adapter.Env{Host: &own, Agent: agent, Strict: strict,
		Diagnose: func(d fault.Diagnostic) { *notes = append(*notes, d) }}, s
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
