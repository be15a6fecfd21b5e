package durability_test

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
)

// raw runs a statement on a file without the engine.
func raw(t testing.TB, file, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// holdSnapshot begins to read a file and keeps to what is there now, until
// release is called.
func holdSnapshot(t testing.TB, file string) (release func()) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := tx.QueryRow("SELECT count(*) FROM event").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return func() { tx.Rollback(); db.Close() }
}

// rowsOf returns a digest of every row of events and their parts; of every event where the store
// is no file.
func rowsOf(t testing.TB, d *disk) map[string]string {
	t.Helper()
	out := map[string]string{}
	if d.sql == nil {
		found, err := events(d.journal)
		if err != nil {
			t.Fatal(err)
		}
		for k, e := range found {
			out[fmt.Sprint(k)] = e
		}
		return out
	}
	handle, err := d.sql.Open(host.Database{Path: teststore.Path, Writable: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{"SELECT pos, id, time, kind, size, payload, sum FROM event", "SELECT 0, id, sum, n, data FROM chunk ORDER BY id, sum, n"} {
		rows, err := d.sql.Query(handle, q)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			key := fmt.Sprintf("%d %x %d %d", r[0].Int, r[1].Bytes, r[2].Int, r[3].Int)
			out[key] = fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, r)))
		}
	}
	return out
}
