package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Check verifies everything that can be verified: the file, every checksum
// and sequence, that every session folds, that cached states equal the
// fold of the events, and that what forks share exists. It changes nothing.
func (s *Store) Check() ([]session.StoreProblem, error) {
	var out []session.StoreProblem
	report := func(stream string, seq int64, what string) {
		out = append(out, session.StoreProblem{SessionID: stream, Position: seq, Message: what})
	}
	if p, ok := host.Unguarded(s.journal).(host.Verifier); ok {
		if err := p.Verify(func() error { return s.pollHost(0) }, report); err != nil {
			return nil, err
		}
	}
	seen := map[string]host.Span{}
	for after := ""; ; {
		infos, err := s.journal.Streams(after, readEvents)
		if fault.CodeOf(err) == fault.ParseError {
			report("", 0, fault.From(err).Message)
			return out, nil
		}
		if err != nil || len(infos) == 0 {
			return out, err
		}
		for _, info := range infos {
			after = info.Name
			if err := s.checkSession(info, seen, report); err != nil {
				return nil, err
			}
		}
	}
}

// checkSession folds a session from its first event to the head it was listed
// with. Events that others append during the check are ignored: events up to a
// head never change, so the check sees one state of the log. seen holds the spans
// that were read for other forks.
func (s *Store) checkSession(info host.StreamInfo, seen map[string]host.Span, report func(string, int64, string)) error {
	st := &State{ID: info.Name}
	cached := decodeState(info.Name, info.StateSeq, info.State)
	for _, to := range []int64{cached.seq, info.Head} {
		if to == 0 {
			continue
		}
		err := s.catchUp(st, to)
		if fault.CodeOf(err) == fault.ParseError || fault.CodeOf(err) == fault.Unsupported {
			report(info.Name, st.seq, fault.From(err).Message)
			return nil
		}
		if err != nil {
			return err
		}
		if st.failed != nil && to == info.Head {
			report(info.Name, st.failedAt, fault.From(st.failed).Message)
			return nil
		}
		if st.seq < to {
			if now, err := s.journal.Stream(info.Name); err != nil || st.freed && now.Head > info.Head {
				return err // deleted and compacted since it was listed
			}
			report(info.Name, st.seq, "the log ends before its head, "+text.FormatInt(info.Head))
			return nil
		}
		st.later = st.later || cached.later // an event of such a kind was freed
		if to == cached.seq && !st.freed && st.failed == nil && string(st.encodeState()) != string(info.State) {
			report(info.Name, cached.seq, "the cached state is not what the events amount to")
		}
	}
	if !st.isComplete() {
		return nil
	}
	return s.checkParts(st, seen, report)
}

// checkParts reads the messages that a fork shares.
func (s *Store) checkParts(st *State, seen map[string]host.Span, report func(string, int64, string)) error {
	for _, p := range st.parts {
		if p.stream == "" {
			continue
		}
		from, to, known := p.seq, p.seq+p.n-1, seen[p.stream]
		if from >= known.From && from <= known.To { // many forks of one long session cost no more than it
			from = min(to, known.To) + 1
		}
		err := s.readMessages(st, p.index+from-p.seq, to-from+1, func(*host.Event) (bool, error) { return true, nil })
		if fault.CodeOf(err) == fault.ParseError {
			report(st.ID, st.seq, fault.From(err).Message)
			continue
		}
		if code := fault.CodeOf(err); code == fault.SessionNotFound || code == fault.BadRef {
			return nil // deleted since
		}
		if err != nil {
			return err
		}
		switch {
		case known.To == 0:
			seen[p.stream] = host.Span{From: p.seq, To: to}
		case p.seq >= known.From && p.seq <= known.To+1:
			seen[p.stream] = host.Span{From: known.From, To: max(to, known.To)}
		}
	}
	return nil
}
