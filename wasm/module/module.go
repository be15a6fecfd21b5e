// Package module embeds core.wasm, the engine as a WebAssembly module, so that
// Go programs can run it in a sandbox without a file of their own. Every release
// has the module; in a checkout `make wasm` builds it.
//
// [github.com/heddle-dev/heddle/bindings/wazero] finds the module here by
// itself. Use this package to load it into another WebAssembly engine: abi/ABI.md
// describes its imports and exports.
package module

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/heddle-dev/heddle/core/fault"
)

// The folder always has its README, so that programs compile without the
// module.
//
//go:embed data
var data embed.FS

// Files in the folder. A hash is of the uncompressed module, in the form of
// sha256sum.
const (
	moduleFile = "data/core.wasm.gz"
	hashFile   = "data/core.wasm.sha256"
)

// maxModuleBytes bounds what is decompressed.
const maxModuleBytes = 256 << 20

var load = sync.OnceValues(func() ([]byte, error) { return loadFrom(data, moduleFile) })

// Load returns core.wasm. It is decompressed once per process and shared: the
// caller must not change it. The error is UNSUPPORTED when the program was built
// without the module.
func Load() ([]byte, error) { return load() }

// SHA256 returns the hash of core.wasm in hexadecimal, "" when the program was
// built without the module.
func SHA256() string { return hashFrom(data, hashFile) }

func loadFrom(folder fs.FS, file string) ([]byte, error) {
	name := strings.TrimSuffix(path.Base(file), ".gz")
	compressed, err := fs.ReadFile(folder, file)
	if err != nil {
		return nil, fault.New(fault.Unsupported, "this program was built without "+name).
			WithHint("install a release (go install github.com/heddle-dev/heddle/cmd/heddle@latest), " +
				"or name a core.wasm file with HEDDLE_WASM; in a checkout, run make wasm and build again")
	}
	damaged := func(err error) error {
		return fault.Wrap(fault.BadRef, "the embedded "+name+" is damaged", err).WithHint("build the program again; in a checkout, run make wasm first")
	}
	z, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, damaged(err)
	}
	module, err := io.ReadAll(io.LimitReader(z, maxModuleBytes)) // gzip checks its CRC-32 at the end
	if err != nil {
		return nil, damaged(err)
	}
	return module, nil
}

func hashFrom(folder fs.FS, file string) string {
	text, err := fs.ReadFile(folder, file)
	if err != nil {
		return ""
	}
	hash, _, _ := strings.Cut(string(text), " ")
	return strings.TrimSpace(hash)
}
