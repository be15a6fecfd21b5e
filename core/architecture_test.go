package core_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/wasm/abi"
)

const module = "github.com/heddle-dev/heddle/"

// layers states which packages of ours each package may import; a folder
// covers what is below it, and one that ends with / only that. Imports run one way. What is not listed may import
// nothing of ours.
var layers = []struct {
	folder string
	may    []string
}{
	{"core/internal/text", nil},
	{"core/internal/canon", nil},
	{"core/fault", []string{"core/internal/text"}},
	{"core/internal/order", nil},
	{"core/internal/pool", nil},
	{"core/internal/pages", nil},
	{"core/internal/scan", []string{"core/internal/text", "core/internal/order", "core/internal/canon", "core/fault"}},
	{"core/session", []string{"core/fault", "core/internal/text", "core/internal/order", "core/internal/canon"}},
	{"core/host/hosttest", []string{"core/host", "core/fault", "core/internal/sqlwal", "core/internal/store/journal"}},
	{"core/host", []string{"core/fault", "core/internal/order"}},
	{"core/internal/unpack", []string{"core/fault", "core/host"}},
	{"core/internal/sqlwal", []string{"core/internal/order", "core/internal/text", "core/fault", "core/host", "core/internal/scan"}},
	{"core/internal/adapter/adaptertest", []string{"core", "hostfns"}},
	{"core/internal/agents", []string{"core/internal/agent", "core/internal/adapter"}},
	{"core/internal/agent", nil},
	{"core/internal/normalize", []string{"core/internal/text", "core/internal/canon", "core/fault", "core/internal/order", "core/internal/scan", "core/session"}},
	{"core/internal/live/clients", []string{"core/internal/live"}},
	{"core/internal/drift", []string{"core/internal/agent", "core/internal/agents", "core/internal/text", "core/internal/order", "core/internal/scan", "core/session"}},
	{"core/internal/live", []string{"core/internal/cost", "core/internal/agent", "core/internal/agents", "core/internal/normalize", "core/internal/text", "core/internal/canon", "core/fault", "core/internal/scan", "core/session"}},
	{"core/internal/adapter/heddle", append([]string{"core/internal/normalize", "core/internal/store", "core/internal/store/journal"}, readerMay...)},
	{"core/internal/adapter/", readerMay}, // the readers of agents
	{"core/internal/adapter", []string{"core/internal/drift", "core/internal/marks", "core/internal/text", "core/internal/pool", "core/internal/canon", "core/fault", "core/host", "core/internal/scan", "core/session"}},
	{"core/internal/terms", []string{"core/internal/text"}},
	{"core/internal/marks", []string{"core/internal/text"}},
	{"core/internal/cost", []string{"core/internal/text", "core/internal/terms", "core/internal/order", "core/fault", "core/internal/scan", "core/session"}},
	{"core/internal/export", []string{"core/internal/text", "core/internal/canon", "core/internal/scan", "core/session"}},
	{"core/internal/diff", []string{"core/internal/text", "core/internal/order", "core/internal/canon", "core/fault", "core/host", "core/session"}},
	{"core/internal/redact/rules", []string{"core/internal/redact/rules/ending"}},
	{"core/internal/redact", []string{"core/internal/text", "core/internal/order", "core/internal/canon", "core/internal/scan", "core/session"}},
	{"core/internal/search", []string{"core/internal/text", "core/internal/order", "core/internal/canon", "core/fault", "core/internal/scan", "core/session"}},
	{"core/internal/edits", []string{"core/internal/agent", "core/internal/agents", "core/internal/text", "core/internal/scan"}},
	{"core/internal/view", []string{"core/internal/diff", "core/internal/edits", "core/internal/text", "core/internal/scan", "core/session"}},
	{"core/internal/stats", []string{"core/internal/scan", "core/internal/terms", "core/internal/transcript", "core/internal/edits", "core/internal/adapter", "core/internal/order", "core/session"}},
	{"core/internal/origins", []string{"core/internal/transcript", "core/internal/edits", "core/internal/adapter", "core/internal/text", "core/internal/order", "core/internal/scan", "core/session"}},
	{"core/internal/transcript", []string{"core/internal/drift", "core/internal/scan", "core/internal/pages", "core/internal/text", "core/internal/edits", "core/internal/adapter", "core/internal/cost", "core/internal/order", "core/fault", "core/session"}},
	{"core/internal/usage", []string{"core/internal/drift", "core/internal/text", "core/internal/transcript", "core/internal/pool", "core/internal/adapter", "core/internal/cost", "core/internal/terms", "core/internal/order", "core/internal/scan", "core/fault", "core/session"}},
	{"core/internal/imports", []string{"core/internal/redact", "core/fault", "core/internal/transcript", "core/internal/usage", "core/internal/adapter", "core/internal/store", "core/internal/text", "core/internal/order", "core/host", "core/session"}},
	{"core/internal/catalog", []string{"core/internal/drift", "core/internal/agent", "core/internal/agents", "core/internal/pages", "core/internal/transcript", "core/internal/stats", "core/internal/origins", "core/internal/edits", "core/internal/pool", "core/internal/usage", "core/internal/imports", "core/internal/search", "core/internal/redact", "core/internal/text", "core/internal/order", "core/internal/adapter", "core/internal/canon", "core/internal/cost", "core/fault", "core/host", "core/internal/scan", "core/session", "core/internal/store"}},
	{"core/internal/revert", nil},
	{"core/internal/store/simtest", []string{"core", "hostfns"}},
	{"core/internal/store/teststore", []string{"core", "hostfns"}},
	{"core/internal/store/durability", []string{"core", "hostfns"}},
	{"core/internal/store/journal", []string{"core/internal/text", "core/internal/order", "core/fault", "core/host"}},
	{"core/internal/store", []string{"core/internal/normalize", "core/internal/redact", "core/internal/text", "core/internal/order", "core/internal/canon", "core/fault", "core/host", "core/internal/revert", "core/internal/scan", "core/session", "core/internal/store/journal", "core/internal/unpack"}},
	{"core/internal/replica", []string{"core/internal/store", "core/internal/revert", "core/internal/text", "core/fault", "core/host", "core/session"}},
	{"core/rpc/internal/schema/gen", []string{"core/rpc/internal/schema", "core/fault", "wasm/abi", "hostfns/places"}},
	{"core/rpc/internal/schema", nil},
	{"core/rpc", []string{"core", "core/internal/text", "core/internal/canon", "core/internal/catalog", "core/fault", "core/host", "core/internal/scan", "core/session"}},
	{"core", []string{"core/internal/adapter/heddle", "core/internal/live", "core/internal/normalize", "core/internal/scan", "core/internal/text", "core/internal/catalog", "core/internal/cost", "core/internal/diff", "core/internal/export", "core/internal/redact", "core/internal/view", "core/fault", "core/host", "core/session", "core/internal/store", "core/internal/replica"}},
	{"wasm/abi", []string{"core/fault", "core/host"}},
	{"wasm/internal/buffers", []string{"wasm/abi"}},
	{"wasm/internal/artifact", nil},
	{"wasm/internal/lite/tinygo/strconv", nil},
	{"wasm/internal/lite", []string{"wasm/internal/artifact", "wasm/internal/lite/tinygo/strconv"}},
	{"wasm/wasmopt", []string{"wasm/internal/artifact"}},
	{"wasm/command", []string{"core", "hostfns/wasi"}},
	{"wasm/plugin", []string{"core", "hostfns/wasi"}},
	{"wasm", []string{"core", "wasm/abi", "wasm/internal/buffers"}},
	{"hostfns/jetstream/cmd", []string{"bindings", "hostfns/jetstream", "internal/cli"}},
	{"hostfns", []string{"core", "hostfns", "wasm/abi"}},
	{"internal/reader", nil},
	{"internal/blame", []string{".", "core/fault", "internal/smallfile"}},
	{"internal/smallfile", []string{"core/fault"}},
	{"internal/process", []string{"core/fault", "internal/smallfile"}},
	{"internal/liveserve", []string{"core", "hostfns", "bindings", "internal/process"}},
	{"bindings", []string{"core", "wasm", "hostfns", "bindings", "internal/process", "internal/smallfile"}},
	{".", []string{"core", "core/fault", "core/rpc", "core/session", "bindings", "bindings/live", "bindings/native", "hostfns", "hostfns/places", "internal/reader"}},
	{"internal/cli/usage", []string{"core/fault"}},
	{"internal/cli/terminal", []string{"core", "internal/cli/usage"}},
	{"internal/cli/clitest", []string{"bindings", "internal/cli/terminal"}},
	{"internal/cli/app", []string{"core", "hostfns", "bindings", "internal/cli/terminal", "internal/cli/usage", "internal/reader"}},
	{"internal/cli/sessions", cliMay()},
	{"internal/cli/complete", cliMay("internal/cli/sessions")},
	{"internal/cli/filter", cliMay("internal/blame", "internal/cli/complete", "internal/smallfile")},
	{"internal/cli/transcript", cliMay("internal/cli/sessions")},
	{"internal/cli/picker", cliMay("internal/cli/sessions", "internal/cli/complete", "internal/cli/transcript")},
	{"internal/cli/archive", cliMay("internal/cli/sessions", "internal/cli/complete", "internal/cli/filter", "internal/reader")},
	{"internal/cli/mcp", cliMay("internal/cli/sessions", "internal/cli/filter", "internal/cli/transcript")},
	{"internal/cli/live", cliMay("internal/cli/sessions", "internal/cli/complete", "internal/cli/filter", "internal/liveserve", "internal/process")},
	{"internal/cli/origin", cliMay("internal/blame")},
	{"internal/cli/store", cliMay("internal/cli/sessions", "internal/cli/complete", "internal/cli/filter")},
	{"internal/cli", []string{"core", "internal/cli"}},
	{"cmd", []string{"bindings", "internal/cli"}},
}

