package store

import (
	"github.com/heddle-dev/heddle/core/internal/revert"
	"github.com/heddle-dev/heddle/core/session"
)

// stateVersion is the first byte of an encoded state. It changes whenever the
// fold or this form does: states of other versions are folded anew. The second
// is for states of logs with kinds that came later: an engine that does not
// know these kinds folds anew too, and says that it cannot.
const (
	stateVersion      = 1
	laterStateVersion = 2
)

// encode renders the state for the journal's cache. It is the same bytes for
// the same events, however they were folded.
func (st *State) encode() []byte {
	version := byte(stateVersion)
	if st.later {
		version = laterStateVersion
	}
	w := writer{b: append(make([]byte, 0, 512), version)}
	w.flags(st.exists, st.freed, st.fork != nil, st.share != nil, st.summary != nil)
	w.nums(st.pending, st.birth, int64(st.created), int64(st.updated), int64(st.exported), st.limit)
	w.strs(st.adapter, st.model, st.cwd, string(st.extra), st.Active)
	if f := st.fork; f != nil {
		w.strs(f.ParentSessionID)
		w.nums(int64(f.ForkedAt), f.Position)
	}
	if s := st.share; s != nil {
		w.strs(s.ShareID, string(s.Status))
		w.nums(int64(s.CreatedAt), int64(s.RevokedAt))
	}
	if s := st.summary; s != nil {
		w.strs(s.Content, s.GeneratedBy)
		w.nums(int64(s.GeneratedAt), s.MessageCount)
	}
	w.nums(int64(len(st.parts)))
	for _, p := range st.parts {
		w.strs(p.stream)
		w.nums(p.seq, p.n)
	}
	w.window(&st.Window)
	w.nums(int64(len(st.Threads)))
	for _, t := range st.Threads {
		w.strs(t.ID, t.Name, t.Parent, t.Status, string(t.Metadata))
		w.nums(int64(t.Created), int64(t.Updated), int64(t.Archived))
		w.window(&t.Window)
		w.nums(int64(t.Places.RunCount()))
		last := int64(0)
		t.Places.Runs(func(first, n int64) {
			w.nums(first-last, n)
			last = first + n
		})
	}
	return w.b
}

// decodeState reads an encoded state of position seq; what cannot be read is
// the empty state of position 0.
func decodeState(id string, seq int64, b []byte) *State {
	st := &State{ID: id}
	if len(b) == 0 || b[0] != stateVersion && b[0] != laterStateVersion {
		return st
	}
	st.later = b[0] == laterStateVersion
	r := reader{b: b[1:], ok: true}
	st.Seq, st.saved = seq, seq
	bits := r.num()
	st.exists, st.freed = bits&1 != 0, bits&2 != 0
	st.pending, st.birth, st.created, st.updated, st.exported, st.limit = r.num(), r.num(), r.time(), r.time(), r.time(), r.num()
	st.adapter, st.model, st.cwd, st.extra, st.Active = r.str(), r.str(), r.str(), r.json(), r.str()
	if bits&4 != 0 {
		st.fork = &Fork{ParentSessionID: r.str(), ForkedAt: r.time(), Position: r.num()}
	}
	if bits&8 != 0 {
		st.share = &session.StoredShare{SessionID: id, ShareID: r.str(), Status: session.ShareStatus(r.str()), CreatedAt: r.time(), RevokedAt: r.time()}
	}
	if bits&16 != 0 {
		st.summary = &session.StoredSummary{SessionID: id, Content: r.str(), GeneratedBy: r.str(), GeneratedAt: r.time(), MessageCount: r.num()}
	}
	for range r.count() {
		st.parts = append(st.parts, part{stream: r.str(), seq: r.num(), n: r.num(), index: st.Count()})
	}
	r.window(&st.Window)
	for range r.count() {
		t := &Thread{ID: r.str(), Name: r.str(), Parent: r.str(), Status: r.str(), Metadata: r.json(),
			Created: r.time(), Updated: r.time(), Archived: r.time()}
		r.window(&t.Window)
		last := int64(0)
		for range r.count() {
			first := last + r.num()
			n := r.num()
			t.Places.AddRun(first, n)
			last = first + n
		}
		st.Threads = append(st.Threads, t)
	}
	if !r.ok || len(r.b) > 0 {
		return &State{ID: id}
	}
	return st
}

// writer renders numbers as zigzag varints and texts with their length.
type writer struct{ b []byte }

func (w *writer) nums(list ...int64) {
	for _, n := range list {
		u := uint64(n)<<1 ^ uint64(n>>63)
		for u >= 0x80 {
			w.b = append(w.b, byte(u)|0x80)
			u >>= 7
		}
		w.b = append(w.b, byte(u))
	}
}

func (w *writer) flags(list ...bool) {
	var bits int64
	for i, f := range list {
		if f {
			bits |= 1 << i
		}
	}
	w.nums(bits)
}

func (w *writer) strs(list ...string) {
	for _, s := range list {
		w.nums(int64(len(s)))
		w.b = append(w.b, s...)
	}
}

func (w *writer) window(v *revert.Window) {
	hidden := v.Hidden()
	w.nums(int64(len(hidden)))
	last := int64(0)
	for _, h := range hidden {
		w.nums(h.From-last, h.To-h.From)
		last = h.To
	}
}

// reader is the inverse of writer; ok turns false at the first defect.
type reader struct {
	b  []byte
	ok bool
}

func (r *reader) num() int64 {
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

// count reads how many items follow; each takes a byte at least.
func (r *reader) count() int64 {
	n := r.num()
	if n < 0 || n > int64(len(r.b)) {
		r.ok, r.b = false, nil
		return 0
	}
	return n
}

func (r *reader) str() string {
	n := r.count()
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

func (r *reader) json() session.JSON {
	if s := r.str(); s != "" {
		return session.JSON(s)
	}
	return nil
}

func (r *reader) time() session.Time { return session.Time(r.num()) }

func (r *reader) window(w *revert.Window) {
	last := int64(0)
	for range r.count() {
		from := last + r.num()
		last = from + r.num()
		w.Hide(from, last)
	}
}
