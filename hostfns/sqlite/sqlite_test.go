package sqlite_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// sample makes a database of n rows and returns the file's bytes.
func sample(t *testing.T, n int) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sample.db")
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.Exec(fmt.Sprintf(`CREATE TABLE t(id INTEGER PRIMARY KEY, x);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < %d) INSERT INTO t SELECT i, printf('%%0100d', (i * 7919) %% 100003) FROM n`, n))
	if err != nil {
		t.Fatal(err)
	}
	return readFile(t, file)
}

func imageOf(t *testing.T, files host.Files, opts sqlite.Options) (*sqlite.DB, int64) {
	t.Helper()
	db := sqlite.New(files, opts)
	t.Cleanup(db.Release)
	handle, err := db.Open(host.Database{Path: "m/a.db"})
	if err != nil {
		t.Fatal(err)
	}
	return db, handle
}

func TestResultLimit(t *testing.T) {
	db, handle := imageOf(t, hosttest.NewMounts().File("m/a.db", sample(t, 1000)), sqlite.Options{MaxResultBytes: 20_000})
	if rows, err := db.Query(handle, "SELECT x FROM t WHERE id <= 100"); err != nil || len(rows) != 100 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	for _, q := range []string{"SELECT x FROM t", "SELECT zeroblob(30000)", "SELECT NULL FROM t", "SELECT group_concat(x) FROM t"} {
		_, err := db.Query(handle, q)
		if e := fault.From(err); e == nil || e.Code != fault.LimitExceeded || e.Path != "m/a.db" {
			t.Errorf("%s: %v, want LIMIT_EXCEEDED at m/a.db", q, err)
		}
	}
	if _, err := db.Query(handle, "SELECT zeroblob(300000000)"); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("a value above the limit of SQLite itself: %v", err)
	}
	if _, err := db.Query(handle, "SELECT 1 "+strings.Repeat(" ", sqlite.MaxSQLBytes)); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("a statement above its limit: %v", err)
	}
}

// timeUp returns a check that answers TIMEOUT once it was called so often after begin.
func timeUp(calls int) (check func() error, begin func()) {
	left := -1
	check = func() error {
		if left > 0 {
			left--
		}
		if left == 0 {
			return fault.New(fault.Timeout, "deadline passed")
		}
		return nil
	}
	return check, func() { left = calls }
}

