package main

import "errors"

// Two loops of the Go runtime that everything leans on are written for
// WebAssembly byte by byte (memeqbody in internal/bytealg/equal_wasm.s) or
// four bytes at a time (memchr in indexbyte_wasm.s): comparing and searching
// bytes. vectorize replaces them by loops over vectors of sixteen bytes. They
// are known by their code, and the build fails when they are not there.

// Hashes of the two functions' bodies as the Go compiler writes them.
const (
	memeqBody  = "366203cf82e4b8319368e545902188f789d35569ec010f575ac5c668ac08b08f"
	memchrBody = "55d0ed588c529962a8c8c9505629d271574a301bfe4393fb29a9e44f6361cb77"
)

// vectorize replaces the two functions.
func vectorize(module []byte) ([]byte, error) {
	faster := map[string][]byte{memeqBody: equalVectors(), memchrBody: indexVectors()}
	out, err := mapBodies(module, func(body []byte) []byte {
		sum := hash(body)
		other, ok := faster[sum]
		if !ok {
			return body
		}
		delete(faster, sum)
		return other
	})
	if err != nil {
		return nil, err
	}
	if len(faster) > 0 {
		return nil, errors.New("the loops to replace are not in the module: another version of Go?")
	}
	return out, nil
}

// Vector instructions, all behind opVector.
const (
	opVector     = 0xfd
	vectorLoad   = 0x00
	vectorStore  = 0x0b
	vectorSplat  = 0x0f // of bytes
	vectorEq     = 0x23 // of bytes
	vectorOr     = 0x50
	vectorXor    = 0x51
	vectorAny    = 0x53
	vectorMask   = 0x64 // of bytes
	typeOfI64    = 0x7e
	typeOfVector = 0x7b
)

// More instructions of the binary format.
const (
	opReturn        = 0x0f
	opI32Load       = 0x28
	opI64Load       = 0x29
	opI32Load8U     = 0x2d
	opI64Store      = 0x37
	opI32Store8     = 0x3a
	opI32LtU        = 0x49
	opI32GtU        = 0x4b
	opI32Ctz        = 0x68
	opI32Or         = 0x72
	opI32Xor        = 0x73
	opI64Eqz        = 0x50
	opI64Or         = 0x84
	opI64Xor        = 0x85
	opI32WrapI64    = 0xa7
	opI64ExtendI32U = 0xad
)

// ops appends instructions that have no numbers, or small ones.
func (e *emitter) ops(ops ...byte) { e.out = append(e.out, ops...) }

// Parameters and variables of equalVectors.
const (
	equalA = 3 // addresses as i32
	equalB = 4
	equalN = 5
)

// equalVectors is memeqbody(a, b, n i64) i64: 1 when the n bytes at a and at b
// are the same. The last step of each length overlaps the one before it, so
// that there is no loop over what is left.
func equalVectors() []byte {
	e := &emitter{out: []byte{1, 3, typeOfI32}}
	for param, local := range []byte{equalA, equalB, equalN} {
		e.ops(opLocalGet, byte(param), opI32WrapI64, opLocalSet, local)
	}
	e.ops(opLocalGet, equalA, opLocalGet, equalB, opI32Eq, opIf, noResult, opI64Const, 1, opReturn, opEnd)
	atLeast := func(bytes byte) { e.ops(opLocalGet, equalN, opI32Const, bytes, opI32LtU, opI32Eqz, opIf, noResult) }
	before := func(bytes byte) []byte { return []byte{opLocalGet, equalN, opI32Const, bytes, opI32Sub} }
	verdict := func(same ...byte) {
		e.ops(same...)
		e.ops(opI64ExtendI32U, opReturn, opEnd)
	}
	vector, xor := []byte{opVector, vectorLoad}, []byte{opVector, vectorXor}
	atLeast(16)
	e.equalLoop(32, func() {
		e.differ(vector, xor)
		e.differ(vector, xor, opI32Const, 16)
		e.ops(opVector, vectorOr)
	})
	e.equalLoop(16, func() { e.differ(vector, xor) })
	e.differ(vector, xor, before(16)...)
	verdict(opVector, vectorAny, opI32Eqz)
	atLeast(8)
	e.differ([]byte{opI64Load}, []byte{opI64Xor})
	e.differ([]byte{opI64Load}, []byte{opI64Xor}, before(8)...)
	verdict(opI64Or, opI64Eqz)
	atLeast(4)
	e.differ([]byte{opI32Load}, []byte{opI32Xor})
	e.differ([]byte{opI32Load}, []byte{opI32Xor}, before(4)...)
	verdict(opI32Or, opI32Eqz)
	atLeast(1)
	e.differ([]byte{opI32Load8U}, []byte{opI32Xor})
	e.differ([]byte{opI32Load8U}, []byte{opI32Xor}, opLocalGet, equalN, opI32Const, 1, opI32ShrU)
	e.differ([]byte{opI32Load8U}, []byte{opI32Xor}, before(1)...)
	verdict(opI32Or, opI32Or, opI32Eqz)
	e.ops(opI64Const, 1, opEnd)
	return e.out
}

