package main

import (
	"encoding/binary"
	"slices"
)

// The Go compiler copies and clears all but the smallest values with memory.copy
// and memory.fill, for which engines call a function outside the compiled code.
// The call takes longer than moving the few dozen bytes that most values have.
// shortenCopies replaces them by calls of functions that it adds to the module,
// which move vectors, or words of eight bytes without SIMD: one for each size that the compiler knew, and two for all
// other sizes, which leave long runs to the engine.
//
// It follows structureJumps, which takes every call for one that may be resumed
// after.
func (s settings) shortenCopies(module []byte) ([]byte, stats, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, stats{}, err
	}
	var movers []mover
	calls, first := 0, nextFunction(sections)
	out, err := mapBodies(module, func(body []byte) []byte {
		return callMovers(body, func(m mover) int {
			calls++
			i := slices.Index(movers, m)
			if i < 0 {
				i, movers = len(movers), append(movers, m)
			}
			return first + i
		})
	})
	if err != nil {
		return nil, stats{}, err
	}
	if calls == 0 {
		return nil, stats{}, mismatch("no function copies or clears memory")
	}
	if sections, err = sectionsOf(out); err != nil {
		return nil, stats{}, err
	}
	for _, m := range movers {
		if _, err := addFunction(sections, m.functionType(), m.functionBody()); err != nil {
			return nil, stats{}, err
		}
	}
	return assembleModule(sections), statsOf(calls, "copies and clears by %d functions", len(movers)), nil
}

// callMovers replaces the copies and clears in a body by calls of functions,
// whose numbers it asks for. A body with instructions that the Go compiler does
// not write stays as it is.
func callMovers(body []byte, number func(m mover) int) []byte {
	r := &reader{b: body}
	r.skipLocals()
	type site struct {
		from, to int // in the body
		mover    mover
	}
	var sites []site
	var before [2]int // where the last two instructions begin
	for len(r.b) > 0 {
		at := len(body) - len(r.b)
		in := r.readInstruction()
		if r.bad {
			return body
		}
		if in.op == opBulk && (in.number == opMemoryCopy || in.number == opMemoryFill) {
			s := site{at, len(body) - len(r.b), mover{copies: in.number == opMemoryCopy}}
			size, known := parseI32Const(body[before[1]:at])
			if known = known && size > 0 && size <= largestMove; known && s.mover.copies {
				s.from, s.mover.size = before[1], size
			} else if value, zero := parseI32Const(body[before[0]:before[1]]); known && zero && value == 0 {
				s.from, s.mover.size = before[0], size
			}
			sites = append(sites, s)
		}
		before[0], before[1] = before[1], at
	}
	var out []byte
	at := 0
	for _, s := range sites {
		out = append(out, body[at:s.from]...)
		out = binary.AppendUvarint(append(out, opCall), uint64(number(s.mover)))
		at = s.to
	}
	return append(out, body[at:]...)
}

// parseI32Const reads an i32.const of a number that is not negative.
func parseI32Const(code []byte) (v int, ok bool) {
	if len(code) < 2 || code[0] != opI32Const {
		return 0, false
	}
	for i, b := range code[1:] {
		v |= int(b&0x7f) << (7 * i)
	}
	return v, code[len(code)-1]&0x40 == 0
}

// mover is a function that copies, or else clears, a size that is known, or
// any: then the size is 0. It is
//
//	copy(to, from), clear(to)                            of a known size
//	copy(to, from, size), fill(to, value, size)          else
//
// A copy of a known size is of runs that do not overlap, or are the same: the
// compiler leaves all others to the runtime.
type mover struct {
	copies bool
	size   int
}

// stepChunks is how many chunks are read before the first of them is written, and
// the longest run of unknown size, in the greatest width, that needs no loop.
const stepChunks = 4

// largestMove is the longest run, in bytes, that is moved in the module. The
// engine is faster beyond it.
const largestMove = 256

// Parameters of movers.
const (
	moveTo   = 0
	moveFrom = 1
	moveSize = 2
)

func (m mover) paramCount() int {
	if m.size == 0 {
		return 3
	}
	return 1 + boolToInt(m.copies)
}

func (m mover) functionType() []byte {
	return append(appendSized([]byte{typeOfFunction}, slices.Repeat([]byte{typeOfI32}, m.paramCount())), 0)
}

// functionBody writes the function. Its local variables are zero at first, and
// stay so in a function that clears.
func (m mover) functionBody() []byte {
	e := &moveEmitter{mover: m}
	e.out = []byte{3, stepChunks, typeOfI32, stepChunks, typeOfI64, stepChunks, typeOfVector}
	if m.size == 0 {
		e.emitAnySize()
	} else {
		e.emitKnownSize()
	}
	return append(e.out, opEnd)
}

// moveEmitter writes a mover.
type moveEmitter struct {
	mover
	emitter
}

// width is how many bytes one instruction moves.
type width struct {
	bytes       int
	load, store []byte
	local       int // the first variable of the type, counted after the parameters
}

