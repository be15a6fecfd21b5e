package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPipeline: a pass that does not find its pattern leaves the module as it
// was, with a warning that says what that costs; other errors end the build.
func TestPipeline(t *testing.T) {
	grow := func(module []byte) ([]byte, stats, error) {
		return append(bytes.Clone(module), '+'), statsOf(1, "one more"), nil
	}
	confused := func(module []byte) ([]byte, stats, error) { return []byte("half"), stats{}, mismatch("no table") }
	lacking := func(module []byte) ([]byte, stats, error) {
		return module, stats{missing: []string{"runtime.gone"}}, nil
	}
	broken := func(module []byte) ([]byte, stats, error) { return nil, stats{}, errors.New("disk full") }
	passes := []pass{{"grow", "shorter", grow}, {"confused", "9 KB larger", confused}, {"lacking", "slower", lacking}, {"more", "shorter", grow}}

	p := &pipeline{target: targets[""], passes: passes, goVersion: "go9.9"}
	out, err := p.optimizeModule([]byte("m"))
	if err != nil || string(out) != "m++" {
		t.Errorf("%q, %v", out, err)
	}
	if len(p.warnings) != 2 || len(p.report) != len(passes) {
		t.Fatalf("warnings %q, report %q", p.warnings, p.report)
	}
	for i, words := range [][]string{{"confused", "go9.9", "no table", "9 KB larger"}, {"lacking", "go9.9", "runtime.gone"}} {
		for _, word := range words {
			if !strings.Contains(p.warnings[i], word) {
				t.Errorf("%q is not in warning %q", word, p.warnings[i])
			}
		}
	}

	p = &pipeline{passes: passes, skip: []string{"grow", "confused", "lacking"}}
	if out, err := p.optimizeModule([]byte("m")); err != nil || string(out) != "m+" || len(p.warnings) > 0 {
		t.Errorf("skipped: %q, %v, %q", out, err, p.warnings)
	}
	p = &pipeline{passes: passes, skip: []string{"gow"}}
	if _, err := p.optimizeModule(nil); err == nil || !strings.Contains(err.Error(), `"gow"`) || !strings.Contains(err.Error(), "grow, confused") {
		t.Errorf("an unknown pass to skip: %v", err)
	}
	p = &pipeline{passes: []pass{{"broken", "", broken}}}
	if _, err := p.optimizeModule(nil); err == nil || !strings.Contains(err.Error(), "pass broken: disk full") {
		t.Errorf("a pass that fails: %v", err)
	}
}

// TestStrict: warnings go to the error stream; only -strict makes them an error.
func TestStrict(t *testing.T) {
	for _, c := range []struct{ strict, warned, ok bool }{{false, false, true}, {false, true, true}, {true, false, true}, {true, true, false}} {
		p := &pipeline{target: targets[""], goVersion: "go9.9"}
		if c.warned {
			p.checkBudgets(make([]byte, p.target.maxRaw+1))
		}
		var stderr bytes.Buffer
		if err := p.printWarnings(&stderr, c.strict); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c, err)
		}
		if strings.Contains(stderr.String(), "wasmopt: warning: core.wasm has 6800001 bytes, 1 more than its budget\n") != c.warned {
			t.Errorf("%+v: printed %q", c, &stderr)
		}
	}
}

// TestNoWarnings builds as a release does: the pinned Go version gives none.
func TestNoWarnings(t *testing.T) {
	b := ownBuild(t)
	if b.goVersion != pinnedVersion(t) {
		t.Skipf("this is %s, releases are built by %s", b.goVersion, pinnedVersion(t))
	}
	p := &pipeline{target: targets[""], goVersion: b.goVersion}
	for _, step := range passesOf(ownSettings("")) {
		if step.Name != "wasm-opt" {
			p.passes = append(p.passes, step)
		}
	}
	if _, err := p.optimizeModule(b.compiled); err != nil || len(p.warnings) > 0 {
		t.Errorf("%v, warnings %q", err, p.warnings)
	}
}

// TestWasmOpt: a missing tool ends the build, a module that the tool refuses
// skips the pass.
func TestWasmOpt(t *testing.T) {
	var unknown mismatch
	if _, _, err := (settings{tool: filepath.Join(t.TempDir(), "none")}).runWasmOpt(nil); err == nil || errors.As(err, &unknown) || !strings.Contains(err.Error(), "npm ci") {
		t.Errorf("a missing tool: %v", err)
	}
	tool := wasmOptPath(root(t))
	if _, err := os.Stat(tool); err != nil && testing.Short() {
		t.Skip("make wasm installs the tool")
	}
	if _, _, err := (settings{tool: tool}).runWasmOpt([]byte("no module")); !errors.As(err, &unknown) {
		t.Errorf("what is no module: %v", err)
	}
}
