package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// Threads groups the messages of a session into named conversations. A thread
// is a list of message numbers of its session and a window over that list. It
// shows a message that neither its own window nor the session's window hides.
// A fork lists the messages that its source shows: nothing is copied, and the
// session's history and message count do not change.
type Threads struct{ store *Store }

// Threads returns the operations on the threads of the store's sessions.
func (s *Store) Threads() *Threads { return &Threads{store: s} }

// threadMeta returns the metadata of a thread.
func threadMeta(st *State, t *threadState) *session.StoredThread {
	view := st.threadView(t)
	return &session.StoredThread{
		ThreadID: t.id, SessionID: st.ID, Name: t.name, Status: session.ThreadStatus(t.status), Archived: t.status == threadArchived, ParentThreadID: t.parent,
		CreatedAt: t.created, UpdatedAt: t.updated, ArchivedAt: t.archived, Active: st.activeThread == t.id,
		MessageCount: t.places.Len(), VisibleMessageCount: view.VisibleBefore(t.places.Len()), Metadata: t.metadata,
	}
}

// threadNotFound returns the error of a thread that does not exist.
func threadNotFound(sessionID, id string) error {
	return fault.New(fault.ThreadNotFound, "the session \""+sessionID+"\" has no thread \""+id+"\"").
		WithHint("threads.list shows its threads")
}

// findThread finds a thread at a position (0: now).
func (t *Threads) findThread(sessionID, id string, at int64) (*State, *threadState, error) {
	st, err := t.store.findSession(sessionID, at)
	if err != nil {
		return nil, nil, err
	}
	th := st.findThread(id)
	if th == nil {
		return nil, nil, threadNotFound(sessionID, id)
	}
	return st, th, nil
}

// changeThread changes an existing thread and returns its metadata after the
// change. An empty plan changes nothing.
func (t *Threads) changeThread(sessionID, id string, req Request, plan func(st *State, th *threadState) (changePlan, error)) (*session.StoredThread, error) {
	st, err := t.appendToThread(sessionID, id, req, plan)
	if err != nil {
		return nil, err
	}
	th := st.findThread(id)
	if th == nil { // the request's id was used for another change
		return nil, reusedID()
	}
	return threadMeta(st, th), nil
}

// appendToThread is changeThread for changes that may remove the thread. It returns
// the state of the session.
func (t *Threads) appendToThread(sessionID, id string, req Request, plan func(st *State, th *threadState) (changePlan, error)) (*State, error) {
	return t.store.changeSession(sessionID, req, func(st *State, _ stamp) (changePlan, error) {
		if !st.isComplete() {
			return changePlan{}, sessionNotFound(sessionID)
		}
		th := st.findThread(id)
		if th == nil {
			return changePlan{}, threadNotFound(sessionID, id)
		}
		return plan(st, th)
	})
}

// Get returns a thread's metadata at a position (0: now).
func (t *Threads) Get(sessionID, id string, at int64) (*session.StoredThread, error) {
	st, th, err := t.findThread(sessionID, id, at)
	if err != nil {
		return nil, err
	}
	return threadMeta(st, th), nil
}

// ThreadFilter says which threads are listed.
type ThreadFilter struct {
	OmitArchived bool
	ThreadID     string // "" = any
	Status       string // "" = any
	Limit        int64  // 0 = all
	At           int64  // position; 0 = now
}

// List returns a session's threads, the latest update first, then by id; no
// threads when the session does not exist.
func (t *Threads) List(sessionID string, at int64) ([]session.StoredThread, error) {
	l, err := t.Loaded(sessionID, ThreadFilter{At: at})
	if err != nil {
		return nil, err
	}
	return l.Threads, nil
}

// Loaded returns threads as List does, filtered, and the active one.
func (t *Threads) Loaded(sessionID string, f ThreadFilter) (*session.LoadedThreads, error) {
	if f.Limit < 0 {
		return nil, fault.New(fault.InvalidArgument, "limit must not be negative")
	}
	if f.Status != "" && !isThreadStatus(f.Status) {
		return nil, invalidStatus()
	}
	out := &session.LoadedThreads{Threads: []session.StoredThread{}}
	st, err := t.store.findSession(sessionID, f.At)
	if fault.CodeOf(err) == fault.SessionNotFound {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	out.ActiveThreadID = st.activeThread
	for _, th := range st.threads {
		if f.OmitArchived && th.status == threadArchived || f.ThreadID != "" && f.ThreadID != th.id || f.Status != "" && f.Status != th.status {
			continue
		}
		out.Threads = append(out.Threads, *threadMeta(st, th))
	}
	list := out.Threads
	order.SortStable(list, func(i, j int) bool {
		if list[i].UpdatedAt != list[j].UpdatedAt {
			return list[i].UpdatedAt > list[j].UpdatedAt
		}
		return list[i].ThreadID < list[j].ThreadID
	})
	if f.Limit > 0 {
		out.Threads = list[:min(f.Limit, int64(len(list)))]
	}
	out.Count = int64(len(out.Threads))
	return out, nil
}

// Count returns the number of a session's threads; 0 when it does not exist.
func (t *Threads) Count(sessionID string) (int64, error) {
	l, err := t.Loaded(sessionID, ThreadFilter{})
	if err != nil {
		return 0, err
	}
	return l.Count, nil
}

// Read returns a thread and, when asked for, the messages that it shows.
func (t *Threads) Read(sessionID, id string, messages bool, at int64) (*session.ThreadContent, error) {
	st, th, err := t.findThread(sessionID, id, at)
	if err != nil {
		return nil, err
	}
	out := &session.ThreadContent{Thread: threadMeta(st, th)}
	if messages {
		out.Messages, err = t.collectMessages(st, th, MessageOptions{})
	}
	return out, err
}

// Messages returns a thread's messages in the order in which they were
// recorded, each with the thread's id.
func (t *Threads) Messages(sessionID, id string, o MessageOptions) ([]session.JSON, error) {
	st, th, err := t.findThread(sessionID, id, o.At)
	if err != nil {
		return nil, err
	}
	return t.collectMessages(st, th, o)
}

func (t *Threads) collectMessages(st *State, th *threadState, o MessageOptions) ([]session.JSON, error) {
	view := st.threadView(th)
	return t.store.collectMessages(st, &th.places, &view, o, th.id)
}