var (
	widths = []width{
		{16, []byte{opVector, vectorLoad}, []byte{opVector, vectorStore}, 2 * stepChunks},
		{8, []byte{opI64Load}, []byte{opI64Store}, stepChunks},
		{4, []byte{opI32Load}, []byte{opI32Store}, 0},
		{1, []byte{opI32Load8U}, []byte{opI32Store8}, 0},
	}
)

// chunk is where one instruction moves.
type chunk struct {
	offset int  // from the start of the run
	back   int  // from its end instead, unless 0
	half   bool // from its middle instead
}

// emitKnownSize moves consecutive chunks. The last one overlaps the one before
// it when the size is no multiple of theirs.
func (e *moveEmitter) emitKnownSize() {
	w := widths[slices.IndexFunc(widths, func(w width) bool { return w.bytes <= e.size })]
	var chunks []chunk
	for at := 0; at < e.size; at += w.bytes {
		chunks = append(chunks, chunk{offset: min(at, e.size-w.bytes)})
	}
	for step := range slices.Chunk(chunks, stepChunks) {
		e.emitMoves(w, step...)
	}
}

// emitAnySize tries the steps, the longest first, then a loop, and leaves longer
// runs to the engine.
func (e *moveEmitter) emitAnySize() {
	byGreatest := widths[0]
	greatest := byGreatest.bytes
	e.emitOps(opBlock, noResult)
	if !e.copies { // only zeros are written here
		e.emitOps(opLocalGet, moveFrom, opBrIf, 0)
	}
	e.emitOps(opBlock, noResult, opLocalGet, moveSize)
	e.emitI32Const(stepChunks * greatest)
	e.emitOps(opI32GtU, opBrIf, 0)
	e.emitStep(2*greatest+1, byGreatest, chunk{}, chunk{offset: greatest}, chunk{back: 2 * greatest}, chunk{back: greatest})
	bytewise := len(widths) - 1
	for _, w := range widths[:bytewise] {
		e.emitStep(w.bytes, w, chunk{}, chunk{back: w.bytes})
	}
	e.emitStep(1, widths[bytewise], chunk{}, chunk{half: true}, chunk{back: 1})
	e.emitOps(opReturn, opEnd, opLocalGet, moveSize)
	e.emitI32Const(largestMove)
	e.emitOps(opI32GtU)
	if e.copies { // overlapping runs are left to the engine
		for _, v := range [][2]byte{{moveTo, moveFrom}, {moveFrom, moveTo}} {
			e.emitOps(opLocalGet, v[0], opLocalGet, v[1], opI32Sub, opLocalGet, moveSize, opI32LtU, opI32Or)
		}
	}
	e.emitOps(opBrIf, 0, opLoop, noResult)
	e.emitMoves(byGreatest, chunk{})
	for _, v := range []byte{moveTo, moveFrom}[:1+boolToInt(e.copies)] {
		e.emitOps(opLocalGet, v, opI32Const, byte(greatest), opI32Add, opLocalSet, v)
	}
	e.emitOps(opLocalGet, moveSize, opI32Const, byte(greatest), opI32Sub, opLocalTee, moveSize, opI32Const, byte(greatest), opI32GtU, opBrIf, 0, opEnd)
	e.emitMoves(byGreatest, chunk{back: greatest}) // with bytes that were moved already
	e.emitOps(opReturn, opEnd, opLocalGet, moveTo, opLocalGet, moveFrom, opLocalGet, moveSize, opBulk)
	if e.copies {
		e.emitOps(opMemoryCopy, 0, 0)
	} else {
		e.emitOps(opMemoryFill, 0)
	}
}

// emitStep moves runs of least bytes or more, up to what the step before it
// handles, in chunks that overlap where a run is shorter.
func (e *moveEmitter) emitStep(least int, w width, chunks ...chunk) {
	e.emitOps(opLocalGet, moveSize)
	e.emitI32Const(least)
	e.emitOps(opI32LtU, opI32Eqz, opIf, noResult)
	e.emitMoves(w, chunks...)
	e.emitOps(opReturn, opEnd)
}

// emitMoves moves up to stepChunks chunks: all are read before any is written.
func (e *moveEmitter) emitMoves(w width, chunks ...chunk) {
	local := func(i int) int { return e.paramCount() + w.local + i }
	for i, c := range chunks {
		if e.copies {
			e.emitAddress(moveFrom, c)
			e.emitOps(w.load...)
			e.out = binary.AppendUvarint(append(e.out, 0), uint64(c.offset))
			e.emitIndexed(opLocalSet, local(i))
		}
	}
	for i, c := range chunks {
		e.emitAddress(moveTo, c)
		e.emitIndexed(opLocalGet, local(i))
		e.emitOps(w.store...)
		e.out = binary.AppendUvarint(append(e.out, 0), uint64(c.offset))
	}
}

// emitAddress pushes the address of a chunk, without its offset.
func (e *moveEmitter) emitAddress(run byte, c chunk) {
	e.emitOps(opLocalGet, run)
	switch {
	case c.half:
		e.emitOps(opLocalGet, moveSize, opI32Const, 1, opI32ShrU, opI32Add)
	case c.back > 0:
		e.emitOps(opLocalGet, moveSize, opI32Add)
		e.emitI32Const(c.back)
		e.emitOps(opI32Sub)
	}
}
