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
	// A long payload's event is refused when a part is missing: others may have
	// taken the parts for litter while they were written.
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
	if err := validate(writes); err != nil {
		return nil, err
	}
	for try := 0; ; try++ {
		batch, out, fresh, err := j.batch(writes, try == 0)
		if err == nil {
			if err = j.sql.Exec(j.handle, batch); err == nil {
				return out, nil
			}
		}
		if fault.CodeOf(err) != fault.Conflict {
			j.unknow(writes)
			return nil, err
		}
		// Stored before, overtaken, a number taken by another, or locked?
		if again, failed := repeated(j, writes); again != nil || failed != nil {
			return again, failed
		}
		changed, failed := j.overtaken(writes)
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
		if !changed && (try > 0 || !long(writes)) || try == newStreamTries {
			return nil, err
		}
	}
}

// overtaken compares what the writes expect with what there is now: a head
// that differs from an exact expectation is the error, and changed tells that
// trying again makes sense for another reason.
func (j *SQL) overtaken(writes []host.Write) (changed bool, err error) {
	for _, w := range writes {
		known := j.ids[w.Stream]
		r, err := j.lookup(w.Stream)
		if err != nil {
			return false, err
		}
		if w.Expect == host.AnySeq || known != r.id {
			changed = true
		}
		if w.Expect != host.AnySeq && w.Expect != r.head {
			return false, conflict(w.Stream, w.Expect, r.head)
		}
	}
	return changed, nil
}

// long reports whether a payload stands in parts, which Tidy may have taken.
func long(writes []host.Write) bool {
	for _, w := range writes {
		for i := range w.Events {
			if len(w.Events[i].Payload) > inlineBytes {
				return true
			}
		}
	}
	return false
}

func (j *SQL) unknow(writes []host.Write) {
	for _, w := range writes {
		delete(j.ids, w.Stream)
	}
}

// batch renders writes. fresh is the number of the first stream that is made,
// 0 when none is. On the first try the heads are trusted to be what exact writes expect.
func (j *SQL) batch(writes []host.Write, trust bool) (batch []host.Statement, out []host.Appended, fresh int64, err error) {
	out = make([]host.Appended, len(writes))
	var next int64
	for i, w := range writes {
		r := row{j.ids[w.Stream], w.Expect}
		if r.id == 0 || w.Expect == host.AnySeq || !trust {
			if r, err = j.lookup(w.Stream); err != nil {
				return nil, nil, 0, err
			}
		}
		if w.Expect != host.AnySeq && w.Expect != r.head {
			return nil, nil, 0, conflict(w.Stream, w.Expect, r.head)
		}
		head := r.head + int64(len(w.Events))
		switch {
		case r.id != 0:
			sum := rowSum(r.id, head, []byte(w.Stream))
			batch = append(batch, host.Statement{SQL: moveHead, Args: []host.Value{integer(r.head), integer(head), integer(sum), integer(r.id)}})
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
			batch = append(batch, host.Statement{SQL: makeStream, Args: []host.Value{integer(r.id), blob([]byte(w.Stream)), integer(head), integer(sum)}})
		}
		if len(w.Events) > 0 {
			out[i].First = r.head + 1
			if batch, err = j.events(batch, r, w.Events); err != nil {
				return nil, nil, 0, err
			}
		}
		if w.State != nil && r.id != 0 {
			sum := rowSum(r.id, head, w.State)
			batch = append(batch, host.Statement{SQL: keepState, Args: []host.Value{integer(r.id), integer(head), blob(w.State), integer(sum)}})
		}
	}
	return batch, out, fresh, nil
}

func (j *SQL) nextID() (int64, error) {
	rows, err := j.query("SELECT coalesce(max(id), 0) + 1 FROM stream")
	if err != nil || len(rows) != 1 {
		return 0, err
	}
	return rows[0][0].Int, nil
}

// events appends the statements of events to a batch. Long payloads are
// written at once, in parts under a key of their own: they take effect with
// the event that names them, and are litter until then.
func (j *SQL) events(batch []host.Statement, r row, events []host.Event) ([]host.Statement, error) {
	args := make([]host.Value, 0, 7*len(events)) // one allocation for all
	for i := range events {
		e := &events[i]
		pos := position(r.id, r.head+1+int64(i))
		sum := eventSum(pos, e)
		size := int64(len(e.Payload))
		if size > inlineBytes {
			if err := j.chunks(e, sum); err != nil {
				return nil, err
			}
			parts := (size + chunkBytes - 1) / chunkBytes
			batch = append(batch, host.Statement{SQL: addLong, Args: []host.Value{integer(pos), blob(e.ID[:]), integer(e.Time),
				blob([]byte(e.Kind)), blob(e.ID[:]), integer(sum), integer(parts), integer(size), integer(sum)}})
			continue
		}
		payload := blob(e.Payload)
		if e.Payload == nil {
			payload.Bytes = []byte{}
		}
		at := len(args)
		args = append(args, integer(pos), blob(e.ID[:]), integer(e.Time), blob([]byte(e.Kind)),
			integer(size), payload, integer(sum))
		batch = append(batch, host.Statement{SQL: addEvent, Args: args[at:len(args):len(args)]})
	}
	return batch, nil
}

// chunks writes a long payload, a few parts per call, so that neither the
// guest nor the host ever holds it a second time.
func (j *SQL) chunks(e *host.Event, sum int64) error {
	const perCall = 4
	var batch []host.Statement
	for n, at := int64(0), 0; at < len(e.Payload); n, at = n+1, at+chunkBytes {
		part := e.Payload[at:min(at+chunkBytes, len(e.Payload))]
		batch = append(batch, host.Statement{SQL: addChunk, Args: []host.Value{blob(e.ID[:]), integer(sum), integer(n), blob(part)}})
		if len(batch) == perCall || at+chunkBytes >= len(e.Payload) {
			if err := j.sql.Exec(j.handle, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	return nil
}
