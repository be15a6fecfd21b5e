// Command heddle lists, searches, compares, exports and adds up the sessions
// that coding agents leave on disk. It keeps its store in a file; the program of
// hostfns/jetstream/cmd/heddle also keeps one on a NATS server.
package main

import (
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/bindings/wazero"
	"github.com/heddle-dev/heddle/internal/cli"
)

func main() {
	cli.Main(map[string]cli.Opener{"native": native.NewEngine, "wazero": wazero.NewEngine})
}
