// Package teststore gives tests their stores: SQLite files. The tests also run on another journal,
// when a package of the same functions takes this one's place (hostfns/jetstream/testdata/suites).
package teststore

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// Kind is how reports name these stores.
const Kind = "sql"

// Path is where a host has the file.
const Path = "store/heddle.db"

// Apart says that this process only has the store's client: what it allocates is the client's.
const Apart = true

// Stride is the distance between the calls that a test fails in turn, unless HEDDLE_HEAVY is set.
const Stride = 1

// Main runs the tests of a package. Files are in memory unless HEDDLE_HEAVY is set.
func Main(m *testing.M) int {
	if os.Getenv("HEDDLE_HEAVY") == "" {
		hosttest.TempInMemory()
	}
	return m.Run()
}

// New returns the name of a store that is not used yet, which other processes may open too.
func New(t testing.TB) string { return filepath.Join(t.TempDir(), "heddle.db") }

// Remove makes room; no process may have the store open.
func Remove(name string) { _ = os.Remove(name) }

// Open opens a store as another process would. The host has what the store needs of it.
func Open(name string) (grant host.Host, release func(), err error) {
	stores := sqlite.NewStores(map[string]string{Path: name})
	db := sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: stores})
	return host.Host{SQL: db}, func() { db.Release(); stores.Close() }, nil
}

// Journal returns the journal of a host that Open has returned.
func Journal(grant host.Host) (host.Journal, error) {
	return journal.OpenSQL(grant.SQL, Path, true)
}

// Size returns the bytes of a store.
func Size(name string) (int64, error) {
	info, err := os.Stat(name)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// OnlyFiles is for tests of the file itself: other stores skip them.
func OnlyFiles(testing.TB, string) {}
