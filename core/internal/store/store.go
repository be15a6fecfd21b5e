// Package store keeps sessions: an event log for each session, and state that
// is a pure fold of it. Nothing that was recorded is ever changed; revert,
// fork, share and delete are events like any other, and every past position
// can be read.
//
//	j, err := journal.OpenSQL(host.SQL, "store/heddle.db", true)
//	s := store.New(j, host, store.Options{})
//	meta, err := s.Record("sess_001", messages, store.Request{})
//	page, err := s.Messages("sess_001", store.MessageOptions{Limit: 50})
//
// A Store belongs to one goroutine. Several, in several processes, may work
// on one journal.
package store

import (
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

const (
	// maxRetries bounds how often a change is tried again because another
	// writer appended first.
	maxRetries = 100
	// maxBusyRetries bounds how often it is tried again although the position has
	// not changed: then the journal is locked, and each try has waited for the lock.
	maxBusyRetries = 3
	// maxStates bounds the folded states kept in memory.
	maxStates = 256
	// readEvents is the number of events of one read.
	readEvents = 1024
	// maxIDBytes is the longest id of a session or thread.
	maxIDBytes = 1024
)

// Options tunes a Store.
type Options struct {
	// MessageLimit is the greatest number of messages of a session that has
	// no limit of its own; 0 = any number.
	MessageLimit int64
}

// Store works on one journal.
type Store struct {
	journal host.Journal
	clock   host.Clock
	entropy host.Entropy
	poll    host.Poll
	zstd    host.Zstd
	opts    Options
	states  map[string]*State

	unreadable func(error) error // see OnUnreadable
}

// New returns a Store over a journal. Of h the clock, the entropy and, when
// granted, the poll and the decompressor are used.
func New(j host.Journal, h host.Host, opts Options) *Store {
	return &Store{journal: j, clock: h.Clock, entropy: h.Entropy, poll: h.Poll, zstd: h.Zstd, opts: opts, states: map[string]*State{}}
}

// OnUnreadable makes what lists sessions call report with the error of each session that cannot
// be read, and continue when that returns nil. Otherwise the first such error
// is returned after all others. What changes the store because of all of them, such as Compact,
// still fails.
func (s *Store) OnUnreadable(report func(error) error) { s.unreadable = report }

// Open opens the store that a host grants: its journal, else the SQLite file
// at path, else memory. close releases it.
func Open(h host.Host, path string, writable bool, opts Options) (s *Store, close func() error, err error) {
	if h.Journal != nil {
		return New(h.Journal, h, opts), func() error { return nil }, nil
	}
	if h.SQL == nil {
		return New(journal.NewMemory(), h, opts), func() error { return nil }, nil
	}
	j, err := journal.OpenSQL(h.SQL, path, writable)
	if err != nil {
		return nil, nil, err
	}
	return New(j, h, opts), j.Close, nil
}

// Expectations of a Request besides a position.
const (
	AnyPosition = 0  // append after the last event, regardless of its position
	NoSession   = -1 // the session must never have existed
)

// Request says how a change is made. The zero Request makes it once at any position.
type Request struct {
	// ID is the idempotency key: a second change with the same ID changes
	// nothing and returns the first result. Zero generates a new one.
	ID [16]byte
	// Expect is the position the session must be at, else CONFLICT.
	Expect int64
}

// draft is an event about to be appended.
type draft struct {
	kind    string
	payload []byte
}

// changePlan is what a change appends. An empty Plan changes nothing.
type changePlan struct {
	drafts          []draft
	guards          []host.Write // other streams whose heads must not have changed
	continuesImport bool         // it is the next piece of an import
	after           session.Time // its events are later than this
}

// endsLife reports whether the change deletes the session, also one that
// cannot be read.
func (p *changePlan) endsLife() bool { return len(p.drafts) > 0 && endsLife(p.drafts[0].kind) }

// stamp is the time of a change and the id of its first event. Retries of the
// change use the same stamp.
type stamp struct {
	time session.Time
	id   [16]byte
}

// changeSession loads the state of a session, asks plan what to append to it,
// appends that, and returns the state after it, which the caller must not
// change. When another writer appended first, plan is called again. Every change
// of one session goes through it.
func (s *Store) changeSession(id string, req Request, plan func(st *State, edge stamp) (changePlan, error)) (*State, error) {
	if err := checkID("session", id); err != nil {
		return nil, err
	}
	edge := stamp{time: session.Time(s.clock.Now()), id: req.ID}
	if edge.id == [16]byte{} {
		edge.id = s.entropy.ID()
	} else if st, err := s.resultOfRequest(id, edge.id); st != nil || err != nil {
		return st, err
	}
	busy, last := 0, int64(-1)
	for try := 1; ; try++ {
		st, err := s.presentState(id)
		if err != nil {
			return nil, err
		}
		if busy++; st.seq != last {
			busy, last = 1, st.seq
		}
		if err := checkExpected(st, req.Expect); err != nil {
			return nil, err
		}
		p, err := plan(st, edge)
		if st.failed != nil && (err != nil || !p.endsLife()) {
			return nil, st.failed
		}
		if err != nil || len(p.drafts) == 0 {
			return st, err
		}
		again, err := s.appendPlan(st, edge, p)
		if err == nil && !again {
			return st, nil
		}
		delete(s.states, id)
		if err == nil {
			return s.resultOfRequest(id, edge.id)
		}
		if fault.CodeOf(err) != fault.Conflict || try == maxRetries || busy == maxBusyRetries && len(p.guards) == 0 {
			return nil, err
		}
	}
}

// requireResult returns what a change created. The session does not have it when the
// request id was used for another change before.
func requireResult[T any](x *T, err error) (*T, error) {
	if err == nil && x == nil {
		return nil, reusedID()
	}
	return x, err
}

// reusedID is the error of a request id that was used for another change.
func reusedID() error {
	return fault.New(fault.Conflict, "this request id belongs to another request").WithHint("generate a new id")
}

func checkExpected(st *State, expect int64) error {
	if expect == AnyPosition || expect == NoSession && st.seq == 0 || expect == st.seq {
		return nil
	}
	return fault.New(fault.Conflict, "the session is at position "+text.FormatInt(st.seq)).
		WithHint("another writer changed it: read what is new and try again")
}

// appendPlan folds a plan into st and writes it. After an error st must not be used.
func (s *Store) appendPlan(st *State, edge stamp, p changePlan) (again bool, err error) {
	if st.pending > 0 && !p.continuesImport { // an import that was never completed
		p.drafts = append([]draft{{kind: kindDeleted}}, p.drafts...)
	}
	if err := s.obey(st, p.drafts); err != nil {
		return false, err
	}
	head := st.seq
	if p.after != 0 {
		edge.time = max(edge.time, p.after+1)
	}
	events := make([]host.Event, len(p.drafts))
	for i, d := range p.drafts {
		events[i] = host.Event{Stream: st.ID, Seq: head + 1 + int64(i), ID: offsetID(edge.id, i), Time: int64(edge.time), Kind: d.kind, Payload: d.payload}
		if st.foldEvent(&events[i]); st.failed != nil {
			return false, st.failed
		}
	}
	w := host.Write{Stream: st.ID, Expect: head, Events: events}
	if st.shouldSnapshot() {
		w.State = st.encodeState()
		st.saved = st.seq
	}
	out, err := s.journal.Append(append([]host.Write{w}, p.guards...))
	if err != nil {
		return false, err
	}
	return out[0].Again, nil
}

// shouldSnapshot reports whether the state is written to the journal with this
// change: always when it is small, else when it is small compared with what was
// appended since the last one, so that the work is linear.
func (st *State) shouldSnapshot() bool {
	if st.failed != nil {
		return false
	}
	const small, perEvent, perChangeOfTags = 2048, 64, 16384
	size, events := st.sizeEstimate(), st.seq-st.saved
	if st.ID == TagsID { // each event merges into an object that may be large
		return size <= small || events*perChangeOfTags >= size
	}
	return size <= small || events*perEvent >= size
}

// sizeEstimate estimates the bytes of the encoded state without encoding it.
func (st *State) sizeEstimate() int64 {
	n := 8*len(st.parts) + 6*st.window.IntervalCount() + len(st.extra)
	if st.summary != nil {
		n += len(st.summary.Content)
	}
	for _, t := range st.threads {
		n += 64 + len(t.name) + len(t.metadata) + 4*t.places.RunCount() + 6*t.window.IntervalCount()
	}
	return int64(n)
}

// resultOfRequest returns the state right after the events of an earlier request
// with this id; nil when there was no such request.
func (s *Store) resultOfRequest(stream string, id [16]byte) (*State, error) {
	name, seq, err := s.journal.Find(id)
	if err != nil || seq == 0 {
		return nil, err
	}
	if name != stream {
		return nil, fault.New(fault.Conflict, "this request id belongs to another session").WithHint("generate a new id")
	}
	end := seq
	for n := 1; ; {
		events, err := s.journal.Read(name, end, readEvents)
		if err != nil {
			return nil, err
		}
		for i := range events {
			if events[i].ID != offsetID(id, n) {
				return s.stateAt(name, end)
			}
			end, n = events[i].Seq, n+1
		}
		if len(events) == 0 {
			return s.stateAt(name, end)
		}
	}
}

// loadState returns the present state of a session, which may not exist.
func (s *Store) loadState(id string) (*State, error) {
	st, err := s.presentState(id)
	if err == nil && st.failed != nil {
		return nil, st.failed
	}
	return st, err
}

// readState returns the state of a session as the journal has it, without keeping it.
func (s *Store) readState(id string) (*State, error) {
	info, err := s.journal.Stream(id)
	if err != nil {
		return nil, err
	}
	return s.openState(info)
}

// presentState is loadState also of a session with an event that cannot be read.
func (s *Store) presentState(id string) (*State, error) {
	st := s.states[id]
	if st == nil {
		var err error
		if st, err = s.readState(id); err != nil {
			return nil, err
		}
	} else if err := s.catchUp(st, 0); err != nil {
		delete(s.states, id)
		return nil, err
	}
	if len(s.states) >= maxStates {
		clear(s.states)
	}
	s.states[id] = st
	return st, nil
}

// openState folds a stream from its cached state on.
func (s *Store) openState(info host.StreamInfo) (*State, error) {
	st := decodeState(info.Name, info.StateSeq, info.State)
	if st.seq == info.Head {
		return st, nil
	}
	return st, s.catchUp(st, 0)
}

// catchUp folds the events after st, up to position at unless that is 0.
func (s *Store) catchUp(st *State, at int64) error {
	for at == 0 || st.seq < at {
		limit := int64(readEvents)
		if at != 0 {
			limit = min(limit, at-st.seq)
		}
		events, err := s.journal.Read(st.ID, st.seq, limit)
		if err != nil || len(events) == 0 {
			return err
		}
		for i := range events {
			if at != 0 && events[i].Seq > at {
				st.freed = st.freed || st.seq < at // the event at the position was freed
				return nil
			}
			st.foldEvent(&events[i])
		}
		if err := s.pollHost(st.seq); err != nil {
			return err
		}
	}
	return nil
}

// stateAt returns the state of a session at a position; 0 is the present one.
func (s *Store) stateAt(id string, at int64) (*State, error) {
	if at == 0 {
		return s.loadState(id)
	}
	info, err := s.journal.Stream(id)
	if err != nil {
		return nil, err
	}
	if info.Head == 0 && at > 0 {
		return nil, sessionNotFound(id)
	}
	if at < 0 || at > info.Head {
		return nil, fault.New(fault.InvalidArgument, "the session has no position "+text.FormatInt(at))
	}
	if info.StateSeq > at {
		info.State = nil
	}
	st := decodeState(id, info.StateSeq, info.State)
	if err := s.catchUp(st, at); err != nil {
		return nil, err
	}
	if st.failed != nil {
		return nil, st.failed
	}
	if st.freed || st.seq < at {
		return nil, fault.New(fault.BadRef, "position "+text.FormatInt(at)+" was freed by a compaction")
	}
	return st, nil
}

// findSession returns the state of an existing session at a position (0: now), which
// the caller must not change.
func (s *Store) findSession(id string, at int64) (*State, error) {
	if err := checkID("session", id); err != nil {
		return nil, err
	}
	st, err := s.stateAt(id, at)
	if err == nil && !st.isComplete() {
		return nil, sessionNotFound(id)
	}
	return st, err
}

func (s *Store) pollHost(done int64) error {
	if s.poll == nil {
		return nil
	}
	return s.poll.Poll(done, 0)
}

// sessionNotFound returns the error of a session that does not exist.
func sessionNotFound(id string) error {
	return fault.New(fault.SessionNotFound, "the store has no session \""+id+"\"").
		WithHint("store.list shows the sessions")
}

// checkID returns an error when id cannot name a session or thread.
func checkID(what, id string) error {
	if id == "" || len(id) > maxIDBytes || !utf8.ValidString(id) {
		return fault.New(fault.InvalidArgument, "the "+what+" id must be text of 1 to 1,024 bytes")
	}
	return nil
}
