package clienttest

import (
	"os"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/bindings/wazero"
)

func TestMain(m *testing.M) { os.Exit(guesttest.Main(m)) }

func TestNative(t *testing.T) { Run(t, native.NewEngine) }

// TestJSON hides that the native engine can answer with values.
func TestJSON(t *testing.T) {
	if testing.Short() {
		t.Skip("TestNative runs the same methods")
	}
	Run(t, func(o bindings.Options) (bindings.Engine, error) {
		engine, err := native.Open(o)
		return struct{ bindings.Engine }{engine}, err
	})
}

func TestWazero(t *testing.T) {
	guesttest.NeedsWasm(t)
	Run(t, wazero.NewEngine)
}
