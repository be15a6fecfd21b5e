package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/session"
)

// threadPayload renders a thread's id and one more string member, unless its key
// is "".
func threadPayload(id, key, value string) []byte {
	m := canon.Object(nil)
	if key != "" && key < "threadId" {
		m.Str(key, value)
	}
	m.Str("threadId", id)
	return m.End()
}

// appendAlways appends an event to any existing thread, regardless of its state.
func (t *Threads) appendAlways(sessionID, id, kind string, payload []byte, req Request) (*session.StoredThread, error) {
	return t.changeThread(sessionID, id, req, func(*State, *threadState) (changePlan, error) {
		return singleEvent(kind, payload), nil
	})
}

func isThreadStatus(s string) bool {
	switch s {
	case threadActive, threadPaused, threadCompleted, threadArchived:
		return true
	}
	return false
}

func invalidStatus() error {
	return fault.New(fault.InvalidArgument, "a thread's status is active, paused, completed or archived")
}

// SetStatus makes a thread active, paused or completed, in name only: which
// thread is the session's active one does not change. Archive archives.
func (t *Threads) SetStatus(sessionID, id, status string, req Request) (*session.StoredThread, error) {
	if !isThreadStatus(status) {
		return nil, invalidStatus()
	}
	if status == threadArchived {
		return nil, fault.New(fault.InvalidArgument, "a status of archived cannot be set").WithHint("use threads.archive")
	}
	return t.appendAlways(sessionID, id, kindThreadUpdated, threadPayload(id, "status", status), req)
}

// Archive marks a thread as archived. An active thread becomes inactive.
func (t *Threads) Archive(sessionID, id string, req Request) (*session.StoredThread, error) {
	return t.changeThread(sessionID, id, req, func(_ *State, th *threadState) (changePlan, error) {
		if th.status == threadArchived {
			return changePlan{}, nil
		}
		return singleEvent(kindThreadUpdated, threadPayload(id, "status", threadArchived)), nil
	})
}

// Unarchive gives an archived thread the status active.
func (t *Threads) Unarchive(sessionID, id string, req Request) (*session.StoredThread, error) {
	return t.changeThread(sessionID, id, req, func(_ *State, th *threadState) (changePlan, error) {
		if th.status != threadArchived {
			return changePlan{}, nil
		}
		return singleEvent(kindThreadUpdated, threadPayload(id, "status", threadActive)), nil
	})
}

// Resume gives a thread the status active and makes it the session's active
// thread.
func (t *Threads) Resume(sessionID, id string, req Request) (*session.StoredThread, error) {
	return t.appendAlways(sessionID, id, kindThreadActive, threadPayload(id, "status", threadActive), req)
}

// Rename sets a thread's name, which must not be empty.
func (t *Threads) Rename(sessionID, id, name string, req Request) (*session.StoredThread, error) {
	if name == "" {
		return nil, fault.New(fault.InvalidArgument, "a thread's name must not be empty")
	}
	return t.appendAlways(sessionID, id, kindThreadUpdated, threadPayload(id, "name", name), req)
}

// UpdateMetadata merges the members of patch, an object, into a thread's
// metadata; null removes a member.
func (t *Threads) UpdateMetadata(sessionID, id string, patch session.JSON, req Request) (*session.StoredThread, error) {
	object, err := Object("metadata", patch)
	if err != nil {
		return nil, err
	}
	m := canon.Object(nil)
	if len(object) > 0 {
		m.Key("metadata")
		m.B = object.AppendJSON(m.B)
	}
	m.Str("threadId", id)
	return t.appendAlways(sessionID, id, kindThreadUpdated, m.End(), req)
}

// Delete removes a thread. Its messages remain in the session's history, and
// its forks keep theirs.
func (t *Threads) Delete(sessionID, id string, req Request) error {
	_, err := t.appendToThread(sessionID, id, req, func(*State, *threadState) (changePlan, error) {
		return singleEvent(kindThreadDeleted, threadPayload(id, "", "")), nil
	})
	return err
}

// Clear removes all threads of all sessions and returns how many there were.
func (t *Threads) Clear() (int64, error) {
	var cleared int64
	err := t.store.Sessions(func(st *State) error {
		if len(st.threads) == 0 {
			return nil
		}
		_, err := t.store.changeSession(st.ID, Request{}, func(st *State, _ stamp) (changePlan, error) {
			if len(st.threads) == 0 {
				return changePlan{}, nil
			}
			cleared += int64(len(st.threads))
			return singleEvent(kindThreadsCleared, nil), nil
		})
		return err
	})
	return cleared, err
}
