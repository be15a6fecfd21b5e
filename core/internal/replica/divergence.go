package replica

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// diverged reports a stream that grew differently in both stores. Unless both are
// kept it is stuck. With wait, first is what has to be copied before both can be kept.
func (p *puller) diverged(s *stream, wait bool) (first []want, err error) {
	if err := p.flush(); err != nil {
		return nil, err
	}
	theirs, err := p.from.Stream(s.name)
	if err != nil {
		return nil, err
	}
	if wait && p.options.KeepBoth && s.asked != theirs.Head {
		s.asked = theirs.Head
		if first, err = p.lackingOf(s.name, theirs.Head); err != nil || len(first) > 0 {
			return first, err
		}
	}
	done, why, err := p.settleErased(s, theirs)
	if !done && err == nil {
		done, why, err = p.settleCopy(s, theirs)
	}
	if done || err != nil {
		return nil, err
	}
	position, err := p.common(s.name, min(s.have, theirs.Head))
	if err != nil {
		return nil, err
	}
	d := Divergence{SessionID: s.name, Position: position, From: theirs.Head, Into: s.have, Why: why}
	if s.stuck = !p.options.KeepBoth || why == whyDeleted; !s.stuck {
		if d.KeptAs, d.Why, err = p.keepBoth(s, position); err != nil {
			return nil, err
		}
		d.Kept = d.Why == ""
		s.stuck = !d.Kept
	}
	p.report.Diverged = append(p.report.Diverged, d)
	return nil, nil
}

// lackingOf returns what has to be copied before the forks of a stream.
func (p *puller) lackingOf(name string, to int64) ([]want, error) {
	var parts []store.Part
	for after := int64(0); after < to; {
		events, err := p.from.Read(name, after, maxEvents)
		if fault.CodeOf(err) == fault.ParseError || err == nil && len(events) == 0 {
			break // which is said when they are copied
		}
		if err != nil {
			return nil, err
		}
		for i := range events {
			if shared, err := store.SharedParts(&events[i]); err == nil {
				parts = append(parts, shared...)
			}
		}
		after = events[len(events)-1].Seq
	}
	return p.lacking(parts)
}

// common returns the last position up to which both have the same events. It
// looks at a few of them: where two are equal, all before are.
func (p *puller) common(name string, different int64) (same int64, err error) {
	for same+1 < different {
		middle := same + (different-same)/2
		equal, err := p.compare(name, middle)
		if err != nil && fault.CodeOf(err) != fault.ParseError {
			return 0, err
		}
		if equal && err == nil {
			same = middle
		} else {
			different = middle
		}
	}
	return same, nil
}

// keepBoth makes a fork of what the written store has, and puts the other store's
// events in its place. The fork is complete before anything is replaced, and
// the next call after a crash continues.
func (p *puller) keepBoth(s *stream, position int64) (fork, why string, err error) {
	replica, ok := host.Unguarded(p.into).(host.Replica)
	if !ok {
		return "", "the store that is written cannot replace events", nil
	}
	parts, err := p.sharedOf(s.name)
	if fault.CodeOf(err) == fault.ParseError { // of another session, which ends no pull
		return "", "a session that may share messages of it cannot be read: " + fault.From(err).Message, nil
	}
	if err != nil {
		return "", "", err
	}
	for i := range parts {
		if parts[i].Last() > position {
			return "", "a fork of it shares messages that only the written store has", nil
		}
	}
	s.have, s.checked, s.fold, s.whole = position, position, nil, false
	for try := 0; try < settleTries; try++ {
		s.fold, s.ahead = nil, nil
		info, err := p.into.Stream(s.name)
		if err != nil {
			return "", "", err
		}
		if fork, err = p.copyAsFork(s.name, info.Head); fault.CodeOf(err) == fault.ParseError {
			return "", fault.From(err).Message, nil
		}
		if err != nil {
			return "", "", err
		}
		theirs, err := p.from.Stream(s.name)
		if err != nil {
			return "", "", err
		}
		if why, err := p.complete(s, position); why != "" || err != nil {
			return "", why, err
		}
		events, _, err := p.page(s, theirs.Head, false)
		if err != nil || len(events) == 0 {
			return "", "what the other store has cannot be copied", err
		}
		if err := p.flush(); err != nil { // what a fork among them shares
			return "", "", err
		}
		err = replica.Replace(s.name, info.Head, position, events)
		p.store.Forget(s.name)
		if err == nil {
			p.written(s, events)
			_, err := p.complete(s, position)
			return fork, "", err
		}
		why = fault.From(err).Message
		switch fault.CodeOf(err) {
		case fault.Conflict:
		case fault.Unsupported, fault.PermissionDenied: // such as a user of a server who may only add
			return "", why, nil
		default:
			return "", "", err
		}
	}
	return "", why, nil
}

// complete makes sure that everything up to a position is there that the other
// store has, with what forks share. The written store may have freed it, because
// its session was deleted.
func (p *puller) complete(s *stream, position int64) (why string, err error) {
	fold := store.NewFold(host.StreamInfo{Name: s.name})
	for after := int64(0); after < position; {
		theirs, err := p.from.Read(s.name, after, min(maxEvents, position-after))
		if theirs = upTo(theirs, position); err != nil || len(theirs) == 0 {
			return "", err
		}
		after = theirs[len(theirs)-1].Seq
		for i := range theirs {
			_ = fold.Add(&theirs[i]) // Failed says whether it matters
		}
		absent, same, err := p.absent(s.name, theirs, equalEvents)
		if err != nil {
			return "", err
		}
		if !same {
			return "its beginnings differ", nil
		}
		if why, err := p.refill(s, absent); why != "" || err != nil {
			return why, err
		}
		if why, err := p.requireAll(s, theirs); why != "" || err != nil {
			return why, err
		}
	}
	if err := fold.Failed(); fault.CodeOf(err) == fault.ParseError {
		return fault.From(err).Message, nil
	}
	return "", nil
}

