package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSizes measures a program by section and by package, and refuses what is no
// module.
func TestSizes(t *testing.T) {
	program := compileProgram(t, ".", "build", "./testdata/program")
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good.wasm"), filepath.Join(dir, "bad.wasm")
	for file, module := range map[string][]byte{good: program, bad: program[:100]} {
		if err := os.WriteFile(file, module, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args, has, hasNot string
		ok                bool
	}{
		{good, "custom: producers", "by package", true},
		{"-package testdata/program " + good, "  reflect\n", "glue)\n\n", true},
		{"-package ./testdata/none " + good, "", "code", false},
		{bad, "", "in all", false},
		{filepath.Join(dir, "none"), "", "in all", false},
		{good + " " + bad, "", "in all", false},
	} {
		var stdout, stderr bytes.Buffer
		err := runSizes(strings.Fields(c.args), &stdout, &stderr)
		if (err == nil) != c.ok || !strings.Contains(stdout.String(), c.has) || strings.Contains(stdout.String(), c.hasNot) {
			t.Errorf("sizes %s: %v\n%s", c.args, err, &stdout)
		}
	}
}

// TestByFeature: every package belongs to one feature, its own code to its own.
func TestByFeature(t *testing.T) {
	const own = "github.com/heddle-dev/heddle/"
	l := layout{packages: []part{{own + "core/internal/search", 1}, {own + "core/internal/redact", 20}, {own + "core/rpc", 300}, {own + "core/internal/adapter/pi", 4000},
		{"regexp/syntax", 5}, {"runtime", 60}, {"time", 700}, {"strings", 8000}, {"(entry points and glue)", 10000}}}
	got := map[string]int{}
	for _, p := range l.byFeature() {
		got[p.name] = p.bytes
	}
	for name, want := range map[string]int{"search, with regular expressions": 6, "redaction": 20, "operations, requests and answers": 300, "agents' formats": 4000,
		"the Go runtime": 10060, "the rest of the standard library": 8700, "the store": 0} {
		if got[name] != want {
			t.Errorf("%s: %d bytes, want %d", name, got[name], want)
		}
	}
}
