package sqlwal_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// opened makes a database of statements and opens it.
func opened(t *testing.T, statements ...string) *sqlwal.DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.db")
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path)+"?_pragma=synchronous(0)")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%v in %.200s", err, s)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m := hosttest.NewMounts().File("m/a.db", data)
	h := hosttest.Host(m)
	driver := sqlite.New(m, sqlite.Options{})
	t.Cleanup(driver.Release)
	h.SQL = driver
	out, err := sqlwal.Open(&h, "m/a.db", "Tests", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(out.Close)
	return out
}

// hostileKeys are values that a key may hold regardless of its table's declaration.
const hostileKeys = `(NULL), (-9223372036854775808), (-5), (0), (1), (1.5), (9223372036854775807), (9.3e18), (-1e308), (1e308),
('') , ('a'), ('B'), ('b'), ('ä'), ('1'), ('10'), ('9'), (CAST(X'ff' AS TEXT)), (CAST(X'6100' AS TEXT)), (CAST(X'610061' AS TEXT)), (X''), (X'00'), (X'61'), (X'ff')`

// A key of any storage class, declared as anything: each row comes once, for
// every size of a page.
func TestPagesOfAnyKeys(t *testing.T) {
	for _, declared := range []string{"", "INTEGER", "TEXT", "REAL", "BLOB", "NUMERIC", "TEXT COLLATE NOCASE", "INTEGER COLLATE RTRIM"} {
		for _, more := range []string{"", "; CREATE INDEX i ON t(k)", "; CREATE INDEX i ON t(k COLLATE NOCASE DESC, id)"} {
			db := opened(t, "CREATE TABLE t(id INTEGER PRIMARY KEY, k "+declared+")"+more+"; INSERT OR IGNORE INTO t(k) VALUES "+hostileKeys)
			if err := db.LoadTables("t"); err != nil {
				t.Fatal(err)
			}
			for limit := int64(2); limit < 30; limit += 3 {
				seen := map[int64]bool{}
				n := 0
				err := db.EachRow(&sqlwal.Paged{Columns: "id", From: "t WHERE 1", Key: []string{"k", "id"}, Limit: limit}, func(_, r []host.Value) error {
					seen[r[0].Int] = true
					n++
					return nil
				})
				if err != nil || n != 25 || len(seen) != 25 {
					t.Errorf("%q %q pages of %d: %d rows, %d of them different, %v", declared, more, limit, n, len(seen), err)
				}
			}
		}
	}
}

// Keys that are not unique, and an answer that does not move on, end the
// reading instead of repeating it for ever.
func TestPagesMoveOn(t *testing.T) {
	same := opened(t, "CREATE TABLE t(k)", "INSERT INTO t VALUES ('a'), ('b'), ('b'), ('b'), ('c'), (NULL), (NULL), (NULL)")
	if err := same.LoadTables("t"); err != nil {
		t.Fatal(err)
	}
	for limit := int64(1); limit < 10; limit++ {
		n := 0
		err := same.EachRow(&sqlwal.Paged{From: "t WHERE 1", Key: []string{"k"}, Limit: limit}, func(_, _ []host.Value) error {
			if n++; n > 8 {
				t.Fatal("rows repeat")
			}
			return nil
		})
		if limit > 8 && (err != nil || n != 8) {
			t.Errorf("one page of %d: %d rows, %v", limit, n, err)
		}
	}
	// A column that is called rowid, and holds texts.
	named := opened(t, "CREATE TABLE t(rowid TEXT)", "INSERT INTO t VALUES ('a'), ('b'), ('c'), ('d'), ('e')")
	if err := named.LoadTables("t"); err != nil {
		t.Fatal(err)
	}
	n := 0
	if err := named.EachRow(&sqlwal.Paged{From: "t WHERE 1", Key: []string{"rowid"}, Limit: 2}, func(_, _ []host.Value) error { n++; return nil }); err != nil || n != 5 {
		t.Errorf("%d rows, %v", n, err)
	}
}

// repeating answers every page of every table with the same full page.
type repeating struct {
	host.SQL
	asked *int
	row   []host.Value
}

func (r repeating) Query(h int64, query string, args ...host.Value) ([][]host.Value, error) {
	if *r.asked++; *r.asked > 100 {
		return nil, fault.New(fault.Internal, "asked for ever")
	}
	if len(query) > 13 && query[:13] == "SELECT typeof" {
		return [][]host.Value{r.row, r.row}, nil
	}
	return r.SQL.Query(h, query, args...)
}

func TestPagesOfAStubbornDriver(t *testing.T) {
	for _, key := range []host.Value{{}, {Kind: host.Integer, Int: 7}, {Kind: host.Real, Real: 0.5}, {Kind: host.Blob, Bytes: []byte("x")}} {
		asked := 0
		m := hosttest.NewMounts().File("m/a.db", schemaOf(t, "CREATE TABLE t(k)"))
		h := hosttest.Host(m)
		driver := sqlite.New(m, sqlite.Options{})
		h.SQL = repeating{driver, &asked, []host.Value{{Kind: host.Integer}, key}}
		db, err := sqlwal.Open(&h, "m/a.db", "Tests", "")
		if err == nil {
			err = db.LoadTables("t")
		}
		if err != nil {
			t.Fatal(err)
		}
		err = db.EachRow(&sqlwal.Paged{From: "t WHERE 1", Key: []string{"k"}, Limit: 2}, func(_, _ []host.Value) error { return nil })
		if fault.CodeOf(err) != fault.ParseError || asked > 10 {
			t.Errorf("%v: %v after %d questions", key, err, asked)
		}
		driver.Release()
	}
}

func schemaOf(t *testing.T, statement string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.db")
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path))
	if err == nil {
		_, err = db.Exec(statement)
	}
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Only real tables and stored columns are there for a reader.
func TestLearn(t *testing.T) {
	db := opened(t, "CREATE TABLE plain(a, b INTEGER)", "CREATE VIEW seen AS SELECT 1 AS a", "CREATE VIRTUAL TABLE words USING fts5(a)",
		"CREATE TABLE part(a, b AS (a || a), c AS (a) STORED, d)")
	if err := db.LoadTables("plain", "seen", "words", "part", "none"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		table, column string
		want          bool
	}{{"plain", "a", true}, {"plain", "b", true}, {"plain", "c", false}, {"seen", "a", false}, {"words", "a", false}, {"part", "a", true},
		{"part", "b", false}, {"part", "c", false}, {"part", "d", true}, {"none", "a", false}} {
		if got := db.HasColumn(c.table, c.column); got != c.want {
			t.Errorf("%s.%s: %v", c.table, c.column, got)
		}
	}
	for query, want := range map[string]bool{"SELECT a FROM plain": true, "SELECT a FROM seen": false, "SELECT a FROM words": false, "SELECT a FROM none": false,
		"SELECT a, B FROM part": false, "SELECT a, 'b' FROM part": true, "SELECT p.a FROM plain p JOIN part q ON q.c = p.a": false,
		"SELECT n FROM (SELECT a AS n FROM seen)": false, "SELECT n FROM (SELECT a AS n FROM plain)": true, "SELECT count(*) FROM sqlite_schema": true} {
		if _, err := db.Query(query); (err == nil) != want {
			t.Errorf("%s: %v", query, err)
		}
	}
	said := fmt.Sprint(db.Diagnostics("tests"))
	if n := len(db.Diagnostics("tests")); n != 3 {
		t.Errorf("%d diagnostics: %s", n, said)
	}
}
