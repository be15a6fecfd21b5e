package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/heddle-dev/heddle/wasm/internal/artifact"
)

// What the toolchain is made of. TinyGo is compiled here, from the sources that
// the Go module proxy has, against the LLVM of Debian 12.
const (
	tinygoModule  = "github.com/tinygo-org/tinygo"
	tinygoVersion = "v0.41.1"
	llvmVersion   = "19.1.7"
	llvmConfig    = "/usr/bin/llvm-config-19"
	clangRuntime  = "/usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a"
)

var debianPackages = []string{"llvm-19-dev", "libclang-19-dev", "lld-19", "clang-19", "libclang-rt-19-dev-wasm32"}

// additions are our part of the toolchain: the target, its C functions, and
// functions that replace TinyGo's of the same name.
//
//go:embed tinygo idle
var additions embed.FS

// errMissing is the error of a toolchain that cannot be had here.
var errMissing = errors.New("TinyGo is not here and cannot be made")

// toolchain is a TinyGo that is ready to compile.
type toolchain struct{ folder string }

// findToolchain returns the toolchain in the user's cache folder, and makes it
// when it is not there.
func findToolchain(log io.Writer) (toolchain, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return toolchain{}, err
	}
	recipe, err := recipeHash()
	if err != nil {
		return toolchain{}, err
	}
	t := toolchain{filepath.Join(cache, "heddle", "tinygo-"+strings.TrimPrefix(tinygoVersion, "v")+"-"+recipe)}
	if err := installLLVM(log); err != nil {
		return t, err
	}
	if _, err := os.Stat(t.program()); err == nil {
		return t, nil
	}
	fmt.Fprintln(log, "lite: building TinyGo", tinygoVersion, "in", t.folder)
	return t, t.build(log)
}

func (t toolchain) program() string { return filepath.Join(t.folder, "tinygo") }

// recipeVersion changes when this file makes something else of the same parts.
const recipeVersion = 2

// recipeHash names a toolchain by what it is made of, so that a change makes
// another one.
func recipeHash() (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, recipeVersion, tinygoVersion, llvmVersion, runtime.Version())
	err := fs.WalkDir(additions, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := additions.ReadFile(name)
		fmt.Fprintln(sum, name, len(text))
		sum.Write(text)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil))[:12], err
}

// installLLVM installs Debian's packages where they are missing and this user may.
func installLLVM(log io.Writer) error {
	version, err := exec.Command(llvmConfig, "--version").Output()
	_, noRuntime := os.Stat(clangRuntime)
	_, noLinker := exec.LookPath("wasm-ld-19")
	if err != nil || noRuntime != nil || noLinker != nil {
		if os.Getuid() != 0 {
			return fmt.Errorf("%w: LLVM 19 is missing; install it as root: apt-get install %s", errMissing, strings.Join(debianPackages, " "))
		}
		if err := aptInstall(log); err != nil {
			return fmt.Errorf("%w: LLVM 19 is missing: %w", errMissing, err)
		}
		if version, err = exec.Command(llvmConfig, "--version").Output(); err != nil {
			return fmt.Errorf("%w: LLVM 19 does not run: %w", errMissing, err)
		}
	}
	if got := strings.TrimSpace(string(version)); got != llvmVersion {
		fmt.Fprintf(log, "lite: warning: this is LLVM %s; core-lite.wasm has other bytes than with %s\n", got, llvmVersion)
	}
	return nil
}

// aptInstall installs the packages, after an update of the lists if need be.
func aptInstall(log io.Writer) error {
	install := append([]string{"install", "-y", "-q", "--no-install-recommends"}, debianPackages...)
	fmt.Fprintln(log, "lite: apt-get", strings.Join(install, " "))
	if run("", nil, "apt-get", install...) == nil {
		return nil
	}
	if err := run("", nil, "apt-get", "update", "-q"); err != nil {
		return err
	}
	return run("", nil, "apt-get", install...)
}

// build makes the toolchain beside its folder and renames it, so that nobody
// finds half of one.
func (t toolchain) build(log io.Writer) error {
	source, err := downloadSource()
	if err != nil {
		return fmt.Errorf("%w: %w", errMissing, err)
	}
	if err := os.MkdirAll(filepath.Dir(t.folder), 0o755); err != nil {
		return err
	}
	folder, err := os.MkdirTemp(filepath.Dir(t.folder), ".tinygo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := copySource(folder, source); err != nil {
		return err
	}
	if err := addOurs(folder); err != nil {
		return err
	}
	if err := run(folder, []string{"GOOS=", "GOARCH=", "CGO_ENABLED=1", "GOFLAGS=", "GOWORK=off"}, artifact.GoProgram(), "build", "-tags", "llvm19", "-trimpath", "-buildvcs=false", "."); err != nil {
		return fmt.Errorf("%w: %w", errMissing, err)
	}
	if err := os.Rename(folder, t.folder); err != nil {
		if _, e := os.Stat(t.program()); e == nil { // somebody else was faster
			return nil
		}
		return err
	}
	return nil
}

