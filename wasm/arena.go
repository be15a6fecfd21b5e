//go:build tinygo

package main

import (
	"unsafe"

	"github.com/heddle-dev/heddle/wasm/abi"
	"github.com/heddle-dev/heddle/wasm/internal/buffers"
)

// The memory of core-lite.wasm, in place of a garbage collector. Nothing that a
// call allocates is used after it: values are allocated one after the other, and
// the next call begins where the last one began. What the call changed in the
// module's variables is undone, so none of them leads to a value that is gone.
//
//	| stack | variables | values of the start | copy of both | values of a call … |
//
// The input buffer, which the host writes to, lies among the values of a call
// and stays where it is.

// arena is where the next value goes.
type arena struct {
	next, limit uintptr // a free range of zeros
	end         uintptr // how far it can be lengthened
	resume      uintptr // where the next range begins, after the input buffer; 0 once it has begun
	dirty       uintptr // from here on memory has never been used
	start       uintptr // where a call's values begin; 0 before the first call
}

var heap arena

//go:extern __global_base
var variables [0]byte

//go:extern __heap_base
var heapBase [0]byte

//export llvm.wasm.memory.size.i32
func memorySize(index int32) int32

//export llvm.wasm.memory.grow.i32
func memoryGrow(index, pages int32) int32

//export llvm.trap
func trap()

const (
	alignment  = 8
	pageBytes  = 64 << 10
	growBytes  = 1 << 20  // the least that the memory grows by, where it can
	clearBytes = 64 << 10 // the least that is cleared at once
)

func roundUp(n, to uintptr) uintptr { return (n + to - 1) &^ (to - 1) }

func memoryEnd() uintptr { return uintptr(memorySize(0)) * pageBytes }

func bytesAt(p, n uintptr) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(p)), n) }

// initHeap runs before the packages' variables are initialized.
//
//go:linkname initHeap runtime.initHeap
func initHeap() {
	heap.next = roundUp(uintptr(unsafe.Pointer(&heapBase)), alignment)
	heap.limit, heap.end, heap.dirty = heap.next, memoryEnd(), heap.next
}

// allocate returns size zero bytes.
//
//go:linkname allocate runtime.alloc
//go:noinline
func allocate(size uintptr, _ unsafe.Pointer) unsafe.Pointer {
	size = roundUp(size, alignment)
	if size > heap.limit-heap.next {
		heap.findRoom(size)
	}
	p := heap.next
	heap.next = p + size
	return unsafe.Pointer(p)
}

// findRoom makes the range at least size bytes long: in place, after the
// input buffer, or by growing the memory.
func (a *arena) findRoom(size uintptr) {
	for size > a.end-a.next {
		if a.resume != 0 {
			a.next, a.limit, a.end, a.resume = a.resume, a.resume, memoryEnd(), 0
			continue
		}
		pages := int32((uint64(size-(a.end-a.next)) + pageBytes - 1) / pageBytes)
		extra := growBytes/pageBytes + memorySize(0)/8
		if memoryGrow(0, pages+extra) < 0 && memoryGrow(0, pages) < 0 {
			outOfMemory()
		}
		a.end = memoryEnd()
	}
	to := a.next + min(a.end-a.next, max(size, clearBytes))
	if a.limit < a.dirty {
		clear(bytesAt(a.limit, min(to, a.dirty)-a.limit))
	}
	a.limit = to
}

// prepareInput frees the values of the last call before a larger input buffer
// is made, unless the host still has its response.
func prepareInput(n uint32) {
	if heap.start == 0 {
		remember()
	} else if n <= abi.MaxRequestBytes && int(n) > len(buffers.Input()) && !buffers.Responding() {
		buffers.SetInput(nil)
		forgetCall()
	}
}

// remember copies what all calls begin with.
func remember() {
	first, end := uintptr(unsafe.Pointer(&variables)), heap.next
	copied := uintptr(allocate(end-first, nil))
	heap.start = heap.next
	copy(bytesAt(copied, end-first), bytesAt(first, end-first))
}

// forgetCall frees everything that the last call allocated.
func forgetCall() {
	if heap.start == 0 {
		remember()
	} else {
		restore(heap.emptied(buffers.Input()), powerBits, buffers.Input())
	}
}

// restore undoes what calls changed but for its arguments. The compiler does not see
// that the copy changes variables: what must happen before it and after it is in
// functions of its own.
//
//go:noinline
func restore(a arena, bits uint32, input []byte) {
	first := uintptr(unsafe.Pointer(&variables))
	size := (a.start - first) / 2
	copy(bytesAt(first, size), bytesAt(first+size, size))
	setKept(a, bits)
	buffers.SetInput(input)
}

//go:noinline
func setKept(a arena, bits uint32) { heap, powerBits = a, bits }

// emptied is the arena with everything free from the start on but the input
// buffer.
func (a arena) emptied(input []byte) arena {
	a.dirty = max(a.dirty, a.next)
	a.next, a.limit, a.end, a.resume = a.start, a.start, memoryEnd(), 0
	if len(input) > 0 {
		a.end = uintptr(unsafe.Pointer(unsafe.SliceData(input)))
		a.resume = roundUp(a.end+uintptr(len(input)), alignment)
	}
	return a
}

// outOfMemory says why the module stops; hosts look for these words.
func outOfMemory() {
	const message = "fatal error: out of memory\n"
	piece := [2]uint32{uint32(uintptr(unsafe.Pointer(unsafe.StringData(message)))), uint32(len(message))}
	var written uint32
	fdWrite(2, unsafe.Pointer(&piece), 1, unsafe.Pointer(&written))
	trap()
}

//go:wasmimport wasi_snapshot_preview1 fd_write
func fdWrite(file uint32, pieces unsafe.Pointer, count uint32, written unsafe.Pointer) uint32

// What else the runtime asks of a collector. Nothing is freed before the call
// ends.

//go:linkname free runtime.free
func free(unsafe.Pointer) {}

//go:linkname markRoots runtime.markRoots
func markRoots(_, _ uintptr) {}

//go:linkname collect runtime.GC
func collect() {}

//go:linkname setFinalizer runtime.SetFinalizer
func setFinalizer(_, _ any) {}
