//go:build wasip1

// Command live is live.wasm: live sessions with the exports and the envelope of
// core.wasm (abi/ABI.md), and without its imports. It does no I/O; a driver
// does what each step asks for. Its state stays in the instance.
//
//	go run ./wasm/wasmopt -package ./wasm/live
package main

import (
	"runtime"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/wasm/abi"
	"github.com/heddle-dev/heddle/wasm/internal/buffers"
)

// What 1 GiB of memory is enough for. A line of Claude Code may become a message of
// three times its length, which is there twice while a step is encoded: 312 MiB,
// beside the unfinished lines of other sessions. A longer message could not be
// recorded: core.wasm takes 160 MiB as one request.
const (
	lineBytes = 52 << 20
	keptBytes = 400 << 20
)

var sessions = rpc.Live{FreeMemory: runtime.GC, LineBytes: lineBytes, KeptBytes: keptBytes}

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
