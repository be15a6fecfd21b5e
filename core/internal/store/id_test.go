package store_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/store"
)

func TestUUID(t *testing.T) {
	id := [16]byte{0x01, 0x90, 0xff, 3, 4, 5, 0x76, 7, 0x88, 9, 10, 11, 12, 13, 14, 15}
	s := store.UUID(id)
	equal(t, "text", s, "0190ff03-0405-7607-8809-0a0b0c0d0e0f")
	if got, ok := store.ParseUUID(s); !ok || got != id {
		t.Errorf("ParseUUID = %x, %v", got, ok)
	}
	for _, bad := range []string{"", s[1:], s + "0", "0190ff03x0405-7607-8809-0a0b0c0d0e0f", "0190fg03-0405-7607-8809-0a0b0c0d0e0f"} {
		if _, ok := store.ParseUUID(bad); ok {
			t.Errorf("%q is read", bad)
		}
	}
}
