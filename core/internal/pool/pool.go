// Package pool keeps a few values between uses, with the memory that they have
// grown. sync.Pool is emptied by the garbage collector; a Pool is not, so that
// what an operation allocates does not depend on when the collector runs.
package pool

// size is how many idle values a Pool keeps: a few more than the walks that
// run at once on common machines.
const size = 8

// Pool is a set of idle values. It is safe for concurrent use.
type Pool[T any] struct {
	idle   chan T
	create func() T
}

// New returns an empty Pool whose Get calls create when no value is idle.
func New[T any](create func() T) *Pool[T] {
	return &Pool[T]{idle: make(chan T, size), create: create}
}

// Get returns an idle value, or a new one. The caller owns it until Put.
func (p *Pool[T]) Get() T {
	select {
	case v := <-p.idle:
		return v
	default:
		return p.create()
	}
}

// Put returns v to the pool, which drops it when it is full. The caller must
// not use v afterwards, and must have cleared references that v should not
// keep alive.
func (p *Pool[T]) Put(v T) {
	select {
	case p.idle <- v:
	default:
	}
}
