package main

// pclntab is the Go runtime's table of functions in a compiled module
// (runtime/symtab.go, internal/abi/symtab.go), by addresses of the module's
// memory: a header, then a record per function with offsets into one area of
// variable-length tables. Offset 0 means that there is no table.
//
// The layout is checked before anything is changed, because it differs between
// Go versions: the header by its magic number, the records by their sizes, and
// moduledata, which has no version, by what its fields point at.
type pclntab struct {
	memory
	header     uint64
	moduleData uint64 // runtime.firstmoduledata
	names      uint64 // start of the function names
	namesEnd   uint64
	funcs      uint64 // number of functions
	tables     uint64 // start of the variable-length tables
	entries    uint64 // start of the list of functions
}

// headerMagic begins the table since Go 1.20; 1 and 8 are the instruction and
// pointer sizes of wasm. Go changes the magic number with the layout of the
// header or of the records.
var headerMagic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Offsets in the header (runtime.pcHeader), in bytes.
const (
	headerFuncs   = 8
	headerNames   = 32
	headerUnits   = 40 // the compilation units' lists of files; follow the names
	headerTables  = 56 // follow the units and the files' names
	headerEntries = 64
)

// Offsets in a function's record (runtime._func), in bytes.
const (
	funcName      = 4
	funcPCSP      = 16
	funcPCFile    = 20
	funcPCLn      = 24
	funcNPCData   = 28
	funcUnit      = 32 // only for the file table; the first line follows
	funcID        = 40 // 0 for a function that is nothing special to the runtime
	funcNFuncData = 43
	funcPCData    = 44
	funcMaxTable  = 64 // more pcdata tables than any function has
)

// Indices of pcdata and funcdata tables (internal/abi).
const (
	pcdataUnsafePoint = 0
	pcdataInlTree     = 2 // which inlined call an instruction belongs to
	pcdataArgLive     = 3

	funcdataArgsMaps   = 0 // which arguments and results hold pointers
	funcdataLocalsMaps = 1
	funcdataObjects    = 2 // variables whose addresses are taken
	funcdataInlTree    = 3 // the inlined calls
	funcdataDefers     = 4
	funcdataArgInfo    = 5
	funcdataArgLive    = 6
	funcdataWrapInfo   = 7
)

// An entry of the list of records: the function's address in the code, and where
// its record is. Both are relative; in bytes.
const (
	entryRecord = 4
	entrySize   = 8
)

// noFuncData is the offset that says that a function has no such data.
const noFuncData = 1<<32 - 1

// Offsets in an inlined call (runtime.inlinedCall), and its size, in bytes.
const (
	inlinedCallName = 4
	inlinedCallSize = 16
)

// Offsets in moduledata that are the same in all Go versions with this
// headerMagic, and are checked by what is there; moduleDataSize bounds the
// search for those that differ. In bytes.
const (
	moduleFtab      = 128
	moduleFtabCount = 136
	moduleDataSize  = 512
)

// readPclntab finds and checks the function tables of a module, which the
// result aliases.
func readPclntab(module []byte) (*pclntab, error) {
	mem, err := readMemory(module)
	if err != nil {
		return nil, err
	}
	t := &pclntab{memory: *mem}
	if t.header, err = t.findHeader(); err != nil {
		return nil, err
	}
	at := func(offset uint64) uint64 { return t.header + t.readU64(t.header+offset) }
	t.funcs = t.readU64(t.header + headerFuncs)
	t.names, t.namesEnd, t.tables, t.entries = at(headerNames), at(headerUnits), at(headerTables), at(headerEntries)
	if t.funcs == 0 || t.funcs > 1<<20 || t.names >= t.namesEnd || t.namesEnd > t.tables || t.tables >= t.entries {
		return nil, mismatch("the function table's header has an unknown layout")
	}
	if t.moduleData, err = t.findModuleData(); err != nil {
		return nil, err
	}
	if !t.recordsFit() {
		return nil, mismatch("the function records have an unknown layout")
	}
	return t, nil
}

func (m *memory) findHeader() (address uint64, err error) {
	for _, s := range m.segments {
		for i := 0; i+len(headerMagic) <= len(s.data); i++ {
			if string(s.data[i:i+len(headerMagic)]) == string(headerMagic) {
				if address != 0 {
					return 0, mismatch("the module has more than one function table")
				}
				address = s.at + uint64(i)
			}
		}
	}
	if address == 0 {
		return 0, mismatch("the module has no function table that begins as expected")
	}
	return address, nil
}

// findModuleData finds the record that points at the function tables. Zeros
// around it may be in no segment.
func (t *pclntab) findModuleData() (uint64, error) {
	for _, s := range t.segments {
		for at := s.at &^ 7; at < s.at+uint64(len(s.data)); at += 8 {
			if t.readU64(at) == t.header && t.readU64(at+moduleFtab) == t.entries && t.readU64(at+moduleFtabCount) == t.funcs+1 {
				return at, nil
			}
		}
	}
	return 0, mismatch("no moduledata points at the function tables")
}

