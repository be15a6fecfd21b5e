package sqlite

import (
	"unsafe"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// valueBytes is what a value counts beside its bytes.
const valueBytes = 48

// bindArgs sets a statement's parameters 1 … n. A NaN is stored as NULL, as
// SQLite does everywhere.
func (c *conn) bindArgs(stmt uintptr, args []host.Value) error {
	if int(sqlite3.Xsqlite3_bind_parameter_count(c.tls, stmt)) != len(args) {
		return fault.New(fault.InvalidArgument, "statement and arguments differ in number").At(c.path, 0, 0)
	}
	for i, v := range args {
		if rc := c.bindOne(stmt, int32(i+1), v); rc != sqlite3.SQLITE_OK {
			return c.describeError(rc)
		}
	}
	return nil
}

func (c *conn) bindOne(stmt uintptr, i int32, v host.Value) int32 {
	switch v.Kind {
	case host.Integer:
		return sqlite3.Xsqlite3_bind_int64(c.tls, stmt, i, v.Int)
	case host.Real:
		return sqlite3.Xsqlite3_bind_double(c.tls, stmt, i, v.Real)
	case host.Text, host.Blob:
	default:
		return sqlite3.Xsqlite3_bind_null(c.tls, stmt, i)
	}
	p := c.cString(unsafe.String(unsafe.SliceData(v.Bytes), len(v.Bytes))) // never 0 for an empty value, which would mean NULL
	if p == 0 {
		return sqlite3.SQLITE_NOMEM
	}
	defer c.freeMemory(p)
	n := sqlite3.Tsqlite3_uint64(len(v.Bytes))
	if v.Kind == host.Text {
		return sqlite3.Xsqlite3_bind_text64(c.tls, stmt, i, p, n, sqlite3.SQLITE_TRANSIENT, sqlite3.SQLITE_UTF8)
	}
	return sqlite3.Xsqlite3_bind_blob64(c.tls, stmt, i, p, n, sqlite3.SQLITE_TRANSIENT)
}

// rowReader collects the rows of one query within a limit.
type rowReader struct {
	conn    *conn
	stmt    uintptr
	columns int
	left    int64 // bytes
	rows    [][]host.Value
	spare   []host.Value // room for rows to come
}

// readRow reads the current row of the statement.
func (r *rowReader) readRow() error {
	if len(r.rows) >= MaxRows {
		return fault.New(fault.LimitExceeded, "query result has more than 1,048,576 rows").At(r.conn.path, 0, 0).
			WithHint("narrow the request")
	}
	if len(r.spare) < r.columns {
		r.spare = make([]host.Value, r.columns*min(256, 2*len(r.rows)+1))
	}
	row := r.spare[:r.columns:r.columns]
	r.spare = r.spare[r.columns:]
	r.left -= 24
	for i := range row {
		if err := r.readColumn(&row[i], int32(i)); err != nil {
			return err
		}
	}
	r.rows = append(r.rows, row)
	return nil
}

func (r *rowReader) readColumn(v *host.Value, i int32) error {
	c := r.conn
	r.left -= valueBytes
	var from uintptr
	switch sqlite3.Xsqlite3_column_type(c.tls, r.stmt, i) {
	case sqlite3.SQLITE_INTEGER:
		*v = host.Value{Kind: host.Integer, Int: sqlite3.Xsqlite3_column_int64(c.tls, r.stmt, i)}
		return r.checkSize()
	case sqlite3.SQLITE_FLOAT:
		*v = host.Value{Kind: host.Real, Real: sqlite3.Xsqlite3_column_double(c.tls, r.stmt, i)}
		return r.checkSize()
	case sqlite3.SQLITE_TEXT:
		v.Kind = host.Text
		from = sqlite3.Xsqlite3_column_text(c.tls, r.stmt, i)
	case sqlite3.SQLITE_BLOB:
		v.Kind = host.Blob
		from = sqlite3.Xsqlite3_column_blob(c.tls, r.stmt, i)
	default:
		return r.checkSize()
	}
	n := int(sqlite3.Xsqlite3_column_bytes(c.tls, r.stmt, i))
	if from == 0 && (n > 0 || v.Kind == host.Text) {
		return noMemory(c.path)
	}
	r.left -= int64(n)
	if err := r.checkSize(); err != nil {
		return err
	}
	v.Bytes = make([]byte, n)
	if n > 0 {
		copy(v.Bytes, bytesAt(from, n))
	}
	return nil
}

func (r *rowReader) checkSize() error {
	if r.left >= 0 {
		return nil
	}
	return fault.New(fault.LimitExceeded, "query result is too large").At(r.conn.path, 0, 0).
		WithHint("narrow the request")
}