var readerMay = []string{"core/internal/drift", "core/internal/sqlwal", "core/internal/pages", "core/internal/pool", "core/internal/text", "core/internal/order", "core/internal/adapter", "core/internal/canon", "core/fault", "core/host", "core/internal/marks", "core/internal/scan", "core/internal/terms", "core/session", "core/internal/unpack"}

// cliMay is what a folder of the command line may import besides its own entries: a run, and
// what knows of no run.
func cliMay(own ...string) []string {
	return append(own, "core", "hostfns", "bindings", "internal/cli/app", "internal/cli/terminal", "internal/cli/usage")
}

// exact entries allow one package; a top-level folder allows all below it.
var wholeTrees = map[string]bool{"core": true, "wasm": true, "hostfns": true, "bindings": true, "internal/cli": true}

// banned standard packages inside the core and the guest, with what to use.
var banned = map[string]string{
	"os": "core/host", "fmt": "core/internal/canon and string concatenation", "reflect": "generated code",
	"encoding/json": "core/internal/scan and core/internal/canon", "encoding/hex": "core/internal/text", "encoding/base64": "core/internal/text", "encoding/binary": "shifts",
	"regexp": "hand-written matching", "time": "session.Time and host.Clock",
	"math/rand": "host.Entropy", "math/rand/v2": "host.Entropy", "crypto/rand": "host.Entropy", "net": "nothing: the core has no network",
	"net/http": "nothing: the core has no network", "path/filepath": "forward slashes and strings", "io/ioutil": "core/host",
	"log": "fault.Diagnostic", "context": "host.Poll", "os/exec": "nothing", "syscall": "core/host",
}

