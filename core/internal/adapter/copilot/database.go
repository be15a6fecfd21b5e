package copilot

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// table names a table, the column that its rows are sorted by before their
// rowid, and the columns that are read.
type table struct{ name, sort, columns string }

// query asks a database at one committed state.
type query struct{ *sqlwal.DB }

// readDatabase opens a database with what is committed in its log and calls
// fn, which must start afresh each time, until nothing was written meanwhile.
func readDatabase(env *adapter.Env, defects adapter.Defects, path string, fn func(q *query) error) error {
	db, err := sqlwal.Open(env.Host, path, "Copilot", "grant SQLite to the engine: sessions whose folder is gone are in "+path)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.RunStable(func() error { return fn(&query{db}) }); err != nil {
		return err
	}
	for _, d := range db.Diagnostics(env.Agent) {
		defects.Log().Diagnose(d)
	}
	return nil
}

// selectRows returns the rows of a table whose column has a value, all rows for no
// column, and none when there is no such table. Whole numbers are read as they
// are, texts as bytes; doubles, which no column has, as NULL.
func (q *query) selectRows(t table, column, value string) ([][]host.Value, error) {
	if err := q.LoadTables(t.name); err != nil || !q.HasTable(t.name) || column != "" && !q.HasColumn(t.name, column) {
		return nil, err
	}
	var list []byte
	for rest := t.columns; rest != ""; {
		var name string
		if name, rest, _ = text.Cut(rest, " "); !q.HasColumn(t.name, name) {
			name = "NULL"
		}
		if list != nil {
			list = append(list, ", "...)
		}
		list = append(list, "CASE typeof("+name+") WHEN 'integer' THEN "+name+" WHEN 'real' THEN NULL ELSE CAST("+name+" AS BLOB) END"...)
	}
	p := &sqlwal.Paged{Columns: string(list), From: t.name + " WHERE 1", Key: []string{"rowid"}, Limit: rowPage}
	if column != "" {
		p.From, p.Args = t.name+" WHERE "+column+" = ?", []host.Value{sqlwal.TextValue(value)}
	}
	if q.HasColumn(t.name, t.sort) {
		p.Key = []string{t.sort, "rowid"}
	}
	return q.allRows(p)
}

// rowPage is the number of rows of one statement.
const rowPage = 1000

func (q *query) allRows(p *sqlwal.Paged) (out [][]host.Value, err error) {
	err = q.EachRow(p, func(_, r []host.Value) error {
		out = append(out, r)
		return nil
	})
	return out, err
}

// latestValues returns the greatest value of a column for every value of another;
// none when the table is not there or is without them.
func (q *query) latestValues(name, by, column string) ([][]host.Value, error) {
	if err := q.LoadTables(name); err != nil || !q.HasColumn(name, by) {
		return nil, err
	}
	if !q.HasColumn(name, column) {
		column = "NULL"
	}
	return q.allRows(&sqlwal.Paged{Columns: "CAST(owner AS BLOB), CAST(last AS BLOB)", Key: []string{"owner"}, Limit: rowPage,
		From: "(SELECT " + by + " AS owner, MAX(" + column + ") AS last FROM " + name + " GROUP BY " + by + ") WHERE 1"})
}
