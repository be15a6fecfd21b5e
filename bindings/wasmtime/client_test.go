package wasmtime

import (
	"testing"

	"github.com/heddle-dev/heddle/bindings/internal/clienttest"
)

// The typed client returns over wasmtime what it returns over the native engine.
func TestClient(t *testing.T) { clienttest.Run(t, NewEngine) }
