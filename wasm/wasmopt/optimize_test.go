package main

import (
	"bytes"
	"errors"
	"flag"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// goModule is a module that says what compiled it, with a function.
func goModule(field, name, version string) []byte {
	module := emptyProgram(1, []segment{{8, []byte("data")}})
	producers := appendSized(nil, []byte("producers"))
	producers = append(appendSized(append(producers, 1), []byte(field)), 1)
	producers = appendSized(appendSized(producers, []byte(name)), []byte(version))
	return appendSized(append(module, customSection), producers)
}

// TestGoVersionOf: only whole modules of Go's own compiler are accepted, and only
// of versions that the passes are proven for.
func TestGoVersionOf(t *testing.T) {
	module := goModule("processed-by", "Go cmd/compile", "go1.26.8")
	for _, c := range []struct {
		name, problem string // "" without one
		module        []byte
	}{
		{"a module", "", module},
		{"with experiments", "", goModule("processed-by", "Go cmd/compile", "go1.26 X:loopvar")},
		{"nothing", "empty", nil},
		{"text", "no WebAssembly", []byte("hello, world")},
		{"a component", "component", []byte("\x00asm\x0d\x00\x01\x00")},
		{"another version", "another version", []byte("\x00asm\x02\x00\x00\x00")},
		{"the first bytes", "cut", module[:6]},
		{"no sections", "declares 0 functions", module[:8]},
		{"cut in a section", "ends inside a section", module[:len(module)-1]},
		{"cut before the data", "does not say what compiled it", module[:bytes.Index(module, []byte("data"))-8]},
		{"C", "compiled by clang 20.1", goModule("processed-by", "clang", "20.1")},
		{"TinyGo", "not by Go's own compiler", goModule("language", "TinyGo", "0.41.1")},
		{"without producers", "does not say what compiled it", emptyProgram(1, []segment{{8, []byte("data")}})},
		{"an old version", "go1.21.3; the passes are proven for go1.26", goModule("processed-by", "Go cmd/compile", "go1.21.3")},
		{"a new version", "-unproven", goModule("processed-by", "Go cmd/compile", "go1.99")},
		{"half a producer", "damaged", appendSized(append(emptyProgram(1, nil), customSection), append(appendSized(nil, []byte("producers")), 3, 9))},
	} {
		version, err := goVersionOf(c.module)
		if err == nil {
			err = checkProven(version)
		}
		if (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestOptimize runs the command on files, good ones and others. What cannot be
// optimized writes nothing.
func TestOptimize(t *testing.T) {
	program := compileProgram(t, ".", "build", "./testdata/program")
	dir := t.TempDir()
	file := func(name string, module []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, module, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	in, out := file("in.wasm", program), filepath.Join(dir, "out.wasm")
	old := bytes.Replace(program, []byte("Go cmd/compile\x08go1.2"), []byte("Go cmd/compile\x08go0.2"), 1)
	for _, c := range []struct {
		args    string
		printed string // in either output or the error
		ok      bool
	}{
		{in + " -skip wasm-opt -o " + out, "wasm-opt: skipped as asked", true},
		{"-o " + out + " " + in + " -skip wasm-opt,fast-bytealg", "fast-bytealg: skipped as asked", true},
		{in + " -skip wasm-opt -o " + out, " reads files and lines (-drop-lines drops them all the same)", true},
		{in + " -drop-lines -skip wasm-opt -o " + out, "pack-functab: the records of", true},
		{in + " -quiet -skip wasm-opt -o " + out, "", true},
		{in + " -skip nothing -o " + out, `no pass is called "nothing"`, false},
		{in, "-o OUT.wasm", false},
		{in + " " + in + " -o " + out, "one module", false},
		{"-o " + out, "one module", false},
		{in + " -hot " + filepath.Join(dir, "none") + " -o " + out, "none", false},
		{in + " -skip wasm-opt -hot " + file("hot", []byte("main.machine main.gone")) + " -o " + out, "does not have: main.gone", true},
		{in + " -skip wasm-opt -hot " + filepath.Join(dir, "hot") + " -o " + out, filepath.Join(dir, "hot") + " lists functions", true},
		{in + " -strict -skip wasm-opt -hot " + filepath.Join(dir, "hot") + " -o " + out, "-strict makes errors", false},
		{file("done.wasm", optimized(t, program)) + " -o " + out, "optimized already", false},
		{filepath.Join(dir, "none.wasm") + " -o " + out, "none.wasm", false},
		{file("cut.wasm", program[:len(program)/2]) + " -o " + out, "ends inside a section", false},
		{file("old.wasm", old) + " -o " + out, "go0.26", false},
		{filepath.Join(dir, "old.wasm") + " -unproven -skip wasm-opt -o " + out, "compiled by go0.26", true},
		{file("text.wasm", []byte("text")) + " -o " + out, "text.wasm: this is no WebAssembly", false},
		{in + " -wasm-opt " + filepath.Join(dir, "gone") + " -o " + out, "wasm-opt is missing", false},
		{in + " -skip wasm-opt -o " + filepath.Join(in, "x"), "in.wasm", false},
	} {
		os.Remove(out)
		var stdout, stderr bytes.Buffer
		err := runOptimize(strings.Fields(c.args), &stdout, &stderr)
		printed := stdout.String() + stderr.String()
		if err != nil {
			printed += err.Error()
		}
		if (err == nil) != c.ok || !strings.Contains(printed, c.printed) || strings.Contains(c.args, "-quiet") && printed != "" {
			t.Errorf("optimize %s: %v\n%s", c.args, err, printed)
		}
		if _, err := os.Stat(out); (err == nil) != c.ok {
			t.Errorf("optimize %s: %v", c.args, err)
		}
	}
	var help bytes.Buffer
	if err := runOptimize([]string{"-h"}, &help, &help); !errors.Is(err, flag.ErrHelp) || !strings.Contains(help.String(), "keep-stack-pointer") {
		t.Errorf("-h: %v, %s", err, &help)
	}
}

// optimized is the module after the pass that every module can have.
func optimized(t *testing.T, module []byte) []byte {
	t.Helper()
	out, _, err := synthesizeFindfunctab(module)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDamagedModules flips bytes all over a module: each pass ends with a module
// or an error.
func TestDamagedModules(t *testing.T) {
	program := compileProgram(t, ".", "build", "./testdata/program")
	random := rand.New(rand.NewSource(1))
	refused := 0
	for i := range 40 {
		module := bytes.Clone(program)
		for range 1 + random.Intn(20) {
			module[random.Intn(len(module))] ^= 1 << random.Intn(8)
		}
		if i%4 == 0 { // where the tables are
			at := bytes.Index(module, headerMagic)
			for range 3 {
				module[at+8+random.Intn(64)] ^= 1 << random.Intn(8)
			}
		}
		q := request{settings: settings{dropLines: true}, skip: "wasm-opt", unproven: true}
		p, err := q.pipeline(module)
		if err == nil {
			_, err = p.optimizeForeign(module)
		}
		if err != nil || len(p.warnings) > 0 {
			refused++
		}
	}
	if refused == 0 {
		t.Error("no damage was noticed")
	}
}
