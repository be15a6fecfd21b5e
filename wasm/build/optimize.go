package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// optimizerFlags shrink the module: for size, knowing that a Go program keeps
// nothing in the first 1,024 bytes of its memory. The features are those that
// the Go compiler uses, and vectors.
var optimizerFlags = []string{"-Oz", "--low-memory-unused", "--enable-bulk-memory", "--enable-nontrapping-float-to-int",
	"--enable-sign-ext", "--enable-mutable-globals", "--enable-simd"}

// keepNames is a flag for the optimizer to keep the functions' names.
const keepNames = "-g"

// shrink makes the module that is shipped of the compiled one, with more flags
// for the optimizer.
func shrink(tool string, compiled []byte, flags ...string) ([]byte, error) {
	steps := []func(module []byte) ([]byte, error){
		dropLines,
		computePlaces,
		vectorize,
		threadJumps,
		shortCopies,
		func(module []byte) ([]byte, error) { return optimize(tool, module, flags) },
		joinSegments,
	}
	module := compiled
	for _, step := range steps {
		var err error
		if module, err = step(module); err != nil {
			return nil, err
		}
	}
	return module, nil
}

// optimize runs wasm-opt, in the version that package-lock.json beside this
// file pins, so that the same sources always give the same module.
func optimize(tool string, module []byte, flags []string) ([]byte, error) {
	if _, err := os.Stat(tool); err != nil {
		return nil, errors.New("wasm-opt is missing; install it with: npm ci --prefix wasm/build (make wasm does)")
	}
	dir, err := os.MkdirTemp("", "heddle-opt-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "in.wasm"), filepath.Join(dir, "out.wasm")
	if err := os.WriteFile(in, module, 0o600); err != nil {
		return nil, err
	}
	var problems bytes.Buffer
	cmd := exec.Command("node", slices.Concat([]string{tool}, optimizerFlags, flags, []string{in, "-o", out})...)
	cmd.Stderr = &problems
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("wasm-opt: %w\n%s", err, problems.Bytes())
	}
	return os.ReadFile(out)
}

// optimizer is where npm puts wasm-opt.
func optimizer(root string) string {
	return filepath.Join(root, "wasm", "build", "node_modules", "binaryen", "bin", "wasm-opt")
}
