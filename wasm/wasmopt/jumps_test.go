package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math/rand"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// goFunction is a random function in the shape of the Go compiler. Each
// segment adds its number to a hash and ends the function when the fuel is
// out; the hash decides which jumps are made.
type goFunction struct {
	segments int
	table    []int
	calls    bool
	random   *rand.Rand
}

const (
	globalHash = 1
	globalFuel = 2
)

func newGoFunction(r *rand.Rand) *goFunction {
	f := &goFunction{segments: 1 + r.Intn(12), calls: r.Intn(3) > 0, random: r}
	for s := range f.segments {
		for range 1 + r.Intn(3) {
			f.table = append(f.table, s)
		}
	}
	return f
}

// number returns one of a segment's numbers in the table.
func (f *goFunction) number(segment int) (least int) {
	for f.table[least] != segment {
		least++
	}
	return least
}

// body writes it the compiler's way.
func (f *goFunction) body() []byte {
	e := &emitter{function: &function{}}
	e.out = []byte{1, 1, typeOfI32, opGlobalGet, 0, opLocalSet, 1}
	if f.calls {
		e.out = append(e.out, opBlock, noResult)
	}
	e.out = append(e.out, opLoop, noResult)
	for range f.segments {
		e.out = append(e.out, opBlock, noResult)
	}
	e.out = append(e.out, opLocalGet, pcLocal)
	e.emitIndexed(opBrTable, len(f.table)-1)
	for _, s := range f.table {
		e.out = binary.AppendUvarint(e.out, uint64(s))
	}
	e.out = append(e.out, opEnd)
	for s := range f.segments {
		f.segment(e, s)
		e.out = append(e.out, opEnd) // of a segment's block, at last of the loop
	}
	e.out = append(e.out, opUnreachable)
	if f.calls {
		e.out = append(e.out, opEnd, opI32Const, 1)
	}
	return append(e.out, opEnd)
}

func (f *goFunction) segment(e *emitter, s int) {
	add := func(global, times, more int) {
		e.emitIndexed(opGlobalGet, global)
		e.emitI32Const(times)
		e.out = append(e.out, opI32Mul)
		e.emitI32Const(more)
		e.out = append(e.out, opI32Add)
		e.emitIndexed(opGlobalSet, global)
	}
	add(globalHash, 31, s+1)
	e.emitIndexed(opGlobalGet, globalFuel)
	e.emitI32Const(1)
	e.out = append(e.out, opI32Sub)
	e.emitIndexed(opGlobalSet, globalFuel)
	e.emitIndexed(opGlobalGet, globalFuel)
	e.out = append(e.out, opI32Eqz, opIf, noResult, opI32Const, 0, opReturn, opEnd)
	loop := f.segments - 1 - s // blocks between the segment and the loop
	if f.calls && f.random.Intn(2) == 0 {
		e.out = append(e.out, opCall, 0)
		e.emitIndexed(opBrIf, loop+1)
	}
	jump := func(depth int) {
		e.emitI32Const(f.number(f.random.Intn(f.segments)))
		e.emitIndexed(opLocalSet, pcLocal)
		e.emitIndexed(opBr, loop+depth)
	}
	for bit := 1; bit <= 4; bit <<= 1 {
		e.emitIndexed(opGlobalGet, globalHash)
		e.emitI32Const(bit)
		e.out = append(e.out, opI32And, opIf, noResult)
		jump(1)
		e.out = append(e.out, opEnd)
	}
	if f.random.Intn(2) == 0 {
		jump(0)
	}
}

// moduleOf makes a module with the body after a function that reports now and
// then that the stack is to be unwound.
func moduleOf(body []byte) []byte {
	callee := []byte{0, opGlobalGet, globalHash, opI32Const, 15, opI32And, opI32Eqz, opEnd}
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range [][]byte{
		{1, 2, 0x60, 0, 1, typeOfI32, 0x60, 1, typeOfI32, 1, typeOfI32},
		{3, 2, 0, 1},
		{6, 3, typeOfI32, 1, opI32Const, 0, opEnd, typeOfI32, 1, opI32Const, 0, opEnd, typeOfI32, 1, opI32Const, 0, opEnd},
		{7, 3, 1, 'f', 0, 1, 1, 'h', 3, globalHash, 1, 'n', 3, globalFuel},
		append([]byte{codeSection}, appendSized(appendSized([]byte{2}, callee), body)...),
	} {
		out = appendSized(append(out, s[0]), s[1:])
	}
	return out
}

