package hermes

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/sqlwal"
	"github.com/heddle-dev/heddle/core/text"
)

// database is an open database at one committed state.
type database struct {
	host    *host.Host
	path    string
	snap    sqlwal.Snapshot
	handle  int64
	own     bool // close closes the handle
	columns map[string]map[string]bool
}

func openDatabase(h *host.Host, path string) (*database, error) {
	if h.SQL == nil {
		return nil, fault.New(fault.Unsupported, "this host has no SQLite driver").At(path, 0, 0).
			WithHint("grant SQL to the engine: sessions of Hermes are in " + path)
	}
	d := &database{host: h, path: path}
	return d, d.open()
}

func (d *database) open() error {
	snap, err := sqlwal.Read(*d.host, d.path)
	if err != nil {
		return err
	}
	handle, err := d.host.SQL.Open(snap.Database)
	if err != nil {
		return err
	}
	d.snap, d.handle, d.own = snap, handle, true
	return nil
}

func (d *database) close() {
	if d.own {
		_ = d.host.SQL.Close(d.handle) // nothing was written
		d.own = false
	}
}

// stable runs fn, which must start afresh each time, until the database has
// not changed while it ran.
func (d *database) stable(fn func() error) error {
	start := d.host.Clock.Now()
	for attempt := 1; ; attempt++ {
		err := fn()
		if fault.CodeOf(err) == fault.Timeout {
			return err
		}
		same, lookErr := d.snap.Unchanged(d.host.Files)
		if lookErr != nil {
			return lookErr
		}
		if same {
			return err
		}
		if d.host.Clock.Now()-start >= sqlwal.RetryMillis || attempt >= sqlwal.MaxAttempts {
			return fault.New(fault.Conflict, "database kept changing while it was read").At(d.path, 0, 0).
				WithHint("try again when Hermes is less busy")
		}
		d.close()
		if err := d.open(); err != nil {
			return err
		}
	}
}

func (d *database) query(query string, args ...host.Value) ([][]host.Value, error) {
	rows, err := d.host.SQL.Query(d.handle, query, args...)
	if err == nil {
		return rows, nil
	}
	e := fault.From(err)
	if e.Path == "" {
		e.At(d.path, 0, 0)
	}
	return nil, e
}

// rows is query on a database that stands still.
func (d *database) rows(query string, args ...host.Value) (out [][]host.Value, err error) {
	err = d.stable(func() (err error) {
		out, err = d.query(query, args...)
		return err
	})
	return out, err
}

// learn reads which of the tables there are, and their columns. Columns come
// and go between builds of one schema version, so nothing else is asked.
func (d *database) learn(tables ...string) error {
	d.columns = map[string]map[string]bool{}
	for _, table := range tables {
		rows, err := d.query("SELECT CAST(name AS BLOB) FROM pragma_table_info(?) ORDER BY cid", textValue(table))
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			continue
		}
		set := map[string]bool{}
		for _, r := range rows {
			set[string(r[0].Bytes)] = true
		}
		d.columns[table] = set
	}
	return nil
}

// has reports whether a table has a column.
func (d *database) has(table, column string) bool { return d.columns[table][column] }

// list returns what a SELECT reads of a table. The list has alternative names
// of each column, "a b, c d": the first that the table has is read, as bytes
// or, behind a '#', as it is; NULL when it has none.
func (d *database) list(table, list string) string {
	var out []byte
	for more := true; more; {
		var names string
		names, list, more = text.Cut(list, ", ")
		names, asItIs := strings.CutPrefix(names, "#")
		c := d.first(table, names)
		switch {
		case c == "":
			c = "NULL"
		case !asItIs:
			c = "CAST(" + c + " AS BLOB)"
		}
		if out != nil {
			out = append(out, ", "...)
		}
		out = append(out, c...)
	}
	return string(out)
}

// first returns the first of the names that is a column of the table.
func (d *database) first(table, names string) string {
	for more := true; more; {
		var name string
		if name, names, more = text.Cut(names, " "); d.has(table, name) {
			return name
		}
	}
	return ""
}

// final reports whether an error ends the walk whatever else could be read.
func final(err error) bool {
	code := fault.CodeOf(err)
	return code == fault.Timeout || code == fault.Conflict
}
