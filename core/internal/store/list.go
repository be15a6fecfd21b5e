package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// ListOptions says which sessions are listed. Zero values do not filter.
type ListOptions struct {
	Adapter, CWD, Model string
	Origin              string       // the machine it comes from, or "-" for none
	Since               session.Time // updated then or later
	Limit               int64        // 0 = all
}

// List returns sessions, the latest update first, then by id.
func (s *Store) List(o ListOptions) ([]session.StoredSession, error) {
	if o.Limit < 0 {
		return nil, fault.New(fault.InvalidArgument, "limit must not be negative")
	}
	var found []*State
	err := s.eachListed(func(st *State) error {
		if !st.isListed() || o.Adapter != "" && st.adapter != o.Adapter || o.CWD != "" && st.cwd != o.CWD ||
			o.Model != "" && st.model != o.Model || o.Since != 0 && st.updated < o.Since || !text.MatchesName(o.Origin, MachineIn(st.extra)) {
			return nil
		}
		found = append(found, st)
		if o.Limit > 0 && int64(len(found)) >= 2*o.Limit+1024 {
			found = latestStates(found, o.Limit)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if o.Limit == 0 {
		o.Limit = int64(len(found))
	}
	found = latestStates(found, o.Limit)
	out := make([]session.StoredSession, len(found))
	for i, st := range found {
		out[i] = *st.Meta()
	}
	return out, nil
}

// OriginMember names the machine that a session comes from, in its extra and in
// the member "import" there.
const OriginMember = "origin"

var machinePaths = scan.CompilePaths(OriginMember, CopyMember+"."+OriginMember)

// MachineIn returns the machine that a session with this extra comes from; "" when
// it names none.
func MachineIn(extra session.JSON) string {
	var v [2]scan.Value
	if len(extra) == 0 || machinePaths.Scan(extra, v[:]) != nil {
		return ""
	}
	for i := range v {
		if name := v[i].String(); v[i].Kind() == scan.String && text.IsMachine(name) {
			return name
		}
	}
	return ""
}

// isListed reports whether the state is that of a session that exists, and not where the store keeps
// tags.
func (st *State) isListed() bool { return st.isComplete() && st.ID != TagsID }

// latestStates sorts list, the latest update first, and returns the first n.
func latestStates(list []*State, n int64) []*State {
	order.SortStable(list, func(i, j int) bool {
		if list[i].updated != list[j].updated {
			return list[i].updated > list[j].updated
		}
		return list[i].ID < list[j].ID
	})
	return list[:min(n, int64(len(list)))]
}

// SessionCount returns the number of sessions.
func (s *Store) SessionCount() (n int64, err error) {
	err = s.eachListed(func(st *State) error {
		if st.isListed() {
			n++
		}
		return nil
	})
	return n, err
}

// worth is the number of folded events from which the states are written
// to the journal.
const minFoldedToSave = 32

// eachState calls fn for the state of every stream, in byte order of their names.
// States that had to be folded are kept in the journal, so that the next call
// folds only what changed since. The error of a session that cannot be read is
// returned after all others.
func (s *Store) eachState(fn func(st *State) error) error {
	return s.eachReadable(s.journal.Streams, nil, fn)
}

// eachListed is eachState for what OnUnreadable is about.
func (s *Store) eachListed(fn func(st *State) error) error {
	return s.eachReadable(s.journal.Streams, s.unreadable, fn)
}

// eachReadable is eachState for the streams that list returns. report, unless it is nil, receives
// the errors of those that cannot be read.
func (s *Store) eachReadable(list func(after string, limit int64) ([]host.StreamInfo, error), report func(error) error, fn func(st *State) error) error {
	var failed error
	err := s.eachStateOf(list, func(st *State) error {
		switch {
		case st.failed == nil:
			return fn(st)
		case report != nil:
			return report(st.failed)
		case failed == nil:
			failed = st.failed
		}
		return nil
	})
	if err == nil {
		err = failed
	}
	return err
}

// eachStateOf calls fn for the states of the streams that list returns, also for those
// that cannot be read.
func (s *Store) eachStateOf(list func(after string, limit int64) ([]host.StreamInfo, error), fn func(st *State) error) error {
	var stale []host.Write
	var folded int64 // events
	for after := ""; ; {
		infos, err := list(after, readEvents)
		if err != nil {
			return err
		}
		for _, info := range infos {
			after = info.Name
			st, err := s.openState(info)
			if err != nil {
				return err
			}
			if st.seq == info.Head && st.seq > info.StateSeq && st.shouldSnapshot() {
				stale = append(stale, host.Write{Stream: st.ID, Expect: st.seq, State: st.encodeState()})
				folded += st.seq - info.StateSeq
			}
			if err := fn(st); err != nil {
				return err
			}
		}
		if len(stale) >= readEvents || len(infos) == 0 && folded >= minFoldedToSave {
			s.saveStates(stale)
			stale, folded = nil, 0
		}
		if len(infos) == 0 {
			return nil
		}
		if err := s.pollHost(0); err != nil {
			return err
		}
	}
}

// saveStates writes folded states. They are a cache: when the store is read-only or
// busy, the next reader folds again.
func (s *Store) saveStates(stale []host.Write) {
	if len(stale) > 0 {
		_, _ = s.journal.Append(stale)
	}
}

// Sessions calls fn for the state of every session, in byte order of their
// ids. fn may change the session.
func (s *Store) Sessions(fn func(st *State) error) error {
	return s.eachListed(listedOnly(fn))
}

func listedOnly(fn func(st *State) error) func(st *State) error {
	return func(st *State) error {
		if !st.isListed() {
			return nil
		}
		return fn(st)
	}
}

// SessionsNaming is Sessions for those whose metadata may have a text: most others
// are passed over without reading their states.
func (s *Store) SessionsNaming(words string, fn func(st *State) error) error {
	text := []byte(words)
	return s.eachReadable(func(after string, limit int64) ([]host.StreamInfo, error) {
		if j, ok := s.journal.(stateSearcher); ok {
			return j.StreamsNaming(after, limit, stateVersions, text)
		}
		return s.journal.Streams(after, limit)
	}, s.unreadable, listedOnly(fn))
}

// stateSearcher is a journal that finds cached states. It returns at least the
// streams whose cached state is not the present one, begins with none of the
// versions, or has the text or a backslash, with which JSON may spell it otherwise.
type stateSearcher interface {
	StreamsNaming(after string, limit int64, versions, text []byte) ([]host.StreamInfo, error)
}
