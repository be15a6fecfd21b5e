package main

import (
	"bytes"
	"context"
	"math/rand"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// leaf runs a function of its own, at the end of whose memory a read too far
// traps.
func leaf(t *testing.T, params, results, body []byte) (api.Function, api.Memory) {
	t.Helper()
	signature := append([]byte{1, typeOfFunction, byte(len(params))}, params...)
	module := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range [][]byte{
		appendSized(append([]byte{typeSection}, signature...), results),
		{functionSection, 1, 0},
		{5, 1, 0, 1},
		{7, 2, 1, 'm', 2, 0, 1, 'f', 0, 0},
		append([]byte{codeSection}, appendSized([]byte{1}, body)...),
	} {
		module = appendSized(append(module, s[0]), s[1:])
	}
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	t.Cleanup(func() { r.Close(ctx) })
	m, err := r.Instantiate(ctx, module)
	if err != nil {
		t.Fatal(err)
	}
	return m.ExportedFunction("f"), m.Memory()
}

const pageBytes = 1 << 16

// TestEqualBytes compares runs of all short lengths at all places of the
// difference, up to the memory's last byte.
func TestEqualBytes(t *testing.T) {
	f, memory := leaf(t, []byte{typeOfI64, typeOfI64, typeOfI64}, []byte{typeOfI64}, equalBytes())
	r := rand.New(rand.NewSource(1))
	equal := func(a, b, n uint32) bool {
		t.Helper()
		got, err := f.Call(context.Background(), uint64(a), uint64(b), uint64(n))
		if err != nil {
			t.Fatalf("%d bytes at %d and %d: %v", n, a, b, err)
		}
		return got[0] == 1
	}
	for n := uint32(0); n < 130; n++ {
		data := make([]byte, n)
		r.Read(data)
		a, b := uint32(r.Intn(1000)), pageBytes-n
		memory.Write(a, data)
		memory.Write(b, data)
		if !equal(a, b, n) || !equal(a, a, n) || !equal(b, a, n) {
			t.Errorf("%d equal bytes differ", n)
		}
		for i := range n {
			memory.WriteByte(b+i, data[i]^byte(1<<r.Intn(8)))
			if equal(a, b, n) || equal(b, a, n) {
				t.Errorf("%d bytes that differ at %d are equal", n, i)
			}
			memory.WriteByte(b+i, data[i])
		}
	}
}

// TestIndexByte searches runs of all short lengths with the byte at all places,
// before and after the run too, among other bytes that are nearly the same.
func TestIndexByte(t *testing.T) {
	f, memory := leaf(t, []byte{typeOfI32, typeOfI32, typeOfI32}, []byte{typeOfI32}, indexVectors())
	r := rand.New(rand.NewSource(1))
	for n := 0; n < 150; n++ {
		for _, at := range []int{1, 16, 1000, pageBytes - n} {
			for i := -1; i <= n; i++ {
				c := byte(r.Intn(256))
				data := bytes.Repeat([]byte{c + 1 + byte(r.Intn(255))}, n)
				if r.Intn(2) > 0 { // a word with the byte must not find those one bit away
					for i := range data {
						data[i] = c ^ 1<<r.Intn(8)
					}
				}
				if i >= 0 && i < n {
					data[i] = c
					if j := i + r.Intn(n-i); r.Intn(2) > 0 {
						data[j] = c
					}
				}
				memory.WriteByte(uint32(at-1), c)
				memory.WriteByte(uint32(at+n), c)
				memory.Write(uint32(at), data)
				want := uint64(0)
				if k := bytes.IndexByte(data, c); k >= 0 {
					want = uint64(at + k)
				}
				got, err := f.Call(context.Background(), uint64(at), uint64(c), uint64(n))
				if err != nil || got[0] != want {
					t.Fatalf("%d bytes at %d with %d at %d: %d, want %d, %v", n, at, c, i, got, want, err)
				}
			}
		}
	}
}

func TestReplaceBytealgRefuses(t *testing.T) {
	if _, _, err := (settings{}).replaceBytealg(moduleOf([]byte{0, opEnd})); err == nil {
		t.Error("a module without the two loops is accepted")
	}
	if _, _, err := (settings{}).replaceBytealg([]byte("\x00asm\x01\x00\x00\x00\x0a\x7f\x01")); err == nil {
		t.Error("half a module is accepted")
	}
}
