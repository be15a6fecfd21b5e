package opencode

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// rowWalk walks a session of the database.
type rowWalk struct {
	walker
	db    *database
	id    string
	there map[string]bool // messages of the session
}

// place is a message's place in the session's order.
type place struct {
	id   string
	time int64
}

func (r *rowWalk) walkRows() error {
	if !r.db.HasColumn("message", "data") {
		return fault.New(fault.ParseError, "the database has no messages that this reader knows").At(r.db.Path(), 0, 0)
	}
	if !r.db.HasColumn("part", "data") {
		r.log.Drift.Add(drift.MissingColumns, "part.data", 1)
	}
	s := *r.info
	r.info = &s
	if err := r.readRevert(); err != nil {
		return err
	}
	if err := r.visitFacts(nil); err != nil {
		return err
	}
	var last []host.Value
	r.there = map[string]bool{}
	for {
		places, after, err := r.indexMessages(last)
		if err != nil && last != nil && !endsWalk(err) { // what was read before counts
			return r.log.ReportSkip(r.db.Path(), 0, 0, "unreadable list of messages: "+string(fault.CodeOf(err)))
		}
		if err != nil {
			return err
		}
		for rest := places; len(rest) > 0; {
			n := min(len(rest), r.batchSize())
			if err := r.visitBatch(rest[:n]); err != nil {
				return err
			}
			rest = rest[n:]
		}
		for i := range places {
			r.there[places[i].id] = true
		}
		if len(places) < indexPage {
			return r.visitRemoved()
		}
		last = after
	}
}

// readRevert reads where the session was taken back to.
func (r *rowWalk) readRevert() error {
	if !r.info.reverted {
		return nil
	}
	var rows [][]host.Value
	err := r.db.RunStable(func() (err error) {
		rows, err = r.db.Query("SELECT CAST(revert AS BLOB) FROM session WHERE id = ? ORDER BY id LIMIT 1", sqlwal.TextValue(r.id))
		return err
	})
	if err != nil {
		return err
	}
	if len(rows) == 0 || rows[0][0].Kind == host.Null {
		return nil // the next prompt has come since
	}
	v, err := scan.Parse(rows[0][0].Bytes)
	if err != nil {
		return r.log.ReportSkip(r.db.Path(), 0, 0, skipReason(err))
	}
	r.info.revert = parseRevert(v)
	return nil
}

// indexMessages lists the ids of the messages after a key, without their data, and
// returns the key of the last one.
func (r *rowWalk) indexMessages(after []host.Value) (out []place, last []host.Value, err error) {
	time := r.db.SelectList("message", "#time_created")
	q := &sqlwal.Paged{Columns: "CAST(id AS BLOB), " + time, From: "message WHERE session_id = ?", Args: []host.Value{sqlwal.TextValue(r.id)},
		Key: []string{"time_created", "id"}, Limit: indexPage}
	if time == "NULL" {
		q.Key = q.Key[1:]
	}
	keys, rows, err := r.db.NextPage(q, after)
	for i, v := range rows {
		out = append(out, place{id: row(v).textAt(0), time: sqlwal.IntegerOf(&v[1])})
		last = keys[i]
	}
	return out, last, err
}

func (w *walker) batchSize() int {
	if w.want.UsageOnly() {
		return spendBatch
	}
	return messageBatch
}

// visitBatch reads and visits some messages. What cannot be read together is read
// one by one, so that a damaged page costs only its own rows.
func (r *rowWalk) visitBatch(places []place) error {
	messages, err := r.readMessages(places)
	if err != nil {
		return err
	}
	var ids []string
	for i := range messages {
		if !r.want.UsageOnly() || messages[i].turn {
			ids = append(ids, messages[i].id)
		}
	}
	parts, err := r.readParts(ids, messages)
	if err != nil {
		return err
	}
	for i := range messages {
		m := &messages[i]
		m.parts = parts[m.id]
		if err := r.visitMessage(m); err != nil {
			return err
		}
	}
	return nil
}

// readMessages reads the messages at the given places, in that order.
func (r *rowWalk) readMessages(places []place) ([]message, error) {
	ids := make([]host.Value, len(places))
	for i := range places {
		ids[i] = sqlwal.TextValue(places[i].id)
	}
	data := map[string][]byte{}
	fetch := func(ids []host.Value) error {
		in, args := inClause(ids)
		return r.db.RunStable(func() error {
			rows, err := r.db.Query("SELECT CAST(id AS BLOB), CAST(data AS BLOB) FROM message WHERE id IN "+in+" ORDER BY id LIMIT "+text.FormatInt(maxTogether), args...)
			for _, v := range rows {
				data[row(v).textAt(0)] = v[1].Bytes
			}
			return err
		})
	}
	if err := fetch(ids); err != nil {
		if err := r.retryEach(err, len(ids), func(i int) error { return fetch(ids[i : i+1]) }); err != nil {
			return nil, err
		}
	}
	out := make([]message, 0, len(places))
	for i := range places {
		b, ok := data[places[i].id]
		if !ok {
			continue // unreadable and reported, or deleted since
		}
		if err := r.pace.Count(r.env, r.log, 1, int64(len(b))); err != nil {
			return nil, err
		}
		r.log.Drift.Inspect(r.env.Agent, b)
		m, _, err := parseMessage(places[i].id, b)
		if err != nil {
			if err := r.log.ReportSkip(r.db.Path(), 0, 0, skipReason(err)); err != nil {
				return nil, err
			}
			continue
		}
		if m.created == 0 {
			m.created = session.TimeOfMillis(places[i].time)
		}
		out = append(out, m)
	}
	return out, nil
}

