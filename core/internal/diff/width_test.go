package diff

import (
	"hash/crc32"
	"testing"
	"unicode"

	"github.com/mattn/go-runewidth"
)

// TestWidths compares the tables with those of the terminal's other tables.
// They differ only as documented at the tables.
func TestWidths(t *testing.T) {
	sum := crc32.NewIEEE()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		sum.Write([]byte{byte(runeWidth(r))})
	}
	if got, want := sum.Sum32(), uint32(0x5563f24a); got != want {
		t.Errorf("the widths of all code points have the checksum %#x, want %#x", got, want)
	}
	if unicode.Version != "15.0.0" {
		t.Skipf("this Go has Unicode %s; the widths are compared where it has 15.0.0, of which they are", unicode.Version)
	}
	c := runewidth.NewCondition()
	c.EastAsianWidth = false
	for r := rune(0x20); r <= unicode.MaxRune; r++ {
		switch {
		case !unicode.IsGraphic(r) || unicode.Is(unicode.Co, r):
		case r > 0xffff && unicode.Is(unicode.M, r), r >= 0x1160 && r <= 0x11ff:
		case r == 0xcf3 || r == 0xece: // marks that one Unicode version counts and another does not
		default:
			if got, want := runeWidth(r), c.RuneWidth(r); got != want {
				t.Errorf("%U %c: %d, runewidth says %d", r, r, got, want)
			}
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		s          string
		n          int
		head, rest string
	}{
		{"", 4, "", ""}, {"abcd", 4, "abcd", ""}, {"abcde", 4, "abcd", "e"}, {"語語語", 4, "語語", "語"}, {"a語語語", 4, "a語", "語語"},
		{"語", 1, "語", ""}, {"e\u0301e\u0301e", 2, "e\u0301e\u0301", "e"}, {"\u0301\u0301", 1, "\u0301\u0301", ""},
	} {
		if head, rest := cutToWidth(c.s, c.n); head != c.head || rest != c.rest {
			t.Errorf("cut(%q, %d) = %q, %q", c.s, c.n, head, rest)
		}
	}
}

func TestClean(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{"plain", "plain"}, {"\x1b[31mred\x1b[0m", `\x1b[31mred\x1b[0m`}, {"a\r\n", `a\x0d\x0a`}, {"\x7f\x00", `\x7f\x00`},
		{"\u009b2J", `\u{9b}2J`}, {"\xff\xc2", `\xff\xc2`}, {"\ufffd", "\ufffd"}, {"\u202eabc\u2069", `\u{202e}abc\u{2069}`},
		{"\U000e0041", `\u{e0041}`}, {"\u2028", `\u{2028}`}, {"語\tx", "語      x"}, {"\t\x1b\t|", `        \x1b    |`}, {"👩\u200d💻", "👩\u200d💻"},
	} {
		if got := cleanText(c.s, true); got != c.want {
			t.Errorf("clean(%q) = %q, want %q", c.s, got, c.want)
		}
	}
	if got := cleanText("a\t\x1b", false); got != "a\t\\x1b" {
		t.Errorf("%q", got)
	}
}
