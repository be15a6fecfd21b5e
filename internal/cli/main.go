package cli

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// A run is short, and most runs never need to collect garbage: nothing is
// collected before the program holds firstCollection bytes. From then on a small
// heap may grow to four times what is in use. What a large one may grow by is
// garbageRoom and a sixteenth of it, so that a large session takes little more
// memory than what it needs.
const (
	firstCollection = 40 << 20
	garbageFactor   = 300
	garbageRoom     = 6 << 20
)

// delayCollection sets that up. The limit that starts the first collection
// must not stay: at the limit, one would follow the other.
func delayCollection() {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(firstCollection)
	afterCollection(func() { debug.SetMemoryLimit(math.MaxInt64) })
}

// afterCollection calls then after the next collection, and says after each how far
// the heap may grow until the one that follows.
func afterCollection(then func()) {
	runtime.SetFinalizer(new([1 << 10]byte), func(*[1 << 10]byte) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		debug.SetGCPercent(growthPercent(live[0].Value.Uint64()))
		then()
		afterCollection(func() {})
	})
}

// growthPercent returns by how many percent a heap with so many bytes in use may
// grow.
func growthPercent(live uint64) int {
	return int(min(garbageFactor, 100*(garbageRoom+live/16)/max(live, 1)))
}

// Main runs the command line of this process with these engines, and ends the process.
func Main(engines map[string]Opener) {
	serves := len(os.Args) > 2 && os.Args[1] == "live" && os.Args[2] == "serve" // it runs for long
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" && !serves {
		delayCollection()
	}
	os.Exit(Run(os.Args[1:], terminal.OSStreams(), engines))
}