// retryEach repeats failed work item by item; items that fail again are skips.
func (r *rowWalk) retryEach(failure error, n int, one func(i int) error) error {
	for i := 0; i < n && !endsWalk(failure); i++ {
		if failure = one(i); failure == nil || endsWalk(failure) {
			continue
		}
		if err := r.log.ReportSkip(r.db.Path(), 0, 0, "unreadable row: "+string(fault.CodeOf(failure))); err != nil {
			return err
		}
	}
	if endsWalk(failure) {
		return failure
	}
	return nil
}

// endsWalk reports whether an error ends the walk regardless of what else could be read.
func endsWalk(err error) bool {
	code := fault.CodeOf(err)
	return code == fault.Timeout || code == fault.Conflict
}

// partRow is a part as it is stored.
type partRow struct {
	message, id string
	data        []byte
}

// readParts reads the parts of messages, by message, in the order of their ids.
func (r *rowWalk) readParts(ids []string, messages []message) (map[string][]part, error) {
	out := map[string][]part{}
	if len(ids) == 0 || !r.db.HasColumn("part", "data") {
		return out, nil
	}
	roles := map[string]session.Role{}
	for i := range messages {
		roles[messages[i].id] = messages[i].role
	}
	take := func(row partRow) error {
		if err := r.pace.Count(r.env, r.log, 1, int64(len(row.data))); err != nil {
			return err
		}
		r.log.Drift.Inspect(r.env.Agent, row.data)
		p, err := parsePart(row.id, row.data, roles[row.message], r.want)
		if err != nil {
			return r.log.ReportSkip(r.db.Path(), 0, 0, skipReason(err))
		}
		out[row.message] = append(out[row.message], p)
		return nil
	}
	var last []host.Value
	for bytes := 0; ; {
		rows, key, err := r.partPage(ids, last)
		if err != nil {
			return out, r.onePartAtATime(err, ids, last, take)
		}
		for _, row := range rows {
			if bytes += len(row.data); bytes > sqlwal.MaxBytes {
				return out, r.log.ReportSkip(r.db.Path(), 0, 0, string(fault.LimitExceeded)+": parts of a few messages")
			}
			if err := take(row); err != nil {
				return nil, err
			}
		}
		if len(rows) < partPage {
			return out, nil
		}
		last = key
	}
}

// partPage reads parts of the messages after a key, and returns the key of the
// last one.
func (r *rowWalk) partPage(ids []string, after []host.Value) (out []partRow, last []host.Value, err error) {
	values := make([]host.Value, len(ids))
	for i, id := range ids {
		values[i] = sqlwal.TextValue(id)
	}
	in, args := inClause(values)
	q := &sqlwal.Paged{Columns: "CAST(message_id AS BLOB), CAST(id AS BLOB), CAST(data AS BLOB)", From: "part WHERE message_id IN " + in, Args: args,
		Key: []string{"message_id", "id"}, Limit: partPage}
	keys, rows, err := r.db.NextPage(q, after)
	for i, v := range rows {
		out = append(out, partRow{row(v).textAt(0), row(v).textAt(1), v[2].Bytes})
		last = keys[i]
	}
	return out, last, err
}

// onePartAtATime reads the parts after a key, each by itself.
func (r *rowWalk) onePartAtATime(failure error, ids []string, after []host.Value, take func(partRow) error) error {
	var last partRow
	if after != nil {
		last.message, last.id = string(after[0].Bytes), string(after[1].Bytes)
	}
	var rows []partRow
	err := r.retryEach(failure, len(ids), func(i int) error {
		if ids[i] < last.message {
			return nil
		}
		q := &sqlwal.Paged{Columns: "CAST(id AS BLOB)", From: "part WHERE message_id = ?", Args: []host.Value{sqlwal.TextValue(ids[i])},
			Key: []string{"id"}, Limit: indexPage}
		return r.db.EachStable(q, func(_, v []host.Value) error {
			row := partRow{message: ids[i], id: row(v).textAt(0)}
			if row.message > last.message || row.id > last.id {
				rows = append(rows, row)
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	return r.retryEach(nil, len(rows), func(i int) error { return r.onePart(rows[i], take) })
}

func (r *rowWalk) onePart(row partRow, take func(partRow) error) error {
	var rows [][]host.Value
	err := r.db.RunStable(func() (err error) {
		rows, err = r.db.Query("SELECT CAST(data AS BLOB) FROM part WHERE id = ? ORDER BY id LIMIT 1", sqlwal.TextValue(row.id))
		return err
	})
	if err != nil || len(rows) == 0 {
		return err
	}
	row.data = rows[0][0].Bytes
	return take(row)
}
