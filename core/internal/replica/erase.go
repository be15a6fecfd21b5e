package replica

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// What one store erases is erased in each that sees it, and no store writes it again: an event that lies
// before the erasure of its session in either store counts as had.

// erasedBefore returns the position before which a session was erased in one of the two stores.
func (p *puller) erasedBefore(name string) (int64, error) {
	if at, known := p.erased[name]; known {
		return at, nil
	}
	ours, err := p.store.ErasedBefore(name)
	if err != nil {
		return 0, err
	}
	theirs, err := p.source.ErasedBefore(name)
	if err = unlessUnreadable(err); err != nil {
		return 0, err
	}
	p.erased[name] = max(ours, theirs)
	return p.erased[name], nil
}

// suspect notes a stream with something erased that the written store may still have.
func (p *puller) suspect(own host.StreamInfo) {
	if store.HasErased(own) {
		p.suspects = append(p.suspects, own.Name)
	}
}

// obey erases what has to be erased in the written store, also what an earlier call was not able to.
func (p *puller) obey() error {
	for name, s := range p.streams {
		if s.counted {
			p.suspects = append(p.suspects, name)
		}
	}
	_, err := p.store.ObeyErasures(p.suspects)
	return err
}

// settleErased takes the other store's log where it has erased all that the written one has, and keeps the
// written one's where it is the other way around.
func (p *puller) settleErased(s *stream, theirs host.StreamInfo) (done bool, why string, err error) {
	ours, err := p.store.ErasedBefore(s.name)
	if err != nil {
		return false, "", unlessUnreadable(err)
	}
	their, err := p.source.ErasedBefore(s.name)
	if err != nil {
		return false, "", unlessUnreadable(err)
	}
	info, err := p.into.Stream(s.name)
	switch {
	case err != nil:
		return false, "", err
	case ours == info.Head && their == theirs.Head && ours == their: // erased in both, at once
		mine, err := readOne(p.into, s.name, ours)
		if err != nil || mine == nil {
			return false, "", err
		}
		other, err := readOne(p.from, s.name, their)
		if err != nil || other == nil {
			return false, "", err
		}
		if bytes.Compare(mine.ID[:], other.ID[:]) > 0 {
			why, err = p.takeTheirs(s, theirs.Head)
			return why == "" && err == nil, why, err
		}
		s.stuck, s.settled = true, true
		return true, "", nil
	case ours == info.Head && ours >= theirs.Head:
		s.stuck, s.settled = true, true
		return true, "", nil
	case their >= info.Head:
		why, err = p.takeTheirs(s, theirs.Head)
		return why == "" && err == nil, why, err
	}
	return false, "", nil
}
