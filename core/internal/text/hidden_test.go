package text_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/heddle-dev/heddle/core/internal/text"
)

// TestHiddenAgreesWithUnicode compares the table with the properties of the standard library's
// Unicode tables: every control, format and default ignorable character is hidden.
func TestHiddenAgreesWithUnicode(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		ignorable := unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
		visible := unicode.Is(unicode.Prepended_Concatenation_Mark, r) || r == 0xfe0e || r == 0xfe0f
		if ignorable && !visible && !text.Hidden(r) {
			t.Errorf("%U is not hidden", r)
		}
		seen := unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Zs)
		if seen && !ignorable && text.Hidden(r) && r != 0x2800 && r != 0xfffc {
			t.Errorf("%U is hidden", r)
		}
	}
}

func TestHiddenAt(t *testing.T) {
	for s, want := range map[string]bool{
		"a\u200db": true, "👩\u200d💻": false, "می\u200cخواهم": false, "क्\u200dष": false, "\u200d": true, "é\u200cé": true,
		"❤\ufe0f\u200d🔥": false, "\u200b\u200d\u200b": true, "ab": false, "\u202e": true, "\ufe0f": false, "\U000e0041": true, "\xff": false,
	} {
		got := false
		for i := range s {
			got = got || text.HiddenAt(s, i)
		}
		if got != want {
			t.Errorf("%q: hidden %v", s, got)
		}
	}
	if strings.IndexFunc("a\u00a0\u3000é", text.Hidden) >= 0 {
		t.Error("a blank is hidden")
	}
}
