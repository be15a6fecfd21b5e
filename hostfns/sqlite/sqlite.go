// Package sqlite answers host.SQL with modernc.org/sqlite, SQLite in pure Go.
//
// A foreign database is read page by page through a host.Files, with the
// pages of its write-ahead log replacing those of the main file: nothing is copied,
// nothing is created beside it, no lock is taken, and no path but the granted
// ones can be reached. Such a handle does not notice when the file changes
// under it; the caller compares before and after (core/internal/sqlwal does) and reads
// again.
//
// The engine's own databases are real files named in a Stores table. They are
// the only ones that can be opened for writing.
//
//	db := sqlite.New(files, sqlite.Options{})
//	defer db.Release()
//	h, err := db.Open(host.Database{Path: "opencode/opencode.db"})
//	rows, err := db.Query(h, "SELECT CAST(id AS BLOB) FROM session ORDER BY id")
package sqlite

import (
	"errors"
	"path/filepath"
	"sync"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Limits of one DB.
const (
	// MaxResultBytes bounds the values of one Query, and so any single value.
	MaxResultBytes = 256 << 20
	// MaxHandles is the number of handles open at once.
	MaxHandles = 1024
	// MaxSQLBytes is the longest statement.
	MaxSQLBytes = 1 << 20
)

// Options tunes a DB. The zero value reads foreign databases only.
type Options struct {
	// Check, when set, runs at the start of every call and between steps of
	// long ones; its error ends the call and is returned as it is.
	Check func() error
	// Stores names the engine's own databases; nil grants none.
	Stores *Stores
	// MaxResultBytes lowers the limit of the same name when above 0.
	MaxResultBytes int64
	// MaxSteps lowers the limit of the same name, and MaxStoreSteps with it,
	// when above 0.
	MaxSteps int64
}

// DB is a host.SQL. It is safe for concurrent use; queries on one handle run
// one after the other.
type DB struct {
	files host.Files
	opts  Options

	mu      sync.Mutex
	handles map[int64]*handle
	last    int64
	asFiles map[string]string // stores that are read as files, by mount path
}

// handle is one open database: a connection of its own, or a store, which
// stays open after it.
type handle struct {
	path     string
	conn     *conn
	store    *ownStore
	writable bool
}

var _ host.SQL = (*DB)(nil)

// New returns a DB that reads foreign databases through files.
func New(files host.Files, opts Options) *DB {
	if opts.MaxResultBytes <= 0 || opts.MaxResultBytes > MaxResultBytes {
		opts.MaxResultBytes = MaxResultBytes
	}
	return &DB{files: files, opts: opts, handles: map[int64]*handle{}, asFiles: map[string]string{}}
}

// Open implements host.SQL. A file that is not a database is PARSE_ERROR, an
// empty file is an empty database.
func (d *DB) Open(db host.Database) (int64, error) {
	if err := d.runCheck(); err != nil {
		return 0, err
	}
	h, err := d.openDatabase(db)
	if err != nil {
		return 0, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.handles) >= MaxHandles {
		h.closeOwnConn()
		return 0, fault.New(fault.LimitExceeded, "more than 1,024 open databases").At(db.Path, 0, 0)
	}
	d.last++
	d.handles[d.last] = h
	return d.last, nil
}

func (d *DB) openDatabase(db host.Database) (*handle, error) {
	if file, ok := d.opts.Stores.storeFile(db.Path); ok && (db.Writable || !d.isFile(db.Path)) {
		return d.openStore(db, file)
	}
	if db.Writable {
		return nil, fault.New(fault.PermissionDenied, "not a database of this engine's store").At(db.Path, 0, 0)
	}
	img, err := newImage(d.files, db)
	if err != nil {
		return nil, err
	}
	c, err := openImage(img, d.runCheck, d.opts)
	if err != nil {
		return nil, err
	}
	return &handle{path: db.Path, conn: c}, nil
}

// openStore opens one of the engine's own databases. Where SQLite cannot keep
// what it needs beside the file, reading it is UNSUPPORTED, and from then on
// File names it: the caller reads it like a foreign one.
func (d *DB) openStore(db host.Database, file string) (*handle, error) {
	st, err := d.opts.Stores.openedStore(db.Path, file, db.Writable)
	var only errAsFile
	switch {
	case errors.As(err, &only) && db.Writable:
		return nil, only.reason
	case errors.As(err, &only):
		real, err := filepath.EvalSymlinks(file)
		if err != nil {
			return nil, openError(db.Path, err)
		}
		d.mu.Lock()
		d.asFiles[db.Path] = real
		d.mu.Unlock()
		return nil, fault.Wrap(fault.Unsupported, "the store can only be read as a file", only.reason).At(db.Path, 0, 0)
	case err != nil:
		return nil, err
	}
	return &handle{path: db.Path, store: st, writable: db.Writable}, nil
}

// File returns the file of a store that is read like a foreign database, until
// Release; "" for any other path.
func (d *DB) File(path string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.asFiles[path]
}

func (d *DB) isFile(path string) bool { return d.File(path) != "" }

// Query implements host.SQL. It runs one statement that changes nothing.
func (d *DB) Query(handle int64, query string, args ...host.Value) ([][]host.Value, error) {
	h, err := d.findHandle(handle, query)
	if err != nil {
		return nil, err
	}
	c := h.conn
	if h.store != nil {
		c = h.store.toRead()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isClosed() {
		return nil, badHandle()
	}
	c.beginCall(d.runCheck, d.opts)
	return c.queryRows(query, args)
}

// Exec implements host.SQL.
func (d *DB) Exec(handle int64, batch []host.Statement) error {
	h, err := d.findHandle(handle, "")
	if err != nil {
		return err
	}
	if !h.writable {
		return fault.New(fault.PermissionDenied, "database is read-only").At(h.path, 0, 0)
	}
	c, err := h.store.toWrite()
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isClosed() {
		return badHandle()
	}
	c.beginCall(d.runCheck, d.opts)
	return c.execBatch(batch)
}

// Close implements host.SQL.
func (d *DB) Close(handle int64) error {
	d.mu.Lock()
	h := d.handles[handle]
	delete(d.handles, handle)
	d.mu.Unlock()
	if h != nil {
		h.closeOwnConn()
	}
	return nil
}

// Release closes every handle. The DB can be used again afterwards.
func (d *DB) Release() {
	d.mu.Lock()
	open := d.handles
	d.handles = map[int64]*handle{}
	clear(d.asFiles)
	d.mu.Unlock()
	for _, h := range open {
		h.closeOwnConn()
	}
}

// findHandle finds a handle for a call that runs query.
func (d *DB) findHandle(handle int64, query string) (*handle, error) {
	if err := d.runCheck(); err != nil {
		return nil, err
	}
	d.mu.Lock()
	h := d.handles[handle]
	d.mu.Unlock()
	if h == nil {
		return nil, badHandle()
	}
	if len(query) > MaxSQLBytes {
		return nil, tooLong(h.path)
	}
	return h, nil
}

func (d *DB) runCheck() error {
	if d.opts.Check == nil {
		return nil
	}
	return d.opts.Check()
}

// closeOwnConn closes a connection that belongs to this handle alone.
func (h *handle) closeOwnConn() {
	if h.store != nil {
		return
	}
	h.conn.mu.Lock()
	defer h.conn.mu.Unlock()
	h.conn.close()
}

func badHandle() error {
	return fault.New(fault.InvalidArgument, "no such database handle")
}

func tooLong(path string) error {
	return fault.New(fault.LimitExceeded, "statement is longer than 1 MiB").At(path, 0, 0)
}
