// Package hostfns is the native host: it implements the powers of host.Host
// with the operating system.
//
//	native, err := hostfns.Open(hostfns.Options{})
//	defer native.Close()
//	call := native.Call(ctx, nil)
//	defer call.Release()
//	list, err := core.New(call.Host).List(session.ListRequest{Limit: 20})
//
// A Native lasts: it holds the table of folders, the worker count and the
// connections to the engine's own store. A Call serves one call of an engine:
// it is cheap to make, bound to a context, and owns every file handle and
// foreign database that it opens. Release closes them.
package hostfns

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/hostfns/internal/clock"
	"github.com/heddle-dev/heddle/hostfns/internal/entropy"
	"github.com/heddle-dev/heddle/hostfns/internal/parallel"
	"github.com/heddle-dev/heddle/hostfns/internal/zstd"
	"github.com/heddle-dev/heddle/hostfns/osfs"
	"github.com/heddle-dev/heddle/hostfns/places"
	"github.com/heddle-dev/heddle/hostfns/poll"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// Options says what a Native grants. The zero value grants this user's
// sessions, read-only, and no store.
type Options struct {
	// Home, when set, is the only place looked at: the environment and its
	// overrides count for nothing. A relative path is taken from the working
	// folder.
	Home string
	// Mounts, when not nil, replaces the table of places altogether: mount
	// name to folder. Home is not looked at.
	Mounts map[string]string
	// Env looks up environment variables; nil means os.Getenv.
	Env func(string) string
	// FS, when not nil, replaces the table of places as Mounts does: mount name to file system.
	FS map[string]fs.FS
	// Stores grants the engine's own databases: mount path, such as
	// "store/heddle.db", to absolute file path. Each is created when it is
	// first opened for writing. The mount that such a path begins with is then
	// not granted: whoever has the store reads it as a database. Instead of a
	// path, the only store may have an address, such as nats://host:4222/team,
	// whose driver is registered (see RegisterStoreDriver).
	Stores map[string]string
	// Prices is a file with prices of your own, which replace the built-in ones of the models that
	// it lists. Open reads it. docs/prices.md describes its format.
	Prices string
	// Workers is the number of goroutines of Parallel: 0 means one per usable
	// core, 1 means no Parallel at all.
	Workers int
	// MaxResultBytes lowers the limit of one SQL result when above 0.
	MaxResultBytes int64
	// Clock and Entropy replace the system's when not nil.
	Clock   host.Clock
	Entropy host.Entropy
}

// Open implements bindings.Host. workers replaces Workers when it is above 0.
func (o Options) Open(workers int) (func(ctx context.Context, progress poll.Progress) (*host.Host, func()), func() error, error) {
	if workers > 0 {
		o.Workers = workers
	}
	n, err := Open(o)
	if err != nil {
		return nil, nil, err
	}
	newHost := func(ctx context.Context, progress poll.Progress) (*host.Host, func()) {
		c := n.Call(ctx, progress)
		return &c.Host, c.Release
	}
	return newHost, n.Close, nil
}

// Native is the native host. It is safe for concurrent use.
type Native struct {
	places  []places.Place
	mounts  map[string]osfs.Mount
	stores  *sqlite.Stores
	remote  RemoteStore // nil for a store in a file
	workers parallel.Pool
	opts    Options
	prices  []byte // the price table; nil for the built-in one alone
}

// Open resolves the places and returns a Native over them. Nothing is opened
// yet, and a place that does not exist is no error.
func Open(opts Options) (*Native, error) {
	found, err := resolvePlaces(opts)
	if err != nil {
		return nil, fault.Wrap(fault.InvalidArgument, "cannot find the folders of sessions", err).
			WithHint("name the home folder")
	}
	prices, err := readPriceTable(opts.Prices)
	if err != nil {
		return nil, err
	}
	remote, err := openRemote(opts.Stores)
	if err != nil {
		return nil, err
	}
	n := &Native{prices: prices, remote: remote, places: found, mounts: map[string]osfs.Mount{}, workers: parallel.New(opts.Workers), opts: opts}
	for _, p := range found {
		n.mounts[p.Mount] = osfs.Mount{Folder: p.Path, Files: p.Files}
	}
	// The files of a store that is granted as a database are not to be seen:
	// closing one would take SQLite's locks on it away.
	for path := range opts.Stores {
		mount, _, _ := strings.Cut(path, "/")
		delete(n.mounts, mount)
		if _, granted := opts.FS[mount]; granted {
			n.opts.FS = maps.Clone(n.opts.FS)
			delete(n.opts.FS, mount)
		}
	}
	if opts.Stores != nil && remote == nil {
		n.stores = sqlite.NewStores(opts.Stores)
	}
	if n.opts.Clock == nil {
		n.opts.Clock = clock.System{}
	}
	if n.opts.Entropy == nil {
		n.opts.Entropy = entropy.System{}
	}
	return n, nil
}

