package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/bindings/wazero"
	"github.com/heddle-dev/heddle/hostfns"
)

// requests are what the modules are compared on. Together they read JSON lines,
// JSON and SQLite, search, sort, count money and write large answers.
var requests = []struct{ home, op, request string }{
	{"claude-2.1.30", "agents.list", `{}`},
	{"claude-2.1.30", "sessions.list", `{"agent":"claude","subagents":true}`},
	{"claude-2.1.30", "sessions.totalCost", `{"agent":"claude","groupBy":"session"}`},
	{"claude-2.1.30", "sessions.search", `{"text":"the file","agent":"claude"}`},
	{"claude-damaged", "sessions.doctor", `{"agent":"claude"}`},
	{"codex-0.99.0", "sessions.list", `{}`},
	{"codex-0.99.0", "sessions.totalCost", `{"agent":"codex"}`},
	{"opencode-1.1.65", "sessions.list", `{}`},
	{"opencode-1.1.65", "sessions.search", `{"text":"a","limit":3,"agent":"opencode"}`},
	{"", "no.such.operation", `{}`},
	{"codex-0.99.0", "sessions.list", `{"agent":7}`},
}

// answersOf returns an engine's responses to all requests, errors included.
func answersOf(t *testing.T, open func(host hostfns.Options) (bindings.Engine, error)) (all [][]byte) {
	t.Helper()
	engines := map[string]bindings.Engine{}
	for _, r := range requests {
		e := engines[r.home]
		if e == nil {
			var err error
			if e, err = open(hostfns.Options{Home: filepath.Join(root(t), "testdata", "agents", r.home, "home"), Workers: 1}); err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			engines[r.home] = e
		}
		response, err := e.Call(context.Background(), r.op, []byte(r.request))
		all = append(all, fmt.Appendf(nil, "%s\n%s\n%v", response.Header, response.Body, err))
	}
	return all
}

// compareAnswers runs a module on all requests and compares its answers with
// those of the native engine.
func compareAnswers(t *testing.T, module []byte, want [][]byte) {
	t.Helper()
	cache := t.TempDir() // the module is compiled once for all homes
	got := answersOf(t, func(host hostfns.Options) (bindings.Engine, error) {
		return wazero.Open(bindings.Options{Module: module, CacheDir: cache, Host: host})
	})
	for i, r := range requests {
		if !bytes.Equal(want[i], got[i]) {
			t.Errorf("%s %s on %q: %d bytes %.200q, want %d bytes %.200q", r.op, r.request, r.home, len(got[i]), got[i], len(want[i]), want[i])
		}
	}
}

func nativeAnswers(t *testing.T) [][]byte {
	t.Helper()
	return answersOf(t, func(host hostfns.Options) (bindings.Engine, error) { return native.Open(bindings.Options{Host: host}) })
}

// TestPassesKeepAnswers holds the module without any pass, with each pass alone
// and with all of them to the same answers. wasm-opt, which takes long, runs
// only in the shipped module.
func TestPassesKeepAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles core.wasm several times")
	}
	b := ownBuild(t)
	want := nativeAnswers(t)
	for _, a := range want[:len(want)-2] {
		if !bytes.HasSuffix(a, []byte("<nil>")) || len(a) < 40 {
			t.Fatalf("a request that should succeed answers %.200q", a)
		}
	}
	variants := map[string][]byte{"no pass": b.compiled, "all passes": b.shipped}
	for _, step := range passesOf(ownSettings("")) {
		if step.Name == "wasm-opt" {
			continue
		}
		before := b.compiled
		if step.Name == "pack-functab" { // what it needs
			_, before = runPass(t, "blank-tracebacks")
		}
		out, did, err := step.Run(before)
		var unknown mismatch
		if errors.As(err, &unknown) && b.goVersion != pinnedVersion(t) {
			t.Logf("pass %s does not know the output of %s: %v", step.Name, b.goVersion, err)
			continue
		}
		if err != nil || did.summary == "" || bytes.Equal(out, before) {
			t.Errorf("pass %s: %q, %v", step.Name, did.summary, err)
			continue
		}
		variants[step.Name+" alone"] = out
	}
	for name, module := range variants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compareAnswers(t, module, want)
		})
	}
}