// excepted names what one folder may import all the same.
//
// Search takes expressions from its callers. The standard library's engine is
// linear in the text, which rules catastrophic backtracking out, is the same
// on every processor, and better tested than one of ours would be; nothing
// else in the core matches by expressions.
var excepted = map[string][]string{"core/internal/search": {"regexp"}}

// notCore are the folders below core and wasm that are compiled into neither the core nor the guest.
var notCore = []string{
	"core/host/hosttest/", "core/internal/adapter/adaptertest/", "core/internal/store/simtest/", "core/internal/store/teststore/", "core/rpc/internal/schema/", "core/internal/live/clients/", "core/internal/redact/rules/",
	"wasm/module/", "wasm/wasmopt/", "wasm/internal/artifact/", "wasm/internal/lite/", "wasm/command/", "wasm/plugin/",
}

// isCore reports whether a file is compiled into the core or the guest.
func isCore(rel string) bool {
	below := func(folder string) bool { return strings.HasPrefix(rel, folder) }
	return (below("core/") || below("wasm/")) && !slices.ContainsFunc(notCore, below)
}

func sources(t *testing.T) map[string]*ast.File {
	t.Helper()
	root := ".."
	files := map[string]*ast.File{}
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		rel = filepath.ToSlash(rel)
		if d.IsDir() && (rel == "build" || d.Name() == "node_modules" || rel == "js" || rel == "python" || rel == "testdata" || strings.HasPrefix(d.Name(), ".") && rel != ".") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		files[rel] = f
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 50 {
		t.Fatalf("only %d source files found", len(files))
	}
	return files
}

func imports(f *ast.File) []string {
	var out []string
	for _, s := range f.Imports {
		p, _ := strconv.Unquote(s.Path.Value)
		out = append(out, p)
	}
	return out
}

// TestImportsRunOneWay holds every import between our packages to the table.
func TestImportsRunOneWay(t *testing.T) {
	for rel, f := range sources(t) {
		folder := filepath.ToSlash(filepath.Dir(rel))
		may, listed := allowed(folder)
		for _, p := range imports(f) {
			ours, ok := strings.CutPrefix(p, module)
			if !ok {
				continue
			}
			if !listed || !covers(may, ours) {
				t.Errorf("%s imports %s: the table of layers does not allow it", rel, ours)
			}
		}
	}
}

