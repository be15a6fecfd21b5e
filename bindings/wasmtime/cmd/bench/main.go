// Command bench prints wasmtime's figures for the table of make bench:
// bench HOME RUNS.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/bindingstest"
	"github.com/heddle-dev/heddle/bindings/wasmtime"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: bench HOME RUNS")
	}
	runs, err := strconv.Atoi(args[1])
	if err != nil || runs < 1 {
		return fmt.Errorf("%q is no number of runs", args[1])
	}
	figures, err := bindingstest.Measure("wasmtime", runs, func() (bindings.Engine, error) {
		var o bindings.Options
		o.Host.Home, o.Workers = args[0], 1
		o.ModulePath = filepath.Join("..", "..", "build", "core.wasm")
		return wasmtime.Open(o)
	})
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(figures)
}
