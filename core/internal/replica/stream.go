package replica

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/revert"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// stream is a stream of the written store during a call.
type stream struct {
	name    string
	have    int64          // its head, with what waits in the batch
	checked int64          // up to here it is known to equal the other's
	fold    *store.Fold    // of the events up to have, nil when that is not known
	whole   bool           // all of it was copied by this call, and nothing of it was freed
	stuck   bool           // nothing more can be copied
	settled bool           // nothing more has to be: the written store has all that counts
	busy    bool           // it is being copied, and waits for others
	counted bool           // in Report.Sessions
	shared  host.Span      // is known to be there, as the other store has it
	omit    map[int64]bool // events that are copied as freed ones
	ahead   []host.Event   // that were read, and not copied yet
	room    int64          // events of the next page, 0 for as many as possible
	base    int64          // what have was when they were read
	asked   int64          // the event for which others were copied first
	ends    int64          // the session is deleted here, 0 when that is not known
	said    revert.Places  // sequences of messages, when whole
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

// want is a stream that has to be copied up to a sequence, which the other store has.
type want struct {
	s  *stream
	to int64
}

// advance copies a stream, and before it what it shares, to any depth.
func (p *puller) advance(s *stream, to int64) error {
	stack := []want{{s, to}}
	defer func() {
		for _, w := range stack {
			w.s.busy = false
		}
	}()
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		top.s.busy = true
		first, err := p.step(top)
		if err != nil {
			return err
		}
		if len(first) == 0 {
			top.s.busy, top.s.ahead = false, nil
			stack = stack[:len(stack)-1]
		}
		stack = append(stack, first...)
	}
	return nil
}

// step copies what can be copied of a stream. first is what has to be copied before the
// rest; nothing of it is asked for twice.
func (p *puller) step(w want) (first []want, err error) {
	s := w.s
	if s.stuck {
		return nil, nil
	}
	if first, err = p.check(s, w.to, true); err != nil || len(first) > 0 {
		return first, err
	}
	for s.have < w.to && !s.stuck {
		events, first, err := p.page(s, w.to, true)
		if err != nil || len(events) == 0 {
			return first, err
		}
		if err := p.add(s, events); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// check makes sure that a stream equals the other's up to a sequence, as far as it
// goes. Otherwise it is stuck. With wait, first is what has to be copied before.
func (p *puller) check(s *stream, to int64, wait bool) (first []want, err error) {
	at := min(s.have, to)
	if s.checked >= at {
		return nil, nil
	}
	same, err := p.compare(s.name, at)
	switch {
	case fault.CodeOf(err) == fault.ParseError:
		s.stuck = true
		p.problem(s.name, at, fault.From(err).Message)
		return nil, nil
	case err != nil:
		return nil, err
	case !same:
		return p.diverged(s, wait)
	}
	s.checked = at
	return nil, nil
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

// next returns the next events up to a sequence, which may be left from the page before.
func (p *puller) next(s *stream, to int64) ([]host.Event, error) {
	for len(s.ahead) > 0 && s.ahead[0].Seq <= s.have {
		s.ahead = s.ahead[1:]
	}
	if len(s.ahead) == 0 || s.have < s.base {
		limit := int64(p.limit)
		if s.room > 0 {
			limit = min(limit, s.room)
			s.room *= 2
		}
		if err := p.readAhead(s, max(limit, int64(1+len(s.omit)))); err != nil {
			return nil, err
		}
	}
	events := upTo(s.ahead, to)
	return events[:min(len(events), max(1, p.limit-p.events))], nil
}

// readAhead reads the next page.
func (p *puller) readAhead(s *stream, limit int64) (err error) {
	for s.base = s.have; ; limit = max(limit/8, 1) { // those before a damaged one
		s.ahead, err = p.read(s, limit)
		if fault.CodeOf(err) != fault.ParseError {
			return err
		}
		if limit == 1 {
			s.stuck = true
			p.problem(s.name, s.have+1, fault.From(err).Message)
			return nil
		}
	}
}

// page returns the next events that can be copied. Without any, the stream cannot be
// copied further, or not before what is in first.
func (p *puller) page(s *stream, to int64, wait bool) (events []host.Event, first []want, err error) {
	for {
		if s.fold == nil {
			if p.waiting(s) != nil {
				if err := p.flush(); err != nil {
					return nil, nil, err
				}
			}
			if s.fold, err = p.store.FoldUpTo(s.name, s.have); err != nil {
				return nil, nil, err
			}
		}
		events, err := p.next(s, to)
		if err != nil || len(events) == 0 || s.stuck {
			return nil, nil, err
		}
		events, first, err = p.readable(s, events, wait)
		if err != nil || len(events) > 0 || len(first) > 0 || s.stuck {
			return events, first, err
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
