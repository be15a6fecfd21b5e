package main

import "github.com/heddle-dev/heddle/wasm/internal/artifact"

// Two functions of the Go runtime compare and search bytes one by one (memeqbody
// in internal/bytealg/equal_wasm.s) or four at a time (memchr in
// indexbyte_wasm.s). replaceBytealg replaces them by loops over vectors of
// sixteen bytes, or over words of eight bytes without SIMD.

// SHA-256 of the two functions' bodies as the Go compiler writes them.
const (
	memeqBody  = "366203cf82e4b8319368e545902188f789d35569ec010f575ac5c668ac08b08f"
	memchrBody = "55d0ed588c529962a8c8c9505629d271574a301bfe4393fb29a9e44f6361cb77"
)

// replaceBytealg replaces the two functions and puts their new code into those of
// Go's functions that only call them (runtime.memequal, bytealg.IndexByte and
// their like), or does nothing.
func (s settings) replaceBytealg(module []byte) ([]byte, stats, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, stats{}, err
	}
	faster := map[string]leafFunction{
		memeqBody:  {[]byte{typeOfI64, typeOfI64, typeOfI64}, typeOfI64, equalBytes()},
		memchrBody: {[]byte{typeOfI32, typeOfI32, typeOfI32}, typeOfI32, indexVectors()},
	}
	number := firstFunction(sections)
	leaves := map[int]leafFunction{}
	out, err := mapBodies(module, func(body []byte) []byte {
		sum := artifact.SHA256(body)
		leaf, ok := faster[sum]
		if ok {
			delete(faster, sum)
			leaves[number], body = leaf, leaf.body
		}
		number++
		return body
	})
	if err != nil {
		return nil, stats{}, err
	}
	if len(faster) > 0 {
		return nil, stats{}, mismatch("memeqbody or memchr has other code")
	}
	return inlineLeaves(out, leaves)
}

// inlineLeaves puts each leaf, by its number, into all functions that only call
// it; there has to be one.
func inlineLeaves(module []byte, leaves map[int]leafFunction) ([]byte, stats, error) {
	callers := map[int]int{}
	out, err := mapBodies(module, func(body []byte) []byte {
		for number, leaf := range leaves {
			if changed, ok := inlineLeaf(body, number, leaf); ok {
				callers[number]++
				return changed
			}
		}
		return body
	})
	if err == nil && len(callers) < len(leaves) {
		err = mismatch("nothing calls memeqbody or memchr in the known way")
	}
	sites := len(leaves)
	for _, n := range callers {
		sites += n
	}
	return out, statsOf(sites, "memeqbody and memchr replaced, also inside %d callers", sites-len(leaves)), err
}

// emitOps appends instructions that have no numbers, or small ones.
func (e *emitter) emitOps(ops ...byte) { e.out = append(e.out, ops...) }

// Parameters and variables of equalBytes.
const (
	equalA = 3 // addresses as i32
	equalB = 4
	equalN = 5
)

// equalBytes is memeqbody(a, b, n i64) i64: 1 when the n bytes at a and at b
// are the same. The last step of each length overlaps the one before it, so
// that there is no loop over the rest.
func equalBytes() []byte {
	e := &emitter{out: []byte{1, 3, typeOfI32}}
	for param, local := range []byte{equalA, equalB, equalN} {
		e.emitOps(opLocalGet, byte(param), opI32WrapI64, opLocalSet, local)
	}
	e.emitOps(opLocalGet, equalA, opLocalGet, equalB, opI32Eq, opIf, noResult, opI64Const, 1, opReturn, opEnd)
	atLeast := func(bytes byte) { e.emitOps(opLocalGet, equalN, opI32Const, bytes, opI32LtU, opI32Eqz, opIf, noResult) }
	before := func(bytes byte) []byte { return []byte{opLocalGet, equalN, opI32Const, bytes, opI32Sub} }
	verdict := func(same ...byte) {
		e.emitOps(same...)
		e.emitOps(opI64ExtendI32U, opReturn, opEnd)
	}
	word, wordXor := []byte{opI64Load}, []byte{opI64Xor}
	vector, xor, any := []byte{opVector, vectorLoad}, []byte{opVector, vectorXor}, []byte{opVector, vectorAny}
	atLeast(16)
	e.emitEqualLoop(32, any, func() {
		e.emitDifference(vector, xor)
		e.emitDifference(vector, xor, opI32Const, 16)
		e.emitOps(opVector, vectorOr)
	})
	e.emitEqualLoop(16, any, func() { e.emitDifference(vector, xor) })
	e.emitDifference(vector, xor, before(16)...)
	verdict(opVector, vectorAny, opI32Eqz)
	atLeast(8)
	e.emitDifference(word, wordXor)
	e.emitDifference(word, wordXor, before(8)...)
	verdict(opI64Or, opI64Eqz)
	atLeast(4)
	e.emitDifference([]byte{opI32Load}, []byte{opI32Xor})
	e.emitDifference([]byte{opI32Load}, []byte{opI32Xor}, before(4)...)
	verdict(opI32Or, opI32Eqz)
	atLeast(1)
	e.emitDifference([]byte{opI32Load8U}, []byte{opI32Xor})
	e.emitDifference([]byte{opI32Load8U}, []byte{opI32Xor}, opLocalGet, equalN, opI32Const, 1, opI32ShrU)
	e.emitDifference([]byte{opI32Load8U}, []byte{opI32Xor}, before(1)...)
	verdict(opI32Or, opI32Or, opI32Eqz)
	e.emitOps(opI64Const, 1, opEnd)
	return e.out
}

