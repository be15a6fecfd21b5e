package heddle

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/sqlwal"
	"github.com/heddle-dev/heddle/core/store"
	"github.com/heddle-dev/heddle/core/store/journal"
)

// source is a store that can be read. A host grants one in three ways: as a
// journal, as a database of the engine's own, or as a file that is only read,
// like any foreign database. A host that grants the database does not show
// its file as well: closing a file takes SQLite's locks on it away.
type source struct {
	file *sqlwal.DB    // the file that is only read; nil for the others
	gate chan struct{} // lets one reader at a time to the host's journal
}

// find returns the store that is granted; nil when there is none.
func find(h *host.Host) (*source, error) {
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
			return nil, located(err)
		}
		return &source{file: file}, nil
	case err == nil: // a folder, a pipe: no store
		return nil, nil
	case fault.CodeOf(err) != fault.BadRef:
		return nil, located(err)
	}
	handle, err := h.SQL.Open(host.Database{Path: StorePath})
	if fault.CodeOf(err) == fault.BadRef {
		return nil, nil
	}
	if err != nil {
		return nil, located(err)
	}
	return &source{}, h.SQL.Close(handle)
}

// release lets go of what find opened.
func (s *source) release() {
	if s.file != nil {
		s.file.Close()
	}
}

// open opens the store for one reader.
func (s *source) open(h *host.Host) (*store.Store, func(), error) {
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
	return s.db.Rows(query, args...)
}

// Exec implements host.SQL.
func (s *snapshot) Exec(int64, []host.Statement) error {
	return fault.New(fault.PermissionDenied, "the store is only read").At(StorePath, 0, 0)
}

// Close implements host.SQL.
func (s *snapshot) Close(int64) error { return nil }

// Open opens the store that a host grants, for reading; nil when there is
// none.
func Open(h *host.Host) (*store.Store, func(), error) {
	src, err := find(h)
	if src == nil || err != nil {
		return nil, func() {}, err
	}
	st, done, err := src.open(h)
	if err != nil {
		src.release()
		return nil, func() {}, located(err)
	}
	return st, func() { done(); src.release() }, nil
}
