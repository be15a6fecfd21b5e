package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
)

// memoryAfterStart returns the memory of a module that imports nothing.
func memoryAfterStart(t *testing.T, module []byte) []byte {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	m, err := r.Instantiate(ctx, module)
	if err != nil {
		t.Fatal(err)
	}
	image, _ := m.Memory().Read(0, m.Memory().Size())
	return slices.Clone(image)
}

// emptyProgram is a module with a memory, a function that does nothing and data.
func emptyProgram(pages byte, data []segment) []byte {
	module := []byte(moduleHeader)
	for _, s := range []section{
		{typeSection, []byte{1, typeOfFunction, 0, 0}},
		{functionSection, []byte{1, 0}},
		{5, []byte{1, 0, pages}},
		{7, []byte{1, 1, 'm', 2, 0}},
		{codeSection, append([]byte{1}, appendSized(nil, []byte{0, opEnd})...)},
		{dataSection, encodeSegments(data)},
	} {
		module = appendSized(append(module, s.id), s.content)
	}
	return module
}

// TestColumnWriter writes random columns, and looks at every byte around them.
func TestColumnWriter(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	kinds := []func(i int) uint32{
		func(int) uint32 { return 7 },
		func(i int) uint32 { return uint32(i) << 16 },
		func(i int) uint32 { return noFuncData - uint32(i) },
		func(int) uint32 { return uint32(random.Intn(3)) },
		func(int) uint32 { return uint32(random.Intn(1 << 20)) },
		func(i int) uint32 { return uint32(i*i) - 1 },
		func(i int) uint32 { return uint32(i%2)<<31 - 1 },
		func(i int) uint32 { return uint32(i%3) << 31 },
	}
	for _, rows := range []int{1, 2, 3, 1000} {
		const at, table, stride = 100, 1 << 16, 48
		want := make([]byte, 3<<16)
		var columns []column
		for j, kind := range kinds {
			c := column{to: table + 4*uint64(j), stride: stride}
			for i := range rows {
				c.values = append(c.values, kind(i))
				binary.LittleEndian.PutUint32(want[table+stride*i+4*j:], c.values[i])
			}
			columns = append(columns, c)
		}
		module, packed, err := addColumnWriter(emptyProgram(3, []segment{{0, []byte{0}}}), columns, at)
		if err != nil {
			t.Fatal(err)
		}
		copy(want[at:], packed)
		if module, err = replaceData(module, []segment{{at, packed}}); err != nil {
			t.Fatal(err)
		}
		if got := memoryAfterStart(t, module); !slices.Equal(got, want) {
			t.Errorf("%d rows: other bytes than expected", rows)
		}
	}
}

// TestPackFunctionTables runs the start function and compares what the runtime
// then finds for each function with what it found before.
func TestPackFunctionTables(t *testing.T) {
	compiled, thin := runPass(t, "blank-tracebacks")
	original, err := readPclntab(compiled)
	if err != nil {
		t.Fatal(err)
	}
	gofunc, err := original.findGofunc()
	if err != nil {
		t.Fatal(err)
	}
	before, err := readPclntab(thin)
	if err != nil {
		t.Fatal(err)
	}
	const pages = 100
	packed, did, err := packFunctionTables(emptyProgram(pages, before.segments))
	if err != nil {
		t.Fatal(err)
	}
	t.Log(did.summary)
	after, err := readPclntab(emptyProgram(pages, []segment{{0, memoryAfterStart(t, packed)}}))
	if err != nil {
		t.Fatal(err)
	}
	if after.funcs != before.funcs {
		t.Fatalf("%d functions are %d", before.funcs, after.funcs)
	}
	for i := range before.funcs {
		if a, b := describeFunction(before, gofunc, i), describeFunction(after, gofunc, i); a != b {
			t.Fatalf("function %d was\n%s\nand is\n%s", i, a, b)
		}
	}
	if end := before.entries + entrySize*before.funcs; before.readU32(end) != after.readU32(end) {
		t.Error("the end of the last function changed")
	}
	if _, _, err := packFunctionTables(packed); err == nil {
		t.Error("a module without records is accepted")
	}
	var left mismatch
	if _, _, err := packFunctionTables(compiled); !errors.As(err, &left) {
		t.Errorf("a module with line tables: %v", err)
	}
}

// describeFunction is all that the runtime reads of function i.
func describeFunction(t *pclntab, gofunc, i uint64) string {
	f := t.functionAt(i)
	n, data := uint64(t.readU32(f+funcNPCData)), uint64(t.byteAt(f+funcNFuncData))
	var b strings.Builder
	if name := t.names + uint64(t.readU32(f+funcName)); name != t.names { // 0 is no name
		fmt.Fprintf(&b, "%q", t.bytesAt(name, t.nameEnd(name)))
	}
	fmt.Fprintf(&b, " at %x %x", t.readU32(t.entries+entrySize*i), t.readU32(f))
	for _, at := range []uint64{8, 12, funcPCFile, funcPCLn, 32, 36} {
		fmt.Fprintf(&b, " %x", t.readU32(f+at))
	}
	fmt.Fprintf(&b, " %x", t.readU32(f+40)&0xffffff)
	tables := []uint32{t.readU32(f + funcPCSP)}
	for j := range n {
		tables = append(tables, t.readU32(f+funcPCData+4*j))
	}
	for j, offset := range tables {
		if at := t.tables + uint64(offset); offset != 0 {
			fmt.Fprintf(&b, "\ntable %d: %x", j, t.bytesAt(at, t.tableEnd(at)))
		}
	}
	for _, kind := range []uint64{funcdataArgsMaps, funcdataLocalsMaps, funcdataObjects, funcdataDefers} {
		offset := t.readU32(f + funcPCData + 4*(n+kind))
		if at := gofunc + uint64(offset); kind < data && offset != noFuncData {
			size, _, _ := new(records).dataSize(t, int(kind), offset, at)
			fmt.Fprintf(&b, "\ndata %d: %x", kind, t.bytesAt(at, at+size))
		}
	}
	offset, calls := t.inlinedCalls(f)
	for call := gofunc + offset; calls > 0; call, calls = call+inlinedCallSize, calls-1 {
		fmt.Fprintf(&b, "\ninlined: %x %x", t.byteAt(call), t.bytesAt(call+inlinedCallName+4, call+inlinedCallSize))
		if name := t.names + uint64(t.readU32(call+inlinedCallName)); name != t.names {
			fmt.Fprintf(&b, " %q", t.bytesAt(name, t.nameEnd(name)))
		}
	}
	return b.String()
}
