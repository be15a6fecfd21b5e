package main

import (
	"bytes"
	"context"
	"errors"
	"math/rand"
	"slices"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// around is a function as Go's assembler writes it around a leaf of number 0: its
// parameters are on the stack in memory, from byte 8 on, and its result after
// them.
func around(leaf leafFunction) []byte {
	e := &emitter{out: []byte{1, 1, typeOfI32}}
	e.emitOps(reloaded...)
	e.emitOps(opLocalGet, spLocal)
	for i, kind := range leaf.params {
		load := map[byte]byte{typeOfI32: opI32Load, typeOfI64: opI64Load}[kind]
		e.emitOps(opLocalGet, spLocal, load, 2, byte(8+8*i))
	}
	e.emitOps(opCall, 0)
	e.emitOps(reloaded...)
	store := map[byte]byte{typeOfI32: opI32Store, typeOfI64: opI64Store}[leaf.result]
	e.emitOps(store, 2, byte(8+8*len(leaf.params)), opI32Const, 0, opReturn, opUnreachable, opEnd)
	return e.out
}

// moduleAround has a leaf, the function around it, the stack pointer and memory.
func moduleAround(leaf leafFunction, around []byte) []byte {
	module := []byte(moduleHeader)
	for _, s := range []section{
		{typeSection, slices.Concat([]byte{2}, appendSized([]byte{typeOfFunction}, leaf.params), []byte{1, leaf.result, typeOfFunction, 1, typeOfI32, 1, typeOfI32})},
		{functionSection, []byte{2, 0, 1}},
		{5, []byte{1, 0, 1}},
		{6, []byte{1, typeOfI32, 1, opI32Const, 0, opEnd}}, // the stack begins at 0
		{exportSection, []byte{2, 1, 'm', 2, 0, 1, 'f', 0, 1}},
		{codeSection, appendSized(appendSized([]byte{2}, leaf.body), around)},
	} {
		module = appendSized(append(module, s.id), s.content)
	}
	return module
}

// startModule returns a module's function and memory.
func startModule(t *testing.T, module []byte) (api.Function, api.Memory) {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	t.Cleanup(func() { r.Close(ctx) })
	m, err := r.Instantiate(ctx, module)
	if err != nil {
		t.Fatal(err)
	}
	return m.ExportedFunction("f"), m.Memory()
}

// leavesOf are the two leaves of the runtime.
func leavesOf() map[string]leafFunction {
	return map[string]leafFunction{
		"memeqbody": {[]byte{typeOfI64, typeOfI64, typeOfI64}, typeOfI64, equalBytes()},
		"memchr":    {[]byte{typeOfI32, typeOfI32, typeOfI32}, typeOfI32, indexVectors()},
	}
}

// TestInlineLeaf runs a function with a call of each leaf, and with its code, on
// random bytes of all short lengths.
func TestInlineLeaf(t *testing.T) {
	for name, leaf := range leavesOf() {
		t.Run(name, func(t *testing.T) { testInlineLeaf(t, leaf) })
	}
}

func testInlineLeaf(t *testing.T, leaf leafFunction) {
	module := moduleAround(leaf, around(leaf))
	inlined, did, err := inlineLeaves(module, map[int]leafFunction{0: leaf})
	if err != nil || did.sites != 2 || bytes.Equal(module, inlined) {
		t.Fatalf("%d sites, %v", did.sites, err)
	}
	before, beforeMemory := startModule(t, module)
	after, afterMemory := startModule(t, inlined)
	r := rand.New(rand.NewSource(1))
	results := map[byte]bool{}
	for n := range 400 {
		length := n % 130
		data := bytes.Repeat([]byte{byte(r.Intn(3))}, length)
		other := slices.Clone(data)
		if length > 0 && r.Intn(2) > 0 {
			other[r.Intn(length)]++
		}
		from, to := uint32(1000+r.Intn(20)), uint32(pageBytes-length)
		second := uint64(to)
		if leaf.result == typeOfI32 {
			second = uint64(r.Intn(4)) // the byte that is searched
		}
		for _, m := range []api.Memory{beforeMemory, afterMemory} {
			m.Write(from, data)
			m.Write(to, other)
			for i, v := range []uint64{uint64(from), second, uint64(length), 99} {
				m.WriteUint64Le(uint32(8+8*i), v)
			}
		}
		for _, f := range []api.Function{before, after} {
			if got, err := f.Call(context.Background(), 0); err != nil || got[0] != 0 {
				t.Fatalf("%d bytes: %v, %v", length, got, err)
			}
		}
		want, _ := beforeMemory.Read(0, pageBytes)
		got, _ := afterMemory.Read(0, pageBytes)
		if !bytes.Equal(want, got) {
			t.Fatalf("%d bytes: the result is %d instead of %d", length, got[32], want[32])
		}
		results[got[32]] = true
	}
	if len(results) < 2 {
		t.Errorf("all results are %v", results)
	}
}

// TestInlineLeafRefuses: a function that is not as the assembler writes it keeps
// its call, and a module without any that is has another pattern.
func TestInlineLeafRefuses(t *testing.T) {
	leaf := leavesOf()["memchr"]
	body := around(leaf)
	call := append([]byte{opCall, 0}, reloaded...)
	for name, other := range map[string][]byte{
		"no call":            bytes.Replace(body, call, []byte{opUnreachable}, 1),
		"two calls":          bytes.Replace(body, call, slices.Concat(call, call), 1),
		"not reloaded":       bytes.Replace(body, call, call[:2], 1),
		"another convention": bytes.Replace(body, reloaded, []byte{opNop}, 1),
		"another function":   bytes.Replace(body, call, append([]byte{opCall, 1}, reloaded...), 1),
		"cut":                body[:2],
	} {
		if changed, ok := inlineLeaf(other, 0, leaf); ok || !bytes.Equal(changed, other) {
			t.Errorf("%s: it is changed", name)
		}
		var unknown mismatch
		if _, _, err := inlineLeaves(moduleAround(leaf, other), map[int]leafFunction{0: leaf}); !errors.As(err, &unknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, code := range map[string][]byte{
		"a call":                {opCall, 0, opEnd},
		"a global":              {opGlobalGet, 0, opEnd},
		"no end":                {opI32Const, 0},
		"an unknown":            {0x12, opEnd},
		"half a vector":         {opVector},
		"more than the content": {opEnd, opEnd},
	} {
		other := leaf
		other.body = append([]byte{0}, code...)
		if _, ok := inlineLeaf(body, 0, other); ok {
			t.Errorf("a leaf with %s is copied", name)
		}
	}
}
