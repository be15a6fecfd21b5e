package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/session"
)

// ThreadOptions describes a new thread.
type ThreadOptions struct {
	ThreadID       string // "" generates one
	Name           string // "" = the thread's id
	ParentThreadID string // lineage only; of a fork, by default the source
	Metadata       session.JSON
}

// drawIDs generates the missing ids of the options and the request.
func (t *Threads) drawIDs(o *ThreadOptions, req *Request) error {
	if req.ID == [16]byte{} {
		req.ID = t.store.drawID()
	}
	if o.ThreadID == "" {
		o.ThreadID = "thread_" + UUID(req.ID)
	}
	if o.Name == "" {
		o.Name = o.ThreadID
	}
	return checkID("thread", o.ThreadID)
}

// startPayload renders the options as an event's payload.
func (o ThreadOptions) startPayload(source string) ([]byte, error) {
	metadata, err := Object("metadata", o.Metadata)
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

func threadExists(id string) error {
	return fault.New(fault.Conflict, "the session already has a thread \""+id+"\"").WithHint("give another thread id")
}

// startedThread returns the thread that a change created. The thread is missing when
// the request's id was used for another change before.
func startedThread(st *State, id string, err error) (*session.StoredThread, error) {
	if err != nil {
		return nil, err
	}
	th := st.findThread(id)
	if th == nil {
		return nil, reusedID()
	}
	return threadMeta(st, th), nil
}

// Start creates a thread and makes it the active one. A session that does not
// exist is created.
func (t *Threads) Start(sessionID string, o ThreadOptions, req Request) (*session.StoredThread, error) {
	if err := t.drawIDs(&o, &req); err != nil {
		return nil, err
	}
	payload, err := o.startPayload("")
	if err != nil {
		return nil, err
	}
	st, err := t.store.changeSession(sessionID, req, func(st *State, _ stamp) (changePlan, error) {
		if st.findThread(o.ThreadID) != nil {
			return changePlan{}, threadExists(o.ThreadID)
		}
		return singleEvent(kindThreadStarted, payload), nil
	})
	return startedThread(st, o.ThreadID, err)
}

// Fork creates a thread that begins with the messages that another one shows. It
// does not become the active one. The messages count against the session's
// limit as if they were copied.
func (t *Threads) Fork(sessionID, id string, o ThreadOptions, req Request) (*session.StoredThread, error) {
	if err := t.drawIDs(&o, &req); err != nil {
		return nil, err
	}
	if o.ParentThreadID == "" {
		o.ParentThreadID = id
	}
	payload, err := o.startPayload(id)
	if err != nil {
		return nil, err
	}
	st, err := t.store.changeSession(sessionID, req, func(st *State, _ stamp) (changePlan, error) {
		if !st.isComplete() {
			return changePlan{}, sessionNotFound(sessionID)
		}
		source := st.findThread(id)
		if source == nil {
			return changePlan{}, threadNotFound(sessionID, id)
		}
		if st.findThread(o.ThreadID) != nil {
			return changePlan{}, threadExists(o.ThreadID)
		}
		view := st.threadView(source)
		return singleEvent(kindThreadForked, payload), t.store.checkMessageLimit(st, view.VisibleBefore(source.places.Len()))
	})
	return startedThread(st, o.ThreadID, err)
}

// Record appends messages to a thread and so to its session, all of them or
// none. They are tagged with the thread's id.
func (t *Threads) Record(sessionID, id string, messages []session.JSON, req Request) (*session.StoredThread, error) {
	drafts, err := messageDrafts(messages, id)
	if err != nil {
		return nil, err
	}
	return t.changeThread(sessionID, id, req, func(st *State, _ *threadState) (changePlan, error) {
		return changePlan{drafts: drafts}, t.store.checkMessageLimit(st, int64(len(drafts)))
	})
}
