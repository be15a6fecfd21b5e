package scan_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

func TestCanonical(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"scalars", ` [ null , true,false, 1.50e+2 , -0 ] `, `[null,true,false,1.50e+2,-0]`},
		{"one scalar", ` "a\u002fb\u00E9" `, `"a/bé"`},
		{"empty containers", `{ "b" : [ ] , "a" : { } }`, `{"a":{},"b":[]}`},
		{"sorted by decoded bytes", `{"b":1,"\u0061":2,"é":3,"Z":4,"":5,"\ud83e\uddf5":6,"\uffff":7}`,
			"{\"\":5,\"Z\":4,\"a\":2,\"b\":1,\"é\":3,\"\uffff\":7,\"🧵\":6}"},
		{"last of equal keys", `{"a":[1],"b":{"x":{}},"\u0061":{"y":[2]},"b":3}`, `{"a":{"y":[2]},"b":3}`},
		{"nested", `{"z":{"y":[{"b":1,"a":[[],{"d":0,"c":0}]},2],"x":3},"a":0}`, `{"a":0,"z":{"x":3,"y":[{"a":[[],{"c":0,"d":0}],"b":1},2]}}`},
		{"escapes", `"\/\u0041\u001F\u2028\"\\"`, "\"/A\\u001f\u2028\\\"\\\\\""},
		{"lone surrogate and bad bytes", "[\"\\ud800\",\"\xff\",\"\\n\xff\"]", "[\"\ufffd\",\"\ufffd\",\"\\n\ufffd\"]"},
		{"what is no escape", "[\"C:\\dir\",\"\t\"]", `["C:\\dir","\t"]`},
		{"brackets in strings", `{"b":"}]","a":"{["}`, `{"a":"{[","b":"}]"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := string(parse(t, tt.in).AppendCanonical([]byte("x")))
			if got != "x"+tt.want {
				t.Fatalf("got  %s\nwant x%s", got, tt.want)
			}
			if again := string(parse(t, got[1:]).AppendCanonical(nil)); again != tt.want {
				t.Errorf("not idempotent: %s", again)
			}
			if !parse(t, tt.want).IsCanonical() || tt.in != tt.want && parse(t, strings.TrimSpace(tt.in)).IsCanonical() {
				t.Error("IsCanonical is wrong")
			}
		})
	}
}

// What is not canonical for one reason.
func TestIsCanonical(t *testing.T) {
	for in, want := range map[string]bool{
		`{"a":"\u001f\n\b\\\"","b":[{"c":1},{"a":2}]}`: true,
		`{"a":{"b":1,"c":{"a":1}},"b":""}`:             true,
		`{"":1,"é":"ü "}`:                              true,
		`{"b":1,"a":2}`:                                false,
		`{"a":1,"a":2}`:                                false,
		`{"a": 1}`:                                     false,
		`["\/"]`:                                       false,
		`["\u001F"]`:                                   false,
		`["\u000a"]`:                                   false,
		`["\u0041"]`:                                   false,
		`["\q"]`:                                       false,
		"[\"\t\"]":                                     false,
		"[\"\xff\"]":                                   false,
	} {
		v := parse(t, in)
		if v.IsCanonical() != want || want != (string(v.AppendCanonical(nil)) == in) {
			t.Errorf("%s: not %v", in, want)
		}
	}
}

// A value that is as deep as allowed and long at the bottom must take linear
// time: looking at the bottom once per level would never end.
func TestCanonicalIsLinear(t *testing.T) {
	bottom := `"` + strings.Repeat("x", 4<<20) + `"`
	in := strings.Repeat(`{"b":`, scan.MaxDepth) + bottom + strings.Repeat(`,"a":1}`, scan.MaxDepth)
	want := strings.Repeat(`{"a":1,"b":`, scan.MaxDepth) + bottom + strings.Repeat("}", scan.MaxDepth)
	if got := string(parse(t, in).AppendCanonical(nil)); got != want {
		t.Error("wrong canonical form of a deep value")
	}
}
