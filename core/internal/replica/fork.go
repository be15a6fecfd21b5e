package replica

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// A fork shares messages that lie in other streams. They are copied before the
// fork, so that nobody ever reads a fork without them.

// fork is a part of a fork that was copied, in a stream that others may compact.
type fork struct {
	session string
	seq     int64 // of the event that shares
	part    store.Part
}

// sharing says what a fork shares that cannot be had.
func sharing(part store.Part, why string) string {
	return "it shares messages of \"" + part.Stream + "\", " + why
}

// withShared returns the events before the first one that shares what cannot be
// had. again says that the stream's events are to be read again.
func (p *puller) withShared(s *stream, events []host.Event) (out []host.Event, again bool, err error) {
	for i := range events {
		parts := store.SharedParts(&events[i])
		if i > 0 && len(parts) > 0 { // what the fork shares may share these in turn
			return events[:i], false, nil
		}
		for _, part := range parts {
			why, err := p.require(s.name, events[i].Seq, part)
			if err != nil {
				return nil, false, err
			}
			if why == "" {
				continue
			}
			again, err = p.cannotShare(s, events[0].Seq, sharing(part, why))
			return nil, again, err
		}
	}
	return events, false, nil
}

// cannotShare ends the copy of a stream at a fork, unless the fork was deleted
// later: then what it shared may have been freed, and it is left out as if it had
// been freed as well.
func (p *puller) cannotShare(s *stream, seq int64, why string) (again bool, err error) {
	over, err := p.lifeEnds(s.name, seq)
	if err != nil {
		return false, err
	}
	if !over {
		s.stuck = true
		p.problem(s.name, seq, why)
		return false, nil
	}
	if s.omit == nil {
		s.omit = map[int64]bool{}
	}
	s.omit[seq] = true
	return true, nil
}

// lifeEnds reports whether the session is deleted after a position.
func (p *puller) lifeEnds(name string, after int64) (bool, error) {
	for {
		events, err := p.from.Read(name, after, maxEvents)
		if fault.CodeOf(err) == fault.ParseError {
			return false, nil
		}
		if err != nil || len(events) == 0 {
			return false, err
		}
		for i := range events {
			if store.EndsLife(&events[i]) {
				return true, nil
			}
		}
		after = events[len(events)-1].Seq
	}
}

// require makes sure that the written store has what a fork, which begins at a
// sequence, shares. why says what is wrong with it.
func (p *puller) require(session string, seq int64, part store.Part) (why string, err error) {
	last := part.First + part.N - 1
	s, err := p.open(part.Stream)
	if err != nil {
		return "", err
	}
	if s.checked < last && !s.busy && !s.stuck {
		info, err := p.from.Stream(part.Stream)
		if err != nil && fault.CodeOf(err) != fault.ParseError {
			return "", err
		}
		if err == nil && info.Head >= last {
			if err := p.advance(s, last); err != nil {
				return "", err
			}
		}
	}
	if s.have < last {
		return "which could not be copied", nil
	}
	if !s.whole {
		if why, err := p.ensureShared(s, part); why != "" || err != nil {
			return why, err
		}
	}
	p.forks = append(p.forks, fork{session, seq, part})
	return "", nil
}

// ensureShared compares shared messages, and writes those again that were freed.
func (p *puller) ensureShared(s *stream, part store.Part) (why string, err error) {
	from, to := part.First, part.First+part.N-1
	if from >= s.shared.From && from <= s.shared.To { // many forks of one session cost no more than it
		from = s.shared.To + 1
	}
	if from > to {
		return "", nil
	}
	if err := p.flush(); err != nil {
		return "", err
	}
	for after := from - 1; after < to; {
		theirs, err := p.from.Read(s.name, after, min(maxEvents, to-after))
		if fault.CodeOf(err) == fault.ParseError {
			return "which are damaged", nil
		}
		if err != nil {
			return "", err
		}
		theirs = upTo(theirs, to)
		if len(theirs) == 0 || !isRun(theirs, after) {
			return "which are missing", nil
		}
		next := theirs[len(theirs)-1].Seq
		absent, same, err := p.absent(s.name, theirs)
		if err != nil {
			return "", err
		}
		if !same {
			return "which grew differently in both stores", nil
		}
		if why, err := p.refill(s, absent); why != "" || err != nil {
			return why, err
		}
		after = next
	}
	if s.shared.To == 0 || part.First < s.shared.From || part.First > s.shared.To+1 {
		s.shared = host.Span{From: part.First, To: to}
	} else {
		s.shared.To = max(s.shared.To, to)
	}
	return "", nil
}

// absent returns those of some events that the written store does not have,
// and whether it has the others as they are.
func (p *puller) absent(name string, theirs []host.Event) (out []host.Event, same bool, err error) {
	after, last := theirs[0].Seq-1, theirs[len(theirs)-1].Seq
	for after < last {
		ours, err := p.into.Read(name, after, last-after)
		if err != nil {
			return nil, false, err
		}
		ours = upTo(ours, last)
		for i := range ours {
			for ; theirs[0].Seq < ours[i].Seq; theirs = theirs[1:] {
				out = append(out, theirs[0])
			}
			if !equalEvents(&theirs[0], &ours[i]) {
				return nil, false, nil
			}
			after, theirs = ours[i].Seq, theirs[1:]
		}
		if len(ours) == 0 {
			break
		}
	}
	return append(out, theirs...), true, nil
}

func (p *puller) refill(s *stream, events []host.Event) (why string, err error) {
	if len(events) == 0 {
		return "", nil
	}
	r, ok := host.Unguarded(p.into).(host.Replica)
	if !ok {
		return "which were freed", nil
	}
	err = r.Refill(s.name, events)
	if code := fault.CodeOf(err); code == fault.Unsupported || code == fault.PermissionDenied {
		return "which were freed: " + fault.From(err).Message, nil
	}
	if err != nil {
		return "", err
	}
	p.count(s, events)
	p.progress()
	return "", nil
}

// checkForks looks once more at what the copied forks share: another program may
// have compacted the store before it saw them. Only what lies before a deletion can
// have been freed.
func (p *puller) checkForks() error {
	began := map[string]int64{}
	for _, f := range p.forks {
		name := f.part.Stream
		if _, known := began[name]; !known {
			life, err := p.store.LifeStart(name)
			if err != nil {
				return err
			}
			began[name] = life
			if s := p.streams[name]; s != nil {
				s.shared = host.Span{}
			}
		}
		if f.part.First < began[name] {
			if err := p.checkFork(f); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *puller) checkFork(f fork) error {
	s, err := p.open(f.part.Stream)
	if err != nil {
		return err
	}
	why, err := p.ensureShared(s, f.part)
	if why == "" || err != nil {
		return err
	}
	over, err := p.lifeEnds(f.session, f.seq)
	if err == nil && !over {
		p.problem(f.session, f.seq, sharing(f.part, why))
	}
	return err
}
