package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// binaryenFlags make the module small. --low-memory-unused: a Go program keeps
// nothing in the first 1,024 bytes of its memory. The features are those that
// the Go compiler uses, and vectors.
var binaryenFlags = []string{"-Oz", "--low-memory-unused", "--enable-bulk-memory", "--enable-nontrapping-float-to-int",
	"--enable-sign-ext", "--enable-mutable-globals", "--enable-simd"}

// keepNames is a flag of wasm-opt: it keeps the functions' names.
const keepNames = "-g"

// runWasmOpt runs wasm-opt, in the version that package-lock.json pins, so that
// the same sources always give the same module.
func runWasmOpt(tool string, module []byte, flags []string) ([]byte, stats, error) {
	if _, err := os.Stat(tool); err != nil {
		return nil, stats{}, errors.New("wasm-opt is missing; install it with: npm ci --prefix wasm/wasmopt (make wasm does)")
	}
	dir, err := os.MkdirTemp("", "heddle-opt-")
	if err != nil {
		return nil, stats{}, err
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "in.wasm"), filepath.Join(dir, "out.wasm")
	if err := os.WriteFile(in, module, 0o600); err != nil {
		return nil, stats{}, err
	}
	var problems bytes.Buffer
	cmd := exec.Command("node", slices.Concat([]string{tool}, binaryenFlags, flags, []string{in, "-o", out})...)
	cmd.Stderr = &problems
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.Exited() { // an instruction that this version does not know
			return nil, stats{}, mismatch("wasm-opt refuses the module: " + problems.String())
		}
		return nil, stats{}, err
	}
	smaller, err := os.ReadFile(out)
	return smaller, statsOf("%d bytes less", len(module)-len(smaller)), err
}

// wasmOptPath is where npm puts wasm-opt.
func wasmOptPath(root string) string {
	return filepath.Join(root, "wasm", "wasmopt", "node_modules", "binaryen", "bin", "wasm-opt")
}
