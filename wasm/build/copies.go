package main

import (
	"encoding/binary"
	"errors"
)

// The Go compiler copies and clears everything but the smallest values with
// memory.copy and memory.fill, for which engines leave the code that they made
// and call a function of theirs. That takes longer than moving the few dozen
// bytes that most values have. shortCopies sends all of them through two
// functions of the module's own, which move short runs by vectors and leave
// long ones to the engine.
//
// It comes behind threadJumps, to which a call is a place to go on at.
func shortCopies(module []byte) ([]byte, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	signature := []byte{typeOfFunction, 3, typeOfI32, typeOfI32, typeOfI32, 0}
	copier, err := addFunction(sections, signature, copyVectors())
	if err != nil {
		return nil, err
	}
	filler, err := addFunction(sections, signature, fillVectors())
	if err != nil {
		return nil, err
	}
	replaced := 0
	out, err := mapBodies(assemble(sections), func(body []byte) []byte {
		b, n := callForBulk(body, copier, filler)
		replaced += n
		return b
	})
	if err == nil && replaced == 0 {
		return nil, errors.New("nothing in the module copies or clears: another version of Go?")
	}
	return out, err
}

// callForBulk replaces what copies and fills in a body by calls, and counts
// that. A body that is not the Go compiler's stays as it is, and so do those of
// the two functions: they have vectors.
func callForBulk(body []byte, copier, filler int) (out []byte, replaced int) {
	r := &reader{b: body}
	for n := r.number(); n > 0 && !r.bad; n-- { // the locals
		r.number()
		r.byte()
	}
	kept := body // from here on nothing was written yet
	for len(r.b) > 0 {
		at := r.b
		in := r.instruction()
		if r.bad {
			return body, 0
		}
		function := copier
		switch {
		case in.op != opBulk || in.number != opMemoryCopy && in.number != opMemoryFill:
			continue
		case in.number == opMemoryFill:
			function = filler
		}
		out = append(out, kept[:len(kept)-len(at)]...)
		out = binary.AppendUvarint(append(out, opCall), uint64(function))
		kept = r.b
		replaced++
	}
	return append(out, kept...), replaced
}

// The longest runs, in bytes, that the two functions move themselves: without a
// loop, and in all. Beyond that, the engine takes less.
const (
	stepBytes = 64
	loopBytes = 256
)

// Parameters and variables of the two functions.
const (
	moveTo     = 0
	moveFrom   = 1 // of what fills, the byte
	moveSize   = 2
	moveI32    = 3 // of each type as many as a step has chunks, all zero at first
	moveI64    = moveI32 + 3
	moveVector = moveI64 + 2
)

var moveLocals = []byte{3, 3, typeOfI32, 2, typeOfI64, 4, typeOfVector}

// chunk is what one instruction moves.
type chunk struct {
	load, store []byte
	local       byte
	offset      byte // from the start of the run
	back        byte // from its end instead, unless 0
	half        bool // from its middle instead
}

func vectorChunk(local, offset, back byte) chunk {
	return chunk{load: []byte{opVector, vectorLoad}, store: []byte{opVector, vectorStore}, local: moveVector + local, offset: offset, back: back}
}

// moveSteps are the ways to move short runs, the longest first: from a number
// of bytes on, these chunks. They overlap where a run is not as long as they are.
var moveSteps = []struct {
	least  int
	chunks []chunk
}{
	{33, []chunk{vectorChunk(0, 0, 0), vectorChunk(1, 16, 0), vectorChunk(2, 0, 32), vectorChunk(3, 0, 16)}},
	{16, []chunk{vectorChunk(0, 0, 0), vectorChunk(1, 0, 16)}},
	{8, []chunk{{[]byte{opI64Load}, []byte{opI64Store}, moveI64, 0, 0, false}, {[]byte{opI64Load}, []byte{opI64Store}, moveI64 + 1, 0, 8, false}}},
	{4, []chunk{{[]byte{opI32Load}, []byte{opI32Store}, moveI32, 0, 0, false}, {[]byte{opI32Load}, []byte{opI32Store}, moveI32 + 1, 0, 4, false}}},
	{1, []chunk{{[]byte{opI32Load8U}, []byte{opI32Store8}, moveI32, 0, 0, false}, {[]byte{opI32Load8U}, []byte{opI32Store8}, moveI32 + 1, 0, 0, true},
		{[]byte{opI32Load8U}, []byte{opI32Store8}, moveI32 + 2, 0, 1, false}}},
}

