package jetstream

import (
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

var _ host.Replica = (*Journal)(nil)

// Replace implements host.Replica: one atomic batch. Where something is removed,
// the batch has all that remains, and supersedes the messages before it.
func (j *Journal) Replace(stream string, expect, keep int64, events []host.Event) error {
	if _, err := validateWrites([]host.Write{{Stream: stream, Events: events}}); err != nil {
		return err
	}
	if len(events) == 0 || keep > expect || !ascend(events, keep) {
		return fault.New(fault.Internal, "events to replace others are out of order")
	}
	last := events[len(events)-1].Seq
	sent := false
	return j.rewriting(stream, func(head pack) (*batch, error) {
		if sent && head.to == last {
			if stored, err := j.Read(stream, last-1, 1); err == nil && len(stored) == 1 && stored[0].ID == events[len(events)-1].ID {
				return nil, nil // the batch before was stored, although nobody said so
			}
		}
		if head.to != expect {
			return nil, headConflict(stream, expect, head.to)
		}
		b := newBatch(j)
		p := packer{batch: b, stream: stream, last: head.seq, base: head.base, next: head.to + 1}
		if keep < head.to {
			p.base, p.next = head.seq, 1
			if err := j.purge(j.s.cache, j.s.stateSubject(stream), 0); err != nil { // a state of what is removed must not count
				return nil, err
			}
			if err := j.eachUpTo(stream, keep, p.add); err != nil {
				return nil, err
			}
		}
		for i := range events {
			if err := p.add(&events[i]); err != nil {
				return nil, err
			}
		}
		if err := p.flush(last); err != nil {
			return nil, err
		}
		sent = true
		return b, b.indexAgain(stream, events, keep)
	})
}

// Refill implements host.Replica: the stream is written again with the events in
// their places.
func (j *Journal) Refill(stream string, events []host.Event) error {
	return j.rewriting(stream, func(head pack) (*batch, error) {
		if len(events) == 0 || !ascend(events, 0) || events[len(events)-1].Seq > head.to {
			return nil, fault.New(fault.Internal, "events to refill are out of order")
		}
		b := newBatch(j)
		p := packer{batch: b, stream: stream, last: head.seq, base: head.seq, next: 1}
		rest := events
		var absent []host.Event
		fill := func(before int64) error {
			for len(rest) > 0 && rest[0].Seq < before {
				if err := p.add(&rest[0]); err != nil {
					return err
				}
				absent, rest = append(absent, rest[0]), rest[1:]
			}
			return nil
		}
		err := j.eachUpTo(stream, head.to, func(e *host.Event) error {
			if err := fill(e.Seq); err != nil {
				return err
			}
			if len(rest) > 0 && rest[0].Seq == e.Seq {
				rest = rest[1:]
			}
			return p.add(e)
		})
		if err != nil || len(absent) == 0 {
			return nil, err
		}
		if err := p.flush(head.to); err != nil {
			return nil, err
		}
		return b, b.indexAgain(stream, absent, head.to)
	})
}

// rewriting sends the batch that make makes for a stream's newest message, again
// when others were faster, and removes what it supersedes. make returns no
// batch when there is nothing to do.
func (j *Journal) rewriting(stream string, make func(head pack) (*batch, error)) error {
	end := time.Now().Add(j.s.timeout)
	for {
		head, err := j.readHead(stream)
		if err != nil {
			return err
		}
		b, err := make(head)
		if b == nil || err != nil {
			return j.s.translate(err)
		}
		supersedes := b.packs[0].pack.base > head.base
		var old []string
		if supersedes {
			if old, err = j.partsOf(stream, head); err != nil {
				return err
			}
		}
		switch err := b.commit(); {
		case err == nil && supersedes:
			return j.removeSuperseded(stream, head.seq, old)
		case err == nil:
			return nil
		case !isConflict(err) && !isPassing(err) || time.Now().After(end) || j.ctx.Err() != nil:
			return j.s.translate(err)
		}
		time.Sleep(firstPause) // somebody appended, or the result is unknown: look again
	}
}

// removeSuperseded removes a stream's messages up to a base, their parts and the cached state.
func (j *Journal) removeSuperseded(stream string, base uint64, parts []string) error {
	_ = j.purge(j.s.cache, j.s.stateSubject(stream), 0) // only a cache
	if err := j.purgeSuperseded(stream, pack{base: base}); err != nil {
		return err
	}
	for _, subject := range parts {
		if err := j.purge(j.s.log, subject, 0); err != nil {
			return err
		}
	}
	return nil
}

// eachUpTo calls fn for the events of a stream up to a sequence.
func (j *Journal) eachUpTo(stream string, to int64, fn func(e *host.Event) error) error {
	for after := int64(0); after < to; {
		list, err := j.Read(stream, after, 1<<12)
		if err != nil || len(list) == 0 {
			return err
		}
		for i := range list {
			if after = list[i].Seq; after > to {
				break
			}
			if err := fn(&list[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// indexAgain adds the ids of events that may be in the index already: what was
// removed or freed stays there. An id that is used elsewhere is CONFLICT.
func (b *batch) indexAgain(stream string, events []host.Event, keep int64) error {
	known := map[family][]run{}
	last := map[family]uint64{}
	ids := &runs{}
	for i := range events {
		e := &events[i]
		f := familyOf(e.ID)
		list, ok := known[f]
		if !ok {
			var err error
			if list, last[f], err = b.loadFamily(f); err != nil {
				return err
			}
			known[f] = list
		}
		there := false
		for _, r := range list {
			switch seq := r.place(e.ID); {
			case seq == 0:
			case r.stream == stream && seq == e.Seq:
				there = true
			case r.stream != stream || seq <= keep:
				if name, at, err := b.findIn([]run{r}, e.ID); err != nil {
					return err
				} else if at != 0 {
					return fault.New(fault.Conflict, "an event of \""+stream+"\" is stored already, as one of \""+name+"\"")
				}
			}
		}
		if !there {
			ids.add(stream, e.Seq, e.ID)
		}
	}
	b.addIndex(ids, last)
	return nil
}

// Held implements host.Replica: the index has the ids of freed events, too.
func (j *Journal) Held(stream string, seq int64, id [16]byte) (bool, error) {
	list, _, err := j.loadFamily(familyOf(id))
	if err != nil {
		return false, j.s.translate(err)
	}
	return holds(list, stream, seq, id), nil
}

// holds reports whether runs have an id at a place.
func holds(list []run, stream string, seq int64, id [16]byte) bool {
	for _, r := range list {
		if r.stream == stream && r.place(id) == seq {
			return true
		}
	}
	return false
}

// ascend reports whether the sequences of events ascend and are above after.
func ascend(events []host.Event, after int64) bool {
	for i := range events {
		if events[i].Seq <= after {
			return false
		}
		after = events[i].Seq
	}
	return true
}
