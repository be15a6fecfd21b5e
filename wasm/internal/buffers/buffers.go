// Package buffers holds the request and the response of a module while only the
// host knows their addresses. Go's wasm collector never moves them.
package buffers

import (
	"unsafe"

	"github.com/heddle-dev/heddle/wasm/abi"
)

var (
	input  []byte // the request; one buffer for the instance's life
	output []byte // the response, until it is released or replaced
)

// Alloc returns the address of the input buffer, at least n bytes long, or 0
// when n is above abi.MaxRequestBytes.
func Alloc(n uint32) uint32 {
	if n > abi.MaxRequestBytes {
		return 0
	}
	if uint32(len(input)) < n || len(input) == 0 {
		input = nil // the old buffer may be collected first
		input = make([]byte, (n+4096)&^4095)
	}
	return address(input)
}

// Input returns the input buffer.
func Input() []byte { return input }

// SetInput replaces the input buffer.
//
//go:noinline
func SetInput(b []byte) { input = b }

// Responding reports whether there is a response that was not released.
func Responding() bool { return output != nil }

// Drop forgets the response.
func Drop() { output = nil }

// Keep holds a response and returns its address and length as ptr<<32 | len.
func Keep(response []byte) uint64 {
	output = response
	return uint64(address(output))<<32 | uint64(len(output))
}

// Release forgets the response at p.
func Release(p uint32) {
	if p == address(output) {
		output = nil
	}
}

// Request returns the bytes of the input buffer that p and n name. An empty
// request needs no buffer.
func Request(p, n uint32) ([]byte, bool) {
	if n == 0 {
		return nil, true
	}
	base := address(input)
	if base == 0 || p < base {
		return nil, false
	}
	off, size := uint64(p-base), uint64(len(input))
	if off > size || uint64(n) > size-off {
		return nil, false
	}
	return input[off : off+uint64(n)], true
}

func address(b []byte) uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }
