package main

import (
	"encoding/binary"
	"slices"
	"testing"
)

// TestFindfunctabWriter runs the start function and looks at every byte around it.
func TestFindfunctabWriter(t *testing.T) {
	const pages = 4
	for _, c := range []struct{ table, buckets uint64 }{{0, 1}, {8, 16}, {1000, 17}, {4096, 4096}} {
		module, err := addStartFunction(emptyProgram(pages, nil), findfunctabWriter(c.table, c.buckets))
		if err != nil {
			t.Fatal(err)
		}
		got := memoryAfterStart(t, module)
		want := make([]byte, pages<<16)
		for b := range c.buckets {
			binary.LittleEndian.PutUint32(want[c.table+b*bucketBytes:], uint32(b/bucketsPerFunction))
		}
		if !slices.Equal(got, want) {
			t.Errorf("table of %d buckets at %d: other bytes than expected", c.buckets, c.table)
		}
	}
}

// TestSynthesizeFindfunctab holds the module without the table to the one with it:
// what the start function writes is what was dropped, and nothing else was.
func TestSynthesizeFindfunctab(t *testing.T) {
	compiled, placed := runPass(t, "findfunctab")
	before, err := readMemory(compiled)
	if err != nil {
		t.Fatal(err)
	}
	after, err := readMemory(placed)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := readPclntab(compiled)
	if err != nil {
		t.Fatal(err)
	}
	table, buckets, err := tables.findfunctab()
	if err != nil || buckets/bucketsPerFunction+1 < tables.funcs {
		t.Fatalf("%d entries for %d functions, %v", buckets, tables.funcs, err)
	}
	image := bytesOf(after)
	for b := range buckets {
		binary.LittleEndian.PutUint32(image[table+b*bucketBytes:], uint32(b/bucketsPerFunction))
	}
	if !slices.Equal(bytesOf(before), image) {
		t.Error("the module's memory is another one after the start")
	}
	if _, _, err := synthesizeFindfunctab(placed); err == nil {
		t.Error("a module without the table is accepted")
	}
}

// bytesOf lays a module's data out from address 0 on.
func bytesOf(m *memory) []byte {
	last := m.segments[len(m.segments)-1]
	image := make([]byte, last.at+uint64(len(last.data)))
	for _, s := range m.segments {
		copy(image[s.at:], s.data)
	}
	return image
}

func TestAddStartFunctionRefuses(t *testing.T) {
	for name, module := range map[string]string{
		"no code":       "\x00asm\x01\x00\x00\x00",
		"half a module": "\x00asm\x01\x00\x00\x00\x01\x7f\x01",
	} {
		if _, err := addStartFunction([]byte(module), []byte{0, opEnd}); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// TestAddStartFunctionTwice: the functions run in the order in which they are added.
func TestAddStartFunctionTwice(t *testing.T) {
	module := emptyProgram(1, nil)
	for _, v := range []byte{1, 2, 3} {
		e := &emitter{out: []byte{0}}
		e.emitOps(opI32Const, 4, opI32Const, v, opI32Store8, 0, 0, opI32Const, v, opI32Const, v, opI32Store8, 0, 8, opEnd)
		var err error
		if module, err = addStartFunction(module, e.out); err != nil {
			t.Fatal(err)
		}
	}
	if got := memoryAfterStart(t, module)[:12]; !slices.Equal(got, []byte{0, 0, 0, 0, 3, 0, 0, 0, 0, 1, 2, 3}) {
		t.Errorf("memory holds %v", got)
	}
}

// TestModuleData: the record is found where its first or last bytes are zeros,
// which no segment need hold.
func TestModuleData(t *testing.T) {
	record := make([]byte, moduleFtabCount+8)
	le := binary.LittleEndian
	for _, header := range []uint64{0x12345600, 0x123400, 0x40, 0x1234560000} {
		table := &pclntab{header: header, entries: 0x5500, funcs: 0x77ff}
		le.PutUint64(record, header)
		le.PutUint64(record[moduleFtab:], table.entries)
		le.PutUint64(record[moduleFtabCount:], table.funcs+1)
		table.segments = nil
		for i := 0; i < len(record); i++ { // as a linker that leaves all zeros out
			if from := i; record[i] != 0 {
				for i < len(record) && record[i] != 0 {
					i++
				}
				table.segments = append(table.segments, segment{4096 + uint64(from), record[from:i]})
			}
		}
		if at, err := table.findModuleData(); at != 4096 || err != nil {
			t.Errorf("%#x: at %d, %v", header, at, err)
		}
	}
}
