// Command bench is wasmtime under measurement (see bindings/internal/bindingstest/cmd/bench):
// bench HOME takes jobs on stdin and answers with their times. HEDDLE_WASM names another module.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
	"github.com/heddle-dev/heddle/bindings/wasmtime"
	"github.com/heddle-dev/heddle/hostfns"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: bench HOME")
	}
	return bindingstest.Serve(os.Stdin, os.Stdout, func() (bindings.Engine, error) {
		var o bindings.Options
		o.Host, o.Workers = hostfns.Options{Home: args[0]}, 1
		if o.ModulePath = os.Getenv("HEDDLE_WASM"); o.ModulePath == "" {
			o.ModulePath = filepath.Join("..", "..", "build", "core.wasm")
		}
		return wasmtime.Open(o)
	})
}
