package main

// A Go program carries tables that only tracebacks read: the files' names, the
// file and line of every instruction, the calls that were inlined, the arguments
// to print; and one for signals, which wasm does not have. They are a fifteenth
// of the module, a twentieth after gzip. blankTracebackTables blanks them, as a
// linker's -s does with debug information: a traceback then names functions
// without lines and arguments. Every other table (stack maps, frame sizes,
// names) stays as it is. wasm-opt drops the zeros, and packFunctionTables uses
// the holes.

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
	keep, drop := map[uint32]bool{}, map[uint32]bool{}
	blanked := uint64(0)
	blank := func(at, n uint64) {
		t.fillBytes(at, n, 0)
		blanked += n
	}
	for i := range t.funcs {
		f := t.functionAt(i)
		n, data := uint64(t.readU32(f+funcNPCData)), uint64(t.byteAt(f+funcNFuncData))
		if calls, count := t.inlinedCalls(f); count > 0 {
			blank(gofunc+calls, uint64(count)*inlinedCallSize)
		}
		drop[t.readU32(f+funcPCFile)], drop[t.readU32(f+funcPCLn)] = true, true
		keep[t.readU32(f+funcPCSP)] = true
		blank(f+funcPCFile, 8)
		blank(f+funcUnit, 8)
		for j := range n {
			at := f + funcPCData + 4*j
			if !tracebackPCData[j] {
				keep[t.readU32(at)] = true
				continue
			}
			drop[t.readU32(at)] = true
			blank(at, 4)
		}
		for j := range tracebackFuncData {
			if j < data {
				t.fillBytes(f+funcPCData+4*(n+j), 4, 0xff)
			}
		}
	}
	blank(t.namesEnd, t.tables-t.namesEnd)
	for offset := range drop {
		if offset != 0 && !keep[offset] { // tables with equal content are shared
			start := t.tables + uint64(offset)
			blank(start, t.tableEnd(start)-start)
		}
	}
	if t.bad {
		return nil, stats{}, mismatch("the function tables point outside the module's data")
	}
	return out, statsOf("%d bytes of %d functions' tables blanked", blanked, t.funcs), nil
}
