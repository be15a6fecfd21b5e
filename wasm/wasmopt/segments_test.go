package main

import (
	"encoding/binary"
	"math/rand"
	"slices"
	"testing"
)

// dataModule is a module of nothing but data segments, in any order.
func dataModule(segments []segment) []byte {
	out := appendSized(append([]byte("\x00asm\x01\x00\x00\x00"), dataCountSection), binary.AppendUvarint(nil, uint64(len(segments))))
	return appendSized(append(out, dataSection), encodeSegments(segments))
}

// TestMergeSegments merges random segments: the memory stays as it was, and no
// two segments are left that are close together.
func TestMergeSegments(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 200 {
		var segments []segment
		at := uint64(r.Intn(1 << 16))
		for range 1 + r.Intn(40) {
			data := make([]byte, 1+r.Intn(20))
			r.Read(data)
			segments = append(segments, segment{at, data})
			at += uint64(len(data) + r.Intn(3*maxGap))
		}
		shuffled := slices.Clone(segments)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		merged, _, err := mergeSegments(dataModule(shuffled))
		if err != nil {
			t.Fatal(err)
		}
		after, err := readMemory(merged)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(bytesOf(&memory{segments: segments}), bytesOf(after)) {
			t.Fatal("the memory is another one")
		}
		for i := 1; i < len(after.segments); i++ {
			if b, a := after.segments[i-1], after.segments[i]; a.at-b.at-uint64(len(b.data)) <= maxGap {
				t.Fatalf("the segments at %d and %d are not merged", b.at, a.at)
			}
		}
		if again, _, err := mergeSegments(merged); err != nil || !slices.Equal(again, merged) {
			t.Fatalf("merging again changes the module, %v", err)
		}
	}
	if _, _, err := mergeSegments(dataModule([]segment{{10, []byte("abcdef")}, {12, []byte("x")}})); err == nil {
		t.Error("segments that overlap are accepted")
	}
	if _, _, err := mergeSegments([]byte("\x00asm\x01\x00\x00\x00")); err == nil {
		t.Error("a module without data is accepted")
	}
}
