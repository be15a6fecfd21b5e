package replica

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// add appends events to the batch, which is written when it is large enough.
func (p *puller) add(s *stream, events []host.Event) error {
	if !isRun(events, s.have) {
		s.fold = nil // it has these events, which the batch has not
		if err := p.flush(); err != nil {
			return err
		}
		return p.settle(s, events[len(events)-1].Seq)
	}
	w := p.writeOf(s)
	for i := range events {
		p.bytes += len(events[i].Payload)
	}
	w.Events = append(w.Events, events...)
	p.events += len(events)
	s.note(events)
	if p.events >= p.limit || p.bytes >= maxBytes || len(p.batch) >= maxWrites {
		return p.flush()
	}
	return nil
}

// note sets how far a stream is copied.
func (s *stream) note(events []host.Event) {
	for i := range events {
		if s.whole && store.IsMessage(&events[i]) {
			s.said.Add(events[i].Seq)
		}
	}
	s.have = events[len(events)-1].Seq
	s.checked = s.have
}

// writeOf returns the stream's write in the batch.
func (p *puller) writeOf(s *stream) *host.Write {
	if w := p.waiting(s); w != nil {
		return w
	}
	p.batch = append(p.batch, host.Write{Stream: s.name, Expect: s.have})
	return &p.batch[len(p.batch)-1]
}

// waiting returns what waits in the batch of a stream, nil for nothing.
func (p *puller) waiting(s *stream) *host.Write {
	for i := len(p.batch) - 1; i >= 0; i-- {
		if p.batch[i].Stream == s.name {
			return &p.batch[i]
		}
	}
	return nil
}

// isRun reports whether events follow a sequence without a gap.
func isRun(events []host.Event, after int64) bool {
	return events[len(events)-1].Seq == after+int64(len(events))
}

// flush writes the batch. When another writer was faster, or it is too large for
// the journal, its streams are written one by one.
func (p *puller) flush() error {
	batch := p.batch
	p.batch, p.events, p.bytes = nil, 0, 0
	if len(batch) == 0 {
		return nil
	}
	for i := range batch {
		if s := p.streams[batch[i].Stream]; s.fold != nil {
			batch[i].State = s.fold.State()
		}
	}
	added, err := p.into.Append(batch)
	switch fault.CodeOf(err) {
	case "":
		for i := range batch {
			if !added[i].Again { // else another pull was faster
				p.count(p.streams[batch[i].Stream], batch[i].Events)
			}
		}
		p.progress()
		return nil
	case fault.LimitExceeded:
		p.limit = max(1, p.limit/2)
	case fault.Conflict:
	default:
		return err
	}
	for i := range batch {
		if err := p.settle(p.streams[batch[i].Stream], batch[i].Expect+int64(len(batch[i].Events))); err != nil {
			return err
		}
	}
	return nil
}

func (p *puller) count(s *stream, events []host.Event) {
	if !s.counted {
		s.counted = true
		p.report.Sessions++
	}
	p.report.Events += int64(len(events))
	for i := range events {
		p.report.Bytes += int64(len(events[i].Payload))
	}
}

func (p *puller) progress() {
	if p.options.Progress != nil {
		p.options.Progress(p.report)
	}
}

// settleTries bounds how often a stream is looked at again that does not get further.
const settleTries = 10

// settle copies a stream up to a sequence by itself, from where it is now. What
// it shares with others is in place.
func (p *puller) settle(s *stream, to int64) error {
	s.fold = nil
	last := int64(-1)
	for try := 1; !s.stuck; try++ {
		info, err := p.into.Stream(s.name)
		if err != nil {
			return err
		}
		s.have, s.checked = info.Head, 0
		if s.have > last {
			try, last = 1, s.have
		}
		if _, err := p.check(s, to, false); err != nil || s.stuck || s.have >= to {
			return err
		}
		err = p.settleOnce(s, to)
		switch code := fault.CodeOf(err); {
		case err == nil:
		case code == fault.LimitExceeded && p.limit > 1:
			p.limit /= 2
			try = 0
		case code == fault.Conflict && try < settleTries:
		case code == fault.Conflict || code == fault.Unsupported:
			s.stuck = true
			p.problem(s.name, s.have+1, fault.From(err).Message)
		default:
			return err
		}
	}
	return nil
}

// settleOnce copies the next events of a stream.
func (p *puller) settleOnce(s *stream, to int64) error {
	events, err := p.read(s, min(int64(p.limit), to-s.have))
	if events = upTo(events, to); err != nil || len(events) == 0 {
		return err
	}
	if isRun(events, s.have) {
		added, err := p.into.Append([]host.Write{{Stream: s.name, Expect: s.have, Events: events}})
		if err != nil || added[0].Again { // another pull was faster
			return err
		}
	} else {
		s.whole = false
		if err := p.replace(s.name, s.have, s.have, events); err != nil {
			return err
		}
	}
	p.written(s, events)
	return nil
}

// written notes that events are stored.
func (p *puller) written(s *stream, events []host.Event) {
	s.note(events)
	p.count(s, events)
	p.progress()
}

// replace writes events at their own sequences, if the journal can.
func (p *puller) replace(name string, expect, keep int64, events []host.Event) error {
	r, ok := host.Unguarded(p.into).(host.Replica)
	if !ok {
		return fault.New(fault.Unsupported, "events of it were freed, which the store that is written cannot record")
	}
	return r.Replace(name, expect, keep, events)
}
