// Package guesttest tests sandboxed engines: on core.wasm itself and on a
// module whose operations misbehave on purpose. An engine's own tests call
// Suite and Benchmarks.
package guesttest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var (
	builtMu sync.Mutex
	built   = map[string][]byte{}
)

// given names a core.wasm to test instead of a fresh one: the Makefile names
// the optimized one that is released.
var given = os.Getenv("HEDDLE_WASM")

const reasonNoWasm = "-short compiles no WebAssembly; name a core.wasm with HEDDLE_WASM, or test without -short"

// NeedsWasm skips a test of a WebAssembly engine with -short, unless HEDDLE_WASM names core.wasm:
// compiling one, and its first run in an engine, take longer than all other tests of a package.
func NeedsWasm(t testing.TB) {
	t.Helper()
	if given == "" && testing.Short() {
		t.Skip("SKIPPED: " + reasonNoWasm)
	}
}

// Core is the given core.wasm, or one compiled from this working tree.
func Core(t testing.TB) []byte {
	t.Helper()
	if given == "" {
		return buildModule(t, "./wasm", "")
	}
	module, err := os.ReadFile(given)
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// Guest builds the misbehaving module (guest/main.go).
func Guest(t testing.TB) []byte { return buildModule(t, "./bindings/internal/guesttest/guest", "") }

// OldGuest builds one that speaks ABI version 77.
func OldGuest(t testing.TB) []byte {
	return buildModule(t, "./bindings/internal/guesttest/guest", "oldabi")
}

func buildModule(t testing.TB, pkg, tags string) []byte {
	t.Helper()
	NeedsWasm(t)
	module, err := compileOnce(pkg, tags, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// compileOnce builds each module once per test program.
func compileOnce(pkg, tags, dir string) ([]byte, error) {
	builtMu.Lock()
	defer builtMu.Unlock()
	if module := built[pkg+tags]; module != nil {
		return module, nil
	}
	root, err := moduleRoot()
	if err != nil {
		return nil, err
	}
	out := filepath.Join(dir, "out.wasm")
	cmd := exec.Command("go", "build", "-C", root, "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-tags="+tags, "-o", out, pkg)
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", cmd, err, text)
	}
	module, err := os.ReadFile(out)
	built[pkg+tags] = module
	return module, err
}

// moduleRoot finds the repository's root above the working folder; the
// wasmtime binding is a module of its own below it.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), "module github.com/heddle-dev/heddle\n") {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("not inside the repository")
		}
		dir = parent
	}
}
