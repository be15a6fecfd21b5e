package bindings

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/bindings/internal/embedded"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
)

const (
	moduleName   = "core.wasm"
	moduleEnv    = "HEDDLE_WASM"
	hashSuffix   = ".sha256" // of the file beside it, in the form of sha256sum
	maxModule    = 256 << 20 // bytes
	maxHashBytes = 4096
)

// Module is core.wasm as an engine loads it.
type Module struct {
	Bytes  []byte
	SHA256 string // in hexadecimal
	Source string // where it was found
}

// FindModule loads core.wasm: what o names, else the file that HEDDLE_WASM
// names, else the one built into the program (build tag heddle_embed), else
// core.wasm beside the program, else heddle/<version>/core.wasm in the user's
// cache folder. When its hash is known (o.ModuleSHA256, or a core.wasm.sha256
// beside the file) another content is refused.
func (o Options) FindModule() (Module, error) {
	m, known, err := o.find()
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

func (o Options) find() (m Module, known string, err error) {
	if len(o.Module) > 0 {
		return Module{Bytes: o.Module, Source: "the given module"}, "", nil
	}
	for _, named := range []string{o.ModulePath, os.Getenv(moduleEnv)} {
		if named != "" {
			return load(named)
		}
	}
	if len(embedded.Module) > 0 {
		return Module{Bytes: embedded.Module, Source: "the embedded module"}, hashIn(embedded.SHA256), nil
	}
	places := modulePlaces()
	for _, path := range places {
		m, known, err = load(path)
		if !errors.Is(err, fs.ErrNotExist) {
			return m, known, err
		}
	}
	return Module{}, "", fault.New(fault.BadRef, "core.wasm was not found at "+strings.Join(places, " or ")).
		WithHint("build it with `make wasm` and name it: " + moduleEnv + "=build/core.wasm")
}

// modulePlaces lists where core.wasm is looked for when nothing names it.
func modulePlaces() []string {
	var places []string
	if program, err := os.Executable(); err == nil {
		places = append(places, filepath.Join(filepath.Dir(program), moduleName))
	}
	if cache, err := os.UserCacheDir(); err == nil {
		places = append(places, filepath.Join(cache, "heddle", core.EngineVersion, moduleName))
	}
	return places
}

// load reads a module and the hash beside it.
func load(path string) (m Module, known string, err error) {
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
		return m, "", fault.Wrap(fault.BadRef, "cannot load core.wasm", err).
			WithHint("build it with `make wasm` and name it: " + moduleEnv + "=build/core.wasm")
	}
	text, err := os.ReadFile(path + hashSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return m, "", nil
	}
	if err != nil {
		return m, "", fault.Wrap(fault.BadRef, "cannot read the hash beside core.wasm", err)
	}
	return m, hashIn(string(text[:min(len(text), maxHashBytes)])), nil
}

// hashIn returns the first word of a sha256sum line, in a form that never
// equals a hash when there is none.
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
