package store

import (
	"strings"
	"testing"
)

// TestLargeSnapshot: a snapshot above the limit of a request goes to the
// engine compressed.
func TestLargeSnapshot(t *testing.T) {
	text := strings.Repeat("long ", compressAbove/5)
	plain, compressed, err := readSnapshot("-", []byte(`{"messages":[{"type":"user","content":"`+text+`"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if compressed == "" || len(compressed) > compressAbove/100 || plain != nil {
		t.Error("a large snapshot is not compressed")
	}
	if _, _, err := readSnapshot("-", []byte("no snapshot")); err == nil {
		t.Error("no error for what is no snapshot")
	}
}
