package journal

import "github.com/heddle-dev/heddle/core/host"

// Parts of a long payload are written before their event. Parts without one belong to
// an append in progress, or are left over from a crash. Nothing in them says which: an id
// may be a hash, or chosen by a caller, and is no time. So a compaction notes when it first
// saw them, and a later one removes those that it saw an hour ago.

const (
	// orphanRow is the stream number of the row of cached states that has the notes.
	orphanRow = 0
	// orphanNote is the size of a note: the id and u64 sum of the parts, u64 time.
	orphanNote = 16 + 8 + 8
	// orphanAge is how long parts may belong to an append in progress, in milliseconds.
	orphanAge = 3_600_000
	// maxOrphans bounds the notes. The next ones follow when these are gone.
	maxOrphans = 1024
)

const (
	orphans     = "SELECT DISTINCT id, sum FROM chunk WHERE NOT EXISTS (SELECT 1 FROM event e WHERE e.id = chunk.id AND e.sum = chunk.sum) LIMIT ?"
	dropOrphans = "DELETE FROM chunk WHERE id = ? AND sum = ? AND NOT EXISTS (SELECT 1 FROM event e WHERE e.id = chunk.id AND e.sum = chunk.sum)"
)

// Vacuum implements host.Compactor. Later appends reuse the free pages; a file with
// incremental vacuum shrinks.
func (j *SQL) Vacuum(clock host.Clock) error {
	if j.empty {
		return nil
	}
	batch, err := j.tidyOrphans(clock)
	if err != nil {
		return err
	}
	return j.sql.Exec(j.handle, append(batch, host.Statement{SQL: "PRAGMA incremental_vacuum"}))
}

// tidyOrphans returns the statements that remove old parts without an event, and note
// the others.
func (j *SQL) tidyOrphans(clock host.Clock) (batch []host.Statement, err error) {
	seen, err := j.orphanNotes()
	if err != nil {
		return nil, err
	}
	rows, err := j.queryRows(orphans, intValue(maxOrphans))
	if err != nil {
		return nil, err
	}
	var notes []byte
	var now int64
	if len(rows) > 0 {
		now = clock.Now()
	}
	for _, r := range rows {
		if len(r[0].Bytes) != 16 { // no event can have this id
			batch = append(batch, host.Statement{SQL: dropOrphans, Args: r})
			continue
		}
		key := appendInt64(append([]byte(nil), r[0].Bytes...), r[1].Int)
		since, known := seen[string(key)]
		switch {
		case !known || since > now: // or the clock went back
			since = now
		case now-since >= orphanAge:
			batch = append(batch, host.Statement{SQL: dropOrphans, Args: r})
			continue
		}
		notes = appendInt64(append(notes, key...), since)
	}
	switch {
	case len(notes) > 0:
		batch = append(batch, host.Statement{SQL: keepState, Args: []host.Value{intValue(orphanRow), intValue(1), blobValue(notes), intValue(rowSum(orphanRow, 1, notes))}})
	case len(seen) > 0:
		batch = append(batch, host.Statement{SQL: "DELETE FROM state WHERE stream = ?", Args: []host.Value{intValue(orphanRow)}})
	}
	return batch, nil
}

// orphanNotes returns when parts without an event were first seen, by id and sum.
func (j *SQL) orphanNotes() (map[string]int64, error) {
	rows, err := j.queryRows("SELECT seq, body, sum FROM state WHERE stream = ?", intValue(orphanRow))
	seen := map[string]int64{}
	for _, r := range rows {
		body := r[1].Bytes
		if rowSum(orphanRow, r[0].Int, body) != r[2].Int || len(body)%orphanNote != 0 {
			continue
		}
		for ; len(body) > 0; body = body[orphanNote:] {
			if since := int64(readUint64(body[24:])); since >= 0 {
				seen[string(body[:24])] = since
			}
		}
	}
	return seen, err
}
