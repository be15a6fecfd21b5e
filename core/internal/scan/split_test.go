package scan_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

// split renders what Split finds as "offset:record" and "offset+length reason"
// in the order of the calls.
func split(t *testing.T, line string) string {
	t.Helper()
	var got []string
	rec := scan.Record{Bytes: []byte(line), Line: 7, Offset: 1000, Torn: true}
	err := scan.SplitRecords(rec, func(r scan.Record) error {
		if r.Line != 7 {
			t.Errorf("line %d", r.Line)
		}
		if r.Torn != (int(r.Offset-1000)+len(r.Bytes) == len(line)) {
			t.Errorf("Torn = %v for %s", r.Torn, r.Bytes)
		}
		got = append(got, fmt.Sprintf("%d:%s", r.Offset-1000, r.Bytes))
		return nil
	}, func(s scan.Skipped) {
		if s.Line != 7 || s.Length <= 0 {
			t.Errorf("skipped %+v", s)
		}
		got = append(got, fmt.Sprintf("%d+%d %s", s.Offset-1000, s.Length, s.Reason))
	})
	if err != nil {
		t.Error(err)
	}
	return strings.Join(got, " | ")
}

const (
	recordA = `{"type":"user","message":{"role":"user"}}`
	recordB = `{"type":"assistant","message":{"content":[{"type":"text","text":"x {\"y\":1}{\"z\":2}"}]}}`
)

