package main

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
)

// The runtime has a record of numbers for every function (runtime._func) and a
// list of the records (moduledata.ftab). Most numbers are offsets into three
// areas: names, tables by program counter (frame sizes, which stack map is
// valid) and data (stack maps, stack objects). The records are 440 KB that
// compress badly, and the areas are full of holes after blankTracebackTables.
//
// packFunctionTables moves what the records lead to together, in the order of
// the functions, and drops the records and their list. A start function writes
// them from columns of numbers, which lie in a hole. It gives all records equally
// many offsets: to the runtime a missing one is the same as one to nothing.
func packFunctionTables(module []byte) ([]byte, stats, error) {
	t, err := readPclntab(module)
	if err != nil {
		return nil, stats{}, err
	}
	r, err := t.readRecords()
	if err != nil {
		return nil, stats{}, err
	}
	gofunc, gofuncEnd, err := t.findData(r)
	if err != nil {
		return nil, stats{}, err
	}
	names, tables, data := r.gatherAreas(t, gofunc)
	columns, end := r.listColumns(t)
	free, first, recordsEnd := t.tables+uint64(len(tables)), t.functionAt(0), t.recordEnd(t.funcs-1)
	out, packed, err := addColumnWriter(module, columns, free)
	if err != nil {
		return nil, stats{}, err
	}
	switch {
	case t.bad:
		return nil, stats{}, mismatch("the function tables point outside the module's data")
	case end > recordsEnd, free+uint64(len(packed)) > t.entries, t.names+uint64(len(names)) > t.namesEnd, gofunc+uint64(len(data)) > gofuncEnd:
		return nil, stats{}, mismatch("the function tables leave no room for their columns")
	}
	t.replaceBytes(t.names, t.namesEnd, names)
	t.replaceBytes(t.tables, t.entries, append(tables, packed...))
	t.replaceBytes(t.entries, t.entries+entrySize*t.funcs, nil)
	t.replaceBytes(first, recordsEnd, nil)
	t.replaceBytes(gofunc, gofuncEnd, data)
	out, err = replaceData(out, t.segments)
	return out, statsOf(int(t.funcs), "the records of %d functions in %d bytes", t.funcs, len(packed)), err
}

// gatherAreas lays the three areas out again and sets the records' offsets to the
// new places. Offset 0 of names and tables leads to nothing.
func (r *records) gatherAreas(t *pclntab, gofunc uint64) (names, tables, data []byte) {
	inlined := r.inlinedNames(t, gofunc)
	names = gather([][]uint32{r.fields[funcName/4], inlined}, 0, []byte{0}, func(_ int, offset uint32) ([]byte, int) {
		at := t.names + uint64(offset)
		return t.bytesAt(at, t.nameEnd(at)), 1
	})
	tables = gather(append([][]uint32{r.fields[funcPCSP/4]}, r.pcdata...), 0, []byte{0}, func(_ int, offset uint32) ([]byte, int) {
		at := t.tables + uint64(offset)
		return t.bytesAt(at, t.tableEnd(at)), 1
	})
	moved := map[uint32][]uint32{} // names, by lists of inlined calls
	for _, offset := range slices.Sorted(maps.Keys(r.inlined)) {
		n := r.inlined[offset]
		moved[offset], inlined = inlined[:n], inlined[n:]
	}
	data = gather(r.funcdata, noFuncData, nil, func(kind int, offset uint32) ([]byte, int) {
		at := gofunc + uint64(offset)
		size, align, _ := r.dataSize(t, kind, offset, at)
		content := t.bytesAt(at, at+size)
		if kind == funcdataInlTree {
			for i, name := range moved[offset] {
				binary.LittleEndian.PutUint32(content[inlinedCallSize*i+inlinedCallName:], name)
			}
		}
		return content, align
	})
	return names, tables, data
}

// inlinedNames lists the names of all inlined calls, in the order of the offsets
// of their lists.
func (r *records) inlinedNames(t *pclntab, gofunc uint64) (names []uint32) {
	for _, offset := range slices.Sorted(maps.Keys(r.inlined)) {
		for i := range uint64(r.inlined[offset]) {
			names = append(names, t.readU32(gofunc+uint64(offset)+i*inlinedCallSize+inlinedCallName))
		}
	}
	return names
}

