package journal

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/text"
)

const readEvents = "SELECT pos, id, time, kind, size, payload, sum FROM event WHERE pos > ? AND pos <= ? ORDER BY pos LIMIT ?"

// Read implements host.Journal. It checks every event against its checksum,
// and its sequence against the one before it.
func (j *SQL) Read(stream string, after, limit int64) ([]host.Event, error) {
	r, err := j.lookupStream(stream)
	if err != nil || r.id == 0 || after >= r.head || limit <= 0 {
		return nil, err
	}
	return j.readRows(stream, r, max(0, after), limit)
}

func (j *SQL) readRows(stream string, r row, after, limit int64) ([]host.Event, error) {
	var out []host.Event
	size := 0
	for tries := 0; limit > 0 && after < r.head; {
		ask := min(limit, pageRows)
		rows, err := j.queryRows(readEvents, intValue(eventPosition(r.id, after)), intValue(eventPosition(r.id, r.head)), intValue(ask))
		if err != nil {
			return nil, err
		}
		again := false
		for _, v := range rows {
			seq := v[0].Int & (1<<seqBits - 1)
			if v[0].Int>>seqBits != r.id || seq <= after || seq > r.head { // pages in each other's place
				return nil, j.damagedError("the events of \"" + stream + "\" are out of order")
			}
			if seq != after+1 {
				if err := j.checkFreed(stream, r, after+1, seq-1); err != nil {
					return nil, err
				}
			}
			size += int(v[4].Int)
			if len(out) > 0 && size > pageBytes {
				return out, nil
			}
			e, err := j.decodeEvent(stream, v)
			if err != nil {
				if again = j.wasFreed(v); again {
					break
				}
				return nil, err
			}
			out = append(out, e)
			after = seq
			limit--
		}
		if again {
			if tries++; tries > newStreamTries {
				return nil, j.damagedError("rows of \"" + stream + "\" keep vanishing")
			}
			continue
		}
		if int64(len(rows)) < ask && after < r.head {
			return out, j.checkFreed(stream, r, after+1, r.head)
		}
	}
	return out, nil
}

// wasFreed reports whether a row was freed, with its parts, after it was read.
func (j *SQL) wasFreed(v []host.Value) bool {
	if v[5].Kind != host.Null {
		return false
	}
	rows, err := j.queryRows("SELECT pos FROM event WHERE pos = ?", v[0])
	return err == nil && len(rows) == 0
}

// decodeEvent decodes a row and checks it against its checksum.
func (j *SQL) decodeEvent(stream string, v []host.Value) (host.Event, error) {
	pos := v[0].Int
	e := host.Event{Stream: stream, Seq: pos & (1<<seqBits - 1), Time: v[2].Int, Kind: string(v[3].Bytes), Payload: v[5].Bytes}
	ok := len(v[1].Bytes) == len(e.ID) && len(e.Kind) > 0 && len(e.Kind) <= 255
	copy(e.ID[:], v[1].Bytes)
	if ok && v[5].Kind == host.Null {
		var err error
		if e.Payload, err = j.readChunks(e.ID, v[6].Int, v[4].Int); err != nil {
			return e, err
		}
	}
	if !ok || int64(len(e.Payload)) != v[4].Int || eventSum(pos, &e) != v[6].Int {
		return e, j.damagedError("event " + text.FormatInt(e.Seq) + " of \"" + stream + "\" does not match its checksum")
	}
	return e, nil
}

// readChunks reads a long payload part by part into one buffer.
func (j *SQL) readChunks(id [16]byte, sum, size int64) ([]byte, error) {
	if size < 0 || size > MaxPayloadBytes {
		return nil, nil // the checksum will say so
	}
	out := make([]byte, 0, size)
	for n := int64(0); int64(len(out)) < size; n++ {
		rows, err := j.queryRows("SELECT data FROM chunk WHERE id = ? AND sum = ? AND n = ?", blobValue(id[:]), intValue(sum), intValue(n))
		if err != nil {
			return nil, err
		}
		if len(rows) != 1 || len(rows[0][0].Bytes) == 0 {
			break
		}
		out = append(out, rows[0][0].Bytes...)
	}
	return out, nil
}

// checkFreed returns an error unless the absent events from … to were freed.
func (j *SQL) checkFreed(stream string, r row, from, to int64) error {
	rows, err := j.queryRows("SELECT first, last, sum FROM freed WHERE last >= ? AND first <= ? ORDER BY first",
		intValue(eventPosition(r.id, from)), intValue(eventPosition(r.id, to)))
	if err != nil {
		return err
	}
	next := eventPosition(r.id, from)
	for _, v := range rows {
		if rowSum(v[0].Int, v[1].Int, nil) != v[2].Int {
			return j.damagedError("a row of freed events is damaged")
		}
		if v[0].Int <= next {
			next = max(next, v[1].Int+1)
		}
	}
	if next <= eventPosition(r.id, to) {
		return j.damagedError("event " + text.FormatInt(next&(1<<seqBits-1)) + " of \"" + stream + "\" is missing")
	}
	return nil
}
