package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// goImports are what the samples import: a page shows what a function has inside.
var goImports = []string{"context", "errors", "fmt", "log", "os", "time",
	"github.com/heddle-dev/heddle", "github.com/heddle-dev/heddle/bindings", "github.com/heddle-dev/heddle/bindings/wazero"}

// TestGoBlocks compiles and runs the blocks of Go. Text below one is what it prints. Claude Code is the
// scripted agent.
func TestGoBlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles programs")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the scripted agent is a link")
	}
	root := repositoryRoot(t)
	bin := t.TempDir()
	compile(t, root, filepath.Join(bin, "claude"), "./bindings/internal/scriptedagent")
	ran := 0
	for _, page := range pages(t, root) {
		list := blocks(t, root, page)
		for i, b := range list {
			if b.language != "go" || b.notRun != "" {
				continue
			}
			ran++
			want := ""
			for _, next := range list[i+1:] { // the same samples in other languages may come before
				if next.language == "text" {
					want = next.text
				}
				if next.language != "js" && next.language != "python" {
					break
				}
			}
			t.Run(fmt.Sprintf("%s:%d", b.page, b.line), func(t *testing.T) { runGo(t, root, bin, b, want) })
		}
	}
	if ran < 4 {
		t.Errorf("only %d blocks were run", ran)
	}
}

// runGo runs a sample in a home of its own.
func runGo(t *testing.T, root, bin string, b block, want string) {
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(goProgram(b.text)), 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "sample")
	compile(t, root, program, file)
	if strings.Contains(b.text, "wazero.") && os.Getenv("HEDDLE_WASM") == "" {
		t.Skip("it runs the modules that make wasm builds: HEDDLE_WASM")
	}
	home := sampleHome(t)
	script := filepath.Join(t.TempDir(), "script.json")
	turns := `{"log":"` + script + `.log","version":"2.1.300","turns":[[{"do":"text","text":"Done."}],[{"do":"text","text":"Done."}]]}`
	if err := os.WriteFile(script, []byte(turns), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "HOME="+home, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HEDDLE_SCRIPT="+script)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &problems)
	}
	if out.Len() == 0 || want != "" && out.String() != want {
		t.Errorf("it prints\n%s\nthe page shows\n%s", &out, want)
	}
}

// goProgram makes a program of a sample, with the imports that it uses. A whole program stays as it is.
func goProgram(sample string) string {
	if strings.HasPrefix(sample, "package main\n") {
		return sample
	}
	var imports strings.Builder
	for _, path := range goImports {
		used := strings.Contains(sample, path[strings.LastIndex(path, "/")+1:]+".")
		if used || path == "context" || path == "log" {
			fmt.Fprintf(&imports, "import %q\n", path)
		}
	}
	return "package main\n" + imports.String() + `
var ctx = context.Background()

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() { check(sample()) }

func sample() error {
` + sample + `
	return nil
}
`
}

func compile(t *testing.T, root, program, source string) {
	t.Helper()
	cmd := exec.Command("go", "build", "-o", program, source)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