// emitEqualLoop compares a step of bytes at a time while more than a step is
// left, and returns 0 at the first difference: when differ pushes what any finds
// a bit in.
func (e *emitter) emitEqualLoop(step byte, any []byte, differ func()) {
	e.emitOps(opBlock, noResult, opLoop, noResult, opLocalGet, equalN, opI32Const, step, opI32GtU, opI32Eqz, opBrIf, 1)
	differ()
	e.emitOps(any...)
	e.emitOps(opIf, noResult, opI64Const, 0, opReturn, opEnd)
	for _, v := range [][2]byte{{equalA, opI32Add}, {equalB, opI32Add}, {equalN, opI32Sub}} {
		e.emitOps(opLocalGet, v[0], opI32Const, step, v[1], opLocalSet, v[0])
	}
	e.emitOps(opBr, 0, opEnd, opEnd)
}

// emitDifference pushes the xor of what is at both addresses plus a distance,
// by default 0.
func (e *emitter) emitDifference(load, xor []byte, distance ...byte) {
	for _, v := range []byte{equalA, equalB} {
		e.emitOps(opLocalGet, v)
		if len(distance) > 0 {
			e.emitOps(distance...)
			e.emitOps(opI32Add)
		}
		e.emitOps(load...)
		e.emitOps(0, 0) // no alignment, no offset
	}
	e.emitOps(xor...)
}

// indexVectors is memchr(s, c, n i32) i32: the address of the first byte c of
// the n bytes at s, 0 without one.
func indexVectors() []byte {
	const s, c, n, found, pattern = 0, 1, 2, 3, 4
	e := &emitter{out: []byte{2, 1, typeOfI32, 1, typeOfVector}}
	equal := func(offset byte) { // pushes which of sixteen bytes are c
		e.emitOps(opLocalGet, s, opVector, vectorLoad, 0, offset, opLocalGet, pattern, opVector, vectorEq)
	}
	search := func() {
		equal(0)
		e.emitOps(opVector, vectorMask)
		e.emitOps(opLocalTee, found)
	}
	hit := func() {
		e.emitOps(opIf, noResult, opLocalGet, s, opLocalGet, found, opI32Ctz, opI32Add, opReturn, opEnd)
	}
	e.emitOps(opLocalGet, n, opI32Const, 16, opI32LtU, opI32Eqz, opIf, noResult)
	{
		e.emitOps(opLocalGet, c, opVector, vectorSplat, opLocalSet, pattern)
		e.emitOps(opBlock, noResult, opLoop, noResult, opLocalGet, n) // four vectors at a time, until one contains c
		e.emitI32Const(64)
		e.emitOps(opI32LtU, opBrIf, 1)
		for i := range byte(4) {
			equal(16 * i)
		}
		e.emitOps(opVector, vectorOr, opVector, vectorOr, opVector, vectorOr, opVector, vectorAny, opBrIf, 1)
		for _, v := range [][2]byte{{s, opI32Add}, {n, opI32Sub}} {
			e.emitOps(opLocalGet, v[0])
			e.emitI32Const(64)
			e.emitOps(v[1], opLocalSet, v[0])
		}
		e.emitOps(opBr, 0, opEnd, opEnd)
		e.emitOps(opLocalGet, n, opI32Eqz, opIf, noResult, opI32Const, 0, opReturn, opEnd)
		e.emitOps(opLocalGet, n, opI32Const, 15, opI32GtU, opIf, noResult)
		e.emitOps(opLoop, noResult)
		search()
		hit()
		e.emitOps(opLocalGet, s, opI32Const, 16, opI32Add, opLocalSet, s)
		e.emitOps(opLocalGet, n, opI32Const, 16, opI32Sub, opLocalTee, n, opI32Const, 15, opI32GtU, opBrIf, 0, opEnd, opEnd)
		// The rest is searched together with bytes before it, which are known not to match.
		e.emitOps(opLocalGet, n, opI32Eqz, opIf, noResult, opI32Const, 0, opReturn, opEnd)
		e.emitOps(opLocalGet, s, opLocalGet, n, opI32Add, opI32Const, 16, opI32Sub, opLocalSet, s)
		search()
		hit()
		e.emitOps(opI32Const, 0, opReturn, opEnd)
	}
	e.emitIndexLoop(s, c, n)
	return e.out
}

// emitIndexLoop searches byte by byte and ends the function.
func (e *emitter) emitIndexLoop(s, c, n byte) {
	e.emitOps(opBlock, noResult, opLoop, noResult, opLocalGet, n, opI32Eqz, opBrIf, 1)
	e.emitOps(opLocalGet, s, opI32Load8U, 0, 0, opLocalGet, c, opI32Eq, opIf, noResult, opLocalGet, s, opReturn, opEnd)
	e.emitOps(opLocalGet, s, opI32Const, 1, opI32Add, opLocalSet, s)
	e.emitOps(opLocalGet, n, opI32Const, 1, opI32Sub, opLocalSet, n, opBr, 0, opEnd, opEnd)
	e.emitOps(opI32Const, 0, opEnd)
}
