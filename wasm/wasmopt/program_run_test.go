package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

// wasiRun is a run of a program in wazero.
type wasiRun struct {
	folder string // is the working folder
	args   []string
}

// run returns what the program prints, to both outputs, and its exit code.
func (w wasiRun) run(t *testing.T, module []byte) (output string, code uint32) {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	var out bytes.Buffer
	config := wazero.NewModuleConfig().WithStdout(&out).WithStderr(&out).WithArgs(w.args...).WithRandSource(rand.Reader).
		WithSysWalltime().WithSysNanotime().WithSysNanosleep().WithEnv("PWD", w.folder).WithFSConfig(wazero.NewFSConfig().WithReadOnlyDirMount("/", "/"))
	_, err := r.InstantiateWithConfig(ctx, module, config)
	var exit *sys.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Errorf("the program ends with %v", err)
	}
	if exit != nil {
		code = exit.ExitCode()
	}
	return out.String(), code
}

// compileProgram compiles a folder for WASI with more arguments of the go command.
func compileProgram(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles programs to WebAssembly")
	}
	file := filepath.Join(t.TempDir(), "program.wasm")
	if _, err := runGo(dir, append(args[:1:1], append([]string{"-o", file}, args[1:]...)...)...); err != nil {
		t.Fatal(err)
	}
	module, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// withoutLines drops what the program prints about its lines.
func withoutLines(output string) string {
	before, _, _ := strings.Cut(output, "== lines")
	return before
}

// TestProgram runs a program that asks for what a pass could break: natively, as
// compiled, after each pass alone, and after all of them.
func TestProgram(t *testing.T) {
	compiled := compileProgram(t, ".", "build", "./testdata/program")
	native, err := exec.Command("go", "run", "./testdata/program", "one", "two").Output()
	if err != nil || !strings.Contains(string(native), "argument two") {
		t.Fatalf("the native program: %v\n%s", err, native)
	}
	tool := wasmOptPath(root(t))
	for name, c := range map[string]struct {
		settings
		only    string
		changes bool // the program loses its lines
	}{
		"as compiled":                    {only: "no pass"},
		"findfunctab alone":              {only: "findfunctab"},
		"fast-bytealg alone":             {only: "fast-bytealg"},
		"keep-stack-pointer alone":       {only: "keep-stack-pointer"},
		"structure-jumps alone":          {only: "structure-jumps"},
		"short-copies alone":             {only: "short-copies"},
		"merge-segments alone":           {only: "merge-segments"},
		"blank-tracebacks alone":         {only: "blank-tracebacks", changes: true},
		"blank-tracebacks, pack-functab": {only: "blank-tracebacks pack-functab", changes: true},
		"all passes with hot functions":  {settings: settings{tool: tool, hot: programHot}, changes: true},
		"all passes":                     {settings: settings{tool: tool}, changes: true},
		"passes that keep lines, hot":    {settings: settings{hot: programHot}, only: "findfunctab fast-bytealg keep-stack-pointer structure-jumps short-copies merge-segments"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &pipeline{target: target{name: "the program"}, passes: passesOf(c.settings)}
			if c.only != "" {
				p.passes = slices.DeleteFunc(p.passes, func(step pass) bool { return !slices.Contains(strings.Fields(c.only), step.Name) })
			}
			module, err := p.optimizeModule(compiled)
			if err != nil {
				t.Fatal(err)
			}
			if c.only != "no pass" && bytes.Equal(module, compiled) {
				t.Errorf("nothing was done: %q, %q", p.report, p.warnings)
			}
			got, code := wasiRun{folder: t.TempDir(), args: []string{"program", "one", "two"}}.run(t, module)
			want := string(native)
			if c.changes {
				got, want = withoutLines(got), withoutLines(want)
			}
			if got != want || code != 0 || len(p.warnings) > 0 {
				t.Errorf("exit code %d; %s\n%s\n\nwant\n%s", code, strings.Join(p.warnings, "\n"), got, want)
			}
		})
	}
}

// programHot are functions of the program that are resumed in their loops, and
// some of the runtime that every program has.
const programHot = `main.nested main.machine main.collatz main.goroutines.func2 main.goroutines main.descend main.recovers main.overlap main.stacks
	runtime.mallocgc runtime.growslice runtime.makeslice runtime.chansend runtime.chanrecv runtime.mapassign_faststr sort.insertionSort fmt.__pp_.doPrintf reflect.Value.call`
