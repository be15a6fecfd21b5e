package sqlwal

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// Paged is a SELECT that is read page by page in the order of a key: each page
// begins after the key that the last one ended with. Keys may hold values of
// any storage class, regardless of the table's declaration.
type Paged struct {
	// Columns are what is selected beside the key, "" for nothing.
	Columns string
	// From is "table alias WHERE condition".
	From string
	Args []host.Value // of From
	// Key names the columns of the order; together they should be unique.
	Key []string
	// Limit is the number of rows of one page.
	Limit int64
}

// Bounds of one Paged.
const (
	// MaxRows is the greatest number of rows that are read.
	MaxRows = 1 << 24
	// MaxBytes bounds the values of all rows together where Each returns them:
	// its callers keep what they need of every row.
	MaxBytes = 512 << 20
)

// EachRow visits all rows on the state that is open. The key's values, text as
// stored, come apart from the columns. Rows that are not in the order of the
// key are PARSE_ERROR: then the key of the last row does not determine what comes
// next, and reading on might never end.
func (d *DB) EachRow(q *Paged, visit func(key, row []host.Value) error) error {
	bytes := int64(0)
	return d.visitRows(q, d.Query, func(key, row []host.Value) error {
		for i := range row {
			bytes += int64(len(row[i].Bytes))
		}
		if bytes > MaxBytes {
			return fault.New(fault.LimitExceeded, "the table has more bytes than are read").At(d.path, 0, 0)
		}
		return visit(key, row)
	})
}

// EachStable is Each with every page read while the database does not change,
// and without MaxBytes: it is for rows that are used one by one.
func (d *DB) EachStable(q *Paged, visit func(key, row []host.Value) error) error {
	return d.visitRows(q, d.QueryStable, visit)
}

func (d *DB) visitRows(q *Paged, run query, visit func(key, row []host.Value) error) error {
	var after []host.Value
	for read := int64(0); ; {
		keys, rows, err := d.readPage(q, after, run)
		if err != nil {
			return err
		}
		for i := range rows {
			if err := visit(keys[i], rows[i]); err != nil {
				return err
			}
		}
		if int64(len(rows)) < q.Limit {
			return nil
		}
		if read += int64(len(rows)); read >= MaxRows {
			return fault.New(fault.LimitExceeded, "the table has more rows than are read").At(d.path, 0, 0)
		}
		after = keys[len(keys)-1]
	}
}

// query is DB.Query or DB.Rows.
type query = func(query string, args ...host.Value) ([][]host.Value, error)

// NextPage returns the page after a key, nil for the first, read while the
// database does not change. When it has fewer rows than q.Limit, it is the
// last one.
func (d *DB) NextPage(q *Paged, after []host.Value) (keys, rows [][]host.Value, err error) {
	return d.readPage(q, after, d.QueryStable)
}

// readPage reads the rows after a key and checks that their keys increase.
func (d *DB) readPage(q *Paged, after []host.Value, run query) (keys, rows [][]host.Value, err error) {
	sql, args := q.selectStatement(after)
	found, err := run(sql, args...)
	if err != nil {
		return nil, nil, err
	}
	if int64(len(found)) > q.Limit {
		return nil, nil, d.orderError("more rows than were asked for")
	}
	last := after
	for _, r := range found {
		key := make([]host.Value, len(q.Key))
		for i := range key {
			if key[i] = r[2*i+1]; r[2*i].Int != 0 {
				key[i].Kind = host.Text
			}
		}
		if last != nil && compareKeys(key, last) < 0 {
			return nil, nil, d.orderError("rows that are not in the order of their index")
		}
		last = key
		keys, rows = append(keys, key), append(rows, r[2*len(key):])
	}
	if n := len(keys); after != nil && n > 0 && compareKeys(keys[0], after) <= 0 ||
		int64(n) == q.Limit && n > 1 && compareKeys(keys[n-1], keys[n-2]) == 0 {
		return nil, nil, d.orderError("several rows with one key")
	}
	return keys, rows, nil
}

func (d *DB) orderError(what string) error {
	return fault.New(fault.ParseError, "the database returns "+what).At(d.path, 0, 0).
		WithHint("the file is damaged; PRAGMA integrity_check on a copy of it says more")
}

