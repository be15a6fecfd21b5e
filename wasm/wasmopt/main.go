// Command wasmopt compiles and optimizes one of this repository's modules:
// core.wasm, or the one that its argument names, command or plugin. Two builds of
// the same sources by the same Go version are equal, in any folder. The command
// runs anywhere inside the repository, and writes nothing outside it.
//
//	go run ./wasm/wasmopt                 build/core.wasm and build/core.wasm.sha256
//	go run ./wasm/wasmopt command         build/heddle-command.wasm and build/heddle-command.wasm.sha256
//	go run ./wasm/wasmopt plugin          build/heddle-plugin.wasm and build/heddle-plugin.wasm.sha256
//	go run ./wasm/wasmopt -o FILE         another file
//	go run ./wasm/wasmopt -sizes          also print the bytes after each pass, per section and per package
//	go run ./wasm/wasmopt -names          keep the names of functions, for profilers
//	go run ./wasm/wasmopt -skip A,B       without these passes
//	go run ./wasm/wasmopt -strict         fail on warnings
//
// A pass that does not recognize the output of the selected Go version is
// skipped with a warning.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/wasm/internal/artifact"
)

// target is a module that the command builds. A module that is larger than its
// budgets, in bytes, is a warning.
type target struct {
	name            string // of its file
	folder          string // of its main package
	maxRaw, maxGzip int
	hot             string // the list of functions that it has all of; "" where it may lack some of hot.txt
	runs            bool   // it is a program that runs once, not a reactor that is called
}

// targets are the modules, by the argument that selects them.
var targets = map[string]target{
	"":        {name: "core.wasm", folder: "./wasm", maxRaw: 6_800_000, maxGzip: 1_850_000, hot: "hot.txt"},
	"command": {name: "heddle-command.wasm", folder: "./wasm/command", maxRaw: 9_000_000, maxGzip: 2_500_000, runs: true},
	"plugin":  {name: "heddle-plugin.wasm", folder: "./wasm/plugin", maxRaw: 9_000_000, maxGzip: 2_500_000},
}

func main() {
	var o options
	skip := ""
	flag.StringVar(&o.out, "o", "", "where to write the module (default: build/core.wasm in the repository)")
	flag.BoolVar(&o.sizes, "sizes", false, "print the bytes after each pass, per section and per package")
	flag.BoolVar(&o.names, "names", false, "keep the names of functions, for profilers")
	flag.BoolVar(&o.strict, "strict", false, "fail on warnings, and write nothing then")
	flag.StringVar(&skip, "skip", "", "comma-separated `names` of passes not to run")
	flag.Parse()
	if skip != "" {
		o.skip = strings.Split(skip, ",")
	}
	known := false
	if o.target, known = targets[flag.Arg(0)]; !known || flag.NArg() > 1 {
		fmt.Fprintln(os.Stderr, "wasmopt: the only argument is command or plugin")
		os.Exit(2)
	}
	if err := buildModule(os.Stdout, os.Stderr, o); err != nil {
		fmt.Fprintln(os.Stderr, "wasmopt:", err)
		os.Exit(1)
	}
}

// options are the command's flags.
type options struct {
	target               target
	out                  string
	sizes, names, strict bool
	skip                 []string
}

// buildModule compiles and optimizes the module and writes it to o.out.
func buildModule(stdout, stderr io.Writer, o options) error {
	root, err := artifact.RepositoryRoot()
	if err != nil {
		return err
	}
	if o.out == "" {
		o.out = filepath.Join(root, "build", o.target.name)
	}
	p, compiled, module, err := makeModule(root, o)
	if err != nil {
		return err
	}
	p.checkBudgets(module)
	if err := p.printWarnings(stderr, o.strict); err != nil {
		return err
	}
	if err := artifact.Write(o.out, module); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s by %s: %d bytes of %d, gzip %d of %d, sha256 %s\n", p.target.name, p.goVersion, len(module), p.target.maxRaw, artifact.GzipSize(module), p.target.maxGzip, artifact.SHA256(module))
	if o.sizes {
		return p.printSizes(stdout, root, compiled)
	}
	return nil
}

// makeModule returns the module as it was compiled and as it was optimized.
func makeModule(root string, o options) (p *pipeline, compiled, module []byte, err error) {
	if p, err = newPipeline(root, o); err != nil {
		return nil, nil, nil, err
	}
	if compiled, err = p.compileModule(root); err != nil {
		return nil, nil, nil, err
	}
	module, err = p.optimizeModule(compiled)
	return p, compiled, module, err
}

// newPipeline returns the passes that o selects for the selected Go version.
func newPipeline(root string, o options) (*pipeline, error) {
	var flags []string
	if o.names {
		flags = append(flags, keepNames)
	}
	version, err := runGo(root, "env", "GOVERSION")
	p := &pipeline{target: o.target, passes: passesOf(ownSettings(wasmOptPath(root), flags...)), skip: o.skip, goVersion: strings.TrimSpace(version)}
	return p, errors.Join(err, p.checkSkips())
}

// checkBudgets warns about a module that is larger than its budgets.
func (p *pipeline) checkBudgets(module []byte) {
	if n := len(module); n > p.target.maxRaw {
		p.warn("%s has %d bytes, %d more than its budget", p.target.name, n, n-p.target.maxRaw)
	}
	if n := artifact.GzipSize(module); n > p.target.maxGzip {
		p.warn("%s has %d bytes after gzip, %d more than its budget", p.target.name, n, n-p.target.maxGzip)
	}
}

// printWarnings prints the warnings, which are an error when strict.
func (p *pipeline) printWarnings(w io.Writer, strict bool) error {
	for _, warning := range p.warnings {
		fmt.Fprintln(w, "wasmopt: warning:", warning)
	}
	if strict && len(p.warnings) > 0 {
		return fmt.Errorf("%d warnings, which -strict makes errors", len(p.warnings))
	}
	return nil
}

// printSizes prints the bytes after each pass, and where those of the compiled
// module are: wasm-opt drops the names that packages are known by.
func (p *pipeline) printSizes(w io.Writer, root string, compiled []byte) error {
	l, err := layoutOf(root, p.target.folder, compiled)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\n%9d  as compiled\n%s\n\nas compiled:\n%s", len(compiled), strings.Join(p.report, "\n"), l.formatTable())
	return err
}
