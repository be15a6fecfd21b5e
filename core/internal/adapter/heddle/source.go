package heddle

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
)

// source is a store that can be read. A host grants one in three ways: as a
// journal, as a database of the engine's own, or as a file that is only read,
// like any foreign database. A host that grants the database does not show
// its file as well: closing a file takes SQLite's locks on it away. The
// exception is a database whose medium is read-only or full, so that SQLite
// cannot keep what it needs beside it: opening it for reading is UNSUPPORTED,
// and then the host shows the file until the end of the call.
type source struct {
	file *sqlwal.DB    // the file that is only read; nil for the others
	gate chan struct{} // lets one reader at a time to the host's journal
}

// findSource returns the store that is granted; nil without one.
func findSource(h *host.Host) (*source, error) {
	src, err := locateSource(h)
	if src != nil || err != nil || h.SQL == nil {
		return src, err
	}
	handle, err := h.SQL.Open(host.Database{Path: StorePath})
	switch fault.CodeOf(err) {
	case fault.BadRef:
		return nil, nil
	case fault.Unsupported: // its medium cannot be written to: it is a file that is only read
		return locateSource(h)
	}
	if err != nil {
		return nil, withStorePath(err)
	}
	return &source{}, h.SQL.Close(handle)
}

// locateSource returns the journal that is granted, or the file that is only read;
// nil when there is neither. What the host has then is a database of the
// engine's own, which only opening it shows, or no store.
func locateSource(h *host.Host) (*source, error) {
	if h.Journal != nil {
		return &source{gate: make(chan struct{}, 1)}, nil
	}
	if h.SQL == nil {
		return nil, nil
	}
	info, err := h.Files.Stat(StorePath)
	switch {
	case err == nil && info.Kind == host.File:
		file, err := sqlwal.Open(h, StorePath, "Heddle", "")
		if fault.CodeOf(err) == fault.BadRef { // gone this moment
			return nil, nil
		}
		if err != nil {
			return nil, withStorePath(err)
		}
		return &source{file: file}, nil
	case err == nil || fault.CodeOf(err) == fault.BadRef || fault.CodeOf(err) == fault.Unsupported: // a folder or a pipe is no store; no files are granted
		return nil, nil
	}
	return nil, withStorePath(err)
}

// closeFile releases what find opened.
func (s *source) closeFile() {
	if s.file != nil {
		s.file.Close()
	}
}

// openReader opens the store for one reader.
func (s *source) openReader(h *host.Host) (*store.Store, func(), error) {
	if s.gate != nil {
		s.gate <- struct{}{}
		return store.New(h.Journal, *h, store.Options{}), func() { <-s.gate }, nil
	}
	if s.file == nil {
		st, done, err := store.Open(*h, StorePath, false, store.Options{})
		if err != nil {
			return nil, nil, err
		}
		return st, func() { _ = done() }, nil // nothing was written
	}
	f := &snapshot{SQL: h.SQL, db: s.file.Borrow()}
	j, err := journal.OpenSQL(f, StorePath, false)
	if err != nil {
		f.db.Close()
		return nil, nil, err
	}
	return store.New(j, *h, store.Options{}), f.db.Close, nil
}

// snapshot is the SQL that reads a file at its newest committed state, and
// never touches what lies beside it.
type snapshot struct {
	host.SQL
	db *sqlwal.DB
}

// snapshotHandle is the only handle of a snapshot.
const snapshotHandle = 1

// Open implements host.SQL.
func (s *snapshot) Open(host.Database) (int64, error) { return snapshotHandle, nil }

// Query implements host.SQL.
func (s *snapshot) Query(_ int64, query string, args ...host.Value) ([][]host.Value, error) {
	var out [][]host.Value
	err := s.db.RunStable(func() (err error) {
		out, err = s.db.QueryUnchecked(query, args...) // the journal checks the tables
		return err
	})
	return out, err
}

// Exec implements host.SQL.
func (s *snapshot) Exec(int64, []host.Statement) error {
	return fault.New(fault.PermissionDenied, "the store is only read").At(StorePath, 0, 0)
}

// Close implements host.SQL.
func (s *snapshot) Close(int64) error { return nil }

// GrantsStore reports whether a host grants what a store can be kept in.
func GrantsStore(h *host.Host) bool { return h.Journal != nil || h.SQL != nil }

// OpenStore opens the store that a host grants: its own journal, or the SQLite
// file at StorePath. For writing it is made when it does not exist; for
// reading, one that does not exist is empty. The function that is returned
// closes it.
func OpenStore(h *host.Host, writable bool) (*store.Store, func() error, error) {
	if !GrantsStore(h) {
		return nil, nil, fault.New(fault.Unsupported, "the host grants neither SQL nor a journal: there is no store").
			At(StorePath, 0, 0).WithHint("grant SQLite to the engine")
	}
	if _, noClock := h.Clock.(host.NoClock); writable && (h.Entropy == nil || noClock) {
		return nil, nil, fault.New(fault.Unsupported, "the host grants no entropy, or no clock: nothing can be recorded").
			At(StorePath, 0, 0).WithHint("grant both: what is recorded has an id and a time")
	}
	if !writable {
		src, err := locateSource(h)
		if err != nil {
			return nil, nil, withGrantHint(err)
		}
		if src != nil {
			return src.openOwned(h)
		}
	}
	st, done, err := store.Open(*h, StorePath, writable, store.Options{})
	if !writable && fault.CodeOf(err) == fault.Unsupported { // see find, or a newer format
		src, failed := locateSource(h)
		if src != nil {
			return src.openOwned(h)
		}
		if f := fault.From(failed); failed != nil && f.Code == fault.PermissionDenied { // it cannot be read as a file either
			return nil, nil, f.WithHint("check the permissions of the file")
		}
	}
	if err != nil {
		return nil, nil, withGrantHint(withStorePath(err))
	}
	return st, done, nil
}

// openOwned opens a source that its reader releases as well.
func (s *source) openOwned(h *host.Host) (*store.Store, func() error, error) {
	st, done, err := s.openReader(h)
	if err != nil {
		s.closeFile()
		return nil, nil, withGrantHint(withStorePath(err))
	}
	return st, func() error { done(); s.closeFile(); return nil }, nil
}

// withGrantHint says what to do about a store that may not be opened.
func withGrantHint(err error) error {
	if f := fault.From(err); f.Hint == "" && f.Code == fault.PermissionDenied {
		return f.WithHint("grant the store to the engine")
	}
	return err
}
