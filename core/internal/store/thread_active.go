package store

import (
	"github.com/heddle-dev/heddle/core/fault"
)

// Active returns the id of a session's active thread at a position (0: now);
// "" without one, or when the session does not exist.
func (t *Threads) Active(sessionID string, at int64) (string, error) {
	st, err := t.store.findSession(sessionID, at)
	if fault.CodeOf(err) == fault.SessionNotFound {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return st.activeThread, nil
}

// SetActive makes a thread the session's active one. An archived thread cannot be
// active.
func (t *Threads) SetActive(sessionID, id string, req Request) error {
	_, err := t.changeThread(sessionID, id, req, func(st *State, th *threadState) (changePlan, error) {
		if th.status == threadArchived {
			return changePlan{}, fault.New(fault.InvalidArgument, "the thread \""+id+"\" is archived").
				WithHint("unarchive or resume it")
		}
		if st.activeThread == id {
			return changePlan{}, nil
		}
		return singleEvent(kindThreadActive, threadPayload(id, "", "")), nil
	})
	return err
}

// ClearActive leaves a session without an active thread.
func (t *Threads) ClearActive(sessionID string, req Request) error {
	_, err := t.store.changeSession(sessionID, req, func(st *State, _ stamp) (changePlan, error) {
		if st.activeThread == "" {
			return changePlan{}, nil
		}
		return singleEvent(kindThreadActive, threadPayload("", "", "")), nil
	})
	return err
}

// Unsubscribe deactivates the thread if it is active.
func (t *Threads) Unsubscribe(sessionID, id string, req Request) error {
	_, err := t.changeThread(sessionID, id, req, func(st *State, _ *threadState) (changePlan, error) {
		if st.activeThread != id {
			return changePlan{}, nil
		}
		return singleEvent(kindThreadActive, threadPayload("", "", "")), nil
	})
	return err
}