// downloadSource asks the Go module proxy for TinyGo's sources, whose hash the
// checksum database confirms, and returns their folder.
func downloadSource() (string, error) {
	cmd := exec.Command(artifact.GoProgram(), "mod", "download", "-json", tinygoModule+"@"+tinygoVersion)
	cmd.Dir = os.TempDir()
	out, err := cmd.Output()
	var got struct{ Dir, Error string }
	if e := json.Unmarshal(out, &got); e == nil && got.Error != "" {
		return "", errors.New(got.Error)
	}
	if err == nil && got.Dir == "" {
		err = errors.New("go mod download names no folder")
	}
	return got.Dir, err
}

// copySource copies the sources out of the module cache, where they are read-only.
// A submodule that is not among them is needed as an empty folder.
func copySource(to, from string) error {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return err
	}
	err := filepath.WalkDir(to, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			err = os.Chmod(name, 0o755)
		}
		return err
	})
	return errors.Join(err, os.MkdirAll(filepath.Join(to, "src", "net"), 0o755))
}

// addOurs adds our files to the copied sources.
func addOurs(folder string) error {
	for _, e := range edits {
		if err := e.apply(folder); err != nil {
			return err
		}
	}
	if err := addPackages(folder); err != nil {
		return err
	}
	for from, to := range map[string]string{"target.json": "heddle/target.json", "libc.c": "heddle/libc.c"} {
		text, err := additions.ReadFile("tinygo/" + from)
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(folder, filepath.FromSlash(to)), text); err != nil {
			return err
		}
	}
	for from, to := range map[string]string{
		"bytealg/words.go":  "src/internal/bytealg",
		"runtime/words.go":  "src/runtime",
		"runtime/slice.go":  "src/runtime",
		"strconv/powers.go": "src/internal/strconv",
		"strconv/pow10.go":  "src/internal/strconv",
		"syntax/ranges.go":  "src/regexp/syntax",
		"syntax/names.go":   "src/regexp/syntax",
	} {
		text, err := additions.ReadFile("tinygo/" + from)
		if err != nil {
			return err
		}
		if err := replaceFunctions(filepath.Join(folder, filepath.FromSlash(to)), "heddle_"+path.Base(from), text); err != nil {
			return err
		}
	}
	return nil
}

// replaceFunctions adds a file to a package, and removes the package's functions
// that the file has too.
func replaceFunctions(folder, name string, text []byte) error {
	ours, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
	if err != nil {
		return err
	}
	replaced := map[string]bool{}
	for _, d := range ours.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
			replaced[f.Name.Name] = true
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "heddle_") {
			continue
		}
		if err := removeFunctions(file, replaced); err != nil {
			return err
		}
	}
	return writeFile(filepath.Join(folder, name), text)
}

// removeFunctions removes the named functions from a file.
func removeFunctions(file string, named map[string]bool) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, parser.ParseComments)
	if err != nil {
		return err
	}
	kept, from := []byte(nil), 0
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || !named[f.Name.Name] {
			continue
		}
		begin := f.Pos()
		if f.Doc != nil {
			begin = f.Doc.Pos()
		}
		kept = append(kept, text[from:set.Position(begin).Offset]...)
		from = set.Position(f.End()).Offset
	}
	if from == 0 {
		return nil
	}
	kept = append(kept, text[from:]...)
	for _, i := range parsed.Imports {
		name := path.Base(strings.Trim(i.Path.Value, `"`))
		if i.Name == nil && !bytes.Contains(kept, []byte(name+".")) {
			kept = bytes.Replace(kept, []byte(i.Path.Value), []byte("_ "+i.Path.Value), 1)
		}
	}
	return writeFile(file, kept)
}

func writeFile(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	os.Remove(file) // a copy out of the module cache may be read-only
	return os.WriteFile(file, text, 0o644)
}

// run runs a command; its output is part of the error.
func run(folder string, environment []string, program string, args ...string) error {
	cmd := exec.Command(program, args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), environment...)
	if program == "apt-get" {
		cmd.Env = append(cmd.Env, "DEBIAN_FRONTEND=noninteractive")
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", program, strings.Join(args, " "), err, bytes.TrimSpace(out))
	}
	return nil
}
