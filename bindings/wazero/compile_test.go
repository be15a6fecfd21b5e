package wazero

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guest"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
)

// found is the module of the options, with its hash.
func found(t testing.TB, opts bindings.Options) bindings.Module {
	t.Helper()
	m, err := opts.FindModule()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestKeptCode takes the code from the cache, replaces it by others and looks
// at what runs.
func TestKeptCode(t *testing.T) {
	opts := bindings.Options{Module: guesttest.Guest(t), CacheDir: t.TempDir()}
	module := found(t, opts)
	k := kept{opts: opts, dir: opts.CacheFolder("wazero"), module: module.Bytes}
	k.folder = filepath.Join(k.dir, module.SHA256)
	if k.loadCode() != nil {
		t.Fatal("an empty cache has code")
	}
	runs := func(r *runtime, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		s := guest.NewSession(bindings.FixedHost(guesttest.Host(guesttest.Files{})), nil)
		i, err := r.Instantiate(s)
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		if v, err := i.ABIVersion(context.Background()); err != nil || v == 0 {
			t.Errorf("version %d, %v", v, err)
		}
	}
	runs(compileModule(opts, module))
	code, err := cacheEntry(k.folder)
	if err != nil {
		t.Skip("wazero keeps no code on this machine")
	}
	if r := k.loadCode(); r == nil {
		t.Error("the kept code is not taken")
	} else {
		runs(r, nil)
	}
	if again, err := cacheEntry(k.folder); again != code {
		t.Errorf("the kept code was written anew, %v", err)
	}
	folders, err := os.ReadDir(k.dir)
	if err != nil || len(folders) != 1 {
		t.Errorf("the cache holds %v, %v", folders, err)
	}
	damage := func(name string, do func(path string) error) {
		t.Helper()
		code, err := cacheEntry(k.folder)
		if err == nil {
			err = do(code.path)
		}
		if err != nil {
			t.Fatal(err)
		}
		if r := k.loadCode(); r != nil {
			r.Close()
			t.Errorf("%s: taken for the module's code", name)
		}
		if _, err := os.Stat(k.folder); !os.IsNotExist(err) {
			t.Errorf("%s: it is still there, %v", name, err)
		}
		runs(compileModule(opts, module))
	}
	damage("half a file", func(path string) error { return os.Truncate(path, code.size/2) })
	damage("no file", os.Remove)
	damage("the code of another processor", func(path string) error { return os.Rename(path, filepath.Join(filepath.Dir(path), "0123")) })
	damage("two files", func(path string) error { return os.WriteFile(path+"0", nil, 0o600) })
	damage("another version's code", func(path string) error {
		const lengthOfVersion = len("WAZEVO")
		b, err := os.ReadFile(path)
		if err == nil {
			b[lengthOfVersion+1]++
			err = os.WriteFile(path, b, 0o600)
		}
		return err
	})
}

// TestOutlineRefuses checks that no outline is made of what is no module.
func TestOutlineRefuses(t *testing.T) {
	for name, module := range map[string]string{
		"nothing":        "",
		"half a section": "\x00asm\x01\x00\x00\x00\x0a\x7f\x01",
		"endless number": "\x00asm\x01\x00\x00\x00\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
		"no functions":   "\x00asm\x01\x00\x00\x00\x0a\x00",
		"many functions": "\x00asm\x01\x00\x00\x00\x0a\x02\x7f\x00",
	} {
		if _, err := outlineModule([]byte(module)); err == nil {
			t.Errorf("%s has an outline", name)
		}
	}
}
