package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/wasm/internal/artifact"
)

// writeOverlay writes regexp/syntax with the smaller tables to a folder, and the overlay
// file by which the go command compiles it in place of its own.
func writeOverlay(folder string) error {
	root, err := exec.Command(artifact.GoProgram(), "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	from := filepath.Join(strings.TrimSpace(string(root)), "src", "regexp", "syntax")
	if err := copyPackage(folder, from); err != nil {
		return err
	}
	for _, name := range []string{"ranges.go", "names.go"} {
		text, err := additions.ReadFile("tinygo/syntax/" + name)
		if err != nil {
			return err
		}
		untagged := strings.TrimPrefix(string(text), "//go:build tinygo\n")
		if err := replaceFunctions(folder, "heddle_"+name, []byte(untagged)); err != nil {
			return err
		}
	}
	if err := writeFile(filepath.Join(folder, "heddle_tables.go"), tableFile("syntax", map[string][]byte{"packedTables": packTables()})); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return err
	}
	replace := map[string]string{}
	for _, file := range files {
		replace[filepath.Join(from, filepath.Base(file))] = file
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(folder, "overlay.json"), text)
}