var splits = []struct{ name, in, want string }{
	{"one object", `{"a":1}`, `0:{"a":1}`},
	{"one in space", ` {"a":1} `, `1:{"a":1}`},
	{"empty object", `{}`, `0:{}`},
	{"nothing", ``, ``},
	{"space", "  \t ", ``},
	{"glued", recordA + recordB, "0:" + recordA + " | 41:" + recordB},
	{"glued with space", `{"a":1} {"b":2}`, `0:{"a":1} | 8:{"b":2}`},
	{"glued with NULs", "{\"a\":1}\x00\x00{\"b\":2}", `0:{"a":1} | 7+2 nul | 9:{"b":2}`},
	{"glued three", `{"a":1}{"b":2}{"c":3}`, `0:{"a":1} | 7:{"b":2} | 14:{"c":3}`},
	{"glued, the last cut", `{"a":1}{"b":2}{"c":`, `0:{"a":1} | 7:{"b":2} | 14+5 truncated`},
	{"NULs before", "\x00\x00\x00{\"a\":1}", `0+3 nul | 3:{"a":1}`},
	{"NULs behind", "{\"a\":1}\x00\x00", `0:{"a":1} | 7+2 nul`},
	{"NULs and space", "\x00 \x00{\"a\":1} \x00", `0+1 nul | 2+1 nul | 3:{"a":1} | 11+1 nul`},
	{"NULs alone", "\x00\x00", `0+2 nul`},

	{"torn in a key", `{"type":"user","mess{"type":"assistant","n":1}`, `0+20 truncated | 20:{"type":"assistant","n":1}`},
	{"torn in a value", `{"type":"us{"b":{"c":1}}`, `0+11 truncated | 11:{"b":{"c":1}}`},
	{"torn in code", `{"text":"if (x) { y {{"b":1}`, `0+21 truncated | 21:{"b":1}`},
	{"torn in quoted JSON", `{"text":"{\"k\":\"v\"}{\"k\":\"{"b":1}`, `0+31 truncated | 31:{"b":1}`},
	{"torn in an escape", `{"text":"ab\{"b":1}`, `0+12 truncated | 12:{"b":1}`},
	{"torn in a unicode escape", `{"text":"ab\u00{"b":1}`, `0+15 truncated | 15:{"b":1}`},
	{"torn in UTF-8", "{\"text\":\"\xe7\xb9{\"b\":1}", "0+11 truncated | 11:{\"b\":1}"},
	{"torn behind an opening quote", `{"a":"{"b":1}`, `0+6 truncated | 6:{"b":1}`},
	{"torn behind a closing quote", `{"a"{"b":1}`, `0+4 truncated | 4:{"b":1}`},
	{"torn behind a quote behind a brace", `{"a":"x {"{"b":1}`, `0+10 truncated | 10:{"b":1}`},
	{"torn behind a comma", `{"a":1,{"b":1}`, `0+7 truncated | 7:{"b":1}`},
	{"torn in a number", `{"a":12{"b":1}`, `0+7 truncated | 7:{"b":1}`},
	{"torn in a literal", `{"a":tru{"b":1}`, `0+8 truncated | 8:{"b":1}`},
	{"torn behind an object", `{"m":{"x":1}{"b":1}`, `0+12 truncated | 12:{"b":1}`},
	{"torn behind a brace", `{{"b":1}`, `0+1 truncated | 1:{"b":1}`},
	{"torn, NULs, whole", "{\"a\":\"x\x00\x00\x00{\"b\":1}", `0+7 truncated | 7+3 nul | 10:{"b":1}`},
	{"torn, space, whole", `{"a":"x  {"b":1}`, `0+7 truncated | 9:{"b":1}`},
	{"torn twice", `{"a":"x{"b":"y{"c":1}`, `0+14 syntax | 14:{"c":1}`},
	{"torn, two wholes", `{"a":"x{"b":1}{"c":1}`, `0+7 truncated | 7:{"b":1} | 14:{"c":1}`},
	{"torn, whole, torn", `{"a":"x{"b":1}{"c":"y`, `0+7 truncated | 7:{"b":1} | 14+7 truncated`},
	{"whole, torn, whole", `{"a":1}{"b":"x{"c":1}`, `0:{"a":1} | 7+7 truncated | 14:{"c":1}`},
	{"whole with space inside behind torn", `{"a":"x{ "b" : 1 }`, `0+7 truncated | 7:{ "b" : 1 }`},
	{"whole long behind torn", `{"type":"us` + recordB, "0+11 truncated | 11:" + recordB},

	{"cut", `{"type":"x","message":{"role":"user"}`, `0+37 truncated`},
	{"cut behind parts", `{"content":[{"a":1},{"b":2}`, `0+27 truncated`},
	{"cut in a string", `{"content":[{"a":1},{"b":"{\"`, `0+29 truncated`},
	{"cut behind a brace in a string", `{"a":"text {"`, `0+13 truncated`},
	{"cut array", `[{"a":1},{"b":2}`, `0+16 truncated`},
	{"swallowed", `{"a":{"b":1}`, `0+12 truncated`},
	{"swallowed, then whole", `{"a":{"b":1}{"c":2}`, `0+12 truncated | 12:{"c":2}`},

	{"garbage before", `npm warn {"a":1}`, `0+8 syntax | 9:{"a":1}`},
	{"garbage behind", `{"a":1}xyz`, `0:{"a":1} | 7+3 syntax`},
	{"garbage between", `{"a":1}xyz{"b":2}`, `0:{"a":1} | 7+3 syntax | 10:{"b":2}`},
	{"garbage around", `xyz{"a":1}xyz`, `0+13 syntax`},
	{"garbage alone", `xyz`, `0+3 syntax`},
	{"number before", `12 {"a":1}`, `0+2 not-object | 3:{"a":1}`},
	{"commas between", `{"a":1},{"b":2}`, `0:{"a":1} | 7+1 syntax | 8:{"b":2}`},
	{"no object", `[1,2]`, `0+5 not-object`},
	{"array of objects", `[{"a":1},{"b":2}]`, `0+17 not-object`},
	{"head lost", `ent":"x","usage":{"in":1},"m":[{"a":1}]}`, `0+40 syntax`},
	{"head lost, glued", `ent":"x {","usage":{"in":1},"m":[{"a":1}]}{"b":2}`, `0+42 syntax | 42:{"b":2}`},
	{"head and end lost", `ent":"x"},"usage":{"in":1}`, `0+26 syntax`},
	{"head and end lost in an array", `ent":"x"},{"in":1}`, `0+18 syntax`},
	{"bad literal", `{"a":NaN,"b":{"c":1}}`, `0+21 syntax`},
	{"bad literal and cut", `{"a":NaN,"b":[{"c":1},{"d":1}`, `0+29 syntax`},
	{"bad literal, glued", `{"a":NaN,"b":{"c":1}}{"d":1}`, `0+21 syntax | 21:{"d":1}`},
	{"NULs over structure", "{\"a\":\"x\x00\x00:{\"role\":\"user\"}}", `0+26 syntax`},
	{"NUL outside a string", "{\"a\":\x00\x00,\"b\":{\"c\":1}}", `0+20 nul`},
	{"part whose head is lost", `{"a":1},"b":{"c":2}}`, `0+20 syntax`},
	{"part of an array whose head is lost", `{"a":1}],"b":{"c":2}}`, `0+21 syntax`},
	{"part whose head is lost, glued", `{"a":1}},"b":3}{"c":2}`, `0+15 syntax | 15:{"c":2}`},
	{"string before", `"}{"a":1}`, `0+2 truncated | 2:{"a":1}`},
	{"lines of an array", `{"a":1}]`, `0:{"a":1} | 7+1 syntax`},
	{"closed twice", `{"a":1}}`, `0:{"a":1} | 7+1 syntax`},
	{"bad UTF-8 is kept", "{\"a\":\"\xff\"}", "0:{\"a\":\"\xff\"}"},
	{"bad UTF-8 outside", "\xff\xfe{\"a\":1}", `0+2 syntax | 2:{"a":1}`},
	{"empty objects are no start", `x{}`, `0+3 syntax`},
}

