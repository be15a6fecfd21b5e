// Command lite builds core-lite.wasm: the engine of core.wasm compiled by TinyGo,
// a quarter of its size, without vectors and with one WASI import. Two builds of
// the same sources by the same Go version and LLVM are equal.
//
//	go run ./wasm/internal/lite              build/core-lite.wasm and its hash
//	go run ./wasm/internal/lite -o FILE      another file
//	go run ./wasm/internal/lite -names       keep the names of functions, for profilers
//	go run ./wasm/internal/lite -strict      fail when the module is larger than its budget
//	go run ./wasm/internal/lite -optional    succeed without a module where there is no compiler
//	go run ./wasm/internal/lite -overlay DIR write the packages of Go's library that core.wasm changes
//
// The first build makes the compiler: it installs LLVM on Debian as root, and
// compiles TinyGo into the user's cache folder. Where that cannot be done, the
// command says so.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/heddle-dev/heddle/wasm/internal/artifact"
)

// Budgets of the module, in bytes.
const (
	maxRaw  = 1_450_000
	maxGzip = 635_000
)

// options are the command's flags.
type options struct {
	out, overlay            string
	names, strict, optional bool
}

func main() {
	var o options
	flag.StringVar(&o.out, "o", "", "where to write the module (default: build/core-lite.wasm in the repository)")
	flag.BoolVar(&o.names, "names", false, "keep the names of functions, for profilers")
	flag.BoolVar(&o.strict, "strict", false, "fail when the module is larger than its budget, and write nothing then")
	flag.BoolVar(&o.optional, "optional", false, "succeed without a module where the compiler cannot be had")
	flag.StringVar(&o.overlay, "overlay", "", "write the packages of Go's library that core.wasm changes to this folder, and overlay.json, and build nothing")
	flag.Parse()
	run := func() error { return buildModule(os.Stdout, os.Stderr, o) }
	if o.overlay != "" {
		run = func() error { return writeOverlay(o.overlay) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "lite:", err)
		os.Exit(1)
	}
}

// buildModule compiles the module, optimizes it and writes it.
func buildModule(stdout, stderr io.Writer, o options) error {
	root, err := artifact.RepositoryRoot()
	if err != nil {
		return err
	}
	if o.out == "" {
		o.out = filepath.Join(root, "build", "core-lite.wasm")
	}
	t, err := findToolchain(stderr)
	if errors.Is(err, errMissing) && o.optional {
		fmt.Fprintln(stderr, "SKIPPED: core-lite.wasm is neither built nor tested:", err)
		return errors.Join(removeFile(o.out), removeFile(o.out+".sha256"))
	}
	if err != nil {
		return err
	}
	module, err := t.compile(root, o.names)
	if err != nil {
		return err
	}
	if module, err = optimize(root, module, o.names); err != nil {
		return err
	}
	return o.writeModule(stdout, stderr, module)
}

// writeModule writes the module and its hash, unless it breaks its budget.
func (o options) writeModule(stdout, stderr io.Writer, module []byte) error {
	zipped := artifact.GzipSize(module)
	if !o.names && (len(module) > maxRaw || zipped > maxGzip) {
		problem := fmt.Errorf("core-lite.wasm has %d bytes and %d after gzip; its budgets are %d and %d", len(module), zipped, maxRaw, maxGzip)
		if o.strict {
			return problem
		}
		fmt.Fprintln(stderr, "lite: warning:", problem)
	}
	if err := artifact.Write(o.out, module); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "core-lite.wasm by TinyGo %s: %d bytes of %d, gzip %d of %d, sha256 %s\n", tinygoVersion, len(module), maxRaw, zipped, maxGzip, artifact.SHA256(module))
	return nil
}

func removeFile(name string) error {
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
