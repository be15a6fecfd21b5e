package hosttest

import "github.com/heddle-dev/heddle/core/host"

// Call describes one host call. Clock, Entropy and Parallel are not calls in
// this sense: they cannot fail.
type Call struct {
	N    int64  // 1 for the first call
	Op   string // "files.stat", "files.list", "files.readAt", "sql.open", "sql.openWritable", "sql.query", "sql.exec", "sql.close", "zstd.decompress", "poll", "journal.append", "journal.read", "journal.find", "journal.stream", "journal.streams", "journal.free", "journal.vacuum", "journal.verify"
	Path string // path, stream or SQL text, as far as there is one
}

// hook is called before every call; an error is returned in the
// call's place.
type hook func(op, path string) error

// withHook returns h with before in front of every call. Powers that h does not
// grant stay ungranted.
func withHook(h host.Host, before hook) host.Host {
	if h.Files != nil {
		h.Files = hookedFiles{h.Files, before}
	}
	if h.SQL != nil {
		h.SQL = hookedSQL{h.SQL, before}
	}
	if h.Zstd != nil {
		h.Zstd = hookedZstd{h.Zstd, before}
	}
	if h.Journal != nil {
		h.Journal = hookJournal(h.Journal, before)
	}
	if h.Poll != nil {
		h.Poll = hookedPoll{h.Poll, before}
	}
	return h
}

type hookedFiles struct {
	host.Files
	before hook
}

func (f hookedFiles) Stat(path string) (host.Info, error) {
	if err := f.before("files.stat", path); err != nil {
		return host.Info{}, err
	}
	return f.Files.Stat(path)
}

func (f hookedFiles) List(path string) ([]host.Info, error) {
	if err := f.before("files.list", path); err != nil {
		return nil, err
	}
	return f.Files.List(path)
}

func (f hookedFiles) ReadAt(path string, p []byte, off int64) (int, error) {
	if err := f.before("files.readAt", path); err != nil {
		return 0, err
	}
	return f.Files.ReadAt(path, p, off)
}

type hookedSQL struct {
	host.SQL
	before hook
}

func (s hookedSQL) Open(db host.Database) (int64, error) {
	op := "sql.open"
	if db.Writable {
		op = "sql.openWritable"
	}
	if err := s.before(op, db.Path); err != nil {
		return 0, err
	}
	return s.SQL.Open(db)
}

func (s hookedSQL) Query(handle int64, query string, args ...host.Value) ([][]host.Value, error) {
	if err := s.before("sql.query", query); err != nil {
		return nil, err
	}
	return s.SQL.Query(handle, query, args...)
}

func (s hookedSQL) Exec(handle int64, batch []host.Statement) error {
	text := ""
	if len(batch) > 0 {
		text = batch[0].SQL
	}
	if err := s.before("sql.exec", text); err != nil {
		return err
	}
	return s.SQL.Exec(handle, batch)
}

func (s hookedSQL) Close(handle int64) error {
	if err := s.before("sql.close", ""); err != nil {
		return err
	}
	return s.SQL.Close(handle)
}

type hookedZstd struct {
	host.Zstd
	before hook
}

func (z hookedZstd) Decompress(src []byte, max int64) ([]byte, error) {
	if err := z.before("zstd.decompress", ""); err != nil {
		return nil, err
	}
	return z.Zstd.Decompress(src, max)
}

type hookedPoll struct {
	inner  host.Poll
	before hook
}

func (p hookedPoll) Poll(done, total int64) error {
	if err := p.before("poll", ""); err != nil {
		return err
	}
	return p.inner.Poll(done, total)
}

type hookedJournal struct {
	inner  host.Journal
	before hook
}

func (j hookedJournal) Append(writes []host.Write) ([]host.Appended, error) {
	stream := ""
	if len(writes) > 0 {
		stream = writes[0].Stream
	}
	if err := j.before("journal.append", stream); err != nil {
		return nil, err
	}
	return j.inner.Append(writes)
}

func (j hookedJournal) Read(stream string, after, limit int64) ([]host.Event, error) {
	if err := j.before("journal.read", stream); err != nil {
		return nil, err
	}
	return j.inner.Read(stream, after, limit)
}

func (j hookedJournal) Find(id [16]byte) (string, int64, error) {
	if err := j.before("journal.find", ""); err != nil {
		return "", 0, err
	}
	return j.inner.Find(id)
}

func (j hookedJournal) Stream(name string) (host.StreamInfo, error) {
	if err := j.before("journal.stream", name); err != nil {
		return host.StreamInfo{}, err
	}
	return j.inner.Stream(name)
}

func (j hookedJournal) Streams(after string, limit int64) ([]host.StreamInfo, error) {
	if err := j.before("journal.streams", after); err != nil {
		return nil, err
	}
	return j.inner.Streams(after, limit)
}

// hookJournal keeps the optional powers of a journal.
func hookJournal(inner host.Journal, before hook) host.Journal {
	j := hookedJournal{inner, before}
	compactor, _ := inner.(host.Compactor)
	verifier, _ := inner.(host.Verifier)
	switch {
	case compactor != nil && verifier != nil:
		return struct {
			hookedJournal
			hookedCompactor
			hookedVerifier
		}{j, hookedCompactor{compactor, before}, hookedVerifier{verifier, before}}
	case compactor != nil:
		return struct {
			hookedJournal
			hookedCompactor
		}{j, hookedCompactor{compactor, before}}
	case verifier != nil:
		return struct {
			hookedJournal
			hookedVerifier
		}{j, hookedVerifier{verifier, before}}
	}
	return j
}

type hookedCompactor struct {
	host.Compactor
	before hook
}

func (c hookedCompactor) Free(stream string, spans []host.Span) (int64, error) {
	if err := c.before("journal.free", stream); err != nil {
		return 0, err
	}
	return c.Compactor.Free(stream, spans)
}

func (c hookedCompactor) Vacuum(clock host.Clock) error {
	if err := c.before("journal.vacuum", ""); err != nil {
		return err
	}
	return c.Compactor.Vacuum(clock)
}

type hookedVerifier struct {
	host.Verifier
	before hook
}

func (v hookedVerifier) Verify(poll func() error, report func(stream string, seq int64, what string)) error {
	if err := v.before("journal.verify", ""); err != nil {
		return err
	}
	return v.Verifier.Verify(poll, report)
}
