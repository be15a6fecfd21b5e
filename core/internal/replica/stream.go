package replica

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// stream is a stream of the written store during a call.
type stream struct {
	name    string
	have    int64 // its head, with what waits in the batch
	checked int64 // up to here it is known to equal the other's
	fold    *store.Fold
	whole   bool           // all of it was copied by this call, and nothing of it was freed
	stuck   bool           // nothing more can be copied
	busy    bool           // it is being copied, further up the stack
	counted bool           // in Report.Sessions
	shared  host.Span      // is known to be there, as the other store has it
	omit    map[int64]bool // events that are copied as freed ones
}

func newStream(info host.StreamInfo) *stream {
	return &stream{name: info.Name, have: info.Head, fold: store.NewFold(info), whole: info.Head == 0}
}

// open returns a stream that may have been looked at before.
func (p *puller) open(name string) (*stream, error) {
	if s := p.streams[name]; s != nil {
		return s, nil
	}
	info, err := p.into.Stream(name)
	if err != nil {
		return nil, err
	}
	s := newStream(info)
	p.streams[name] = s
	return s, nil
}

// advance copies events up to a sequence, which the other store has.
func (p *puller) advance(s *stream, to int64) error {
	if s.stuck || s.busy {
		return nil
	}
	s.busy = true
	defer func() { s.busy = false }()
	if err := p.check(s, to); err != nil {
		return err
	}
	for s.have < to && !s.stuck {
		events, err := p.page(s, to)
		if err != nil || len(events) == 0 {
			return err
		}
		if err := p.add(s, events); err != nil {
			return err
		}
	}
	return nil
}

// check makes sure that a stream equals the other's up to a sequence, as far as it
// goes. Otherwise it is stuck.
func (p *puller) check(s *stream, to int64) error {
	at := min(s.have, to)
	if s.checked >= at {
		return nil
	}
	same, err := p.compare(s.name, at)
	switch {
	case fault.CodeOf(err) == fault.ParseError:
		s.stuck = true
		p.problem(s.name, at, fault.From(err).Message)
		return nil
	case err != nil:
		return err
	case !same:
		return p.diverged(s)
	}
	s.checked = at
	return nil
}

// read reads the next events, without those that are omitted.
func (p *puller) read(s *stream, limit int64) ([]host.Event, error) {
	events, err := p.from.Read(s.name, s.have, limit)
	if err != nil || len(s.omit) == 0 {
		return events, err
	}
	var kept []host.Event
	for _, e := range events {
		if !s.omit[e.Seq] {
			kept = append(kept, e)
		}
	}
	return kept, nil
}

// page reads the next events that can be copied. Without any, the stream cannot be
// copied further.
func (p *puller) page(s *stream, to int64) ([]host.Event, error) {
	for limit := int64(max(p.limit-p.events, 1+len(s.omit))); ; {
		events, err := p.read(s, limit)
		if fault.CodeOf(err) == fault.ParseError {
			if limit > 1 {
				limit /= 8 // those before the damaged one
				limit = max(limit, 1)
				continue
			}
			s.stuck = true
			p.problem(s.name, s.have+1, fault.From(err).Message)
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		events, again, err := p.withShared(s, upTo(events, to))
		if !again {
			return events, err
		}
	}
}

// upTo returns the events up to a sequence.
func upTo(events []host.Event, to int64) []host.Event {
	for len(events) > 0 && events[len(events)-1].Seq > to {
		events = events[:len(events)-1]
	}
	return events
}

// compare reports whether both stores are known to have the same events of a stream
// up to a sequence.
func (p *puller) compare(name string, at int64) (bool, error) {
	if at == 0 {
		return true, nil
	}
	ours, err := readOne(p.into, name, at)
	if fault.CodeOf(err) == fault.ParseError {
		return false, fault.New(fault.ParseError, "in the store that is written: "+fault.From(err).Message)
	}
	if err != nil {
		return false, err
	}
	theirs, err := readOne(p.from, name, at)
	switch {
	case err != nil:
		return false, err
	case ours != nil && theirs != nil:
		return equalEvents(ours, theirs), nil
	case ours != nil:
		return held(p.from.Journal, ours)
	case theirs != nil:
		return held(p.into, theirs)
	}
	return false, nil
}

// held reports whether a journal had freed the same event.
func held(j host.Journal, e *host.Event) (bool, error) {
	if r, ok := host.Unguarded(j).(host.Replica); ok {
		return r.Held(e.Stream, e.Seq, e.ID)
	}
	return false, nil
}

// readOne returns the event at a sequence, nil when it was freed.
func readOne(j host.Journal, name string, seq int64) (*host.Event, error) {
	list, err := j.Read(name, seq-1, 1)
	if err != nil || len(list) == 0 || list[0].Seq != seq {
		return nil, err
	}
	return &list[0], nil
}

func equalEvents(a, b *host.Event) bool {
	return a.ID == b.ID && a.Time == b.Time && a.Kind == b.Kind && bytes.Equal(a.Payload, b.Payload)
}
