package main

import (
	"bytes"
	"slices"
	"testing"
)

// TestKeepStackPointer changes a call of Go's and leaves everything else alone.
func TestKeepStackPointer(t *testing.T) {
	push := func(local byte) []byte {
		return []byte{opLocalGet, spLocal, opI32Const, 8, opI32Sub, opLocalTee, local, opGlobalSet, 0, opLocalGet, local, opI64Const, 0x83, 0x80, 0x04,
			opI64Store, 3, 0, opI32Const, 0, opCall, 7}
	}
	before := []byte{opI64Const, opLocalGet, opLocalSet, 2} // its operand is an opcode elsewhere
	code := slices.Concat(before, push(spLocal), reloaded)
	got, kept := keptStackPointer(code)
	if want := slices.Concat(before, push(pcLocal)); !kept || !bytes.Equal(got, want) {
		t.Errorf("% x became % x instead of % x", code, got, want)
	}
	for name, code := range map[string][]byte{
		"no code":                   {},
		"no call":                   slices.Concat(before, reloaded),
		"another pointer":           slices.Concat(push(2), reloaded),
		"not reloaded":              push(spLocal),
		"not the compiler's":        slices.Concat([]byte{0x12}, push(spLocal), reloaded),
		"the pattern in a number":   slices.Concat([]byte{opF64Const}, push(spLocal)[:8], []byte{opCall, 7}, reloaded),
		"nothing but the reloading": reloaded,
	} {
		if got, kept := keptStackPointer(code); kept || !bytes.Equal(got, code) {
			t.Errorf("%s: % x became % x", name, code, got)
		}
	}
}
