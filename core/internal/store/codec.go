package store

import (
	"math"

	"github.com/heddle-dev/heddle/core/internal/revert"
	"github.com/heddle-dev/heddle/core/session"
)

// stateVersion is the first byte of an encoded state. It changes whenever the
// fold or this encoding changes: states of other versions are folded again. The
// second version marks states of logs with newer kinds of events: an engine that
// does not know these kinds folds again as well, and reports Unsupported.
const (
	stateVersion      = 1
	laterStateVersion = 2
	// erasedStateVersion is that of a log in which something was erased.
	erasedStateVersion = 3
)

var stateVersions = []byte{stateVersion, laterStateVersion, erasedStateVersion}

// encodeState renders the state for the journal's cache. The same events give the
// same bytes, regardless of the steps in which they were folded.
func (st *State) encodeState() []byte {
	version := byte(stateVersion)
	if st.later {
		version = laterStateVersion
	}
	if st.erased > 0 {
		version = erasedStateVersion
	}
	w := stateWriter{b: append(make([]byte, 0, 512), version)}
	w.writeFlags(st.exists, st.freed, st.fork != nil, st.share != nil, st.summary != nil)
	w.writeInts(st.pending, st.lifeStart, int64(st.created), int64(st.updated), int64(st.exported), st.limit)
	w.writeStrings(st.adapter, st.model, st.cwd, string(st.extra), st.activeThread)
	if f := st.fork; f != nil {
		w.writeStrings(f.parentSessionID)
		w.writeInts(int64(f.forkedAt), f.position)
	}
	if s := st.share; s != nil {
		w.writeStrings(s.ShareID, string(s.Status))
		w.writeInts(int64(s.CreatedAt), int64(s.RevokedAt))
	}
	if s := st.summary; s != nil {
		w.writeStrings(s.Content, s.GeneratedBy)
		w.writeInts(int64(s.GeneratedAt), s.MessageCount)
	}
	w.writeInts(int64(len(st.parts)))
	for _, p := range st.parts {
		w.writeStrings(p.stream)
		w.writeInts(p.seq, p.n)
	}
	w.writeWindow(&st.window)
	w.writeInts(int64(len(st.threads)))
	for _, t := range st.threads {
		w.writeStrings(t.id, t.name, t.parent, t.status, string(t.metadata))
		w.writeInts(int64(t.created), int64(t.updated), int64(t.archived))
		w.writeWindow(&t.window)
		w.writeInts(int64(t.places.RunCount()))
		last := int64(0)
		t.places.EachRun(func(first, n int64) {
			w.writeInts(first-last, n)
			last = first + n
		})
	}
	if st.erased > 0 {
		w.writeInts(st.erased)
		w.writeFlags(st.later)
	}
	return w.b
}

