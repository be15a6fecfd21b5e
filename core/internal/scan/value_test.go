package scan_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

func parse(t *testing.T, s string) scan.Value {
	t.Helper()
	v, err := scan.Parse([]byte(s))
	if err != nil {
		t.Fatalf("Parse(%q): %v", s, err)
	}
	return v
}

func TestKinds(t *testing.T) {
	for in, want := range map[string]scan.Kind{
		"null": scan.Null, "false": scan.False, "true": scan.True, "-1.5e3": scan.Number,
		`"x"`: scan.String, "[1]": scan.Array, "{}": scan.Object, " \t\r\n0 \n": scan.Number,
	} {
		v := parse(t, in)
		if v.Kind() != want || !v.Exists() || string(v.Raw()) != strings.TrimSpace(in) {
			t.Errorf("%q: kind %d raw %q", in, v.Kind(), v.Raw())
		}
		if v.Bool() != (in == "true") {
			t.Errorf("%q: Bool = %v", in, v.Bool())
		}
	}
}

func TestMissing(t *testing.T) {
	var v scan.Value
	n := 0
	v.EachElement(func(int, scan.Value) bool { n++; return true })
	v.EachMember(func(_, _ scan.Value) bool { n++; return true })
	_, isInt := v.Int()
	_, isFloat := v.Float()
	_, isDecimal := v.ScaledDecimal(0)
	if v.Exists() || v.Kind() != scan.Missing || v.Raw() != nil || v.String() != "" || v.Bool() || isInt || isFloat ||
		isDecimal || v.EqualString("") || v.Get("a").Exists() || v.Get("").Exists() || n != 0 || v.AppendCanonical(nil) != nil {
		t.Error("the zero Value must be Missing in every respect")
	}
}

// defects are inputs that are not one JSON value, with where and why.
var defects = []struct {
	in     string
	offset int
	reason scan.Reason
}{
	{"", 0, scan.Truncated},
	{" \n", 2, scan.Truncated},
	{"{", 1, scan.Truncated},
	{`{"a`, 3, scan.Truncated},
	{`{"a"`, 4, scan.Truncated},
	{`{"a":`, 5, scan.Truncated},
	{`{"a":1`, 6, scan.Truncated},
	{`{"a":1,`, 7, scan.Truncated},
	{`{"a":-`, 6, scan.Truncated},
	{`{"a":1.`, 7, scan.Truncated},
	{`{"a":1e`, 7, scan.Truncated},
	{`{"a":tr`, 7, scan.Truncated},
	{`{"a":[1,[2`, 10, scan.Truncated},
	{`{"a":"x\"}`, 10, scan.Truncated},
	{`{"a":"x\\\"}`, 12, scan.Truncated},
	{`{"a" 1}`, 5, scan.Syntax},
	{`{"a":1 "b":2}`, 7, scan.Syntax},
	{`{"a":1,}`, 7, scan.Syntax},
	{`{,}`, 1, scan.Syntax},
	{`{a:1}`, 1, scan.Syntax},
	{`[1,]`, 3, scan.Syntax},
	{`[1 2]`, 3, scan.Syntax},
	{`[1}`, 2, scan.Syntax},
	{`{"a":[1}]`, 7, scan.Syntax},
	{`{"a":{"b":1]}`, 11, scan.Syntax},
	{`{"a":nulL}`, 8, scan.Syntax},
	{`{"a":01}`, 6, scan.Syntax},
	{`{"a":1.x}`, 7, scan.Syntax},
	{`{"a":+1}`, 5, scan.Syntax},
	{`{"a":1e+}`, 8, scan.Syntax},
	{`{"a":.5}`, 5, scan.Syntax},
	{`{"a":NaN}`, 5, scan.Syntax},
	{`{"a":1}}`, 7, scan.Syntax},
	{`{"a":1}x`, 7, scan.Syntax},
	{`{"a":1} {"b":2}`, 8, scan.Glued},
	{`{"a":1}` + "\x00", 7, scan.NUL},
	{"\x00" + `{"a":1}`, 0, scan.NUL},
	{`{"a":` + "\x00\x00}", 5, scan.NUL},
	{"\ufeff{}", 0, scan.Syntax},
}

func TestDefects(t *testing.T) {
	paths := scan.CompilePaths("a", "a.b")
	out := make([]scan.Value, 2)
	for _, tt := range defects {
		_, parseErr := scan.Parse([]byte(tt.in))
		for name, err := range map[string]error{
			"Parse": parseErr, "Valid": scan.CheckSyntax([]byte(tt.in)), "Scan": paths.Scan([]byte(tt.in), out),
			"unwanted": scan.CompilePaths("z").Scan([]byte(tt.in), out),
		} {
			var d *scan.Defect
			if !errors.As(err, &d) {
				t.Errorf("%s(%q) = %v, want a defect", name, tt.in, err)
				continue
			}
			rightScan := d.Reason == scan.NotObject && (name == "Scan" || name == "unwanted")
			if (d.Offset != tt.offset || d.Reason != tt.reason) && !rightScan {
				t.Errorf("%s(%q) = %v, want %s at byte %d", name, tt.in, err, tt.reason, tt.offset)
			}
			if !errors.Is(err, fault.ParseError) {
				t.Errorf("%s(%q) is not PARSE_ERROR", name, tt.in)
			}
		}
	}
}

