package cli

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
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

// Main runs the command line of this process with these engines, and ends the process.
func Main(engines map[string]Opener) {
	serves := len(os.Args) > 2 && os.Args[1] == "live" && os.Args[2] == "serve" // it runs for long
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" && !serves {
		delayCollection()
	}
	os.Exit(Run(os.Args[1:], OSStreams(), engines))
}
