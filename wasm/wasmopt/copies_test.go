package main

import (
	"bytes"
	"context"
	"math/rand"
	"slices"
	"testing"
)

var moverParams = []byte{typeOfI32, typeOfI32, typeOfI32}

// lengths are all short ones, and those around the longest that is moved here.
func lengths() (all []int) {
	for n := range 140 {
		all = append(all, n)
	}
	for n := largestMove - 20; n <= largestMove+20; n++ {
		all = append(all, n)
	}
	return append(all, 1000)
}

// TestCopyAnySize copies runs of all lengths between places that overlap in
// every way or not at all, up to both ends of the memory.
func TestCopyAnySize(t *testing.T) {
	f, memory := leaf(t, moverParams, nil, mover{copies: true}.functionBody())
	r := rand.New(rand.NewSource(1))
	for _, n := range lengths() {
		places := [][2]int{{0, pageBytes - n}, {pageBytes - n, 0}, {5, 5}, {3000, 3000 + n}, {3000 + n, 3000}}
		for _, distance := range []int{1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, n / 2, n - 1, n + 1} {
			if distance >= 0 {
				places = append(places, [2]int{2000, 2000 + distance}, [2]int{2000 + distance, 2000})
			}
		}
		for _, p := range places {
			data := make([]byte, pageBytes)
			r.Read(data)
			memory.Write(0, data)
			copy(data[p[0]:p[0]+n], data[p[1]:p[1]+n])
			if _, err := f.Call(context.Background(), uint64(p[0]), uint64(p[1]), uint64(n)); err != nil {
				t.Fatalf("%d bytes from %d to %d: %v", n, p[1], p[0], err)
			}
			if got, _ := memory.Read(0, pageBytes); !bytes.Equal(got, data) {
				t.Fatalf("%d bytes from %d to %d: other bytes than expected", n, p[1], p[0])
			}
		}
	}
}

// TestFillAnySize writes runs of all lengths, up to both ends of the memory.
func TestFillAnySize(t *testing.T) {
	f, memory := leaf(t, moverParams, nil, mover{}.functionBody())
	r := rand.New(rand.NewSource(1))
	for _, n := range lengths() {
		for _, at := range []int{0, 77, pageBytes - n} {
			for _, value := range []byte{0, 1, 0xff} {
				data := make([]byte, pageBytes)
				r.Read(data)
				memory.Write(0, data)
				copy(data[at:], bytes.Repeat([]byte{value}, n))
				if _, err := f.Call(context.Background(), uint64(at), uint64(value), uint64(n)); err != nil {
					t.Fatalf("%d bytes at %d: %v", n, at, err)
				}
				if got, _ := memory.Read(0, pageBytes); !bytes.Equal(got, data) {
					t.Fatalf("%d bytes %d at %d: other bytes than expected", n, value, at)
				}
			}
		}
	}
}

// TestKnownSizes moves runs of every size that has a function, up to both ends
// of the memory, onto themselves too.
func TestKnownSizes(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, copies := range []bool{true, false} {
		for n := 1; n <= largestMove; n++ {
			m := mover{copies, n}
			f, memory := leaf(t, moverParams[:m.paramCount()], nil, m.functionBody())
			for _, p := range [][2]int{{0, pageBytes - n}, {pageBytes - n, 0}, {3000, 3000 + n}, {3000 + n, 3000}, {5, 5}} {
				data := make([]byte, pageBytes)
				r.Read(data)
				memory.Write(0, data)
				if copies {
					copy(data[p[0]:p[0]+n], data[p[1]:p[1]+n])
				} else {
					clear(data[p[0] : p[0]+n])
				}
				if _, err := f.Call(context.Background(), []uint64{uint64(p[0]), uint64(p[1])}[:m.paramCount()]...); err != nil {
					t.Fatalf("%+v from %d to %d: %v", m, p[1], p[0], err)
				}
				if got, _ := memory.Read(0, pageBytes); !bytes.Equal(got, data) {
					t.Fatalf("%+v from %d to %d: other bytes than expected", m, p[1], p[0])
				}
			}
		}
	}
}

// TestCallMovers: the instructions become calls, with the constants that the
// functions know, and everything else stays.
func TestCallMovers(t *testing.T) {
	head := []byte{1, 2, typeOfI32, opLocalGet, 0, opLocalGet, 1}
	for _, c := range []struct {
		code, want []byte
		mover      mover
	}{
		{[]byte{opI32Const, 9, opBulk, opMemoryCopy, 0, 0}, []byte{opCall, 0xc8, 1}, mover{true, 9}},
		{[]byte{opI32Const, 0x80, 2, opBulk, opMemoryCopy, 0, 0}, []byte{opCall, 0xc8, 1}, mover{true, 256}},
		{[]byte{opI32Const, 0x81, 2, opBulk, opMemoryCopy, 0, 0}, []byte{opI32Const, 0x81, 2, opCall, 0xc8, 1}, mover{true, 0}},
		{[]byte{opI32Const, 0x7f, opBulk, opMemoryCopy, 0, 0}, []byte{opI32Const, 0x7f, opCall, 0xc8, 1}, mover{true, 0}},
		{[]byte{opLocalGet, 1, opBulk, opMemoryCopy, 0, 0}, []byte{opLocalGet, 1, opCall, 0xc8, 1}, mover{true, 0}},
		{[]byte{opI32Const, 0, opI32Const, 40, opBulk, opMemoryFill, 0}, []byte{opCall, 0xc8, 1}, mover{false, 40}},
		{[]byte{opI32Const, 1, opI32Const, 40, opBulk, opMemoryFill, 0}, []byte{opI32Const, 1, opI32Const, 40, opCall, 0xc8, 1}, mover{false, 0}},
		{[]byte{opI32Const, 0, opLocalGet, 1, opBulk, opMemoryFill, 0}, []byte{opI32Const, 0, opLocalGet, 1, opCall, 0xc8, 1}, mover{false, 0}},
	} {
		body := slices.Concat(head, c.code, []byte{opLocalGet, 0}, c.code, []byte{opEnd})
		want := slices.Concat(head, c.want, []byte{opLocalGet, 0}, c.want, []byte{opEnd})
		got := callMovers(body, func(m mover) int {
			if m != c.mover {
				t.Errorf("% x: %+v, want %+v", c.code, m, c.mover)
			}
			return 200
		})
		if !bytes.Equal(got, want) {
			t.Errorf("% x: % x", c.code, got)
		}
	}
	for _, body := range [][]byte{{0, opEnd}, mover{}.functionBody(), indexVectors()} {
		if got := callMovers(body, func(mover) int { return 200 }); !bytes.Equal(got, body) {
			t.Errorf("replaced: % x", got)
		}
	}
	if _, _, err := (settings{}).shortenCopies(moduleOf([]byte{0, opEnd})); err == nil {
		t.Error("a module that never copies is accepted")
	}
}
