package threads

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// Active returns the id of a session's active thread at a position (0: now);
// "" when it has none, or does not exist.
func (t *Threads) Active(sessionID string, at int64) (string, error) {
	st, err := t.store.Look(sessionID, at)
	if fault.CodeOf(err) == fault.SessionNotFound {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return st.Active, nil
}

// SetActive makes a thread the session's active one, in place of any other.
// An archived thread cannot be.
func (t *Threads) SetActive(sessionID, id string, req store.Request) error {
	_, err := t.change(sessionID, id, req, func(st *store.State, th *store.Thread) (store.Plan, error) {
		if th.Status == store.ThreadArchived {
			return store.Plan{}, fault.New(fault.InvalidArgument, "the thread \""+id+"\" is archived").
				WithHint("unarchive or resume it")
		}
		if st.Active == id {
			return store.Plan{}, nil
		}
		return one(store.KindThreadActive, payload(id, "", "")), nil
	})
	return err
}

// ClearActive leaves a session without an active thread.
func (t *Threads) ClearActive(sessionID string, req store.Request) error {
	_, err := t.store.Change(sessionID, req, func(st *store.State, _ store.Edge) (store.Plan, error) {
		if st.Active == "" {
			return store.Plan{}, nil
		}
		return one(store.KindThreadActive, payload("", "", "")), nil
	})
	return err
}

// Unsubscribe takes the thread's place as the active one away, if it has it.
func (t *Threads) Unsubscribe(sessionID, id string, req store.Request) error {
	_, err := t.change(sessionID, id, req, func(st *store.State, _ *store.Thread) (store.Plan, error) {
		if st.Active != id {
			return store.Plan{}, nil
		}
		return one(store.KindThreadActive, payload("", "", "")), nil
	})
	return err
}
