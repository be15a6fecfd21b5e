package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// operations is the operation table in its published form.
type operations struct {
	Ops []struct {
		ID            uint32
		Name, Request string
	}
	Requests []struct {
		Name   string
		Fields []struct{ Name string }
	}
}

func loadOperations(t *testing.T) (table operations) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "wasm", "abi", "abi.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	return table
}
