package guesttest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Main runs a package's tests with HEDDLE_WASM naming core.wasm, as examples
// expect it. With -short and without HEDDLE_WASM it skips the examples instead.
func Main(m *testing.M) int {
	if given != "" {
		return m.Run()
	}
	flag.Parse()
	if testing.Short() {
		fmt.Println("SKIPPED: the examples: " + reasonNoWasm)
		if err := flag.Set("test.skip", "^Example"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "heddle-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	module, err := compileOnce("./wasm", "", dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	file := filepath.Join(dir, "core.wasm")
	if err := os.WriteFile(file, module, 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	os.Setenv("HEDDLE_WASM", file)
	return m.Run()
}
