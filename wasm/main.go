//go:build wasip1

// Command wasm is core.wasm: the engine with the six exports and four
// imports of abi/ABI.md. It owns buffers (request, response, answers of the
// host) and no logic.
//
//	go run ./wasm/wasmopt
package main

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/wasm/abi"
	"github.com/heddle-dev/heddle/wasm/internal/buffers"
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
	prepareInput(n)
	return buffers.Alloc(n)
}

// call runs an operation on the n request bytes at p, which are inside the
// input buffer, and returns ptr<<32 | len of the response. For all
// arguments, the response is well-formed.
//
//go:wasmexport call
func call(op, p, n uint32) uint64 {
	buffers.Drop()
	forgetCall()
	var response []byte
	if request, ok := buffers.Request(p, n); ok {
		response = rpc.Dispatch(granted(), rpc.Op(op), request)
	} else {
		response = rpc.Failure(rpc.Op(op).String(),
			fault.New(fault.InvalidArgument, "the request lies outside the input buffer").
				WithHint("write it to the address that alloc returned for its length"))
	}
	forget()
	return buffers.Keep(response)
}

// release gives the response at p back.
//
//go:wasmexport release
func release(p uint32) { buffers.Release(p) }
