package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/session"
)

// Patch is metadata to set. A nil pointer or empty value changes nothing.
type Patch struct {
	Adapter, Model, CWD *string
	CreatedAt           session.Time // of Register and Import only, by default now
	UpdatedAt           session.Time
	MessageLimit        *int64       // 0 = the store's limit
	Extra               session.JSON // an object, merged into extra; null removes a member; the store's own members do not change
}

// metadataPayload renders the patch as an event's payload.
func (p Patch) metadataPayload() ([]byte, error) {
	extra, err := Object("extra", p.Extra)
	if err != nil {
		return nil, err
	}
	m := canon.Object(nil)
	optPtr(&m, "adapter", p.Adapter)
	canon.OptTime(&m, "createdAt", p.CreatedAt)
	optPtr(&m, "cwd", p.CWD)
	if extra = withoutMembers(extra, reserved...); len(extra) > 0 {
		m.Key("extra")
		m.B = extra.AppendJSON(m.B)
	}
	if p.MessageLimit != nil {
		if *p.MessageLimit < 0 {
			return nil, fault.New(fault.InvalidArgument, "messageLimit must not be negative")
		}
		m.Num("messageLimit", *p.MessageLimit)
	}
	optPtr(&m, "model", p.Model)
	canon.OptTime(&m, "updatedAt", p.UpdatedAt)
	return m.End(), nil
}

func optPtr(m *canon.Members, key string, s *string) {
	if s != nil {
		m.Str(key, *s)
	}
}

// Register creates a session. When it exists already, nothing changes.
func (s *Store) Register(id string, p Patch, req Request) (*session.StoredSession, error) {
	payload, err := p.metadataPayload()
	if err != nil {
		return nil, err
	}
	return s.metaOrError(s.changeSession(id, req, func(st *State, _ stamp) (changePlan, error) {
		if st.isComplete() {
			return changePlan{}, nil
		}
		return singleEvent(kindRegistered, payload), nil
	}))
}

// Update merges a patch into a session's metadata; a session that does not
// exist is created.
func (s *Store) Update(id string, p Patch, req Request) (*session.StoredSession, error) {
	payload, err := p.metadataPayload()
	if err != nil {
		return nil, err
	}
	return s.metaOrError(s.changeSession(id, req, func(st *State, _ stamp) (changePlan, error) {
		if !st.isComplete() {
			return singleEvent(kindRegistered, payload), nil
		}
		return singleEvent(kindUpdated, payload), nil
	}))
}

// singleEvent returns a plan of one event.
func singleEvent(kind string, payload []byte) changePlan {
	return changePlan{drafts: []draft{{kind: kind, payload: payload}}}
}

func (s *Store) metaOrError(st *State, err error) (*session.StoredSession, error) {
	if err != nil {
		return nil, err
	}
	return st.Meta(), nil
}

// Get returns a session's metadata at a position (0: now).
func (s *Store) Get(id string, at int64) (*session.StoredSession, error) {
	return s.metaOrError(s.findSession(id, at))
}

// MessageCount returns the number of recorded messages, hidden ones too; 0
// for a session that does not exist.
func (s *Store) MessageCount(id string) (int64, error) {
	st, err := s.findSession(id, 0)
	if fault.CodeOf(err) == fault.SessionNotFound {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return st.Count(), nil
}

// Delete removes a session with its threads. It does nothing when the session does
// not exist. Forks keep their messages, and Compact frees the rest.
func (s *Store) Delete(id string, req Request) error {
	_, err := s.changeSession(id, req, func(st *State, _ stamp) (changePlan, error) {
		if !st.exists {
			return changePlan{}, nil
		}
		return changePlan{drafts: []draft{{kind: kindDeleted}}, continuesImport: true}, nil
	})
	return err
}

// clearedAtOnce is the number of streams of one append, which journals on a
// server bound.
const clearedAtOnce = 500

// Clear deletes all sessions and returns how many there were. It deletes some
// at a time: after a failure the others remain.
func (s *Store) Clear() (int64, error) {
	edge := stamp{time: session.Time(s.clock.Now()), id: s.entropy.ID()}
	var cleared int64
	n := 0
	var writes []host.Write
	flush := func() error {
		if len(writes) == 0 {
			return nil
		}
		clear(s.states)
		_, err := s.journal.Append(writes)
		cleared += int64(len(writes))
		writes = nil
		return err
	}
	err := s.eachStateOf(s.journal.Streams, func(st *State) error {
		if !st.exists || st.ID == TagsID {
			return nil
		}
		e := host.Event{Stream: st.ID, Seq: st.seq + 1, ID: offsetID(edge.id, n), Time: int64(edge.time), Kind: kindDeleted}
		n++
		after := State{ID: st.ID, seq: st.seq}
		after.foldEvent(&e)
		writes = append(writes, host.Write{Stream: st.ID, Expect: st.seq, Events: []host.Event{e}, State: after.encodeState()})
		if len(writes) < clearedAtOnce {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	if err != nil {
		return 0, err
	}
	return cleared, nil
}