// records are the numbers of all functions' records, by number and function.
type records struct {
	fields   [funcPCData / 4][]uint32
	pcdata   [][]uint32       // offsets of tables; 0 leads to nothing
	funcdata [][]uint32       // offsets of data; noFuncData leads to nothing
	inlined  map[uint32]int64 // lengths of lists of inlined calls, by their offsets
}

// readRecords reads the records without offsets of data that only tracebacks
// read, and without the last offsets when they lead to nothing in all functions.
// Columns lie in the holes that line tables leave.
func (t *pclntab) readRecords() (*records, error) {
	r := &records{inlined: map[uint32]int64{}}
	for i := range t.funcs {
		f := t.functionAt(i)
		for j := range r.fields {
			r.fields[j] = append(r.fields[j], t.readU32(f+4*uint64(j)))
		}
		n, data := uint64(t.readU32(f+funcNPCData)), uint64(t.byteAt(f+funcNFuncData))
		r.pcdata = t.appendOffsets(r.pcdata, i, f+funcPCData, n, 0)
		r.funcdata = t.appendOffsets(r.funcdata, i, f+funcPCData+4*n, data, noFuncData)
		calls, count := t.inlinedCalls(f)
		if count > 0 {
			r.inlined[uint32(calls)] = max(r.inlined[uint32(calls)], count)
		}
		for j := range tracebackFuncData {
			if j < uint64(len(r.funcdata)) && (j != funcdataInlTree || count == 0) {
				r.funcdata[j][i] = noFuncData
			}
		}
	}
	r.pcdata, r.funcdata = trimColumns(r.pcdata, 0), trimColumns(r.funcdata, noFuncData)
	for _, lines := range []int{funcPCFile / 4, funcPCLn / 4} {
		if len(trimColumns([][]uint32{r.fields[lines]}, 0)) > 0 {
			return nil, mismatch("its columns need the room of the line tables, which blank-tracebacks did not blank")
		}
	}
	for i := range t.funcs {
		r.fields[funcNPCData/4][i] = uint32(len(r.pcdata))
		word := &r.fields[funcNFuncData/4][i]
		*word = *word&0xffffff | uint32(len(r.funcdata))<<24
	}
	return r, nil
}

// appendOffsets appends function i's n offsets, which are at an address, to
// columns. Those that it does not have lead to nothing.
func (t *pclntab) appendOffsets(columns [][]uint32, i, at, n uint64, nothing uint32) [][]uint32 {
	for uint64(len(columns)) < n {
		columns = append(columns, slices.Repeat([]uint32{nothing}, int(i)))
	}
	for j := range columns {
		offset := nothing
		if uint64(j) < n {
			offset = t.readU32(at + 4*uint64(j))
		}
		columns[j] = append(columns[j], offset)
	}
	return columns
}

// trimColumns drops the last columns that hold nothing.
func trimColumns(columns [][]uint32, nothing uint32) [][]uint32 {
	for n := len(columns); n > 0; n-- {
		if slices.ContainsFunc(columns[n-1], func(v uint32) bool { return v != nothing }) {
			return columns[:n]
		}
	}
	return nil
}

// listColumns lists the columns of the list of records and of the records, which
// follow it, and returns where they end.
func (r *records) listColumns(t *pclntab) (columns []column, end uint64) {
	all := slices.Concat(r.fields[:], r.pcdata, r.funcdata)
	first, size := t.functionAt(0), 4*uint64(len(all))
	var entries, offsets []uint32
	for i := range t.funcs {
		entries = append(entries, t.readU32(t.entries+entrySize*i))
		offsets = append(offsets, uint32(first-t.entries+size*i))
	}
	columns = []column{{t.entries, entrySize, entries}, {t.entries + entryRecord, entrySize, offsets}}
	for j, values := range all {
		if len(trimColumns([][]uint32{values}, 0)) > 0 { // memory is zero
			columns = append(columns, column{first + 4*uint64(j), size, values})
		}
	}
	return columns, first + size*t.funcs
}

