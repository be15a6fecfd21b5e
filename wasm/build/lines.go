package main

import (
	"encoding/binary"
	"errors"
	"sort"
)

// A Go program carries tables that only tracebacks read: the file and line of
// every instruction, which calls were inlined, which arguments to print; and
// one for signals, which wasm does not have. They are a fifteenth of the
// module, a twentieth after gzip. dropLines blanks them, as a linker's -s does
// with debug information: a traceback then names functions without lines and
// arguments. Every other table (stack maps, frame sizes, names) stays as it is.
// The optimizer drops the zeros.
//
// The layout is that of the Go runtime (runtime/symtab.go, internal/abi):
// the header, then per function two offsets, pcfile and pcln, into one area of
// variable-length tables; offset 0 means that there is no table.

// pclntab is where the tables are, in addresses of the module's memory.
type pclntab struct {
	memory
	header  uint64
	base    uint64 // what the offsets of funcdata count from
	funcs   uint64 // number of functions
	tables  uint64 // start of the variable-length tables
	entries uint64 // start of the list of functions
}

// Places in the runtime's func record, in bytes.
const (
	funcPCSP      = 16
	funcPCFile    = 20
	funcPCLn      = 24
	funcNPCData   = 28
	funcNFuncData = 43
	funcPCData    = 44
	funcMaxTable  = 64 // more pcdata tables than any function has
)

// Numbers of tables that only tracebacks and signals read (internal/abi).
const (
	inlinedTable = 2 // pcdata: which inlined call an instruction belongs to
	inlinedCalls = 3 // funcdata: these calls
)

var (
	needlessPCData   = map[uint64]bool{0: true, inlinedTable: true, 3: true}          // unsafe points, arguments alive
	needlessFuncData = map[uint64]bool{inlinedCalls: true, 5: true, 6: true, 7: true} // arguments and wrappers
)

// inlinedCallSize is the size of one inlined call, and noFuncData the offset
// that says that a function has no such data.
const (
	inlinedCallSize = 16
	noFuncData      = 1<<32 - 1
)

// Places in the runtime's moduledata, in bytes.
const (
	modulePCTab = 80
	moduleBase  = 320
)

// headerMagic begins the tables since Go 1.20; 1 and 8 are the instruction and
// pointer sizes of wasm.
var headerMagic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// dropLines returns the module without file and line tables.
func dropLines(module []byte) ([]byte, error) {
	out := append([]byte(nil), module...)
	t, err := tablesOf(out)
	if err != nil {
		return nil, err
	}
	keep, drop := map[uint32]bool{}, map[uint32]bool{}
	for i := uint64(0); i < t.funcs; i++ {
		f := t.function(i)
		n, data := uint64(t.u32(f+funcNPCData)), uint64(t.byte(f+funcNFuncData))
		if n > funcMaxTable {
			return nil, errors.New("the function tables are not laid out as expected")
		}
		if n > inlinedTable && data > inlinedCalls {
			t.clearInlined(t.u32(f+funcPCData+4*inlinedTable), t.u32(f+funcPCData+4*(n+inlinedCalls)))
		}
		drop[t.u32(f+funcPCFile)], drop[t.u32(f+funcPCLn)] = true, true
		keep[t.u32(f+funcPCSP)] = true
		t.set(f+funcPCFile, 8, 0)
		for j := uint64(0); j < n; j++ {
			at := f + funcPCData + 4*j
			if !needlessPCData[j] {
				keep[t.u32(at)] = true
				continue
			}
			drop[t.u32(at)] = true
			t.set(at, 4, 0)
		}
		for j := range needlessFuncData {
			if j < data {
				t.set(f+funcPCData+4*(n+j), 4, 0xff)
			}
		}
	}
	for offset := range drop {
		if offset != 0 && !keep[offset] { // tables with equal content are shared
			start := t.tables + uint64(offset)
			t.set(start, t.tableEnd(start)-start, 0)
		}
	}
	if t.bad {
		return nil, errors.New("the function tables point outside the module's data")
	}
	return out, nil
}

// clearInlined blanks the list of a function's inlined calls: as many as its
// table names.
func (t *pclntab) clearInlined(table, calls uint32) {
	if table == 0 || calls == noFuncData {
		return
	}
	start := t.tables + uint64(table)
	end, value, count := t.tableEnd(start), int64(-1), int64(0)
	for at := start; at < end && !t.bad; {
		delta := uint64(0)
		for shift := 0; ; shift += 7 {
			b := t.byte(at)
			at++
			delta |= uint64(b&0x7f) << shift
			if b&0x80 == 0 || shift > 28 {
				break
			}
		}
		value += int64(delta>>1) ^ -int64(delta&1)
		count = max(count, value+1)
		at = t.skipNumber(at)
	}
	t.set(t.base+uint64(calls), uint64(count)*inlinedCallSize, 0)
}