// equalLoop goes on by steps of so many bytes while more than that are left; a
// difference ends the function.
func (e *emitter) equalLoop(step byte, differ func()) {
	e.ops(opBlock, noResult, opLoop, noResult, opLocalGet, equalN, opI32Const, step, opI32GtU, opI32Eqz, opBrIf, 1)
	differ()
	e.ops(opVector, vectorAny, opIf, noResult, opI64Const, 0, opReturn, opEnd)
	for _, v := range [][2]byte{{equalA, opI32Add}, {equalB, opI32Add}, {equalN, opI32Sub}} {
		e.ops(opLocalGet, v[0], opI32Const, step, v[1], opLocalSet, v[0])
	}
	e.ops(opBr, 0, opEnd, opEnd)
}

// differ leaves what differs at a distance from both addresses, 0 unless told.
func (e *emitter) differ(load, xor []byte, distance ...byte) {
	for _, v := range []byte{equalA, equalB} {
		e.ops(opLocalGet, v)
		if len(distance) > 0 {
			e.ops(distance...)
			e.ops(opI32Add)
		}
		e.ops(load...)
		e.ops(0, 0) // no alignment, no offset
	}
	e.ops(xor...)
}

// indexVectors is memchr(s, c, n i32) i32: the address of the first byte c of
// the n bytes at s, 0 without one.
func indexVectors() []byte {
	const s, c, n, found, pattern = 0, 1, 2, 3, 4
	e := &emitter{out: []byte{2, 1, typeOfI32, 1, typeOfVector}}
	equal := func(offset byte) { // leaves which of sixteen bytes are c
		e.ops(opLocalGet, s, opVector, vectorLoad, 0, offset, opLocalGet, pattern, opVector, vectorEq)
	}
	look := func() {
		equal(0)
		e.ops(opVector, vectorMask)
		e.ops(opLocalTee, found)
	}
	hit := func() {
		e.ops(opIf, noResult, opLocalGet, s, opLocalGet, found, opI32Ctz, opI32Add, opReturn, opEnd)
	}
	e.ops(opLocalGet, n, opI32Const, 16, opI32LtU, opI32Eqz, opIf, noResult)
	{
		e.ops(opLocalGet, c, opVector, vectorSplat, opLocalSet, pattern)
		e.ops(opBlock, noResult, opLoop, noResult, opLocalGet, n) // four at a time, until one of them is
		e.constant(64)
		e.ops(opI32LtU, opBrIf, 1)
		for i := range byte(4) {
			equal(16 * i)
		}
		e.ops(opVector, vectorOr, opVector, vectorOr, opVector, vectorOr, opVector, vectorAny, opBrIf, 1)
		for _, v := range [][2]byte{{s, opI32Add}, {n, opI32Sub}} {
			e.ops(opLocalGet, v[0])
			e.constant(64)
			e.ops(v[1], opLocalSet, v[0])
		}
		e.ops(opBr, 0, opEnd, opEnd)
		e.ops(opLocalGet, n, opI32Eqz, opIf, noResult, opI32Const, 0, opReturn, opEnd)
		e.ops(opLocalGet, n, opI32Const, 15, opI32GtU, opIf, noResult)
		e.ops(opLoop, noResult)
		look()
		hit()
		e.ops(opLocalGet, s, opI32Const, 16, opI32Add, opLocalSet, s)
		e.ops(opLocalGet, n, opI32Const, 16, opI32Sub, opLocalTee, n, opI32Const, 15, opI32GtU, opBrIf, 0, opEnd, opEnd)
		// What is left is looked at with bytes before it, which are known not to match.
		e.ops(opLocalGet, n, opI32Eqz, opIf, noResult, opI32Const, 0, opReturn, opEnd)
		e.ops(opLocalGet, s, opLocalGet, n, opI32Add, opI32Const, 16, opI32Sub, opLocalSet, s)
		look()
		hit()
		e.ops(opI32Const, 0, opReturn, opEnd)
	}
	e.ops(opBlock, noResult, opLoop, noResult, opLocalGet, n, opI32Eqz, opBrIf, 1)
	e.ops(opLocalGet, s, opI32Load8U, 0, 0, opLocalGet, c, opI32Eq, opIf, noResult, opLocalGet, s, opReturn, opEnd)
	e.ops(opLocalGet, s, opI32Const, 1, opI32Add, opLocalSet, s)
	e.ops(opLocalGet, n, opI32Const, 1, opI32Sub, opLocalSet, n, opBr, 0, opEnd, opEnd)
	e.ops(opI32Const, 0, opEnd)
	return e.out
}
