package module

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/heddle-dev/heddle/core/fault"
)

func compress(t *testing.T, text []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err := z.Write(text)
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestLoadFrom(t *testing.T) {
	whole := compress(t, []byte("\x00asm and more"))
	wrong := bytes.Clone(whole)
	wrong[len(wrong)-8] ^= 1 // in the checksum
	for name, c := range map[string]struct {
		folder fstest.MapFS
		code   fault.Code
		hint   string
	}{
		"whole":            {fstest.MapFS{moduleFile: {Data: whole}, hashFile: {Data: []byte("abc  core.wasm\n")}}, "", ""},
		"absent":           {fstest.MapFS{"data/README.md": {}}, fault.Unsupported, "go install github.com/heddle-dev/heddle/cmd/heddle@latest"},
		"empty":            {fstest.MapFS{moduleFile: {}}, fault.BadRef, "build the program again"},
		"half":             {fstest.MapFS{moduleFile: {Data: whole[:len(whole)/2]}}, fault.BadRef, "build the program again"},
		"another checksum": {fstest.MapFS{moduleFile: {Data: wrong}}, fault.BadRef, "build the program again"},
	} {
		got, err := loadFrom(c.folder, moduleFile)
		if c.code == "" {
			if err != nil || string(got) != "\x00asm and more" || hashFrom(c.folder, hashFile) != "abc" {
				t.Errorf("%s: %q, %v, hash %q", name, got, err, hashFrom(c.folder, hashFile))
			}
			continue
		}
		if !errors.Is(err, c.code) || !strings.Contains(fault.From(err).Hint, c.hint) || hashFrom(c.folder, hashFile) != "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLoad: what this test program embeds is whole, and decompressed once.
func TestLoad(t *testing.T) {
	got, err := Load()
	if errors.Is(err, fault.Unsupported) {
		if SHA256() != "" {
			t.Error("there is a hash without a module")
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(got)); sum != SHA256() {
		t.Errorf("the module's hash is %s, the embedded one %s", sum, SHA256())
	}
	if again, err := Load(); err != nil || &again[0] != &got[0] {
		t.Errorf("decompressed twice, %v", err)
	}
}

// TestFolder: the folder has a README in every checkout, so that it can be
// embedded.
func TestFolder(t *testing.T) {
	f, err := data.Open("data/README.md")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f)
	if err != nil || !bytes.Contains(text, []byte("make wasm")) {
		t.Errorf("%q, %v", text, err)
	}
}
