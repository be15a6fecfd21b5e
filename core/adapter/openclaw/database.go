package openclaw

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/core/sqlwal"
	"github.com/heddle-dev/heddle/core/text"
)

// database is one agent's database, open at one committed state.
type database struct {
	host   *host.Host
	path   string
	snap   sqlwal.Snapshot
	handle int64
	own    bool // close closes the handle
	tables map[string]map[string]bool
}

func openDatabase(h *host.Host, path string) (*database, error) {
	if h.SQL == nil {
		return nil, fault.New(fault.Unsupported, "this host has no SQLite driver").At(path, 0, 0).
			WithHint("grant SQL to the engine: sessions of OpenClaw 2026.7.2 and later are in " + path)
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
		return d.named(err)
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
				WithHint("try again when OpenClaw is less busy")
		}
		d.close()
		if err := d.open(); err != nil {
			return err
		}
	}
}

// rows runs one SELECT at one committed state.
func (d *database) rows(query string, args ...host.Value) (out []row, err error) {
	err = d.stable(func() error {
		out, err = d.query(query, args...)
		return err
	})
	return out, err
}

func (d *database) query(query string, args ...host.Value) ([]row, error) {
	found, err := d.host.SQL.Query(d.handle, query, args...)
	if err != nil {
		return nil, d.named(err)
	}
	out := make([]row, len(found))
	for i := range found {
		out[i] = found[i]
	}
	return out, nil
}

// named completes an error that does not say which file it is about.
func (d *database) named(err error) error {
	e := *fault.From(err)
	if e.Path == "" {
		e.At(d.path, 0, 0)
	}
	return &e
}

// learn reads which columns the tables have. Versions differ in them.
func (d *database) learn(tables ...string) error {
	d.tables = map[string]map[string]bool{}
	for _, table := range tables {
		found, err := d.query("SELECT CAST(name AS BLOB) FROM pragma_table_info(?) ORDER BY cid", textValue(table))
		if err != nil {
			return err
		}
		set := map[string]bool{}
		for _, r := range found {
			set[r.str(0)] = true
		}
		d.tables[table] = set
	}
	return nil
}

func (d *database) has(table, column string) bool { return d.tables[table][column] }

// list returns what a SELECT reads of a table under an alias: the columns of
// the list ("a, b") as bytes, those behind a '#' as they are, and NULL for
// what the table does not have.
func (d *database) list(table, alias, list string) string {
	var out []string
	for more := true; more; {
		var name string
		name, list, more = text.Cut(list, ", ")
		name, asItIs := strings.CutPrefix(name, "#")
		switch {
		case !d.has(table, name):
			name = "NULL"
		case asItIs:
			name = alias + "." + name
		default:
			name = "CAST(" + alias + "." + name + " AS BLOB)"
		}
		out = append(out, name)
	}
	return text.Join(out, ", ")
}

// row is one row of a result. Its methods take a column by its number.
type row []host.Value

func (r row) str(i int) string { return string(r[i].Bytes) }

// num reads an integer; tables of this agent are STRICT.
func (r row) num(i int) int64 {
	if r[i].Kind != host.Integer {
		return 0
	}
	return r[i].Int
}

func (r row) time(i int) session.Time { return session.TimeOfMillis(r.num(i)) }

func (r row) null(i int) bool { return r[i].Kind == host.Null }

func textValue(s string) host.Value { return host.Value{Kind: host.Text, Bytes: []byte(s)} }

func intValue(n int64) host.Value { return host.Value{Kind: host.Integer, Int: n} }
