package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Erased says what an erasure did.
type Erased struct {
	Sessions int64
	Events   int64    // of these sessions
	Forks    []string // sessions that shared messages of them, and have lost these
	Copies   []string // sessions that began as forks of them and have their messages themselves
}

// Erase removes sessions, also those that were deleted, with everything that was recorded of them: their events
// are overwritten, here now and in every store that follows this one. Forks lose what they share of them. An
// event that says so remains of each. What was ended before its end is continued by doing it again.
func (s *Store) Erase(ids ...string) (*Erased, error) {
	out := &Erased{}
	gone := map[string]int64{}
	for _, id := range ids {
		if id == TagsID {
			return out, fault.New(fault.InvalidArgument, "tags are removed, not erased")
		}
		names, err := s.TaggedAs(id)
		if err != nil && fault.CodeOf(err) != fault.ParseError {
			return out, err
		}
		events := int64(0)
		st, err := s.changeSession(id, Request{}, func(st *State, _ stamp) (changePlan, error) {
			switch {
			case st.seq == 0:
				return changePlan{}, sessionNotFound(id)
			case st.erased == st.seq:
				return changePlan{}, nil
			}
			events = st.seq
			return changePlan{drafts: []draft{{kind: kindErased}}, continuesImport: true}, nil
		})
		if err != nil {
			return out, err
		}
		gone[id] = st.erased
		out.Sessions, out.Events = out.Sessions+1, out.Events+events
		for _, name := range names {
			if err := s.untag(name); err != nil {
				return out, err
			}
		}
		if _, err := s.obeyErasure(id); err != nil {
			return out, err
		}
	}
	if err := s.listForks(gone, out); err != nil {
		return out, err
	}
	return out, s.Tidy()
}

// untag removes all tags of a session.
func (s *Store) untag(unified string) error {
	st, err := s.loadState(TagsID)
	if err != nil || len(tagsOf(st, unified)) == 0 {
		return err
	}
	_, err = s.Tag(unified, nil, tagsOf(st, unified), Request{})
	return err
}

// listForks names the sessions that begin with messages of those that were erased at a position.
func (s *Store) listForks(gone map[string]int64, out *Erased) error {
	return s.eachListed(func(st *State) error {
		for _, p := range st.parts {
			if p.seq < gone[p.stream] {
				out.Forks = append(out.Forks, st.ID)
				return nil
			}
		}
		if st.isComplete() && st.fork != nil && gone[st.fork.parentSessionID] > 0 {
			out.Copies = append(out.Copies, st.ID)
		}
		return nil
	})
}

// ObeyErasures removes what erased sessions had before, where that was not done yet. It reports whether there
// was anything.
func (s *Store) ObeyErasures(ids []string) (did bool, err error) {
	for _, id := range ids {
		freed, err := s.obeyErasure(id)
		if err != nil {
			return did, err
		}
		did = did || freed
	}
	if did {
		err = s.Tidy()
	}
	return did, err
}

// obeyErasure frees the events of a session that were erased.
func (s *Store) obeyErasure(id string) (did bool, err error) {
	erased, err := s.ErasedBefore(id)
	freer, ok := host.Unguarded(s.journal).(host.Compactor)
	if err != nil || erased <= 1 || !ok {
		return false, err
	}
	first, err := s.journal.Read(id, 0, 1)
	if fault.CodeOf(err) != fault.ParseError && (err != nil || len(first) == 0 || first[0].Seq >= erased) {
		return false, err
	}
	_, err = freer.Free(id, []host.Span{{From: 1, To: erased - 1}})
	delete(s.states, id)
	return true, err
}

// ahead is a clock that is ahead.
type ahead struct {
	host.Clock
	by int64
}

func (c ahead) Now() int64 { return c.Clock.Now() + c.by }

// Tidy removes what erased events leave: parts of long ones too, at once. An append that loses its
// parts by it is made again.
func (s *Store) Tidy() error {
	freer, ok := host.Unguarded(s.journal).(host.Compactor)
	if !ok {
		return nil
	}
	err := freer.Vacuum(s.clock)
	if err == nil {
		err = freer.Vacuum(ahead{s.clock, 2 * 3_600_000})
	}
	return err
}