// tablesOf finds the function tables of a module, which they alias.
func tablesOf(module []byte) (*pclntab, error) {
	mem, err := dataOf(module)
	if err != nil {
		return nil, err
	}
	found := uint64(0)
	for _, s := range mem.segments {
		for i := 0; i+len(headerMagic) <= len(s.data); i++ {
			if string(s.data[i:i+len(headerMagic)]) == string(headerMagic) {
				if found != 0 {
					return nil, errors.New("more than one function table")
				}
				found = s.at + uint64(i)
			}
		}
	}
	if found == 0 {
		return nil, errors.New("no function table: another version of Go?")
	}
	t := &pclntab{memory: *mem, header: found, funcs: mem.u64(found + 8), tables: found + mem.u64(found+56), entries: found + mem.u64(found+64)}
	t.base = t.moduleBase()
	if t.funcs == 0 || t.funcs > 1<<20 || t.tables >= t.entries || t.base == 0 {
		return nil, errors.New("the function table's header is not as expected")
	}
	return t, nil
}

// moduleBase finds the runtime's moduledata, which begins with the address of
// the tables, and returns what the offsets of funcdata count from; 0 when there
// is not exactly one.
func (t *pclntab) moduleBase() (base uint64) {
	for _, s := range t.segments {
		// The linker leaves zeros out: a segment may begin, and end, inside a
		// number.
		for at := s.at &^ 7; at < s.at+uint64(len(s.data)); at += 8 {
			if t.u64(at) != t.header || t.u64(at+modulePCTab) != t.tables {
				continue
			}
			if base != 0 {
				return 0
			}
			base = t.u64(at + moduleBase)
		}
	}
	return base
}

// function returns the address of function i's record.
func (t *pclntab) function(i uint64) uint64 {
	return t.entries + uint64(t.u32(t.entries+8*i+4))
}

// tableEnd finds the end of a table: pairs of variable-length numbers until
// one that begins, behind the first, with 0.
func (t *pclntab) tableEnd(at uint64) uint64 {
	for first := true; at < t.entries; first = false {
		zero := t.byte(at) == 0
		at = t.skipNumber(at)
		if zero && !first {
			return at
		}
		at = t.skipNumber(at)
	}
	t.bad = true
	return at
}

func (t *pclntab) skipNumber(at uint64) uint64 {
	for t.byte(at)&0x80 != 0 && !t.bad {
		at++
	}
	return at + 1
}

// segment is a stretch of initialized memory; data aliases the module.
type segment struct {
	at   uint64
	data []byte
}

// memory reads and changes the module's initialized memory. What no segment
// covers is zero.
type memory struct {
	segments []segment // in ascending order
	bad      bool      // something outside any sensible address was asked for
}

// dataOf finds the data segments of a module.
func dataOf(module []byte) (*memory, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	r := &reader{}
	for _, s := range sections {
		if s.id == dataSection {
			r.b = s.content
		}
	}
	mem := &memory{}
	for n := r.number(); n > 0 && !r.bad; n-- {
		if r.number() != 0 || r.byte() != opI32Const {
			return nil, errors.New("a data segment is not of the plain kind")
		}
		at := r.number() // a small positive signed number reads the same
		r.byte()         // end of the expression
		mem.segments = append(mem.segments, segment{uint64(at), r.take(r.number())})
	}
	if r.bad || len(mem.segments) == 0 {
		return nil, errors.New("the module's data cannot be read")
	}
	sort.Slice(mem.segments, func(i, j int) bool { return mem.segments[i].at < mem.segments[j].at })
	return mem, nil
}

// find returns the segment that covers an address, nil when none does.
func (m *memory) find(at uint64) *segment {
	lo, hi := 0, len(m.segments)
	for lo < hi {
		mid := (lo + hi) / 2
		if s := &m.segments[mid]; at < s.at {
			hi = mid
		} else if at >= s.at+uint64(len(s.data)) {
			lo = mid + 1
		} else {
			return s
		}
	}
	return nil
}

func (m *memory) byte(at uint64) byte {
	if s := m.find(at); s != nil {
		return s.data[at-s.at]
	}
	return 0
}

func (m *memory) u32(at uint64) uint32 { return uint32(m.u64(at)) }

func (m *memory) u64(at uint64) uint64 {
	var b [8]byte
	for i := range b {
		b[i] = m.byte(at + uint64(i))
	}
	return binary.LittleEndian.Uint64(b[:])
}

// set fills n bytes with a value.
func (m *memory) set(at, n uint64, value byte) {
	for i := at; i < at+n; i++ {
		if s := m.find(i); s != nil {
			s.data[i-s.at] = value
		}
	}
}