func TestDeadlineInterruptsAQuery(t *testing.T) {
	check, begin := timeUp(3) // at the start of the call, then between its steps
	db, handle := imageOf(t, hosttest.NewMounts().File("m/a.db", sample(t, 1)), sqlite.Options{Check: check})
	begin()
	_, err := db.Query(handle, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT max(i) FROM n")
	if !errors.Is(err, fault.Timeout) { // nothing else ends the statement
		t.Errorf("%v, want TIMEOUT", err)
	}
	if _, err := db.Query(handle, "SELECT 1"); !errors.Is(err, fault.Timeout) {
		t.Errorf("after the deadline: %v", err)
	}
}

func TestOneStatementPerQuery(t *testing.T) {
	db, handle := imageOf(t, hosttest.NewMounts().File("m/a.db", sample(t, 1)), sqlite.Options{})
	for q, want := range map[string]fault.Code{
		"SELECT 1;":                      "",
		"SELECT 1 ; ; ":                  "",
		"SELECT 1; SELECT 2":             fault.InvalidArgument,
		"":                               fault.InvalidArgument,
		"-- nothing":                     fault.InvalidArgument,
		"SELECT ?":                       fault.InvalidArgument,
		"INSERT INTO t VALUES(9, 9)":     fault.InvalidArgument,
		"ATTACH '/etc/passwd' AS p":      fault.PermissionDenied,
		"VACUUM INTO '/tmp/heddle-x'":    fault.InvalidArgument,
		"BEGIN":                          fault.PermissionDenied,
		"SELECT load_extension('x.so')":  fault.PermissionDenied,
		"SELECT readfile('/etc/passwd')": fault.PermissionDenied,
	} {
		if _, err := db.Query(handle, q); fault.CodeOf(err) != want {
			t.Errorf("%q: %v, want %q", q, err, want)
		}
	}
}

// Sorting more than fits SQLite's cache needs a temporary file elsewhere.
func TestLargeSortsStayInMemory(t *testing.T) {
	db, handle := imageOf(t, hosttest.NewMounts().File("m/a.db", sample(t, 60_000)), sqlite.Options{})
	rows, err := db.Query(handle, "SELECT id FROM (SELECT id, x FROM t ORDER BY x, id) LIMIT 1 OFFSET 50000")
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	if _, err := db.Query(handle, "SELECT count(DISTINCT x), date('now'), random() FROM t"); err != nil {
		t.Error(err)
	}
}

func TestFileThatVanishesAndFails(t *testing.T) {
	m := hosttest.NewMounts().File("m/a.db", sample(t, 5000))
	faults := hosttest.Inject(hosttest.Host(m))
	db, handle := imageOf(t, faults.Host().Files, sqlite.Options{})
	late := fault.New(fault.Timeout, "deadline passed")
	faults.FailNth(3, late)
	if _, err := db.Query(handle, "SELECT count(x) FROM t"); !errors.Is(err, late) {
		t.Errorf("%v, want the error of the file access itself", err)
	}
	faults.FailNth(0, nil)
	if rows, err := db.Query(handle, "SELECT count(x) FROM t"); err != nil || rows[0][0].Int != 5000 {
		t.Errorf("afterwards: %v, %v", rows, err)
	}
	m.Remove("m/a.db")
	db2, handle2 := sqlite.New(m, sqlite.Options{}), int64(0)
	if _, err := db2.Open(host.Database{Path: "m/a.db"}); !errors.Is(err, fault.BadRef) {
		t.Errorf("open of a removed file: %v", err)
	}
	if _, err := db2.Query(handle2, "SELECT 1"); !errors.Is(err, fault.InvalidArgument) {
		t.Errorf("handle 0: %v", err)
	}
}

func TestWhatIsNotARegularFile(t *testing.T) {
	m := hosttest.NewMounts(
		hosttest.Entry{Path: "m/fifo.db", Shape: hosttest.FIFO},
		hosttest.Entry{Path: "m/link.db", Shape: hosttest.Outside},
		hosttest.Entry{Path: "m/folder.db", Shape: hosttest.Folder},
		hosttest.Entry{Path: "m/denied.db", Data: sample(t, 1), Denied: true},
	)
	db := sqlite.New(m, sqlite.Options{})
	for path, want := range map[string]fault.Code{
		"m/fifo.db": fault.BadRef, "m/link.db": fault.PermissionDenied, "m/folder.db": fault.BadRef,
		"m/denied.db": fault.PermissionDenied, "m/none.db": fault.BadRef, "no/mount.db": fault.BadRef,
	} {
		_, err := db.Open(host.Database{Path: path})
		if e := fault.From(err); e == nil || e.Code != want || e.Path != path {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}

func TestImpossibleOverlays(t *testing.T) {
	db := sqlite.New(hosttest.NewMounts().File("m/a.db", sample(t, 1)), sqlite.Options{})
	frames := []host.Frame{{Page: 1, Offset: 56}}
	for name, d := range map[string]host.Database{
		"no page size":  {Path: "m/a.db", Overlay: frames, Pages: 1},
		"odd page size": {Path: "m/a.db", Overlay: frames, Pages: 1, PageSize: 1000},
		"no pages":      {Path: "m/a.db", Overlay: frames, PageSize: 512},
		"page 0":        {Path: "m/a.db", Overlay: []host.Frame{{Page: 0}}, PageSize: 512, Pages: 1},
		"not in order":  {Path: "m/a.db", Overlay: []host.Frame{{Page: 2}, {Page: 1}}, PageSize: 512, Pages: 2},
		"missing log":   {Path: "m/a.db", Overlay: frames, PageSize: 512, Pages: 1},
	} {
		want := fault.InvalidArgument
		if name == "missing log" {
			want = fault.BadRef
		}
		if _, err := db.Open(d); fault.CodeOf(err) != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// Every byte of the first page and many others are damaged, and the file is
// cut there, in turn: an error or an answer, never a crash.
func TestDamagedDatabases(t *testing.T) {
	whole := sample(t, 200)
	for at := 0; at < len(whole); at += 1 + at/40 {
		flipped := append([]byte{}, whole...)
		flipped[at] ^= 0xff
		for what, data := range map[string][]byte{"flipped": flipped, "cut": whole[:at]} {
			db := sqlite.New(hosttest.NewMounts().File("m/a.db", data), sqlite.Options{MaxResultBytes: 1 << 20})
			handle, err := db.Open(host.Database{Path: "m/a.db"})
			if err == nil {
				_, err = db.Query(handle, "SELECT id, CAST(x AS BLOB) FROM t ORDER BY id")
			}
			mayPass := what == "flipped" || at == 0 || at > len(whole)-4096 // SQLite takes the last page's missing part for zeros
			if c := fault.CodeOf(err); c != fault.ParseError && c != fault.LimitExceeded && (c != "" || !mayPass) {
				t.Errorf("%s at byte %d: %v", what, at, err)
			}
			db.Release()
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	db, shared := imageOf(t, hosttest.NewMounts().File("m/a.db", sample(t, 500)), sqlite.Options{})
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for range 20 {
				own, err := db.Open(host.Database{Path: "m/a.db"})
				if err != nil {
					t.Error(err)
					return
				}
				for _, handle := range []int64{own, shared} {
					rows, err := db.Query(handle, "SELECT count(*), max(id) FROM t WHERE id % 4 = ?", host.Value{Kind: host.Integer, Int: int64(worker)})
					if err != nil || rows[0][0].Int != 125 {
						t.Error(rows, err)
					}
				}
				db.Close(own)
			}
		})
	}
	group.Wait()
}

func TestReleaseClosesEverything(t *testing.T) {
	db, handle := imageOf(t, hosttest.NewMounts().File("m/a.db", sample(t, 1)), sqlite.Options{})
	db.Release()
	if _, err := db.Query(handle, "SELECT 1"); !errors.Is(err, fault.InvalidArgument) {
		t.Errorf("after Release: %v", err)
	}
	if _, err := db.Open(host.Database{Path: "m/a.db"}); err != nil {
		t.Errorf("Open after Release: %v", err)
	}
	if err := db.Close(handle); err != nil {
		t.Error(err)
	}
}

func TestHandleLimit(t *testing.T) {
	db := sqlite.New(hosttest.NewMounts().File("m/a.db", nil), sqlite.Options{})
	defer db.Release()
	for range sqlite.MaxHandles {
		if _, err := db.Open(host.Database{Path: "m/a.db"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Open(host.Database{Path: "m/a.db"}); !errors.Is(err, fault.LimitExceeded) {
		t.Errorf("%v, want LIMIT_EXCEEDED", err)
	}
}

func store(t *testing.T, file string) (*sqlite.DB, int64) {
	t.Helper()
	stores := sqlite.NewStores(map[string]string{"store/h.db": file})
	t.Cleanup(stores.Close)
	db := sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: stores})
	handle, err := db.Open(host.Database{Path: "store/h.db", Writable: true})
	if err != nil {
		t.Fatal(err)
	}
	return db, handle
}

func TestStoreIsDurableAndShared(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deep", "h.db")
	db, handle := store(t, file)
	if err := db.Exec(handle, []host.Statement{{SQL: "CREATE TABLE t(x)"}, {SQL: "INSERT INTO t VALUES(1)"}}); err != nil {
		t.Fatal(err)
	}
	db.Release() // the next call continues with the same connection
	handle, err := db.Open(host.Database{Path: "store/h.db"})
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := db.Query(handle, "SELECT x FROM t"); err != nil || len(rows) != 1 {
		t.Error(rows, err)
	}
	if err := db.Exec(handle, []host.Statement{{SQL: "DELETE FROM t"}}); !errors.Is(err, fault.PermissionDenied) {
		t.Errorf("Exec on a handle opened for reading: %v", err)
	}
	if fi, err := os.Stat(filepath.Dir(file)); err != nil || fi.Mode().Perm() != 0o700 {
		t.Errorf("folder of the store: %v, %v", fi.Mode(), err)
	}
	if fi, err := os.Stat(file); err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("file of the store: %v, %v", fi.Mode(), err)
	}
}

// TestStoreBehindADanglingLink: what the link names is made for its owner alone, with all that
// SQLite puts beside it.
func TestStoreBehindADanglingLink(t *testing.T) {
	dir := t.TempDir()
	for _, d := range []string{"a", "b", "b/c"} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range [][2]string{{"../b/real.db", "a/h.db"}, {"h.db", "a/again.db"}, {filepath.Join(dir, "b/c"), "a/folder"}, {"folder/../other.db", "a/up.db"}, {"loop.db", "a/loop.db"}, {"none/x.db", "a/lost.db"}} {
		if err := os.Symlink(link[0], filepath.Join(dir, link[1])); err != nil {
			t.Skip(err)
		}
	}
	for _, name := range []string{"a/again.db", "a/up.db"} {
		db, handle := store(t, filepath.Join(dir, name))
		if err := db.Exec(handle, []host.Statement{{SQL: "CREATE TABLE t(x)"}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"b/real.db", "b/real.db-wal", "b/real.db-shm", "b/other.db", "b/other.db-wal", "b/other.db-shm"} {
		if fi, err := os.Lstat(filepath.Join(dir, name)); err != nil || fi.Mode() != 0o600 {
			t.Errorf("%s: %v, %v", name, fi, err)
		}
	}
	for _, name := range []string{"a/loop.db", "a/lost.db"} {
		db := sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: sqlite.NewStores(map[string]string{"store/h.db": filepath.Join(dir, name)})})
		if _, err := db.Open(host.Database{Path: "store/h.db", Writable: true}); err == nil {
			t.Errorf("%s is a store", name)
		}
	}
	side := filepath.Join(dir, "side.db")
	if err := os.Symlink("b/stolen", side+"-wal"); err != nil {
		t.Fatal(err)
	}
	db := sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: sqlite.NewStores(map[string]string{"store/h.db": side})})
	if handle, err := db.Open(host.Database{Path: "store/h.db", Writable: true}); err == nil {
		_ = db.Exec(handle, []host.Statement{{SQL: "CREATE TABLE t(x)"}})
	}
	if fi, err := os.Stat(filepath.Join(dir, "b/stolen")); err == nil && fi.Mode() != 0o600 {
		t.Errorf("the log's link made %v", fi.Mode())
	}
}

func TestReadingAStoreDoesNotCreateIt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "h.db")
	db := sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: sqlite.NewStores(map[string]string{"store/h.db": file})})
	if _, err := db.Open(host.Database{Path: "store/h.db"}); !errors.Is(err, fault.BadRef) {
		t.Errorf("%v, want BAD_REF", err)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Error("the file was created")
	}
}

