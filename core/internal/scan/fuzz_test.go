package scan_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

func addSeeds(f *testing.F) {
	for _, d := range defects {
		f.Add([]byte(d.in))
	}
	for _, d := range texts {
		f.Add([]byte(`{"a":{"b":` + d.in + `}}`))
	}
	for _, line := range bytes.Split(claudeLines(1), []byte("\n")) {
		f.Add(line)
	}
	f.Add(nested(70, "[", "", "]"))
	f.Add(nested(130, `{"a":[`, "0", "]}"))
	f.Add([]byte(`{"a":{"b":1},"a":{"b":{"c":[]},"b":null},"\u0061":{"x":1.50}}`))
	f.Add([]byte("{\"message\":{\"id\":\"\\ud83e\\uddf5\xff\",\"usage\":{\"in\":-1e+9}},\"z\":[[],{},[{}]]}"))
}

// FuzzScan holds every reading of a value against encoding/json.
func FuzzScan(f *testing.F) {
	addSeeds(f)
	f.Fuzz(checkReadings)
}

// fixedPaths are looked for in every input.
var fixedPaths = []string{"a", "a.b", "a.b.c", "message", "message.id", "message.usage.in", "type", "k"}

func checkReadings(t *testing.T, b []byte) {
	input := bytes.Clone(b)
	out := make([]scan.Value, 64)
	valid := scan.CheckSyntax(b) == nil
	if valid != json.Valid(b) {
		t.Fatalf("Valid(%q) = %v, encoding/json says %v", b, scan.CheckSyntax(b), json.Valid(b))
	}
	v, parseErr := scan.Parse(b)
	scanErr := scan.CompilePaths(fixedPaths...).Scan(b, out)
	checkDefect(t, b, parseErr)
	checkDefect(t, b, scanErr)
	if isObject := parseErr == nil && v.Kind() == scan.Object; isObject != (scanErr == nil) {
		t.Fatalf("Parse: %v, Scan: %v", parseErr, scanErr)
	}
	if parseErr != nil {
		if valid {
			t.Fatalf("Parse(%q) = %v", b, parseErr)
		}
		return
	}
	// Every value that Parse accepts has a valid canonical form.
	c := v.AppendCanonical(nil)
	if !json.Valid(c) {
		t.Fatalf("canonical form of %q is invalid: %q", b, c)
	}
	if again := mustParse(t, c).AppendCanonical(nil); !bytes.Equal(again, c) {
		t.Fatalf("canonical form is not stable: %q, then %q", c, again)
	}
	if v.IsCanonical() && !bytes.Equal(v.Raw(), c) || !bytes.ContainsRune(c, '\\') && !mustParse(t, c).IsCanonical() {
		t.Fatalf("IsCanonical(%q) = %v, the canonical form is %q", b, v.IsCanonical(), c)
	}
	if !valid {
		return
	}
	want := decode(t, b)
	if got := build(v); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: got %#v, want %#v", b, got, want)
	}
	if wantC := canonical(nil, want); !bytes.Equal(c, wantC) {
		t.Fatalf("canonical form of %q: got %q, want %q", b, c, wantC)
	}
	if v.Kind() == scan.Object {
		checkPaths(t, b, want, fixedPaths)
		checkPaths(t, b, want, pathsOf(want, "", len(out), nil))
	}
	if !bytes.Equal(b, input) {
		t.Fatal("the input was changed")
	}
}

func mustParse(t *testing.T, b []byte) scan.Value {
	t.Helper()
	v, err := scan.Parse(b)
	if err != nil {
		t.Fatalf("Parse(%q): %v", b, err)
	}
	return v
}

func checkDefect(t *testing.T, b []byte, err error) {
	t.Helper()
	var d *scan.Defect
	if err != nil && (!errors.As(err, &d) || d.Reason == "" || d.Offset < 0 || d.Offset > len(b)) {
		t.Fatalf("%q: bad defect %#v", b, err)
	}
}

// checkPaths compares Scan and Get with the decoded record.
func checkPaths(t *testing.T, b []byte, want any, paths []string) {
	t.Helper()
	out := make([]scan.Value, len(paths))
	if err := scan.CompilePaths(paths...).Scan(b, out); err != nil {
		t.Fatalf("Scan(%q): %v", b, err)
	}
	whole := mustParse(t, b)
	for k, path := range paths {
		e, ok := lookup(want, path)
		if out[k].Exists() != ok || !reflect.DeepEqual(build(out[k]), e) {
			t.Fatalf("%q: %s = %q, want %#v %v", b, path, out[k].Raw(), e, ok)
		}
		if !ok {
			continue
		}
		if got := whole.Get(path); !bytes.Equal(got.Raw(), out[k].Raw()) {
			t.Fatalf("%q: Get(%s) = %q, Scan %q", b, path, got.Raw(), out[k].Raw())
		}
	}
}
