package main

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// binaryenFlags make the module small. --low-memory-unused: a Go program keeps
// nothing in the first 1,024 bytes of its memory. -ocimfs: the copies of hot
// functions that are to be resumed have one caller each, and would become a part
// of it again. The features are those that the Go compiler uses, and
// vectors, which fast-bytealg and short-copies add.
var binaryenFlags = []string{"-Oz", "--low-memory-unused", "-ocimfs", "40", "--enable-bulk-memory", "--enable-nontrapping-float-to-int",
	"--enable-sign-ext", "--enable-mutable-globals", "--enable-simd"}

// keepNames is a flag of wasm-opt: it keeps the functions' names.
const keepNames = "-g"

// runWasmOpt runs wasm-opt, in the version that package-lock.json pins, so that
// the same sources always give the same module.
func (s settings) runWasmOpt(module []byte) ([]byte, stats, error) {
	if s.tool == "" {
		return nil, stats{}, mismatch("wasm-opt is not installed (npm install --global binaryen, or -wasm-opt FILE)")
	}
	if _, err := os.Stat(s.tool); err != nil {
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
	args := slices.Concat(binaryenFlags, s.flags, []string{in, "-o", out})
	cmd := exec.Command(s.tool, args...)
	if isScript(s.tool) { // as npm installs it
		cmd = exec.Command("node", append([]string{s.tool}, args...)...)
	}
	cmd.Stderr = &problems
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.Exited() { // an instruction that this version does not know
			return nil, stats{}, mismatch("wasm-opt refuses the module: " + problems.String())
		}
		return nil, stats{}, err
	}
	smaller, err := os.ReadFile(out)
	return smaller, statsOf(1, "the whole module optimized for size"), err
}

// wasmOptPath is where npm puts wasm-opt.
func wasmOptPath(root string) string {
	return filepath.Join(root, "wasm", "wasmopt", "node_modules", "binaryen", "bin", "wasm-opt")
}

// isScript reports whether a file is a program in JavaScript.
func isScript(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	line, _ := bufio.NewReader(f).ReadString('\n')
	return strings.HasPrefix(line, "#!") && strings.Contains(line, "node")
}
