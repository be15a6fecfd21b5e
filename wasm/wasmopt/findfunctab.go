package main

import (
	"encoding/binary"
)

// The runtime finds the function of a program counter through findfunctab, a
// table with 20 bytes for every 4,096 addresses of code (runtime.findfunc). In
// WebAssembly each function owns 65,536 addresses, so sixteen consecutive
// buckets hold the function's number and nothing else: a megabyte and a half of
// memory that is mostly zeros, with a byte or two between them, and each
// is a data segment of its own. They are an eighth of the module, and take most
// of the time in which an engine makes an instance.
//
// synthesizeFindfunctab drops the table from the module's data. A start
// function, which runs before any other, writes it.

// Sizes of the table (internal/abi/symtab.go) and offsets in moduledata
// (runtime/symtab.go), in bytes. The table's content confirms all of them.
const (
	bucketBytes         = 20      // a bucket: the first function's number, then 16 distances
	bucketSpan          = 4 << 10 // addresses of a bucket
	functionSpan        = 64 << 10
	bucketsPerFunction  = functionSpan / bucketSpan
	bucketShift         = 4 // the same as a power of two
	moduleFindfunctab   = 152
	moduleMinPC         = 160
	moduleMaxPC         = 168
	maxFindfunctabCount = 1 << 24 // buckets
)

// synthesizeFindfunctab returns the module with the table computed at its
// start.
func synthesizeFindfunctab(module []byte) ([]byte, stats, error) {
	out := append([]byte(nil), module...)
	t, err := readPclntab(out)
	if err != nil {
		return nil, stats{}, err
	}
	table, buckets, err := t.findfunctab()
	if err != nil {
		return nil, stats{}, err
	}
	for b := range buckets {
		t.fillBytes(table+b*bucketBytes, 4, 0)
	}
	out, err = addStartFunction(out, findfunctabWriter(table, buckets))
	return out, statsOf(int(buckets), "a table of %d bytes computed at the start", buckets*bucketBytes), err
}

// findfunctab finds the table, checks that it holds what findfunctabWriter
// computes, and returns its address and its number of buckets.
func (t *pclntab) findfunctab() (table, buckets uint64, err error) {
	table = t.readU64(t.moduleData + moduleFindfunctab)
	span := t.readU64(t.moduleData+moduleMaxPC) - t.readU64(t.moduleData+moduleMinPC)
	buckets = span / bucketSpan // a last bucket that is not full is shorter, and stays
	if buckets/bucketsPerFunction+1 < t.funcs || buckets > maxFindfunctabCount {
		return 0, 0, mismatch("moduledata does not span the code of all functions")
	}
	for b := range buckets {
		at := table + b*bucketBytes
		if t.readU32(at) != uint32(b>>bucketShift) || t.readU64(at+4) != 0 || t.readU64(at+12) != 0 {
			return 0, 0, mismatch("findfunctab does not give every function 65,536 addresses")
		}
	}
	return table, buckets, nil
}

// findfunctabWriter is the body of a function that writes the table: bucket b
// begins with the number b/16.
func findfunctabWriter(table, buckets uint64) []byte {
	const bucket = 0 // the only local variable
	e := &emitter{function: &function{}}
	e.out = []byte{1, 1, typeOfI32, opLoop, noResult}
	e.emitIndexed(opLocalGet, bucket)
	e.emitI32Const(bucketBytes)
	e.out = append(e.out, opI32Mul)
	e.emitIndexed(opLocalGet, bucket)
	e.emitI32Const(bucketShift)
	e.out = append(e.out, opI32ShrU, opI32Store, 2)
	e.out = binary.AppendUvarint(e.out, table)
	e.emitIndexed(opLocalGet, bucket)
	e.emitI32Const(1)
	e.out = append(e.out, opI32Add)
	e.emitIndexed(opLocalTee, bucket)
	e.emitI32Const(int(buckets))
	e.out = append(e.out, opI32Ne)
	e.emitIndexed(opBrIf, 0)
	return append(e.out, opEnd, opEnd)
}
