package main

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
)

// TestReadProgram reads names, and lists hot functions that are missing.
func TestReadProgram(t *testing.T) {
	hot := strings.Fields(hotNames)
	if !slices.IsSorted(hot) {
		t.Error("hot.txt is not in order")
	}
	var names []byte
	named := append([]string{"main.main", coldNames[0]}, hot[1:]...)
	for i, name := range named {
		names = appendSized(binary.AppendUvarint(names, uint64(i+3)), []byte(name))
	}
	list := appendSized([]byte{1}, append(binary.AppendUvarint(nil, uint64(len(named))), names...))
	p := readProgram([]*section{{importSection, []byte{3}}, {customSection, append(appendSized(nil, []byte("name")), list...)}}, hotNames)
	if !p.named || p.first != 3 || len(p.neverReturns) != 1 || !p.neverReturns[4] || len(p.hot) != len(hot)-1 || p.hot[3] || !p.hot[5] {
		t.Errorf("read %+v", p)
	}
	if !slices.Equal(p.missing, hot[:1]) {
		t.Errorf("missing are %q", p.missing)
	}
}
