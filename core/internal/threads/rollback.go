package threads

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// Rollback hides what was recorded in a thread after a boundary, and shows what
// is before it; see store.Selector. What is recorded afterwards is visible; the
// session's own view does not change, and hides what it hides.
func (t *Threads) Rollback(sessionID, id string, sel store.Selector, req store.Request) (*session.StoredThread, error) {
	return t.change(sessionID, id, req, func(st *store.State, th *store.Thread) (store.Plan, error) {
		view := st.View(th)
		at, err := t.store.Boundary(st, &th.Places, &view, sel)
		if err != nil {
			return store.Plan{}, err
		}
		return at.RollbackPlan(th), nil
	})
}

// Unrollback shows everything that rollbacks of the thread have hidden.
func (t *Threads) Unrollback(sessionID, id string, req store.Request) (*session.StoredThread, error) {
	return t.change(sessionID, id, req, func(_ *store.State, th *store.Thread) (store.Plan, error) {
		return store.UnrollbackPlan(th), nil
	})
}

// Compact is Rollback of the active thread, when id is "", and to nothing,
// when the selector is empty.
func (t *Threads) Compact(sessionID, id string, sel store.Selector, req store.Request) (*session.StoredThread, error) {
	if id == "" {
		st, err := t.store.Look(sessionID, 0)
		if err != nil {
			return nil, err
		}
		if id = st.Active; id == "" {
			return nil, fault.New(fault.ThreadNotFound, "the session \""+sessionID+"\" has no active thread").
				WithHint("name the thread, or make one active: threads.setActive")
		}
	}
	if sel == (store.Selector{}) {
		sel.VisibleMessageCount = new(int64)
	}
	return t.Rollback(sessionID, id, sel, req)
}
