//go:build wasip1

package main

import "unsafe"

// The four imports; abi/ABI.md says what each does. The host never calls
// back into the module, so the arguments stay where they are.

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
