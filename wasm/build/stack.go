package main

import "bytes"

// What Go writes around a call, with the stack pointer in a global variable and
// a local one: room for the address to go on at, and the pointer as it is then.
var (
	pushed   = []byte{opLocalGet, stack, opI32Const, 8, opI32Sub, opLocalTee, stack, opGlobalSet, 0, opLocalGet, stack, opI64Const}
	reloaded = []byte{opGlobalGet, 0, opLocalSet, stack}
)

// keepStackPointer leaves the local stack pointer as it is over calls. It is the
// same behind one: where the stack moves, all functions on it are left, and
// entered anew.
//
// It returns in how many calls.
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

// keptStackPointer does so for code that ends in a call. The variable of the
// place is free there.
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
		r.instruction()
	}
	if r.bad || at < 0 {
		return code, false
	}
	out := bytes.Clone(code[:len(code)-len(reloaded)])
	for _, i := range []int{6, 10} { // the operands of local.tee and the second local.get
		out[at+i] = place
	}
	return out, true
}
