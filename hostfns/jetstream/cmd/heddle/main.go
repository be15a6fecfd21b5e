// Command heddle is the command line with stores on NATS JetStream:
//
//	heddle --store nats://host:4222/team list
//
// Release archives have this program.
package main

import (
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/bindings/wazero"
	_ "github.com/heddle-dev/heddle/hostfns/jetstream" // stores at addresses
	"github.com/heddle-dev/heddle/internal/cli"
)

func main() {
	cli.Main(map[string]cli.Opener{"native": native.NewEngine, "wazero": wazero.NewEngine})
}
