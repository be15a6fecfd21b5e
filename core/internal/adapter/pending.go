package adapter

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

// Pending is a queue of what waits, in order, until a later line of the file
// decides what becomes of it: T is a Record or what an adapter notes of one.
// The zero value is an empty queue. Its limits are the caller's, see Exceeds.
type Pending[T any] struct {
	items []T
	bytes int
}

// Add appends an item that holds size bytes of text.
func (p *Pending[T]) Add(item T, size int) {
	p.items = append(p.items, item)
	p.bytes += size
}

// Len returns how many items wait.
func (p *Pending[T]) Len() int { return len(p.items) }

// Items returns what waits, in order. The caller may change items in place; the
// slice is valid until the next call of another method.
func (p *Pending[T]) Items() []T { return p.items }

// Exceeds reports whether more than maxItems items or maxBytes bytes of text
// were added since the queue was empty.
func (p *Pending[T]) Exceeds(maxItems, maxBytes int) bool {
	return len(p.items) > maxItems || p.bytes > maxBytes
}

// Emit calls emit for the first n items in order and removes them. An error of
// emit ends it and is returned; the items then stay. emit may add to the queue
// and must not remove from it.
func (p *Pending[T]) Emit(n int, emit func(item *T) error) error {
	for i := range p.items[:n] {
		if err := emit(&p.items[i]); err != nil {
			return err
		}
	}
	p.truncate(append(p.items[:0], p.items[n:]...))
	return nil
}

// EmitAll is Emit for all items.
func (p *Pending[T]) EmitAll(emit func(item *T) error) error { return p.Emit(len(p.items), emit) }

// Remove removes the items that match.
func (p *Pending[T]) Remove(match func(item *T) bool) {
	kept := p.items[:0]
	for i := range p.items {
		if !match(&p.items[i]) {
			kept = append(kept, p.items[i])
		}
	}
	p.truncate(kept)
}

// Clear removes all items.
func (p *Pending[T]) Clear() { p.truncate(p.items[:0]) }

// truncate keeps the items of kept, a prefix of the queue's memory.
func (p *Pending[T]) truncate(kept []T) {
	clear(p.items[len(kept):]) // drops their strings
	if p.items = kept; len(kept) == 0 {
		p.bytes = 0
	}
}

// Retained returns a copy of r that stays valid after Outlet.Record returned: its Facts
// and Usage are copies too, and its texts (see Want.Lend) are in room.
func (r *Record) Retained(room *scan.Room) Record {
	out := *r
	if r.Facts != nil {
		facts := *r.Facts
		out.Facts = &facts
	}
	if r.Usage != nil {
		usage := *r.Usage
		out.Usage = &usage
	}
	out.RetainTexts(room)
	out.UsageKey = strings.Clone(r.UsageKey)
	return out
}
