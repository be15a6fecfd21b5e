package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/heddle-dev/heddle/wasm/internal/artifact"
)

const optimizeUsage = `Makes a WebAssembly module of Go's own compiler smaller and faster.

  go run ./wasm/wasmopt optimize [flags] IN.wasm -o OUT.wasm

The module is one for GOOS=wasip1 or GOOS=js. A pass that does not find its pattern
is skipped with a warning; one that could change what the program does is left out.
The module works in both cases. docs/wasmopt.md describes the passes.

`

// request is what the user of optimize asks for.
type request struct {
	settings
	in, out, skip, hotFile         string
	names, strict, quiet, unproven bool
}

// defineFlags returns the flags of optimize, which set the request.
func (q *request) defineFlags(stderr io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet("wasmopt optimize", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprint(stderr, optimizeUsage)
		f.PrintDefaults()
	}
	var passes []string
	for _, step := range passesOf(settings{}) {
		passes = append(passes, step.Name)
	}
	f.StringVar(&q.out, "o", "", "write the module to this `file`, which may be the one that is read")
	f.StringVar(&q.skip, "skip", "", "comma-separated `names` of passes not to run, of "+strings.Join(passes, ", "))
	f.StringVar(&q.hotFile, "hot", "", "a `file` with names of functions, one a line as in the module's name section, that are worth two copies")
	f.StringVar(&q.tool, "wasm-opt", "", "this `program` of Binaryen or script of npm (default: what make wasm installs, else the one on PATH)")
	f.BoolVar(&q.noReentry, "no-reentry", false, "the host does not call the module while the module calls the host: keep-stack-pointer may run in a module with exports")
	f.BoolVar(&q.dropLines, "drop-lines", false, "drop files and lines although the program reads them: runtime.Caller then finds none")
	f.BoolVar(&q.names, "names", false, "keep the names of functions, for profilers")
	f.BoolVar(&q.unproven, "unproven", false, "accept a module of a Go version that the passes are not proven for")
	f.BoolVar(&q.strict, "strict", false, "fail on warnings, and write nothing then")
	f.BoolVar(&q.quiet, "quiet", false, "do not print what each pass did")
	return f
}

// parseRequest reads flags before and after the module's name.
func parseRequest(args []string, stderr io.Writer) (request, error) {
	var q request
	var files []string
	f := q.defineFlags(stderr)
	for len(args) > 0 {
		if err := f.Parse(args); err != nil {
			return q, err
		}
		if args = f.Args(); len(args) > 0 {
			files, args = append(files, args[0]), args[1:]
		}
	}
	if len(files) != 1 || q.out == "" {
		return q, errors.New("optimize takes one module, and -o OUT.wasm; -h lists the flags")
	}
	q.in = files[0]
	return q, nil
}

// runOptimize is the command optimize.
func runOptimize(args []string, stdout, stderr io.Writer) error {
	q, err := parseRequest(args, stderr)
	if err != nil {
		return err
	}
	module, err := os.ReadFile(q.in)
	if err != nil {
		return err
	}
	p, err := q.pipeline(module)
	if err != nil {
		return fmt.Errorf("%s: %w", q.in, err)
	}
	out, err := p.optimizeForeign(module)
	if err != nil {
		return fmt.Errorf("%s: %w", q.in, err)
	}
	if err := p.printWarnings(stderr, q.strict); err != nil {
		return err
	}
	if err := artifact.ReplaceFile(q.out, out); err != nil {
		return err
	}
	if !q.quiet {
		fmt.Fprintf(stdout, "%9d  %s, compiled by %s\n%s\n", len(module), q.in, p.goVersion, strings.Join(p.report, "\n"))
		fmt.Fprintf(stdout, "%9d  %s; gzip %d, before %d\n", len(out), q.out, artifact.GzipSize(out), artifact.GzipSize(module))
	}
	return nil
}

// pipeline returns the passes for a module.
func (q *request) pipeline(module []byte) (*pipeline, error) {
	version, err := goVersionOf(module)
	if err == nil && !q.unproven {
		err = checkProven(version)
	}
	if err != nil {
		return nil, err
	}
	p := &pipeline{target: target{name: "the module"}, goVersion: version}
	if q.skip != "" {
		p.skip = strings.Split(q.skip, ",")
	}
	if q.hotFile != "" {
		text, err := os.ReadFile(q.hotFile)
		if err != nil {
			return nil, err
		}
		q.hot, p.target.hot = string(text), q.hotFile
	}
	if q.names {
		q.flags = append(q.flags, keepNames)
	}
	if q.tool == "" {
		q.tool = findWasmOpt()
	}
	p.passes = passesOf(q.settings)
	return p, p.checkSkips()
}

// findWasmOpt finds the repository's wasm-opt, or else one on PATH; "" without
// either.
func findWasmOpt() string {
	if root, err := artifact.RepositoryRoot(); err == nil {
		if _, err := os.Stat(wasmOptPath(root)); err == nil {
			return wasmOptPath(root)
		}
	}
	tool, _ := exec.LookPath("wasm-opt")
	return tool
}

// optimizeForeign optimizes a module that may be damaged: what the passes did
// not expect of it is an error.
func (p *pipeline) optimizeForeign(module []byte) (out []byte, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("the module is damaged: its tables contradict each other (%v)", problem)
		}
	}()
	return p.optimizeModule(module)
}