// Of the command line's own package and of what its commands receive no more is wanted than a
// person can keep in mind.
const maxCommandFiles, maxAppMethods = 30, 40

func TestCommandLineHasRooms(t *testing.T) {
	files, methods := 0, 0
	for rel, f := range sources(t) {
		switch path.Dir(rel) {
		case "internal/cli":
			files++
		case "internal/cli/app":
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && strings.HasSuffix(types.ExprString(fn.Recv.List[0].Type), "App") {
					methods++
				}
			}
		}
	}
	if files == 0 || files > maxCommandFiles || methods == 0 || methods > maxAppMethods {
		t.Errorf("internal/cli has %d files (at most %d), App %d methods (at most %d)", files, maxCommandFiles, methods, maxAppMethods)
	}
}

func allowed(folder string) (may []string, ok bool) {
	if path.Base(folder) == "facts" { // an agent's row links nothing
		return []string{"core/internal/agent"}, true
	}
	for _, l := range layers {
		if folder == l.folder || strings.HasPrefix(folder, strings.TrimSuffix(l.folder, "/")+"/") {
			return l.may, true
		}
	}
	return nil, false
}

func covers(may []string, p string) bool {
	for _, m := range may {
		if p == m || wholeTrees[m] && strings.HasPrefix(p, m+"/") || m == "core/internal/adapter" && strings.HasPrefix(p, m+"/") {
			return true
		}
	}
	return false
}

// TestCoreImportsNothingForbidden keeps the core deterministic, small and
// within what TinyGo compiles.
func TestCoreImportsNothingForbidden(t *testing.T) {
	for rel, f := range sources(t) {
		if !isCore(rel) {
			continue
		}
		for _, p := range imports(f) {
			if use, bad := banned[p]; bad && !strings.HasSuffix(rel, "_std.go") && !slices.Contains(excepted[filepath.ToSlash(filepath.Dir(rel))], p) {
				t.Errorf("%s imports %s: use %s", rel, p, use)
			}
			if strings.Contains(p, ".") && !strings.HasPrefix(p, module) {
				t.Errorf("%s imports %s: the core has no dependencies", rel, p)
			}
		}
	}
}

// stableUnicode are the parts of package unicode that no Unicode version changes. Tables
// of the toolchain's version would give other answers with another toolchain.
var stableUnicode = []string{"IsSpace", "IsControl", "MaxRune", "ReplacementChar"}

func TestCoreUsesNoTablesOfUnicode(t *testing.T) {
	for rel, f := range sources(t) {
		if !isCore(rel) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if p, ok := s.X.(*ast.Ident); ok && p.Name == "unicode" && !slices.Contains(stableUnicode, s.Sel.Name) {
					t.Errorf("%s uses unicode.%s: use a pinned table of core/internal/text", rel, s.Sel.Name)
				}
			}
			return true
		})
	}
}

// TestCoreStartsNoGoroutines bans go statements and recover in the core:
// parallel work goes through host.Parallel, panics are our own bugs.
func TestCoreStartsNoGoroutines(t *testing.T) {
	for rel, f := range sources(t) {
		if !isCore(rel) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s: a go statement: use host.Parallel", rel)
			case *ast.CallExpr:
				if id, ok := x.Fun.(*ast.Ident); ok && id.Name == "recover" {
					t.Errorf("%s: recover: let the binding handle panics", rel)
				}
			}
			return true
		})
	}
}

// maxFunctionLines keeps functions to about a screen.
const maxFunctionLines = 70

func TestFunctionsFitAScreen(t *testing.T) {
	set := token.NewFileSet()
	for rel := range sources(t) {
		f, err := parser.ParseFile(set, filepath.Join("..", rel), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(rel, "_gen.go") {
			continue
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			if n := set.Position(fn.End()).Line - set.Position(fn.Pos()).Line + 1; n > maxFunctionLines {
				t.Errorf("%s: func %s has %d lines, more than %d", rel, fn.Name.Name, n, maxFunctionLines)
			}
		}
	}
}

// TestVersionsAgree holds version.txt, the engine and the ABI together.
func TestVersionsAgree(t *testing.T) {
	text, err := os.ReadFile("../version.txt")
	if err != nil {
		t.Fatal(err)
	}
	if v := strings.TrimSpace(string(text)); v != core.EngineVersion {
		t.Errorf("version.txt says %s, core.EngineVersion %s", v, core.EngineVersion)
	}
	if core.ABIVersion != abi.Version {
		t.Errorf("core.ABIVersion %d, abi.Version %d", core.ABIVersion, abi.Version)
	}
}
