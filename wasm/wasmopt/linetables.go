package main

// A Go program carries tables that only tracebacks read: the files' names, the
// file and line of every instruction, the calls that were inlined, the arguments
// to print; and one for signals, which wasm does not have. They are a fifteenth
// of the module, a twentieth after gzip. blankTracebackTables blanks them, as a
// linker's -s does with debug information: a traceback then names functions
// without lines and arguments. Every other table (stack maps, frame sizes,
// names) stays as it is. wasm-opt drops the zeros, and packFunctionTables uses
// the holes.
//
// The calls that were inlined in wrappers stay too: recover asks for them. It
// must be called by the deferred function itself, and wrappers do not count.

// Indices of the pcdata and funcdata tables that are blanked.
var (
	tracebackPCData   = map[uint64]bool{pcdataUnsafePoint: true, pcdataInlTree: true, pcdataArgLive: true}
	tracebackFuncData = map[uint64]bool{funcdataInlTree: true, funcdataArgInfo: true, funcdataArgLive: true, funcdataWrapInfo: true}
)

// blankTracebackTables returns the module without file and line tables.
func blankTracebackTables(module []byte) ([]byte, stats, error) {
	out := append([]byte(nil), module...)
	t, err := readPclntab(out)
	if err != nil {
		return nil, stats{}, err
	}
	gofunc, err := t.findGofunc()
	if err != nil {
		return nil, stats{}, err
	}
	b := &blanker{pclntab: t, gofunc: gofunc, keep: map[uint32]bool{}, keepCalls: map[uint64]bool{}, drop: map[uint32]bool{}}
	for i := range t.funcs {
		b.keepWhatIsRead(t.functionAt(i))
	}
	for i := range t.funcs {
		b.blankFunction(t.functionAt(i))
	}
	b.blank(t.namesEnd, t.tables-t.namesEnd)
	for offset := range b.drop {
		if offset != 0 && !b.keep[offset] { // tables with equal content are shared
			start := t.tables + uint64(offset)
			b.blank(start, t.tableEnd(start)-start)
		}
	}
	if t.bad {
		return nil, stats{}, mismatch("the function tables point outside the module's data")
	}
	return out, statsOf(int(t.funcs), "%d bytes of the functions' tables blanked", b.blanked), nil
}

// blanker blanks the tables of one module.
type blanker struct {
	*pclntab
	gofunc     uint64
	keep, drop map[uint32]bool // offsets of tables
	keepCalls  map[uint64]bool // offsets of lists of inlined calls
	blanked    uint64          // bytes
}

func (b *blanker) blank(at, n uint64) {
	b.fillBytes(at, n, 0)
	b.blanked += n
}

// readByRecover reports whether recover reads the inlined calls of a function: it
// asks every special one whether it is a wrapper.
func (t *pclntab) readByRecover(f uint64) bool { return t.byteAt(f+funcID) != 0 }

// keepWhatIsRead notes what of a function's tables others than tracebacks read.
func (b *blanker) keepWhatIsRead(f uint64) {
	special := b.readByRecover(f)
	b.keep[b.readU32(f+funcPCSP)] = true
	for j := range uint64(b.readU32(f + funcNPCData)) {
		if !tracebackPCData[j] || special && j == pcdataInlTree {
			b.keep[b.readU32(f+funcPCData+4*j)] = true
		}
	}
	if calls, count := b.inlinedCalls(f); special && count > 0 {
		b.keepCalls[calls] = true
	}
}

// blankFunction blanks a function's record and its inlined calls, and notes its
// tables.
func (b *blanker) blankFunction(f uint64) {
	special := b.readByRecover(f)
	if calls, count := b.inlinedCalls(f); count > 0 && !b.keepCalls[calls] {
		b.blank(b.gofunc+calls, uint64(count)*inlinedCallSize)
	}
	n, data := uint64(b.readU32(f+funcNPCData)), uint64(b.byteAt(f+funcNFuncData))
	b.drop[b.readU32(f+funcPCFile)], b.drop[b.readU32(f+funcPCLn)] = true, true
	b.blank(f+funcPCFile, 8)
	b.blank(f+funcUnit, 8)
	for j := range n {
		at := f + funcPCData + 4*j
		if tracebackPCData[j] && !(special && j == pcdataInlTree) {
			b.drop[b.readU32(at)] = true
			b.blank(at, 4)
		}
	}
	for j := range tracebackFuncData {
		at := f + funcPCData + 4*(n+j)
		if j < data && !(special && j == funcdataInlTree) && b.covers(at, 4) { // else it leads to the same as before
			b.fillBytes(at, 4, 0xff)
		}
	}
}
