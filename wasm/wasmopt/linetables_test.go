package main

import (
	"errors"
	"testing"
)

func TestBlankTracebackTablesRefuses(t *testing.T) {
	for name, module := range map[string]string{
		"nothing":  "",
		"no data":  "\x00asm\x01\x00\x00\x00",
		"no table": "\x00asm\x01\x00\x00\x00\x0b\x08\x01\x00\x41\x10\x0b\x02ab",
	} {
		if _, _, err := blankTracebackTables([]byte(module)); err == nil {
			t.Errorf("%s is accepted as a Go module", name)
		}
	}
}

// TestBlankTracebackTablesTouchesOnlyTheTables compares the module before and after: no
// byte outside its data differs, and only ever to 0, or to 0xff: no data.
func TestBlankTracebackTablesTouchesOnlyTheTables(t *testing.T) {
	compiled, thin := runPass(t, "blank-tracebacks")
	if len(thin) != len(compiled) {
		t.Fatalf("%d bytes became %d", len(compiled), len(thin))
	}
	a, err := measureLayout(compiled, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := measureLayout(thin, nil)
	if err != nil {
		t.Fatal(err)
	}
	if string(a.code) != string(b.code) {
		t.Error("the code changed")
	}
	changed := 0
	for i := range thin {
		if thin[i] != compiled[i] {
			changed++
			if thin[i] != 0 && thin[i] != 0xff {
				t.Fatalf("byte %d became %d", i, thin[i])
			}
		}
	}
	if changed < 150_000 {
		t.Errorf("only %d bytes were blanked", changed)
	}
}

// TestBlankTracebackTablesKeepsWhatTheCollectorReads compares what the collector and defer
// read of each function: its frame sizes, its stack maps, its stack objects.
func TestBlankTracebackTablesKeepsWhatTheCollectorReads(t *testing.T) {
	compiled, thin := runPass(t, "blank-tracebacks")
	a, err := readPclntab(append([]byte(nil), compiled...))
	if err != nil {
		t.Fatal(err)
	}
	b, err := readPclntab(thin)
	if err != nil {
		t.Fatal(err)
	}
	gofunc, err := a.findGofunc()
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	same := func(what string, f, start, n uint64) {
		for at := start; at < start+n; at++ {
			if a.byteAt(at) != b.byteAt(at) {
				t.Fatalf("function %#x: %s changed at %#x", f, what, at)
			}
		}
		compared += int(n)
	}
	for i := uint64(0); i < a.funcs; i++ {
		f := a.functionAt(i)
		n, data := uint64(a.readU32(f+funcNPCData)), uint64(a.byteAt(f+funcNFuncData))
		for _, at := range []uint64{f + funcPCSP, f + funcPCData + 4} {
			if offset := a.readU32(at); offset != 0 && (at == f+funcPCSP || n > 1) {
				same("the offset of a table", f, at, 4)
				same("a table", f, a.tables+uint64(offset), a.tableEnd(a.tables+uint64(offset))-a.tables-uint64(offset))
			}
		}
		for _, j := range []uint64{0, 1, 2, 4} {
			at := f + funcPCData + 4*(n+j)
			if offset := a.readU32(at); j < data && offset != noFuncData {
				same("the offset of data", f, at, 4)
				same("data", f, gofunc+uint64(offset), 8) // how many and how long
			}
		}
	}
	if compared < 200_000 {
		t.Errorf("only %d bytes were compared", compared)
	}
}

// TestPclntabRefusesOtherLayouts changes what the passes know of the compiled
// module one by one, as another Go version might.
func TestPclntabRefusesOtherLayouts(t *testing.T) {
	compiled, _ := runPass(t, "blank-tracebacks")
	original, err := readPclntab(compiled)
	if err != nil {
		t.Fatal(err)
	}
	gofunc, err := original.findGofunc()
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := original.findfunctab()
	if err != nil {
		t.Fatal(err)
	}
	gofuncField := original.moduleData
	for original.readU64(gofuncField) != gofunc {
		gofuncField += 8
	}
	record := original.functionAt(7)
	for name, c := range map[string]struct {
		at           uint64
		blank, found bool // whether the two passes accept the module
	}{
		"another header":           {original.header, false, false},
		"another order of entries": {original.header + headerEntries, false, false},
		"another moduledata":       {original.moduleData + moduleFtab, false, false},
		"other records":            {record + funcNFuncData, false, false},
		"no gofunc":                {gofuncField, false, true},
		"another findfunctab":      {table + 16*bucketBytes, true, false},
		"other code addresses":     {original.moduleData + moduleMaxPC + 2, true, false},
	} {
		module := append([]byte(nil), compiled...)
		mem, err := readMemory(module)
		if err != nil {
			t.Fatal(err)
		}
		if s := mem.findSegment(c.at); s == nil {
			t.Fatalf("%s: no data at %#x", name, c.at)
		} else {
			s.data[c.at-s.at] ^= 0x40
		}
		for pass, run := range map[string]struct {
			do func([]byte) ([]byte, stats, error)
			ok bool
		}{"blank-tracebacks": {blankTracebackTables, c.blank}, "findfunctab": {synthesizeFindfunctab, c.found}} {
			_, _, err := run.do(module)
			var unknown mismatch
			if (err == nil) != run.ok || err != nil && !errors.As(err, &unknown) {
				t.Errorf("%s: pass %s: %v", name, pass, err)
			}
		}
	}
}