// answers runs a module from each of the numbers and returns the result, the hash
// and the fuel of each run.
func answers(t *testing.T, module []byte, numbers int) (all [][3]uint64) {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	m, err := r.Instantiate(ctx, module)
	if err != nil {
		t.Fatal(err)
	}
	hash, fuel := m.ExportedGlobal("h").(api.MutableGlobal), m.ExportedGlobal("n").(api.MutableGlobal)
	for n := range numbers {
		hash.Set(uint64(n))
		fuel.Set(200)
		const trapped = 99
		got := [3]uint64{trapped}
		if result, err := m.ExportedFunction("f").Call(ctx, uint64(n)); err == nil {
			got[0] = result[0]
		}
		got[1], got[2] = hash.Get(), fuel.Get()
		all = append(all, got)
	}
	return all
}

// TestStructureJumps runs random functions before and after, at their start and
// wherever they may be resumed. Of those that have a resumableCopy, too.
func TestStructureJumps(t *testing.T) {
	const tested = 1
	resumableCopies := 0
	seeds := int64(800)
	if testing.Short() {
		seeds = 100
	}
	for seed := range seeds {
		f := newGoFunction(rand.New(rand.NewSource(seed)))
		body := f.body()
		before := moduleOf(body)
		p := &program{hot: map[int]bool{tested: seed%2 == 0}}
		after, did, err := p.structureFunctions(before, tested+1)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(before, after) {
			t.Fatalf("seed %d: the function stays as it is", seed)
		}
		resumableCopies += did.copies
		parsed := p.parseFunction(body)
		want, got := answers(t, before, len(f.table)), answers(t, after, len(f.table))
		for n := range want {
			if s := f.table[n]; (n == 0 || n == f.number(s) && parsed.resumableAt(s)) && want[n] != got[n] {
				t.Fatalf("seed %d, entered at %d: result, hash and fuel are %d instead of %d", seed, n, got[n], want[n])
			}
		}
	}
	if int64(resumableCopies) < seeds*30/800 {
		t.Errorf("only %d functions have a resumable copy", resumableCopies)
	}
}

// TestStructureJumpsKeepsOtherPatterns: other functions stay as they are.
func TestStructureJumpsKeepsOtherPatterns(t *testing.T) {
	body := newGoFunction(rand.New(rand.NewSource(1))).body()
	for i := range body {
		if f := (&program{}).parseFunction(body[:i]); f != nil {
			t.Errorf("the first %d of %d bytes are accepted as a function", i, len(body))
		}
	}
	strange := moduleOf([]byte{0, opLoop, noResult, opLocalGet, pcLocal, opBrIf, 0, opEnd, opI32Const, 1, opEnd})
	var unknown mismatch
	if _, _, err := (settings{}).structureJumps(strange); !errors.As(err, &unknown) {
		t.Errorf("a module without names: %v", err)
	}
	named := appendSized(append(strange, customSection), append(appendSized(nil, []byte("name")), 1, 4, 1, 1, 1, 'f'))
	if _, _, err := (settings{}).structureJumps(named); !errors.As(err, &unknown) {
		t.Errorf("functions with another pattern: %v", err)
	}
	if after, did, err := new(program).structureFunctions(strange, 2); err != nil || did.structured > 0 || !bytes.Equal(strange, after) {
		t.Errorf("a function with another pattern is changed: %v", err)
	}
	for name, module := range map[string]string{
		"nothing":        "",
		"half a section": "\x00asm\x01\x00\x00\x00\x0a\x7f\x01",
		"half a body":    "\x00asm\x01\x00\x00\x00\x0a\x03\x01\x7f\x00",
	} {
		if _, _, err := (settings{}).structureJumps([]byte(module)); err == nil {
			t.Errorf("%s is accepted as a module", name)
		}
	}
}
