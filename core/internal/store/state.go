package store

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/revert"
	"github.com/heddle-dev/heddle/core/session"
)

// State is the fold of a session's events up to a position. Its messages are
// numbered from 0 in the order in which they were recorded; a message's number
// never changes. It belongs to the Store: read it, do not change it.
type State struct {
	ID  string
	seq int64 // position: sequence of the last event folded

	exists    bool
	freed     bool  // events since the last deletion were freed, so the state is incomplete
	later     bool  // its log has events of kinds that the first engines of format 1 do not know
	pending   int64 // messages of an import that are not recorded yet
	lifeStart int64 // sequence of the last deletion, 0 without one
	erased    int64 // of the last one that erases, 0 without one

	failed   error // why an event cannot be read; then nothing but the deletions is known
	failedAt int64 // its sequence

	adapter, model, cwd string
	created, updated    session.Time
	exported            session.Time // of the snapshot this session still equals
	extra               session.JSON
	limit               int64

	parts  []part
	window revert.Window // over the session's messages

	fork    *forkOrigin
	share   *session.StoredShare
	summary *session.StoredSummary

	threads      []*threadState // in the order in which they were created
	activeThread string         // id of the active thread, "" without one

	saved int64 // position of the state that the journal keeps
}

// part is consecutive messages that are consecutive events of one stream.
type part struct {
	stream string // "" = the session's own
	seq    int64  // of the first
	index  int64  // number of the first
	n      int64
}

// forkOrigin says where a session was forked from.
type forkOrigin struct {
	parentSessionID string
	forkedAt        session.Time
	position        int64 // of the parent; 0 when unknown
}

// isComplete reports whether there is a session at this position.
func (st *State) isComplete() bool { return st.exists && st.pending == 0 && st.failed == nil }

// Count returns the number of recorded messages.
func (st *State) Count() int64 {
	if len(st.parts) == 0 {
		return 0
	}
	p := st.parts[len(st.parts)-1]
	return p.index + p.n
}

// VisibleCount returns the number of messages that the session shows.
func (st *State) VisibleCount() int64 { return st.window.VisibleBefore(st.Count()) }

// messageLimit returns the greatest number of messages; 0 = no limit.
func (st *State) messageLimit(of Options) int64 {
	if st.limit > 0 {
		return st.limit
	}
	return of.MessageLimit
}

// Meta returns the metadata at this position.
func (st *State) Meta() *session.StoredSession {
	return &session.StoredSession{
		SessionID: st.ID, Adapter: st.adapter, Model: st.model, CWD: st.cwd,
		CreatedAt: st.created, UpdatedAt: st.updated, MessageCount: st.Count(), MessageLimit: st.limit,
		Extra: st.fullExtra(), Position: st.seq,
	}
}

// reserved are the members of extra that the store writes.
var reserved = []string{"fork", "share", "summary", "view"}

// fullExtra returns the caller's extra with the store's members.
func (st *State) fullExtra() session.JSON {
	m := canon.Object(nil)
	if f := st.fork; f != nil {
		m.Key("fork")
		o := canon.Object(m.B)
		canon.OptTime(&o, "forkedAt", f.forkedAt)
		o.Str("parentSessionId", f.parentSessionID)
		o.OptNum("position", f.position)
		m.B = o.End()
	}
	if st.share != nil {
		m.Key("share")
		m.B = st.share.AppendJSON(m.B)
	}
	if st.summary != nil {
		m.Key("summary")
		m.B = st.summary.AppendJSON(m.B)
	}
	if !st.window.IsWhole() {
		m.Key("view")
		o := canon.Object(m.B)
		o.Key("hidden")
		o.B = appendIntervals(o.B, &st.window)
		o.Num("visibleMessageCount", st.window.VisibleBefore(st.Count()))
		m.B = o.End()
	}
	own := m.End()
	if len(own) == len("{}") {
		return st.extra
	}
	return mergeObjects(st.extra, own)
}

// appendIntervals appends the hidden intervals as pairs.
func appendIntervals(b []byte, w *revert.Window) []byte {
	b = append(b, '[')
	for i, h := range w.HiddenIntervals() {
		if i > 0 {
			b = append(b, ',')
		}
		b = canon.AppendInt(append(b, '['), h.From)
		b = canon.AppendInt(append(b, ','), h.To)
		b = append(b, ']')
	}
	return append(b, ']')
}
