package main

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// leafFunction is a function that reads memory and does nothing else.
type leafFunction struct {
	params []byte // their types
	result byte
	body   []byte // all instructions in it are Go's, or vectors'
}

// inlineLeaf returns a body with its one call of a leaf, which has a number,
// replaced by the leaf's code. The body is one that Go's assembler wrote around
// the leaf: it fetches the parameters and stores the result. What the assembler
// writes after every call, the reload of the stack pointer, goes too: a leaf does
// not move the stack.
func inlineLeaf(body []byte, number int, leaf leafFunction) (changed []byte, ok bool) {
	e := &emitter{}
	e.emitConst(opCall, number) // the linker writes it as a signed number
	call := append(e.out, reloaded...)
	r := &reader{b: body}
	groups := r.readNumber()
	declared := r.b
	first := 1 // the number of the first new variable: PC_B is the only parameter
	for range groups {
		first += r.readNumber()
		r.readByte()
	}
	declared = declared[:len(declared)-len(r.b)]
	if r.bad || !bytes.HasPrefix(r.b, reloaded) || bytes.Count(r.b, call) != 1 {
		return body, false
	}
	before, after, _ := bytes.Cut(r.b, call)
	leafGroups, leafDeclared, code := splitLocals(leaf.body)
	code, ok = relocate(code, first)
	if !ok {
		return body, false
	}
	e.out = binary.AppendUvarint(nil, uint64(groups+len(leaf.params)+leafGroups))
	e.emitOps(declared...)
	for _, kind := range leaf.params {
		e.emitOps(1, kind)
	}
	e.emitOps(slices.Concat(leafDeclared, before)...)
	for i := range slices.Backward(leaf.params) {
		e.emitIndexed(opLocalSet, first+i)
	}
	e.emitOps(opBlock, leaf.result)
	e.emitOps(slices.Concat(code, after)...)
	return e.out, true
}

// splitLocals splits a body into the declarations of its variables, their number,
// and its code.
func splitLocals(body []byte) (groups int, declared, code []byte) {
	r := &reader{b: body}
	groups = r.readNumber()
	start := r.b
	for range groups {
		r.readNumber()
		r.readByte()
	}
	return groups, start[:len(start)-len(r.b)], r.b
}

// relocate is a leaf's code as the content of a block, to the block's end, in a
// function where the leaf's variables have the numbers from first on: what
// returned leaves the block.
func relocate(code []byte, first int) (out []byte, ok bool) {
	e := &emitter{}
	r := &reader{b: code}
	depth := 0
	for len(r.b) > 0 && !r.bad {
		here := r.b
		in := instruction{op: here[0]}
		if in.op == opVector {
			r.skipVector()
		} else {
			in = r.readInstruction()
		}
		switch in.op {
		case opLocalGet, opLocalSet, opLocalTee:
			e.emitIndexed(in.op, first+in.number)
		case opReturn:
			e.emitIndexed(opBr, depth)
		case opBrTable, opCall, opCallTable, opGlobalGet, opGlobalSet: // in no leaf
			return nil, false
		default:
			e.emitOps(here[:len(here)-len(r.b)]...)
		}
		switch in.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
		}
	}
	return e.out, !r.bad && depth == -1
}

// skipVector skips a vector instruction. Only loads have immediates, of those
// that this program writes in leaves.
func (r *reader) skipVector() {
	r.readByte()
	if r.readNumber() == vectorLoad {
		r.skipNumber()
		r.skipNumber()
	}
}
