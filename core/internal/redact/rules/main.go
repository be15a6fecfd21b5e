// Command rules turns the rules of gitleaks, kept in the folder gitleaks beside this file, and our own
// in own.toml into the table of package redact. Run it through `make generate`; with -check it writes nothing and fails
// when the table differs, and with -update it first fetches the newest rules with the go command.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// module is the Go module that the rules come with.
const module = "github.com/zricethezav/gitleaks/v8"

// The folders, from the repository's root.
const (
	dataFolder = "core/internal/redact/rules/gitleaks"
	ownFile    = "core/internal/redact/rules/own.toml"
	tableFile  = "core/internal/redact/rules_gen.go"
)

func main() {
	check := flag.Bool("check", false, "fail on drift instead of writing")
	update := flag.Bool("update", false, "fetch the newest rules first")
	flag.Parse()
	if err := run(*check, *update); err != nil {
		fmt.Fprintln(os.Stderr, "rules:", err)
		os.Exit(1)
	}
}

func run(check, update bool) error {
	if update {
		if err := fetch(); err != nil {
			return err
		}
	}
	version, err := os.ReadFile(filepath.Join(dataFolder, "VERSION"))
	if err != nil {
		return err
	}
	set, err := readSet(filepath.Join(dataFolder, "gitleaks.toml"))
	if err != nil {
		return err
	}
	own, lists, err := readOwn(ownFile)
	if err != nil {
		return err
	}
	set.Rules = append(set.Rules, own...)
	table, err := tableOf(set, lists)
	if err != nil {
		return err
	}
	source, err := sourceOf(table, strings.TrimSpace(string(version)))
	if err != nil {
		return err
	}
	old, _ := os.ReadFile(tableFile)
	switch {
	case bytes.Equal(old, source):
		return nil
	case check:
		return fmt.Errorf("drift: %s differs from the rules; run make generate", tableFile)
	}
	fmt.Println("wrote", tableFile)
	return os.WriteFile(tableFile, source, 0o644)
}

// fetch replaces the data by that of the newest version in the module proxy.
func fetch() error {
	out, err := exec.Command("go", "mod", "download", "-json", module+"@latest").Output()
	if err != nil {
		return err
	}
	var got struct{ Dir, Version string }
	if err := json.Unmarshal(out, &got); err != nil {
		return err
	}
	for _, name := range []string{"config/gitleaks.toml", "LICENSE"} {
		data, err := os.ReadFile(filepath.Join(got.Dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dataFolder, filepath.Base(name)), data, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dataFolder, "VERSION"), []byte(got.Version+"\n"), 0o644)
}
