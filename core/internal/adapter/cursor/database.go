package cursor

import (
	"strings"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// database is an open database at one committed state.
type database struct{ *sqlwal.DB }

func openDatabase(h *host.Host, path string) (*database, error) {
	db, err := sqlwal.Open(h, path, "Cursor", "grant SQLite to the engine: Cursor keeps sessions in SQLite databases")
	return &database{db}, err
}

// borrowHandle returns the database for one walk.
func (d *database) borrowHandle() *database { return &database{d.Borrow()} }

// learnTables reads which columns tables have.
func (d *database) learnTables(tables ...string) error {
	return d.RunStable(func() error { return d.LoadTables(tables...) })
}

// readValue returns the value of a key of ItemTable or cursorDiskKV.
func (d *database) readValue(table, key string) ([]byte, error) {
	rows, err := d.QueryStable("SELECT CAST(value AS BLOB) FROM "+table+" WHERE key = ? ORDER BY rowid DESC LIMIT 1", sqlwal.TextValue(key))
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0][0].Bytes, nil
}

// readValues returns the values of some keys.
func (d *database) readValues(table, keyColumn, valueColumn string, keys []string) (map[string][]byte, error) {
	marks := []byte("(")
	args := make([]host.Value, 0, bubbleBatch)
	for i := range max(len(keys), bubbleBatch) { // one length, so one statement
		args = append(args, sqlwal.TextValue(keys[min(i, len(keys)-1)]))
		marks = append(marks, "?,"...)
	}
	marks[len(marks)-1] = ')'
	rows, err := d.QueryStable("SELECT CAST("+keyColumn+" AS BLOB), CAST("+valueColumn+" AS BLOB) FROM "+table+
		" WHERE "+keyColumn+" IN "+string(marks)+" ORDER BY "+keyColumn+" LIMIT "+text.FormatInt(rowPage), args...)
	out := make(map[string][]byte, len(rows))
	for _, r := range rows {
		out[string(r[0].Bytes)] = r[1].Bytes
	}
	return out, err
}

// eachKey visits the keys of cursorDiskKV that begin with a prefix, which ends in
// ':', without their values and without looking at any other key. The order
// is that of the keys.
func (d *database) eachKey(prefix string, visit func(rest string, row int64)) error {
	q := &sqlwal.Paged{Columns: "rowid", From: "cursorDiskKV WHERE key > ? AND key < ?", Key: []string{"key"}, Limit: rowPage,
		Args: []host.Value{sqlwal.TextValue(prefix), sqlwal.TextValue(prefix[:len(prefix)-1] + ";")}}
	return d.EachStable(q, func(key, r []host.Value) error {
		if k := string(key[0].Bytes); strings.HasPrefix(k, prefix) {
			visit(k[len(prefix):], r[0].Int)
		}
		return nil
	})
}

// looseTime reads milliseconds, seconds or a written time.
func looseTime(v *host.Value) (t session.Time, naive bool) {
	if v.Kind == host.Text || v.Kind == host.Blob {
		if t, naive, ok := session.ParseTime(string(v.Bytes)); ok {
			return t, naive
		}
	}
	if n := sqlwal.IntegerOf(v); n < 100_000_000_000 { // as seconds the year 5138, as milliseconds 1973
		return session.TimeOfSeconds(n), false
	}
	return session.TimeOfMillis(sqlwal.IntegerOf(v)), false
}
