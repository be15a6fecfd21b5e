package sqlite_test

import (
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns/osfs"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

func TestSQLCases(t *testing.T) {
	if os.Getenv("HEDDLE_UPDATE") != "" {
		makeDatabases(t)
	}
	t.Run("memory", func(t *testing.T) {
		if testing.Short() {
			t.Skip("disk runs the same statements")
		}
		hosttest.RunSQL(t, func(t *testing.T, files map[string][]byte, store string) host.SQL {
			m := hosttest.NewMounts()
			for path, data := range files {
				m.File(path, data)
			}
			return openConn(t, m.Folder("db"), store)
		})
	})
	t.Run("disk", func(t *testing.T) {
		hosttest.RunSQL(t, func(t *testing.T, files map[string][]byte, store string) host.SQL {
			folder := t.TempDir()
			for path, data := range files {
				write(t, filepath.Join(folder, filepath.Base(path)), data)
			}
			hosttest.Freeze(t, folder)
			fs := osfs.New(map[string]osfs.Mount{"db": {Folder: folder}}, osfs.Options{})
			t.Cleanup(fs.Release)
			return openConn(t, fs, store)
		})
	})
}

// openConn returns a DB that is closed with the test.
func openConn(t *testing.T, files host.Files, store string) *sqlite.DB {
	stores := sqlite.NewStores(map[string]string{store: filepath.Join(t.TempDir(), "new", "heddle.db")})
	db := sqlite.New(files, sqlite.Options{Stores: stores, MaxSteps: 1 << 18, MaxResultBytes: 8 << 20})
	t.Cleanup(stores.Close)
	t.Cleanup(db.Release)
	return db
}

// makeDatabases writes testdata/sql/databases.json.
func makeDatabases(t *testing.T) {
	images := map[string]hosttest.SQLImage{}
	for name, d := range hosttest.LoadSQLSuite(t).Databases {
		files := map[string][]byte{}
		if d.Content != nil {
			files[name+".db"] = *d.Content
		} else {
			build(t, name, d, files)
		}
		if d.Cut > 0 {
			files[name+".db"] = files[name+".db"][:d.Cut]
		}
		m := hosttest.NewMounts()
		for file, data := range files {
			m.File("db/"+file, data)
		}
		snap, err := hosttest.CommittedState(m, "db/"+name+".db")
		if err != nil {
			t.Fatal(name, err)
		}
		image := hosttest.SQLImage{Files: files, PageSize: snap.PageSize, Pages: snap.Pages}
		for _, f := range snap.Overlay {
			image.Overlay = append(image.Overlay, [2]int64{f.Page, f.Offset})
		}
		images[name] = image
	}
	b, err := json.MarshalIndent(images, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	write(t, hosttest.Testdata(t, "sql", "databases.json"), append(b, '\n'))
}

// build runs a database's statements and takes its files while it is open.
func build(t *testing.T, name string, d hosttest.SQLDatabase, files map[string][]byte) {
	file := filepath.Join(t.TempDir(), name+".db")
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	run := func(s hosttest.SQLStatement) {
		t.Helper()
		var args []any
		for _, v := range s.Args {
			args = append(args, isPlainName(v.Value))
		}
		if _, err := db.Exec(s.SQL, args...); err != nil {
			t.Fatalf("%s: %s: %v", name, s.SQL, err)
		}
	}
	for _, s := range d.Setup {
		run(s)
	}
	if len(d.Log) == 0 {
		db.Close() // a log is checkpointed and removed
		files[name+".db"] = readFile(t, file)
		return
	}
	run(hosttest.SQLStatement{SQL: "PRAGMA journal_mode=WAL"})
	run(hosttest.SQLStatement{SQL: "PRAGMA wal_autocheckpoint=0"})
	run(hosttest.SQLStatement{SQL: "PRAGMA wal_checkpoint(TRUNCATE)"})
	for _, s := range d.Log {
		run(s)
	}
	files[name+".db"], files[name+".db-wal"] = readFile(t, file), readFile(t, file+"-wal")
	db.Close()
}

func isPlainName(v host.Value) any {
	switch v.Kind {
	case host.Integer:
		return v.Int
	case host.Real:
		return v.Real
	case host.Text:
		return string(v.Bytes)
	case host.Blob:
		return v.Bytes
	}
	return nil
}
