package store

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/session"
)

// Recorded is a message as the log holds it. Its bytes never change.
type Recorded struct {
	Number int64 // among the session's messages, from 0; it never changes
	Hidden bool
	// Stream and Seq are where it was recorded. Stream is another session's
	// id where a fork shares a prefix: these two identify a message in all
	// sessions that show it.
	Stream string
	Seq    int64
	Time   session.Time // when it was recorded
	Body   session.JSON
}

// Each calls visit for all messages of a state, hidden ones too, in order; an
// error of visit ends it. The state is one that Sessions passed to its callback.
func (s *Store) Each(st *State, visit func(m *Recorded) error) error {
	m := Recorded{}
	return s.readMessages(st, 0, st.Count(), func(e *host.Event) (bool, error) {
		m.Hidden = !st.window.IsVisible(m.Number)
		m.Stream, m.Seq, m.Time, m.Body = e.Stream, e.Seq, session.Time(e.Time), e.Payload
		err := visit(&m)
		m.Number++
		return err == nil, err
	})
}
