package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed heddle.rb.tmpl
var formulaText string

// writeFormula writes the formula for Homebrew, with the checksums of the archives that
// checksums.txt lists.
func (r *release) writeFormula(out string) error {
	sums, err := readChecksums(filepath.Join(out, "checksums.txt"))
	if err != nil {
		return err
	}
	t, err := template.New("formula").Funcs(template.FuncMap{
		"archive": func(os, arch string) string { return r.archiveName(os, arch) },
		"sum": func(os, arch string) (string, error) {
			name := r.archiveName(os, arch)
			if sum := sums[name]; sum != "" {
				return sum, nil
			}
			return "", fmt.Errorf("checksums.txt does not list %s", name)
		},
	}).Parse(formulaText)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, map[string]string{"Version": r.version}); err != nil {
		return err
	}
	return writeFile(filepath.Join(out, "heddle.rb"), b.Bytes())
}

// archiveName is the name that .goreleaser.yaml gives.
func (r *release) archiveName(os, arch string) string {
	form := ".tar.gz"
	if os == "windows" {
		form = ".zip"
	}
	return "heddle_" + r.version + "_" + os + "_" + arch + form
}

// readChecksums reads lines of a SHA-256 and a file name.
func readChecksums(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		sum, name, ok := strings.Cut(line, "  ")
		if !ok || len(sum) != 64 {
			return nil, fmt.Errorf("%s: no line of a checksum: %q", path, line)
		}
		sums[name] = sum
	}
	return sums, nil
}
