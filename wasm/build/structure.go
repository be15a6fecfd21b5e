package main

import (
	"encoding/binary"
	"slices"
)

// A region is a run of segments that is entered at its first one, or, when it
// dispatches, at any other by way of its table. Its units are the loops
// directly inside it and the segments of none; a block ends where each begins,
// so that a jump forwards leaves that block.

// region is a loop over segments from to to, or the whole function.
type region struct {
	from, to   int
	dispatches bool
	loops      []*region // directly inside, in order
}

// regions finds the loops: one for each segment that is jumped back to, up to
// the last that does, and on over all loops that begin in between.
func (f *function) regions() *region {
	last := len(f.segments) - 1
	ends := make([]int, last+1)
	for s := range ends {
		ends[s] = -1
	}
	f.eachJump(func(from, to int) {
		if to <= from {
			ends[to] = max(ends[to], from)
		}
	})
	for s := last; s >= 0; s-- {
		for inner := s + 1; inner <= ends[s]; inner++ {
			ends[s] = max(ends[s], ends[inner])
		}
	}
	root := &region{to: last, dispatches: f.resumed(1, last)}
	open := []*region{root}
	for s, end := range ends {
		if end < 0 {
			continue
		}
		for s > open[len(open)-1].to {
			open = open[:len(open)-1]
		}
		parent := open[len(open)-1]
		loop := &region{from: s, to: end, dispatches: f.resumed(s+1, end)}
		parent.loops = append(parent.loops, loop)
		open = append(open, loop)
	}
	f.eachJump(func(from, to int) { root.enter(from, to) })
	return root
}

// enter marks the loops that a jump enters behind their start.
func (r *region) enter(from, to int) {
	for _, l := range r.loops {
		if to > l.from && to <= l.to && (from < l.from || from > l.to) {
			l.dispatches = true
		}
		l.enter(from, to)
	}
}

func (f *function) eachJump(visit func(from, to int)) {
	for from, pieces := range f.segments {
		for _, p := range pieces {
			if p.exit == jumps {
				visit(from, p.to)
			}
		}
	}
}

// label is an open block that jumps can leave or, of a loop, start again.
type label struct {
	from, to int     // segments that are reached by it
	loop     *region // what is entered there, if it is a loop
}

// unwinding is the label of the block around everything.
const unwinding = -1

// emitter writes a function.
type emitter struct {
	*function
	out    []byte
	labels []label // innermost last
}

// structured writes the function with jumps of its own for every loop.
func (f *function) structured() []byte {
	e := f.emitter()
	e.region(f.regions())
	return append(e.out, f.tail...)
}

// emitter starts to write the function.
func (f *function) emitter(first ...byte) *emitter {
	e := &emitter{function: f, out: slices.Concat(f.head, first)}
	if f.unwind {
		e.open(opBlock, label{from: unwinding, to: unwinding})
	}
	return e
}

func (e *emitter) open(op byte, l label) {
	e.out = append(e.out, op, noResult)
	e.labels = append(e.labels, l)
}

func (e *emitter) close() {
	e.out = append(e.out, opEnd)
	e.labels = e.labels[:len(e.labels)-1]
}

// number writes an instruction with an unsigned number.
func (e *emitter) number(op byte, n int) {
	e.out = binary.AppendUvarint(append(e.out, op), uint64(n))
}

// constant writes a constant, which is not negative.
func (e *emitter) constant(n int) {
	e.out = append(e.out, opI32Const)
	for n >= 0x40 {
		e.out = append(e.out, byte(n)&0x7f|0x80)
		n >>= 7
	}
	e.out = append(e.out, byte(n))
}

// region writes a region without its loop instruction.
func (e *emitter) region(r *region) {
	units := r.units()
	for i := len(units) - 1; i > 0; i-- {
		e.open(opBlock, units[i])
	}
	if r.dispatches && r.to > r.from {
		e.dispatch(r, units)
	}
	for i, u := range units {
		if i > 0 {
			if u.loop != nil && u.loop.dispatches {
				e.goesTo(u.from)
			}
			e.close()
		}
		if u.loop == nil {
			e.segment(u.from)
			continue
		}
		e.open(opLoop, label{u.from, u.from, u.loop})
		e.region(u.loop)
		e.close()
	}
}

// units lists what a region consists of.
func (r *region) units() []label {
	var units []label
	loops := r.loops
	for s := r.from; s <= r.to; {
		u := label{from: s, to: s}
		if len(loops) > 0 && loops[0].from == s {
			u.to, u.loop = loops[0].to, loops[0]
			loops = loops[1:]
		}
		units = append(units, u)
		s = u.to + 1
	}
	return units
}

// dispatch enters one of the region's units. The first is by far the most
// frequent, so it does not go by the table.
func (e *emitter) dispatch(r *region, units []label) {
	base := e.numberOf(r.from)
	e.open(opBlock, label{unwinding - 1, unwinding - 1, nil}) // the first unit begins at its end
	e.number(opLocalGet, place)
	if base == 0 {
		e.out = append(e.out, opI32Eqz)
	} else {
		e.constant(base)
		e.out = append(e.out, opI32Eq)
	}
	e.number(opBrIf, 0)
	e.number(opLocalGet, place)
	if base > 0 {
		e.constant(base)
		e.out = append(e.out, opI32Sub)
	}
	end := e.numberOf(r.to)
	e.number(opBrTable, end-base)
	u := 0
	for n := base; n <= end; n++ {
		if e.table[n] > units[u].to {
			u++
		}
		e.out = binary.AppendUvarint(e.out, uint64(u))
	}
	e.close()
}

// goesTo writes where to go on for the table of a region.
func (e *emitter) goesTo(segment int) {
	e.constant(e.numberOf(segment))
	e.number(opLocalSet, place)
}

func (e *emitter) segment(s int) {
	for _, p := range e.segments[s] {
		e.out = append(e.out, p.code...)
		switch p.exit {
		case jumps:
			e.jump(p)
		case unwinds:
			e.number(opBr, p.depth+e.depthOf(unwinding))
		case unwindsIf:
			e.number(opBrIf, p.depth+e.depthOf(unwinding))
		}
	}
}

func (e *emitter) jump(p piece) {
	depth := e.depthOf(p.to)
	if l := e.labels[len(e.labels)-1-depth]; l.loop != nil && l.loop.dispatches {
		e.goesTo(p.to)
	}
	e.number(opBr, p.depth+depth)
}

// depthOf counts the blocks inside the innermost one that leads to a segment.
func (e *emitter) depthOf(segment int) int {
	for i := len(e.labels) - 1; i >= 0; i-- {
		if l := e.labels[i]; l.from <= segment && segment <= l.to {
			return len(e.labels) - 1 - i
		}
	}
	panic("a jump leads nowhere") // every segment begins at the end of some block
}
