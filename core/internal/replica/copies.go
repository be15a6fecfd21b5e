package replica

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// A copy of an agent's session in which nothing was recorded is a value and no history: two stores that
// imported one home have the same sessions, whenever they did it and in however many steps. Where their logs
// differ, one of them takes the place of the other. Which one depends on what both hold alone, so that
// all stores choose the same.

// choice is which of two logs remains.
type choice struct {
	none   bool // neither can take the other one's place
	theirs bool
	join   bool   // the other one's versions of messages are added, hidden
	why    string // why, "" without more to say
}

const (
	whyContinued = "it was continued on two machines; import with --origin to have a session for each machine, or keep both"
	whyDeleted   = "one store has deleted it and the other one has recorded more; delete it in both, or fork what is to be kept"
	whyRedacted  = "one store imported it with redaction and the other one without; import it with redaction where it is plain"
	whyMachines  = "the copies are from two machines"
)

// chooseCopy decides between what the written and the other store have of a session.
func chooseCopy(ours, theirs *store.CopyValue) choice {
	switch {
	case !ours.Exists && !theirs.Exists:
		return choice{theirs: theirs.Precedes(ours)}
	case ours.Exists != theirs.Exists:
		gone, alive := theirs, ours
		if theirs.Exists {
			gone, alive = ours, theirs
		}
		if !alive.Pure {
			return choice{none: true, why: whyDeleted}
		}
		return choice{theirs: (alive.Deleted > gone.Deleted) == theirs.Exists}
	case !ours.Pure && !theirs.Pure || ours.Source != theirs.Source:
		return choice{none: true}
	case ours.Origin != "" && theirs.Origin != "" && ours.Origin != theirs.Origin:
		return choice{none: true, why: whyMachines}
	case !ours.SameRedaction(theirs):
		return choice{none: true, why: whyRedacted}
	}
	best, other := ours, theirs
	if prefers(theirs, ours) {
		best, other = theirs, ours
	}
	c := choice{theirs: best == theirs}
	switch {
	case !other.Pure:
		c.none, c.why = true, whyContinued
	case best.Deleted > other.Deleted || best.HoldsAll(other):
	case best.KnowsAll(other):
		c.join = true
	default:
		c.none, c.why = true, whyContinued
	}
	return c
}

// prefers reports whether the first of two copies can replace the second one rather than the other way.
func prefers(a, b *store.CopyValue) bool {
	for _, test := range []func(a, b *store.CopyValue) bool{
		func(a, b *store.CopyValue) bool { return !a.Pure && b.Pure },
		func(a, b *store.CopyValue) bool { return a.Deleted > b.Deleted },
		(*store.CopyValue).HoldsAll,
		(*store.CopyValue).KnowsAll,
	} {
		if x, y := test(a, b), test(b, a); x != y {
			return x
		}
	}
	return a.Precedes(b)
}

// settleCopy lets one of two copies take the other one's place. Otherwise why may say what
// prevents it.
func (p *puller) settleCopy(s *stream, theirs host.StreamInfo) (done bool, why string, err error) {
	for range settleTries {
		ours, err := p.store.CopyValue(s.name)
		if err != nil {
			return false, "", unlessUnreadable(err)
		}
		other, err := p.source.CopyValue(s.name)
		if err != nil {
			return false, "", unlessUnreadable(err)
		}
		c := chooseCopy(ours, other)
		if c.none {
			return false, c.why, nil
		}
		lost, err := p.lostBy(s.name, c)
		if err != nil {
			return false, "", err
		}
		if c.theirs {
			why, err = p.takeTheirs(s, theirs.Head)
		} else {
			s.stuck, s.settled = true, true
		}
		if err == nil && why == "" && len(lost) > 0 {
			err = p.addHidden(s, theirs.Head, lost)
		}
		if fault.CodeOf(err) != fault.Conflict { // else another writer was faster
			return why == "" && err == nil, why, err
		}
	}
	return false, "another program keeps writing it", nil
}

// lostBy returns the messages of the log that is replaced, where some of them have to be kept.
func (p *puller) lostBy(name string, c choice) ([]session.JSON, error) {
	from := p.source
	if c.theirs {
		from = p.store
	}
	if !c.join {
		return nil, nil
	}
	return from.Messages(name, store.MessageOptions{IncludeHidden: true})
}

