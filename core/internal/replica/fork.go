package replica

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// A fork shares messages that lie in other streams. They are copied before the
// fork, so that no reader sees a fork without them.

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

// readable returns the events that can be copied, at most up to the next fork. None
// are left when the first one has to wait for others, cannot be copied, or is left
// out.
func (p *puller) readable(s *stream, events []host.Event, wait bool) (out []host.Event, first []want, err error) {
	for i := range events {
		e := &events[i]
		parts, failed := store.SharedParts(e)
		if i > 0 && (len(parts) > 0 || failed != nil) { // what the fork shares may share these in turn
			return events[:i], nil, nil
		}
		if wait && len(parts) > 0 && s.asked != e.Seq {
			s.asked = e.Seq
			if first, err = p.lacking(parts); err != nil || len(first) > 0 {
				s.ahead, s.room = nil, 1
				return nil, first, err
			}
		}
		why, err := p.whyNot(s, e, parts, failed)
		if err != nil || s.fold == nil { // another writer was faster: look again
			return nil, nil, err
		}
		if why == "" {
			continue
		}
		if s.fold = nil; i > 0 {
			return events[:i], nil, nil
		}
		return nil, nil, p.leaveOut(s, e.Seq, why)
	}
	return events, nil, nil
}

// whyNot folds the next event, and says why it cannot be copied.
func (p *puller) whyNot(s *stream, e *host.Event, parts []store.Part, failed error) (why string, err error) {
	if p.isRefused(e) {
		return whyRefused, nil
	}
	for _, part := range parts {
		if why, err = p.require(s.name, e.Seq, part); err != nil {
			return "", err
		}
		if why != "" {
			return sharing(part, why), nil
		}
	}
	if failed == nil && s.fold != nil {
		failed = s.fold.Add(e)
	}
	if fault.CodeOf(failed) == fault.ParseError { // the fold of a later program knows what this one does not
		why = fault.From(failed).Message
	}
	return why, nil
}

// whyRefused is why a store that redacts does not take an event.
const whyRefused = "it has what the written store redacts: import it with redaction, or record it again without"

// isRefused reports whether the policy of the written store forbids an event.
func (p *puller) isRefused(e *host.Event) bool { return p.redacts && !store.IsRedacted(e) }

// lacking returns what has to be copied before an event that shares parts.
func (p *puller) lacking(parts []store.Part) (first []want, err error) {
	last := map[string]int64{}
	for i := range parts {
		last[parts[i].Stream] = max(last[parts[i].Stream], parts[i].Last())
	}
	for i := range parts {
		name := parts[i].Stream
		to, ok := last[name]
		if !ok {
			continue
		}
		delete(last, name)
		s, err := p.open(name)
		if err != nil {
			return nil, err
		}
		if s.busy || s.stuck || s.checked >= to {
			continue
		}
		info, err := p.from.Stream(name)
		if err != nil && fault.CodeOf(err) != fault.ParseError {
			return nil, err
		}
		if err == nil && info.Head >= to {
			if erased, err := p.erasedBefore(name); err != nil {
				return nil, err
			} else if erased > to && info.Head >= erased {
				to = erased
			}
			first = append(first, want{s, to})
		}
	}
	return first, nil
}

// leaveOut ends the copy of a stream at an event that cannot be copied, unless the
// session was deleted later: then it is left out as if it had been freed.
func (p *puller) leaveOut(s *stream, seq int64, why string) error {
	over, err := p.lifeEnds(s.name, seq)
	if err != nil {
		return err
	}
	if !over {
		s.stuck = true
		p.problem(s.name, seq, why)
		return nil
	}
	if s.omit == nil {
		s.omit = map[int64]bool{}
	}
	s.omit[seq] = true
	s.ahead = s.ahead[1:]
	return nil
}

// lifeEnds reports whether the session is deleted after a position.
func (p *puller) lifeEnds(name string, after int64) (bool, error) {
	s, err := p.open(name)
	if err != nil {
		return false, err
	}
	for s.ends <= after {
		events, err := p.from.Read(name, after, maxEvents)
		if fault.CodeOf(err) == fault.ParseError {
			return false, nil
		}
		if err != nil || len(events) == 0 {
			return false, err
		}
		for i := range events {
			if store.EndsLife(&events[i]) {
				s.ends = events[i].Seq
				return true, nil
			}
		}
		after = events[len(events)-1].Seq
	}
	return true, nil
}

// require says what is wrong with what a fork, which begins at a sequence, shares in
// the written store; "" for nothing.
func (p *puller) require(session string, seq int64, part store.Part) (why string, err error) {
	s, err := p.open(part.Stream)
	if err != nil {
		return "", err
	}
	switch {
	case s.have < part.Last():
		return "which could not be copied", nil
	case !s.whole || p.erased[s.name] > part.Last():
		if why, err := p.ensureShared(s, part); why != "" || err != nil {
			return why, err
		}
	case s.said.CountBefore(part.Last()+1)-s.said.CountBefore(part.First) != part.N:
		return noMessages, nil
	}
	p.forks = append(p.forks, fork{session, seq, part})
	if p.shared != nil {
		p.shared[part.Stream] = append(p.shared[part.Stream], part)
	}
	return "", nil
}

const noMessages = "which are no messages"

// ensureShared compares shared messages, and writes those again that were freed.
func (p *puller) ensureShared(s *stream, part store.Part) (why string, err error) {
	from, to := part.First, part.Last()
	if from >= s.shared.From && from <= s.shared.To { // many forks of one session cost no more than it
		from = s.shared.To + 1
	}
	if from > to {
		return "", nil
	}
	if err := p.flush(); err != nil {
		return "", err
	}
	if erased, err := p.erasedBefore(s.name); err != nil || erased > to { // the fork loses them
		return "", err
	}
	equal, err := p.equalUpTo(s, to)
	if err != nil {
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
		for i := range theirs {
			if !store.IsMessage(&theirs[i]) {
				return noMessages, nil
			}
			if p.isRefused(&theirs[i]) {
				return "which the written store redacts", nil
			}
		}
		next := theirs[len(theirs)-1].Seq
		absent, same, err := p.absent(s.name, theirs, sameMessage)
		if err != nil {
			return "", err
		}
		if !same || len(absent) > 0 && !equal { // what was freed there was something else
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

// equalUpTo reports whether a stream is known to equal the other's up to a position.
func (p *puller) equalUpTo(s *stream, to int64) (bool, error) {
	if s.checked >= to {
		return true, nil
	}
	equal, err := p.compare(s.name, to)
	if fault.CodeOf(err) == fault.ParseError { // which is said when it is read
		err = nil
	}
	return equal, err
}

// absent returns those of some events that the written store does not have,
// and whether it has the others as they are.
func (p *puller) absent(name string, theirs []host.Event, equal func(a, b *host.Event) bool) (out []host.Event, same bool, err error) {
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
			if !equal(&theirs[0], &ours[i]) {
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
	erased, err := p.erasedBefore(s.name)
	for len(events) > 0 && events[0].Seq < erased {
		events = events[1:]
	}
	if len(events) == 0 || err != nil {
		return "", err
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
