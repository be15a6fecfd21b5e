package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/wasm/internal/artifact"
)

// edit replaces a text of TinyGo's sources, which is there a known number of times.
type edit struct {
	file, from, to string
	times          int
}

// edits are what we change in the compiler.
var edits = []edit{
	// Functions keep their pointers in memory, where a collector finds them. Ours
	// collects nothing.
	{"compileopts/config.go", `case "conservative", "custom", "precise", "boehm":`, `case "conservative", "precise", "boehm":`, 1},

	// Copies of two of Go's packages, which we change.
	{"loader/goroot.go", `"unique/":                     false,`, `"unique/": false, "internal/strconv/": false, "regexp/": true, "regexp/syntax/": false,`, 1},

	// Descriptions of types have only what comparing two values needs. The core has
	// no reflection, which would need names and the types that others are made of;
	// TestNoReflection sees to that.
	{"compiler/interface.go", "c.getTypeCode(types.NewPointer(typ))", "c.noType()", 9},
	{"compiler/interface.go", "c.getTypeCode(types.NewSlice(typ.Elem()))", "c.noType()", 1},
	{"compiler/interface.go", "c.getTypeCode(typ.Elem()),                            // elementType", "c.noType(),", 1}, // of a channel
	{"compiler/interface.go", "c.getTypeCode(typ.Elem()),                  // elementType", "c.noType(),", 1},           // of a slice
	{"compiler/interface.go", "c.getTypeCode(typ.Elem()),                  // elem\n", "c.noType(),\n", 1},              // of a map
	{"compiler/interface.go", "c.getTypeCode(typ.Key()),                   // key", "c.noType(),", 1},
	{"compiler/interface.go", "numMethods\n\t\t\t\tc.getTypeCode(typ.Elem()),\n", "numMethods\n\t\t\t\tc.noType(),\n", 1}, // of a pointer
	{"compiler/interface.go", "fieldType := c.getTypeCode(field.Type())", "fieldType := c.noType()\nif types.Comparable(typ) { fieldType = c.getTypeCode(field.Type()) }", 1},
	{"compiler/interface.go", `field.Name() + "\x00"`, `"\x00"`, 1},
	{"compiler/interface.go", `c.pkgPathPtr(pkgpath)`, `c.pkgPathPtr(pkgpath[:0])`, 2},
	{"compiler/interface.go", `int64(len(pkgname)+1+len(name)+1)`, `int64(len(pkgname[:0]+name[:0]) + 1)`, 1},
	{"compiler/interface.go", `pkgname+"."+name+"\x00"`, `pkgname[:0]+name[:0]+"\x00"`, 1},
	{"compiler/interface.go", "func (c *compilerContext) getTypeCode(", "func (c *compilerContext) noType() llvm.Value { return llvm.ConstPointerNull(c.dataPtrType) }\n\nfunc (c *compilerContext) getTypeCode(", 1},
}

func (e edit) apply(folder string) error {
	file := filepath.Join(folder, filepath.FromSlash(e.file))
	text, err := os.ReadFile(file)
	if err == nil && bytes.Count(text, []byte(e.from)) != e.times {
		err = fmt.Errorf("%s is not as in TinyGo %s: %q", file, tinygoVersion, e.from)
	}
	if err != nil {
		return err
	}
	return writeFile(file, bytes.ReplaceAll(text, []byte(e.from), []byte(e.to)))
}

// addPackages copies the packages of Go's standard library that we change, and adds
// their smaller tables.
func addPackages(folder string) error {
	root, err := exec.Command(artifact.GoProgram(), "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	for _, name := range []string{"internal/strconv", "regexp/syntax"} {
		from := filepath.Join(strings.TrimSpace(string(root)), "src", filepath.FromSlash(name))
		to := filepath.Join(folder, "src", filepath.FromSlash(name))
		if err := copyPackage(to, from); err != nil {
			return err
		}
	}
	bases, fixes, err := packPowers()
	if err != nil {
		return err
	}
	tables := filepath.Join(folder, "src", "regexp", "syntax", "heddle_tables.go")
	powers := filepath.Join(folder, "src", "internal", "strconv", "heddle_tables.go")
	if err := writeFile(tables, tableFile("syntax", map[string][]byte{"packedTables": packTables()})); err != nil {
		return err
	}
	return writeFile(powers, tableFile("strconv", map[string][]byte{"powerBases": bases, "powerFixes": fixes}))
}

// copyPackage copies the Go files of a folder but its tests.
func copyPackage(to, from string) error {
	files, err := filepath.Glob(filepath.Join(from, "*.go"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s has no Go files", from)
	}
	if err != nil {
		return err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(to, filepath.Base(file)), text); err != nil {
			return err
		}
	}
	return nil
}
