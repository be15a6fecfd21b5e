// Package revert is the algebra of visible windows. A list of records only
// ever grows; a Window says which of its places are hidden. A revert to a boundary
// shows everything before it and hides everything from it to the present end; a
// revert by a count of visible records hides only those. Records added afterwards
// are visible, and an unrevert shows everything again. The same algebra serves the
// messages of a session and those of a thread, which are some places of its
// session's list (Places): a thread shows what both its own window and its
// session's window show.
//
// Places count from 0. Lookups take time logarithmic in the number of hidden
// intervals, independent of the number of records.
package revert

// Interval is the places [From, To).
type Interval struct{ From, To int64 }

// Window is a set of hidden places, kept as disjoint intervals that do not
// touch, in ascending order. The zero Window hides nothing. It belongs to one
// goroutine; copy it with Clone.
type Window struct {
	hidden []span
}

// span is a hidden interval and the number of hidden places before it.
type span struct {
	from, to int64
	before   int64
}

// Hide hides the places [from, to). Hiding at the end, as a revert does,
// takes amortized constant time.
func (w *Window) Hide(from, to int64) {
	if from < 0 {
		from = 0
	}
	if to <= from {
		return
	}
	first := w.firstReaching(from)
	last := first
	for last < len(w.hidden) && w.hidden[last].from <= to {
		from, to = min(from, w.hidden[last].from), max(to, w.hidden[last].to)
		last++
	}
	if first == last {
		w.hidden = append(w.hidden, span{})
		copy(w.hidden[first+1:], w.hidden[first:])
	} else {
		w.hidden = append(w.hidden[:first+1], w.hidden[last:]...)
	}
	w.hidden[first] = span{from: from, to: to}
	w.updateSums(first)
}

// updateSums sets the sums of the spans from place i on.
func (w *Window) updateSums(i int) {
	var before int64
	if i > 0 {
		p := w.hidden[i-1]
		before = p.before + p.to - p.from
	}
	for ; i < len(w.hidden); i++ {
		w.hidden[i].before = before
		before += w.hidden[i].to - w.hidden[i].from
	}
}

// HideOnly hides the places [from, to) and shows all others.
func (w *Window) HideOnly(from, to int64) {
	w.hidden = nil
	w.Hide(from, to)
}

// ShowAll makes everything visible.
func (w *Window) ShowAll() { w.hidden = nil }

// Clone returns a copy that shares nothing with w.
func (w *Window) Clone() Window {
	return Window{hidden: append([]span(nil), w.hidden...)}
}

// HiddenIntervals returns the hidden intervals in ascending order.
func (w *Window) HiddenIntervals() []Interval {
	out := make([]Interval, len(w.hidden))
	for i, s := range w.hidden {
		out[i] = Interval{s.from, s.to}
	}
	return out
}

// IntervalCount returns the number of hidden intervals.
func (w *Window) IntervalCount() int { return len(w.hidden) }

// IsWhole reports whether nothing is hidden.
func (w *Window) IsWhole() bool { return len(w.hidden) == 0 }

// IsVisible reports whether place p is visible.
func (w *Window) IsVisible(p int64) bool {
	i := w.firstReaching(p + 1)
	return i == len(w.hidden) || w.hidden[i].from > p
}

// VisibleBefore returns how many of the places [0, p) are visible.
func (w *Window) VisibleBefore(p int64) int64 {
	if p <= 0 {
		return 0
	}
	i := w.firstReaching(p)
	if i == len(w.hidden) {
		return p - w.hiddenCount()
	}
	return p - w.hidden[i].before - max(0, p-w.hidden[i].from)
}

// hiddenCount returns the number of hidden places.
func (w *Window) hiddenCount() int64 {
	if len(w.hidden) == 0 {
		return 0
	}
	s := w.hidden[len(w.hidden)-1]
	return s.before + s.to - s.from
}

// firstReaching returns the index of the first span that ends at p or after it.
func (w *Window) firstReaching(p int64) int {
	lo, hi := 0, len(w.hidden)
	for lo < hi {
		mid := (lo + hi) / 2
		if w.hidden[mid].to < p {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// NthVisible returns the place of visible record n, counting from 0: the inverse of
// Before. After the end of a list it continues as if the list did.
func (w *Window) NthVisible(n int64) int64 {
	lo, hi := 0, len(w.hidden) // first span with more than n visible places before it
	for lo < hi {
		mid := (lo + hi) / 2
		if s := w.hidden[mid]; s.from-s.before <= n {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return n
	}
	s := w.hidden[lo-1]
	return n + s.before + s.to - s.from
}

// HideFrom returns the place of the first visible record to hide, so that
// hiding [Boundary, end) of a list of length end leaves count visible ones;
// end when there are no more than count. Places right before it that are
// hidden already are not hidden again: another window may hide them.
func (w *Window) HideFrom(count, end int64) int64 {
	return min(w.NthVisible(max(0, count)), end)
}

// EachVisible calls fn for the visible intervals of [from, to) in order, until fn
// returns false.
func (w *Window) EachVisible(from, to int64, fn func(Interval) bool) {
	for i := w.firstReaching(from + 1); from < to; i++ {
		end, next := to, to
		if i < len(w.hidden) && w.hidden[i].from < to {
			end, next = w.hidden[i].from, w.hidden[i].to
		}
		if from < end && !fn(Interval{from, end}) {
			return
		}
		from = next
	}
}

// HideAll hides in w the places that other hides. Both are windows over one list.
func (w *Window) HideAll(other *Window) {
	if len(other.hidden) == 0 {
		return
	}
	a, b := w.hidden, other.hidden
	var both Window
	for len(a) > 0 || len(b) > 0 {
		var s span
		if len(b) == 0 || len(a) > 0 && a[0].from <= b[0].from {
			s, a = a[0], a[1:]
		} else {
			s, b = b[0], b[1:]
		}
		both.Hide(s.from, s.to)
	}
	*w = both
}
