package main

import (
	"encoding/json"
	"errors"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/wasm/internal/artifact"
)

// overlaid are the packages of Go's library that core.wasm has with changes: the functions of our
// files take the place of Go's.
var overlaid = map[string][]string{
	"regexp/syntax": {"tinygo/syntax/ranges.go", "tinygo/syntax/names.go", "idle/syntax/idle.go"},
	"runtime":       {"idle/runtime/idle.go"},
}

// writeOverlay writes the changed packages below a folder, and the overlay file by which the go
// command compiles them in place of its own.
func writeOverlay(folder string) error {
	root, err := exec.Command(artifact.GoProgram(), "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	replace := map[string]string{}
	for name, ours := range overlaid {
		from := filepath.Join(strings.TrimSpace(string(root)), "src", filepath.FromSlash(name))
		to := filepath.Join(folder, path.Base(name))
		if err := changePackage(to, from, ours); err != nil {
			return err
		}
		if name == "regexp/syntax" {
			err = writeFile(filepath.Join(to, "heddle_tables.go"), tableFile("syntax", map[string][]byte{"packedTables": packTables()}))
		}
		files, globErr := filepath.Glob(filepath.Join(to, "*.go"))
		if err = errors.Join(err, globErr); err != nil {
			return err
		}
		for _, file := range files {
			replace[filepath.Join(from, filepath.Base(file))] = file
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(folder, "overlay.json"), text)
}

// changePackage copies a package to a folder, with our functions in place of its own.
func changePackage(to, from string, ours []string) error {
	if err := copyPackage(to, from); err != nil {
		return err
	}
	for _, name := range ours {
		text, err := additions.ReadFile(name)
		if err != nil {
			return err
		}
		untagged := strings.TrimPrefix(string(text), "//go:build tinygo\n")
		if err := replaceFunctions(to, "heddle_"+path.Base(name), []byte(untagged)); err != nil {
			return err
		}
	}
	return nil
}
