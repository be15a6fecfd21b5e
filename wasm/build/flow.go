package main

import (
	"encoding/binary"
	"slices"
)

// flow is how control goes through the segments of a function that is entered
// at its start. Segments that nothing gets to are in none of its lists.
type flow struct {
	next  [][]int  // where a segment leads
	from  [][]int  // what leads to it
	order []int    // the segments, each behind one that leads to it, but for the starts of loops
	rank  []int    // where a segment stands in order, -1 for none
	above []int    // the last segment that every way to it goes through; its own for the first
	below [][]int  // the segments that it is above of, in order
	body  [][]bool // by the start of a loop: the segments in it
}

// flow follows the jumps of a function. It is nil where a loop is entered
// elsewhere than at its start: such functions have no structure.
func (f *function) flow() *flow {
	n := len(f.segments)
	w := &flow{next: make([][]int, n), from: make([][]int, n), rank: slices.Repeat([]int{-1}, n),
		above: slices.Repeat([]int{-1}, n), below: make([][]int, n), body: make([][]bool, n)}
	f.eachJump(func(from, to int) { w.next[from] = append(w.next[from], to) })
	for s := range n - 1 {
		if !f.ends[s] {
			w.next[s] = append(w.next[s], s+1)
		}
	}
	w.visit(0, make([]bool, n))
	slices.Reverse(w.order)
	for i, s := range w.order {
		w.rank[s] = i
	}
	for _, s := range w.order {
		for _, to := range w.next[s] {
			w.from[to] = append(w.from[to], s)
		}
	}
	w.dominate()
	for _, s := range w.order {
		for _, to := range w.next[s] {
			if w.rank[to] > w.rank[s] {
				continue
			}
			if !w.dominates(to, s) {
				return nil
			}
			w.loop(to, s)
		}
	}
	return w
}

// visit appends a segment behind all that it leads to.
func (w *flow) visit(s int, seen []bool) {
	seen[s] = true
	for _, to := range w.next[s] {
		if !seen[to] {
			w.visit(to, seen)
		}
	}
	w.order = append(w.order, s)
}

// dominate finds what is above each segment, as in Cooper, Harvey and Kennedy,
// "A Simple, Fast Dominance Algorithm".
func (w *flow) dominate() {
	w.above[0] = 0
	for changed := true; changed; {
		changed = false
		for _, s := range w.order[1:] {
			above := -1
			for _, p := range w.from[s] {
				switch {
				case w.above[p] < 0:
				case above < 0:
					above = p
				default:
					above = w.common(above, p)
				}
			}
			if w.above[s] != above {
				w.above[s], changed = above, true
			}
		}
	}
	for _, s := range w.order[1:] {
		w.below[w.above[s]] = append(w.below[w.above[s]], s)
	}
}

// common is the last segment that every way to a and every way to b goes
// through.
func (w *flow) common(a, b int) int {
	for a != b {
		for w.rank[a] > w.rank[b] {
			a = w.above[a]
		}
		for w.rank[b] > w.rank[a] {
			b = w.above[b]
		}
	}
	return a
}

// dominates reports whether every way to s goes through a.
func (w *flow) dominates(a, s int) bool {
	for w.rank[s] > w.rank[a] {
		s = w.above[s]
	}
	return s == a
}

// loop adds to the loop that starts at a segment all that leads to where it is
// jumped back from.
func (w *flow) loop(start, back int) {
	if w.body[start] == nil {
		w.body[start] = make([]bool, len(w.next))
		w.body[start][start] = true
	}
	rest := []int{back}
	for len(rest) > 0 {
		s := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		if !w.body[start][s] {
			w.body[start][s] = true
			rest = append(rest, w.from[s]...)
		}
	}
}

// nested writes a function that is entered at its start only, behind what
// comes first.
func (f *function) nested(w *flow, first ...byte) []byte {
	e := f.emitter(first...)
	e.nested(w, 0)
	return append(e.out, f.tail...)
}

// elsewhere has another function called where this one is not entered at its
// start.
func elsewhere(twin int) []byte {
	call := binary.AppendUvarint([]byte{opLocalGet, place, opIf, noResult, opLocalGet, place, opCall}, uint64(twin))
	return append(call, opReturn, opEnd)
}

// nested writes a segment and all that it is above of: what lies outside its
// loop is behind the loop. A jump leaves the block that ends where its target
// begins, or starts a loop again.
func (e *emitter) nested(w *flow, s int) {
	var inside, outside []int
	for _, b := range w.below[s] {
		if w.body[s] == nil || w.body[s][b] {
			inside = append(inside, b)
		} else {
			outside = append(outside, b)
		}
	}
	e.blocks(outside)
	if w.body[s] != nil {
		e.open(opLoop, label{from: s, to: s})
	}
	e.blocks(inside)
	e.segment(s)
	switch {
	case e.ends[s]:
		e.ops(opUnreachable)
	case s+1 < len(e.segments):
		e.number(opBr, e.depthOf(s+1))
	default:
		e.ops(opUnreachable)
	}
	e.behind(w, inside)
	if w.body[s] != nil {
		e.close()
	}
	e.behind(w, outside)
}

func (e *emitter) blocks(segments []int) {
	for _, s := range slices.Backward(segments) {
		e.open(opBlock, label{from: s, to: s})
	}
}

func (e *emitter) behind(w *flow, segments []int) {
	for _, s := range segments {
		e.close()
		e.nested(w, s)
	}
}
