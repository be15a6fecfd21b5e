package store_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/store"
)

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		in   string
		n    int
		want string
	}{
		{"short", 9, "short"}, {"exactly", 7, "exactly"}, {"too long", 4, "too…"}, {"日本語です", 3, "日本…"},
		{"ae\u0301x", 3, "a…"}, {"a👩\u200d💻bc", 4, "a…"}, {"", 3, ""},
		{"a🇩🇪🇯🇵", 4, "a🇩🇪…"}, {"a🇩🇪🇯🇵b", 5, "a🇩🇪…"}, {"a🇩🇪🇯🇵bc", 6, "a🇩🇪🇯🇵…"}, {"שָׁלוֹם", 3, "…"}, {"नमस्ते", 5, "नमस्…"},
		{"\u1112\u1161\u11ab\u1112\u1161\u11ab", 5, "\u1112\u1161\u11ab…"}, {"x\r\ny", 3, "x…"}, {"a🏴\U000e0067\U000e007fb", 3, "a…"},
	} {
		equal(t, tt.in, store.Cut(tt.in, tt.n), tt.want)
	}
}

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
