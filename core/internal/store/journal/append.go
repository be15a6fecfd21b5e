package journal

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// The head is written only over the head that was expected: anything else
// sets it to NULL, which the table refuses, and the transaction with it.
const (
	moveHead   = "UPDATE stream SET head = CASE head WHEN ? THEN ? END, sum = ? WHERE id = ?"
	makeStream = "INSERT INTO stream(id, name, head, sum) VALUES(?, ?, ?, ?)"
	addEvent   = "INSERT INTO event(pos, id, time, kind, size, payload, sum) VALUES(?, ?, ?, ?, ?, ?, ?)"
	// A long payload's event is refused when a part is missing: a vacuum may have
	// deleted the parts, as orphans, during the append.
	addLong = "INSERT INTO event(pos, id, time, kind, size, sum) VALUES(?, ?, ?, ?, " +
		"CASE (SELECT count(*) FROM chunk WHERE id = ? AND sum = ?) WHEN ? THEN ? END, ?)"
	addChunk  = "INSERT OR IGNORE INTO chunk(id, sum, n, data) VALUES(?, ?, ?, ?)"
	keepState = "INSERT OR REPLACE INTO state(stream, seq, body, sum) VALUES(?, ?, ?, ?)"
)

// Append implements host.Journal: one BEGIN IMMEDIATE transaction, and one
// call of the host when the streams are known.
func (j *SQL) Append(writes []host.Write) ([]host.Appended, error) {
	if !j.writable {
		return nil, fault.New(fault.PermissionDenied, "the store is open for reading only").At(j.path, 0, 0)
	}
	if err := validateWrites(writes); err != nil {
		return nil, err
	}
	for try := 0; ; try++ {
		batch, out, fresh, err := j.renderBatch(writes, try == 0)
		if err == nil {
			if err = j.sql.Exec(j.handle, batch); err == nil {
				return out, nil
			}
		}
		if fault.CodeOf(err) != fault.Conflict {
			j.forgetStreams(writes)
			return nil, err
		}
		// Stored before, another head, an id used by another process, or locked?
		if again, failed := repeatedResult(j, writes); again != nil || failed != nil {
			return again, failed
		}
		changed, failed := j.checkHeads(writes)
		if failed != nil {
			return nil, failed
		}
		if fresh != 0 && !changed {
			taken, failed := j.nextID()
			if failed != nil {
				return nil, failed
			}
			changed = taken != fresh
		}
		if !changed && (try > 0 || !hasLongPayload(writes)) || try == newStreamTries {
			return nil, err
		}
	}
}

// checkHeads compares the heads with what the writes expect. A head that differs
// from an exact expectation is the error; changed reports whether a stream changed
// in a way that makes another try useful.
func (j *SQL) checkHeads(writes []host.Write) (changed bool, err error) {
	for _, w := range writes {
		known := j.ids[w.Stream]
		r, err := j.lookupStream(w.Stream)
		if err != nil {
			return false, err
		}
		if w.Expect == host.AnySeq || known != r.id {
			changed = true
		}
		if w.Expect != host.AnySeq && w.Expect != r.head {
			return false, headConflict(w.Stream, w.Expect, r.head)
		}
	}
	return changed, nil
}

// hasLongPayload reports whether a payload is stored in parts, which Vacuum may
// have deleted.
func hasLongPayload(writes []host.Write) bool {
	for _, w := range writes {
		for i := range w.Events {
			if len(w.Events[i].Payload) > inlineBytes {
				return true
			}
		}
	}
	return false
}

func (j *SQL) forgetStreams(writes []host.Write) {
	for _, w := range writes {
		delete(j.ids, w.Stream)
	}
}

