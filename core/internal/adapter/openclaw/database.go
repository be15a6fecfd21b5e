package openclaw

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/session"
)

// database is one agent's database, open at one committed state.
type database struct{ *sqlwal.DB }

func openDatabase(h *host.Host, path string) (*database, error) {
	db, err := sqlwal.Open(h, path, "OpenClaw", "grant SQLite to the engine: sessions of OpenClaw 2026.7.2 and later are in "+path)
	return &database{db}, err
}

// selectRows runs one SELECT at one committed state.
func (d *database) selectRows(query string, args ...host.Value) ([]row, error) {
	return rowsOf(d.QueryStable(query, args...))
}

func (d *database) queryRows(query string, args ...host.Value) ([]row, error) {
	return rowsOf(d.Query(query, args...))
}

func rowsOf(found [][]host.Value, err error) ([]row, error) {
	if err != nil {
		return nil, err
	}
	out := make([]row, len(found))
	for i := range found {
		out[i] = found[i]
	}
	return out, nil
}

// row is one row of a result. Its methods take a column by its number.
type row []host.Value

func (r row) textAt(i int) string { return string(r[i].Bytes) }

// intAt reads an integer; tables of this agent are STRICT.
func (r row) intAt(i int) int64 {
	if r[i].Kind != host.Integer {
		return 0
	}
	return r[i].Int
}

func (r row) timeAt(i int) session.Time { return session.TimeOfMillis(r.intAt(i)) }

func (r row) isNull(i int) bool { return r[i].Kind == host.Null }
