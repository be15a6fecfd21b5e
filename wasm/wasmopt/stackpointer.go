package main

import "slices"

// The code that Go writes around a call, with the stack pointer in a global and a
// local variable: it pushes the return address before the call, and reloads the
// local variable after it.
var (
	pushed   = []byte{opLocalGet, spLocal, opI32Const, 8, opI32Sub, opLocalTee, spLocal, opGlobalSet, 0, opLocalGet, spLocal, opI64Const}
	reloaded = []byte{opGlobalGet, 0, opLocalSet, spLocal}
	// What follows the return address, up to the call.
	storedReturn  = []byte{opI64Store, 3, 0}
	indirectEntry = []byte{opI64Const, 16, opI64ShrU, opI32WrapI64, opLocalSet, pcLocal, opI32Const, 0, opLocalGet, pcLocal, opCallTable}
)

// keepStackPointer drops the reloads of the local stack pointer after calls. The
// pointer is the same after a call as before it: when the stack moves, all
// functions on it are left and resumed, and load the pointer again.
//
// That does not hold when the host calls the module while the module calls the
// host: the inner call may move the stack under the outer one. The hosts of these
// modules never do (ABI.md).
func keepStackPointer(module []byte) ([]byte, stats, error) {
	calls := 0
	out, err := mapBodies(module, func(body []byte) []byte {
		changed, kept := keptStackPointer(body)
		calls += kept
		return changed
	})
	if err == nil && calls == 0 {
		err = mismatch("no function calls another one in the known way")
	}
	return out, statsOf(calls, "the stack pointer is kept over calls"), err
}

// keptStackPointer drops the reloads in a body of Go's calling convention and
// returns their number. The pushes before the calls use the local variable of
// PC_B instead, which is free there: only a jump sets it, right before it reads it.
func keptStackPointer(body []byte) (changed []byte, calls int) {
	r := &reader{b: body}
	r.skipLocals()
	if !r.acceptBytes(reloaded...) {
		return body, 0
	}
	out, at := []byte(nil), 0
	for len(r.b) > 0 && !r.bad {
		here := len(body) - len(r.b)
		if size, ok := callSize(r.b); ok {
			call := slices.Clone(r.b[:size-len(reloaded)])
			call[6], call[10] = pcLocal, pcLocal // the operands of local.tee and the second local.get
			out = append(append(out, body[at:here]...), call...)
			r.takeBytes(size)
			at = here + size
			calls++
			continue
		}
		r.readInstruction()
	}
	if r.bad {
		return body, 0
	}
	return append(out, body[at:]...), calls
}

// callSize returns the size of a call with its push and its reload, when code
// begins with one that the function is left after if it has to be.
func callSize(code []byte) (size int, ok bool) {
	r := &reader{b: code}
	if !r.acceptBytes(pushed...) {
		return 0, false
	}
	r.skipNumber() // the return address
	if !r.acceptBytes(storedReturn...) {
		return 0, false
	}
	if r.acceptBytes(indirectEntry...) {
		r.readNumber() // the type
		r.readByte()   // the table
	} else {
		r.acceptBytes(opI32Const, 0) // the entry; some functions of the runtime have none
		if !r.acceptBytes(opCall) {
			return 0, false
		}
		r.readNumber()
	}
	if !r.acceptBytes(reloaded...) || len(r.b) == 0 || r.b[0] != opBrIf {
		return 0, false
	}
	return len(code) - len(r.b), !r.bad
}

// skipLocals skips the declarations of local variables at the start of a body.
func (r *reader) skipLocals() {
	for n := r.readNumber(); n > 0 && !r.bad; n-- {
		r.readNumber()
		r.readByte()
	}
}
