package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/internal/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"heddle": main})
}

// TestScripts runs testdata/script: scripts of every verb. $HOMES are the
// fixture homes, $WASM the built module. HEDDLE_UPDATE=1 rewrites what the
// scripts compare with; read the difference before committing it. -short runs the scripts of
// the usual commands only, and their lines marked [wasm] only if HEDDLE_WASM is set.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	wasm := filepath.Join(root, "build", "core.wasm")
	withWasm := !testing.Short() || os.Getenv("HEDDLE_WASM") != ""
	if _, err := os.Stat(wasm); withWasm && err != nil {
		t.Fatalf("no build/core.wasm: run make wasm first (%v)", err)
	}
	homes := filepath.Join(root, "testdata", "agents")
	cache := t.TempDir() // compiled once for all scripts
	scripts := filepath.Join(root, "testdata", "script")
	var some []string
	if testing.Short() {
		for _, name := range usualScripts {
			some = append(some, filepath.Join(scripts, name+".txtar"))
		}
		scripts = ""
	}
	testscript.Run(t, testscript.Params{
		Dir:                 scripts,
		Files:               some,
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("HEDDLE_UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOMES", homes)
			env.Setenv("HEDDLE_WASM", wasm)
			env.Setenv("XDG_CACHE_HOME", cache)
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "full": // a device on which every write fails
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			case "wasm":
				return withWasm, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"home":     func(ts *testscript.TestScript, _ bool, args []string) { copyHomes(ts, homes, args) },
			"each":     func(ts *testscript.TestScript, _ bool, args []string) { each(ts, homes, args) },
			"fields":   fieldsOf,
			"crlf":     writeWindowsText,
			"terminal": terminalCmd,
		},
	})
}

// terminalCmd is the command terminal, where there are pseudo-terminals.
var terminalCmd = func(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("no terminals on this system") }

// usualScripts are the scripts that -short runs.
var usualScripts = []string{"cost", "exit", "export", "help", "list", "search", "show", "stats", "tags"}

// written is when every file of a copied home was changed last: some sessions
// have no other time.
var written = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// copyHomes is home NAME...: it copies fixture homes into the script's folder.
func copyHomes(ts *testscript.TestScript, homes string, names []string) {
	for _, name := range names {
		to := ts.MkAbs(name)
		ts.Check(os.CopyFS(to, os.DirFS(filepath.Join(homes, name, "home"))))
		ts.Check(filepath.WalkDir(to, func(path string, _ os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Chtimes(path, written, written)
		}))
	}
}

// writeWindowsText is crlf IN OUT: it copies a text with a byte order mark and CRLF.
func writeWindowsText(ts *testscript.TestScript, _ bool, args []string) {
	text := "\ufeff" + strings.ReplaceAll(ts.ReadFile(args[0]), "\n", "\r\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o600))
}

// each is each FILE ARGUMENT...: it runs heddle with the arguments on every
// fixture home and adds what is printed to the file. With -short it starts no process for it.
func each(ts *testscript.TestScript, homes string, args []string) {
	entries, err := os.ReadDir(homes)
	ts.Check(err)
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	ts.Check(err)
	defer f.Close()
	for _, e := range entries {
		if e.IsDir() {
			words := append([]string{"--quiet", "--home", filepath.Join(homes, e.Name(), "home")}, args[1:]...)
			if testing.Short() {
				runHere(ts, f, words)
				continue
			}
			ts.Check(ts.Exec("heddle", words...))
			_, err := f.WriteString(ts.ReadFile("stdout"))
			ts.Check(err)
		}
	}
}

// runHere runs heddle in this process. The environment has no effect: the arguments name a home.
func runHere(ts *testscript.TestScript, stdout io.Writer, args []string) {
	var stderr bytes.Buffer
	streams := cli.Streams{In: strings.NewReader(""), Out: stdout, Err: &stderr}
	if code := cli.Run(args, streams, map[string]cli.Opener{"native": native.NewEngine}); code != 0 {
		ts.Fatalf("heddle %q ends with %d: %s", args, code, stderr.String())
	}
}

// fieldsOf is fields IN OUT: it writes down every member that the JSON values
// of a file have, and the type of each. Free keys become *, and what
// agents wrote themselves is not looked into.
func fieldsOf(ts *testscript.TestScript, _ bool, args []string) {
	seen := map[string]map[string]bool{}
	dec := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	for dec.More() {
		var v any
		ts.Check(dec.Decode(&v))
		describe("", v, seen)
	}
	var lines []string
	for path, kinds := range seen {
		var list []string
		for k := range kinds {
			list = append(list, k)
		}
		sort.Strings(list)
		lines = append(lines, path+" "+strings.Join(list, "|")+"\n")
	}
	sort.Strings(lines)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(strings.Join(lines, "")), 0o600))
}

func describe(path string, v any, seen map[string]map[string]bool) {
	kind := "null"
	switch v := v.(type) {
	case bool:
		kind = "bool"
	case float64:
		kind = "number"
	case string:
		kind = "string"
	case []any:
		kind = "list"
		for _, e := range v {
			describe(path+"[]", e, seen)
		}
	case map[string]any:
		kind = "object"
		for key, e := range v {
			switch {
			case key == "input" || key == "output": // the agents' own
				note(seen, path+"."+key, "any")
			case strings.HasSuffix(path, ".breakdowns") || strings.HasSuffix(path, ".unknownTypes") || strings.HasSuffix(path, ".formatVersions"):
				describe(path+".*", e, seen)
			default:
				describe(path+"."+key, e, seen)
			}
		}
	}
	note(seen, path, kind)
}

func note(seen map[string]map[string]bool, path, kind string) {
	if path == "" {
		path = "."
	}
	if seen[path] == nil {
		seen[path] = map[string]bool{}
	}
	seen[path][kind] = true
}
