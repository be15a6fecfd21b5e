package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/session"
)

// Rollback hides what was recorded in a thread after a boundary, and shows what
// is before it; see Selector. Messages recorded afterwards are visible. The
// session's own window does not change.
func (t *Threads) Rollback(sessionID, id string, sel Selector, req Request) (*session.StoredThread, error) {
	return t.changeThread(sessionID, id, req, func(st *State, th *threadState) (changePlan, error) {
		view := st.threadView(th)
		at, err := t.store.resolveBoundary(st, &th.places, &view, sel)
		if err != nil {
			return changePlan{}, err
		}
		return at.rollbackPlan(th), nil
	})
}

// Unrollback shows all messages that rollbacks of the thread have hidden.
func (t *Threads) Unrollback(sessionID, id string, req Request) (*session.StoredThread, error) {
	return t.changeThread(sessionID, id, req, func(_ *State, th *threadState) (changePlan, error) {
		return unrollbackPlan(th), nil
	})
}

// Compact is Rollback with two defaults: an empty id selects the active thread, and
// an empty selector hides all messages.
func (t *Threads) Compact(sessionID, id string, sel Selector, req Request) (*session.StoredThread, error) {
	if id == "" {
		st, err := t.store.findSession(sessionID, 0)
		if err != nil {
			return nil, err
		}
		if id = st.activeThread; id == "" {
			return nil, fault.New(fault.ThreadNotFound, "the session \""+sessionID+"\" has no active thread").
				WithHint("name the thread, or make one active: threads.setActive")
		}
	}
	if sel == (Selector{}) {
		sel.VisibleMessageCount = new(int64)
	}
	return t.Rollback(sessionID, id, sel, req)
}

// rollbackPlan returns the event that sets a thread's boundary.
func (at boundary) rollbackPlan(t *threadState) changePlan {
	return singleEvent(at.eventKind(&t.window, kindThreadReverted, kindThreadBounded), intervalPayload(t.id, at.from, t.places.Len()))
}

// unrollbackPlan returns the event that clears a thread's own window; an empty plan
// when the window hides nothing.
func unrollbackPlan(t *threadState) changePlan {
	if t.window.IsWhole() {
		return changePlan{}
	}
	m := canon.Object(nil)
	m.Str("threadId", t.id)
	return singleEvent(kindThreadUnreverted, m.End())
}