func TestSplit(t *testing.T) {
	for _, tt := range splits {
		t.Run(tt.name, func(t *testing.T) {
			if got := split(t, tt.in); got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}

// A whole record after every possible cut of another is found, but where it
// is a value of the cut one: after a colon or in an array.
func TestSplitEveryCut(t *testing.T) {
	torn := `{"parentUuid":null,"n":-12.5e+3,"ok":true,"message":{"role":"user","content":"a \"b\" { \\ é\u00e9 [x] }","usage":{"in":1}},"uuid":"u"}`
	whole := `{"type":"assistant","message":{"content":[{"text":"{\"x\":1}"}]},"uuid":"v"}`
	for cut := 1; cut < len(torn); cut++ {
		got := split(t, torn[:cut]+whole)
		if torn[cut-1] == ':' {
			if got != fmt.Sprintf("0+%d truncated", cut+len(whole)) {
				t.Errorf("cut at %d: %s", cut, got)
			}
			continue
		}
		if !strings.HasSuffix(got, fmt.Sprintf("%d:%s", cut, whole)) || !strings.HasPrefix(got, "0+") {
			t.Errorf("cut at %d, %s: %s", cut, torn[:cut], got)
		}
	}
	// Cut at the end only, nothing may be made up.
	for cut := 1; cut < len(whole); cut++ {
		if got := split(t, whole[:cut]); got != fmt.Sprintf("0+%d truncated", cut) {
			t.Errorf("end cut at %d: %s", cut, got)
		}
	}
	// Two whole records after a cut: at worst the first is swallowed.
	for cut := 1; cut < len(torn); cut++ {
		if got := split(t, torn[:cut]+whole+whole); !strings.HasSuffix(got, fmt.Sprintf("| %d:%s", cut+len(whole), whole)) {
			t.Errorf("cut at %d, then two: %s", cut, got)
		}
	}
	// A head that is lost never makes a part a record.
	for cut := 1; cut < len(whole); cut++ {
		if got := split(t, whole[cut:]); strings.Contains(got, ":") {
			t.Errorf("head cut at %d: %s", cut, got)
		}
		if got := split(t, whole[cut:]+torn); !strings.HasSuffix(got, fmt.Sprintf("%d:%s", len(whole)-cut, torn)) || strings.Contains(got, ":"+whole[cut:]) {
			t.Errorf("head cut at %d, then a whole: %s", cut, got)
		}
	}
}

func TestSplitDeep(t *testing.T) {
	deep := string(nested(scan.MaxDepth+5, `{"a":`, "1", "}"))
	if got := split(t, deep); got != fmt.Sprintf("0+%d depth", len(deep)) {
		t.Errorf("too deep: %.80s", got)
	}
	if got := split(t, deep+`{"b":1}`); got != fmt.Sprintf(`0+%d depth | %d:{"b":1}`, len(deep), len(deep)) {
		t.Errorf("too deep, glued: %.80s", got)
	}
}

func TestSplitStops(t *testing.T) {
	n := 0
	err := scan.SplitRecords(scan.Record{Bytes: []byte(`{"a":1}{"b":2}`)}, func(scan.Record) error { n++; return errBroken }, func(scan.Skipped) {})
	if !errors.Is(err, errBroken) || n != 1 {
		t.Errorf("%v after %d", err, n)
	}
}

// TestSplitIsLinear counts the bytes that Split reads: no input makes it
// quadratic.
func TestSplitIsLinear(t *testing.T) {
	pieces := []string{`{"`, `{"a":`, `{`, `{"a":1}x`, `{"a":1},`, `"`, `{"a"   `, `[`, `{"":`, `{"{`, `}{"`, `\`, `\"`, "\x00", " ", `x{"a":[`, `{ `, `,`, `{"a":"`}
	const (
		size = 128 << 10
		most = 16 // steps for each byte
	)
	var steps int
	scan.CountSteps(func(bytes int) { steps += bytes })
	defer scan.CountSteps(nil)
	try := func(piece, tail string) {
		line := append(bytes.Repeat([]byte(piece), size/len(piece)), tail...)
		steps = 0
		if err := scan.SplitRecords(scan.Record{Bytes: line}, func(scan.Record) error { return nil }, func(scan.Skipped) {}); err != nil {
			t.Fatal(err)
		}
		if steps > most*len(line) {
			t.Errorf("%d times %q and %q took %d steps for %d bytes", size/len(piece), piece, tail, steps, len(line))
		}
	}
	for _, p := range pieces {
		for _, q := range pieces {
			try(p+q, "")
		}
		try(p, "x")
		try(p, `"}`)
		try(p, string(bytes.Repeat([]byte(" "), size)))
	}
}

// FuzzSplit makes the checks of checkSplit on any line.
func FuzzSplit(f *testing.F) {
	addSeeds(f)
	f.Add([]byte(`{"type":"user","mess{"type":"assistant","n":[{"x":1}]}{"c":1}`))
	f.Add([]byte("{\"a\":\"x\x00\x00{\"b\":1}\x00 xyz{\"c\":{\"d\":2}}"))
	f.Add([]byte(`12,{"a":NaN,"b":{"c":1}}{"d":1}`))
	f.Fuzz(checkSplit)
}

// checkSplit checks that records are whole, inside the line, in order and
// apart, and that records and skips together cover all but white space.
func checkSplit(t *testing.T, b []byte) {
	covered := make([]bool, len(b))
	cover := func(off, n int64) {
		if off < 100 || n <= 0 || off-100+n > int64(len(b)) {
			t.Fatalf("%d+%d is outside of %d bytes", off-100, n, len(b))
		}
		for k := off - 100; k < off-100+n; k++ {
			if covered[k] {
				t.Fatalf("%q: byte %d belongs to two", b, k)
			}
			covered[k] = true
		}
	}
	var records, skips int64
	err := scan.SplitRecords(scan.Record{Bytes: b, Line: 3, Offset: 100}, func(r scan.Record) error {
		if r.Offset < records {
			t.Fatal("records out of order")
		}
		records = r.Offset
		cover(r.Offset, int64(len(r.Bytes)))
		if err := scan.CompilePaths("a").Scan(r.Bytes, make([]scan.Value, 1)); err != nil {
			t.Fatalf("%q: record %q: %v", b, r.Bytes, err)
		}
		if !bytes.Equal(r.Bytes, b[r.Offset-100:][:len(r.Bytes)]) {
			t.Fatal("the record stands elsewhere")
		}
		return nil
	}, func(s scan.Skipped) {
		if s.Offset < skips || s.Line != 3 || s.Reason == "" {
			t.Fatalf("skip %+v", s)
		}
		skips = s.Offset
		cover(s.Offset, s.Length)
	})
	if err != nil {
		t.Fatal(err)
	}
	for k, c := range covered {
		if !c && !bytes.ContainsRune([]byte(" \t\r\n"), rune(b[k])) {
			t.Fatalf("%q: byte %d was lost", b, k)
		}
	}
	if scan.CompilePaths("a").Scan(b, make([]scan.Value, 1)) == nil && skips != 0 {
		t.Fatalf("%q: a whole record is skipped", b)
	}
}