// renderBatch renders writes as statements. fresh is the id of the first stream that
// they create, 0 without one. trust says to assume, on the first try, that heads
// are what exact writes expect.
func (j *SQL) renderBatch(writes []host.Write, trust bool) (batch []host.Statement, out []host.Appended, fresh int64, err error) {
	out = make([]host.Appended, len(writes))
	var next int64
	for i, w := range writes {
		r := row{j.ids[w.Stream], w.Expect}
		if r.id == 0 || w.Expect == host.AnySeq || !trust {
			if r, err = j.lookupStream(w.Stream); err != nil {
				return nil, nil, 0, err
			}
		}
		if w.Expect != host.AnySeq && w.Expect != r.head {
			return nil, nil, 0, headConflict(w.Stream, w.Expect, r.head)
		}
		head := r.head + int64(len(w.Events))
		switch {
		case r.id != 0:
			sum := rowSum(r.id, head, []byte(w.Stream))
			batch = append(batch, host.Statement{SQL: moveHead, Args: []host.Value{intValue(r.head), intValue(head), intValue(sum), intValue(r.id)}})
		case len(w.Events) > 0:
			if next == 0 {
				if next, err = j.nextID(); err != nil {
					return nil, nil, 0, err
				}
				fresh = next
			}
			r.id = next
			next++
			sum := rowSum(r.id, head, []byte(w.Stream))
			batch = append(batch, host.Statement{SQL: makeStream, Args: []host.Value{intValue(r.id), blobValue([]byte(w.Stream)), intValue(head), intValue(sum)}})
		}
		if len(w.Events) > 0 {
			out[i].First = r.head + 1
			if batch, err = j.appendEvents(batch, r, w.Events); err != nil {
				return nil, nil, 0, err
			}
		}
		if w.State != nil && r.id != 0 {
			sum := rowSum(r.id, head, w.State)
			batch = append(batch, host.Statement{SQL: keepState, Args: []host.Value{intValue(r.id), intValue(head), blobValue(w.State), intValue(sum)}})
		}
	}
	return batch, out, fresh, nil
}

func (j *SQL) nextID() (int64, error) {
	rows, err := j.queryRows("SELECT coalesce(max(id), 0) + 1 FROM stream")
	if err != nil || len(rows) != 1 {
		return 0, err
	}
	return rows[0][0].Int, nil
}

// appendEvents appends the statements of events to a batch. It writes long payloads
// immediately, in parts with a key of their own: they take effect with the event
// that refers to them, and are orphans until then.
func (j *SQL) appendEvents(batch []host.Statement, r row, events []host.Event) ([]host.Statement, error) {
	args := make([]host.Value, 0, 7*len(events)) // one allocation for all
	for i := range events {
		e := &events[i]
		pos := eventPosition(r.id, r.head+1+int64(i))
		sum := eventSum(pos, e)
		size := int64(len(e.Payload))
		if size > inlineBytes {
			if err := j.writeChunks(e, sum); err != nil {
				return nil, err
			}
			parts := (size + chunkBytes - 1) / chunkBytes
			batch = append(batch, host.Statement{SQL: addLong, Args: []host.Value{intValue(pos), blobValue(e.ID[:]), intValue(e.Time),
				blobValue([]byte(e.Kind)), blobValue(e.ID[:]), intValue(sum), intValue(parts), intValue(size), intValue(sum)}})
			continue
		}
		payload := blobValue(e.Payload)
		if e.Payload == nil {
			payload.Bytes = []byte{}
		}
		at := len(args)
		args = append(args, intValue(pos), blobValue(e.ID[:]), intValue(e.Time), blobValue([]byte(e.Kind)),
			intValue(size), payload, intValue(sum))
		batch = append(batch, host.Statement{SQL: addEvent, Args: args[at:len(args):len(args)]})
	}
	return batch, nil
}

// writeChunks writes a long payload, a few parts per call, so that neither the
// guest nor the host ever holds it a second time.
func (j *SQL) writeChunks(e *host.Event, sum int64) error {
	const perCall = 4
	var batch []host.Statement
	for n, at := int64(0), 0; at < len(e.Payload); n, at = n+1, at+chunkBytes {
		part := e.Payload[at:min(at+chunkBytes, len(e.Payload))]
		batch = append(batch, host.Statement{SQL: addChunk, Args: []host.Value{blobValue(e.ID[:]), intValue(sum), intValue(n), blobValue(part)}})
		if len(batch) == perCall || at+chunkBytes >= len(e.Payload) {
			if err := j.sql.Exec(j.handle, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	return nil
}
