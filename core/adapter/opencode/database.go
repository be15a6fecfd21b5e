package opencode

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/core/sqlwal"
	"github.com/heddle-dev/heddle/core/text"
)

// database is the open opencode.db at one committed state.
type database struct {
	host      *host.Host
	snap      sqlwal.Snapshot
	handle    int64
	own       bool // close closes the handle
	described bool // its tables are those of the older description
	columns   map[string]map[string]bool
}

func openDatabase(h *host.Host) (*database, error) {
	if h.SQL == nil {
		return nil, fault.New(fault.Unsupported, "this host has no SQLite driver").At(databasePath, 0, 0).
			WithHint("grant SQL to the engine: sessions of OpenCode 1.2 and later are in " + databasePath)
	}
	d := &database{host: h}
	return d, d.open()
}

func (d *database) open() error {
	snap, err := sqlwal.Read(*d.host, databasePath)
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
			return fault.New(fault.Conflict, "database kept changing while it was read").At(databasePath, 0, 0).
				WithHint("try again when OpenCode is less busy")
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
		e.At(databasePath, 0, 0)
	}
	return nil, e
}

// learn reads which tables and columns there are.
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

// list returns what a SELECT reads of a table. The list has alternative
// names of each column, "a b, c d": the first that the table has is read, as
// bytes or, behind a '#', as it is; NULL when it has none.
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

// row is one row of a result. Its methods take a column by its number.
type row []host.Value

func (r row) str(i int) string { return string(r[i].Bytes) }

func (r row) num(i int) int64 { return integer(&r[i]) }

func (r row) time(i int) session.Time { return session.TimeOfMillis(integer(&r[i])) }

func (r row) null(i int) bool { return r[i].Kind == host.Null }

func textValue(s string) host.Value { return host.Value{Kind: host.Text, Bytes: []byte(s)} }

func intValue(n int64) host.Value { return host.Value{Kind: host.Integer, Int: n} }

// integer reads a number of any storage class.
func integer(v *host.Value) int64 {
	switch v.Kind {
	case host.Integer:
		return v.Int
	case host.Real:
		if v.Real > -1e18 && v.Real < 1e18 {
			return int64(v.Real)
		}
	case host.Text, host.Blob:
		if n, err := scan.Parse(v.Bytes); err == nil {
			i, _ := n.Decimal(0)
			return i
		}
	}
	return 0
}

// among returns "(?,?,…)" for a list of ids and the list, filled up with its
// last id to one of few lengths, so that few statements are ever compiled.
func among(ids []host.Value) (string, []host.Value) {
	n := 1
	for _, full := range []int{messageBatch, spendBatch} {
		if len(ids) > n {
			n = full
		}
	}
	out := append(make([]host.Value, 0, n+3), ids...)
	for len(out) < n {
		out = append(out, ids[len(ids)-1])
	}
	marks := []byte("(?")
	for range n - 1 {
		marks = append(marks, ",?"...)
	}
	return string(append(marks, ')')), out
}