// requireAll makes sure that the written store has what living forks among the
// events share.
func (p *puller) requireAll(s *stream, events []host.Event) (string, error) {
	for i := range events {
		parts, _ := store.SharedParts(&events[i])
		for _, part := range parts {
			why, err := p.require(s.name, events[i].Seq, part)
			if err != nil {
				return "", err
			}
			if why == "" {
				continue
			}
			if over, err := p.lifeEnds(s.name, events[i].Seq); !over || err != nil {
				return sharing(part, why), err
			}
		}
	}
	return "", nil
}

// sharedOf returns what living sessions of the written store share of a stream.
func (p *puller) sharedOf(name string) ([]store.Part, error) {
	if p.shared == nil {
		p.shared = map[string][]store.Part{}
		p.unshared = p.store.EachShared(func(part store.Part) {
			p.shared[part.Stream] = append(p.shared[part.Stream], part)
		})
		if p.unshared != nil && fault.CodeOf(p.unshared) != fault.ParseError {
			p.shared = nil
			return nil, p.unshared
		}
	}
	return p.shared[name], p.unshared
}

// copyAsFork copies what the written store has of a session to an id of its own,
// with event ids of its own. All of these follow from what is copied, so that doing
// it again changes nothing. A deleted session has nothing to copy, nor has one whose
// import was never completed.
func (p *puller) copyAsFork(name string, head int64) (fork string, err error) {
	if _, err := p.store.Get(name, 0); err != nil {
		if fault.CodeOf(err) == fault.SessionNotFound {
			err = nil
		}
		return "", err
	}
	begin, err := p.store.LifeStart(name)
	if err != nil || begin >= head {
		return "", err
	}
	last, err := readOne(p.into, name, head)
	if err != nil || last == nil {
		return "", err
	}
	fork = forkName(name, last)
	for after := begin; after < head; {
		events, err := p.into.Read(name, after, min(maxEvents, head-after))
		if err != nil || len(events) == 0 {
			return fork, err
		}
		copies := make([]host.Event, len(events))
		for i, e := range events {
			e.ID = mapID(fork, e.ID)
			copies[i] = e
		}
		if err := p.appendAgain(fork, copies); err != nil {
			return "", err
		}
		after = events[len(events)-1].Seq
	}
	mark := store.ForkMark(name, host.Event{ID: mapID(fork+" mark", last.ID), Time: last.Time})
	if err := p.appendAgain(fork, []host.Event{mark}); err != nil {
		return "", err
	}
	share, err := p.store.GetShare(fork, 0)
	if err == nil && share != nil && share.Status == session.ShareStatusActive {
		err = p.appendAgain(fork, []host.Event{store.Unshare(host.Event{ID: mapID(fork+" unshare", last.ID), Time: last.Time})})
	}
	if fault.CodeOf(err) == fault.SessionNotFound { // it was deleted since
		err = nil
	}
	return fork, err
}

// appendAgain appends events unless they are stored already.
func (p *puller) appendAgain(name string, events []host.Event) error {
	_, err := p.into.Append([]host.Write{{Stream: name, Expect: host.AnySeq, Events: events}})
	code := fault.CodeOf(err)
	if code != fault.Conflict && code != fault.LimitExceeded {
		return err
	}
	if len(events) == 1 {
		stored, _, found := p.into.Find(events[0].ID)
		if found == nil && stored == name {
			return nil
		}
		return err
	}
	half := len(events) / 2
	if err := p.appendAgain(name, events[:half]); err != nil {
		return err
	}
	return p.appendAgain(name, events[half:])
}

// maxName is the longest name that gets an ending.
const maxName = 1000

// forkName is the id of the fork with what the written store has up to an event.
func forkName(name string, e *host.Event) string {
	h := hash64(hash64(hash64(offset64, e.ID[:]), []byte(e.Kind)), e.Payload) + uint64(e.Time)
	var b [8]byte
	for i := range b {
		b[i] = byte(h >> (8 * i))
	}
	if len(name) > maxName {
		name = "sess"
	}
	return name + "-" + text.EncodeHex(b[:4])
}

// mapID returns the id of an event's copy. Ids of one request remain together,
// and count up as the originals do.
func mapID(of string, id [16]byte) [16]byte {
	h := hash64(hash64(offset64, []byte(of)), id[:8])
	id[6], id[7] = 0x80|byte(h>>56)&0x0f, byte(h>>48)
	var low uint64
	for _, c := range id[8:] {
		low = low<<8 | uint64(c)
	}
	low = (low+h)&(1<<62-1) | 1<<63
	for i := 15; i >= 8; i-- {
		id[i] = byte(low)
		low >>= 8
	}
	return id
}

const offset64 = 0xcbf29ce484222325

// hash64 is FNV-1a, and then mixed.
func hash64(h uint64, b []byte) uint64 {
	for _, c := range b {
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
