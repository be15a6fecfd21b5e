package store

import "testing"

func TestTruncateText(t *testing.T) {
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
		if got := truncateText(tt.in, tt.n); got != tt.want {
			t.Errorf("truncateText(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}
