//go:build wasip1

package main

import "encoding/binary"

// Extism passes bytes through memory of its own, which a plug-in reads and
// writes by eight bytes or one. These are the functions that it takes.

//go:wasmimport extism:host/env input_length
func inputLength() uint64

//go:wasmimport extism:host/env input_load_u64
func inputWord(offset uint64) uint64

//go:wasmimport extism:host/env input_load_u8
func inputByte(offset uint64) uint32

//go:wasmimport extism:host/env alloc
func allocate(size uint64) uint64

//go:wasmimport extism:host/env store_u64
func storeWord(offset, word uint64)

//go:wasmimport extism:host/env store_u8
func storeByte(offset uint64, value uint32)

//go:wasmimport extism:host/env output_set
func setOutput(offset, size uint64)

//go:wasmimport extism:host/env error_set
func setError(offset uint64)

const wordBytes = 8

// readInput returns the bytes that the host passed.
func readInput() []byte {
	input := make([]byte, inputLength())
	at := 0
	for ; at+wordBytes <= len(input); at += wordBytes {
		binary.LittleEndian.PutUint64(input[at:], inputWord(uint64(at)))
	}
	for ; at < len(input); at++ {
		input[at] = byte(inputByte(uint64(at)))
	}
	return input
}

// keep copies bytes to the host's memory and returns where they are.
func keep(data []byte) uint64 {
	to := allocate(uint64(len(data)))
	at := 0
	for ; at+wordBytes <= len(data); at += wordBytes {
		storeWord(to+uint64(at), binary.LittleEndian.Uint64(data[at:]))
	}
	for ; at < len(data); at++ {
		storeByte(to+uint64(at), uint32(data[at]))
	}
	return to
}
