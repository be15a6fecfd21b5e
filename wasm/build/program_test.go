package main

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
)

// TestProgram reads names: those that are not there are told.
func TestProgram(t *testing.T) {
	list := []byte{0}
	hot := strings.Fields(hotNames)
	named := append([]string{"main.main", coldNames[0]}, hot...)
	var names []byte
	for i, name := range named {
		names = appendSized(binary.AppendUvarint(names, uint64(i+3)), []byte(name))
	}
	list = append(list[:0], appendSized([]byte{1}, append(binary.AppendUvarint(nil, uint64(len(named))), names...))...)
	p := programOf([]*section{
		{importSection, []byte{3}},
		{customSection, append(appendSized(nil, []byte("name")), list...)},
	})
	if p.first != 3 || len(p.neverReturns) != 1 || !p.neverReturns[4] || len(p.hot) != len(hot) || p.hot[3] || !p.hot[5] {
		t.Errorf("read %+v", p)
	}
	if !slices.Equal(p.missing, coldNames[1:]) {
		t.Errorf("missing are %q", p.missing)
	}
	if !slices.IsSorted(hot) {
		t.Error("hot.txt is not in order")
	}
}
