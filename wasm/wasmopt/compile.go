package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// smallCode keeps the compiler from inlining our own functions, a fifth of
// their code, except in the packages that every byte or record of a cost
// report goes through: there it costs 75 KB and saves a third of the time.
var smallCode = []string{
	"-gcflags=github.com/heddle-dev/...=-l",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/scan=",
	"-gcflags=github.com/heddle-dev/heddle/core/session=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/canon=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/adapter=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/adapter/claude=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/adapter/codex=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/adapter/jsonltree=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/transcript=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/usage=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/cost=",
}

// stopTheWorld makes the garbage collector collect in one go. There is one
// thread: a concurrent collection only slows the program down by its write
// barriers, and lets the program allocate faster than is collected.
const stopTheWorld = "gcstoptheworld=1"

// compileModule compiles the module of the repository at root, with the names
// of its functions.
func (p *pipeline) compileModule(root string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "heddle-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "module.wasm")
	mode := "c-shared"
	if p.target.runs {
		mode = "exe"
	}
	args := append([]string{"build", "-buildmode=" + mode, "-trimpath", "-buildvcs=false",
		"-ldflags=-w -buildid= -X=runtime.godebugDefault=" + stopTheWorld, "-o", file}, smallCode...)
	if _, err := runGo(root, append(args, p.target.folder)...); err != nil {
		return nil, err
	}
	module, err := os.ReadFile(file)
	if err == nil && !bytes.Contains(module, []byte(stopTheWorld)) {
		p.warn("the linker of %s does not set runtime.godebugDefault: garbage is collected concurrently, which is slower", p.goVersion)
	}
	return module, err
}

// layoutOf measures a compiled module.
func layoutOf(root, folder string, module []byte) (layout, error) {
	text, err := runGo(root, "list", "-deps", folder)
	if err != nil {
		return layout{}, err
	}
	return measureLayout(module, append(strings.Fields(text), "main"))
}

// runGo runs the go command, or the one that the variable GO names, for the
// module's target. Flags of the environment that would change the result are
// overridden; GOTOOLCHAIN selects the version.
func runGo(root string, args ...string) (string, error) {
	program := os.Getenv("GO")
	if program == "" {
		program = "go"
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWASM=", "GOEXPERIMENT=", "GOWORK=off", "PWD="+root)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, problems.Bytes())
	}
	return out.String(), nil
}
