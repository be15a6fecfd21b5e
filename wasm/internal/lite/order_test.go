package main

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/wasm/internal/artifact"
)

// TestSimilarityOrder: functions that resemble each other become neighbours, and each
// function is there once.
func TestSimilarityOrder(t *testing.T) {
	a, b := strings.Repeat("load store load add ", 5), strings.Repeat("call drop block end ", 5)
	functions := [][]byte{[]byte(a + "1"), []byte(b + "2"), []byte("x"), []byte(a + "3"), []byte(b + "4"), nil}
	got := similarityOrder(functions)
	sorted := slices.Sorted(slices.Values(got))
	if !slices.Equal(sorted, []int{0, 1, 2, 3, 4, 5}) {
		t.Fatalf("%v is no order of six functions", got)
	}
	if near := slices.Index(got, 0) - slices.Index(got, 3); near*near != 1 {
		t.Errorf("functions 0 and 3 are no neighbours in %v", got)
	}
	if near := slices.Index(got, 1) - slices.Index(got, 4); near*near != 1 {
		t.Errorf("functions 1 and 4 are no neighbours in %v", got)
	}
	if !slices.Equal(got, similarityOrder(functions)) {
		t.Error("the order is not always the same")
	}
}

func TestNameInOrderRefuses(t *testing.T) {
	for name, module := range map[string]string{
		"no code":        moduleHeader,
		"half a section": moduleHeader + "\x0a\x05\x01",
		"half a body":    moduleHeader + "\x0a\x02\x01\x09",
	} {
		if _, err := nameInOrder([]byte(module)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestMergeData: memory has the same bytes with fewer segments, and only few zeros
// are written out.
func TestMergeData(t *testing.T) {
	far := 1<<20 + maxGap + 9
	before := []segment{{1 << 20, []byte("abc")}, {1<<20 + 8, []byte("d")}, {far + 1, []byte("e")}}
	section := writeSegments(before)
	module := appendSized([]byte(moduleHeader+"\x0c\x01\x03\x0b"), section)
	merged, err := mergeData(module)
	if err != nil {
		t.Fatal(err)
	}
	after, err := readSegments(merged[len(moduleHeader)+2:])
	if err != nil {
		t.Fatal(err)
	}
	want := []segment{{1 << 20, []byte("abc\x00\x00\x00\x00\x00d")}, {far + 1, []byte("e")}}
	if !slices.EqualFunc(after, want, func(a, b segment) bool { return a.at == b.at && bytes.Equal(a.data, b.data) }) {
		t.Errorf("%v", after)
	}
	for name, bad := range map[string]string{
		"a passive segment": "\x01\x01\x01x",
		"a global address":  "\x01\x00\x23\x00\x0b\x01x",
		"half a segment":    "\x01\x00\x41\x08\x0b\x05x",
		"no end":            "\x01\x00\x41\x08",
	} {
		if _, err := mergeData(appendSized([]byte(moduleHeader+"\x0b"), []byte(bad))); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestNoReflection: core-lite.wasm describes types without their names and elements
// (edits.go), so nothing that it is made of may look at them.
func TestNoReflection(t *testing.T) {
	root, err := artifact.RepositoryRoot()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(artifact.GoProgram(), "list", "-deps", "-f", `{{.ImportPath}}{{if not .Standard}}{{range .GoFiles}} {{$.Dir}}/{{.}}{{end}}{{end}}`, "./wasm")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var packages, files []string
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		packages, files = append(packages, words[0]), append(files, words[1:]...)
	}
	if !slices.Contains(packages, "regexp") {
		t.Fatalf("the list has no regexp: %d packages", len(packages))
	}
	for _, name := range []string{"reflect", "fmt", "encoding/json"} {
		if slices.Contains(packages, name) {
			t.Errorf("the module has package %s", name)
		}
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range []string{"errors.As", "sort.Slice"} {
			if strings.Contains(string(text), call) {
				t.Errorf("%s has %s, which asks for a type's elements", file, call)
			}
		}
	}
}
