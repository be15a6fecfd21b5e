package main

import "bytes"

// The code that Go writes around a call, with the stack pointer in a global and a
// local variable: it pushes the return address before the call, and reloads the
// local variable after it.
var (
	pushed   = []byte{opLocalGet, spLocal, opI32Const, 8, opI32Sub, opLocalTee, spLocal, opGlobalSet, 0, opLocalGet, spLocal, opI64Const}
	reloaded = []byte{opGlobalGet, 0, opLocalSet, spLocal}
)

// keepStackPointer drops the reloads of the local stack pointer after calls,
// which are 140 KB of the module, and returns their number. The pointer is the
// same after a call as before it: when the stack moves, all functions on it are
// left and resumed, and load the pointer again.
func (f *function) keepStackPointer() (calls int) {
	for _, pieces := range f.segments {
		for k := range pieces {
			if p := &pieces[k]; p.exit == unwindsIf {
				var kept bool
				if p.code, kept = keptStackPointer(p.code); kept {
					calls++
				}
			}
		}
	}
	return calls
}

// keptStackPointer drops the reload at the end of code that ends in a call, and
// has the push use the local variable of PC_B, which is free there.
func keptStackPointer(code []byte) (changed []byte, kept bool) {
	if !bytes.HasSuffix(code, reloaded) {
		return code, false
	}
	at := -1
	r := &reader{b: code}
	for len(r.b) > 0 && !r.bad {
		if bytes.HasPrefix(r.b, pushed) {
			at = len(code) - len(r.b)
		}
		r.readInstruction()
	}
	if r.bad || at < 0 {
		return code, false
	}
	out := bytes.Clone(code[:len(code)-len(reloaded)])
	for _, i := range []int{6, 10} { // the operands of local.tee and the second local.get
		out[at+i] = pcLocal
	}
	return out, true
}
