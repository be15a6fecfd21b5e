package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/wasm/internal/artifact"
)

// smallCode keeps the compiler from inlining our own functions, except in the scanner, which
// every byte goes through. Inlining the readers and the cost report as well takes 40 KB after
// gzip, and saved no time that could be measured in Node.
var smallCode = []string{
	"-gcflags=github.com/heddle-dev/...=-l",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/scan=",
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
	overlay, err := writeOverlay(root, dir)
	if err != nil {
		return nil, err
	}
	args := append([]string{"build", "-buildmode=" + mode, "-trimpath", "-buildvcs=false",
		"-ldflags=-w -buildid= -X=runtime.godebugDefault=" + stopTheWorld, "-o", file}, smallCode...)
	if _, err := runGo(root, append(args, "-overlay="+overlay, p.target.folder)...); err != nil {
		if _, plainErr := runGo(root, append(args, p.target.folder)...); plainErr != nil {
			return nil, plainErr
		}
		p.warn("%s does not compile with our changes to its library: the module is 320 KB larger, 80 KB after gzip: %v", p.goVersion, err)
	}
	module, err := os.ReadFile(file)
	if err == nil && !bytes.Contains(module, []byte(stopTheWorld)) {
		p.warn("the linker of %s does not set runtime.godebugDefault: garbage is collected concurrently, which is slower", p.goVersion)
	}
	return module, err
}

// writeOverlay writes the packages of Go's library that the module has with changes below a folder,
// and returns the overlay file.
func writeOverlay(root, dir string) (string, error) {
	folder := filepath.Join(dir, "library")
	cmd := exec.Command(artifact.GoProgram(), "run", "./wasm/internal/lite", "-overlay", folder)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("the changed library: %w\n%s", err, out)
	}
	return filepath.Join(folder, "overlay.json"), nil
}

// layoutOf measures a compiled module.
func layoutOf(root, folder string, module []byte) (layout, error) {
	text, err := runGo(root, "list", "-deps", folder)
	if err != nil {
		return layout{}, err
	}
	return measureLayout(module, append(strings.Fields(text), "main"))
}

// runGo runs the go command for the module's target. Flags of the environment that would change the result are
// overridden; GOTOOLCHAIN selects the version.
func runGo(root string, args ...string) (string, error) {
	cmd := exec.Command(artifact.GoProgram(), args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWASM=", "GOEXPERIMENT=", "GOWORK=off", "PWD="+root)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, problems.Bytes())
	}
	return out.String(), nil
}
