// Command heddle lists, searches, compares, exports and adds up the sessions
// that coding agents leave on disk.
package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/bindings/wazero"
	"github.com/heddle-dev/heddle/internal/cli"
)

// A run is short, and most runs never need to collect garbage: nothing is
// collected before the program holds firstCollection bytes. From then on the
// heap, which is small, may grow to four times what is in use.
const (
	firstCollection = 40 << 20
	garbageFactor   = 300
)

// delayCollection sets that up. The limit that starts the first collection
// must not stay: at the limit, one would follow the other.
func delayCollection() {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(firstCollection)
	runtime.SetFinalizer(new([1 << 10]byte), func(*[1 << 10]byte) {
		debug.SetGCPercent(garbageFactor)
		debug.SetMemoryLimit(math.MaxInt64)
	})
}

func main() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		delayCollection()
	}
	os.Exit(cli.Run(os.Args[1:], cli.OSStreams(), map[string]cli.Opener{
		"native": native.NewEngine,
		"wazero": wazero.NewEngine,
	}))
}
