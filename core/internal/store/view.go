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
// the boundary itself, regardless of what is hidden now: the first messages are
// shown, this many or up to the one with this id, and all that follow are hidden.
type Selector struct {
	Count               *int64 // threads only
	VisibleMessageCount *int64
	MessageID           string
	UUID                string
}

// boundary is the place that a Selector selects in a list of messages.
type boundary struct {
	from  int64 // what is recorded from this index on is hidden
	exact bool  // and everything before it shown
}

// Revert hides what was recorded after a boundary, and shows what is before it.
// What is recorded afterwards is visible.
func (s *Store) Revert(id string, sel Selector, req Request) (*session.StoredSession, error) {
	if sel.Count != nil {
		return nil, invalidSelector("a session is reverted by visibleMessageCount, messageId or uuid")
	}
	return s.metaOrError(s.changeSession(id, req, func(st *State, _ stamp) (changePlan, error) {
		if !st.isComplete() {
			return changePlan{}, sessionNotFound(id)
		}
		var all revert.Places
		all.AddRun(0, st.Count())
		at, err := s.resolveBoundary(st, &all, &st.window, sel)
		if err != nil {
			return changePlan{}, err
		}
		return singleEvent(at.eventKind(&st.window, kindReverted, kindBounded), intervalPayload("", at.from, st.Count())), nil
	}))
}

// eventKind chooses between the event that only hides and the one that shows what is
// before the boundary as well. Where both mean the same it is the first, which
// every engine knows.
func (at boundary) eventKind(own *revert.Window, hides, bounds string) string {
	if at.exact && own.VisibleBefore(at.from) < at.from {
		return bounds
	}
	return hides
}

// Unrevert shows everything again.
func (s *Store) Unrevert(id string, req Request) (*session.StoredSession, error) {
	return s.metaOrError(s.changeSession(id, req, func(st *State, _ stamp) (changePlan, error) {
		if !st.isComplete() {
			return changePlan{}, sessionNotFound(id)
		}
		if st.window.IsWhole() {
			return changePlan{}, nil
		}
		return singleEvent(kindUnreverted, nil), nil
	}))
}

// intervalPayload renders the hidden interval [from, to) of a thread, or of the
// session when thread is "".
func intervalPayload(thread string, from, to int64) []byte {
	m := canon.Object(nil)
	m.Num("from", from)
	m.OptStr("threadId", thread)
	m.Num("to", to)
	return m.End()
}

// resolveBoundary resolves a selector over places, the messages of a session or
// thread; view says which of them are visible.
func (s *Store) resolveBoundary(st *State, places *revert.Places, view *revert.Window, sel Selector) (boundary, error) {
	end := places.Len()
	given := 0
	for _, g := range []bool{sel.Count != nil, sel.VisibleMessageCount != nil, sel.MessageID != "", sel.UUID != ""} {
		if g {
			given++
		}
	}
	if given != 1 {
		return boundary{}, invalidSelector("exactly one of count, visibleMessageCount, messageId and uuid selects a boundary")
	}
	switch {
	case sel.Count != nil:
		if *sel.Count < 0 {
			return boundary{}, invalidSelector("count must not be negative")
		}
		return boundary{from: view.HideFrom(max(0, view.VisibleBefore(end)-*sel.Count), end)}, nil
	case sel.VisibleMessageCount != nil:
		if *sel.VisibleMessageCount < 0 {
			return boundary{}, invalidSelector("visibleMessageCount must not be negative")
		}
		return boundary{from: min(*sel.VisibleMessageCount, end), exact: true}, nil
	case sel.MessageID != "":
		return s.findBoundary(st, places, "messageId", sel.MessageID)
	}
	return s.findBoundary(st, places, "uuid", sel.UUID)
}

func invalidSelector(what string) error { return fault.New(fault.InvalidSelector, what) }

// findBoundary finds the last message whose member is value, hidden ones too, and
// returns the boundary after it. It searches from the end, in blocks, because most
// boundaries are recent.
func (s *Store) findBoundary(st *State, places *revert.Places, key, value string) (boundary, error) {
	const block = 512
	path := scan.CompilePaths(key)
	for to := places.Len(); to > 0; to -= block {
		from := max(0, to-block)
		found, n := int64(-1), from
		err := s.walkVisible(st, places, &revert.Window{}, from, to-from, false, func(e *host.Event) (bool, error) {
			var v [1]scan.Value
			if path.Scan(e.Payload, v[:]) == nil && v[0].EqualString(value) {
				found = n
			}
			n++
			return n < to, nil
		})
		if err != nil {
			return boundary{}, err
		}
		if found >= 0 {
			return boundary{from: found + 1, exact: true}, nil
		}
	}
	return boundary{}, invalidSelector("no message has the " + key + " \"" + value + "\"")
}
