package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/revert"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Selector names a boundary: exactly one member is given. A count hides that
// many visible messages from the end, and changes nothing else. The others set
// the boundary itself, whatever is hidden now: the first messages are shown,
// so many of them or up to the one with this id, and all that follow are hidden.
type Selector struct {
	Count               *int64 // threads only
	VisibleMessageCount *int64
	MessageID           string
	UUID                string
}

// Boundary is what a Selector amounts to in a list of messages.
type Boundary struct {
	From  int64 // what is recorded from this index on is hidden
	exact bool  // and everything before it shown
}

// Revert hides what was recorded after a boundary, and shows what is before it.
// What is recorded afterwards is visible.
func (s *Store) Revert(id string, sel Selector, req Request) (*session.StoredSession, error) {
	if sel.Count != nil {
		return nil, badSelector("a session is reverted by visibleMessageCount, messageId or uuid")
	}
	return s.meta(s.Change(id, req, func(st *State, _ Edge) (Plan, error) {
		if !st.Exists() {
			return Plan{}, NotFound(id)
		}
		var all revert.Places
		all.AddRun(0, st.Count())
		at, err := s.Boundary(st, &all, &st.Window, sel)
		if err != nil {
			return Plan{}, err
		}
		return one(at.kind(&st.Window, kindReverted, kindBounded), Interval("", at.From, st.Count())), nil
	}))
}

// kind chooses between the event that only hides and the one that shows what is
// before the boundary as well. Where both mean the same it is the first, which
// every engine knows.
func (at Boundary) kind(own *revert.Window, hides, bounds string) string {
	if at.exact && own.Before(at.From) < at.From {
		return bounds
	}
	return hides
}

// RollbackPlan is what sets a thread's boundary.
func (at Boundary) RollbackPlan(t *Thread) Plan {
	return one(at.kind(&t.Window, KindThreadReverted, kindThreadBounded), Interval(t.ID, at.From, t.Places.Len()))
}

// UnrollbackPlan is what shows everything that a thread hides of itself; it is
// empty when that is nothing.
func UnrollbackPlan(t *Thread) Plan {
	if t.Window.Whole() {
		return Plan{}
	}
	m := canon.Object(nil)
	m.Str("threadId", t.ID)
	return one(kindThreadUnreverted, m.End())
}

// Unrevert shows everything again.
func (s *Store) Unrevert(id string, req Request) (*session.StoredSession, error) {
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

// Boundary resolves a selector over the places of a session of which view
// shows some.
func (s *Store) Boundary(st *State, places *revert.Places, view *revert.Window, sel Selector) (Boundary, error) {
	end := places.Len()
	given := 0
	for _, g := range []bool{sel.Count != nil, sel.VisibleMessageCount != nil, sel.MessageID != "", sel.UUID != ""} {
		if g {
			given++
		}
	}
	if given != 1 {
		return Boundary{}, badSelector("exactly one of count, visibleMessageCount, messageId and uuid selects a boundary")
	}
	switch {
	case sel.Count != nil:
		if *sel.Count < 0 {
			return Boundary{}, badSelector("count must not be negative")
		}
		return Boundary{From: view.Boundary(max(0, view.Before(end)-*sel.Count), end)}, nil
	case sel.VisibleMessageCount != nil:
		if *sel.VisibleMessageCount < 0 {
			return Boundary{}, badSelector("visibleMessageCount must not be negative")
		}
		return Boundary{From: min(*sel.VisibleMessageCount, end), exact: true}, nil
	case sel.MessageID != "":
		return s.search(st, places, "messageId", sel.MessageID)
	}
	return s.search(st, places, "uuid", sel.UUID)
}

func badSelector(what string) error { return fault.New(fault.InvalidSelector, what) }

// search finds the last message whose member is value, hidden ones too, and
// returns the boundary after it. It looks from the end, in blocks, because
// boundaries are mostly recent.
func (s *Store) search(st *State, places *revert.Places, key, value string) (Boundary, error) {
	const block = 512
	path := scan.Compile(key)
	for to := places.Len(); to > 0; to -= block {
		from := max(0, to-block)
		found, n := int64(-1), from
		err := s.walk(st, places, &revert.Window{}, from, to-from, false, func(e *host.Event) (bool, error) {
			var v [1]scan.Value
			if path.Scan(e.Payload, v[:]) == nil && v[0].EqualString(value) {
				found = n
			}
			n++
			return n < to, nil
		})
		if err != nil {
			return Boundary{}, err
		}
		if found >= 0 {
			return Boundary{From: found + 1, exact: true}, nil
		}
	}
	return Boundary{}, badSelector("no message has the " + key + " \"" + value + "\"")
}
