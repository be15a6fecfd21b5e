package bindings

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/wasm/abi"
)

func put(t *testing.T, file, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestFindModuleOrder removes the sources one after the other.
func TestFindModuleOrder(t *testing.T) {
	dir := t.TempDir()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	beside := put(t, filepath.Join(filepath.Dir(program), "core.wasm"), "beside")
	t.Setenv("HEDDLE_WASM", put(t, filepath.Join(dir, "env.wasm"), "env"))
	path := put(t, filepath.Join(dir, "option.wasm"), "path")

	want := func(o Options, text string) {
		t.Helper()
		m, err := o.FindModule()
		if err != nil || string(m.Bytes) != text || len(m.SHA256) != 64 || m.Source == "" {
			t.Errorf("found %q at %q, %v; want %q", m.Bytes, m.Source, err, text)
		}
	}
	want(Options{Module: []byte("given"), ModulePath: path}, "given")
	want(Options{ModulePath: path}, "path")
	want(Options{}, "env")
	t.Setenv("HEDDLE_WASM", "")
	embed(t, []byte("embedded"), "", nil)
	want(Options{}, "embedded")
	embed(t, nil, "", fault.New(fault.Unsupported, "no core.wasm").WithHint("install one"))
	want(Options{}, "beside")
	os.Remove(beside)
	if _, err = (Options{}).FindModule(); !errors.Is(err, fault.Unsupported) || fault.From(err).Hint != "install one" {
		t.Errorf("no source: %v", err)
	}
	put(t, beside, "beside")
	embed(t, nil, "", fault.New(fault.BadRef, "damaged"))
	if _, err = (Options{}).FindModule(); !errors.Is(err, fault.BadRef) {
		t.Errorf("a damaged embedded module: %v", err)
	}
	os.Remove(beside)
	embed(t, []byte("embedded"), strings.Repeat("0", 64), nil)
	if _, err = (Options{}).FindModule(); !errors.Is(err, fault.BadRef) {
		t.Errorf("an embedded module with another hash: %v", err)
	}
}

// embed replaces the embedded module until the test ends. Without a hash it has
// the right one.
func embed(t *testing.T, bytes []byte, hash string, err error) {
	t.Helper()
	before := embedded
	t.Cleanup(func() { embedded = before })
	if hash == "" {
		hash = fmt.Sprintf("%x", sha256.Sum256(bytes))
	}
	embedded.load = func() ([]byte, error) { return bytes, err }
	embedded.hash = func() string { return hash }
}

func TestFindModuleHash(t *testing.T) {
	const sum = "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9" // of "hello world"
	file := put(t, filepath.Join(t.TempDir(), "core.wasm"), "hello world")
	o := Options{ModulePath: file}
	for name, c := range map[string]struct {
		beside, option string
		ok             bool
	}{
		"unknown":             {"", "", true},
		"beside":              {sum + "  core.wasm\n", "", true},
		"bare":                {sum, "", true},
		"another beside":      {strings.Repeat("0", 64) + "  core.wasm\n", "", false},
		"an empty file":       {"\n", "", false},
		"the option":          {"", strings.ToUpper(sum), true},
		"another option":      {"", strings.Repeat("0", 64), false},
		"the option wins":     {strings.Repeat("0", 64), sum, true},
		"the option wins too": {sum, strings.Repeat("0", 64), false},
	} {
		os.Remove(file + ".sha256")
		if c.beside != "" {
			put(t, file+".sha256", c.beside)
		}
		o.ModuleSHA256 = c.option
		m, err := o.FindModule()
		if (err == nil) != c.ok || c.ok && m.SHA256 != sum {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && (!errors.Is(err, fault.BadRef) || !strings.Contains(err.Error(), sum)) {
			t.Errorf("%s: %v does not name the hash", name, err)
		}
	}
}

func TestCacheFolder(t *testing.T) {
	dir := t.TempDir()
	o := Options{CacheDir: filepath.Join(dir, "new")}
	got := o.CacheFolder("x")
	fi, err := os.Stat(got)
	if err != nil || fi.Mode().Perm()&0o077 != 0 {
		t.Errorf("%s: %v, %v", got, fi, err)
	}
	if got := (Options{CacheDir: "-"}).CacheFolder("x"); got != "" {
		t.Errorf("kept in %s", got)
	}
	file := put(t, filepath.Join(dir, "file"), "")
	if got := (Options{CacheDir: file}).CacheFolder("x"); got != "" {
		t.Errorf("a folder in a file: %s", got)
	}
}

func TestResponse(t *testing.T) {
	envelope := func(header, body string) []byte {
		return append([]byte{byte(len(header)), byte(len(header) >> 8), 0, 0}, header+body...)
	}
	r, err := Split("x", envelope(`{"diagnostics":[{"agent":"codex","code":"PARSE_ERROR","hint":"h","line":3,"message":"m","offset":9,"path":"codex/a"}],"op":"sessions.get","report":{"bytes":5,"records":2,"skipped":[{"line":1,"offset":2,"path":"p","reason":"nul"}],"skippedCount":1,"unknownTypes":{"a":1}}}`, "body"))
	if err != nil || string(r.Body) != "body" || r.Op() != "sessions.get" {
		t.Errorf("%v %s", err, r.Body)
	}
	if d := r.Diagnostics(); len(d) != 1 || d[0] != (fault.Diagnostic{Code: fault.ParseError, Agent: "codex", Path: "codex/a", Line: 3, Offset: 9, Message: "m", Hint: "h"}) {
		t.Errorf("diagnostics %v", d)
	}
	if p := r.Report(); p == nil || p.Bytes != 5 || p.Records != 2 || p.SkippedCount != 1 || p.Skipped[0].Reason != "nul" || p.UnknownTypes["a"] != 1 {
		t.Errorf("report %v", p)
	}
	r, err = Split("x", envelope(`{"error":{"code":"PARSE_ERROR","hint":"h","line":3,"message":"m","offset":9,"op":"sessions.get","path":"codex/a"},"op":"sessions.get"}`, ""))
	e := fault.From(err)
	if e == nil || e.Code != fault.ParseError || e.Op != "sessions.get" || e.Path != "codex/a" || e.Line != 3 || e.Offset != 9 || e.Message != "m" || e.Hint != "h" || r.Report() != nil {
		t.Errorf("error %#v", e)
	}
	// The word alone is no error.
	if r, err := Split("x", envelope(`{"diagnostics":[{"code":"IO_ERROR","message":"\"error\":{"}],"op":"x"}`, "[]")); err != nil || len(r.Diagnostics()) != 1 {
		t.Errorf("%s %v", r.Header, err)
	}
	for name, b := range map[string][]byte{"nothing": nil, "a short length": {1, 0}, "a long length": {255, 255, 255, 255, '{', '}'}, "no JSON": envelope(`{"error":{`, "")} {
		r, err := Split("sessions.get", b)
		if !errors.Is(err, fault.Internal) || name != "no JSON" && !strings.Contains(string(r.Header), `"op":"sessions.get"`) {
			t.Errorf("%s: %s, %v", name, r.Header, err)
		}
	}
}

func TestAdmit(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	if id, err := Admit(ctx, "version", nil); id != 1 || err != nil {
		t.Errorf("%d, %v", id, err)
	}
	if _, err := Admit(ctx, "nothing", nil); !errors.Is(err, fault.Unsupported) {
		t.Error(err)
	}
	if _, err := Admit(ctx, "version", make([]byte, abi.MaxRequestBytes+1)); !errors.Is(err, fault.LimitExceeded) {
		t.Error(err)
	}
	cancel()
	if _, err := Admit(ctx, "version", nil); !errors.Is(err, fault.Timeout) {
		t.Error(err)
	}
}
