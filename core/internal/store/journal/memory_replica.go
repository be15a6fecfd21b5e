package journal

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

var _ host.Replica = (*Memory)(nil)

// Replace implements host.Replica.
func (m *Memory) Replace(name string, expect, keep int64, events []host.Event) error {
	if err := validateWrites([]host.Write{{Stream: name, Events: events}}); err != nil {
		return err
	}
	if head := m.streamHead(name); head != expect {
		return headConflict(name, expect, head)
	}
	if !ascend(events, keep) || keep > expect || len(events) == 0 {
		return fault.New(fault.Internal, "events to replace others are out of order")
	}
	for i := range events {
		if p, known := m.ids[events[i].ID]; known && (p.stream != name || p.seq <= keep) {
			return fault.New(fault.Conflict, "an event with this id is stored already, with other events")
		}
	}
	s := m.streams[name]
	if s == nil {
		s = &stream{}
		m.streams[name] = s
		m.names, m.clean = append(m.names, name), false
	}
	for _, e := range s.events[keep:] {
		if e.Seq != 0 {
			delete(m.ids, e.ID)
		}
	}
	s.events = s.events[:keep]
	if s.stateSeq > keep {
		s.state, s.stateSeq = nil, 0
	}
	for _, e := range events {
		for int64(len(s.events)) < e.Seq-1 {
			s.events = append(s.events, host.Event{})
		}
		s.events = append(s.events, m.own(name, e))
	}
	return nil
}

// own returns an event as the journal keeps it, and notes where it is.
func (m *Memory) own(name string, e host.Event) host.Event {
	e.Stream, e.Payload = name, append([]byte(nil), e.Payload...)
	m.ids[e.ID] = eventPlace{name, e.Seq}
	return e
}

// Refill implements host.Replica.
func (m *Memory) Refill(name string, events []host.Event) error {
	s := m.streams[name]
	if s == nil || len(events) == 0 || !ascend(events, 0) || events[len(events)-1].Seq > int64(len(s.events)) {
		return fault.New(fault.Internal, "events to refill are out of order")
	}
	for _, e := range events {
		if s.events[e.Seq-1].Seq == 0 {
			s.events[e.Seq-1] = m.own(name, e)
			s.state, s.stateSeq = nil, 0
		}
	}
	return nil
}

// Held implements host.Replica.
func (m *Memory) Held(name string, seq int64, id [16]byte) (bool, error) {
	s := m.streams[name]
	return s != nil && seq >= 1 && seq <= int64(len(s.events)) && s.events[seq-1].Seq == 0 && s.events[seq-1].ID == id, nil
}