// recordsFit reports whether each function's record has the size that its own
// table counts say: it ends where the next one begins. The linker aligns records,
// packFunctionTables does not.
func (t *pclntab) recordsFit() bool {
	for i := uint64(0); i+1 < t.funcs; i++ {
		end, next := t.recordEnd(i), t.functionAt(i+1)
		if t.readU32(t.functionAt(i)+funcNPCData) > funcMaxTable || next != end && next != (end+7)&^7 {
			return false
		}
	}
	return true
}

// findGofunc returns moduledata.gofunc, the address that offsets of funcdata are
// relative to. Its own offset in moduledata differs between Go versions: it is the one address in moduledata from which every function's list of
// inlined calls holds names of functions.
func (t *pclntab) findGofunc() (gofunc uint64, err error) {
	for offset := uint64(0); offset < moduleDataSize; offset += 8 {
		candidate := t.readU64(t.moduleData + offset)
		if candidate == 0 || candidate == gofunc || candidate > 1<<32 || !t.inlinedCallsAt(candidate) {
			continue
		}
		if gofunc != 0 {
			return 0, mismatch("two addresses in moduledata could be that of the functions' data")
		}
		gofunc = candidate
	}
	if gofunc == 0 {
		return 0, mismatch("moduledata does not hold the address of the functions' data")
	}
	return gofunc, nil
}

// inlinedCallsAt reports whether all lists of inlined calls hold names of
// functions when gofunc is the address that their offsets are relative to.
func (t *pclntab) inlinedCallsAt(gofunc uint64) bool {
	calls, named := 0, 0 // zeros name the first function
	for i := range t.funcs {
		offset, count := t.inlinedCalls(t.functionAt(i))
		for call := gofunc + offset; count > 0; call, count = call+inlinedCallSize, count-1 {
			calls++
			name := t.names + uint64(t.readU32(call+inlinedCallName))
			if name == t.names {
				continue
			}
			named++
			if name >= t.namesEnd || t.byteAt(name-1) != 0 || t.byteAt(name) == 0 {
				return false
			}
		}
	}
	return 2*named > calls
}

// inlinedCalls returns the offset of a function's list of inlined calls and
// their number, 0 when it has none. The number is one more than the greatest
// index in the function's table of them.
func (t *pclntab) inlinedCalls(f uint64) (offset uint64, count int64) {
	n, data := uint64(t.readU32(f+funcNPCData)), uint64(t.byteAt(f+funcNFuncData))
	if n <= pcdataInlTree || data <= funcdataInlTree {
		return 0, 0
	}
	table, calls := t.readU32(f+funcPCData+4*pcdataInlTree), t.readU32(f+funcPCData+4*(n+funcdataInlTree))
	if table == 0 || calls == noFuncData {
		return 0, 0
	}
	start := t.tables + uint64(table)
	end, value := t.tableEnd(start), int64(-1)
	for at := start; at < end && !t.bad; {
		delta, next := t.readUvarint(at)
		value += int64(delta>>1) ^ -int64(delta&1)
		count = max(count, value+1)
		at = t.skipNumber(next)
	}
	return uint64(calls), count
}

// functionAt returns the address of function i's record.
func (t *pclntab) functionAt(i uint64) uint64 {
	return t.entries + uint64(t.readU32(t.entries+entrySize*i+entryRecord))
}

// recordEnd returns where function i's record ends.
func (t *pclntab) recordEnd(i uint64) uint64 {
	f := t.functionAt(i)
	return f + funcPCData + 4*(uint64(t.readU32(f+funcNPCData))+uint64(t.byteAt(f+funcNFuncData)))
}

// nameEnd finds the end of a name, after its 0.
func (t *pclntab) nameEnd(at uint64) uint64 {
	for ; at < t.namesEnd; at++ {
		if t.byteAt(at) == 0 {
			return at + 1
		}
	}
	t.bad = true
	return at
}

// tableEnd finds the end of a variable-length table: pairs of numbers up to a
// pair, not the first, that begins with 0.
func (t *pclntab) tableEnd(at uint64) uint64 {
	for first := true; at < t.entries; first = false {
		zero := t.byteAt(at) == 0
		at = t.skipNumber(at)
		if zero && !first {
			return at
		}
		at = t.skipNumber(at)
	}
	t.bad = true
	return at
}

// readUvarint reads a number of a table and returns where the next one is.
func (t *pclntab) readUvarint(at uint64) (v, next uint64) {
	for shift := 0; ; shift += 7 {
		b := t.byteAt(at)
		at++
		v |= uint64(b&0x7f) << shift
		if b&0x80 == 0 || shift > 28 {
			return v, at
		}
	}
}

func (t *pclntab) skipNumber(at uint64) uint64 {
	for t.byteAt(at)&0x80 != 0 && !t.bad {
		at++
	}
	return at + 1
}
