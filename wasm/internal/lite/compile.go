package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// exports of the ABI. TinyGo exports more.
var exports = []string{"memory", "_initialize", "abi_version", "alloc", "call", "release"}

// compile compiles the module of the repository at root.
func (t toolchain) compile(root string, names bool) ([]byte, error) {
	dir, err := os.MkdirTemp("", "heddle-lite-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	tool := filepath.Join(dir, "wasm-opt") // ours runs later, with flags of its own
	if err := os.WriteFile(tool, []byte(sameModule), 0o755); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "module.wasm")
	args := []string{"build", "-target=" + filepath.Join(t.folder, "heddle", "target.json"), "-buildmode=c-shared",
		"-opt=" + optimization, "-panic=trap", "-interp-timeout=40m", "-o", file}
	if !names {
		args = append(args, "-no-debug")
	}
	environment := []string{"TINYGOROOT=" + t.folder, "WASMOPT=" + tool, "GOOS=", "GOARCH=", "GOFLAGS=-mod=readonly", "GOWORK=off", "PWD=" + root}
	if err := run(root, environment, t.program(), append(args, "./wasm")...); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// optimization is the compiler's level: for size. RATIONALE.md has what others give.
const optimization = "z"

// sameModule is what TinyGo runs as wasm-opt.
const sameModule = `#!/bin/sh
if [ "$1" = --version ]; then echo "wasm-opt version 120"; exit; fi
while [ $# -gt 0 ]; do
  case $1 in -o | --output) out=$2; shift ;; -*) ;; *) in=$1 ;; esac
  shift
done
[ "$in" = "$out" ] || cp "$in" "$out"
`

// features are those of core.wasm without vectors. --low-memory-unused is missing,
// because the stack is there.
var features = []string{"--enable-bulk-memory", "--enable-nontrapping-float-to-int",
	"--enable-sign-ext", "--enable-mutable-globals"}

// optimize removes needless exports, runs the wasm-opt that core.wasm is built with,
// and arranges functions and data for gzip.
func optimize(root string, module []byte, names bool) ([]byte, error) {
	module, err := keepExports(module, exports)
	if err != nil {
		return nil, err
	}
	passes := []string{"-Oz", "--gufa-optimizing", "-Oz"}
	if names {
		return wasmOpt(root, module, append(passes, "-g"))
	}
	if module, err = wasmOpt(root, module, passes); err != nil {
		return nil, err
	}
	if module, err = nameInOrder(module); err != nil {
		return nil, err
	}
	if module, err = wasmOpt(root, module, []string{"--reorder-functions-by-name"}); err != nil {
		return nil, err
	}
	return mergeData(module)
}

// wasmOpt runs Binaryen.
func wasmOpt(root string, module []byte, flags []string) ([]byte, error) {
	tool := filepath.Join(root, "wasm", "wasmopt", "node_modules", "binaryen", "bin", "wasm-opt")
	if _, err := os.Stat(tool); err != nil {
		return nil, errors.New("wasm-opt is missing; install it with: npm ci --prefix wasm/wasmopt (make lite does)")
	}
	dir, err := os.MkdirTemp("", "heddle-lite-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "in.wasm"), filepath.Join(dir, "out.wasm")
	if err := os.WriteFile(in, module, 0o600); err != nil {
		return nil, err
	}
	args := slices.Concat([]string{tool}, features, flags, []string{in, "-o", out})
	if text, err := exec.Command("node", args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("wasm-opt: %w\n%s", err, text)
	}
	return os.ReadFile(out)
}

const (
	moduleHeader  = "\x00asm\x01\x00\x00\x00"
	exportSection = 7
)

// keepExports removes all exports but the named ones, each of which must be there.
func keepExports(module []byte, named []string) ([]byte, error) {
	rest, ok := bytes.CutPrefix(module, []byte(moduleHeader))
	if !ok {
		return nil, errors.New("the compiler wrote no WebAssembly module")
	}
	out := []byte(moduleHeader)
	for len(rest) > 0 {
		id := rest[0]
		r := reader{rest: rest[1:]}
		content := r.take(r.number())
		if r.bad {
			return nil, errors.New("the module ends inside a section")
		}
		rest = r.rest
		if id == exportSection {
			kept, err := keepEntries(content, named)
			if err != nil {
				return nil, err
			}
			content = kept
		}
		out = binary.AppendUvarint(append(out, id), uint64(len(content)))
		out = append(out, content...)
	}
	return out, nil
}

// keepEntries is keepExports for the export section.
func keepEntries(section []byte, named []string) ([]byte, error) {
	var entries []byte
	r, found := reader{rest: section}, 0
	for count := r.number(); count > 0 && !r.bad; count-- {
		begin := r.rest
		name := string(r.take(r.number()))
		r.take(1) // the kind
		r.number()
		if !r.bad && slices.Contains(named, name) {
			entries = append(entries, begin[:len(begin)-len(r.rest)]...)
			found++
		}
	}
	if r.bad || found != len(named) {
		return nil, fmt.Errorf("the module has %d of the %d exports", found, len(named))
	}
	return append(binary.AppendUvarint(nil, uint64(found)), entries...), nil
}

// reader reads the binary format's numbers and byte runs.
type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) number() int {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > 1<<31 {
		r.bad = true
		return 0
	}
	r.rest = r.rest[n:]
	return int(v)
}

func (r *reader) take(n int) []byte {
	if r.bad || n > len(r.rest) {
		r.bad = true
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}
