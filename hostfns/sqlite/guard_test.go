package sqlite

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
)

// made opens a new store and gives it a table of n rows.
func made(t *testing.T, n string) *conn {
	t.Helper()
	file := filepath.Join(t.TempDir(), "heddle.db")
	stores := NewStores(map[string]string{"store/heddle.db": file})
	t.Cleanup(stores.Close)
	st, err := stores.openedStore("store/heddle.db", file, true)
	if err != nil {
		t.Fatal(err)
	}
	c, err := st.toWrite()
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"CREATE TABLE t(x)", "CREATE VIEW v AS SELECT x FROM t",
		"INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < " + n + ") SELECT i FROM n"} {
		if err := c.runCommand(sql); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// What examine let through by mistake, the authorizer refuses.
func TestAuthorizerAlone(t *testing.T) {
	c := made(t, "3")
	for _, sql := range []string{
		"ATTACH 'x.db' AS x", "DETACH x", "VACUUM INTO 'x.db'", "VACUUM", "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s", "RELEASE s",
		"PRAGMA writable_schema=1", "PRAGMA journal_mode=OFF", "SELECT * FROM pragma_database_list", "SELECT load_extension('x')",
		"SELECT x FROM v", "SELECT sqlite_version()", "CREATE TEMP TABLE n(x)", "CREATE TEMP VIEW n AS SELECT 1", "CREATE VIEW n AS SELECT 1",
		"CREATE TRIGGER n AFTER INSERT ON t BEGIN SELECT 1; END", "CREATE VIRTUAL TABLE n USING fts5(x)",
		"DROP TABLE t", "DROP VIEW v", "ALTER TABLE t RENAME TO n", "ALTER TABLE t ADD COLUMN y", "ANALYZE",
	} {
		stmt, err := c.compileStatement(sql, false)
		if err == nil {
			err = c.stepToEnd(stmt)
			c.finalizeStatement(stmt)
		}
		code := fault.CodeOf(err)
		if strings.HasPrefix(sql, "VACUUM") && code == fault.ParseError { // "authorization denied" while it attaches
			code = fault.PermissionDenied
		}
		if code != fault.PermissionDenied && code != fault.ParseError {
			t.Errorf("%s: %v, want PERMISSION_DENIED", sql, err)
		}
	}
}

// No text of a guest's finds a statement that the host keeps compiled.
func TestHostStatementsAreOutOfReach(t *testing.T) {
	c := made(t, "3")
	c.beginCall(nil, Options{MaxResultBytes: 1 << 20})
	if err := c.execBatch([]host.Statement{{SQL: "INSERT INTO t VALUES(1)"}}); err != nil {
		t.Fatal(err)
	}
	for kept := range c.frames {
		err := c.execBatch([]host.Statement{{SQL: "DELETE FROM t"}, {SQL: kept}})
		if fault.CodeOf(err) != fault.PermissionDenied {
			t.Errorf("%s: %v, want PERMISSION_DENIED", kept, err)
		}
	}
	rows, err := c.queryRows("SELECT count(*) FROM t", nil)
	if err != nil || rows[0][0].Int != 4 {
		t.Errorf("%v, %v; want what was committed", rows, err)
	}
}

// Settings of a store's connections.
func TestStoreSettings(t *testing.T) {
	c := made(t, "1")
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "auto_vacuum": "2"} {
		stmt, err := c.compileStatement("SELECT CAST("+pragma+" AS TEXT) FROM pragma_"+pragma, true)
		if err != nil {
			t.Fatal(err)
		}
		c.own = true
		rows, err := c.readRows(stmt)
		c.own = false
		c.finalizeStatement(stmt)
		if err != nil || string(rows[0][0].Bytes) != want {
			t.Errorf("%s is %v, %v; want %s", pragma, rows, err, want)
		}
	}
}

// A statement ends after a number of steps, on a foreign database and on the
// store, and the next one runs.
func TestStepsAndRowsAreBounded(t *testing.T) {
	c := made(t, "1100000")
	c.beginCall(nil, Options{MaxResultBytes: MaxResultBytes})
	if _, err := c.queryRows("SELECT x FROM t", nil); fault.CodeOf(err) != fault.LimitExceeded || !strings.Contains(err.Error(), "rows") {
		t.Errorf("%v, want LIMIT_EXCEEDED for the rows", err)
	}
	const limit = 1 << 20
	endless := "SELECT count(*) FROM t a, t b, t c, t d WHERE a.x + b.x + c.x + d.x < 0"
	c.beginCall(nil, Options{MaxResultBytes: MaxResultBytes, MaxSteps: limit})
	if _, err := c.queryRows(endless, nil); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("%v, want LIMIT_EXCEEDED", err)
	}
	if c.steps < limit || c.steps > limit+stepsPerCheck {
		t.Errorf("ended after %d steps, want %d", c.steps, limit)
	}
	if err := c.execBatch([]host.Statement{{SQL: "INSERT INTO t VALUES(0)"}, {SQL: "INSERT INTO t " + endless}}); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("%v, want LIMIT_EXCEEDED", err)
	}
	if rows, err := c.queryRows("SELECT count(*) FROM t WHERE rowid > 1099999", nil); err != nil || rows[0][0].Int != 1 {
		t.Errorf("%v, %v", rows, err)
	}
}

// A deadline that passes while the store's statement runs ends it.
func TestDeadlineWithinAStatement(t *testing.T) {
	c := made(t, "1000")
	looks := 0
	late := fault.New(fault.Timeout, "deadline passed")
	c.beginCall(func() error {
		if looks++; looks > 5 {
			return late
		}
		return nil
	}, Options{MaxResultBytes: 1 << 20})
	if _, err := c.queryRows("SELECT count(*) FROM t a, t b, t c, t d", nil); err != error(late) {
		t.Errorf("%v, want %v", err, late)
	}
	if looks != 6 {
		t.Errorf("asked %d times, want 6", looks)
	}
}

func FuzzExamine(f *testing.F) {
	for _, sql := range []string{"SELECT 1", "ATTACH 'x' AS y", "SELECT [a], \"b\", `c`, 'd' -- e\n /* f */ ;", "PRAGMA user_version = 1", "CREATE TABLE t(x)"} {
		f.Add(sql)
	}
	c := openMemory(f)
	f.Fuzz(func(t *testing.T, sql string) {
		for as := asQuery; as <= asBatch; as++ {
			s, err := examineStatement(sql, as, nil)
			if err != nil {
				continue
			}
			// SQLite sees one statement too, or an error.
			stmt, err := c.compileStatement(s.text, false)
			if fault.CodeOf(err) == fault.InvalidArgument {
				t.Errorf("%q is not one statement", sql)
			}
			if err == nil {
				c.finalizeStatement(stmt)
			}
		}
	})
}

func openMemory(t testing.TB) *conn {
	img, err := newImage(hosttest.NewMounts().File("m/a.db", nil), host.Database{Path: "m/a.db"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := openImage(img, nil, Options{MaxResultBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	return c
}
