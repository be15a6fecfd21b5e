// Command heddle lists, shows and exports the sessions that coding agents
// leave on disk.
package main

import (
	"os"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/bindings/wazero"
	"github.com/heddle-dev/heddle/cmd/heddle/cli"
)

func main() {
	os.Exit(cli.Run(os.Args[1:], cli.OSStreams(), map[string]cli.Opener{
		"native": func(o bindings.Options) (bindings.Engine, error) { return native.Open(o) },
		"wazero": func(o bindings.Options) (bindings.Engine, error) { return wazero.Open(o) },
	}))
}
