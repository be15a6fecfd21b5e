// Package threads groups the messages of a session into named conversations.
// A thread is some of its session's messages, by number, and a window of its
// own over them; what it shows is what its own window and the session's both
// show. Forking a thread names the messages that the source shows: nothing is
// copied, and the session's history and count stay as they are.
package threads

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// Threads works on the threads of a store's sessions.
type Threads struct{ store *store.Store }

// New returns the threads of a store.
func New(s *store.Store) *Threads { return &Threads{store: s} }

func metaOf(st *store.State, t *store.Thread) *session.StoredThread {
	view := st.View(t)
	return &session.StoredThread{
		ThreadID: t.ID, SessionID: st.ID, Name: t.Name, Status: session.ThreadStatus(t.Status), Archived: t.Status == store.ThreadArchived, ParentThreadID: t.Parent,
		CreatedAt: t.Created, UpdatedAt: t.Updated, ArchivedAt: t.Archived, Active: st.Active == t.ID,
		MessageCount: t.Places.Len(), VisibleMessageCount: view.Before(t.Places.Len()), Metadata: t.Metadata,
	}
}

// notFound returns the error of a thread that does not exist.
func notFound(sessionID, id string) error {
	return fault.New(fault.ThreadNotFound, "the session \""+sessionID+"\" has no thread \""+id+"\"").
		WithHint("threads.list shows its threads")
}

// look finds a thread at a position (0: now).
func (t *Threads) look(sessionID, id string, at int64) (*store.State, *store.Thread, error) {
	st, err := t.store.Look(sessionID, at)
	if err != nil {
		return nil, nil, err
	}
	th := st.Thread(id)
	if th == nil {
		return nil, nil, notFound(sessionID, id)
	}
	return st, th, nil
}

// change makes a change to an existing thread and returns its metadata after
// it; nil when the change removed it. An empty plan changes nothing.
func (t *Threads) change(sessionID, id string, req store.Request, plan func(st *store.State, th *store.Thread) (store.Plan, error)) (*session.StoredThread, error) {
	st, err := t.apply(sessionID, id, req, plan)
	if err != nil {
		return nil, err
	}
	th := st.Thread(id)
	if th == nil { // the request's id was used for another change
		return nil, store.ReusedID()
	}
	return metaOf(st, th), nil
}

// apply is change for a thread that may be gone afterwards.
func (t *Threads) apply(sessionID, id string, req store.Request, plan func(st *store.State, th *store.Thread) (store.Plan, error)) (*store.State, error) {
	return t.store.Change(sessionID, req, func(st *store.State, _ store.Edge) (store.Plan, error) {
		if !st.Exists() {
			return store.Plan{}, store.NotFound(sessionID)
		}
		th := st.Thread(id)
		if th == nil {
			return store.Plan{}, notFound(sessionID, id)
		}
		return plan(st, th)
	})
}

func one(kind string, payload []byte) store.Plan {
	return store.Plan{Drafts: []store.Draft{{Kind: kind, Payload: payload}}}
}

// Get returns a thread's metadata at a position (0: now).
func (t *Threads) Get(sessionID, id string, at int64) (*session.StoredThread, error) {
	st, th, err := t.look(sessionID, id, at)
	if err != nil {
		return nil, err
	}
	return metaOf(st, th), nil
}

// Filter says which threads are listed.
type Filter struct {
	OmitArchived bool
	ThreadID     string // "" = any
	Status       string // "" = any
	Limit        int64  // 0 = all
	At           int64  // position; 0 = now
}

// List returns a session's threads, the latest update first, then by id. A
// session that does not exist has none.
func (t *Threads) List(sessionID string, at int64) ([]session.StoredThread, error) {
	l, err := t.Loaded(sessionID, Filter{At: at})
	if err != nil {
		return nil, err
	}
	return l.Threads, nil
}

// Loaded returns threads as List does, filtered, and the active one.
func (t *Threads) Loaded(sessionID string, f Filter) (*session.LoadedThreads, error) {
	if f.Limit < 0 {
		return nil, fault.New(fault.InvalidArgument, "limit must not be negative")
	}
	if f.Status != "" && !isStatus(f.Status) {
		return nil, badStatus()
	}
	out := &session.LoadedThreads{Threads: []session.StoredThread{}}
	st, err := t.store.Look(sessionID, f.At)
	if fault.CodeOf(err) == fault.SessionNotFound {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	out.ActiveThreadID = st.Active
	for _, th := range st.Threads {
		if f.OmitArchived && th.Status == store.ThreadArchived || f.ThreadID != "" && f.ThreadID != th.ID || f.Status != "" && f.Status != th.Status {
			continue
		}
		out.Threads = append(out.Threads, *metaOf(st, th))
	}
	list := out.Threads
	order.Stable(list, func(i, j int) bool {
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
	l, err := t.Loaded(sessionID, Filter{})
	if err != nil {
		return 0, err
	}
	return l.Count, nil
}

// Read returns a thread and, when asked for, the messages it shows.
func (t *Threads) Read(sessionID, id string, messages bool, at int64) (*session.ThreadContent, error) {
	st, th, err := t.look(sessionID, id, at)
	if err != nil {
		return nil, err
	}
	out := &session.ThreadContent{Thread: metaOf(st, th)}
	if messages {
		out.Messages, err = t.collect(st, th, store.MessageOptions{})
	}
	return out, err
}

// Messages returns a thread's messages in the order in which they were
// recorded, each with the thread's id.
func (t *Threads) Messages(sessionID, id string, o store.MessageOptions) ([]session.JSON, error) {
	st, th, err := t.look(sessionID, id, o.At)
	if err != nil {
		return nil, err
	}
	return t.collect(st, th, o)
}

func (t *Threads) collect(st *store.State, th *store.Thread, o store.MessageOptions) ([]session.JSON, error) {
	view := st.View(th)
	return t.store.Collect(st, &th.Places, &view, o, th.ID)
}