func TestValidIsStrictInsideStrings(t *testing.T) {
	for in, offset := range map[string]int{
		"\"a\tb\"": 2, `"\q"`: 2, `"\u12g4"`: 5, `"\u12"`: 5, "[\"x\n\"]": 3, `"\ud800"`: -1, "\"\xff\"": -1, `"\/\b"`: -1,
	} {
		err := scan.CheckSyntax([]byte(in))
		if offset < 0 {
			if err != nil {
				t.Errorf("Valid(%q) = %v", in, err)
			}
			continue
		}
		var d *scan.Defect
		if !errors.As(err, &d) || d.Offset != offset || d.Reason != scan.Syntax {
			t.Errorf("Valid(%q) = %v, want syntax at %d", in, err, offset)
		}
		if _, err := scan.Parse([]byte(in)); err != nil {
			t.Errorf("Parse(%q) = %v, want lenience inside strings", in, err)
		}
	}
}

func nested(n int, open, inner, shut string) []byte {
	return []byte(strings.Repeat(open, n) + inner + strings.Repeat(shut, n))
}

func TestDepth(t *testing.T) {
	for _, tt := range []struct{ name, open, inner, shut string }{
		{"arrays", "[", "1", "]"},
		{"objects", `{"a":`, "1", "}"},
	} {
		for _, n := range []int{1, 63, 64, 65, 127, 128, 129, 192, 193, 1000, scan.MaxDepth} {
			b := nested(n, tt.open, tt.inner, tt.shut)
			if _, err := scan.Parse(b); err != nil {
				t.Fatalf("%s, %d deep: %v", tt.name, n, err)
			}
			if !json.Valid(b) {
				t.Fatalf("%s, %d deep: the oracle disagrees", tt.name, n)
			}
			b[len(b)-1] ^= '}' ^ ']' // the outermost bracket is the wrong one
			if _, err := scan.Parse(b); err == nil {
				t.Fatalf("%s, %d deep: wrong last bracket accepted", tt.name, n)
			}
		}
		b := nested(scan.MaxDepth+1, tt.open, tt.inner, tt.shut)
		_, err := scan.Parse(b)
		var d *scan.Defect
		if !errors.As(err, &d) || d.Reason != scan.Depth || !errors.Is(err, fault.LimitExceeded) {
			t.Errorf("%s, too deep: %v", tt.name, err)
		}
		if d.Offset != scan.MaxDepth*len(tt.open) {
			t.Errorf("%s, too deep at %d", tt.name, d.Offset)
		}
	}
	// The record's own levels count too, walked or skipped.
	inner := nested(scan.MaxDepth-1, "[", "", "]")
	for _, key := range []string{"a", "z"} {
		rec := []byte(`{"` + key + `":` + string(inner) + `}`)
		out := make([]scan.Value, 2)
		paths := scan.CompilePaths("a", "b")
		if err := paths.Scan(rec, out); err != nil {
			t.Errorf("%s: %v", key, err)
		}
		if err := paths.Scan([]byte(`{"`+key+`":[`+string(inner)+`]}`), out); !errors.Is(err, fault.LimitExceeded) {
			t.Errorf("%s: %v, want depth", key, err)
		}
	}
}

// Mixed nesting crosses every word of the bit stack both ways.
func TestMixedNesting(t *testing.T) {
	var open, shut []string
	for k := range 700 {
		if k%3 == 0 || k%7 == 0 {
			open, shut = append(open, `{"k":[],"v":`), append(shut, `,"w":{}}`)
		} else {
			open, shut = append(open, `[{},`), append(shut, `,[]]`)
		}
	}
	var b strings.Builder
	for _, s := range open {
		b.WriteString(s)
	}
	b.WriteString("0")
	for k := len(shut) - 1; k >= 0; k-- {
		b.WriteString(shut[k])
	}
	if _, err := scan.Parse([]byte(b.String())); err != nil {
		t.Fatal(err)
	}
	if !json.Valid([]byte(b.String())) {
		t.Fatal("the oracle disagrees")
	}
}

func TestTrimBOM(t *testing.T) {
	for in, want := range map[string]string{"": "", "\ufeff": "", "\ufeff{}": "{}", "{}": "{}", "\xef\xbb": "\xef\xbb"} {
		if got := string(scan.TrimBOM([]byte(in))); got != want {
			t.Errorf("TrimBOM(%q) = %q", in, got)
		}
	}
}
