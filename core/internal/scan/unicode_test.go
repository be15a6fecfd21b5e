package scan

import (
	"bytes"
	"math/rand"
	"testing"
)

func TestBadUnicode(t *testing.T) {
	for in, want := range map[string]int{
		`{"a":"plain é 日本 😀"}`: -1, `{"a":"\ud83d\ude00"}`: -1, `{"a":"\\ud800"}`: -1, `{"a":"\\\\ud800"}`: -1, `{"a":"\u00e9"}`: -1,
		"{\"a\":\"x\xffy\"}": 7, `{"a":"\ud800"}`: 6, `{"a":"\uDC00x"}`: 6, `{"a":"\ud83d\u0041"}`: 6, `{"a":"\ud83d`: 6, `{"a":"\ud83d\ud83d\ude00"}`: 6,
		`{"a":"\\\ud800"}`: 8, "{\"a\":\"\\ud800 \xff\"}": 6, "{\"a\":\"\xff \\ud800\"}": 6, "{\"a\":\"\xed\xa0\x80\"}": 6, ``: -1,
	} {
		if got := BadUnicode([]byte(in)); got != want {
			t.Errorf("%q: %d, want %d", in, got, want)
		}
	}
}

// TestIndexEscape compares with the standard library, at every place of texts of a few bytes.
func TestIndexEscape(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for range 3000 {
		b := make([]byte, r.Intn(120))
		for i := range b {
			b[i] = "\\u\xdc\xf5[]tv\x00\xffaaaaaaaaaaaaaaaaaaaaaaaaaaa"[r.Intn(36)]
		}
		for i := range len(b) + 1 {
			want := bytes.Index(b[i:], []byte(`\u`)) + i
			if want < i {
				want = len(b)
			}
			if got := IndexEscape(b, i); got != want {
				t.Fatalf("%q from %d: %d, want %d", b, i, got, want)
			}
		}
	}
}

// TestBadUnicodeAgreesWithDecoding: text holds U+FFFD that its source does not
// exactly when BadUnicode says so.
func FuzzBadUnicode(f *testing.F) {
	for _, s := range []string{`\ud800`, `\ud83d\ude00`, "\xff", `\\ud800`, "é", `\u12`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		rec := []byte(`"` + s + `"`)
		v, err := Parse(rec)
		if err != nil || CheckSyntax(rec) != nil || v.Kind() != String {
			return
		}
		replaced := 0
		for _, r := range v.String() {
			if r == 0xFFFD {
				replaced++
			}
		}
		for i := 0; i+3 <= len(s); i++ {
			if s[i:i+3] == "\uFFFD" {
				return // the source holds it itself
			}
			if i+6 <= len(s) && readHex4([]byte(s), i+2) == 0xFFFD {
				return
			}
		}
		if bad := BadUnicode(rec); (bad >= 0) != (replaced > 0) {
			t.Fatalf("%q: %d, %d replaced", rec, bad, replaced)
		}
	})
}
