package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func root(t *testing.T) string {
	t.Helper()
	dir, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// built is a module as compiled and as shipped.
type built struct{ compiled, shipped []byte }

// buildOf builds the module of a repository with this one's optimizer.
func buildOf(dir, optimizer string) (b built, err error) {
	if b.compiled, err = compile(dir); err == nil {
		b.shipped, err = shrink(optimizer, b.compiled)
	}
	return b, err
}

// own is this repository's module. The tests share one build of it, and take
// the shipped module of `make wasm` where HEDDLE_WASM names it: optimizing
// takes a minute. TestReproducible notices when that module is not of these
// sources.
var own = sync.OnceValues(func() (built, error) {
	dir, err := repository()
	if err != nil {
		return built{}, err
	}
	file := os.Getenv("HEDDLE_WASM")
	if file == "" {
		return buildOf(dir, optimizer(dir))
	}
	var b built
	if b.compiled, err = compile(dir); err == nil {
		b.shipped, err = os.ReadFile(file)
	}
	return b, err
})

func ownBuild(t *testing.T) built {
	t.Helper()
	b, err := own()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestReproducible builds a copy of the sources in another folder and from an
// empty build cache, and compares.
func TestReproducible(t *testing.T) {
	other := filepath.Join(t.TempDir(), "another", "folder")
	sources, err := filepath.Glob(filepath.Join(root(t), "wasm", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum", "core", filepath.Join("wasm", "abi")} {
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
	there, err := buildOf(other, optimizer(root(t)))
	if err != nil {
		t.Fatal(err)
	}
	if hash(here) != hash(there.shipped) {
		t.Errorf("two builds differ: %s and %s", hash(here), hash(there.shipped))
	}
	for _, trace := range []string{other, root(t), "vcs.revision"} {
		if strings.Contains(string(here), trace) || strings.Contains(string(there.shipped), trace) {
			t.Errorf("the module names %q", trace)
		}
	}
}

// TestEmbed builds the command line with the module in it, in a copy of the
// repository, and runs it where there is no other module.
func TestEmbed(t *testing.T) {
	copied := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum", "core", "wasm", "hostfns", "bindings", "cmd"} {
		copyTree(t, filepath.Join(root(t), name), filepath.Join(copied, name))
	}
	if err := write(embedded(copied), ownBuild(t).shipped); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(copied, "heddle.exe")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-tags", "heddle_embed", "-o", program, "./cmd/heddle")
	cmd.Dir = copied
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, text)
	}
	home := t.TempDir()
	cmd = exec.Command(program, "version", "--engine", "wazero", "--json")
	cmd.Dir = home
	cmd.Env = []string{"HOME=" + home, "USERPROFILE=" + home, "LocalAppData=" + home}
	text, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(text), `"abiVersion":`) && !strings.Contains(string(text), `"abi":`) {
		t.Errorf("%v: %s", err, text)
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

// TestSize holds the budgets and prints where the bytes are.
func TestSize(t *testing.T) {
	b := ownBuild(t)
	compiled, module := b.compiled, b.shipped
	l, err := layoutOf(root(t), compiled)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("core.wasm: %d bytes, gzip %d; before wasm-opt %d\n%s", len(module), zipped(module), len(compiled), l.table())
	if len(module) > maxRaw {
		t.Errorf("core.wasm has %d bytes, %d more than its budget", len(module), len(module)-maxRaw)
	}
	if n := zipped(module); n > maxGzip {
		t.Errorf("core.wasm has %d bytes after gzip, %d more than its budget", n, n-maxGzip)
	}
	checkLayout(t, l)
}

// checkLayout checks that the table tells the truth: its lines add up.
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

func TestMeasureRefuses(t *testing.T) {
	for name, module := range map[string]string{
		"nothing":        "",
		"text":           "hello, world",
		"half a section": "\x00asm\x01\x00\x00\x00\x0a\x7f\x01",
		"endless number": "\x00asm\x01\x00\x00\x00\x0a\xff\xff\xff\xff\xff\xff",
	} {
		if _, err := measure([]byte(module), nil); err == nil {
			t.Errorf("%s is taken for a module", name)
		}
	}
}

func TestDropLinesRefuses(t *testing.T) {
	for name, module := range map[string]string{
		"nothing":  "",
		"no data":  "\x00asm\x01\x00\x00\x00",
		"no table": "\x00asm\x01\x00\x00\x00\x0b\x08\x01\x00\x41\x10\x0b\x02ab",
	} {
		if _, err := dropLines([]byte(module)); err == nil {
			t.Errorf("%s is taken for a Go module", name)
		}
	}
}

// TestDropLinesTouchesOnlyTheTables compares the module before and after: no
// byte outside its data differs, and only ever to 0, or to 0xff: no data.
func TestDropLinesTouchesOnlyTheTables(t *testing.T) {
	compiled := ownBuild(t).compiled
	thin, err := dropLines(compiled)
	if err != nil {
		t.Fatal(err)
	}
	if len(thin) != len(compiled) {
		t.Fatalf("%d bytes became %d", len(compiled), len(thin))
	}
	a, err := measure(compiled, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := measure(thin, nil)
	if err != nil {
		t.Fatal(err)
	}
	if string(a.code) != string(b.code) {
		t.Error("the code changed")
	}
	changed := 0
	for i := range thin {
		if thin[i] != compiled[i] {
			changed++
			if thin[i] != 0 && thin[i] != 0xff {
				t.Fatalf("byte %d became %d", i, thin[i])
			}
		}
	}
	if changed < 150_000 {
		t.Errorf("only %d bytes were blanked", changed)
	}
}

// TestDropLinesKeepsWhatTheCollectorReads compares what the collector and defer
// read of each function: its frame sizes, its stack maps, its stack objects.
func TestDropLinesKeepsWhatTheCollectorReads(t *testing.T) {
	compiled := ownBuild(t).compiled
	thin, err := dropLines(compiled)
	if err != nil {
		t.Fatal(err)
	}
	a, err := tablesOf(append([]byte(nil), compiled...))
	if err != nil {
		t.Fatal(err)
	}
	b, err := tablesOf(thin)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	same := func(what string, f, start, n uint64) {
		for at := start; at < start+n; at++ {
			if a.byte(at) != b.byte(at) {
				t.Fatalf("function %#x: %s changed at %#x", f, what, at)
			}
		}
		compared += int(n)
	}
	for i := uint64(0); i < a.funcs; i++ {
		f := a.function(i)
		n, data := uint64(a.u32(f+funcNPCData)), uint64(a.byte(f+funcNFuncData))
		for _, at := range []uint64{f + funcPCSP, f + funcPCData + 4} {
			if offset := a.u32(at); offset != 0 && (at == f+funcPCSP || n > 1) {
				same("a table's place", f, at, 4)
				same("a table", f, a.tables+uint64(offset), a.tableEnd(a.tables+uint64(offset))-a.tables-uint64(offset))
			}
		}
		for _, j := range []uint64{0, 1, 2, 4} {
			at := f + funcPCData + 4*(n+j)
			if offset := a.u32(at); j < data && offset != noFuncData {
				same("the place of data", f, at, 4)
				same("data", f, a.base+uint64(offset), 8) // how many and how long
			}
		}
	}
	if compared < 200_000 {
		t.Errorf("only %d bytes were compared", compared)
	}
}
