package guesttest

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// testLoading checks what is refused before any call.
func (s suite) testLoading(t *testing.T) {
	refuse := func(name string, opts bindings.Options, code fault.Code, words ...string) {
		t.Helper()
		e, err := s.open(opts)
		if err == nil {
			e.Close()
			t.Errorf("%s: accepted", name)
			return
		}
		f := fault.From(err)
		if f.Code != code || f.Hint == "" {
			t.Errorf("%s: %s, hint %q", name, f, f.Hint)
		}
		for _, w := range words {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %q is not in %q", name, w, err)
			}
		}
	}
	refuse("another ABI", s.moduleOptions(OldGuest(t)), fault.Unsupported, "version 77", "version 1")
	refuse("no module", s.moduleOptions([]byte("not wasm")), fault.BadRef)
	truncated := s.moduleOptions(Guest(t)[:100_000])
	refuse("half a module", truncated, fault.BadRef)
	empty := s.moduleOptions([]byte("\x00asm\x01\x00\x00\x00"))
	refuse("an empty module", empty, fault.Unsupported, "abi_version")
	wrong := s.moduleOptions(Guest(t))
	wrong.ModuleSHA256 = strings.Repeat("0", 64)
	refuse("another hash", wrong, fault.BadRef, "SHA-256", wrong.ModuleSHA256)

	dir := t.TempDir()
	file := filepath.Join(dir, "core.wasm")
	byPath := s.moduleOptions(nil)
	byPath.ModulePath = file
	refuse("a missing file", byPath, fault.BadRef, file)
	writeFile(t, file, Guest(t))
	s.openEngine(t, byPath)
	writeFile(t, file+".sha256", []byte(strings.Repeat("1", 64)+"  core.wasm\n"))
	refuse("another hash beside it", byPath, fault.BadRef, "SHA-256")

	t.Setenv("HEDDLE_WASM", filepath.Join(dir, "none.wasm"))
	refuse("a missing file in HEDDLE_WASM", s.moduleOptions(nil), fault.BadRef, "none.wasm", "make wasm")
	t.Run("cache", s.brokenCache)
}

// brokenCache damages every file of the compilation cache: the module must be
// compiled again.
func (s suite) brokenCache(t *testing.T) {
	opts := s.moduleOptions(Guest(t))
	opts.CacheDir = t.TempDir()
	opts.NewHost = bindings.FixedHost(&host.Host{})
	s.openEngine(t, opts).Close()
	whole := fileSizes(t, opts.CacheDir)
	if len(whole) == 0 {
		t.Error("nothing was cached")
	}
	for path := range whole {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, text[:len(text)/2])
	}
	for range 2 { // the first one finds the damage, the second one a sound cache or none
		e := s.openEngine(t, opts)
		if r, err := e.Call(context.Background(), echo, []byte("x")); err != nil || string(r.Body) != "x" {
			t.Errorf("%q, %v", r.Body, err)
		}
		e.Close()
	}
	if again := fileSizes(t, opts.CacheDir); !maps.Equal(whole, again) {
		t.Errorf("the cache holds %v, at first %v", again, whole)
	}
}

// fileSizes lists the files below dir.
func fileSizes(t *testing.T, dir string) map[string]int64 {
	t.Helper()
	sizes := map[string]int64{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			sizes[path] = info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sizes
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
