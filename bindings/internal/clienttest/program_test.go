package clienttest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
	"github.com/heddle-dev/heddle/bindings/wazero"
	"github.com/heddle-dev/heddle/wasm/module"
)

const repository = "../../.."

// TestProgram runs a program that uses every part of the API in an empty folder, with a home of fixtures:
// its output is the same with the native engine and with wazero. The README shows its beginning.
func TestProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles two programs")
	}
	source, err := os.ReadFile("testdata/program/main.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(repository, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/program/output.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, main, _ := strings.Cut(string(source), "func main() {\n")
	main, _, _ = strings.Cut(main, "\n}\n")
	shown := strings.ReplaceAll("\n"+main, "\n\t", "\n")
	if _, beginning, _ := strings.Cut(string(readme), "```go\n"); !strings.Contains(shown, beginning[:strings.Index(beginning, "```")]) {
		t.Error("README.md does not show the beginning of the program")
	}
	native := runProgram(t, string(source))
	if native != string(want) {
		t.Errorf("the program prints:\n%s\nwant:\n%s", native, want)
	}
	sandboxed := strings.Replace(string(source), "heddle.Options{}", "heddle.Options{Engine: wazero.NewEngine}", 1)
	sandboxed = strings.Replace(sandboxed, `heddle"`+"\n", `heddle"`+"\n\t"+`"github.com/heddle-dev/heddle/bindings/wazero"`+"\n", 1)
	if got := runProgram(t, sandboxed); got != native {
		t.Errorf("with wazero:\n%s\nwant:\n%s", got, native)
	}
}

// runProgram runs a program in a module of its own that uses this checkout.
func runProgram(t *testing.T, source string) string {
	t.Helper()
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	folder, home := t.TempDir(), copyHomes(t, []string{"claude"})
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "main.go"), source)
	write(t, filepath.Join(folder, "go.sum"), string(sums))
	goroot := goEnv(t, "GOMODCACHE", "GOCACHE", "GOPATH")
	run := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir = folder
		cmd.Env = append(append(os.Environ(), goroot...), "HOME="+home, "USERPROFILE="+home, "XDG_DATA_HOME=", "XDG_CONFIG_HOME=", "CLAUDE_CONFIG_DIR=",
			"GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		var notes bytes.Buffer
		cmd.Stderr = &notes
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, notes.String())
		}
		return string(out)
	}
	run("mod", "init", "x")
	run("mod", "edit", "-require=github.com/heddle-dev/heddle@v0.0.0", "-replace=github.com/heddle-dev/heddle="+root)
	return run("run", ".")
}

// goEnv returns settings of the go command that depend on the home folder.
func goEnv(t *testing.T, names ...string) (list []string) {
	t.Helper()
	for _, name := range names {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, name+"="+strings.TrimSpace(string(out)))
	}
	return list
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestOpenModule opens modules that cannot run: each error names the module and says what to do.
func TestOpenModule(t *testing.T) {
	folder := t.TempDir()
	refuse := func(t *testing.T, path string, code heddle.Code, names string) {
		t.Helper()
		h, err := heddle.Open(heddle.Options{Home: folder, Store: "-", Engine: wazero.NewEngine, ModulePath: path})
		if err == nil {
			h.Close()
			t.Fatal("opened")
		}
		var e *heddle.Error
		if !errors.As(err, &e) || e.Code != code || e.Hint == "" || !strings.Contains(err.Error(), names) {
			t.Error(err)
		}
	}
	t.Run("another ABI", func(t *testing.T) {
		old := filepath.Join(folder, "old.wasm")
		write(t, old, string(guesttest.OldGuest(t)))
		refuse(t, old, heddle.ErrUnsupported, "version 77")
	})
	t.Run("no file", func(t *testing.T) {
		missing := filepath.Join(folder, "missing.wasm")
		refuse(t, missing, heddle.ErrBadRef, missing)
	})
	t.Setenv("HEDDLE_WASM", "")
	if _, err := module.Load(); err == nil {
		t.Skip("this checkout embeds a module")
	}
	_, err := heddle.Open(heddle.Options{Home: folder, Store: "-", Engine: wazero.NewEngine})
	var e *heddle.Error
	if !errors.As(err, &e) || e.Code != heddle.ErrUnsupported || e.Hint == "" {
		t.Errorf("no module: %v", err)
	}
}
