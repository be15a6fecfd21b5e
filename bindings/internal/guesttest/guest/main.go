//go:build wasip1

// Command guest is a module with core.wasm's exports and imports whose
// operations misbehave on purpose. Bindings are tested with it; it shares
// nothing with the engine but the envelope.
package main

import (
	"unsafe"
)

// The numbers are those of real operations, since engines call by name.
const (
	opEcho     = 1 // version: answers the request
	opPanic    = 2 // ids.resolveUnifiedId: panics
	opExhaust  = 3 // ids.resolveNativeId: allocates until there is no more
	opSpin     = 4 // agents.list: runs for ever without a host call
	opSpinPoll = 5 // sessions.list: runs until poll says stop
	opWild     = 6 // sessions.get: names a response outside the memory
	opHost     = 7 // sessions.export: request = call number u32, argument; answers u64 result, kept bytes
)

var (
	input  = make([]byte, 1<<20)
	output []byte
	hoard  [][]byte
)

func main() {}

//go:wasmimport heddle host_call
//go:noescape
func hostCall(call uint32, p unsafe.Pointer, n uint32, out unsafe.Pointer, capacity uint32) int64

//go:wasmimport heddle host_take
//go:noescape
func hostTake(out unsafe.Pointer, capacity uint32) uint32

//go:wasmimport heddle file_read
//go:noescape
func fileRead(p unsafe.Pointer, n uint32, off int64, out unsafe.Pointer, capacity uint32) int64

//go:wasmimport heddle poll
func poll(done, total int64) uint32

//go:wasmexport alloc
func alloc(n uint32) uint32 {
	if n > uint32(len(input)) {
		return 0
	}
	return uint32(uintptr(unsafe.Pointer(&input[0])))
}

//go:wasmexport release
func release(uint32) { output = nil }

//go:wasmexport call
func call(op, p, n uint32) uint64 {
	request := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(nil), p)), n)
	switch op {
	case opEcho:
		return respond(request)
	case opPanic:
		println("about to panic")
		var none []byte
		_ = none[n]
	case opExhaust:
		for {
			hoard = append(hoard, make([]byte, 1<<20))
		}
	case opSpin:
		for {
			output = nil
		}
	case opSpinPoll:
		var done int64
		for poll(done, 100) == 0 {
			done++
		}
		var out [256]byte
		r := hostCall(8, nil, 0, unsafe.Pointer(&out[0]), 256)
		if r < 0 {
			m := hostTake(unsafe.Pointer(&out[0]), 256)
			return respond(out[:m])
		}
		return respond(nil)
	case opWild:
		return 0xfffffff0<<32 | 0x1000
	case opHost:
		return askHost(request)
	}
	return respond(nil)
}

// askHost passes a raw host call on: call u32, p u32, n u32, out u32, cap u32
// (out 0xffffffff = a buffer of cap bytes), then bytes that p 0xffffffff means.
func askHost(q []byte) uint64 {
	u32 := func(i int) uint32 {
		return uint32(q[i]) | uint32(q[i+1])<<8 | uint32(q[i+2])<<16 | uint32(q[i+3])<<24
	}
	at := func(v uint32, own []byte) unsafe.Pointer {
		if v == 0xffffffff {
			return unsafe.Pointer(unsafe.SliceData(own))
		}
		return unsafe.Add(unsafe.Pointer(nil), v)
	}
	call, capacity := u32(0), u32(16)
	buffer := make([]byte, min(capacity, 1<<16))
	p, out := at(u32(4), q[20:]), at(u32(12), buffer)
	var r int64
	if call == 0xfffffffe {
		r = fileRead(p, u32(8), 0, out, capacity)
	} else {
		r = hostCall(call, p, u32(8), out, capacity)
	}
	answer := make([]byte, 8, 8+len(buffer))
	for i := range answer {
		answer[i] = byte(uint64(r) >> (8 * i))
	}
	if r < 0 {
		kept := make([]byte, -r)
		return respond(append(answer, kept[:hostTake(unsafe.Pointer(&kept[0]), uint32(-r))]...))
	}
	return respond(append(answer, buffer[:min(r, int64(len(buffer)))]...))
}

// respond builds {"op":"test"} and a body.
func respond(body []byte) uint64 {
	const header = `{"op":"test"}`
	output = append([]byte{byte(len(header)), 0, 0, 0}, header...)
	output = append(output, body...)
	return uint64(uintptr(unsafe.Pointer(&output[0])))<<32 | uint64(len(output))
}
