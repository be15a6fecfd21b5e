package replica

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// visitTags brings the stream up to date that has the tags of all sessions. Tags are a
// set: the written store gets the changes that it lacks, in any order, and nothing
// diverges.
func (p *puller) visitTags(s *stream, to int64) error {
	for try := 1; ; try++ {
		err := p.joinTags(s, to)
		switch code := fault.CodeOf(err); {
		case code == fault.LimitExceeded && p.limit > 1:
			p.limit, try = p.limit/2, 0
		case code == fault.Conflict && try < settleTries: // another writer was faster
		case code == fault.Conflict || code == fault.ParseError:
			s.stuck = true
			p.problem(s.name, 0, fault.From(err).Message)
			return nil
		default:
			return err
		}
	}
}

// joinTags appends the changes of tags that the written store lacks.
func (p *puller) joinTags(s *stream, to int64) error {
	info, err := p.into.Stream(s.name)
	if err != nil {
		return err
	}
	ours, err := readOne(p.into, s.name, info.Head)
	if err != nil {
		return err
	}
	last, err := readOne(p.from, s.name, to)
	if set := store.TagSet(last); err != nil || set != "" && set == store.TagSet(ours) {
		return err
	}
	s.have, s.whole = info.Head, false
	own, theirs := store.NewTagLog(), store.NewTagLog()
	err = eachEvent(p.into, s.name, info.Head, func(e *host.Event) {
		_, _ = own.Add(e) // what cannot be read changes nothing, and the check reports it
	})
	if err != nil {
		return err
	}
	var changes []*store.TagChanges
	err = eachEvent(p.from, s.name, to, func(e *host.Event) {
		change, err := theirs.Add(e)
		if err != nil && !s.stuck {
			s.stuck = true
			p.problem(s.name, e.Seq, fault.From(err).Message)
		}
		switch {
		case change == nil || s.stuck || own.Has(e.ID) || p.options.Only != nil && !change.IsOf(p.tagged):
		case p.isRefused(e):
			p.problem(s.name, e.Seq, whyRefused)
		default:
			changes = append(changes, change)
		}
	})
	if err != nil {
		return err
	}
	return p.appendTags(s, own, changes)
}

// appendTags appends changes to the written store's log of tags.
func (p *puller) appendTags(s *stream, own *store.TagLog, changes []*store.TagChanges) error {
	fold, err := p.store.FoldUpTo(s.name, s.have)
	for err == nil && len(changes) > 0 {
		batch := own.Take(changes[:min(len(changes), p.limit)])
		for i := range batch {
			batch[i].Seq = s.have + int64(i) + 1
			if err := fold.Add(&batch[i]); err != nil {
				return err
			}
		}
		write := host.Write{Stream: s.name, Expect: s.have, Events: batch, State: fold.State()}
		if _, err = p.into.Append([]host.Write{write}); err == nil {
			p.written(s, batch)
			changes = changes[len(batch):]
		}
	}
	s.fold = nil
	return err
}

// eachEvent calls fn for the events of a stream up to a sequence.
func eachEvent(j host.Journal, name string, to int64, fn func(e *host.Event)) error {
	return eachEventAfter(j, name, 0, to, fn)
}

func eachEventAfter(j host.Journal, name string, after, to int64, fn func(e *host.Event)) error {
	for after < to {
		events, err := j.Read(name, after, maxEvents)
		if err != nil || len(events) == 0 {
			return err
		}
		for i := range events {
			if after = events[i].Seq; after <= to {
				fn(&events[i])
			}
		}
	}
	return nil
}
