package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// ofTheCheckout matches lines of blocks that run the project's own tasks and tests.
var ofTheCheckout = regexp.MustCompile(`^(HEDDLE_\w+=\S+ )*(go test|go run|make)( |$)`)

// TestShellBlocks runs the blocks for a shell, each in a folder and a home of its own, and no command may
// fail. What cannot be run says why in the page.
func TestShellBlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts many processes")
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "heddle"), ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ran := 0
	for _, b := range allBlocks(t, "sh") {
		if ofTheCheckout.MatchString(b.text) {
			continue
		}
		ran++
		t.Run(fmt.Sprintf("%s:%d", b.page, b.line), func(t *testing.T) {
			home := sampleHome(t)
			cmd := exec.Command("bash", "-euo", "pipefail", "-c", b.text)
			cmd.Dir = t.TempDir()
			cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+home, "PAGER=cat")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s\n%s", err, b.text, out)
			}
		})
	}
	if ran < 10 {
		t.Errorf("only %d blocks were run", ran)
	}
}

// TestCheckoutBlocks: what pages say about the project's own tasks exists: make has the targets, and go
// test finds the tests. make test runs them.
func TestCheckoutBlocks(t *testing.T) {
	root := repositoryRoot(t)
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, b := range allBlocks(t, "sh") {
		if !ofTheCheckout.MatchString(b.text) {
			continue
		}
		for _, line := range strings.Split(strings.ReplaceAll(b.text, "\\\n", " "), "\n") {
			line, _, _ = strings.Cut(line, " # ")
			line, _, _ = strings.Cut(line, " > ")
			for _, command := range strings.Split(line, "&&") {
				if err := checkCommand(root, string(makefile), strings.TrimSpace(command)); err != nil {
					t.Errorf("%s:%d: %s: %v", b.page, b.line, command, err)
				}
				checked++
			}
		}
	}
	if checked < 30 {
		t.Errorf("only %d commands", checked)
	}
}

// checkCommand checks a call of make, go test or go run in the checkout.
func checkCommand(root, makefile, command string) error {
	words, err := splitCommand(command)
	if err != nil || command == "" {
		return err
	}
	for strings.Contains(words[0], "=") {
		words = words[1:]
	}
	switch {
	case words[0] == "make":
		for _, target := range words[1:] {
			if !strings.Contains(target, "=") && !regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(target)+`( [\w-]+)*:`).MatchString(makefile) {
				return fmt.Errorf("make has no target %s", target)
			}
		}
		return nil
	case words[0] == "go" && (words[1] == "test" || words[1] == "run"):
		return checkPackages(root, words[2:])
	}
	return fmt.Errorf("nobody checks it")
}

// checkPackages looks for the packages of go test, and in them for the tests of -run.
func checkPackages(root string, words []string) error {
	var source strings.Builder
	pattern := ""
	for i, w := range words {
		if i > 0 && (words[i-1] == "-run" || words[i-1] == "-bench") {
			pattern = w
			continue
		}
		if w != "." && !strings.HasPrefix(w, "./") || strings.HasSuffix(w, "...") {
			continue
		}
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(w), "*.go"))
		if err != nil || len(files) == 0 {
			return fmt.Errorf("no package %s", w)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				return err
			}
			source.Write(text)
		}
	}
	for _, name := range strings.Split(pattern, "|") {
		name, _, _ = strings.Cut(name, "/")
		name = strings.ReplaceAll(name, "$", `\(`)
		if name != "" && !regexp.MustCompile(`(?m)^func (Test|Fuzz|Benchmark)\w*`+strings.TrimPrefix(name, "Test")).MatchString(source.String()) {
			return fmt.Errorf("no test %s", name)
		}
	}
	return nil
}
