package main

import (
	"encoding/binary"
	"errors"
	"slices"
)

// The runtime finds the function of a program counter through a table with 20
// bytes for every 4,096 addresses of code (runtime.findfunc). In WebAssembly
// each function owns 65,536 addresses, so sixteen entries of the table in a
// row hold the function's number and nothing else: a megabyte and a half of
// memory that is mostly zeros, with a byte or two between them, each of which
// is a data segment of its own. They are an eighth of the module, and most of
// what an engine does to make an instance.
//
// computePlaces drops the table from the module's data. A start function,
// which runs before any other, writes it instead.

// Sizes of the table (internal/abi/symtab.go) and places in the runtime's
// moduledata (runtime/symtab.go), in bytes.
const (
	bucketBytes       = 20      // an entry: the first function's number, then 16 distances
	bucketSpan        = 4 << 10 // addresses of an entry
	functionSpan      = 64 << 10
	bucketsPerNumber  = functionSpan / bucketSpan
	bucketShift       = 4 // the same as a power of two
	moduleEntries     = 128
	moduleEntryCount  = 136
	modulePlaces      = 152
	moduleFirstPlace  = 160
	moduleLastPlace   = 168
	largestPlaceTable = 1 << 24 // buckets
)

// computePlaces returns the module with the table computed at its start.
func computePlaces(module []byte) ([]byte, error) {
	out := append([]byte(nil), module...)
	t, err := tablesOf(out)
	if err != nil {
		return nil, err
	}
	table, buckets, err := t.places()
	if err != nil {
		return nil, err
	}
	for b := range buckets {
		t.set(table+b*bucketBytes, 4, 0)
	}
	return addStart(out, fillPlaces(table, buckets))
}

// places finds the table, checks that it holds what fillPlaces computes, and
// returns its address and its number of entries.
func (t *pclntab) places() (table, buckets uint64, err error) {
	data, err := t.moduleData()
	if err != nil {
		return 0, 0, err
	}
	table = t.u64(data + modulePlaces)
	span := t.u64(data+moduleLastPlace) - t.u64(data+moduleFirstPlace)
	buckets = span / bucketSpan // a last one that is not full is cut short, and stays
	if buckets == 0 || buckets > largestPlaceTable {
		return 0, 0, errors.New("the module's data says nothing sensible about its code")
	}
	for b := range buckets {
		at := table + b*bucketBytes
		if t.u32(at) != uint32(b>>bucketShift) || t.u64(at+4) != 0 || t.u64(at+12) != 0 {
			return 0, 0, errors.New("the table of places does not give every function 65,536 addresses: another version of Go?")
		}
	}
	return table, buckets, nil
}

// moduleData finds the record that points at the function tables.
func (t *pclntab) moduleData() (uint64, error) {
	for _, s := range t.segments {
		for at := s.at &^ 7; at < s.at+uint64(len(s.data)); at += 8 { // zeros around it may be in no segment
			if t.u64(at) == t.header && t.u64(at+moduleEntries) == t.entries && t.u64(at+moduleEntryCount) == t.funcs+1 {
				return at, nil
			}
		}
	}
	return 0, errors.New("nothing points at the function tables: another version of Go?")
}

// fillPlaces is the body of a function that writes the table: entry b begins
// with the number b/16.
func fillPlaces(table, buckets uint64) []byte {
	const entry = 0 // the only local variable
	e := &emitter{function: &function{}}
	e.out = []byte{1, 1, typeOfI32, opLoop, noResult}
	e.number(opLocalGet, entry)
	e.constant(bucketBytes)
	e.out = append(e.out, opI32Mul)
	e.number(opLocalGet, entry)
	e.constant(bucketShift)
	e.out = append(e.out, opI32ShrU, opI32Store, 2)
	e.out = binary.AppendUvarint(e.out, table)
	e.number(opLocalGet, entry)
	e.constant(1)
	e.out = append(e.out, opI32Add)
	e.number(opLocalTee, entry)
	e.constant(int(buckets))
	e.out = append(e.out, opI32Ne)
	e.number(opBrIf, 0)
	return append(e.out, opEnd, opEnd)
}

// addStart adds a function without parameters and results that runs first.
func addStart(module, body []byte) ([]byte, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(sections, func(s *section) bool { return s.id == startSection }) {
		return nil, errors.New("the module has a start function already")
	}
	number, err := addFunction(sections, []byte{typeOfFunction, 0, 0}, body)
	if err != nil {
		return nil, err
	}
	behind := slices.IndexFunc(sections, func(s *section) bool { return s.id > startSection })
	start := &section{startSection, binary.AppendUvarint(nil, uint64(number))}
	return assemble(slices.Insert(sections, behind, start)), nil
}

// nextFunction is the number of the next function that is added.
func nextFunction(sections []*section) (number int) {
	for _, s := range sections {
		switch s.id {
		case importSection:
			number += importedFunctions(s.content)
		case functionSection:
			number += (&reader{b: s.content}).number()
		}
	}
	return number
}

// addFunction adds a function behind all others and returns its number.
func addFunction(sections []*section, signature, body []byte) (number int, err error) {
	return nextFunction(sections), addFunctions(sections, signature, body)
}

// addFunctions adds functions of one type behind all others.
func addFunctions(sections []*section, signature []byte, added ...[]byte) error {
	types, functions, bodies := -1, -1, -1
	for _, s := range sections {
		switch s.id {
		case typeSection:
			types, s.content = appendItems(s.content, signature)
		case functionSection:
			functions, s.content = appendItems(s.content, slices.Repeat([][]byte{binary.AppendUvarint(nil, uint64(types))}, len(added))...)
		case codeSection:
			sized := make([][]byte, len(added))
			for i, body := range added {
				sized[i] = appendSized(nil, body)
			}
			bodies, s.content = appendItems(s.content, sized...)
		}
	}
	if types < 0 || functions < 0 || bodies != functions {
		return errors.New("the module has no functions, or not all that it declares")
	}
	return nil
}

// appendItems appends to a section's list and returns the first new item's
// number.
func appendItems(content []byte, items ...[]byte) (number int, section []byte) {
	r := &reader{b: content}
	number = r.number()
	section = append(binary.AppendUvarint(nil, uint64(number+len(items))), r.b...)
	return number, append(section, slices.Concat(items...)...)
}
