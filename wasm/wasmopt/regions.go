package main

import (
	"encoding/binary"
	"slices"
)

// region is a loop over segments from to to, or the whole function. It is
// entered at its first segment or, when it dispatches, at any other through its
// jump table. Its units are the loops directly inside it and the segments in no
// such loop; a block ends where each unit begins, so that a forward jump leaves
// that block.
type region struct {
	from, to   int
	dispatches bool
	loops      []*region // directly inside, in order
}

// loopRegions finds the loops: one for each segment that is a target of backward
// jumps, up to the last of these jumps and the ends of all loops that begin in
// between.
func (f *function) loopRegions() *region {
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
	root := &region{to: last, dispatches: f.resumableWithin(1, last)}
	open := []*region{root}
	for s, end := range ends {
		if end < 0 {
			continue
		}
		for s > open[len(open)-1].to {
			open = open[:len(open)-1]
		}
		parent := open[len(open)-1]
		loop := &region{from: s, to: end, dispatches: f.resumableWithin(s+1, end)}
		parent.loops = append(parent.loops, loop)
		open = append(open, loop)
	}
	f.eachJump(func(from, to int) { root.markDispatch(from, to) })
	return root
}

// markDispatch marks the loops that a jump enters elsewhere than at their start.
func (r *region) markDispatch(from, to int) {
	for _, l := range r.loops {
		if to > l.from && to <= l.to && (from < l.from || from > l.to) {
			l.dispatches = true
		}
		l.markDispatch(from, to)
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

// label is an open block that jumps can leave, or a loop that they can restart.
type label struct {
	from, to int     // segments that a branch to it leads to
	loop     *region // the loop that begins there, if one does
}

// unwindTarget is the label of the block around everything.
const unwindTarget = -1

// emitter writes a function.
type emitter struct {
	*function
	out    []byte
	labels []label // innermost last
}

// regionBody writes the function with a loop for each region and jump tables
// where it can be resumed.
func (f *function) regionBody() []byte {
	e := f.newEmitter()
	e.emitRegion(f.loopRegions())
	return append(e.out, f.tail...)
}

// newEmitter starts to write the function, with code before the first segment.
func (f *function) newEmitter(prefix ...byte) *emitter {
	e := &emitter{function: f, out: slices.Concat(f.head, prefix)}
	if f.unwind {
		e.openBlock(opBlock, label{from: unwindTarget, to: unwindTarget})
	}
	return e
}

func (e *emitter) openBlock(op byte, l label) {
	e.out = append(e.out, op, noResult)
	e.labels = append(e.labels, l)
}

func (e *emitter) closeBlock() {
	e.out = append(e.out, opEnd)
	e.labels = e.labels[:len(e.labels)-1]
}

// emitIndexed writes an instruction with an unsigned immediate.
func (e *emitter) emitIndexed(op byte, n int) {
	e.out = binary.AppendUvarint(append(e.out, op), uint64(n))
}

// emitI32Const writes a constant.
func (e *emitter) emitI32Const(n int) { e.emitConst(opI32Const, n) }

func (e *emitter) emitConst(op byte, n int) {
	e.out = append(e.out, op)
	for n >= 0x40 || n < -0x40 {
		e.out = append(e.out, byte(n)&0x7f|0x80)
		n >>= 7
	}
	e.out = append(e.out, byte(n)&0x7f)
}

// emitRegion writes a region without its loop instruction.
func (e *emitter) emitRegion(r *region) {
	units := r.regionUnits()
	for i := len(units) - 1; i > 0; i-- {
		e.openBlock(opBlock, units[i])
	}
	if r.dispatches && r.to > r.from {
		e.emitDispatch(r, units)
	}
	for i, u := range units {
		if i > 0 {
			if u.loop != nil && u.loop.dispatches {
				e.emitTarget(u.from)
			}
			e.closeBlock()
		}
		if u.loop == nil {
			e.emitSegment(u.from)
			continue
		}
		e.openBlock(opLoop, label{u.from, u.from, u.loop})
		e.emitRegion(u.loop)
		e.closeBlock()
	}
}

// regionUnits lists the units of a region in order.
func (r *region) regionUnits() []label {
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

// emitDispatch writes the jump table to the region's units. The first unit is by
// far the most frequent target, so it is tested before the table.
func (e *emitter) emitDispatch(r *region, units []label) {
	base := e.numberOf(r.from)
	e.openBlock(opBlock, label{unwindTarget - 1, unwindTarget - 1, nil}) // the first unit begins at its end
	e.emitIndexed(opLocalGet, pcLocal)
	if base == 0 {
		e.out = append(e.out, opI32Eqz)
	} else {
		e.emitI32Const(base)
		e.out = append(e.out, opI32Eq)
	}
	e.emitIndexed(opBrIf, 0)
	e.emitIndexed(opLocalGet, pcLocal)
	if base > 0 {
		e.emitI32Const(base)
		e.out = append(e.out, opI32Sub)
	}
	end := e.numberOf(r.to)
	e.emitIndexed(opBrTable, end-base)
	u := 0
	for n := base; n <= end; n++ {
		if e.table[n] > units[u].to {
			u++
		}
		e.out = binary.AppendUvarint(e.out, uint64(u))
	}
	e.closeBlock()
}

// emitTarget sets PC_B to a segment, for the jump table of a region.
func (e *emitter) emitTarget(segment int) {
	e.emitI32Const(e.numberOf(segment))
	e.emitIndexed(opLocalSet, pcLocal)
}

func (e *emitter) emitSegment(s int) {
	for _, p := range e.segments[s] {
		e.out = append(e.out, p.code...)
		switch p.exit {
		case jumps:
			e.emitJump(p)
		case unwinds:
			e.emitIndexed(opBr, p.depth+e.depthOf(unwindTarget))
		case unwindsIf:
			e.emitIndexed(opBrIf, p.depth+e.depthOf(unwindTarget))
		}
	}
}

func (e *emitter) emitJump(p piece) {
	depth := e.depthOf(p.to)
	if l := e.labels[len(e.labels)-1-depth]; l.loop != nil && l.loop.dispatches {
		e.emitTarget(p.to)
	}
	e.emitIndexed(opBr, p.depth+depth)
}

// depthOf returns the branch depth of the innermost label that leads to a
// segment.
func (e *emitter) depthOf(segment int) int {
	for i := len(e.labels) - 1; i >= 0; i-- {
		if l := e.labels[i]; l.from <= segment && segment <= l.to {
			return len(e.labels) - 1 - i
		}
	}
	panic("a jump leads nowhere") // every segment begins at the end of some block
}
