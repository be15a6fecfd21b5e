// Package heddle reads the sessions of coding agents (Claude Code, Codex, Gemini CLI, Copilot CLI,
// Cursor, OpenCode, Pi, omp, OpenClaw, Hermes) and keeps sessions of its own.
//
//	h, err := heddle.Open(heddle.Options{})
//	if err != nil {
//		return err
//	}
//	defer h.Close()
//	list, err := h.Sessions.List(ctx, heddle.ListOptions{Agent: heddle.Claude, Limit: 20})
//	for _, s := range list.Items {
//		fmt.Println(s.Ref(), s.Title)
//	}
//
// Agents' files are only read. Heddle writes to its own store and nowhere else. This package uses no
// network; only the driver of a store at an address does, which a program imports by itself (see
// [Options].Store).
//
// # Partial results
//
// Agents' files can be damaged. By default an operation returns what it can read, and says in
// Diagnostics what is missing. The option Strict makes damage an error.
//
// # Errors
//
// Every error is an [*Error] with a code; compare with errors.Is:
//
//	if errors.Is(err, heddle.ErrSessionNotFound) { … }
//
// # Engines
//
// By default the engine runs as the Go code it is. [Options].Engine runs it in a WebAssembly sandbox
// instead, with the same results.
package heddle

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/hostfns/places"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// NoLimit is a Limit for everything. A Limit of 0 is the default of the method.
const NoLimit = session.NoLimit

// Agent is the name of a coding agent.
type Agent string

// Options say what Heddle may read and where its store is. The zero value reads the sessions of
// this user and keeps the store in this user's data folder.
type Options struct {
	// Home is a home folder to read instead of this user's. Environment variables that move an
	// agent's folder are then ignored. Home must exist.
	Home string
	// Mounts are the base folders of agents (for Claude Code the content of ~/.claude), as any fs.FS;
	// for StoreAgent it is the folder of heddle.db, which is only read. With Mounts or Places nothing
	// else is read: Home is ignored. Files that do not implement io.ReaderAt are read into memory.
	Mounts map[Agent]fs.FS
	// Places are the other folders of agents that have several, such as CursorUser, as any fs.FS.
	Places map[Place]fs.FS
	// Store is the path of the store's file. The file, and folders above it that are missing, are
	// created when something is first recorded. Empty means the file in this user's data folder, or in
	// that of Home; with Mounts or Places it means no store. "-" means no store.
	//
	// An address is a store on a server: nats://host:4222/team, in a program that imports the driver
	//
	//	import _ "github.com/heddle-dev/heddle/hostfns/jetstream"
	//
	// The first call that uses the store connects. Only the native engine can use it.
	Store string
	// Prices is the path of a file with prices of your own, in USD per million tokens. They replace
	// the built-in prices of the models that the file lists, and Open reads it once:
	//
	//	model,input,output,cache_read
	//	gpt-5,1.00,8.00,0.10
	//
	// docs/prices.md describes all columns.
	Prices string

	// Engine runs the operations: wazero.NewEngine, wasmtime.NewEngine. Nil means native.NewEngine.
	Engine func(bindings.Options) (bindings.Engine, error)
	// Workers is the greatest number of goroutines of a call, or of instances of the sandbox; 0
	// means one for each usable core.
	Workers int
	// ModulePath is the core.wasm that a sandbox runs; empty means the one that is found (see
	// bindings.FindModule).
	ModulePath string
	// Progress receives the number of bytes that a call has read, and the number of all bytes that
	// it will read (0 while unknown). It may be called by several goroutines at once.
	Progress func(done, total int64)
}

// Heddle is an open engine. It is safe for concurrent use.
type Heddle struct {
	Sessions    *Sessions
	Attachments *Attachments
	Edits       *Edits
	Store       *Store
	Threads     *Threads
	Messages    *Messages
	IDs         *IDs

	engine bindings.Engine
	store  string // its file or address; empty for none, and when New was given the engine
	once   sync.Once
	closed error
}

// Open returns an engine over what the options grant. Close it.
//
// A Store at an address without its driver is UNSUPPORTED. A Home that is no folder, a Store that is a folder or that cannot be created, a file of Prices that
// cannot be read, and an engine of another version are errors that say so. Open creates no file.
// Whether the store of this user's data folder can be created is known at the first change: sessions
// can be read without it. A mistake in the file of Prices is an error of the methods that use prices;
// it names the line.
func Open(options Options) (*Heddle, error) {
	host, err := options.host()
	if err != nil {
		return nil, err
	}
	open := options.Engine
	if open == nil {
		open = native.NewEngine
	}
	engine, err := open(bindings.Options{Host: host, Workers: options.Workers, ModulePath: options.ModulePath, Progress: options.Progress})
	if err != nil {
		return nil, err
	}
	h := New(engine)
	h.store = host.Stores[core.StorePath]
	return h, nil
}

// New returns the typed client of an engine, which Close closes.
func New(engine bindings.Engine) *Heddle {
	h := &Heddle{engine: engine}
	h.Sessions, h.Store, h.Threads = &Sessions{h}, &Store{h}, &Threads{h}
	h.Attachments, h.Edits, h.Messages, h.IDs = &Attachments{h}, &Edits{h}, &Messages{h}, &IDs{h}
	return h
}

// Close waits for running calls and frees the engine. Closing twice is harmless.
func (h *Heddle) Close() error {
	h.once.Do(func() { h.closed = h.engine.Close() })
	return h.closed
}

// Engine returns the engine below the typed methods, for requests as JSON.
func (h *Heddle) Engine() bindings.Engine { return h.engine }

// host returns what the options grant.
func (o Options) host() (hostfns.Options, error) {
	host := hostfns.Options{Home: o.Home, Prices: o.Prices}
	var err error
	if host.FS, err = o.fileSystems(); err != nil {
		return host, err
	}
	if o.Home != "" && host.FS == nil {
		if err := checkFolder(o.Home); err != nil {
			return host, err
		}
	}
	file, err := o.storeFile()
	if err == nil && file != "" {
		host.Stores = map[string]string{core.StorePath: file}
	}
	return host, err
}

// storeFile returns the absolute path of the store's file, or its address; empty for no store.
func (o Options) storeFile() (string, error) {
	file := o.Store
	if file == "-" {
		return "", nil
	}
	if file == "" {
		if o.Mounts != nil || o.Places != nil {
			return "", nil
		}
		home, err := absolute(o.Home)
		if err != nil {
			return "", err
		}
		file, err = places.StoreFile(runtime.GOOS, os.Getenv, home)
		if err != nil {
			return "", nil // there is no home at all, which opening the host reports
		}
		if info, err := os.Stat(file); err != nil || !info.IsDir() {
			return file, nil // if it cannot be created, agents' sessions can still be read
		}
	}
	if hostfns.IsStoreAddress(file) {
		return file, nil // opening the host reports an address that it cannot use
	}
	file, err := absolute(file)
	if err != nil {
		return "", err
	}
	return file, sqlite.CheckStore(file)
}

// absolute returns a path as an absolute one; an empty path remains empty.
func absolute(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fault.Wrap(fault.IO, "the working folder is unknown", err)
	}
	return path, nil
}

func checkFolder(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return fault.Wrap(fault.InvalidArgument, "the home "+path+" cannot be read", err).WithHint("name an existing folder, or none for this user's home")
	case !info.IsDir():
		return fault.New(fault.InvalidArgument, "the home "+path+" is not a folder").WithHint("name a folder, or none for this user's home")
	}
	return nil
}
