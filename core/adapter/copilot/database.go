package copilot

import (
	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/sqlwal"
	"github.com/heddle-dev/heddle/core/text"
)

// table names a table, the column that its rows are sorted by before their
// rowid, and the columns that are read.
type table struct{ name, sort, columns string }

// query asks a database at one committed state.
type query struct{ *sqlwal.DB }

// readDatabase opens a database with what is committed in its log and calls
// fn, which must start afresh each time, until nothing was written meanwhile.
func readDatabase(env *adapter.Env, path string, fn func(q *query) error) error {
	db, err := sqlwal.Open(env.Host, path, "Copilot", "grant SQL to the engine: sessions whose folder is gone are in "+path)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Stable(func() error { return fn(&query{db}) }); err != nil {
		return err
	}
	for _, d := range db.Diagnostics(env.Agent) {
		env.Diagnose(d)
	}
	return nil
}

// rows returns the rows of a table whose column has a value, all rows for no
// column, and none when there is no such table. Whole numbers are read as they
// are, texts as bytes; doubles, which no column has, as NULL.
func (q *query) rows(t table, column, value string) ([][]host.Value, error) {
	has, err := q.columns(t.name)
	if err != nil || len(has) == 0 || column != "" && !has[column] {
		return nil, err
	}
	var list []byte
	for rest := t.columns; rest != ""; {
		var name string
		if name, rest, _ = text.Cut(rest, " "); !has[name] {
			name = "NULL"
		}
		if list != nil {
			list = append(list, ", "...)
		}
		list = append(list, "CASE typeof("+name+") WHEN 'integer' THEN "+name+" WHEN 'real' THEN NULL ELSE CAST("+name+" AS BLOB) END"...)
	}
	sql := "SELECT " + string(list) + " FROM " + t.name
	var args []host.Value
	if column != "" {
		sql += " WHERE " + column + " = ?"
		args = append(args, sqlwal.Text(value))
	}
	if has[t.sort] {
		return q.Query(sql+" ORDER BY "+t.sort+", rowid", args...)
	}
	return q.Query(sql+" ORDER BY rowid", args...)
}

// lasts returns the greatest value of a column for every value of another;
// none when the table is not there or is without them.
func (q *query) lasts(name, by, column string) ([][]host.Value, error) {
	has, err := q.columns(name)
	if err != nil || !has[by] {
		return nil, err
	}
	if !has[column] {
		column = "NULL"
	}
	return q.Query("SELECT CAST(" + by + " AS BLOB), CAST(MAX(" + column + ") AS BLOB) FROM " + name +
		" GROUP BY " + by + " ORDER BY " + by)
}

// columns returns the columns of a table; none when there is no such table.
func (q *query) columns(name string) (map[string]bool, error) {
	rows, err := q.Query("SELECT CAST(name AS BLOB) FROM pragma_table_info(?) ORDER BY cid", sqlwal.Text(name))
	out := map[string]bool{}
	for _, r := range rows {
		out[string(r[0].Bytes)] = true
	}
	return out, err
}