// Places lists the mounts and their folders.
func (n *Native) Places() []places.Place { return slices.Clone(n.places) }

// Call returns a view for one engine call. Once ctx is done every host call
// answers TIMEOUT, and SQL that is running is interrupted. progress may be nil.
func (n *Native) Call(ctx context.Context, progress poll.Progress) *Call {
	p := poll.New(ctx, progress)
	c := &Call{}
	check := p.Check
	if ctx.Done() == nil {
		check = nil // can never be done: not worth asking
	}
	c.files = &storeFiles{mountedFiles: n.openFiles(check), open: map[string]*os.File{}}
	c.sql = sqlite.New(c.files, sqlite.Options{Check: check, Stores: n.stores, MaxResultBytes: n.opts.MaxResultBytes})
	c.files.sql = c.sql
	c.Host = host.Host{
		Files:   c.files,
		SQL:     c.sql,
		Zstd:    zstd.Decoder{Check: check},
		Clock:   n.opts.Clock,
		Entropy: n.opts.Entropy,
		Poll:    p,
		Prices:  n.prices != nil,
	}
	if n.remote != nil {
		c.Host.Journal = n.remote.Journal(ctx)
	}
	if n.workers.Workers() > 1 {
		c.Host.Parallel = n.workers
	}
	return c
}

// openFiles returns the files of the mounts, for one call.
func (n *Native) openFiles(check func() error) mountedFiles {
	var files mountedFiles
	if n.opts.FS != nil {
		files = newFSFiles(n.opts.FS, check)
	} else {
		files = osfs.New(n.mounts, osfs.Options{Check: check})
	}
	if n.prices != nil {
		files = pricedFiles{files, n.prices}
	}
	return files
}

// Close closes the store's connections. Calls must have been released.
func (n *Native) Close() error {
	n.stores.Close()
	if n.remote != nil {
		return n.remote.Close()
	}
	return nil
}

// Call is the host as one engine call sees it.
type Call struct {
	Host  host.Host
	files *storeFiles
	sql   *sqlite.DB
}

// Release closes what the call opened. It may be called more than once.
func (c *Call) Release() {
	c.sql.Release()
	c.files.Release()
}

func resolvePlaces(opts Options) ([]places.Place, error) {
	if opts.FS != nil {
		return nil, nil
	}
	if opts.Mounts != nil {
		return explicitPlaces(opts.Mounts)
	}
	env := opts.Env
	if env == nil {
		env = os.Getenv
	}
	home := opts.Home
	if home != "" {
		var err error
		if home, err = filepath.Abs(home); err != nil {
			return nil, errors.New("the working folder is unknown")
		}
	}
	return places.Resolve(runtime.GOOS, env, home, isFolder)
}

// explicitPlaces makes places of an explicit mount map, in order of the names.
func explicitPlaces(mounts map[string]string) ([]places.Place, error) {
	var list []places.Place
	for name, folder := range mounts {
		path, err := filepath.Abs(folder)
		if err != nil {
			return nil, errors.New("the working folder is unknown")
		}
		list = append(list, places.Place{Mount: name, Agent: name, Path: path, Found: isFolder(path)})
	}
	slices.SortFunc(list, func(a, b places.Place) int {
		if a.Mount < b.Mount {
			return -1
		}
		return 1
	})
	return list, nil
}

func isFolder(path string) bool {
	fi, err := os.Stat(path)
	return err == nil && fi.Mode().Type() == fs.ModeDir
}
