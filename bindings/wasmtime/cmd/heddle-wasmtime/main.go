// Command heddle-wasmtime is heddle on the engine wasmtime, and nothing
// else.
//
//	cd bindings/wasmtime && go run ./cmd/heddle-wasmtime sessions list
package main

import (
	"os"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/wasmtime"
	"github.com/heddle-dev/heddle/cmd/heddle/cli"
)

func main() {
	os.Exit(cli.Run(os.Args[1:], cli.OSStreams(), map[string]cli.Opener{
		"wasmtime": func(o bindings.Options) (bindings.Engine, error) { return wasmtime.Open(o) },
	}))
}
