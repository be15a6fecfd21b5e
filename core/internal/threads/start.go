package threads

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// StartOptions says what a new thread is.
type StartOptions struct {
	ThreadID       string // "" draws one
	Name           string // "" = the thread's id
	ParentThreadID string // lineage only; of a fork, by default the source
	Metadata       session.JSON
}

// draw makes sure that the options and the request have ids.
func (t *Threads) draw(o *StartOptions, req *store.Request) error {
	if req.ID == [16]byte{} {
		req.ID = t.store.DrawID()
	}
	if o.ThreadID == "" {
		o.ThreadID = "thread_" + store.UUID(req.ID)
	}
	if o.Name == "" {
		o.Name = o.ThreadID
	}
	return store.CheckID("thread", o.ThreadID)
}

// payload renders the options as an event's payload.
func (o StartOptions) payload(source string) ([]byte, error) {
	metadata, err := store.Object("metadata", o.Metadata)
	if err != nil {
		return nil, err
	}
	m := canon.Object(nil)
	if len(metadata) > 0 {
		m.Key("metadata")
		m.B = metadata.AppendJSON(m.B)
	}
	m.Str("name", o.Name)
	m.OptStr("parentThreadId", o.ParentThreadID)
	m.OptStr("source", source)
	m.Str("threadId", o.ThreadID)
	return m.End(), nil
}

func exists(id string) error {
	return fault.New(fault.Conflict, "the session already has a thread \""+id+"\"").WithHint("give another thread id")
}

// made returns the thread that a change made. It is missing when the request's
// id was used for something else before.
func made(st *store.State, id string, err error) (*session.StoredThread, error) {
	if err != nil {
		return nil, err
	}
	th := st.Thread(id)
	if th == nil {
		return nil, store.ReusedID()
	}
	return metaOf(st, th), nil
}

// Start makes a thread and makes it the active one. A session that does not
// exist is made.
func (t *Threads) Start(sessionID string, o StartOptions, req store.Request) (*session.StoredThread, error) {
	if err := t.draw(&o, &req); err != nil {
		return nil, err
	}
	payload, err := o.payload("")
	if err != nil {
		return nil, err
	}
	st, err := t.store.Change(sessionID, req, func(st *store.State, _ store.Edge) (store.Plan, error) {
		if st.Thread(o.ThreadID) != nil {
			return store.Plan{}, exists(o.ThreadID)
		}
		return one(store.KindThreadStarted, payload), nil
	})
	return made(st, o.ThreadID, err)
}

// Fork makes a thread that begins with the messages another one shows. It
// does not become the active one. The messages count against the session's
// limit as if they were copied, though they are not.
func (t *Threads) Fork(sessionID, id string, o StartOptions, req store.Request) (*session.StoredThread, error) {
	if err := t.draw(&o, &req); err != nil {
		return nil, err
	}
	if o.ParentThreadID == "" {
		o.ParentThreadID = id
	}
	payload, err := o.payload(id)
	if err != nil {
		return nil, err
	}
	st, err := t.store.Change(sessionID, req, func(st *store.State, _ store.Edge) (store.Plan, error) {
		if !st.Exists() {
			return store.Plan{}, store.NotFound(sessionID)
		}
		source := st.Thread(id)
		if source == nil {
			return store.Plan{}, notFound(sessionID, id)
		}
		if st.Thread(o.ThreadID) != nil {
			return store.Plan{}, exists(o.ThreadID)
		}
		view := st.View(source)
		return one(store.KindThreadForked, payload), t.store.Room(st, view.Before(source.Places.Len()))
	})
	return made(st, o.ThreadID, err)
}

// Record appends messages to a thread and so to its session, all of them or
// none. They are tagged with the thread's id.
func (t *Threads) Record(sessionID, id string, messages []session.JSON, req store.Request) (*session.StoredThread, error) {
	drafts, err := store.MessageDrafts(messages, id)
	if err != nil {
		return nil, err
	}
	return t.change(sessionID, id, req, func(st *store.State, _ *store.Thread) (store.Plan, error) {
		return store.Plan{Drafts: drafts}, t.store.Room(st, int64(len(drafts)))
	})
}
