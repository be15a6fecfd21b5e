package hosttest

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
)

// CommittedState returns the database at path with the committed pages of its write-ahead log, in
// the form that the engine hands to a SQL driver. Tests of a driver open it.
func CommittedState(files host.Files, path string) (host.Database, error) {
	snapshot, err := sqlwal.ReadSnapshot(Host(files), path)
	return snapshot.Database, err
}

// ViewDatabase calls read with a handle of the database at path in h.SQL, and calls it again when
// the file changed meanwhile, as the engine does.
func ViewDatabase(h host.Host, path string, read func(db int64) error) error {
	_, err := sqlwal.View(h, path, read)
	return err
}

// NewJournal returns an empty journal in memory, for a host whose store needs no file.
func NewJournal() host.Journal { return journal.NewMemory() }
