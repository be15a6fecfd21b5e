package wasmtime

import (
	"crypto/sha256"
	"crypto/subtle"
	"os"
	"path/filepath"
	goruntime "runtime"

	"github.com/bytecodealliance/wasmtime-go/v39"

	"github.com/heddle-dev/heddle/bindings"
)

// compiled is machine code for this machine. It is in a file, which every
// instance maps, or in memory when there is no cache folder.
type compiled struct {
	file     string
	code     []byte
	hardKill bool // it can be interrupted
}

// newEngine makes an engine. Each instance has its own, because one engine's
// interrupt stops all instances in it. Code that can be interrupted looks at
// every turn of a loop whether it is, and takes up to a quarter longer.
func newEngine(hardKill bool) *wasmtime.Engine {
	config := wasmtime.NewConfig()
	config.SetEpochInterruption(hardKill)
	return wasmtime.NewEngineWithConfig(config)
}

// compile takes the module's code from the cache folder, or compiles it and
// leaves it there.
func compile(module bindings.Module, folder string, hardKill bool) (compiled, error) {
	file := ""
	if folder != "" {
		name := module.SHA256 + "-" + goruntime.GOARCH
		if hardKill {
			name += "-hardkill"
		}
		file = filepath.Join(folder, name+".cwasm")
		if intact(file) && loads(file, hardKill) {
			return compiled{file: file, hardKill: hardKill}, nil
		}
	}
	engine := newEngine(hardKill)
	defer engine.Close()
	m, err := wasmtime.NewModule(engine, module.Bytes)
	if err != nil {
		return compiled{}, err
	}
	defer m.Close()
	code, err := m.Serialize()
	if err != nil {
		return compiled{}, err
	}
	if file != "" && keep(file, code) == nil {
		return compiled{file: file, hardKill: hardKill}, nil
	}
	return compiled{code: code, hardKill: hardKill}, nil
}

// sumSuffix is of the file with the hash of the code: a damaged file must
// never be run, and Wasmtime itself only looks at its head.
const sumSuffix = ".sha256"

func intact(file string) bool {
	want, err := os.ReadFile(file + sumSuffix)
	if err != nil {
		return false
	}
	code, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	sum := sha256.Sum256(code)
	return subtle.ConstantTimeCompare(sum[:], want) == 1
}

// loads reports whether this version of Wasmtime on this machine takes the
// code: its head names both.
func loads(file string, hardKill bool) bool {
	engine := newEngine(hardKill)
	defer engine.Close()
	m, err := wasmtime.NewModuleDeserializeFile(engine, file)
	if err == nil {
		m.Close()
	}
	return err == nil
}

// keep writes the code and then its hash, each whole or not at all: another
// process may be doing the same.
func keep(file string, code []byte) error {
	sum := sha256.Sum256(code)
	if err := writeWhole(file, code); err != nil {
		return err
	}
	return writeWhole(file+sumSuffix, sum[:])
}

func writeWhole(file string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), "new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// load makes the module in an engine.
func (c compiled) load(engine *wasmtime.Engine) (*wasmtime.Module, error) {
	if c.file != "" {
		return wasmtime.NewModuleDeserializeFile(engine, c.file)
	}
	return wasmtime.NewModuleDeserialize(engine, c.code)
}
