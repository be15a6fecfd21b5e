//go:build wasip1

// Command wasm is core.wasm: the engine with the six exports and four
// imports of abi/ABI.md. It owns three buffers (request, response, answers of
// the host) and no logic.
//
//	go run ./wasm/wasmopt
package main

import (
	"unsafe"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// Package variables keep the buffers alive while only the host knows their
// addresses; Go's wasm collector never moves them.
var (
	input  []byte // the request; one buffer for the instance's life
	output []byte // the response, until release or the next call
)

// main is never called: the module is a reactor.
func main() {}

//go:wasmexport abi_version
func abiVersion() uint32 { return abi.Version }

// alloc returns the address of the input buffer, at least n bytes long, or 0
// when n is above abi.MaxRequestBytes.
//
//go:wasmexport alloc
func alloc(n uint32) uint32 {
	if n > abi.MaxRequestBytes {
		return 0
	}
	if uint32(len(input)) < n || len(input) == 0 {
		input = nil // the old buffer may be collected first
		input = make([]byte, (n+4096)&^4095)
	}
	return address(input)
}

// call runs an operation on the n request bytes at p, which lie inside the
// input buffer, and returns ptr<<32 | len of the response. For all
// arguments, the response is well-formed.
//
//go:wasmexport call
func call(op, p, n uint32) uint64 {
	output = nil
	if request, ok := requestAt(p, n); ok {
		output = rpc.Dispatch(granted(), rpc.Op(op), request)
	} else {
		output = rpc.Failure(rpc.Op(op).String(),
			fault.New(fault.InvalidArgument, "the request lies outside the input buffer").
				WithHint("write it to the address that alloc returned for its length"))
	}
	forget()
	return uint64(address(output))<<32 | uint64(len(output))
}

// release gives the response at p back.
//
//go:wasmexport release
func release(p uint32) {
	if p == address(output) {
		output = nil
	}
}

// requestAt returns the bytes of the input buffer that p and n name. An empty
// request needs no buffer.
func requestAt(p, n uint32) ([]byte, bool) {
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
