package canon_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/internal/canon"
)

func TestAppendString(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", `""`},
		{"plain", "fix the parser", `"fix the parser"`},
		{"quote and backslash", `a"b\c`, `"a\"b\\c"`},
		{"short forms", "\b\f\n\r\t", `"\b\f\n\r\t"`},
		{"other controls", "\x00\x01\x0b\x1f", `"\u0000\u0001\u000b\u001f"`},
		{"delete is raw", "\x7f", "\"\x7f\""},
		{"no HTML escaping", "<a href=x>&", `"<a href=x>&"`},
		{"line separators are raw", "\u2028\u2029", "\"\u2028\u2029\""},
		{"slash is raw", "a/b", `"a/b"`},
		{"raw UTF-8", "Zoë 🧵 織", `"Zoë 🧵 織"`},
		{"U+FFFD itself", "\ufffd", "\"\ufffd\""},
		{"one replacement per bad byte", "a\xff\xfeb", "\"a\ufffd\ufffdb\""},
		{"cut sequence", "a\xe7\xb9", "\"a\ufffd\ufffd\""},
		{"cut sequence before an escape", "\xf0\x9f\x98\n", "\"\ufffd\ufffd\ufffd\\n\""},
		{"surrogate in UTF-8", "\xed\xa0\x80", "\"\ufffd\ufffd\ufffd\""},
		{"overlong", "\xc0\x80", "\"\ufffd\ufffd\""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(canon.AppendString([]byte("x"), tt.in)); got != "x"+tt.want {
				t.Errorf("AppendString = %s, want %s", got[1:], tt.want)
			}
			if got := string(canon.AppendBytes(nil, []byte(tt.in))); got != tt.want {
				t.Errorf("AppendBytes = %s, want %s", got, tt.want)
			}
		})
	}
}

func TestAppendDecimal(t *testing.T) {
	for _, tt := range []struct {
		units int64
		scale int
		want  string
	}{
		{0, 12, "0"}, {0, -3, "0"}, {123, 4, "0.0123"}, {12, 0, "12"}, {-5, 1, "-0.5"}, {12_000, 3, "12"},
		{1200, 2, "12"}, {1250, 2, "12.5"}, {-1250, 2, "-12.5"}, {1, 12, "0.000000000001"}, {1, -2, "100"},
		{100, 1, "10"}, {7, 1, "0.7"}, {10, 1, "1"}, {1_000_000_000_000, 12, "1"},
		{math.MaxInt64, 0, "9223372036854775807"}, {math.MaxInt64, 12, "9223372.036854775807"},
		{math.MinInt64, 0, "-9223372036854775808"}, {math.MinInt64, 19, "-0.9223372036854775808"},
		{math.MinInt64, 20, "-0.09223372036854775808"},
	} {
		if got := string(canon.AppendDecimal(nil, tt.units, tt.scale)); got != tt.want {
			t.Errorf("AppendDecimal(%d, %d) = %s, want %s", tt.units, tt.scale, got, tt.want)
		}
	}
}

func TestAppendScalars(t *testing.T) {
	b := canon.AppendInt(nil, math.MinInt64)
	b = canon.AppendBool(append(b, ' '), true)
	b = canon.AppendBool(append(b, ' '), false)
	if got, want := string(b), "-9223372036854775808 true false"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAppendDoesNotAllocate(t *testing.T) {
	dst := make([]byte, 0, 256)
	text, raw := "plain \n Zoë \xff", []byte("plain \n Zoë \xff")
	n := testing.AllocsPerRun(100, func() {
		canon.AppendString(dst, text)
		canon.AppendBytes(dst, raw)
		canon.AppendDecimal(dst, math.MinInt64, 12)
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzAppendString holds the text against encoding/json: it must decode to the
// input, with bad bytes replaced as a range over the string replaces them.
func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "a\"\\\n\x00\x1f", "\u2028<&>", "\xff\xed\xa0\x80", "🧵"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		b := canon.AppendString(nil, s)
		var got string
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatalf("%q: %v", b, err)
		}
		if want := string([]rune(s)); got != want {
			t.Fatalf("decodes to %q, want %q", got, want)
		}
		if !utf8.Valid(b) {
			t.Fatalf("invalid UTF-8: %q", b)
		}
		if other := canon.AppendBytes(nil, []byte(s)); string(other) != string(b) {
			t.Fatalf("AppendBytes = %q, AppendString = %q", other, b)
		}
	})
}

// FuzzAppendDecimal checks that the text is shortest and reads back exactly.
func FuzzAppendDecimal(f *testing.F) {
	f.Add(int64(0), uint8(0))
	f.Add(int64(math.MinInt64), uint8(30))
	f.Add(int64(1200), uint8(2))
	f.Fuzz(func(t *testing.T, units int64, scale uint8) {
		s := string(canon.AppendDecimal(nil, units, int(scale)))
		if !json.Valid([]byte(s)) || s == "-0" || strings.ContainsAny(s, "eE") {
			t.Fatalf("%d, %d: %s", units, scale, s)
		}
		digits, fraction, point := strings.Cut(s, ".")
		if point && (fraction == "" || strings.HasSuffix(fraction, "0")) {
			t.Fatalf("%s is not shortest", s)
		}
		if len(fraction) > int(scale) {
			t.Fatalf("%s has more than %d places", s, scale)
		}
		digits = strings.TrimLeft(strings.TrimPrefix(digits+fraction+strings.Repeat("0", int(scale)-len(fraction)), "-"), "0")
		want := strings.TrimLeft(strings.TrimPrefix(string(canon.AppendInt(nil, units)), "-"), "0")
		if digits != want || strings.HasPrefix(s, "-") != (units < 0) {
			t.Fatalf("%d, %d: %s", units, scale, s)
		}
	})
}

func BenchmarkAppendString(b *testing.B) {
	for _, tt := range []struct{ name, text string }{
		{"ascii", strings.Repeat("fix the parser of session lines. ", 300)},
		{"code", strings.Repeat("\tif err := f(\"x\"); err != nil {\n", 300)},
		{"utf8", strings.Repeat("織機は糸を織る。", 400)},
	} {
		b.Run(tt.name, func(b *testing.B) {
			dst := make([]byte, 0, 2*len(tt.text))
			b.SetBytes(int64(len(tt.text)))
			for b.Loop() {
				canon.AppendString(dst, tt.text)
			}
		})
	}
}
