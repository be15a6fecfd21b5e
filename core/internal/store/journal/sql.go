package journal

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

const (
	// inlineBytes is the longest payload that is stored in its event's row.
	inlineBytes = 64 << 10
	// chunkBytes is the size of the parts of a longer one, the last excepted.
	chunkBytes = 1 << 20
	// pageRows is the number of rows of one query.
	pageRows = 256
	// newStreamTries bounds how often the creation of a stream is tried again
	// because another process used its id.
	newStreamTries = 16
)

// SQL is a journal in a SQLite file, through the host's SQL. It belongs to
// one goroutine; any number of them, in any number of processes, may work on
// one file.
type SQL struct {
	sql      host.SQL
	handle   int64
	path     string
	writable bool
	empty    bool             // there is no store yet, and it must not be created
	ids      map[string]int64 // ids of streams, which never change
	policy   host.Policy
}

var _ host.Journal = (*SQL)(nil)
var _ host.Compactor = (*SQL)(nil)
var _ host.Verifier = (*SQL)(nil)

// maxKnown bounds the cached ids of streams.
const maxKnown = 1 << 14

// OpenSQL opens the store at a mount path. A writable one is created when
// it does not exist; read-only, a store that does not exist is empty.
func OpenSQL(sql host.SQL, path string, writable bool) (*SQL, error) {
	j := &SQL{sql: sql, path: path, writable: writable, ids: map[string]int64{}}
	handle, err := sql.Open(host.Database{Path: path, Writable: writable})
	if !writable && fault.CodeOf(err) == fault.BadRef {
		j.empty = true
		return j, nil
	}
	if err != nil {
		return nil, err
	}
	j.handle = handle
	has, err := j.prepareFile()
	if err != nil {
		_ = sql.Close(handle)
		return nil, err
	}
	j.empty = !has
	return j, nil
}

// Close releases the handle. Nothing is pending: what was acknowledged is in the
// file.
func (j *SQL) Close() error {
	if j.handle == 0 {
		return nil
	}
	return j.sql.Close(j.handle)
}

