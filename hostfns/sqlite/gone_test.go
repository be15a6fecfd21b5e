package sqlite_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// TestDeletedIsGone: after an incremental vacuum no file of a store has a byte of what was deleted, by this
// program or by one that left it on free pages, also while another program reads the store.
func TestDeletedIsGone(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "heddle.db")
	older, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer older.Close()
	older.SetMaxOpenConns(1)
	run := func(text string, args ...any) {
		t.Helper()
		if _, err := older.Exec(text, args...); err != nil {
			t.Fatal(err)
		}
	}
	run("PRAGMA auto_vacuum=INCREMENTAL")
	run("PRAGMA journal_mode=WAL")
	run("CREATE TABLE t(id INTEGER PRIMARY KEY, v BLOB)")
	for i := range 300 {
		word := "kept"
		if i%3 == 0 {
			word = "older"
		} else if i%3 == 1 {
			word = "newer"
		}
		run("INSERT INTO t VALUES(?, ?)", i, []byte(strings.Repeat(fmt.Sprintf("the %s text %d. ", word, i), 1+i)))
	}
	run("DELETE FROM t WHERE id % 3 = 0")
	stores := sqlite.NewStores(map[string]string{"store/heddle.db": file})
	defer stores.Close()
	db := sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: stores})
	defer db.Release()
	handle, err := db.Open(host.Database{Path: "store/heddle.db", Writable: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"DELETE FROM t WHERE id % 3 = 1", "PRAGMA incremental_vacuum"} {
		if err := db.Exec(handle, []host.Statement{{SQL: text}}); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := db.Query(handle, "SELECT count(*), sum(length(v)) FROM t")
	if err != nil || rows[0][0].Int != 100 {
		t.Fatal(rows, err)
	}
	kept := 0
	for _, name := range []string{"", "-wal", "-shm"} {
		b, err := os.ReadFile(file + name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		kept += bytes.Count(b, []byte("the kept text"))
		for _, word := range []string{"the older text", "the newer text"} {
			if n := bytes.Count(b, []byte(word)); n > 0 {
				t.Errorf("heddle.db%s has %q %d times", name, word, n)
			}
		}
	}
	if kept == 0 {
		t.Error("no file has what was kept")
	}
	if err := db.Exec(handle, []host.Statement{{SQL: "INSERT INTO t VALUES(1000, x'00')"}}); err != nil {
		t.Error(err)
	}
}
