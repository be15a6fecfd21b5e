package wazero

import (
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tetratelabs/wazero"

	"github.com/heddle-dev/heddle/bindings"
)

// wazero keeps compiled code in files, but before it looks for one it decodes,
// checks and hashes the whole module, which takes longer than anything else an
// engine does to open. All of that was done when the code was compiled, and a
// module is known by its hash. So the code is kept a second time under the
// module's outline: the same module with nothing in its functions. The outline
// declares everything that wazero reads of a module once it has the code, and
// it is a third of the size.
//
// An outline must never run by itself. Its functions do nothing but trap, and
// the kept file must be the same before and after wazero has read it: had
// wazero not liked it, it would have compiled the outline and written another.

// compileModule takes the module's code from the cache folder, or compiles it and
// leaves it there.
func compileModule(opts bindings.Options, module bindings.Module) (*runtime, error) {
	dir := opts.CacheFolder("wazero")
	if dir == "" || module.SHA256 == "" {
		return compileWith(opts, module.Bytes, nil)
	}
	name := module.SHA256
	if opts.HardKill { // code that can be interrupted is other code
		name += "-hardkill"
	}
	k := kept{opts: opts, dir: dir, folder: filepath.Join(dir, name), module: module.Bytes}
	if r := k.loadCode(); r != nil {
		return r, nil
	}
	return k.compileAndStore()
}

// kept is a module's folder in the cache. It holds the code, in the one file
// that wazero makes for the outline, or does not exist.
type kept struct {
	opts   bindings.Options
	dir    string // the cache folder
	folder string // the module's folder in it
	module []byte
}

// loadCode takes the code from the folder; nil when it cannot. What is damaged or
// of another wazero is removed.
func (k kept) loadCode() *runtime {
	before, err := cacheEntry(k.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		if r, err := k.compileOutline(k.folder); err == nil {
			if after, err := cacheEntry(k.folder); err == nil && after == before {
				return r
			}
			r.Close()
		}
	}
	os.RemoveAll(k.folder)
	return nil
}

// compileOutline compiles the outline, or what a cache folder holds in its place.
func (k kept) compileOutline(folder string) (*runtime, error) {
	cache, err := wazero.NewCompilationCacheWithDir(folder)
	if err != nil {
		return nil, err
	}
	module, err := outlineModule(k.module)
	if err != nil {
		cache.Close(context.Background())
		return nil, err
	}
	return compileWith(k.opts, module, cache)
}

// compileAndStore compiles the module and puts its code where load finds it. When it
// cannot be kept it is used all the same.
func (k kept) compileAndStore() (*runtime, error) {
	work, err := os.MkdirTemp(k.dir, "new-*")
	if err != nil {
		return compileWith(k.opts, k.module, nil)
	}
	defer os.RemoveAll(work)
	whole, outlined := filepath.Join(work, "whole"), filepath.Join(work, "outline")
	cache, err := wazero.NewCompilationCacheWithDir(whole)
	if err != nil {
		return compileWith(k.opts, k.module, nil)
	}
	r, err := compileWith(k.opts, k.module, cache)
	if err != nil {
		return nil, err
	}
	code, err := cacheEntry(whole)
	if err != nil { // wazero interprets on this machine
		return r, nil
	}
	if o, err := k.compileOutline(outlined); err == nil {
		o.Close()
		if place, err := cacheEntry(outlined); err == nil && os.Rename(code.path, place.path) == nil {
			os.Rename(outlined, k.folder) // unless another process was faster
		}
	}
	return r, nil
}

// file is what is looked at to see whether a file was replaced.
type file struct {
	path  string
	size  int64
	mtime int64 // nanoseconds since the epoch
}

// cacheEntry finds the one file in wazero's folder below a cache folder.
func cacheEntry(folder string) (file, error) {
	if _, err := os.Stat(folder); err != nil {
		return file{}, err
	}
	names, err := fs.Glob(os.DirFS(folder), "*/*")
	if err != nil || len(names) != 1 {
		return file{}, errors.New("the cache folder holds another number of files than one")
	}
	path := filepath.Join(folder, filepath.FromSlash(names[0]))
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return file{}, errors.New("the cache folder holds something other than a file")
	}
	return file{path, info.Size(), info.ModTime().UnixNano()}, nil
}

// Sections of the binary format, and instructions.
const (
	sectionCustom = 0
	sectionCode   = 10
	opUnreachable = 0x00
	opEnd         = 0x0b
)

// outlineModule returns the module with functions that trap, and without custom
// sections.
func outlineModule(module []byte) ([]byte, error) {
	malformed := errors.New("the module ends inside a section")
	if len(module) < 8 {
		return nil, malformed
	}
	out := append(make([]byte, 0, len(module)/2), module[:8]...)
	for rest := module[8:]; len(rest) > 0; {
		id := rest[0]
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, malformed
		}
		section := rest[:1+n+int(size)]
		content := section[1+n:]
		rest = rest[len(section):]
		switch id {
		case sectionCustom:
		case sectionCode:
			count, n := binary.Uvarint(content)
			if n <= 0 || count > uint64(len(content)) {
				return nil, malformed
			}
			code := append(make([]byte, 0, 5+4*count), content[:n]...)
			for range count {
				code = append(code, 3, 0, opUnreachable, opEnd) // three bytes: no variables, and two instructions
			}
			out = append(binary.AppendUvarint(append(out, id), uint64(len(code))), code...)
		default:
			out = append(out, section...)
		}
	}
	return out, nil
}