// queryRows runs a query; a store that does not exist has no rows.
func (j *SQL) queryRows(sql string, args ...host.Value) ([][]host.Value, error) {
	if j.empty {
		return nil, nil
	}
	rows, err := j.sql.Query(j.handle, sql, args...)
	if err == nil {
		err = host.CheckRows(sql, rows)
	}
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// row is a stream's row.
type row struct {
	id, head int64
}

// isValid reports whether the numbers fit into a position.
func (r row) isValid() bool {
	return r.id > 0 && r.id <= maxStreamID && r.head > 0 && r.head < 1<<seqBits
}

// lookupStream finds a stream; id 0 when it does not exist.
func (j *SQL) lookupStream(name string) (row, error) {
	rows, err := j.queryRows("SELECT id, head, sum FROM stream WHERE name = ?", blobValue([]byte(name)))
	if err != nil || len(rows) == 0 {
		return row{}, err
	}
	r := row{rows[0][0].Int, rows[0][1].Int}
	if rowSum(r.id, r.head, []byte(name)) != rows[0][2].Int || !r.isValid() {
		return row{}, j.damagedError("the row of stream \"" + name + "\" is damaged")
	}
	if len(j.ids) >= maxKnown {
		clear(j.ids)
	}
	j.ids[name] = r.id
	return r, nil
}

// Find implements host.Journal.
func (j *SQL) Find(id [16]byte) (string, int64, error) {
	rows, err := j.queryRows("SELECT e.pos, s.name FROM event e JOIN stream s ON s.id = e.pos >> 36 WHERE e.id = ?", blobValue(id[:]))
	if err != nil || len(rows) == 0 {
		return "", 0, err
	}
	// The row itself must agree with the index.
	name, seq := string(rows[0][1].Bytes), rows[0][0].Int&(1<<seqBits-1)
	list, err := j.Read(name, seq-1, 1)
	if err != nil {
		return "", 0, err
	}
	if len(list) != 1 || list[0].Seq != seq || list[0].ID != id {
		return "", 0, j.damagedError("the index of event ids is damaged")
	}
	return name, seq, nil
}

const streamColumns = "SELECT s.id, s.name, s.head, s.sum, t.seq, t.body, t.sum FROM stream s LEFT JOIN state t ON t.stream = s.id "

// Stream implements host.Journal.
func (j *SQL) Stream(name string) (host.StreamInfo, error) {
	rows, err := j.queryRows(streamColumns+"WHERE s.name = ?", blobValue([]byte(name)))
	if err != nil || len(rows) == 0 {
		return host.StreamInfo{Name: name}, err
	}
	info, err := j.streamInfo(rows[0])
	if err == nil && info.Name != name {
		err = j.damagedError("the index of streams is damaged")
	}
	return info, err
}

// Streams implements host.Journal.
func (j *SQL) Streams(after string, limit int64) ([]host.StreamInfo, error) {
	return j.streamsWhere(after, limit, "")
}

// StreamsNaming is Streams without those whose cached state is the present one,
// begins with one of the versions, and has neither a text nor a backslash.
func (j *SQL) StreamsNaming(after string, limit int64, versions, text []byte) ([]host.StreamInfo, error) {
	return j.streamsWhere(after, limit, "AND (t.seq IS NULL OR t.seq <> s.head OR instr(?, substr(t.body, 1, 1)) = 0 OR instr(t.body, ?) > 0 OR instr(t.body, x'5c') > 0) ",
		blobValue(versions), blobValue(text))
}

func (j *SQL) streamsWhere(after string, limit int64, condition string, values ...host.Value) ([]host.StreamInfo, error) {
	values = append(append([]host.Value{blobValue([]byte(after))}, values...), intValue(min(limit, pageRows)))
	rows, err := j.queryRows(streamColumns+"WHERE s.name > ? "+condition+"ORDER BY s.name LIMIT ?", values...)
	if err != nil {
		return nil, err
	}
	out := make([]host.StreamInfo, len(rows))
	for i, r := range rows {
		if out[i], err = j.streamInfo(r); err != nil {
			return nil, err
		}
		if out[i].Name <= after {
			return nil, j.damagedError("the streams are out of order")
		}
		after = out[i].Name
	}
	return out, nil
}

// NextStream returns the name that follows one in the list of streams, also when
// its row is damaged; "" at the end.
func (j *SQL) NextStream(after string) (string, error) {
	rows, err := j.queryRows("SELECT name FROM stream WHERE name > ? ORDER BY name LIMIT 1", blobValue([]byte(after)))
	if err != nil || len(rows) == 0 {
		return "", err
	}
	if name := string(rows[0][0].Bytes); name > after {
		return name, nil
	}
	return "", j.damagedError("the streams are out of order")
}

func (j *SQL) streamInfo(r []host.Value) (host.StreamInfo, error) {
	info := host.StreamInfo{Name: string(r[1].Bytes), Head: r[2].Int}
	id := r[0].Int
	if rowSum(id, info.Head, r[1].Bytes) != r[3].Int || !(row{id, info.Head}).isValid() {
		return info, j.damagedError("the row of a stream is damaged")
	}
	if len(j.ids) < maxKnown {
		j.ids[info.Name] = id
	}
	// A cache that is damaged, or ahead of what this reader sees, is not used.
	if r[5].Kind == host.Blob && r[4].Int > 0 && r[4].Int <= info.Head && rowSum(id, r[4].Int, r[5].Bytes) == r[6].Int {
		info.StateSeq, info.State = r[4].Int, r[5].Bytes
	}
	return info, nil
}

func blobValue(b []byte) host.Value     { return host.Value{Kind: host.Blob, Bytes: b} }
func intValue(n int64) host.Value       { return host.Value{Kind: host.Integer, Int: n} }
func eventPosition(id, seq int64) int64 { return id<<seqBits | seq }
