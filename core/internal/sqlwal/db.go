package sqlwal

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// DB is a foreign database, open at one committed state. It belongs to one
// goroutine; Borrow makes one for another.
type DB struct {
	host    *host.Host
	path    string
	agent   string // whose database it is, as a hint calls it
	snap    Snapshot
	handle  int64
	seen    bool              // snap is what to read
	open    bool              // handle is of snap
	own     bool              // Close closes the handle
	tables  map[string]*table // what Learn read; shared by what is borrowed, so never changed
	checked map[string]bool   // statements that check let through
}

// Open opens the newest committed state of a database. agent is the program's
// name in hints, and grant the hint where the host has no SQLite driver, which
// is UNSUPPORTED.
func Open(h *host.Host, path, agent, grant string) (*DB, error) {
	d := &DB{host: h, path: path, agent: agent}
	if h.SQL == nil {
		return nil, noDriver(path, grant)
	}
	if err := d.loadSnapshot(); err != nil {
		return d, err
	}
	return d, d.openHandle()
}

func noDriver(path, hint string) error {
	return fault.New(fault.Unsupported, "this host has no SQLite driver").At(path, 0, 0).WithHint(hint)
}

// loadSnapshot finds the state to read, unless there is one.
func (d *DB) loadSnapshot() (err error) {
	if !d.seen {
		d.snap, err = ReadSnapshot(*d.host, d.path)
		d.seen = err == nil
	}
	return err
}

// openHandle opens the state, unless it is open.
func (d *DB) openHandle() (err error) {
	if d.open {
		return nil
	}
	if d.handle, err = d.host.SQL.Open(d.snap.Database); err != nil {
		return d.withPath(err)
	}
	d.open, d.own = true, true
	if err = d.reloadTables(); err != nil {
		_ = d.host.SQL.Close(d.handle) // nothing was written
		d.open, d.own = false, false
	}
	return err
}

// Close closes the database, unless it is borrowed. Closing twice is harmless.
func (d *DB) Close() {
	if d.own {
		_ = d.host.SQL.Close(d.handle) // nothing was written
	}
	d.seen, d.open, d.own = false, false, false
}

// Borrow returns the database for use in one walk: what it has to open anew,
// it opens for itself, and only that is closed with it.
func (d *DB) Borrow() *DB {
	out := *d
	out.own, out.checked = false, nil
	return &out
}

// Path is where the database is.
func (d *DB) Path() string { return d.path }

// Diagnostics says what a reader of the present state should know.
func (d *DB) Diagnostics(agent string) []fault.Diagnostic {
	return append(d.snap.Diagnostics(agent), d.tableDiagnostics(agent)...)
}

// RunStable runs fn, which must start afresh each time, until the database has
// not changed while it ran, for up to RetryMillis; then the error is CONFLICT.
func (d *DB) RunStable(fn func() error) error {
	start := d.host.Clock.Now()
	for attempt := int64(1); ; attempt++ {
		if err := d.loadSnapshot(); err != nil {
			return err
		}
		err := d.openHandle()
		if err == nil {
			err = fn()
		}
		if fault.CodeOf(err) == fault.Timeout {
			return err
		}
		same, lookErr := d.snap.IsUnchanged(d.host.Files)
		if lookErr != nil {
			return lookErr
		}
		if same {
			return err
		}
		if d.host.Clock.Now()-start >= RetryMillis || attempt >= MaxAttempts {
			return conflictError(d.path, d.agent)
		}
		d.Close()
	}
}

// Query runs one SELECT on the state that is open. It may name only tables that
// Learn found, and only stored columns of them.
func (d *DB) Query(query string, args ...host.Value) ([][]host.Value, error) {
	if err := d.checkStatement(query); err != nil {
		return nil, err
	}
	return d.QueryUnchecked(query, args...)
}

// QueryUnchecked is Query for a caller that has itself made sure of the tables.
func (d *DB) QueryUnchecked(query string, args ...host.Value) ([][]host.Value, error) {
	rows, err := d.host.SQL.Query(d.handle, query, args...)
	if e := host.CheckRows(query, rows); e != nil {
		return nil, d.withPath(e)
	}
	return rows, d.withPath(err)
}

// QueryStable is Query in RunStable: its rows are of one state of the database.
func (d *DB) QueryStable(query string, args ...host.Value) (out [][]host.Value, err error) {
	err = d.RunStable(func() (err error) {
		out, err = d.Query(query, args...)
		return err
	})
	return out, err
}

// withPath completes an error that does not say which file it is about.
func (d *DB) withPath(err error) error {
	if err == nil {
		return nil
	}
	e := *fault.From(err)
	if e.Path == "" {
		e.At(d.path, 0, 0)
	}
	return &e
}

// FirstColumn returns the first of the names, separated by blanks, that is a column
// of the table; "" when none is.
func (d *DB) FirstColumn(table, names string) string {
	for more := true; more; {
		var name string
		if name, names, more = text.Cut(names, " "); d.HasColumn(table, name) {
			return name
		}
	}
	return ""
}

// SelectList returns what a SELECT reads of a table. The list has alternative names
// of each column, "a b, c d": the first that the table has is read, as bytes
// or, after a '#', as it is; NULL when it has none.
func (d *DB) SelectList(table, list string) string { return d.ListAs(table, "", list) }

// ListAs is List for a table that the SELECT calls alias.
func (d *DB) ListAs(table, alias, list string) string {
	if alias != "" {
		alias += "."
	}
	var out []string
	for more := true; more; {
		var names string
		names, list, more = text.Cut(list, ", ")
		names, asItIs := strings.CutPrefix(names, "#")
		c := d.FirstColumn(table, names)
		switch {
		case c == "":
			c = "NULL"
		case asItIs:
			c = alias + c
		default:
			c = "CAST(" + alias + c + " AS BLOB)"
		}
		out = append(out, c)
	}
	return text.Join(out, ", ")
}

// TextValue is a value of a statement.
func TextValue(s string) host.Value { return host.Value{Kind: host.Text, Bytes: []byte(s)} }

// IntValue is a value of a statement.
func IntValue(n int64) host.Value { return host.Value{Kind: host.Integer, Int: n} }

// IntegerOf reads a number of any storage class; 0 when v is no number.
func IntegerOf(v *host.Value) int64 {
	switch v.Kind {
	case host.Integer:
		return v.Int
	case host.Real:
		if v.Real > -1e18 && v.Real < 1e18 {
			return int64(v.Real)
		}
	case host.Text, host.Blob:
		if n, err := scan.Parse(v.Bytes); err == nil {
			i, _ := n.ScaledDecimal(0)
			return i
		}
	}
	return 0
}