func TestBatchesKeepTheirTransaction(t *testing.T) {
	db, handle := store(t, filepath.Join(t.TempDir(), "h.db"))
	for _, text := range []string{"COMMIT", "ROLLBACK", "BEGIN", "SAVEPOINT s", "ATTACH ':memory:' AS m"} {
		err := db.Exec(handle, []host.Statement{{SQL: "CREATE TABLE t(x)"}, {SQL: text}})
		if !errors.Is(err, fault.PermissionDenied) {
			t.Errorf("%s: %v, want PERMISSION_DENIED", text, err)
		}
	}
	if rows, err := db.Query(handle, "SELECT count(*) FROM sqlite_schema"); err != nil || rows[0][0].Int != 0 {
		t.Errorf("%v, %v: something was kept", rows, err)
	}
}

func TestStoreLockedByAnotherProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("waits 5 s for a lock")
	}
	file := filepath.Join(t.TempDir(), "h.db")
	db, handle := store(t, file)
	other, err := sql.Open("sqlite", "file:"+file+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	err = db.Exec(handle, []host.Statement{{SQL: "CREATE TABLE t(x)"}})
	if e := fault.From(err); e == nil || e.Code != fault.Conflict || e.Hint == "" {
		t.Errorf("%v, want CONFLICT with a hint", err)
	}
	if _, err := db.Query(handle, "SELECT count(*) FROM sqlite_schema"); err != nil {
		t.Errorf("reading meanwhile: %v", err)
	}
	tx.Rollback()
	if err := db.Exec(handle, []host.Statement{{SQL: "CREATE TABLE t(x)"}}); err != nil {
		t.Error(err)
	}
}

func TestInterruptedBatchLeavesNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "h.db")
	db, handle := store(t, file)
	if err := db.Exec(handle, []host.Statement{{SQL: "CREATE TABLE t(x)"}}); err != nil {
		t.Fatal(err)
	}
	check, begin := timeUp(4) // the call, its first statement, and steps of the second
	stores := sqlite.NewStores(map[string]string{"store/h.db": file})
	defer stores.Close()
	short := sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: stores, Check: check})
	hurried, err := short.Open(host.Database{Path: "store/h.db", Writable: true})
	if err != nil {
		t.Fatal(err)
	}
	begin()
	err = short.Exec(hurried, []host.Statement{
		{SQL: "INSERT INTO t VALUES(1)"},
		{SQL: "INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 100000000) SELECT max(i) FROM n"},
	})
	if !errors.Is(err, fault.Timeout) {
		t.Errorf("%v, want TIMEOUT", err)
	}
	if rows, err := db.Query(handle, "SELECT count(*) FROM t"); err != nil || rows[0][0].Int != 0 {
		t.Errorf("%v, %v: part of the batch was kept", rows, err)
	}
}

func BenchmarkOpenAndRead(b *testing.B) {
	file := filepath.Join(b.TempDir(), "a.db")
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := db.Exec(`CREATE TABLE t(id INTEGER PRIMARY KEY, x);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 50000) INSERT INTO t SELECT i, printf('%0100d', i) FROM n`); err != nil {
		b.Fatal(err)
	}
	db.Close()
	data, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	m := hosttest.NewMounts().File("m/a.db", data)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		own := sqlite.New(m, sqlite.Options{})
		handle, err := own.Open(host.Database{Path: "m/a.db"})
		if err != nil {
			b.Fatal(err)
		}
		if rows, err := own.Query(handle, "SELECT id, CAST(x AS BLOB) FROM t ORDER BY id"); err != nil || len(rows) != 50000 {
			b.Fatal(len(rows), err)
		}
		own.Release()
	}
}
