package journal

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

var _ host.Replica = (*SQL)(nil)

const (
	removeChunks = "DELETE FROM chunk WHERE (id, sum) IN (SELECT id, sum FROM event WHERE pos BETWEEN ? AND ? AND payload IS NULL)"
	removeEvents = "DELETE FROM event WHERE pos BETWEEN ? AND ?"
	dropState    = "DELETE FROM state WHERE stream = ?"
	addFreed     = "INSERT INTO freed(first, last, sum) VALUES(?, ?, ?)"
)

// Replace implements host.Replica: one transaction, besides the parts of long
// payloads.
func (j *SQL) Replace(stream string, expect, keep int64, events []host.Event) error {
	if !j.writable {
		return fault.New(fault.PermissionDenied, "the store is open for reading only").At(j.path, 0, 0)
	}
	if err := validateWrites([]host.Write{{Stream: stream, Events: events}}); err != nil {
		return err
	}
	if !ascend(events, keep) || keep > expect || len(events) == 0 {
		return fault.New(fault.Internal, "events to replace others are out of order")
	}
	for try := 0; ; try++ {
		delete(j.ids, stream)
		r, err := j.lookupStream(stream)
		if err != nil {
			return err
		}
		if r.head != expect {
			return headConflict(stream, expect, r.head)
		}
		batch, err := j.replaceBatch(stream, r, keep, events)
		if err == nil {
			err = j.sql.Exec(j.handle, batch)
		}
		// Another process made the stream, or another one with its number.
		if fault.CodeOf(err) != fault.Conflict || expect != 0 || try == newStreamTries {
			delete(j.ids, stream)
			return err
		}
	}
}

// replaceBatch renders the statements of a Replace.
func (j *SQL) replaceBatch(stream string, r row, keep int64, events []host.Event) (batch []host.Statement, err error) {
	head := events[len(events)-1].Seq
	if r.id == 0 {
		if r.id, err = j.nextID(); err != nil {
			return nil, err
		}
		batch = append(batch, host.Statement{SQL: makeStream, Args: []host.Value{intValue(r.id), blobValue([]byte(stream)), intValue(head), intValue(rowSum(r.id, head, []byte(stream)))}})
	} else {
		batch = append(batch, host.Statement{SQL: moveHead, Args: []host.Value{intValue(r.head), intValue(head), intValue(rowSum(r.id, head, []byte(stream))), intValue(r.id)}})
	}
	if keep < r.head {
		span := []host.Value{intValue(eventPosition(r.id, keep+1)), intValue(eventPosition(r.id, r.head))}
		// The parts of long payloads remain, because the new events may be the same
		// ones. Vacuum removes the others.
		batch = append(batch, host.Statement{SQL: removeEvents, Args: span},
			host.Statement{SQL: dropState, Args: []host.Value{intValue(r.id)}})
		if batch, err = j.uncover(batch, r.id, keep+1, r.head); err != nil {
			return nil, err
		}
		held, err := j.heldIDs(r.id)
		if err != nil {
			return nil, err
		}
		if len(held) > 0 {
			batch = append(batch, j.heldStatement(r.id, heldUpTo(held, keep)))
		}
	}
	next := keep + 1
	err = eachRun(events, func(run []host.Event) (err error) {
		if first := run[0].Seq; first > next {
			batch = append(batch, freedSpan(r.id, next, first-1))
		}
		batch, err = j.appendEvents(batch, row{r.id, run[0].Seq - 1}, run)
		next = run[len(run)-1].Seq + 1
		return err
	})
	return batch, err
}

// refillTries bounds how often Refill begins again because others compacted the
// stream or filled it as well.
const refillTries = 8

// Refill implements host.Replica.
func (j *SQL) Refill(stream string, events []host.Event) error {
	for try := 1; ; try++ {
		r, err := j.lookupStream(stream)
		if err != nil {
			return err
		}
		if len(events) == 0 || !ascend(events, 0) || events[len(events)-1].Seq > r.head {
			return fault.New(fault.Internal, "events to refill are out of order")
		}
		var batch []host.Statement
		err = eachRun(events, func(run []host.Event) error {
			absent, err := j.absentOf(r.id, run)
			if err != nil {
				return err
			}
			return eachRun(absent, func(run []host.Event) (err error) {
				if batch, err = j.uncover(batch, r.id, run[0].Seq, run[len(run)-1].Seq); err == nil {
					batch, err = j.appendEvents(batch, row{r.id, run[0].Seq - 1}, run)
				}
				return err
			})
		})
		if err != nil || len(batch) == 0 {
			return err
		}
		batch = append(batch, host.Statement{SQL: dropState, Args: []host.Value{intValue(r.id)}})
		if err = j.sql.Exec(j.handle, batch); fault.CodeOf(err) != fault.Conflict || try == refillTries {
			return err
		}
	}
}

// absentOf returns those of consecutive events that the stream does not have.
func (j *SQL) absentOf(id int64, run []host.Event) (out []host.Event, err error) {
	there := map[int64]bool{}
	for after, last := eventPosition(id, run[0].Seq)-1, eventPosition(id, run[len(run)-1].Seq); ; {
		rows, err := j.queryRows("SELECT pos FROM event WHERE pos > ? AND pos <= ? ORDER BY pos LIMIT ?", intValue(after), intValue(last), intValue(pageRows))
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			after = r[0].Int
			there[after] = true
		}
		if len(rows) < pageRows {
			break
		}
	}
	for i := range run {
		if !there[eventPosition(id, run[i].Seq)] {
			out = append(out, run[i])
		}
	}
	return out, nil
}

// uncover appends the statements after which no row of freed covers the
// sequences from … to. A row that others changed meanwhile collides.
func (j *SQL) uncover(batch []host.Statement, id, from, to int64) ([]host.Statement, error) {
	rows, err := j.queryRows("SELECT first, last, sum FROM freed WHERE last >= ? AND first <= ? ORDER BY first",
		intValue(eventPosition(id, from)), intValue(eventPosition(id, to)))
	for _, v := range rows {
		first, last := v[0].Int&(1<<seqBits-1), v[1].Int&(1<<seqBits-1)
		if v[0].Int>>seqBits != id || v[1].Int>>seqBits != id || rowSum(v[0].Int, v[1].Int, nil) != v[2].Int {
			return nil, j.damagedError("a row of freed events is damaged")
		}
		batch = append(batch, host.Statement{SQL: "DELETE FROM freed WHERE first = ? AND last = ?", Args: []host.Value{v[0], v[1]}})
		if first < from {
			batch = append(batch, freedSpan(id, first, from-1))
		}
		if last > to {
			batch = append(batch, freedSpan(id, to+1, last))
		}
	}
	return batch, err
}

// freedSpan is the statement that says that sequences were freed.
func freedSpan(id, from, to int64) host.Statement {
	first, last := eventPosition(id, from), eventPosition(id, to)
	return host.Statement{SQL: addFreed, Args: []host.Value{intValue(first), intValue(last), intValue(rowSum(first, last, nil))}}
}

// ascend reports whether the sequences of events ascend and are above after.
func ascend(events []host.Event, after int64) bool {
	for i := range events {
		if events[i].Seq <= after {
			return false
		}
		after = events[i].Seq
	}
	return true
}

// eachRun calls fn for the consecutive events of a list.
func eachRun(events []host.Event, fn func(run []host.Event) error) error {
	for len(events) > 0 {
		n := 1
		for n < len(events) && events[n].Seq == events[0].Seq+int64(n) {
			n++
		}
		if err := fn(events[:n:n]); err != nil {
			return err
		}
		events = events[n:]
	}
	return nil
}
