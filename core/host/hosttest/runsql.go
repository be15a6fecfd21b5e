package hosttest

import (
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// SQLFactory returns the driver under test. files holds foreign databases,
// and -wal files, by mount path; store is the mount path of one database that
// does not exist yet and may be opened for writing.
type SQLFactory func(t *testing.T, files map[string][]byte, store string) host.SQL

// RunSQL runs the SQL equality suite on a driver.
func RunSQL(t *testing.T, factory SQLFactory) {
	suite := LoadSQLSuite(t)
	files := map[string][]byte{}
	for _, image := range suite.Images {
		for name, data := range image.Files {
			files["db/"+name] = data
		}
	}
	sql := factory(t, files, "store/heddle.db")
	for _, c := range suite.Cases {
		t.Run(c.Name, func(t *testing.T) { c.runCase(t, sql, suite.Images[c.DB]) })
	}
	for _, b := range suite.Batches {
		t.Run(b.Name, func(t *testing.T) { b.runBatches(t, factory(t, nil, "store/heddle.db")) })
	}
	t.Run("handles", func(t *testing.T) { testHandles(t, sql) })
	t.Run("foreign databases are read-only", func(t *testing.T) { readOnly(t, sql) })
	t.Run("hostile statements", func(t *testing.T) { testHostile(t, factory(t, files, "store/heddle.db")) })
	t.Run("two at once", func(t *testing.T) { twoAtOnce(t, factory(t, nil, "store/heddle.db")) })
}

func (c SQLCase) runCase(t *testing.T, sql host.SQL, image SQLImage) {
	db := host.Database{Path: "db/" + c.DB + ".db", PageSize: image.PageSize, Pages: image.Pages}
	for _, f := range image.Overlay {
		db.Overlay = append(db.Overlay, host.Frame{Page: f[0], Offset: f[1]})
	}
	handle, err := sql.Open(db)
	var rows [][]host.Value
	if err == nil {
		defer sql.Close(handle)
		rows, err = sql.Query(handle, c.SQL, hostValues(c.Args)...)
	}
	if c.Error != "" && err != nil && db.Path != fault.From(err).Path {
		t.Errorf("error names %q, want %q: %v", fault.From(err).Path, db.Path, err)
	}
	checkRows(t, rows, err, c.Rows, c.Error)
}

func (b SQLBatches) runBatches(t *testing.T, sql host.SQL) {
	handle, err := sql.Open(host.Database{Path: "store/heddle.db", Writable: true})
	if err != nil {
		t.Fatal(err)
	}
	defer sql.Close(handle)
	for _, s := range b.Steps {
		if s.Exec == nil {
			rows, err := sql.Query(handle, s.SQL, hostValues(s.Args)...)
			checkRows(t, rows, err, s.Rows, s.Error)
			continue
		}
		checkRows(t, nil, sql.Exec(handle, hostStatements(s.Exec)), nil, s.Error)
	}
}

// checkRows compares an answer with what was expected.
func checkRows(t *testing.T, rows [][]host.Value, err error, want [][]SQLValue, code string) {
	t.Helper()
	switch {
	case code == "*" && err != nil:
		return
	case code != "":
		if string(fault.CodeOf(err)) != code {
			t.Errorf("error %v, want %s", err, code)
		}
		return
	case err != nil:
		t.Error(err)
		return
	case len(rows) != len(want):
		t.Errorf("%d rows, want %d: %s", len(rows), len(want), formatRows(rows))
		return
	}
	for i, row := range rows {
		same := len(row) == len(want[i])
		for j := 0; same && j < len(row); j++ {
			same = want[i][j].equalsValue(row[j])
		}
		if !same {
			t.Errorf("row %d: %s\nwant %v", i, formatRows(rows[i:i+1]), want[i])
		}
	}
}

func formatRows(rows [][]host.Value) string {
	s := ""
	for _, row := range rows {
		for _, v := range row {
			s += fmt.Sprintf("%d %d %x %.40q | ", v.Kind, v.Int, v.Real, v.Bytes)
		}
		s += "\n"
	}
	return s
}

func hostValues(in []SQLValue) []host.Value {
	var out []host.Value
	for _, v := range in {
		out = append(out, v.Value)
	}
	return out
}

func hostStatements(in []SQLStatement) []host.Statement {
	var out []host.Statement
	for _, s := range in {
		out = append(out, host.Statement{SQL: s.SQL, Args: hostValues(s.Args)})
	}
	return out
}

// handles: several at once, closed twice, used after closing.
func testHandles(t *testing.T, sql host.SQL) {
	db := host.Database{Path: "db/values.db"}
	one, err := sql.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	two, err := sql.Open(db)
	if err != nil || two == one {
		t.Fatalf("second handle %d of %d: %v", two, one, err)
	}
	for range 2 {
		if err := sql.Close(one); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	if _, err := sql.Query(one, "SELECT 1"); err == nil {
		t.Error("a closed handle answers")
	}
	if rows, err := sql.Query(two, "SELECT 1"); err != nil || len(rows) != 1 {
		t.Errorf("the other handle: %v, %v", rows, err)
	}
	if err := sql.Close(two); err != nil {
		t.Error(err)
	}
}

func readOnly(t *testing.T, sql host.SQL) {
	if _, err := sql.Open(host.Database{Path: "db/values.db", Writable: true}); fault.CodeOf(err) != fault.PermissionDenied {
		t.Errorf("opening a foreign database for writing: %v, want PERMISSION_DENIED", err)
	}
	handle, err := sql.Open(host.Database{Path: "db/values.db"})
	if err != nil {
		t.Fatal(err)
	}
	defer sql.Close(handle)
	batch := []host.Statement{{SQL: "CREATE TABLE x(y)"}}
	if err := sql.Exec(handle, batch); fault.CodeOf(err) != fault.PermissionDenied {
		t.Errorf("Exec on a foreign database: %v, want PERMISSION_DENIED", err)
	}
}

// twoAtOnce: what one handle writes another one reads.
func twoAtOnce(t *testing.T, sql host.SQL) {
	db := host.Database{Path: "store/heddle.db", Writable: true}
	one, err := sql.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer sql.Close(one)
	two, err := sql.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer sql.Close(two)
	if err := sql.Exec(one, []host.Statement{{SQL: "CREATE TABLE t(x)"}, {SQL: "INSERT INTO t VALUES(1)"}}); err != nil {
		t.Fatal(err)
	}
	if rows, err := sql.Query(two, "SELECT x FROM t"); err != nil || len(rows) != 1 || rows[0][0].Int != 1 {
		t.Errorf("%v, %v; want what the other handle wrote", rows, err)
	}
	if err := sql.Exec(two, []host.Statement{{SQL: "INSERT INTO t VALUES(2)"}}); err != nil {
		t.Error(err)
	}
}
