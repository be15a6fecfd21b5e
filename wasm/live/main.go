//go:build wasip1

// Command live is live.wasm: live sessions with the exports and the envelope of
// core.wasm (abi/ABI.md), and without its imports. It does no I/O; a driver
// does what each step asks for. Its state stays in the instance.
//
//	go run ./wasm/wasmopt -package ./wasm/live
package main

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/wasm/abi"
	"github.com/heddle-dev/heddle/wasm/internal/buffers"
)

var sessions rpc.Live

// main is never called: the module is a reactor.
func main() {}

//go:wasmexport abi_version
func abiVersion() uint32 { return abi.Version }

//go:wasmexport alloc
func alloc(n uint32) uint32 { return buffers.Alloc(n) }

//go:wasmexport call
func call(op, p, n uint32) uint64 {
	buffers.Drop()
	request, ok := buffers.Request(p, n)
	if !ok {
		return buffers.Keep(rpc.Failure(rpc.Op(op).String(),
			fault.New(fault.InvalidArgument, "the request is outside the input buffer").
				WithHint("write it to the address that alloc returned for its length")))
	}
	return buffers.Keep(sessions.Call(rpc.Op(op), request))
}

//go:wasmexport release
func release(p uint32) { buffers.Release(p) }
