package store

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/revert"
	"github.com/heddle-dev/heddle/core/session"
)

// largeMessage is the size in bytes from which room is made for a message
// before it is appended, and for what comes behind it.
const largeMessage = 1 << 20

// exportVersion is the version of snapshots.
const exportVersion = 1

// Export renders a session as a snapshot: its metadata and all of its
// messages, hidden ones too, and its threads, as canonical JSON. A session that was imported
// and has not changed since gives the very snapshot it came from.
func (s *Store) Export(id string, at int64) ([]byte, error) {
	st, err := s.Look(id, at)
	if err != nil {
		return nil, err
	}
	exported := st.exported
	if exported == 0 {
		exported = session.Time(s.clock.Now())
	}
	m := canon.Object(nil)
	m.OptStr("activeThreadId", st.Active)
	session.OptTime(&m, "exportedAt", exported)
	m.Key("messages")
	m.B = append(m.B, '[')
	var all revert.Places
	all.AddRun(0, st.Count())
	n := 0
	err = s.walk(st, &all, &revert.Window{}, 0, 0, false, func(e *host.Event) (bool, error) {
		m.Item(n)
		n++
		if len(e.Payload) >= largeMessage {
			m.B = reserve(m.B, len(e.Payload)+largeMessage)
		}
		m.B = append(m.B, e.Payload...)
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	m.B = append(m.B, ']')
	m.Key("metadata")
	meta := st.Meta()
	meta.Position = 0
	m.B = meta.AppendJSON(m.B)
	m.Str("sessionId", st.ID)
	if len(st.Threads) > 0 {
		m.Key("threads")
		m.B = st.appendThreads(m.B)
	}
	m.Num("version", exportVersion)
	return m.End(), nil
}

// appendThreads appends the threads: their metadata, the numbers of their
// messages as [first, count], and what they hide.
func (st *State) appendThreads(b []byte) []byte {
	b = append(b, '[')
	for i, t := range st.Threads {
		if i > 0 {
			b = append(b, ',')
		}
		m := canon.Object(b)
		session.OptTime(&m, "archivedAt", t.Archived)
		session.OptTime(&m, "createdAt", t.Created)
		if !t.Window.Whole() {
			m.Key("hidden")
			m.B = appendIntervals(m.B, &t.Window)
		}
		if len(t.Metadata) > 0 {
			m.Key("metadata")
			m.B = t.Metadata.AppendJSON(m.B)
		}
		m.Str("name", t.Name)
		m.OptStr("parentThreadId", t.Parent)
		m.Key("places")
		m.B = append(m.B, '[')
		n := 0
		t.Places.Runs(func(first, count int64) {
			m.Item(n)
			n++
			m.B = canon.AppendInt(append(m.B, '['), first)
			m.B = append(canon.AppendInt(append(m.B, ','), count), ']')
		})
		m.B = append(m.B, ']')
		m.Str("status", t.Status)
		m.Str("threadId", t.ID)
		session.OptTime(&m, "updatedAt", t.Updated)
		b = m.End()
	}
	return append(b, ']')
}

// reserve makes room for n more bytes, so that a large text is not copied as
// it grows.
func reserve(b []byte, n int) []byte {
	if cap(b)-len(b) >= n {
		return b
	}
	return append(make([]byte, 0, len(b)+n), b...)
}
