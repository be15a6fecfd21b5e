package opencode

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/session"
)

// database is an open opencode.db at one committed state.
type database struct {
	*sqlwal.DB
	described bool // its tables are those of the older description
}

func openDatabase(h *host.Host, path string) (*database, error) {
	db, err := sqlwal.Open(h, path, "OpenCode", "grant SQLite to the engine: sessions of OpenCode 1.2 and later are in "+path)
	return &database{DB: db}, err
}

// borrowHandle returns the database for one walk.
func (d *database) borrowHandle() *database { return &database{d.DB.Borrow(), d.described} }

// row is one row of a result. Its methods take a column by its number.
type row []host.Value

func (r row) textAt(i int) string { return string(r[i].Bytes) }

func (r row) intAt(i int) int64 { return sqlwal.IntegerOf(&r[i]) }

func (r row) timeAt(i int) session.Time { return session.TimeOfMillis(sqlwal.IntegerOf(&r[i])) }

func (r row) isNull(i int) bool { return r[i].Kind == host.Null }

// inClause returns "(?,?,…)" for a list of ids and the list, filled up with its
// last id to one of few lengths, so that few statements are ever compiled.
func inClause(ids []host.Value) (string, []host.Value) {
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
