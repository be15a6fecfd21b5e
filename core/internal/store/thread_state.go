package store

import (
	"github.com/heddle-dev/heddle/core/internal/revert"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// The statuses of threads.
const (
	threadActive    = "active"
	threadPaused    = "paused"
	threadCompleted = "completed"
	threadArchived  = "archived"
)

// threadState is a thread in a State: the numbers of its messages, and a window
// over their indexes.
type threadState struct {
	id, name, parent           string
	status                     string
	metadata                   session.JSON
	created, updated, archived session.Time
	places                     revert.Places
	window                     revert.Window
}

// findThread returns the thread with an id; nil when it does not exist.
func (st *State) findThread(id string) *threadState {
	for _, t := range st.threads {
		if t.id == id {
			return t
		}
	}
	return nil
}

// threadView returns what is visible of a thread, over the thread's own indexes.
func (st *State) threadView(t *threadState) revert.Window {
	return t.places.CombinedView(&t.window, &st.window)
}

// foldThread applies a thread's event; false when kind is not a kind of thread event.
func (st *State) foldThread(kind string, v scan.Value, now session.Time, n *eventNumbers) bool {
	id := v.Get("threadId").String()
	t := st.findThread(id)
	switch kind {
	case kindThreadStarted, kindThreadForked:
		if t == nil && id != "" {
			st.foldThreadStart(kind, id, v, now)
		}
		return true
	case kindThreadsCleared:
		st.threads, st.activeThread = nil, ""
		return true
	case kindThreadActive:
		if t != nil || id == "" {
			st.activeThread = id
		}
	case kindThreadBounded, kindThreadUnreverted:
		st.later = true
	case kindThreadUpdated, kindThreadReverted, kindThreadDeleted:
	default:
		return false
	}
	if t == nil {
		return true
	}
	switch kind {
	case kindThreadDeleted:
		st.dropThread(id)
		return true
	case kindThreadReverted:
		t.window.Hide(n.interval(v.Get("from"), v.Get("to"), t.places.Len()))
	case kindThreadBounded:
		t.window.HideOnly(n.interval(v.Get("from"), v.Get("to"), t.places.Len()))
	case kindThreadUnreverted:
		t.window.ShowAll()
	}
	t.applyPatch(v, now)
	if t.status == threadArchived && st.activeThread == id {
		st.activeThread = ""
	}
	return true
}

func (st *State) foldThreadStart(kind, id string, v scan.Value, now session.Time) {
	t := &threadState{id: id, name: v.Get("name").String(), parent: v.Get("parentThreadId").String(), status: threadActive, created: now, updated: now}
	if e := v.Get("metadata"); e.Kind() == scan.Object {
		t.metadata = copyJSON(e.Raw())
	}
	if kind == kindThreadStarted {
		st.activeThread = id
	} else if source := st.findThread(v.Get("source").String()); source != nil {
		view := st.threadView(source)
		t.places = source.places.SelectVisible(&view)
	}
	st.threads = append(st.threads, t)
}

func (st *State) dropThread(id string) {
	for i, t := range st.threads {
		if t.id == id {
			st.threads = append(st.threads[:i:i], st.threads[i+1:]...)
			break
		}
	}
	if st.activeThread == id {
		st.activeThread = ""
	}
}

// applyPatch sets the members of the thread that the event has.
func (t *threadState) applyPatch(v scan.Value, now session.Time) {
	t.updated = session.Latest(t.updated, now)
	if e := v.Get("name"); e.Kind() == scan.String {
		t.name = e.String()
	}
	if e := v.Get("metadata"); e.Kind() == scan.Object {
		t.metadata = copyJSON(mergeObjects(t.metadata, e.Raw()))
	}
	if s := v.Get("status").String(); s != "" {
		t.status, t.archived = s, 0
		if s == threadArchived {
			t.archived = now
		}
	}
}

// importThread adds a thread of a snapshot; its messages must be among those that
// follow.
func (st *State) importThread(v scan.Value, n *eventNumbers) {
	id := v.Get("threadId").String()
	if checkID("thread", id) != nil || st.findThread(id) != nil {
		return
	}
	t := &threadState{id: id, name: v.Get("name").String(), parent: v.Get("parentThreadId").String(), status: v.Get("status").String(),
		created: n.time(v, "createdAt"), updated: n.time(v, "updatedAt"), archived: n.time(v, "archivedAt")}
	if t.name == "" {
		t.name = id
	}
	switch t.status {
	case threadActive, threadPaused, threadCompleted, threadArchived:
	default:
		t.status = threadActive
	}
	if e := v.Get("metadata"); e.Kind() == scan.Object {
		t.metadata = copyJSON(e.AppendCanonical(nil)) // not a patch: null is a value here, as when the thread was started
	}
	v.Get("places").EachElement(func(_ int, e scan.Value) bool {
		first := n.between(e.Get("0"), "the first place of a thread's messages", 0, maxNumber)
		length := n.between(e.Get("1"), "the number of a thread's messages", 0, maxNumber)
		if first < st.pending {
			t.places.AddRun(first, min(length, st.pending-first))
		}
		return n.wrong == ""
	})
	v.Get("hidden").EachElement(func(_ int, e scan.Value) bool {
		from, to := n.interval(e.Get("0"), e.Get("1"), maxNumber)
		t.window.Hide(from, min(to, t.places.Len()))
		return n.wrong == ""
	})
	st.threads = append(st.threads, t)
}