// selectStatement returns the SELECT for the page after a key.
func (q *Paged) selectStatement(after []host.Value) (string, []host.Value) {
	var list, sorted []string
	for _, k := range q.Key {
		list = append(list, "typeof("+k+") = 'text', CASE typeof("+k+") WHEN 'text' THEN CAST("+k+" AS BLOB) ELSE "+k+" END")
		sorted = append(sorted, collatedColumn(k))
	}
	if q.Columns != "" {
		list = append(list, q.Columns)
	}
	sql := "SELECT " + text.Join(list, ", ") + " FROM " + q.From
	args := append([]host.Value(nil), q.Args...)
	if after != nil {
		var cond string
		cond, args = q.keyCondition(after, args)
		sql += " AND " + cond
	}
	return sql + " ORDER BY " + text.Join(sorted, ", ") + " LIMIT " + text.FormatInt(q.Limit), args
}

// keyCondition returns the condition for the rows after a key: for columns a, b it
// is (a > ? OR a IS ? AND b > ?), with a >= ? before it for the index.
func (q *Paged) keyCondition(after, args []host.Value) (string, []host.Value) {
	var either []string
	cond := ""
	if len(after) > 1 && after[0].Kind != host.Null {
		var mark string
		mark, args = bindValue(after[0], args)
		cond = collatedColumn(q.Key[0]) + " >= " + mark + " AND "
	}
	for i := range after {
		same := ""
		for k := 0; k < i; k++ {
			var mark string
			mark, args = bindValue(after[k], args)
			same += collatedColumn(q.Key[k]) + " IS " + mark + " AND "
		}
		if after[i].Kind == host.Null {
			either = append(either, same+q.Key[i]+" IS NOT NULL")
			continue
		}
		var mark string
		mark, args = bindValue(after[i], args)
		either = append(either, same+collatedColumn(q.Key[i])+" > "+mark)
	}
	return cond + "(" + text.Join(either, " OR ") + ")", args
}

// collatedColumn is a column of a key as it is compared: byte by byte, regardless of the
// table's declaration. A row's number needs no words.
func collatedColumn(column string) string {
	if strings.HasSuffix(column, "rowid") {
		return column
	}
	return column + " COLLATE BINARY"
}

// bindValue adds an argument and returns its place in the statement. Text that a
// host could not pass on as it is goes as bytes; the plus sign keeps SQLite
// from converting what it is compared with.
func bindValue(v host.Value, args []host.Value) (string, []host.Value) {
	if v.Kind == host.Text && (!utf8.Valid(v.Bytes) || bytes.IndexByte(v.Bytes, 0) >= 0) {
		v.Kind = host.Blob
		return "+CAST(? AS TEXT)", append(args, v)
	}
	return "?", append(args, v)
}

// compareKeys compares keys as SQLite sorts them.
func compareKeys(a, b []host.Value) int {
	for i := range a {
		if c := compareValues(&a[i], &b[i]); c != 0 {
			return c
		}
	}
	return 0
}

// compareValues orders NULL before numbers, those before text, and text before blobs.
func compareValues(a, b *host.Value) int {
	if x, y := storageClass(a.Kind), storageClass(b.Kind); x != y {
		return x - y
	}
	switch storageClass(a.Kind) {
	case 0:
		return 0
	case 1:
		return compareNumbers(a, b)
	}
	return bytes.Compare(a.Bytes, b.Bytes)
}

func storageClass(k host.ValueKind) int {
	switch k {
	case host.Integer, host.Real:
		return 1
	case host.Text:
		return 2
	case host.Blob:
		return 3
	}
	return 0
}

func compareNumbers(a, b *host.Value) int {
	switch {
	case a.Kind == host.Integer && b.Kind == host.Integer:
		return signOf(a.Int < b.Int, a.Int > b.Int)
	case a.Kind == host.Real && b.Kind == host.Real:
		return signOf(a.Real < b.Real, a.Real > b.Real)
	case a.Kind == host.Real:
		return -compareNumbers(b, a)
	}
	// An integer and a double, compared exactly: 2^63 bounds what an integer holds.
	const limit = 1 << 63
	switch r := b.Real; {
	case r >= limit:
		return -1
	case r < -limit:
		return 1
	default:
		whole := int64(r)
		if whole != a.Int {
			return signOf(a.Int < whole, a.Int > whole)
		}
		return signOf(float64(whole) < r, float64(whole) > r)
	}
}

func signOf(less, more bool) int {
	switch {
	case less:
		return -1
	case more:
		return 1
	}
	return 0
}
