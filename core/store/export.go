package store

import (
	"github.com/heddle-dev/heddle/core/canon"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/revert"
	"github.com/heddle-dev/heddle/core/session"
)

// exportVersion is the version of snapshots.
const exportVersion = 1

// Export renders a session as a snapshot: its metadata and all of its
// messages, hidden ones too, as canonical JSON. A session that was imported
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
	optTime(&m, "exportedAt", exported)
	m.Key("messages")
	m.B = append(m.B, '[')
	var all revert.Places
	all.AddRun(0, st.Count())
	n := 0
	err = s.walk(st, &all, &revert.Window{}, 0, 0, false, func(e *host.Event) (bool, error) {
		m.Item(n)
		n++
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
	m.Num("version", exportVersion)
	return m.End(), nil
}
