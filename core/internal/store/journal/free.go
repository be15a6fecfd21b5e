package journal

import "github.com/heddle-dev/heddle/core/host"

// Free implements host.Compactor: one transaction, so that a crash leaves the
// stream as it was or as it should be.
func (j *SQL) Free(stream string, spans []host.Span) (int64, error) {
	r, err := j.lookupStream(stream)
	if err != nil || r.id == 0 || len(spans) == 0 {
		return 0, err
	}
	held, err := j.heldIDs(r.id)
	if err != nil {
		return 0, err
	}
	var freed int64
	var batch []host.Statement
	for _, s := range spans {
		first, last := eventPosition(r.id, max(1, s.From)), eventPosition(r.id, min(s.To, r.head-1))
		if first > last {
			continue
		}
		rows, err := j.queryRows("SELECT coalesce(sum(CASE WHEN size BETWEEN 0 AND 1073741824 THEN size ELSE 0 END), 0) FROM event WHERE pos BETWEEN ? AND ?", intValue(first), intValue(last))
		if err != nil || len(rows) != 1 {
			return 0, err
		}
		freed += rows[0][0].Int
		if held, err = j.appendHeld(held, first, last); err != nil {
			return 0, err
		}
		args := []host.Value{intValue(first), intValue(last)}
		batch = append(batch,
			host.Statement{SQL: removeChunks, Args: args},
			host.Statement{SQL: removeEvents, Args: args},
			host.Statement{SQL: "DELETE FROM freed WHERE first >= ? AND last <= ?", Args: args},
			host.Statement{SQL: "INSERT OR REPLACE INTO freed(first, last, sum) VALUES(?, ?, ?)",
				Args: append(args[:2:2], intValue(rowSum(first, last, nil)))})
	}
	batch = append(batch, host.Statement{SQL: dropState, Args: []host.Value{intValue(r.id)}})
	if len(held) > 0 {
		batch = append(batch, j.heldStatement(r.id, held))
	}
	return freed, j.sql.Exec(j.handle, batch)
}

// DropStates drops the cached states, which changes no answer.
func (j *SQL) DropStates() error {
	return j.sql.Exec(j.handle, []host.Statement{{SQL: "DELETE FROM state"}})
}

// FileSize returns the size of the file's pages in bytes, including free pages, and
// the number of events.
func (j *SQL) FileSize() (bytes, events int64, err error) {
	var n [3]int64
	for i, q := range []string{"PRAGMA page_count", "PRAGMA page_size", "SELECT count(*) FROM event"} {
		rows, err := j.queryRows(q)
		if err != nil || len(rows) != 1 {
			return 0, 0, err
		}
		n[i] = rows[0][0].Int
	}
	return n[0] * n[1], n[2], nil
}