// copyVectors is copy(to, from, size i32). The runs may overlap: a short one is
// read whole before any of it is written.
func copyVectors() []byte {
	return mover(true, []byte{opMemoryCopy, 0, 0})
}

// fillVectors is fill(to, value, size i32).
func fillVectors() []byte {
	return mover(false, []byte{opMemoryFill, 0})
}

// mover is the body of a function that copies or else clears, and has the
// engine do everything else.
func mover(copies bool, engine []byte) []byte {
	e := &emitter{out: append([]byte(nil), moveLocals...)}
	e.ops(opBlock, noResult)
	if !copies { // only zeros are written here
		e.ops(opLocalGet, moveFrom, opBrIf, 0)
	}
	e.ops(opBlock, noResult, opLocalGet, moveSize)
	e.constant(stepBytes)
	e.ops(opI32GtU, opBrIf, 0)
	for _, step := range moveSteps {
		e.ops(opLocalGet, moveSize)
		e.constant(step.least)
		e.ops(opI32LtU, opI32Eqz, opIf, noResult)
		e.move(copies, step.chunks...)
		e.ops(opReturn, opEnd)
	}
	e.ops(opReturn, opEnd, opLocalGet, moveSize)
	e.constant(loopBytes)
	e.ops(opI32GtU)
	if copies { // what overlaps is the engine's
		for _, v := range [][2]byte{{moveTo, moveFrom}, {moveFrom, moveTo}} {
			e.ops(opLocalGet, v[0], opLocalGet, v[1], opI32Sub, opLocalGet, moveSize, opI32LtU, opI32Or)
		}
	}
	e.ops(opBrIf, 0, opLoop, noResult)
	e.move(copies, vectorChunk(0, 0, 0))
	for _, v := range []byte{moveTo, moveFrom}[:1+btoi(copies)] {
		e.ops(opLocalGet, v, opI32Const, 16, opI32Add, opLocalSet, v)
	}
	e.ops(opLocalGet, moveSize, opI32Const, 16, opI32Sub, opLocalTee, moveSize, opI32Const, 16, opI32GtU, opBrIf, 0, opEnd)
	e.move(copies, vectorChunk(0, 0, 16)) // with bytes that were moved already
	e.ops(opReturn, opEnd, opLocalGet, moveTo, opLocalGet, moveFrom, opLocalGet, moveSize, opBulk)
	e.ops(engine...)
	e.ops(opEnd)
	return e.out
}

// move moves chunks: all are read before any is written.
func (e *emitter) move(copies bool, chunks ...chunk) {
	address := func(run byte, c chunk) {
		e.ops(opLocalGet, run)
		switch {
		case c.half:
			e.ops(opLocalGet, moveSize, opI32Const, 1, opI32ShrU, opI32Add)
		case c.back > 0:
			e.ops(opLocalGet, moveSize, opI32Add, opI32Const, c.back, opI32Sub)
		}
	}
	for _, c := range chunks {
		if copies {
			address(moveFrom, c)
			e.ops(c.load...)
			e.ops(0, c.offset, opLocalSet, c.local)
		}
	}
	for _, c := range chunks {
		address(moveTo, c)
		e.ops(opLocalGet, c.local)
		e.ops(c.store...)
		e.ops(0, c.offset)
	}
}
