// Command kit is a runner of the conformance kit (docs/how-to-write-a-host.md) over wasmtime.
package main

import (
	"fmt"
	"os"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/kit"
	"github.com/heddle-dev/heddle/bindings/wasmtime"
)

func main() {
	open := func(o bindings.Options) (bindings.Engine, error) { return wasmtime.Open(o) }
	if err := kit.Serve(os.Stdin, os.Stdout, "wasmtime", open); err != nil {
		fmt.Fprintln(os.Stderr, "kit:", err)
		os.Exit(1)
	}
}
