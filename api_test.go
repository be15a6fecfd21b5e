package heddle_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/api.txt")

const (
	modulePath  = "github.com/heddle-dev/heddle"
	apiFile     = "testdata/api.txt"
	maxPackages = 21 // that other modules can import
)

// listed is a package as go list prints it.
type listed struct {
	ImportPath, Name, Export string
	DepOnly                  bool
}

// listPackages returns the packages of this module, with those that they import.
func listPackages(t *testing.T) (list []listed) {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Name,Export,DepOnly", "./...").Output()
	if err != nil {
		var e *exec.ExitError
		if errors.As(err, &e) {
			t.Fatalf("%v\n%s", err, e.Stderr)
		}
		t.Fatal(err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// isInternal reports whether other modules cannot import a package of this one.
func isInternal(path string) bool {
	return strings.HasPrefix(path, modulePath) && slices.Contains(strings.Split(path, "/"), "internal")
}

// TestAPI compares the exported identifiers of all packages with testdata/api.txt, so that the API
// changes on purpose: go test -run TestAPI -update . writes the file.
func TestAPI(t *testing.T) {
	if testing.Short() {
		t.Skip("-short does not load the types of all packages")
	}
	list := listPackages(t)
	exports, public := map[string]string{}, 0
	for _, p := range list {
		exports[p.ImportPath] = p.Export
	}
	load := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var api surface
	for _, p := range list {
		if p.DepOnly || isInternal(p.ImportPath) {
			continue
		}
		public++
		if p.Name == "main" {
			continue
		}
		loaded, err := load.Import(p.ImportPath)
		if err != nil {
			t.Fatal(err)
		}
		api.addPackage(loaded)
	}
	if public > maxPackages {
		t.Errorf("%d packages are public, at most %d may be", public, maxPackages)
	}
	for _, problem := range api.problems {
		t.Error(problem)
	}
	got := strings.Join(api.lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(apiFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(apiFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("the exported API differs from %s; if that is intended, write it with: go test -run TestAPI -update .", apiFile)
		for _, line := range difference(strings.Split(string(want), "\n"), api.lines) {
			t.Log(line)
		}
	}
}

// difference lists the lines that only one of two lists has.
func difference(want, got []string) (out []string) {
	for _, line := range want {
		if line != "" && !slices.Contains(got, line) {
			out = append(out, "- "+line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			out = append(out, "+ "+line)
		}
	}
	return out
}

// surface collects what packages export.
type surface struct {
	lines, problems []string
	home            *types.Package
}

func (s *surface) addPackage(p *types.Package) {
	s.home = p
	for _, name := range p.Scope().Names() {
		object := p.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		typeName, isType := object.(*types.TypeName)
		switch {
		case !isType:
			s.add(types.ObjectString(object, s.qualify), object.Type())
		case typeName.IsAlias():
			s.add(types.ObjectString(object, s.qualify), nil)
		default:
			s.addType(typeName)
		}
	}
}

// qualify returns the name of a package in a signature, and nothing for the package itself.
func (s *surface) qualify(p *types.Package) string {
	if p == s.home {
		return ""
	}
	return p.Name()
}

// add adds a line, and a problem when a stranger cannot name a type of the signature.
func (s *surface) add(line string, signature types.Type) {
	path := strings.TrimPrefix(strings.TrimPrefix(s.home.Path(), modulePath), "/")
	if path == "" {
		path = "."
	}
	line = path + ": " + line
	s.lines = append(s.lines, line)
	if hidden := hiddenType(signature); hidden != "" {
		s.problems = append(s.problems, fmt.Sprintf("%s mentions %s, which other modules cannot name", line, hidden))
	}
}

func (s *surface) addType(name *types.TypeName) {
	named := name.Type().(*types.Named)
	head := types.ObjectString(name, s.qualify)
	switch under := named.Underlying().(type) {
	case *types.Struct:
		head, _, _ = strings.Cut(head, " struct{")
		s.add(head+" struct", nil)
		for field := range under.Fields() {
			if field.Exported() {
				s.add("field "+name.Name()+"."+field.Name()+" "+types.TypeString(field.Type(), s.qualify), field.Type())
			}
		}
	default:
		s.add(head, under)
	}
	for method := range named.Methods() {
		if method.Exported() {
			s.add(types.ObjectString(method, s.qualify), method.Type())
		}
	}
}

// hiddenType returns a type of an internal package that a signature mentions; empty for none.
func hiddenType(t types.Type) string {
	switch t := t.(type) {
	case *types.Alias:
		return hiddenName(t.Obj())
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if hidden := hiddenType(arg); hidden != "" {
				return hidden
			}
		}
		return hiddenName(t.Obj())
	case *types.Map:
		return hiddenType(t.Key()) + hiddenType(t.Elem())
	case interface{ Elem() types.Type }:
		return hiddenType(t.Elem())
	case *types.Signature:
		for _, list := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range list.Variables() {
				if hidden := hiddenType(v.Type()); hidden != "" {
					return hidden
				}
			}
		}
	case *types.Struct:
		for v := range t.Fields() {
			if hidden := hiddenType(v.Type()); hidden != "" && v.Exported() {
				return hidden
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if hidden := hiddenType(m.Type()); hidden != "" && m.Exported() {
				return hidden
			}
		}
	}
	return ""
}

func hiddenName(name *types.TypeName) string {
	if name.Pkg() != nil && (isInternal(name.Pkg().Path()) || !name.Exported() && name.Parent() == name.Pkg().Scope()) {
		return name.Pkg().Path() + "." + name.Name()
	}
	return ""
}

// A program that brings a host of its own links no SQLite.
func TestEnginesLinkNoSQLite(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./bindings/native", "./bindings/wazero").Output()
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.Lines(string(out)) {
		if strings.Contains(path, "sqlite") {
			t.Errorf("an engine imports %s", path)
		}
	}
	if !strings.Contains(string(out), modulePath+"/core\n") {
		t.Error("go list names no package of the engine")
	}
}
