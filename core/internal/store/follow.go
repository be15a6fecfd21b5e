package store

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// What a follower of a store reads of its events. It copies them as they are.

// Journal returns the log of the store.
func (s *Store) Journal() host.Journal { return s.journal }

// Part is consecutive messages that a fork begins with.
type Part struct {
	Stream   string
	First, N int64 // sequence of the first, and how many
}

// SharedParts returns what an event shares when it begins a fork.
func SharedParts(e *host.Event) (out []Part) {
	if e.Kind != kindForked {
		return nil
	}
	v, err := scan.Parse(e.Payload)
	if err != nil {
		return nil
	}
	v.Get("parts").EachElement(func(_ int, p scan.Value) bool {
		first, _ := p.Get("1").Int()
		n, _ := p.Get("2").Int()
		if name := p.Get("0").String(); n > 0 && first > 0 && name != "" {
			out = append(out, Part{name, first, n})
		}
		return true
	})
	return out
}

// EndsLife reports whether an event deletes its session.
func EndsLife(e *host.Event) bool { return e.Kind == kindDeleted }

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

// LifeStart returns the position after which a session's present life begins: that
// of its last deletion, or 0.
func (s *Store) LifeStart(id string) (int64, error) {
	info, err := s.journal.Stream(id)
	if err != nil {
		return 0, err
	}
	st, err := s.openState(info)
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

// Add folds the next event. After an error the fold is of no use.
func (f *Fold) Add(e *host.Event) error { return f.st.foldEvent(e) }

// State returns the state to keep, nil when it is not worth it.
func (f *Fold) State() []byte {
	if !f.st.shouldSnapshot() {
		return nil
	}
	f.st.saved = f.st.seq
	return f.st.encodeState()
}
