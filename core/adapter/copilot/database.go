package copilot

import (
	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/sqlwal"
	"github.com/heddle-dev/heddle/core/text"
)

// table names a table, the column that its rows are sorted by before their
// rowid, and the columns that are read.
type table struct{ name, sort, columns string }

// query asks a database at one committed state.
type query struct {
	host   *host.Host
	handle int64
}

// readDatabase opens a database with what is committed in its log and calls
// fn, which must start afresh each time, until nothing was written meanwhile.
func readDatabase(env *adapter.Env, path string, fn func(q *query) error) error {
	h := env.Host
	if h.SQL == nil {
		return fault.New(fault.Unsupported, "this host has no SQLite driver").At(path, 0, 0).
			WithHint("grant SQL to the engine: sessions whose folder is gone are in " + path)
	}
	start := h.Clock.Now()
	for attempt := 1; ; attempt++ {
		snap, err := sqlwal.Read(*h, path)
		if err != nil {
			return err
		}
		handle, err := h.SQL.Open(snap.Database)
		if err == nil {
			err = fn(&query{h, handle})
			_ = h.SQL.Close(handle) // nothing was written
		}
		same, lookErr := snap.Unchanged(h.Files)
		switch {
		case fault.CodeOf(err) == fault.Timeout:
			return err
		case lookErr != nil:
			return lookErr
		case same && err != nil:
			e := fault.From(err)
			if e.Path == "" {
				e.At(path, 0, 0)
			}
			return e
		case same:
			for _, d := range snap.Diagnostics(env.Agent) {
				env.Diagnose(d)
			}
			return nil
		case h.Clock.Now()-start >= sqlwal.RetryMillis || attempt >= sqlwal.MaxAttempts:
			return fault.New(fault.Conflict, "database kept changing while it was read").At(path, 0, 0).
				WithHint("try again when Copilot is less busy")
		}
	}
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
		args = append(args, textValue(value))
	}
	if has[t.sort] {
		return q.host.SQL.Query(q.handle, sql+" ORDER BY "+t.sort+", rowid", args...)
	}
	return q.host.SQL.Query(q.handle, sql+" ORDER BY rowid", args...)
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
	return q.host.SQL.Query(q.handle, "SELECT CAST("+by+" AS BLOB), CAST(MAX("+column+") AS BLOB) FROM "+name+
		" GROUP BY "+by+" ORDER BY "+by)
}

// columns returns the columns of a table; none when there is no such table.
func (q *query) columns(name string) (map[string]bool, error) {
	rows, err := q.host.SQL.Query(q.handle, "SELECT CAST(name AS BLOB) FROM pragma_table_info(?) ORDER BY cid", textValue(name))
	out := map[string]bool{}
	for _, r := range rows {
		out[string(r[0].Bytes)] = true
	}
	return out, err
}

func textValue(s string) host.Value { return host.Value{Kind: host.Text, Bytes: []byte(s)} }
