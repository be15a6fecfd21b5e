package heddle

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// Sift implements adapter.Sifter: the titles, then the messages as they are
// stored.
func (reader) Sift(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, look func(raw []byte) bool) error {
	s, ok := ix.Side.(*side)
	if !ok || s.sessions[ref.ID] == nil {
		return nil
	}
	in := s.sessions[ref.ID]
	for _, title := range []string{in.title, in.origin.Title} {
		if title != "" && !look(session.TextJSON(title)) {
			return nil
		}
	}
	st, done, err := s.src.openReader(env.Host)
	if err != nil {
		return withStorePath(err)
	}
	defer done()
	enough := fault.New(fault.Internal, "enough was seen")
	err = st.Each(in.state, func(m *store.Recorded) error {
		if !look(m.Body) {
			return enough
		}
		return nil
	})
	if err == error(enough) {
		return nil
	}
	return withStorePath(err)
}
