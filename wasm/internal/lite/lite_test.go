package main

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/wasm/internal/artifact"
)

// entry is an export of function 0.
func entry(name string) string {
	return string(binary.AppendUvarint(nil, uint64(len(name)))) + name + "\x00\x00"
}

// withExports is a module that has only an export section, and a custom one after it.
func withExports(names ...string) []byte {
	content := string(rune(len(names)))
	for _, n := range names {
		content += entry(n)
	}
	custom := "\x00\x03\x02xy"
	return append(binary.AppendUvarint([]byte(moduleHeader+"\x07"), uint64(len(content))), content+custom...)
}

func TestKeepExports(t *testing.T) {
	got, err := keepExports(withExports("malloc", "call", "free", "alloc"), []string{"alloc", "call"})
	if err != nil || string(got) != string(withExports("call", "alloc")) {
		t.Errorf("%q, %v", got, err)
	}
	for name, module := range map[string][]byte{
		"an export is missing": withExports("call"),
		"no module":            []byte("hello, world"),
		"half a section":       withExports("call", "alloc")[:14],
		"half an entry":        []byte(moduleHeader + "\x07\x03\x01\x09a"),
	} {
		if got, err := keepExports(module, []string{"alloc", "call"}); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestReplaceFunctions: our functions are there instead of those of the same
// name, methods stay, and a file does not keep an import that it needs no more.
func TestReplaceFunctions(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.go", "package p\n\nimport (\n\t\"math/bits\"\n\t\"strings\"\n)\n\n// Count counts.\nfunc Count() int { return bits.Len(1) }\n\ntype T int\n\nfunc (T) Count() string { return strings.ToUpper(\"x\") }\n")
	write("b.go", "package p\n\nfunc Other() {}\n")
	ours := "package p\n\nfunc Count() int { return 1 }\n"
	if err := replaceFunctions(dir, "heddle_count.go", []byte(ours)); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"a.go":            "package p\n\nimport (\n\t_ \"math/bits\"\n\t\"strings\"\n)\n\n\n\ntype T int\n\nfunc (T) Count() string { return strings.ToUpper(\"x\") }\n",
		"b.go":            "package p\n\nfunc Other() {}\n",
		"heddle_count.go": ours,
	}
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestEditRefuses(t *testing.T) {
	folder := t.TempDir()
	for _, text := range []string{"", "xx"} {
		if err := os.WriteFile(filepath.Join(folder, "f"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := (edit{"f", "x", "y", 1}).apply(folder); err == nil {
			t.Errorf("%q: accepted", text)
		}
	}
}

// TestModule checks the module that HEDDLE_LITE names: what it imports and
// exports, and that it names no folder of the machine that built it.
func TestModule(t *testing.T) {
	file := os.Getenv("HEDDLE_LITE")
	if file == "" {
		t.Skip("SKIPPED: HEDDLE_LITE names no core-lite.wasm; make test-lite does")
	}
	module, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sections := sectionsOf(t, module)
	var imported, exported []string
	r := reader{rest: sections[2]}
	for n := r.number(); n > 0; n-- {
		from, name := string(r.take(r.number())), string(r.take(r.number()))
		imported = append(imported, from+"."+name)
		r.take(1) // a function
		r.number()
	}
	r = reader{rest: sections[exportSection]}
	for n := r.number(); n > 0; n-- {
		exported = append(exported, string(r.take(r.number())))
		r.take(1)
		r.number()
	}
	slices.Sort(imported)
	if want := "heddle.file_read heddle.host_call heddle.host_take heddle.poll wasi_snapshot_preview1.fd_write"; strings.Join(imported, " ") != want {
		t.Errorf("it imports %q", imported)
	}
	slices.Sort(exported)
	want := slices.Sorted(slices.Values(exports))
	if !slices.Equal(exported, want) {
		t.Errorf("it exports %q, want %q", exported, want)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	root, err := artifact.RepositoryRoot()
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{home + "/", root + "/"} {
		if strings.Contains(string(module), folder) {
			t.Errorf("the module names %s", folder)
		}
	}
}

func sectionsOf(t *testing.T, module []byte) map[byte][]byte {
	t.Helper()
	out := map[byte][]byte{}
	r := reader{rest: module[len(moduleHeader):]}
	for len(r.rest) > 0 {
		id := r.take(1)[0]
		out[id] = r.take(r.number())
		if r.bad {
			t.Fatal("the module ends inside a section")
		}
	}
	return out
}
