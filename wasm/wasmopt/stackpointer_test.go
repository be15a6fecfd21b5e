package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// TestReentry: a module that a host can call during a call of the host keeps its
// reloads, unless the host is said not to.
func TestReentry(t *testing.T) {
	body := slices.Concat([]byte{1, 1, typeOfI32}, reloaded, []byte{opBlock, noResult}, callOf(spLocal, opI32Const, 0, opCall, 0), reloaded, []byte{opBrIf, 0, opEnd, opI32Const, 0, opEnd})
	named := func(name string, exports ...string) []byte {
		list := []byte{byte(len(exports))}
		for i, name := range exports {
			list = append(appendSized(list, []byte(name)), byte(i%2*2), 0) // functions and memories in turn
		}
		out := []byte(moduleHeader)
		for _, s := range []section{
			{typeSection, []byte{1, typeOfFunction, 1, typeOfI32, 1, typeOfI32}},
			{functionSection, []byte{1, 0}},
			{exportSection, list},
			{codeSection, append([]byte{1}, appendSized(nil, body)...)},
		} {
			out = appendSized(append(out, s.id), s.content)
		}
		if name == "" {
			return out
		}
		names := appendSized([]byte{1, 0}, []byte(name)) // one, of function 0, which calls itself
		names = appendSized(append(appendSized(nil, []byte("name")), 1), names)
		return appendSized(append(out, customSection), names)
	}
	module := func(exports ...string) []byte { return named("", exports...) }
	for _, c := range []struct {
		module []byte
		settings
		runs bool
	}{
		{module(), settings{}, true},
		{module("_start", "memory"), settings{}, true},
		{module("_initialize", "memory"), settings{}, true},
		{module("_start", "memory", "call"), settings{}, false},
		{module("resume", "mem"), settings{}, false},
		{module("resume", "mem"), settings{noReentry: true}, true},
		{named("runtime.shrinkstack"), settings{}, true},
	} {
		out, did, err := c.keepStackPointer(c.module)
		var left inapplicable
		if c.runs && (err != nil || did.sites != 1 || len(out) >= len(c.module)) || !c.runs && !errors.As(err, &left) {
			t.Errorf("% x, %+v: %d sites, %v", c.module, c.settings, did.sites, err)
		}
	}
}

// TestStackMover: a program that shrinks its own stack under the functions that
// are on it, as only a test of the runtime does, keeps its reloads and works.
func TestStackMover(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module mover\n\ngo 1.26\n", "main.go": moverProgram, "empty.s": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	compiled := compileProgram(t, dir, "build", "-ldflags=-checklinkname=0", ".")
	for _, moves := range []bool{true, false} {
		p := &pipeline{passes: passesOf(settings{})[:5]}
		if _, err := p.optimizeModule(compiled); err != nil {
			t.Fatal(err)
		}
		if did := p.report[4]; strings.Contains(did, "left out, because main.main.func1 moves stacks") != moves {
			t.Error(did)
		}
		if moves {
			compiled = compileProgram(t, ".", "build", "./testdata/program")
		}
	}
}

const moverProgram = `package main

import _ "unsafe"

//go:linkname systemstack runtime.systemstack
func systemstack(func())

//go:linkname shrinkstack runtime.shrinkstack
func shrinkstack(uintptr)

func main() { systemstack(func() { shrinkstack(0) }) }
`
