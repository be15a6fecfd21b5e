package store

import (
	"github.com/heddle-dev/heddle/core/canon"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/revert"
	"github.com/heddle-dev/heddle/core/scan"
)

// Selector names a boundary: exactly one member is given. A count keeps that
// many visible messages, all when there are fewer. A message's id keeps that
// message and hides what follows; it must be visible.
type Selector struct {
	Count               *int64 // threads only: hide this many from the end
	VisibleMessageCount *int64
	MessageID           string
	UUID                string
}

// Revert hides what is visible behind a boundary. What is recorded afterwards
// is visible.
func (s *Store) Revert(id string, sel Selector, req Request) (*Meta, error) {
	if sel.Count != nil {
		return nil, badSelector("a session is reverted by visibleMessageCount, messageId or uuid")
	}
	return s.meta(s.Change(id, req, func(st *State, _ Edge) (Plan, error) {
		if !st.Exists() {
			return Plan{}, NotFound(id)
		}
		var all revert.Places
		all.AddRun(0, st.Count())
		from, err := s.Boundary(st, &all, &st.Window, sel)
		if err != nil {
			return Plan{}, err
		}
		return one(kindReverted, Interval("", from, st.Count())), nil
	}))
}

// Unrevert shows everything again.
func (s *Store) Unrevert(id string, req Request) (*Meta, error) {
	return s.meta(s.Change(id, req, func(st *State, _ Edge) (Plan, error) {
		if !st.Exists() {
			return Plan{}, NotFound(id)
		}
		if st.Window.Whole() {
			return Plan{}, nil
		}
		return one(kindUnreverted, nil), nil
	}))
}

// Interval renders the hidden interval [from, to) of a thread, or of the
// session when thread is "".
func Interval(thread string, from, to int64) []byte {
	m := canon.Object(nil)
	m.Num("from", from)
	m.OptStr("threadId", thread)
	m.Num("to", to)
	return m.End()
}

// Boundary resolves a selector over the places of a session that view shows:
// the index from which on everything is to be hidden.
func (s *Store) Boundary(st *State, places *revert.Places, view *revert.Window, sel Selector) (int64, error) {
	end := places.Len()
	given := 0
	for _, g := range []bool{sel.Count != nil, sel.VisibleMessageCount != nil, sel.MessageID != "", sel.UUID != ""} {
		if g {
			given++
		}
	}
	if given != 1 {
		return 0, badSelector("exactly one of count, visibleMessageCount, messageId and uuid selects a boundary")
	}
	switch {
	case sel.Count != nil:
		if *sel.Count < 0 {
			return 0, badSelector("count must not be negative")
		}
		return view.Boundary(max(0, view.Before(end)-*sel.Count), end), nil
	case sel.VisibleMessageCount != nil:
		if *sel.VisibleMessageCount < 0 {
			return 0, badSelector("visibleMessageCount must not be negative")
		}
		return view.Boundary(*sel.VisibleMessageCount, end), nil
	case sel.MessageID != "":
		return s.search(st, places, view, "messageId", sel.MessageID)
	}
	return s.search(st, places, view, "uuid", sel.UUID)
}

func badSelector(what string) error { return fault.New(fault.InvalidSelector, what) }

// search finds the last visible message whose member is value and returns the
// index behind it. It looks from the end, in blocks, because boundaries are
// mostly recent.
func (s *Store) search(st *State, places *revert.Places, view *revert.Window, key, value string) (int64, error) {
	const block = 512
	path := scan.Compile(key)
	for to := view.Before(places.Len()); to > 0; to -= block {
		from := max(0, to-block)
		found, n := int64(-1), from
		err := s.walk(st, places, view, view.Nth(from), to-from, false, func(e *host.Event) (bool, error) {
			var v [1]scan.Value
			if path.Scan(e.Payload, v[:]) == nil && v[0].EqualString(value) {
				found = n
			}
			n++
			return n < to, nil
		})
		if err != nil {
			return 0, err
		}
		if found >= 0 {
			return view.Boundary(found+1, places.Len()), nil
		}
	}
	return 0, badSelector("no visible message has the " + key + " \"" + value + "\"")
}
