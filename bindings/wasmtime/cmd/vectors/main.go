// Command vectors compares wasmtime with the golden vectors, after
// `vectors prepare` of the root module has made the homes.
//
//	go run -C bindings/wasmtime ./cmd/vectors
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
	"github.com/heddle-dev/heddle/bindings/wasmtime"
	"github.com/heddle-dev/heddle/hostfns"
)

func main() {
	root := flag.String("root", filepath.Join("..", ".."), "the repository")
	module := flag.String("module", "core.wasm", "the module's name in the folder build")
	name := flag.String("name", "wasmtime", "the engine's name in the result")
	flag.Parse()
	in := func(parts ...string) string { return filepath.Join(append([]string{*root}, parts...)...) }
	open := func(grant hostfns.Options) (bindings.Engine, error) {
		return wasmtime.Open(bindings.Options{Host: grant, ModulePath: in("build", *module)})
	}
	err := bindingstest.RunAndSave(*name, in("testdata"), in("build", "homes"), in("build", "vectors"), 1, open)
	if err != nil {
		fmt.Fprintln(os.Stderr, "vectors:", err)
		os.Exit(1)
	}
}
