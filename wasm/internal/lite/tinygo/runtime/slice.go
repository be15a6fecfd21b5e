//go:build tinygo

package runtime

import "unsafe"

// sliceGrow returns a buffer for at least wanted elements. TinyGo makes it twice as
// large or more; from largeSlice bytes on a quarter is enough, because what was
// outgrown is not freed before the call ends.
//
//go:noinline
func sliceGrow(old unsafe.Pointer, length, capacity, wanted, size uintptr, layout unsafe.Pointer) (unsafe.Pointer, uintptr, uintptr) {
	if capacity >= wanted {
		return old, length, capacity
	}
	grown := 2 * capacity
	if capacity*size > largeSlice {
		grown = capacity + capacity/4
	}
	const least = 8 // bytes: no value takes less
	grown = max(grown, wanted, (least+size-1)/max(size, 1))
	if bytes := uint64(grown) * uint64(size); bytes > 1<<31 {
		outOfMemory()
	}
	p := alloc(grown*size, layout)
	memmove(p, old, length*size)
	return p, length, grown
}

const largeSlice = 256 << 10

//go:linkname outOfMemory main.outOfMemory
func outOfMemory()