func unlessUnreadable(err error) error {
	if code := fault.CodeOf(err); code == fault.ParseError || code == fault.Unsupported {
		return nil
	}
	return err
}

// addHidden adds older versions of messages to the written store's copy.
func (p *puller) addHidden(s *stream, to int64, messages []session.JSON) error {
	if !s.settled {
		if err := p.settle(s, to); err != nil || s.have < to {
			return err
		}
	}
	if err := p.store.AddHidden(s.name, messages); err != nil {
		return err
	}
	info, err := p.into.Stream(s.name)
	s.have, s.fold, s.stuck, s.settled = info.Head, nil, true, true
	return err
}

// takeTheirs puts the other store's log in the place of the written one's.
func (p *puller) takeTheirs(s *stream, to int64) (why string, err error) {
	replica, ok := host.Unguarded(p.into).(host.Replica)
	if !ok {
		return "the store that is written cannot replace events", nil
	}
	info, err := p.into.Stream(s.name)
	if err != nil {
		return "", err
	}
	position, err := p.sameUpTo(s.name, min(info.Head, to))
	if err != nil {
		return "", err
	}
	if erased, err := p.erasedBefore(s.name); err != nil {
		return "", err
	} else if erased >= info.Head { // forks lose what was erased
	} else if kept, err := p.keepsForks(s.name, position); !kept || err != nil {
		return "a fork of it shares messages that the other store has elsewhere", err
	}
	s.have, s.checked, s.fold, s.whole, s.ahead = position, position, nil, false, nil
	defer func() {
		if why != "" {
			s.have, s.checked, s.fold = info.Head, 0, nil
		}
	}()
	events, _, err := p.page(s, to, false)
	if err != nil || len(events) == 0 {
		return "what the other store has cannot be copied", err
	}
	if err := p.flush(); err != nil {
		return "", err
	}
	err = replica.Replace(s.name, info.Head, position, events)
	p.store.Forget(s.name)
	if code := fault.CodeOf(err); code == fault.Unsupported || code == fault.PermissionDenied {
		return fault.From(err).Message, nil
	}
	if err == nil {
		p.written(s, events)
	}
	return "", err
}

// sameUpTo returns the last position up to which both have the same events, and looks at all of them.
func (p *puller) sameUpTo(name string, to int64) (same int64, err error) {
	for same < to {
		ours, err := p.into.Read(name, same, min(maxEvents, to-same))
		if err != nil || len(ours) == 0 {
			return same, unlessUnreadable(err)
		}
		theirs, err := p.from.Read(name, same, min(maxEvents, to-same))
		if err != nil {
			return same, unlessUnreadable(err)
		}
		for i := range ours {
			if i >= len(theirs) || ours[i].Seq != same+1 || theirs[i].Seq != same+1 || !equalEvents(&ours[i], &theirs[i]) {
				return same, nil
			}
			same++
		}
	}
	return same, nil
}

// keepsForks reports whether what living sessions of the written store share after a position is in the
// other store's log at the same places.
func (p *puller) keepsForks(name string, position int64) (bool, error) {
	parts, err := p.sharedOf(name)
	if err != nil {
		return false, unlessUnreadable(err)
	}
	for _, part := range parts {
		for after := max(part.First-1, position); after < part.Last(); {
			ours, err := p.into.Read(name, after, min(maxEvents, part.Last()-after))
			if err != nil || len(ours) == 0 {
				return false, err
			}
			theirs, err := p.from.Read(name, after, int64(len(ours)))
			if err != nil || len(theirs) < len(ours) {
				return false, unlessUnreadable(err)
			}
			for i := range ours {
				if !sameMessage(&ours[i], &theirs[i]) {
					return false, nil
				}
			}
			after = ours[len(ours)-1].Seq
		}
	}
	return true, nil
}

// sameMessage reports whether two events are one message, whoever recorded it.
func sameMessage(a, b *host.Event) bool {
	return a.Seq == b.Seq && a.Kind == b.Kind && bytes.Equal(a.Payload, b.Payload)
}
