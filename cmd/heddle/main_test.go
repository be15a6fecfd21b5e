package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"heddle": main})
}

// TestScripts runs testdata/script: one script per verb. $HOMES are the
// fixture homes, $WASM the built module.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	wasm := filepath.Join(root, "build", "core.wasm")
	if _, err := os.Stat(wasm); err != nil {
		t.Fatalf("no build/core.wasm: run make wasm first (%v)", err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join(root, "testdata", "script"),
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOMES", filepath.Join(root, "testdata", "agents"))
			env.Setenv("HEDDLE_WASM", wasm)
			env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
			return nil
		},
	})
}
