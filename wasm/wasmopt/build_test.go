package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/wasm/internal/artifact"
)

func root(t *testing.T) string {
	t.Helper()
	dir, err := artifact.RepositoryRoot()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// pinnedVersion is the Go version of releases.
func pinnedVersion(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("toolchain.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

// built is a module as compiled and as shipped.
type built struct {
	compiled, shipped []byte
	goVersion         string
}

// buildOf builds the module of the repository at dir with the wasm-opt of the
// one at tools. A file names a shipped module to use instead of optimizing.
func buildOf(dir, tools, file string) (b built, err error) {
	p, err := newPipeline(dir, options{target: targets[""]})
	if err != nil {
		return b, err
	}
	p.passes = passesOf(ownSettings(wasmOptPath(tools)))
	b.goVersion = p.goVersion
	if b.compiled, err = p.compileModule(dir); err != nil {
		return b, err
	}
	if file != "" {
		b.shipped, err = os.ReadFile(file)
		return b, err
	}
	b.shipped, err = p.optimizeModule(b.compiled)
	return b, err
}

// own is this repository's module. The tests share one build of it, and use the
// module that HEDDLE_WASM names as the shipped one: optimizing takes half a
// minute. TestReproducible notices when that module is not of these sources.
var own = sync.OnceValues(func() (built, error) {
	dir, err := artifact.RepositoryRoot()
	if err != nil {
		return built{}, err
	}
	return buildOf(dir, dir, os.Getenv("HEDDLE_WASM"))
})

func ownBuild(t *testing.T) built {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles core.wasm; it runs without -short")
	}
	b, err := own()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestReproducible builds a copy of the sources in another folder and from an
// empty build cache, and compares.
func TestReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and optimizes core.wasm from an empty build cache")
	}
	other := filepath.Join(t.TempDir(), "another", "folder")
	sources, err := filepath.Glob(filepath.Join(root(t), "wasm", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum", "core", filepath.Join("wasm", "abi"), filepath.Join("wasm", "internal")} {
		sources = append(sources, filepath.Join(root(t), name))
	}
	for _, from := range sources {
		rel, err := filepath.Rel(root(t), from)
		if err != nil {
			t.Fatal(err)
		}
		copyTree(t, from, filepath.Join(other, rel))
	}
	here := ownBuild(t).shipped
	t.Setenv("GOCACHE", t.TempDir())
	there, err := buildOf(other, root(t), "")
	if err != nil {
		t.Fatal(err)
	}
	if artifact.SHA256(here) != artifact.SHA256(there.shipped) {
		t.Errorf("two builds differ: %s and %s", artifact.SHA256(here), artifact.SHA256(there.shipped))
	}
	for _, trace := range []string{other, root(t), "vcs.revision"} {
		if strings.Contains(string(here), trace) || strings.Contains(string(there.shipped), trace) {
			t.Errorf("the module names %q", trace)
		}
	}
}

func copyTree(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestSize checks the budgets and prints where the bytes are. Only the Go version
// of releases has to keep within them.
func TestSize(t *testing.T) {
	b := ownBuild(t)
	compiled, module := b.compiled, b.shipped
	l, err := layoutOf(root(t), targets[""].folder, compiled)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("core.wasm: %d bytes, gzip %d; before wasm-opt %d\n%s", len(module), artifact.GzipSize(module), len(compiled), l.formatTable())
	p := &pipeline{target: targets[""], goVersion: b.goVersion}
	p.checkBudgets(module)
	for _, w := range p.warnings {
		if b.goVersion == pinnedVersion(t) {
			t.Error(w)
		} else {
			t.Log(w)
		}
	}
	checkLayout(t, l)
}

// checkLayout checks that the lines of the table add up.
func checkLayout(t *testing.T, l layout) {
	t.Helper()
	sum, code := 0, 0
	for _, s := range l.sections {
		sum += s.bytes
	}
	for _, p := range l.packages {
		code += p.bytes
	}
	if sum != l.size {
		t.Errorf("the sections add up to %d of %d bytes", sum, l.size)
	}
	if code != len(l.code) {
		t.Errorf("the packages add up to %d of %d bytes of code", code, len(l.code))
	}
	for _, p := range l.packages {
		if p.name == "github.com/heddle-dev/heddle/core/rpc" {
			return
		}
	}
	t.Error("the table does not know core/rpc")
}

func TestMeasureLayoutRefuses(t *testing.T) {
	for name, module := range map[string]string{
		"nothing":        "",
		"text":           "hello, world",
		"half a section": "\x00asm\x01\x00\x00\x00\x0a\x7f\x01",
		"endless number": "\x00asm\x01\x00\x00\x00\x0a\xff\xff\xff\xff\xff\xff",
	} {
		if _, err := measureLayout([]byte(module), nil); err == nil {
			t.Errorf("%s is taken for a module", name)
		}
	}
}

// runPass runs one pass on the compiled module. The test is skipped when the
// pass does not know the output of a Go version that is not the one of releases.
func runPass(t *testing.T, name string) (before, after []byte) {
	t.Helper()
	b := ownBuild(t)
	for _, step := range passesOf(ownSettings("")) {
		if step.Name != name {
			continue
		}
		out, _, err := step.Run(b.compiled)
		var unknown mismatch
		if errors.As(err, &unknown) && b.goVersion != pinnedVersion(t) {
			t.Skipf("pass %s does not know the output of %s: %v", name, b.goVersion, err)
		}
		if err != nil {
			t.Fatal(err)
		}
		return b.compiled, out
	}
	t.Fatalf("no pass %s", name)
	return nil, nil
}
