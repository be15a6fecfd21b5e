package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// licenseFile matches the names under which modules keep their licences.
var licenseFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|copyright|patents)`)

// writeLicenses writes the licences of everything that a program of the release contains: modules, the
// standard library, the rules of redaction.
func writeLicenses(path string) error {
	folders, err := moduleFolders()
	if err != nil {
		return err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	folders["the Go standard library"] = strings.TrimSpace(string(goroot))
	folders["rules of gitleaks"] = "core/internal/redact/rules/gitleaks"
	names := make([]string, 0, len(folders))
	for name := range folders {
		names = append(names, name)
	}
	sort.Strings(names)
	var out bytes.Buffer
	out.WriteString("heddle contains the following software, under these licences.\n")
	for _, name := range names {
		text, err := licenseTexts(folders[name])
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(&out, "\n%s\n%s\n\n%s", strings.Repeat("=", 80), name, text)
	}
	return writeFile(path, out.Bytes())
}

// ownModule is what the names of this repository's modules begin with.
const ownModule = "github.com/heddle-dev/heddle"

// moduleFolders returns the folders of the modules in the programs of all systems, and in the modules that
// are embedded in them.
func moduleFolders() (map[string]string, error) {
	folders := map[string]string{}
	list := func(folder, goos, goarch string, packages ...string) error {
		args := append([]string{"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"}, packages...)
		cmd := exec.Command("go", args...)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(out)) {
			if name, folder, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && !strings.HasPrefix(name, ownModule) {
				folders[name] = folder
			}
		}
		return nil
	}
	for _, p := range platforms {
		if err := list("hostfns/jetstream", p.goos, p.goarch, "./cmd/heddle"); err != nil {
			return nil, err
		}
	}
	return folders, list(".", "wasip1", "wasm", "./wasm")
}

// licenseTexts joins the licences in a folder. A module without one is an error.
func licenseTexts(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, e := range entries {
		if e.IsDir() || !licenseFile.MatchString(e.Name()) || filepath.Ext(e.Name()) == ".go" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return "", err
		}
		text.WriteString(strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n")) + "\n\n")
	}
	if text.Len() == 0 {
		return "", fmt.Errorf("no licence in %s", folder)
	}
	return text.String(), nil
}
