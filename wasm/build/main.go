// Command build makes core.wasm, reproducibly: two builds of the same sources
// in two folders are equal. It runs anywhere inside the repository.
//
//	go run ./wasm/build                 build/core.wasm and build/core.wasm.sha256, and their sizes
//	go run ./wasm/build -o FILE         somewhere else
//	go run ./wasm/build -sizes          also print the bytes per section and package
//	go run ./wasm/build -names          keep the names of functions, for profilers
//	go run ./wasm/build -embed          also place them for programs built with -tags heddle_embed
//	go run ./wasm/build -install        also place them in the user's cache, where every program finds them
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/core"
)

// Budgets of the module in bytes; a test holds them.
const (
	maxRaw  = 6_200_000
	maxGzip = 1_700_000
)

func main() {
	out := flag.String("o", "", "where to write the module (default: build/core.wasm in the repository)")
	sizes := flag.Bool("sizes", false, "print the bytes per section and package")
	names := flag.Bool("names", false, "keep the names of functions, for profilers")
	embed := flag.Bool("embed", false, "also place it for programs built with -tags heddle_embed")
	install := flag.Bool("install", false, "also place it in the user's cache")
	flag.Parse()
	if err := run(os.Stdout, *out, *sizes, *names, *embed, *install); err != nil {
		fmt.Fprintln(os.Stderr, "wasm/build:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, out string, sizes, names, embed, install bool) error {
	root, err := repository()
	if err != nil {
		return err
	}
	if out == "" {
		out = filepath.Join(root, "build", "core.wasm")
	}
	compiled, err := compile(root)
	if err != nil {
		return err
	}
	var flags []string
	if names {
		flags = append(flags, keepNames)
	}
	module, err := shrink(optimizer(root), compiled, flags...)
	if err != nil {
		return err
	}
	places := []string{out}
	if embed {
		places = append(places, embedded(root))
	}
	if install {
		cache, err := os.UserCacheDir()
		if err != nil {
			return err
		}
		places = append(places, filepath.Join(cache, "heddle", core.EngineVersion, "core.wasm"))
	}
	for _, file := range places {
		if err := write(file, module); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "core.wasm: %d bytes of %d, gzip %d of %d, sha256 %s\n", len(module), maxRaw, zipped(module), maxGzip, hash(module))
	if !sizes {
		return nil
	}
	l, err := layoutOf(root, compiled)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\nbefore wasm-opt, which knows no packages: %d bytes\n%s", len(compiled), l.table())
	return err
}

// embedded is where programs built with -tags heddle_embed expect the module.
func embedded(root string) string {
	return filepath.Join(root, "bindings", "internal", "embedded", "core.wasm")
}

// smallCode keeps the compiler from inlining our own functions, a fifth of
// their code, except in the packages that every byte or record of a cost
// report goes through: there it costs 75 KB and is worth a third of the time.
var smallCode = []string{
	"-gcflags=github.com/heddle-dev/...=-l",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/scan=",
	"-gcflags=github.com/heddle-dev/heddle/core/session=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/canon=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/adapter=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/adapter/claude=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/adapter/codex=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/adapter/jsonltree=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/catalog=",
	"-gcflags=github.com/heddle-dev/heddle/core/internal/cost=",
}

// wholeCollections has garbage collected in one go. There is one thread, so a
// collection beside the program only makes the program slower meanwhile, by the
// write barriers, and lets it outrun the collector.
const wholeCollections = "-X=runtime.godebugDefault=gcstoptheworld=1"

// compile compiles the module of the repository at root, with the names of its
// functions.
func compile(root string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "heddle-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "core.wasm")
	args := append([]string{"build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false",
		"-ldflags=-w -buildid= " + wholeCollections, "-o", file}, smallCode...)
	if _, err := gotool(root, append(args, "./wasm")...); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// layoutOf measures a compiled module.
func layoutOf(root string, module []byte) (layout, error) {
	text, err := gotool(root, "list", "-deps", "./wasm")
	if err != nil {
		return layout{}, err
	}
	return measure(module, append(strings.Fields(text), "main"))
}

// gotool runs the go command for the module's target, untouched by flags of
// the environment that would change the result.
func gotool(root string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWASM=", "GOEXPERIMENT=", "GOWORK=off", "PWD="+root)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, problems.Bytes())
	}
	return out.String(), nil
}

// write places the module and its hash in the form of sha256sum.
func write(file string, module []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := replace(file, module); err != nil {
		return err
	}
	return replace(file+".sha256", []byte(hash(module)+"  "+filepath.Base(file)+"\n"))
}

// replace writes a file whole, so that nobody loads half of it.
func replace(file string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// zipped is the size after gzip -9.
func zipped(b []byte) int {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	z.Write(b)
	z.Close()
	return out.Len()
}

// repository finds the root of the repository above the working folder.
func repository() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		text, e := os.ReadFile(filepath.Join(dir, "go.mod"))
		if e == nil && strings.HasPrefix(string(text), "module github.com/heddle-dev/heddle\n") {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("not inside the repository")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}
