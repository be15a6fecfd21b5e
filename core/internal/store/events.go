package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// defaultEvents is the number of events of a page without a limit.
const defaultEvents = 256

// Events returns the events of a session after position after, in order, at
// most limit of them (0: 256), or fewer to bound memory. A page without events
// is the present end of the log. A deleted session keeps its log.
func (s *Store) Events(id string, after, limit int64) (*session.StoreEvents, error) {
	if after < 0 || limit < 0 {
		return nil, fault.New(fault.InvalidArgument, "after and limit must not be negative")
	}
	if err := checkID("session", id); err != nil {
		return nil, err
	}
	if limit == 0 {
		limit = defaultEvents
	}
	list, err := s.journal.Read(id, after, limit)
	if err != nil {
		return nil, err
	}
	page := &session.StoreEvents{Events: make([]session.StoreEvent, len(list)), Next: after}
	for i, e := range list {
		page.Events[i] = session.StoreEvent{Seq: e.Seq, ID: UUID(e.ID), Time: session.Time(e.Time), Kind: e.Kind, Payload: e.Payload}
		page.Next = e.Seq
		page.Complete = endsLife(e.Kind) || e.Kind == kindMessage && ofType(e.Payload, []string{"result", "error"})
	}
	if len(list) > 0 {
		return page, nil
	}
	info, err := s.journal.Stream(id)
	if err == nil && info.Head == 0 {
		err = sessionNotFound(id)
	}
	if err == nil && info.Head <= after {
		page.Complete, err = s.isCompleteAt(id, info.Head)
	}
	if err != nil {
		return nil, err
	}
	return page, nil
}

// isCompleteAt reports whether the event at the head completes a run.
func (s *Store) isCompleteAt(id string, head int64) (bool, error) {
	list, err := s.journal.Read(id, head-1, 1)
	if err != nil || len(list) == 0 {
		return false, err
	}
	e := list[0]
	if endsLife(e.Kind) {
		return true, nil
	}
	var v [1]scan.Value
	return e.Kind == kindMessage && typePath.Scan(e.Payload, v[:]) == nil && (v[0].EqualString("result") || v[0].EqualString("error")), nil
}
