package store

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/redact"
	"github.com/heddle-dev/heddle/core/internal/revert"
	"github.com/heddle-dev/heddle/core/session"
)

// largeMessage is the size in bytes above which the buffer grows before a
// message is appended, for the message and for what follows it.
const largeMessage = 1 << 20

// exportVersion is the version of snapshots.
const exportVersion = 1

// Export renders a session as a snapshot: its metadata and all of its
// messages, hidden ones too, and its threads, as canonical JSON. A session that was imported
// and has not changed since gives the snapshot it was imported from.
func (s *Store) Export(id string, at int64) ([]byte, error) { return s.export(id, at, nil) }

// ExportRedacted is Export with all texts redacted; the snapshot says what was replaced.
func (s *Store) ExportRedacted(id string, at int64) ([]byte, error) {
	return s.export(id, at, redact.New())
}

// export writes a snapshot, redacted unless r is nil.
func (s *Store) export(id string, at int64, r *redact.Redactor) ([]byte, error) {
	st, err := s.findSession(id, at)
	if err != nil {
		return nil, err
	}
	exported := st.exported
	if exported == 0 {
		exported = session.Time(s.clock.Now())
	}
	meta := st.Meta()
	meta.Position = 0
	if r != nil {
		r.Learn(meta.CWD)
		meta.MapTexts(r)
	}
	m := canon.Object(nil)
	m.OptStr("activeThreadId", st.activeThread)
	canon.OptTime(&m, "exportedAt", exported)
	m.Key("messages")
	m.B = append(m.B, '[')
	var all revert.Places
	all.AddRun(0, st.Count())
	n := 0
	err = s.walkVisible(st, &all, &revert.Window{}, 0, 0, false, func(e *host.Event) (bool, error) {
		m.Item(n)
		n++
		if len(e.Payload) >= largeMessage {
			m.B = growBuffer(m.B, len(e.Payload)+largeMessage)
		}
		if r != nil {
			m.B = append(m.B, r.Message(e.Payload)...)
			return true, nil
		}
		m.B = append(m.B, e.Payload...)
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	m.B = append(m.B, ']')
	m.Key("metadata")
	m.B = meta.AppendJSON(m.B)
	threads := st.appendThreads(nil, r)
	if r != nil {
		m.Key("redactions")
		m.B = session.AppendRedactions(m.B, r.Counts())
	}
	m.Str("sessionId", st.ID)
	if len(st.threads) > 0 {
		m.Key("threads")
		m.B = append(m.B, threads...)
	}
	m.Num("version", exportVersion)
	return m.End(), nil
}

// appendThreads appends the threads: their metadata, the numbers of their
// messages as [first, count], and what they hide.
func (st *State) appendThreads(b []byte, r *redact.Redactor) []byte {
	b = append(b, '[')
	for i, t := range st.threads {
		name, metadata := t.name, t.metadata
		if r != nil {
			name, metadata = r.Text(name), r.JSON(metadata)
		}
		if i > 0 {
			b = append(b, ',')
		}
		m := canon.Object(b)
		canon.OptTime(&m, "archivedAt", t.archived)
		canon.OptTime(&m, "createdAt", t.created)
		if !t.window.IsWhole() {
			m.Key("hidden")
			m.B = appendIntervals(m.B, &t.window)
		}
		if len(metadata) > 0 {
			m.Key("metadata")
			m.B = metadata.AppendJSON(m.B)
		}
		m.Str("name", name)
		m.OptStr("parentThreadId", t.parent)
		m.Key("places")
		m.B = append(m.B, '[')
		n := 0
		t.places.EachRun(func(first, count int64) {
			m.Item(n)
			n++
			m.B = canon.AppendInt(append(m.B, '['), first)
			m.B = append(canon.AppendInt(append(m.B, ','), count), ']')
		})
		m.B = append(m.B, ']')
		m.Str("status", t.status)
		m.Str("threadId", t.id)
		canon.OptTime(&m, "updatedAt", t.updated)
		b = m.End()
	}
	return append(b, ']')
}

// growBuffer returns b with room for n more bytes, so that a large text is not copied
// as it grows.
func growBuffer(b []byte, n int) []byte {
	if cap(b)-len(b) >= n {
		return b
	}
	return append(make([]byte, 0, len(b)+n), b...)
}
