package replica

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// A pull may be of some sessions only. What these share of others is copied with them, and so are the
// deletions of what the written store has.

// Listed is a session that a dry run would give events to.
type Listed struct {
	SessionID string
	Events    int64
}

// isSelected reports whether a stream of the other store is to be copied.
func (p *puller) isSelected(theirs, own host.StreamInfo) (bool, error) {
	name := theirs.Name
	if p.options.Only == nil || p.options.Only[name] || name == store.TagsID {
		return true, nil
	}
	if own.Head == 0 || own.Head == theirs.Head {
		return false, nil
	}
	_, err := p.source.Get(name, 0)
	if fault.CodeOf(err) == fault.SessionNotFound {
		return true, nil
	}
	return false, unlessUnreadable(err)
}

// selectTags makes the names under which the selected sessions have tags.
func (p *puller) selectTags() error {
	p.tagged = map[string]bool{}
	for name := range p.options.Only {
		unified, err := p.source.TaggedAs(name)
		if err != nil {
			return unlessUnreadable(err)
		}
		for _, u := range unified {
			p.tagged[u] = true
		}
	}
	return nil
}

// list is what a dry run does with a stream instead of copying it.
func (p *puller) list(theirs, own host.StreamInfo) error {
	if theirs.Name == store.TagsID {
		return nil
	}
	after, to := own.Head, theirs.Head
	if p.listed[theirs.Name] >= to {
		return nil
	}
	parts, err := p.source.SharedBy(theirs.Name)
	if err != nil {
		return unlessUnreadable(err)
	}
	if err := p.listEvents(theirs.Name, after, to); err != nil {
		return err
	}
	for _, part := range parts {
		if p.options.Only == nil || p.options.Only[part.Stream] {
			continue // it is listed by itself
		}
		there, err := p.into.Stream(part.Stream)
		if err != nil {
			return err
		}
		if err := p.listEvents(part.Stream, there.Head, part.Last()); err != nil {
			return err
		}
	}
	return nil
}

// listEvents lists the events after one up to another, and says what the written store would refuse.
func (p *puller) listEvents(name string, after, to int64) error {
	after = max(after, p.listed[name])
	if after >= to {
		return nil
	}
	refused := false
	count := int64(0)
	err := eachEventAfter(p.from, name, after, to, func(e *host.Event) {
		if count++; !refused && p.isRefused(e) {
			refused = true
			p.problem(name, e.Seq, whyRefused)
		}
	})
	if p.listed[name] = to; fault.CodeOf(err) == fault.ParseError {
		p.problem(name, after+count+1, fault.From(err).Message)
		err = nil
	}
	p.report.Listed = append(p.report.Listed, Listed{name, count})
	return err
}
