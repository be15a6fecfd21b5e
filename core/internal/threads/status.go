package threads

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// payload renders a thread's id and one more member, a string unless it is "".
func payload(id, key, value string) []byte {
	m := canon.Object(nil)
	if key != "" && key < "threadId" {
		m.Str(key, value)
	}
	m.Str("threadId", id)
	return m.End()
}

// always makes a change that depends on nothing but that the thread exists.
func (t *Threads) always(sessionID, id, kind string, payload []byte, req store.Request) (*session.StoredThread, error) {
	return t.change(sessionID, id, req, func(*store.State, *store.Thread) (store.Plan, error) {
		return one(kind, payload), nil
	})
}

func isStatus(s string) bool {
	switch s {
	case store.ThreadActive, store.ThreadPaused, store.ThreadCompleted, store.ThreadArchived:
		return true
	}
	return false
}

func badStatus() error {
	return fault.New(fault.InvalidArgument, "a thread's status is active, paused, completed or archived")
}

// SetStatus makes a thread active, paused or completed, in name only: which
// thread is the session's active one does not change. Archive archives.
func (t *Threads) SetStatus(sessionID, id, status string, req store.Request) (*session.StoredThread, error) {
	if !isStatus(status) {
		return nil, badStatus()
	}
	if status == store.ThreadArchived {
		return nil, fault.New(fault.InvalidArgument, "a status of archived cannot be set").WithHint("use threads.archive")
	}
	return t.always(sessionID, id, store.KindThreadUpdated, payload(id, "status", status), req)
}

// Archive marks a thread as archived. It is the active one no longer.
func (t *Threads) Archive(sessionID, id string, req store.Request) (*session.StoredThread, error) {
	return t.change(sessionID, id, req, func(_ *store.State, th *store.Thread) (store.Plan, error) {
		if th.Status == store.ThreadArchived {
			return store.Plan{}, nil
		}
		return one(store.KindThreadUpdated, payload(id, "status", store.ThreadArchived)), nil
	})
}

// Unarchive gives an archived thread the status active.
func (t *Threads) Unarchive(sessionID, id string, req store.Request) (*session.StoredThread, error) {
	return t.change(sessionID, id, req, func(_ *store.State, th *store.Thread) (store.Plan, error) {
		if th.Status != store.ThreadArchived {
			return store.Plan{}, nil
		}
		return one(store.KindThreadUpdated, payload(id, "status", store.ThreadActive)), nil
	})
}

// Resume gives a thread the status active and makes it the session's active
// thread.
func (t *Threads) Resume(sessionID, id string, req store.Request) (*session.StoredThread, error) {
	return t.always(sessionID, id, store.KindThreadActive, payload(id, "status", store.ThreadActive), req)
}

// Rename sets a thread's name, which must not be empty.
func (t *Threads) Rename(sessionID, id, name string, req store.Request) (*session.StoredThread, error) {
	if name == "" {
		return nil, fault.New(fault.InvalidArgument, "a thread's name must not be empty")
	}
	return t.always(sessionID, id, store.KindThreadUpdated, payload(id, "name", name), req)
}

// UpdateMetadata lays the members of patch, an object, over a thread's
// metadata; null removes a member.
func (t *Threads) UpdateMetadata(sessionID, id string, patch session.JSON, req store.Request) (*session.StoredThread, error) {
	object, err := store.Object("metadata", patch)
	if err != nil {
		return nil, err
	}
	m := canon.Object(nil)
	if len(object) > 0 {
		m.Key("metadata")
		m.B = object.AppendJSON(m.B)
	}
	m.Str("threadId", id)
	return t.always(sessionID, id, store.KindThreadUpdated, m.End(), req)
}

// Delete removes a thread. Its messages stay in the session's history, and
// its forks keep theirs.
func (t *Threads) Delete(sessionID, id string, req store.Request) error {
	_, err := t.apply(sessionID, id, req, func(*store.State, *store.Thread) (store.Plan, error) {
		return one(store.KindThreadDeleted, payload(id, "", "")), nil
	})
	return err
}

// Clear removes all threads of all sessions and returns how many there were.
func (t *Threads) Clear() (int64, error) {
	var cleared int64
	err := t.store.Sessions(func(st *store.State) error {
		if len(st.Threads) == 0 {
			return nil
		}
		_, err := t.store.Change(st.ID, store.Request{}, func(st *store.State, _ store.Edge) (store.Plan, error) {
			if len(st.Threads) == 0 {
				return store.Plan{}, nil
			}
			cleared += int64(len(st.Threads))
			return one(store.KindThreadsCleared, nil), nil
		})
		return err
	})
	return cleared, err
}