// decodeState reads an encoded state of position seq. It returns the empty state of
// position 0 when b cannot be read.
func decodeState(id string, seq int64, b []byte) *State {
	st := &State{ID: id}
	if len(b) == 0 || b[0] < stateVersion || b[0] > erasedStateVersion {
		return st
	}
	st.later = b[0] == laterStateVersion
	r := stateReader{b: b[1:], ok: true}
	st.seq, st.saved = seq, seq
	bits := r.readInt()
	st.exists, st.freed = bits&1 != 0, bits&2 != 0
	st.pending, st.lifeStart, st.created, st.updated, st.exported, st.limit = r.readNumber(maxNumber), r.readNumber(seq), r.readTime(), r.readTime(), r.readTime(), r.readNumber(math.MaxInt64)
	st.adapter, st.model, st.cwd, st.extra, st.activeThread = r.readString(), r.readString(), r.readString(), r.readJSON(), r.readString()
	if bits&4 != 0 {
		st.fork = &forkOrigin{parentSessionID: r.readString(), forkedAt: r.readTime(), position: r.readNumber(maxNumber)}
	}
	if bits&8 != 0 {
		st.share = &session.StoredShare{SessionID: id, ShareID: r.readString(), Status: session.ShareStatus(r.readString()), CreatedAt: r.readTime(), RevokedAt: r.readTime()}
	}
	if bits&16 != 0 {
		st.summary = &session.StoredSummary{SessionID: id, Content: r.readString(), GeneratedBy: r.readString(), GeneratedAt: r.readTime(), MessageCount: r.readNumber(maxNumber)}
	}
	for range r.readCount() {
		p := part{stream: r.readString(), seq: r.readNumber(maxNumber), index: st.Count()}
		p.n = r.readNumber(min(maxNumber-p.seq+1, maxNumber-p.index))
		r.ok = r.ok && p.seq > 0 && p.n > 0
		st.parts = append(st.parts, p)
	}
	r.readWindow(&st.window)
	end := st.Count() + min(st.pending, maxNumber-st.Count())
	for range r.readCount() {
		t := &threadState{id: r.readString(), name: r.readString(), parent: r.readString(), status: r.readString(), metadata: r.readJSON(),
			created: r.readTime(), updated: r.readTime(), archived: r.readTime()}
		r.readWindow(&t.window)
		last := int64(0)
		for range r.readCount() {
			first := last + r.readNumber(end-last)
			last = first + r.readNumber(end-first)
			t.places.AddRun(first, last-first)
		}
		st.threads = append(st.threads, t)
	}
	if b[0] == erasedStateVersion {
		st.erased, st.later = r.readNumber(seq), r.readInt() != 0
	}
	if !r.ok || len(r.b) > 0 {
		return &State{ID: id}
	}
	return st
}

// stateWriter renders numbers as zigzag varints and texts with their length.
type stateWriter struct{ b []byte }

func (w *stateWriter) writeInts(list ...int64) {
	for _, n := range list {
		u := uint64(n)<<1 ^ uint64(n>>63)
		for u >= 0x80 {
			w.b = append(w.b, byte(u)|0x80)
			u >>= 7
		}
		w.b = append(w.b, byte(u))
	}
}

func (w *stateWriter) writeFlags(list ...bool) {
	var bits int64
	for i, f := range list {
		if f {
			bits |= 1 << i
		}
	}
	w.writeInts(bits)
}

func (w *stateWriter) writeStrings(list ...string) {
	for _, s := range list {
		w.writeInts(int64(len(s)))
		w.b = append(w.b, s...)
	}
}

func (w *stateWriter) writeWindow(v *revert.Window) {
	hidden := v.HiddenIntervals()
	w.writeInts(int64(len(hidden)))
	last := int64(0)
	for _, h := range hidden {
		w.writeInts(h.From-last, h.To-h.From)
		last = h.To
	}
}

// stateReader is the inverse of writer; ok turns false at the first defect.
type stateReader struct {
	b  []byte
	ok bool
}

func (r *stateReader) readInt() int64 {
	var u uint64
	for i := 0; i < len(r.b) && i < 10; i++ {
		u |= uint64(r.b[i]&0x7f) << (7 * i)
		if r.b[i] < 0x80 {
			r.b = r.b[i+1:]
			return int64(u>>1) ^ -int64(u&1)
		}
	}
	r.ok, r.b = false, nil
	return 0
}

// readNumber reads a number from 0 to high.
func (r *stateReader) readNumber(high int64) int64 {
	n := r.readInt()
	if n < 0 || n > high {
		r.ok = false
		return 0
	}
	return n
}

// readCount reads the number of items that follow; each has one byte or more.
func (r *stateReader) readCount() int64 {
	n := r.readInt()
	if n < 0 || n > int64(len(r.b)) {
		r.ok, r.b = false, nil
		return 0
	}
	return n
}

func (r *stateReader) readString() string {
	n := r.readCount()
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

func (r *stateReader) readJSON() session.JSON {
	if s := r.readString(); s != "" {
		return session.JSON(s)
	}
	return nil
}

func (r *stateReader) readTime() session.Time {
	n := r.readInt()
	t := session.TimeOfMillis(n)
	r.ok = r.ok && int64(t) == n
	return t
}

func (r *stateReader) readWindow(w *revert.Window) {
	last := int64(0)
	for range r.readCount() {
		from := last + r.readNumber(maxNumber-last)
		last = from + r.readNumber(maxNumber-from)
		w.Hide(from, last)
	}
}
