package main

import (
	"bytes"
	"slices"
	"testing"
)

// callOf is a call as Go writes it, with the local variable that its push uses.
func callOf(local byte, call ...byte) []byte {
	push := []byte{opLocalGet, spLocal, opI32Const, 8, opI32Sub, opLocalTee, local, opGlobalSet, 0, opLocalGet, local, opI64Const, 0x83, 0x80, 0x04, opI64Store, 3, 0}
	return append(push, call...)
}

// TestKeepStackPointer changes calls of Go's and leaves everything else alone.
func TestKeepStackPointer(t *testing.T) {
	head := slices.Concat([]byte{1, 1, typeOfI32}, reloaded)
	tail := []byte{opBrIf, 0, opEnd}
	before := []byte{opI64Const, opLocalGet, opLocalSet, 2} // its operand is an opcode elsewhere
	for name, call := range map[string][]byte{
		"a call":                        {opI32Const, 0, opCall, 7},
		"a call without an entry":       {opCall, 7},
		"a call of what a variable has": append(slices.Clone(indirectEntry), 3, 0),
	} {
		body := slices.Concat(head, before, callOf(spLocal, call...), reloaded, tail, callOf(spLocal, call...), reloaded, tail)
		want := slices.Concat(head, before, callOf(pcLocal, call...), tail, callOf(pcLocal, call...), tail)
		if got, calls := keptStackPointer(body); calls != 2 || !bytes.Equal(got, want) {
			t.Errorf("%s: % x became % x instead of % x", name, body, got, want)
		}
	}
	call := callOf(spLocal, opI32Const, 0, opCall, 7)
	for name, code := range map[string][]byte{
		"no code":                    {},
		"no call":                    slices.Concat(before, reloaded, tail),
		"another pointer":            slices.Concat(callOf(2, opI32Const, 0, opCall, 7), reloaded, tail),
		"not reloaded":               slices.Concat(call, tail),
		"not left after the call":    slices.Concat(call, reloaded, []byte{opEnd}),
		"code between push and call": slices.Concat(callOf(spLocal, opLocalGet, spLocal, opLocalSet, 2, opCall, 7), reloaded, tail),
		"not the compiler's":         slices.Concat([]byte{0x12}, call, reloaded, tail),
		"the pattern in a number":    slices.Concat([]byte{opF64Const}, call[:8], []byte{opCall, 7}, reloaded, tail),
	} {
		body := slices.Concat(head, code)
		if got, calls := keptStackPointer(body); calls != 0 || !bytes.Equal(got, body) {
			t.Errorf("%s: % x became % x", name, body, got)
		}
	}
	body := slices.Concat([]byte{1, 1, typeOfI32}, call, reloaded, tail)
	if _, calls := keptStackPointer(body); calls != 0 {
		t.Error("a function of another calling convention is changed")
	}
}
