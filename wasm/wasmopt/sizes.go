package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/wasm/internal/artifact"
)

const sizesUsage = `Prints where the bytes of a module are: by section and, where it has the names of
its functions, by package.

  go run ./wasm/wasmopt sizes [-package FOLDER] [MODULE.wasm]

Without a module it builds core.wasm with names, and also prints what each feature
costs. -package names the folder of the module's main package; packages are found by
what it imports.

`

// runSizes is the command sizes.
func runSizes(args []string, stdout, stderr io.Writer) error {
	f := flag.NewFlagSet("wasmopt sizes", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprint(stderr, sizesUsage)
		f.PrintDefaults()
	}
	folder := f.String("package", "", "`folder` of the module's main package")
	if err := f.Parse(args); err != nil {
		return err
	}
	switch f.NArg() {
	case 0:
		return sizesOfCore(stdout)
	case 1:
	default:
		return errors.New("sizes takes one module; -h lists the flags")
	}
	module, err := os.ReadFile(f.Arg(0))
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	var l layout
	if *folder == "" {
		l, err = measureLayout(module, nil)
		l.packages = nil // which package a name belongs to is unknown
	} else {
		l, err = layoutOf(dir, relative(*folder), module)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.Arg(0), err)
	}
	_, err = io.WriteString(stdout, l.formatTable())
	return err
}

// relative writes a folder so that the go command does not take it for an import
// path.
func relative(folder string) string {
	if filepath.IsAbs(folder) || strings.HasPrefix(folder, ".") {
		return folder
	}
	return "./" + folder
}

// sizesOfCore builds core.wasm with the names of its functions and measures it.
func sizesOfCore(stdout io.Writer) error {
	root, err := artifact.RepositoryRoot()
	if err != nil {
		return err
	}
	p, _, module, err := makeModule(root, options{target: targets[""], names: true})
	if err != nil {
		return err
	}
	l, err := layoutOf(root, p.target.folder, module)
	if err != nil {
		return err
	}
	l.dropNames()
	_, err = fmt.Fprintf(stdout, "%s\ncode by feature:\n%s", l.formatTable(), formatParts(l.byFeature()))
	return err
}

// dropNames removes the names from the layout: the shipped module has none.
func (l *layout) dropNames() {
	kept := l.sections[:0]
	for _, s := range l.sections {
		if s.name == "custom: name" {
			l.size -= s.bytes
			continue
		}
		kept = append(kept, s)
	}
	l.sections = kept
}

// features are the parts of core.wasm, with the packages that are there for one
// of them alone: the first that a package's path begins with, below the module's
// own path or without it.
var features = []struct {
	name     string
	packages []string
}{
	{"search, with regular expressions", []string{"core/internal/search", "regexp"}},
	{"redaction", []string{"core/internal/redact"}},
	{"statistics and edits", []string{"core/internal/stats", "core/internal/edits"}},
	{"cost reports", []string{"core/internal/usage", "core/internal/cost"}},
	{"export and diff", []string{"core/internal/export", "core/internal/diff"}},
	{"the store", []string{"core/internal/store", "core/internal/revert", "core/internal/imports"}},
	{"what running agents print", []string{"core/internal/normalize"}},
	{"agents' formats", []string{"core/internal/adapter", "core/internal/transcript"}},
	{"JSON and SQLite", []string{"core/internal/scan", "core/internal/canon", "core/internal/sqlwal", "core/internal/unpack"}},
	{"operations, requests and answers", []string{"core", "wasm"}},
	{"the Go runtime", []string{"runtime", "internal/", "sync", "("}},
	{"the rest of the standard library", []string{""}},
}

// byFeature adds up the code of each feature, largest first.
func (l layout) byFeature() []part {
	bytes := make([]int, len(features))
	for _, p := range l.packages {
		path := strings.TrimPrefix(p.name, "github.com/heddle-dev/heddle/")
		bytes[featureOf(path)] += p.bytes
	}
	var parts []part
	for i, f := range features {
		parts = append(parts, part{f.name, bytes[i]})
	}
	sort.SliceStable(parts, func(i, j int) bool { return parts[i].bytes > parts[j].bytes })
	return parts
}

func featureOf(path string) int {
	for i, f := range features {
		for _, prefix := range f.packages {
			if strings.HasPrefix(path, prefix) {
				return i
			}
		}
	}
	return len(features) - 1
}

func formatParts(parts []part) string {
	var b strings.Builder
	for _, p := range parts {
		fmt.Fprintf(&b, "%9d  %s\n", p.bytes, p.name)
	}
	return b.String()
}
