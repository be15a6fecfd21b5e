package store

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// What a follower of a store reads of its events. It copies them as they are.

// Journal returns the log of the store.
func (s *Store) Journal() host.Journal { return s.journal }

// Part is consecutive messages that a fork begins with.
type Part struct {
	Stream   string
	First, N int64 // sequence of the first, and how many
}

// Last is the sequence of the last message.
func (p *Part) Last() int64 { return p.First + p.N - 1 }

// SharedParts returns what an event shares when it begins a fork. A part that cannot be
// right is an error.
func SharedParts(e *host.Event) (out []Part, err error) {
	if e.Kind != kindForked {
		return nil, nil
	}
	v, err := scan.Parse(e.Payload)
	if err != nil {
		return nil, unreadableEvent(e, err)
	}
	var n eventNumbers
	for _, p := range n.readParts(v.Get("parts"), 0) {
		out = append(out, Part{p.stream, p.seq, p.n})
	}
	if n.wrong != "" {
		return nil, hostileEvent(e, n.wrong)
	}
	return out, nil
}

// IsMessage reports whether an event is a message that can be read.
func IsMessage(e *host.Event) bool {
	var found [2]scan.Value
	return e.Kind == kindMessage && int64(session.TimeOfMillis(e.Time)) == e.Time && foldedMembers.Scan(e.Payload, found[:]) == nil
}

// EndsLife reports whether an event deletes its session.
func EndsLife(e *host.Event) bool { return endsLife(e.Kind) }

// EachShared calls fn for what living sessions share of other streams.
func (s *Store) EachShared(fn func(p Part)) error {
	return s.eachState(func(st *State) error {
		for _, p := range st.parts {
			if p.stream != "" {
				fn(Part{p.stream, p.seq, p.n})
			}
		}
		return nil
	})
}

// SharedBy returns what a session shares of other streams; nothing when it does not exist.
func (s *Store) SharedBy(id string) (out []Part, err error) {
	st, err := s.loadState(id)
	if err != nil {
		return nil, err
	}
	for _, p := range st.parts {
		if p.stream != "" {
			out = append(out, Part{p.stream, p.seq, p.n})
		}
	}
	return out, nil
}

// TaggedAs returns the names under which a session has tags: its own, and that of what it is a copy of.
func (s *Store) TaggedAs(id string) ([]string, error) {
	st, err := s.loadState(id)
	if err != nil {
		return nil, err
	}
	out := []string{"heddle:" + id}
	if v, err := scan.Parse(st.extra); err == nil {
		out = append(out, v.Get(CopyMember+".unifiedId").String())
	}
	return out, nil
}

// HasErased reports whether a stream's cached state says that something of it was erased.
func HasErased(info host.StreamInfo) bool {
	return len(info.State) > 0 && info.State[0] == erasedStateVersion
}

// LifeStart returns the position after which a session's present life begins: that
// of its last deletion, or 0.
func (s *Store) LifeStart(id string) (int64, error) {
	st, err := s.readState(id)
	if err != nil {
		return 0, err
	}
	return st.lifeStart, nil
}

// ForkMark is the event after which a copy of a session's log is a fork of the
// session: it shares nothing, and says what it is a fork of.
func ForkMark(session string, e host.Event) host.Event {
	m := canon.Object(nil)
	m.Key("parent")
	o := canon.Object(m.B)
	o.Str("sessionId", session)
	m.B = o.End()
	e.Kind, e.Payload = kindForked, m.End()
	return e
}

// Unshare is the event that revokes a share.
func Unshare(e host.Event) host.Event {
	e.Kind, e.Payload = kindUnshared, nil
	return e
}

// Fold follows a stream event by event, so that the journal can keep the state
// together with the events.
type Fold struct{ st *State }

// NewFold begins where the cached state of a stream is, which must be at its head. It
// returns nil without one.
func NewFold(info host.StreamInfo) *Fold {
	st := decodeState(info.Name, info.StateSeq, info.State)
	if st.seq != info.Head {
		return nil
	}
	return &Fold{st}
}

// FoldUpTo begins with what the store has of a stream up to a position.
func (s *Store) FoldUpTo(name string, at int64) (*Fold, error) {
	info, err := s.journal.Stream(name)
	if err != nil {
		return nil, err
	}
	if info.StateSeq > at {
		info.StateSeq, info.State = 0, nil
	}
	st := decodeState(name, info.StateSeq, info.State)
	if at == 0 {
		return &Fold{st}, nil
	}
	return &Fold{st}, s.catchUp(st, at)
}

// Add folds the next event. An event that cannot be read is an error. Those that follow
// one are not looked at, until the session is deleted.
func (f *Fold) Add(e *host.Event) error {
	before := f.st.failed
	if f.st.foldEvent(e); before == nil {
		return f.st.failed
	}
	return nil
}

// Failed returns the error of an event that cannot be read, unless the session was
// deleted later.
func (f *Fold) Failed() error { return f.st.failed }

// State returns the state to keep, nil when it is not worth it.
func (f *Fold) State() []byte {
	if !f.st.shouldSnapshot() {
		return nil
	}
	f.st.saved = f.st.seq
	return f.st.encodeState()
}