// findData returns the address that offsets of functions' data are relative to
// (moduledata.gofunc), and the end of the data. It is the one address in
// moduledata from which all data make sense and do not overlap.
func (t *pclntab) findData(r *records) (gofunc, end uint64, err error) {
	for offset := uint64(0); offset < moduleDataSize; offset += 8 {
		candidate := t.readU64(t.moduleData + offset)
		if candidate == 0 || candidate == gofunc || candidate > 1<<32 {
			continue
		}
		last, ok := r.dataEnd(t, candidate)
		switch {
		case ok && gofunc != 0:
			return 0, 0, mismatch("two addresses in moduledata could be that of the functions' data")
		case ok:
			gofunc, end = candidate, last
		}
	}
	if gofunc == 0 {
		return 0, 0, mismatch("moduledata does not hold the address of the functions' data, or they have an unknown layout")
	}
	return gofunc, end, nil
}

// dataEnd returns where the functions' data end if they begin at gofunc; ok is
// false when that cannot be.
func (r *records) dataEnd(t *pclntab, gofunc uint64) (end uint64, ok bool) {
	kinds := map[uint32]int{}
	for kind, offsets := range r.funcdata {
		for _, offset := range offsets {
			if offset != noFuncData {
				kinds[offset] = kind
			}
		}
	}
	for _, offset := range slices.Sorted(maps.Keys(kinds)) {
		at := gofunc + uint64(offset)
		size, _, known := r.dataSize(t, kinds[offset], offset, at)
		if !known || at < end {
			return 0, false
		}
		end = at + size
	}
	return end, end > 0
}

// dataSize returns the size and the alignment of a function's data of a kind, at
// an address; ok is false when it cannot be such data.
func (r *records) dataSize(t *pclntab, kind int, offset uint32, at uint64) (size uint64, align int, ok bool) {
	const limit = 1 << 16 // maps, bits and objects
	switch kind {
	case funcdataArgsMaps, funcdataLocalsMaps: // runtime.stackmap
		n, bits := uint64(t.readU32(at)), uint64(t.readU32(at+4))
		return 8 + n*((bits+7)/8), 4, 0 < n && n < limit && bits < limit
	case funcdataObjects: // a number of runtime.stackObjectRecord
		n := t.readU64(at)
		return 8 + 16*n, 8, 0 < n && n < limit
	case funcdataInlTree:
		n := uint64(r.inlined[offset])
		return n * inlinedCallSize, 4, n > 0
	case funcdataDefers: // two numbers of variable length
		return t.skipNumber(t.skipNumber(at)) - at, 1, true
	}
	return 0, 0, false
}

// gather lays out what the offsets of columns lead to without holes after start,
// and sets the offsets to the new places. What several functions share comes
// first, what most share before all; then what only one has, in the order of the
// functions. The offset nothing leads to nothing.
func gather(columns [][]uint32, nothing uint32, start []byte, read func(column int, offset uint32) (content []byte, align int)) []byte {
	type thing struct{ column, uses int }
	things := map[uint32]*thing{}
	var order []uint32
	for j, column := range columns {
		for _, offset := range column {
			if offset == nothing {
				continue
			}
			if things[offset] == nil {
				things[offset] = &thing{column: j}
				order = append(order, offset)
			}
			things[offset].uses++
		}
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(things[b].uses, things[a].uses) })
	moved, out := map[uint32]uint32{nothing: nothing}, start
	for _, offset := range order {
		content, align := read(things[offset].column, offset)
		for len(out)%align != 0 {
			out = append(out, 0)
		}
		moved[offset] = uint32(len(out))
		out = append(out, content...)
	}
	for _, column := range columns {
		for i, offset := range column {
			column[i] = moved[offset]
		}
	}
	return out
}

// replaceBytes replaces all from one address to another with content, which is
// not longer, and zeros.
func (m *memory) replaceBytes(from, to uint64, content []byte) {
	var kept []segment
	for _, s := range m.segments {
		end := s.at + uint64(len(s.data))
		if s.at < from {
			kept = append(kept, segment{s.at, s.data[:min(end, from)-s.at]})
		}
		if end > to {
			start := max(s.at, to)
			kept = append(kept, segment{start, s.data[start-s.at:]})
		}
	}
	if len(content) > 0 {
		kept = append(kept, segment{from, content})
	}
	slices.SortFunc(kept, func(a, b segment) int { return cmp.Compare(a.at, b.at) })
	m.segments = kept
}

// bytesAt copies memory.
func (m *memory) bytesAt(from, to uint64) []byte {
	out := make([]byte, to-from)
	for i := range out {
		out[i] = m.byteAt(from + uint64(i))
	}
	return out
}
