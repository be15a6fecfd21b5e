package main

import (
	"bytes"
	"context"
	"math/rand"
	"testing"
)

var moverParams = []byte{typeOfI32, typeOfI32, typeOfI32}

// lengths are all short ones, and those around the longest that is moved here.
func lengths() (all []int) {
	for n := range 140 {
		all = append(all, n)
	}
	for n := loopBytes - 20; n <= loopBytes+20; n++ {
		all = append(all, n)
	}
	return append(all, 1000)
}

// TestCopyVectors copies runs of all lengths between places that overlap in
// every way or not at all, up to both ends of the memory.
func TestCopyVectors(t *testing.T) {
	f, memory := leaf(t, moverParams, nil, copyVectors())
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

// TestFillVectors writes runs of all lengths, up to both ends of the memory.
func TestFillVectors(t *testing.T) {
	f, memory := leaf(t, moverParams, nil, fillVectors())
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

// TestCallForBulk: the instructions become calls, and everything else stays.
func TestCallForBulk(t *testing.T) {
	body := []byte{1, 2, typeOfI32, opLocalGet, 0, opLocalGet, 1, opI32Const, 9, opBulk, opMemoryCopy, 0, 0, opLocalGet, 0, opI32Const, 0,
		opLocalGet, 1, opBulk, opMemoryFill, 0, opEnd}
	want := []byte{1, 2, typeOfI32, opLocalGet, 0, opLocalGet, 1, opI32Const, 9, opCall, 0xc8, 1, opLocalGet, 0, opI32Const, 0,
		opLocalGet, 1, opCall, 0xc9, 1, opEnd}
	if got, n := callForBulk(body, 200, 201); n != 2 || !bytes.Equal(got, want) {
		t.Errorf("%d replaced: % x", n, got)
	}
	for _, body := range [][]byte{{0, opEnd}, fillVectors(), copyVectors()} {
		if got, n := callForBulk(body, 200, 201); n != 0 || !bytes.Equal(got, body) {
			t.Errorf("%d replaced: % x", n, got)
		}
	}
	if _, err := shortCopies(moduleOf([]byte{0, opEnd})); err == nil {
		t.Error("a module that never copies is accepted")
	}
}
