package cursor

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/core/sqlwal"
	"github.com/heddle-dev/heddle/core/text"
)

// database is an open database at one committed state.
type database struct {
	host   *host.Host
	path   string
	snap   sqlwal.Snapshot
	handle int64
	own    bool // close closes the handle
}

func openDatabase(h *host.Host, path string) (*database, error) {
	d := &database{host: h, path: path}
	if h.SQL == nil {
		return nil, fault.New(fault.Unsupported, "this host has no SQLite driver").At(path, 0, 0).
			WithHint("grant SQL to the engine: Cursor keeps sessions in SQLite databases")
	}
	return d, d.open()
}

func (d *database) open() error {
	snap, err := sqlwal.Read(*d.host, d.path)
	if err != nil {
		return err
	}
	handle, err := d.host.SQL.Open(snap.Database)
	if err != nil {
		return d.at(err)
	}
	d.snap, d.handle, d.own = snap, handle, true
	return nil
}

// borrow returns a database to use in one walk: what it has to open anew, it
// opens for itself.
func (d *database) borrow() *database {
	out := *d
	out.own = false
	return &out
}

func (d *database) close() {
	if d.own {
		_ = d.host.SQL.Close(d.handle) // nothing was written
		d.own = false
	}
}

// at says which database an error is of.
func (d *database) at(err error) error {
	if e := fault.From(err); e.Path == "" {
		return e.At(d.path, 0, 0)
	}
	return err
}

// rows returns a query's rows. When the database changed meanwhile it is
// opened anew and the query repeated.
func (d *database) rows(query string, args ...host.Value) ([][]host.Value, error) {
	start := d.host.Clock.Now()
	for attempt := 1; ; attempt++ {
		rows, err := d.host.SQL.Query(d.handle, query, args...)
		if fault.CodeOf(err) == fault.Timeout {
			return nil, err
		}
		same, lookErr := d.snap.Unchanged(d.host.Files)
		switch {
		case lookErr != nil:
			return nil, lookErr
		case same && err != nil:
			return nil, d.at(err)
		case same:
			return rows, nil
		case d.host.Clock.Now()-start >= sqlwal.RetryMillis || attempt >= sqlwal.MaxAttempts:
			return nil, fault.New(fault.Conflict, "database kept changing while it was read").At(d.path, 0, 0).
				WithHint("try again when Cursor is less busy")
		}
		d.close()
		if err := d.open(); err != nil {
			return nil, err
		}
	}
}

// columns returns the columns of a table; none when there is no such table.
func (d *database) columns(table string) (map[string]bool, error) {
	rows, err := d.rows("SELECT CAST(name AS BLOB) FROM pragma_table_info(?) ORDER BY cid", textValue(table))
	out := map[string]bool{}
	for _, r := range rows {
		out[string(r[0].Bytes)] = true
	}
	return out, err
}

// value returns what stands under a key of ItemTable or cursorDiskKV.
func (d *database) value(table, key string) ([]byte, error) {
	rows, err := d.rows("SELECT CAST(value AS BLOB) FROM "+table+" WHERE key = ? ORDER BY rowid DESC LIMIT 1", textValue(key))
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0][0].Bytes, nil
}

// values returns what stands under some keys.
func (d *database) values(table, keyColumn, valueColumn string, keys []string) (map[string][]byte, error) {
	marks := []byte("(")
	args := make([]host.Value, 0, bubbleBatch)
	for i := range max(len(keys), bubbleBatch) { // one length, so one statement
		args = append(args, textValue(keys[min(i, len(keys)-1)]))
		marks = append(marks, "?,"...)
	}
	marks[len(marks)-1] = ')'
	rows, err := d.rows("SELECT CAST("+keyColumn+" AS BLOB), CAST("+valueColumn+" AS BLOB) FROM "+table+
		" WHERE "+keyColumn+" IN "+string(marks)+" ORDER BY "+keyColumn, args...)
	out := make(map[string][]byte, len(rows))
	for _, r := range rows {
		out[string(r[0].Bytes)] = r[1].Bytes
	}
	return out, err
}

// keys visits the keys of cursorDiskKV that begin with a prefix, which ends in
// ':', without their values and without looking at any other key. The order
// is that of the keys.
func (d *database) keys(prefix string, visit func(rest string, row int64)) error {
	end := prefix[:len(prefix)-1] + ";"
	for after := prefix; ; {
		rows, err := d.rows("SELECT CAST(key AS BLOB), rowid FROM cursorDiskKV WHERE key > ? AND key < ? ORDER BY key LIMIT "+
			text.Int(rowPage), textValue(after), textValue(end))
		if err != nil {
			return err
		}
		for _, r := range rows {
			after = string(r[0].Bytes)
			visit(after[len(prefix):], r[1].Int)
		}
		if len(rows) < rowPage {
			return nil
		}
	}
}

func textValue(s string) host.Value { return host.Value{Kind: host.Text, Bytes: []byte(s)} }

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

// looseTime reads milliseconds, seconds or a written time.
func looseTime(v *host.Value) (t session.Time, naive bool) {
	if v.Kind == host.Text || v.Kind == host.Blob {
		if t, naive, ok := session.ParseTime(string(v.Bytes)); ok {
			return t, naive
		}
	}
	if n := integer(v); n < 100_000_000_000 { // as seconds the year 5138, as milliseconds 1973
		return session.TimeOfSeconds(n), false
	}
	return session.TimeOfMillis(integer(v)), false
}

// first returns the first of the names, which are separated by spaces, that
// is a column.
func first(columns map[string]bool, names string) string {
	for more := true; more; {
		var name string
		if name, names, more = text.Cut(names, " "); columns[name] {
			return name
		}
	}
	return ""
}

// list returns what a SELECT reads: for every entry of names the first of its
// alternatives that is a column, as bytes or, behind a '#', as it is stored;
// NULL when none is.
func list(columns map[string]bool, names ...string) string {
	out := make([]string, len(names))
	for i, n := range names {
		bare := n
		if n[0] == '#' {
			bare = n[1:]
		}
		switch out[i] = first(columns, bare); {
		case out[i] == "":
			out[i] = "NULL"
		case n[0] != '#':
			out[i] = "CAST(" + out[i] + " AS BLOB)"
		}
	}
	return text.Join(out, ", ")
}
