// Package pages keeps long lists in pieces. A slice that grows is copied into a new one
// with room for more, so that at that moment it takes more than twice what it holds.
package pages

// A page has so many elements.
const (
	bits = 10
	size = 1 << bits
)

// List is a list that grows without copying what it holds. Its zero value is empty.
type List[T any] struct {
	full [][]T
	last []T // grows as slices do until it is a page
}

// Len returns how many elements there are.
func (l *List[T]) Len() int { return len(l.full)<<bits + len(l.last) }

// At returns element i, which may be changed.
func (l *List[T]) At(i int) *T {
	if p := i >> bits; p < len(l.full) {
		return &l.full[p][i&(size-1)]
	}
	return &l.last[i-len(l.full)<<bits]
}

// Append adds an element.
func (l *List[T]) Append(v T) {
	if len(l.last) == size {
		l.full = append(l.full, l.last)
		l.last = make([]T, 0, size)
	}
	l.last = append(l.last, v)
}

// Reset empties the list, and keeps memory of at most one page. What the elements point to
// is no longer held.
func (l *List[T]) Reset() {
	clear(l.last[:cap(l.last)])
	*l = List[T]{last: l.last[:0]}
}

// Clone returns a copy that takes no more memory than it needs. It shares the full pages,
// which neither list may change any more.
func (l *List[T]) Clone() List[T] {
	return List[T]{full: l.full, last: append(make([]T, 0, len(l.last)), l.last...)}
}
