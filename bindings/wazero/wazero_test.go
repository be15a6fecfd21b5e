package wazero

import (
	"os"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
)

func TestMain(m *testing.M) { os.Exit(guesttest.Main(m)) }

func TestEngine(t *testing.T) {
	guesttest.Suite(t, func(o bindings.Options) (bindings.Engine, error) { return Open(o) })
}
