package heddle

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// findRepeated finds the copies that a copy of the same session from another
// machine repeats and may continue. Copies that were continued in the store are
// sessions of their own.
func (s *side) findRepeated(ix *adapter.Index, st *store.Store) error {
	bySession := map[string][]*stored{}
	var several []string // unified ids, in the order of the index
	for i := range ix.Refs {
		in := s.sessions[ix.Refs[i].ID]
		if !in.copied || in.continued {
			continue
		}
		of := in.origin.UnifiedID
		if bySession[of] = append(bySession[of], in); len(bySession[of]) == 2 {
			several = append(several, of)
		}
	}
	for _, of := range several {
		copies := bySession[of]
		order.SortStable(copies, func(i, j int) bool { return copies[i].isFuller(copies[j]) })
		var full []*stored
		for _, in := range copies {
			for _, by := range full {
				repeats, err := by.repeats(in, st)
				if err != nil {
					return err
				}
				if repeats {
					in.repeatedBy = by.meta.SessionID
					break
				}
			}
			if in.repeatedBy == "" {
				full = append(full, in)
			}
		}
	}
	return nil
}

// ComesFrom reports whether a session of an index of this adapter comes from a
// machine, or from none that it names when that is text.NoName.
func ComesFrom(ix *adapter.Index, id, machine string) bool {
	s, ok := ix.Side.(*side)
	return ok && s.sessions[id] != nil && text.MatchesName(machine, s.sessions[id].machine)
}

// isFuller orders the copies of one session: the one with most visible messages
// first, then the one with most messages, then by machine and id.
func (in *stored) isFuller(other *stored) bool {
	if n, m := in.state.VisibleCount(), other.state.VisibleCount(); n != m {
		return n > m
	}
	if n, m := in.meta.MessageCount, other.meta.MessageCount; n != m {
		return n > m
	}
	if in.machine != other.machine {
		return in.machine < other.machine
	}
	return in.meta.SessionID < other.meta.SessionID
}

// repeats reports whether in shows everything that a copy with as many messages,
// or fewer, shows: whether it has the last of these messages at the same place.
// Messages have ids, so that one that is the same follows the same messages.
func (in *stored) repeats(other *stored, st *store.Store) (bool, error) {
	if in.origin.Digest == other.origin.Digest && in.origin.Digest != [16]byte{} {
		return true, nil
	}
	n := other.state.VisibleCount()
	if n == 0 {
		return true, nil
	}
	var last [2]session.JSON
	for i, of := range []*stored{in, other} {
		list, err := st.Messages(of.state.ID, store.MessageOptions{Offset: n - 1, Limit: 1})
		if code := fault.CodeOf(err); code == fault.SessionNotFound || code == fault.BadRef || err == nil && len(list) == 0 {
			return false, nil // deleted or reverted this moment
		}
		if err != nil {
			return false, err
		}
		last[i] = list[0]
	}
	return string(last[0]) == string(last[1]), nil
}
