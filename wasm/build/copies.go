package main

import (
	"encoding/binary"
	"errors"
	"slices"
)

// The Go compiler copies and clears everything but the smallest values with
// memory.copy and memory.fill, for which engines leave the code that they made
// and call a function of theirs. That takes longer than moving the few dozen
// bytes that most values have. shortCopies has functions of the module do it,
// by vectors: one for each size that the compiler knew, and two for all others,
// which leave long runs to the engine.
//
// It comes behind threadJumps, to which a call is a place to go on at.
func shortCopies(module []byte) ([]byte, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	var movers []mover
	first := nextFunction(sections)
	out, err := mapBodies(module, func(body []byte) []byte {
		return callMovers(body, func(m mover) int {
			i := slices.Index(movers, m)
			if i < 0 {
				i, movers = len(movers), append(movers, m)
			}
			return first + i
		})
	})
	if err != nil {
		return nil, err
	}
	if len(movers) == 0 {
		return nil, errors.New("nothing in the module copies or clears: another version of Go?")
	}
	if sections, err = sectionsOf(out); err != nil {
		return nil, err
	}
	for _, m := range movers {
		if _, err := addFunction(sections, m.signature(), m.body()); err != nil {
			return nil, err
		}
	}
	return assemble(sections), nil
}

// callMovers replaces what copies and clears in a body by calls of functions,
// whose numbers it asks for. A body that is not the Go compiler's stays as it
// is.
func callMovers(body []byte, number func(m mover) int) []byte {
	r := &reader{b: body}
	for n := r.number(); n > 0 && !r.bad; n-- { // the locals
		r.number()
		r.byte()
	}
	type site struct {
		from, to int // in the body
		mover    mover
	}
	var sites []site
	var before [2]int // where the last two instructions begin
	for len(r.b) > 0 {
		at := len(body) - len(r.b)
		in := r.instruction()
		if r.bad {
			return body
		}
		if in.op == opBulk && (in.number == opMemoryCopy || in.number == opMemoryFill) {
			s := site{at, len(body) - len(r.b), mover{copies: in.number == opMemoryCopy}}
			size, known := constant(body[before[1]:at])
			if known = known && size > 0 && size <= largestMove; known && s.mover.copies {
				s.from, s.mover.size = before[1], size
			} else if value, zero := constant(body[before[0]:before[1]]); known && zero && value == 0 {
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

// constant reads an i32.const of a number that is not negative.
func constant(code []byte) (v int, ok bool) {
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
// Runs that copy gets overlap only when their size is not known, or in all
// bytes: the compiler copies nothing else without the runtime.
type mover struct {
	copies bool
	size   int
}

// The longest runs, in bytes, that are moved in the module. Beyond that, the
// engine takes less.
const (
	stepMove    = 64  // of any size, without a loop
	largestMove = 256 // in all
)

// Parameters of movers.
const (
	moveTo   = 0
	moveFrom = 1
	moveSize = 2
)

func (m mover) params() int {
	if m.size == 0 {
		return 3
	}
	return 1 + btoi(m.copies)
}

func (m mover) signature() []byte {
	return append(appendSized([]byte{typeOfFunction}, slices.Repeat([]byte{typeOfI32}, m.params())), 0)
}

// body writes the function. Its local variables are zero at first, and stay so
// in one that clears.
func (m mover) body() []byte {
	e := &moveEmitter{mover: m}
	e.out = []byte{3, stepChunks, typeOfI32, stepChunks, typeOfI64, stepChunks, typeOfVector}
	if m.size == 0 {
		e.anySize()
	} else {
		e.knownSize()
	}
	return append(e.out, opEnd)
}

// moveEmitter writes a mover.
type moveEmitter struct {
	mover
	emitter
}

// stepChunks is how many chunks are read before the first of them is written.
const stepChunks = 4

// width is how many bytes one instruction moves.
type width struct {
	bytes       int
	load, store []byte
	local       int // the first variable of the type, behind the parameters
}

var (
	byVector = width{16, []byte{opVector, vectorLoad}, []byte{opVector, vectorStore}, 2 * stepChunks}
	widths   = []width{
		byVector,
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

// knownSize moves chunks one behind the other. The last overlaps the one
// before where the size is no multiple of theirs.
func (e *moveEmitter) knownSize() {
	w := widths[slices.IndexFunc(widths, func(w width) bool { return w.bytes <= e.size })]
	var chunks []chunk
	for at := 0; at < e.size; at += w.bytes {
		chunks = append(chunks, chunk{offset: min(at, e.size-w.bytes)})
	}
	for step := range slices.Chunk(chunks, stepChunks) {
		e.move(w, step...)
	}
}

// anySize tries the steps, the longest first, then a loop, and has the engine
// do what is left.
func (e *moveEmitter) anySize() {
	e.ops(opBlock, noResult)
	if !e.copies { // only zeros are written here
		e.ops(opLocalGet, moveFrom, opBrIf, 0)
	}
	e.ops(opBlock, noResult, opLocalGet, moveSize)
	e.constant(stepMove)
	e.ops(opI32GtU, opBrIf, 0)
	e.step(33, byVector, chunk{}, chunk{offset: 16}, chunk{back: 32}, chunk{back: 16})
	for _, w := range widths[:3] {
		e.step(w.bytes, w, chunk{}, chunk{back: w.bytes})
	}
	e.step(1, widths[3], chunk{}, chunk{half: true}, chunk{back: 1})
	e.ops(opReturn, opEnd, opLocalGet, moveSize)
	e.constant(largestMove)
	e.ops(opI32GtU)
	if e.copies { // what overlaps is the engine's
		for _, v := range [][2]byte{{moveTo, moveFrom}, {moveFrom, moveTo}} {
			e.ops(opLocalGet, v[0], opLocalGet, v[1], opI32Sub, opLocalGet, moveSize, opI32LtU, opI32Or)
		}
	}
	e.ops(opBrIf, 0, opLoop, noResult)
	e.move(byVector, chunk{})
	for _, v := range []byte{moveTo, moveFrom}[:1+btoi(e.copies)] {
		e.ops(opLocalGet, v, opI32Const, 16, opI32Add, opLocalSet, v)
	}
	e.ops(opLocalGet, moveSize, opI32Const, 16, opI32Sub, opLocalTee, moveSize, opI32Const, 16, opI32GtU, opBrIf, 0, opEnd)
	e.move(byVector, chunk{back: 16}) // with bytes that were moved already
	e.ops(opReturn, opEnd, opLocalGet, moveTo, opLocalGet, moveFrom, opLocalGet, moveSize, opBulk)
	if e.copies {
		e.ops(opMemoryCopy, 0, 0)
	} else {
		e.ops(opMemoryFill, 0)
	}
}

// step moves runs of a number of bytes or more in chunks that cover all that
// no step before this one took. They overlap where a run is shorter.
func (e *moveEmitter) step(least int, w width, chunks ...chunk) {
	e.ops(opLocalGet, moveSize)
	e.constant(least)
	e.ops(opI32LtU, opI32Eqz, opIf, noResult)
	e.move(w, chunks...)
	e.ops(opReturn, opEnd)
}

// move moves up to stepChunks chunks: all are read before any is written.
func (e *moveEmitter) move(w width, chunks ...chunk) {
	local := func(i int) int { return e.params() + w.local + i }
	for i, c := range chunks {
		if e.copies {
			e.address(moveFrom, c)
			e.ops(w.load...)
			e.out = binary.AppendUvarint(append(e.out, 0), uint64(c.offset))
			e.number(opLocalSet, local(i))
		}
	}
	for i, c := range chunks {
		e.address(moveTo, c)
		e.number(opLocalGet, local(i))
		e.ops(w.store...)
		e.out = binary.AppendUvarint(append(e.out, 0), uint64(c.offset))
	}
}

// address leaves where a chunk is, without its offset.
func (e *moveEmitter) address(run byte, c chunk) {
	e.ops(opLocalGet, run)
	switch {
	case c.half:
		e.ops(opLocalGet, moveSize, opI32Const, 1, opI32ShrU, opI32Add)
	case c.back > 0:
		e.ops(opLocalGet, moveSize, opI32Add)
		e.constant(c.back)
		e.ops(opI32Sub)
	}
}
