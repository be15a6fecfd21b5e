package scan_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

var texts = []struct{ name, in, want string }{
	{"empty", `""`, ""},
	{"plain", `"parse"`, "parse"},
	{"short escapes", `"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
	{"unicode", `"\u00e9\u4e00\u0000\uABcd"`, "é一\x00\uabcd"},
	{"surrogate pair", `"\ud83e\uddf5"`, "🧵"},
	{"lone high", `"a\ud83eb"`, "a\ufffdb"},
	{"lone low", `"\uddf5"`, "\ufffd"},
	{"high and no low", `"\ud83e\u0041"`, "\ufffdA"},
	{"high, then a pair", `"\ud83e\ud83e\uddf5"`, "\ufffd🧵"},
	{"high at the end", `"\ud83e"`, "\ufffd"},
	{"high and a short escape", `"\ud83e\n"`, "\ufffd\n"},
	{"raw bad byte", "\"a\xffb\"", "a\ufffdb"},
	{"raw bad byte and escape", "\"\xe7\xb9\\n\xff\"", "\ufffd\ufffd\n\ufffd"},
	{"raw surrogate", "\"\xed\xa0\x80\"", "\ufffd\ufffd\ufffd"},
	{"no escape stays", `"C:\dir\x"`, `C:\dir\x`},
	{"bad hex stays", `"\u12g4\u12"`, `\u12g4\u12`},
	{"raw control stays", "\"a\tb\"", "a\tb"},
	{"backslashes before the quote", `"a\\\\"`, `a\\`},
	{"escaped quote last", `"a\\\""`, `a\"`},
}

func TestText(t *testing.T) {
	for _, tt := range texts {
		t.Run(tt.name, func(t *testing.T) {
			v := parse(t, tt.in)
			if got := v.String(); got != tt.want {
				t.Errorf("String = %q, want %q", got, tt.want)
			}
			if got := string(v.AppendString([]byte("x"))); got != "x"+tt.want {
				t.Errorf("AppendString = %q, want %q", got, "x"+tt.want)
			}
			if !v.EqualString(tt.want) || v.EqualString(tt.want+"x") || v.EqualString("x"+tt.want) {
				t.Error("EqualString disagrees with String")
			}
			if raw := tt.in[1 : len(tt.in)-1]; raw != tt.want && v.EqualString(raw) {
				t.Error("EqualString compares the raw bytes")
			}
		})
	}
}

func TestTextOfOtherKinds(t *testing.T) {
	for _, in := range []string{"1", "null", "true", `["x"]`, `{"x":"x"}`} {
		v := parse(t, in)
		if v.String() != "" || v.EqualString("") || len(v.AppendString(nil)) != 0 {
			t.Errorf("%s has text", in)
		}
	}
}

// The end of a string is found at every length around the word and library
// steps, with every kind of tail.
func TestStringEnds(t *testing.T) {
	for n := range 80 {
		for _, tail := range []string{"", `\"`, `\\`, `\\\"`, `\"\"`, `\\\\`, "é", `\n`} {
			body := strings.Repeat("x", n) + tail
			rec := []byte(`{"k` + body + `":"` + body + `","a":1}`)
			out := make([]scan.Value, 1)
			if err := scan.CompilePaths("a").Scan(rec, out); err != nil || string(out[0].Raw()) != "1" {
				t.Fatalf("%s: %v %q", rec, err, out[0].Raw())
			}
			if err := scan.CompilePaths("a").Scan(rec[:len(rec)-7], out); err == nil {
				t.Fatalf("%s accepted", rec[:len(rec)-7])
			}
		}
	}
}

func TestEqualStringDoesNotAllocate(t *testing.T) {
	v, escaped := parse(t, `"assistant"`), parse(t, `"`+strings.Repeat(`\n`, 1000)+`"`)
	if n := testing.AllocsPerRun(100, func() {
		if !v.EqualString("assistant") || v.EqualString("user") || escaped.EqualString("user") {
			t.Fatal("wrong answer")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
