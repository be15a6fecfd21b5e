// Command heddle lists, searches, compares, exports and adds up the sessions
// that coding agents leave on disk.
package main

import (
	"os"
	"runtime/debug"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/bindings/wazero"
	"github.com/heddle-dev/heddle/cmd/heddle/cli"
)

// garbageFactor lets a run's heap, which is small, grow to three times what is
// in use before it is collected: a tenth less time for a few megabytes.
const garbageFactor = 200

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbageFactor)
	}
	os.Exit(cli.Run(os.Args[1:], cli.OSStreams(), map[string]cli.Opener{
		"native": func(o bindings.Options) (bindings.Engine, error) { return native.Open(o) },
		"wazero": func(o bindings.Options) (bindings.Engine, error) { return wazero.Open(o) },
	}))
}
