package scan_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

func scanned(t *testing.T, rec string, paths ...string) string {
	t.Helper()
	p := scan.CompilePaths(paths...)
	out := make([]scan.Value, len(paths)+1)
	if err := p.Scan([]byte(rec), out); err != nil {
		t.Fatalf("Scan(%s): %v", rec, err)
	}
	var got []string
	for k := range paths {
		got = append(got, string(out[k].Raw()))
	}
	return strings.Join(got, "|")
}

func TestScan(t *testing.T) {
	for _, tt := range []struct{ name, rec, paths, want string }{
		{"empty", "{}", "a", ""},
		{"one", `{"a":1}`, "a", "1"},
		{"space everywhere", " { \"x\" : [ 1 , 2 ] ,\t\"a\" : { \"b\" : \"c\" } }\r\n", "a.b x", `"c"|[ 1 , 2 ]`},
		{"deep", `{"m":{"u":{"i":1,"o":2},"id":"x"},"t":"y"}`, "m.u.o t m.id m.u.i", `2|"y"|"x"|1`},
		{"prefix of another", `{"m":{"id":7}}`, "m m.id", `{"id":7}|7`},
		{"prefix, the longer first", `{"m":{"id":{}}}`, "m.id m", `{}|{"id":{}}`},
		{"prefix that is no object", `{"m":[{"id":7}]}`, "m m.id", `[{"id":7}]|`},
		{"no array index", `{"m":[5]}`, "m.0", ""},
		{"absent", `{"m":{}}`, "m.id x x.y", "||"},
		{"null counts", `{"a":null}`, "a a.b", "null|"},
		{"last wins", `{"a":1,"a":2}`, "a", "2"},
		{"last object wins as a whole", `{"a":{"b":1},"a":{"c":2}}`, "a.b a.c", "|2"},
		{"last scalar wins over object", `{"a":{"b":{"c":1}},"a":5}`, "a.b.c a", "|5"},
		{"object wins over scalar", `{"a":5,"a":{"b":1}}`, "a.b", "1"},
		{"repeat below a repeat", `{"a":{"b":{"x":1}},"a":{"b":{"y":1},"b":{}}}`, "a.b.x a.b.y a.b", "||{}"},
		{"escaped key", `{"\u0061":{"b\/c":3}}`, "a.b/c", "3"},
		{"escaped key, unwanted", `{"\u0062":1,"a\"":2,"a":3}`, "a", "3"},
		{"key with the wanted one inside", `{"ab":1,"ba":2,"":3,"a":4}`, "a", "4"},
		{"long keys", `{"cache_creation_input_tokens":1,"cache_read_input_tokens":2}`, "cache_read_input_tokens cache_creation_input_tokens", "2|1"},
		{"wanted text in strings", `{"x":"\"a\":1,{","a":"}"}`, "a", `"}"`},
		{"raw newline and tab in a string", "{\"a\":\"x\n\t\"}", "a", "\"x\n\t\""},
		{"key in UTF-8", `{"é":1,"\u00e9\u00e9":2}`, "é éé", "1|2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := scanned(t, tt.rec, strings.Fields(tt.paths)...); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// Keys of every length are distinguished from their prefixes and from keys that continue with
// a NUL, and found with an escape, at any place.
func TestScanKeyLengths(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789_"
	for n := 1; n < len(letters); n++ {
		key := letters[:n]
		near := `"` + key[:n-1] + `":1,"` + key + "\x00\":2,\"" + key[:n-1] + `Z":3,"` + key + `+":4`
		for _, tt := range []struct{ rec, want string }{
			{`{` + near + `}`, ""},
			{`{` + near + `,"` + key + `":5}`, "5"},
			{`{"` + key + `":5,` + near + `}`, "5"},
			{`{"` + key + `":[` + strings.Repeat(" ", 20) + `]}`, "[" + strings.Repeat(" ", 20) + "]"},
			{`{` + near + `,"` + key[:n-1] + `\u00` + fmt.Sprintf("%02x", key[n-1]) + `":6}`, "6"},
		} {
			if got := scanned(t, tt.rec, key); got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.rec, got, tt.want)
			}
		}
	}
}

func TestScanManyNodes(t *testing.T) {
	var paths []string
	var rec, want strings.Builder
	rec.WriteString("{")
	for k := range 300 {
		key := "k" + strings.Repeat("x", k%7) + string(rune('a'+k%26)) + string(rune('0'+k/26%10)) + string(rune('a'+k/260))
		paths = append(paths, key+".v")
		rec.WriteString(`"` + key + `":{"v":1},"` + key + `":{"v":2},`)
		want.WriteString("2|")
	}
	rec.WriteString(`"z":0}`)
	if got := scanned(t, rec.String(), paths...) + "|"; got != want.String() {
		t.Error(got)
	}
}

func TestScanClearsOut(t *testing.T) {
	p := scan.CompilePaths("a")
	out := make([]scan.Value, 1)
	for _, rec := range []string{`{"a":1}`, `{"b":1}`} {
		if err := p.Scan([]byte(rec), out); err != nil {
			t.Fatal(err)
		}
	}
	if out[0].Exists() {
		t.Error("a value of the record before is still there")
	}
}

func TestScanWantsAnObject(t *testing.T) {
	for _, rec := range []string{"1", `[{"a":1}]`, " null", `"x"`} {
		var d *scan.Defect
		if err := scan.CompilePaths("a").Scan([]byte(rec), make([]scan.Value, 1)); !errors.As(err, &d) || d.Reason != scan.NotObject {
			t.Errorf("Scan(%s) = %v", rec, err)
		}
	}
}

func TestCompilePanics(t *testing.T) {
	for _, paths := range [][]string{{""}, {"a."}, {".a"}, {"a..b"}, {"a", "b", "a"}, {strings.Repeat("a.", scan.MaxPathKeys) + "a"}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Compile(%q) did not panic", paths)
				}
			}()
			scan.CompilePaths(paths...)
		}()
	}
	longest := strings.TrimSuffix(strings.Repeat("a.", scan.MaxPathKeys), ".")
	rec := strings.Repeat(`{"a":`, scan.MaxPathKeys) + "1" + strings.Repeat("}", scan.MaxPathKeys)
	if got := scanned(t, rec, longest); got != "1" {
		t.Errorf("longest path: %s", got)
	}
}

func TestScanDoesNotAllocate(t *testing.T) {
	recs := [][]byte{
		[]byte(`{"type":"assistant","x":[1,{"y":"\u00e9\n"}],"message":{"id":"m","k\u0065y":1,"usage":{"input_tokens":12}}}`),
		[]byte(`{"deep":` + string(nested(500, "[", "", "]")) + `,"type":"user"}`),
		[]byte(`{"message":` + string(nested(500, `{"content":`, "1", "}")) + `}`),
	}
	out := make([]scan.Value, spendPaths.Len())
	for _, rec := range recs {
		if n := testing.AllocsPerRun(100, func() {
			if err := spendPaths.Scan(rec, out); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%v allocations for %.40s", n, rec)
		}
	}
}
