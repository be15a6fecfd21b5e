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
		rows, err := j.queryRows("SELECT coalesce(sum(size), 0) FROM event WHERE pos BETWEEN ? AND ?", intValue(first), intValue(last))
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
	batch = append(batch, host.Statement{SQL: "DELETE FROM state WHERE stream = ?", Args: []host.Value{intValue(r.id)}})
	if len(held) > 0 {
		batch = append(batch, j.heldStatement(r.id, held))
	}
	return freed, j.sql.Exec(j.handle, batch)
}

// orphanedChunks selects parts of payloads whose event was never written. Parts
// younger than an hour may belong to an append in progress: the first six bytes of
// an id are its time.
const orphanedChunks = "FROM chunk WHERE NOT EXISTS (SELECT 1 FROM event e WHERE e.id = chunk.id AND e.sum = chunk.sum)"

// Vacuum implements host.Compactor. Later appends reuse the free pages; a file with
// incremental vacuum shrinks.
func (j *SQL) Vacuum() error {
	if j.empty {
		return nil
	}
	rows, err := j.queryRows("SELECT max(id) FROM event")
	if err != nil {
		return err
	}
	var newest host.Value
	if len(rows) == 1 && len(rows[0][0].Bytes) == 16 {
		newest = blobValue(hourBefore(rows[0][0].Bytes))
	}
	return j.sql.Exec(j.handle, []host.Statement{
		{SQL: "DELETE " + orphanedChunks + " AND id < ?", Args: []host.Value{newest}},
		{SQL: "PRAGMA incremental_vacuum"},
	})
}

// hourBefore returns the smallest id of one hour earlier.
func hourBefore(id []byte) []byte {
	var ms int64
	for _, c := range id[:6] {
		ms = ms<<8 | int64(c)
	}
	ms = max(0, ms-3_600_000)
	out := make([]byte, 16)
	for i := 5; i >= 0; i-- {
		out[i] = byte(ms)
		ms >>= 8
	}
	return out
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
