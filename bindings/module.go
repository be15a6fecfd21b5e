package bindings

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/smallfile"
	"github.com/heddle-dev/heddle/wasm/module"
)

const (
	moduleName   = "core.wasm"
	moduleEnv    = "HEDDLE_WASM" // names its file
	hashSuffix   = ".sha256"     // of the file beside it, in the form of sha256sum
	maxModule    = 256 << 20     // bytes
	maxHashBytes = 4096
)

// Module is core.wasm as an engine loads it.
type Module struct {
	Bytes  []byte
	SHA256 string // in hexadecimal
	Source string // where it was found
}

// FindModule loads core.wasm from the first of these sources:
//
//  1. o.Module
//  2. the file o.ModulePath
//  3. the file that the environment variable HEDDLE_WASM names
//  4. package wasm/module, which every release embeds
//  5. the file core.wasm in the folder of the program
//
// A source that is named but cannot be read is an error, not a reason to try
// the next one. Without any source the error is UNSUPPORTED.
//
// The SHA-256 is checked against o.ModuleSHA256, or without that against the
// file core.wasm.sha256 beside a file, or the embedded hash; a module with
// another hash is BAD_REF. The bytes are shared with other callers: do not
// change them.
func (o Options) FindModule() (Module, error) {
	m, known, err := o.findModule()
	if err != nil {
		return Module{}, err
	}
	sum := sha256.Sum256(m.Bytes)
	m.SHA256 = hex.EncodeToString(sum[:])
	if o.ModuleSHA256 != "" {
		known = o.ModuleSHA256
	}
	if known != "" && !strings.EqualFold(known, m.SHA256) {
		return Module{}, fault.New(fault.BadRef, m.Source+" is not the core.wasm it should be: its SHA-256 is "+m.SHA256+", expected "+known).
			WithHint("build or download it again")
	}
	return m, nil
}

func (o Options) findModule() (m Module, known string, err error) {
	if len(o.Module) > 0 {
		return Module{Bytes: o.Module, Source: "the given module"}, "", nil
	}
	for _, named := range []string{o.ModulePath, os.Getenv(moduleEnv)} {
		if named != "" {
			return loadFile(named)
		}
	}
	bytes, err := embedded.load()
	if err == nil {
		return Module{Bytes: bytes, Source: "the embedded module"}, embedded.hash(), nil
	}
	if program, e := os.Executable(); e == nil && errors.Is(err, fault.Unsupported) {
		if m, known, e := loadFile(filepath.Join(filepath.Dir(program), moduleName)); !errors.Is(e, fs.ErrNotExist) {
			return m, known, e
		}
	}
	return Module{}, "", err
}

// embedded is the module of this program. Tests replace it.
var embedded = struct {
	load func() ([]byte, error)
	hash func() string
}{module.Load, module.SHA256}

// fileHint says how to name a file.
const fileHint = "name a core.wasm file with HEDDLE_WASM or the option ModulePath; in a checkout, make wasm builds build/core.wasm"

// loadFile reads a module and the hash beside it.
func loadFile(path string) (m Module, known string, err error) {
	m = Module{Source: path}
	fi, err := os.Stat(path)
	switch {
	case err != nil:
	case !fi.Mode().IsRegular():
		err = errors.New("not a regular file")
	case fi.Size() > maxModule:
		err = errors.New("larger than 256 MiB")
	default:
		m.Bytes, err = os.ReadFile(path)
	}
	if err != nil {
		return m, "", fault.Wrap(fault.BadRef, "cannot load "+moduleName, err).WithHint(fileHint)
	}
	text, err := smallfile.Read(path+hashSuffix, smallfile.PrivateBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return m, "", nil
	}
	if err != nil {
		return m, "", fault.Wrap(fault.BadRef, "cannot read the hash beside "+moduleName, err)
	}
	return m, hashIn(string(text[:min(len(text), maxHashBytes)])), nil
}

// hashIn returns the first word of a sha256sum line, in a form that never
// equals a hash when the text has no hash.
func hashIn(text string) string {
	if words := strings.Fields(text); len(words) > 0 {
		return words[0]
	}
	return "missing"
}

// CacheFolder returns the folder where an engine may keep compiled modules,
// made for this user alone, or "" when it shall not or cannot.
func (o Options) CacheFolder(engine string) string {
	dir := o.CacheDir
	if dir == "-" {
		return ""
	}
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(cache, "heddle", "compiled")
	}
	dir = filepath.Join(dir, engine)
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	return dir
}
