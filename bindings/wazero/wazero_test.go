package wazero

import (
	"os"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
)

func TestMain(m *testing.M) {
	code := guesttest.Main(m)
	if folder := compiledCore; folder != "" {
		os.RemoveAll(folder)
	}
	os.Exit(code)
}

var (
	compiledOnce sync.Once
	compiledCore string
)

// sharedCache returns the cache folder of tests that do not test the cache: compiling core.wasm
// takes seconds.
func sharedCache(t *testing.T) string {
	t.Helper()
	compiledOnce.Do(func() {
		folder, err := os.MkdirTemp("", "heddle-compiled-")
		if err != nil {
			t.Fatal(err)
		}
		compiledCore = folder
	})
	return compiledCore
}

func TestEngine(t *testing.T) {
	guesttest.Suite(t, func(o bindings.Options) (bindings.Engine, error) { return Open(o) })
}
