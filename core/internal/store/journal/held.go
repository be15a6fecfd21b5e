package journal

import "github.com/heddle-dev/heddle/core/host"

// The ids of freed events are kept in a row of the cached states whose stream
// is the negative number of the stream: a follower that still has the events
// can so see that it has the same ones. As a cache it may be lost.

const (
	// heldRun is the size of a run of freed events whose ids and sequences both
	// count up by one: u64 sequence, the first id, u64 number.
	heldRun = 8 + 16 + 8
	// maxHeld bounds the runs that are kept of a stream: the oldest go first.
	maxHeld = 1 << 15
)

// heldIDs returns the runs that are kept of a stream.
func (j *SQL) heldIDs(id int64) ([]byte, error) {
	rows, err := j.queryRows("SELECT seq, body, sum FROM state WHERE stream = ?", intValue(-id))
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	body := rows[0][1].Bytes
	if rowSum(-id, rows[0][0].Int, body) != rows[0][2].Int || len(body)%heldRun != 0 {
		return nil, nil
	}
	return body, nil
}

// appendHeld appends the ids of the events between two positions.
func (j *SQL) appendHeld(body []byte, first, last int64) ([]byte, error) {
	for after := first - 1; ; {
		rows, err := j.queryRows("SELECT pos, id FROM event WHERE pos > ? AND pos <= ? ORDER BY pos LIMIT ?", intValue(after), intValue(last), intValue(pageRows))
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			after = r[0].Int
			if len(r[1].Bytes) == 16 {
				body = appendHeldID(body, after&(1<<seqBits-1), r[1].Bytes)
			}
		}
		if len(rows) < pageRows {
			break
		}
	}
	if cut := len(body) - maxHeld*heldRun; cut > 0 {
		body = body[cut:]
	}
	return body, nil
}

func appendHeldID(body []byte, seq int64, id []byte) []byte {
	if at := len(body) - heldRun; at >= 0 {
		first, n := readUint64(body[at:]), readUint64(body[at+24:])
		if first+n == uint64(seq) && string(body[at+8:at+16]) == string(id[:8]) && bigUint64(body[at+16:])+n == bigUint64(id[8:]) {
			return appendInt64(body[:at+24], int64(n+1))
		}
	}
	body = append(appendInt64(body, seq), id...)
	return appendInt64(body, 1)
}

// heldUpTo cuts what is kept off after a sequence.
func heldUpTo(body []byte, last int64) (out []byte) {
	for at := 0; at < len(body); at += heldRun {
		if first, n := int64(readUint64(body[at:])), int64(readUint64(body[at+24:])); first <= last {
			out = append(out, body[at:at+24]...)
			out = appendInt64(out, min(n, last-first+1))
		}
	}
	return out
}

func (j *SQL) heldStatement(id int64, body []byte) host.Statement {
	return host.Statement{SQL: keepState, Args: []host.Value{intValue(-id), intValue(1), blobValue(body), intValue(rowSum(-id, 1, body))}}
}

// Held implements host.Replica.
func (j *SQL) Held(stream string, seq int64, id [16]byte) (bool, error) {
	r, err := j.lookupStream(stream)
	if err != nil || r.id == 0 {
		return false, err
	}
	body, err := j.heldIDs(r.id)
	for at := 0; at < len(body); at += heldRun {
		first, n := readUint64(body[at:]), readUint64(body[at+24:])
		if past := uint64(seq) - first; uint64(seq) >= first && past < n {
			if string(body[at+8:at+16]) == string(id[:8]) && bigUint64(body[at+16:])+past == bigUint64(id[8:]) {
				return true, nil
			}
		}
	}
	return false, err
}

func readUint64(b []byte) (n uint64) {
	for i := 7; i >= 0; i-- {
		n = n<<8 | uint64(b[i])
	}
	return n
}

func bigUint64(b []byte) (n uint64) {
	for _, c := range b[:8] {
		n = n<<8 | uint64(c)
	}
	return n
}
