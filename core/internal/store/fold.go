package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/revert"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// The kinds of events. They are never renamed. FORMAT.md lists the payloads.
const (
	kindMessage    = "message"
	kindRegistered = "session.registered"
	kindUpdated    = "session.updated"
	kindDeleted    = "session.deleted"
	kindForked     = "session.forked"
	kindImported   = "session.imported"
	kindReverted   = "session.reverted"
	kindBounded    = "session.bounded"
	kindUnreverted = "session.unreverted"
	kindShared     = "session.shared"
	kindUnshared   = "session.unshared"
	kindSummarized = "session.summarized"

	KindThreadStarted    = "thread.started"
	KindThreadForked     = "thread.forked"
	KindThreadUpdated    = "thread.updated"
	KindThreadReverted   = "thread.reverted"
	kindThreadBounded    = "thread.bounded"
	kindThreadUnreverted = "thread.unreverted"
	KindThreadActive     = "thread.active"
	KindThreadDeleted    = "thread.deleted"
	KindThreadsCleared   = "thread.cleared"
)

// fold applies one event. What an event says about something that does not
// exist is passed over, so that the fold is total.
func (st *State) fold(e *host.Event) error {
	if e.Seq != st.Seq+1 {
		st.freed = true
	}
	st.Seq = e.Seq
	if e.Kind == kindDeleted {
		*st = State{ID: st.ID, Seq: e.Seq, birth: e.Seq, saved: st.saved, later: st.later}
		return nil
	}
	now := session.Time(e.Time)
	if e.Kind == kindMessage && st.pending > 0 { // its times and model are the snapshot's
		st.addMessage(e.Seq)
		st.pending--
		return nil
	}
	if !st.exists {
		st.exists, st.created = true, now
	}
	st.updated, st.exported = session.Latest(st.updated, now), 0
	if e.Kind == kindMessage {
		return st.foldMessage(e, now)
	}
	return st.foldOther(e, now)
}

// foldOther applies an event that is not a message.
func (st *State) foldOther(e *host.Event, now session.Time) error {
	var v scan.Value
	if len(e.Payload) > 0 {
		var err error
		if v, err = scan.Parse(e.Payload); err != nil {
			return unreadable(e, err)
		}
	}
	switch e.Kind {
	case kindRegistered, kindUpdated:
		st.foldPatch(v)
	case kindForked:
		st.foldFork(v, now)
	case kindImported:
		st.foldImport(v)
	case kindReverted:
		st.Window.Hide(number(v, "from"), number(v, "to"))
	case kindBounded:
		st.later = true
		st.Window.Bound(number(v, "from"), number(v, "to"))
	case kindUnreverted:
		st.Window.Show()
	case kindShared:
		st.share = &session.StoredShare{ShareID: v.Get("shareId").String(), SessionID: st.ID, CreatedAt: now, Status: session.ShareStatusActive}
	case kindUnshared:
		if st.share != nil {
			revoked := *st.share
			revoked.Status, revoked.RevokedAt = session.ShareStatusRevoked, now
			st.share = &revoked
		}
	case kindSummarized:
		st.summary = &session.StoredSummary{SessionID: st.ID, Content: v.Get("content").String(), GeneratedAt: now,
			MessageCount: st.Count(), GeneratedBy: v.Get("generatedBy").String()}
	default:
		if !st.foldThread(e.Kind, v, now) {
			return fault.New(fault.Unsupported, "the store holds an event of kind \""+e.Kind+"\"").WithHint("use a newer version of heddle")
		}
	}
	return nil
}

func number(v scan.Value, key string) int64 {
	n, _ := v.Get(key).Int()
	return n
}

// addMessage gives the event the next number.
func (st *State) addMessage(seq int64) {
	if k := len(st.parts) - 1; k >= 0 && st.parts[k].stream == "" && st.parts[k].seq+st.parts[k].n == seq {
		st.parts[k].n++
	} else {
		st.parts = append(st.parts, part{seq: seq, index: st.Count(), n: 1})
	}
}

// folded is what the fold looks at in a message.
var folded = scan.Compile("model", "threadId")

func (st *State) foldMessage(e *host.Event, now session.Time) error {
	var found [2]scan.Value
	if err := folded.Scan(e.Payload, found[:]); err != nil {
		return unreadable(e, err)
	}
	index := st.Count()
	st.addMessage(e.Seq)
	if found[0].Kind() == scan.String && !found[0].EqualString(st.model) {
		if m := found[0].String(); m != "" {
			st.model = m
		}
	}
	if found[1].Kind() != scan.String {
		return nil
	}
	if t := st.Thread(found[1].String()); t != nil {
		t.Places.Add(index)
		t.Updated = session.Latest(t.Updated, now)
	}
	return nil
}

func unreadable(e *host.Event, err error) error {
	return fault.Wrap(fault.ParseError, "event "+text.Int(e.Seq)+" of \""+e.Stream+"\" cannot be read", err)
}

// foldPatch lays the members that are present over the metadata.
func (st *State) foldPatch(v scan.Value) {
	for _, f := range []struct {
		key  string
		into *string
	}{{"adapter", &st.adapter}, {"cwd", &st.cwd}, {"model", &st.model}} {
		if e := v.Get(f.key); e.Kind() == scan.String {
			*f.into = e.String()
		}
	}
	if t := readTime(v.Get("createdAt")); t != 0 {
		st.created = t
	}
	if t := readTime(v.Get("updatedAt")); t != 0 {
		st.updated = t
	}
	if e := v.Get("messageLimit"); e.Kind() == scan.Number {
		st.limit = number(v, "messageLimit")
	}
	if e := v.Get("extra"); e.Kind() == scan.Object {
		st.extra = own(Merge(st.extra, e.Raw()))
	}
}

// own copies JSON that may alias an event's payload.
func own(b session.JSON) session.JSON { return append(session.JSON(nil), b...) }

// readTime reads an RFC 3339 time, or integer milliseconds.
func readTime(v scan.Value) session.Time {
	if n, ok := v.Int(); ok {
		return session.TimeOfMillis(n)
	}
	t, _, _ := session.ParseTime(v.String())
	return t
}

// foldImport takes a snapshot's metadata; its messages follow as events.
func (st *State) foldImport(v scan.Value) {
	st.foldPatch(v)
	st.model = v.Get("model").String()
	st.pending = number(v, "messages")
	st.exported = readTime(v.Get("exportedAt"))
	if f := v.Get("fork"); f.Kind() == scan.Object {
		st.fork = &Fork{ParentSessionID: f.Get("parentSessionId").String(), ForkedAt: readTime(f.Get("forkedAt")), Position: number(f, "position")}
	}
	if s := v.Get("share"); s.Kind() == scan.Object {
		st.share = &session.StoredShare{ShareID: s.Get("shareId").String(), SessionID: st.ID, CreatedAt: readTime(s.Get("createdAt")),
			Status: session.ShareStatus(s.Get("status").String()), RevokedAt: readTime(s.Get("revokedAt"))}
	}
	st.foldSummary(v.Get("summary"))
	st.foldHidden(&st.Window, v.Get("hidden"))
	v.Get("threads").Each(func(_ int, e scan.Value) bool {
		st.importThread(e)
		return true
	})
	if active := v.Get("activeThreadId").String(); active != "" && st.Thread(active) != nil {
		st.Active = active
	}
}

// importThread takes a thread of a snapshot; its messages must be among those
// that follow.
func (st *State) importThread(v scan.Value) {
	id := v.Get("threadId").String()
	if CheckID("thread", id) != nil || st.Thread(id) != nil {
		return
	}
	t := &Thread{ID: id, Name: v.Get("name").String(), Parent: v.Get("parentThreadId").String(), Status: v.Get("status").String(),
		Created: readTime(v.Get("createdAt")), Updated: readTime(v.Get("updatedAt")), Archived: readTime(v.Get("archivedAt"))}
	if t.Name == "" {
		t.Name = id
	}
	switch t.Status {
	case ThreadActive, ThreadPaused, ThreadCompleted, ThreadArchived:
	default:
		t.Status = ThreadActive
	}
	if e := v.Get("metadata"); e.Kind() == scan.Object {
		t.Metadata = own(e.AppendCanonical(nil)) // not a patch: null is a value here, as when the thread was started
	}
	v.Get("places").Each(func(_ int, e scan.Value) bool {
		first, _ := e.Get("0").Int()
		n, _ := e.Get("1").Int()
		if first >= 0 && first < st.pending {
			t.Places.AddRun(first, min(n, st.pending-first))
		}
		return true
	})
	st.foldHidden(&t.Window, v.Get("hidden"))
	st.Threads = append(st.Threads, t)
}

// foldFork takes the prefix over, by reference.
func (st *State) foldFork(v scan.Value, now session.Time) {
	st.foldPatch(v)
	st.fork = &Fork{ParentSessionID: v.Get("parent.sessionId").String(), ForkedAt: now, Position: number(v.Get("parent"), "position")}
	st.foldSummary(v.Get("summary"))
	v.Get("parts").Each(func(_ int, e scan.Value) bool {
		seq, _ := e.Get("1").Int()
		n, _ := e.Get("2").Int()
		if n > 0 {
			st.parts = append(st.parts, part{stream: e.Get("0").String(), seq: seq, index: st.Count(), n: n})
		}
		return true
	})
	st.foldHidden(&st.Window, v.Get("hidden"))
}

func (st *State) foldHidden(w *revert.Window, v scan.Value) {
	v.Each(func(_ int, e scan.Value) bool {
		from, _ := e.Get("0").Int()
		to, _ := e.Get("1").Int()
		w.Hide(from, to)
		return true
	})
}

func (st *State) foldSummary(v scan.Value) {
	if v.Kind() == scan.Object {
		st.summary = &session.StoredSummary{SessionID: st.ID, Content: v.Get("content").String(), GeneratedAt: readTime(v.Get("generatedAt")),
			MessageCount: number(v, "messageCount"), GeneratedBy: v.Get("generatedBy").String()}
	}
}

// foldThread applies a thread's event; false when it is none.
func (st *State) foldThread(kind string, v scan.Value, now session.Time) bool {
	id := v.Get("threadId").String()
	t := st.Thread(id)
	switch kind {
	case KindThreadStarted, KindThreadForked:
		if t == nil && id != "" {
			st.startThread(kind, id, v, now)
		}
		return true
	case KindThreadsCleared:
		st.Threads, st.Active = nil, ""
		return true
	case KindThreadActive:
		if t != nil || id == "" {
			st.Active = id
		}
	case kindThreadBounded, kindThreadUnreverted:
		st.later = true
	case KindThreadUpdated, KindThreadReverted, KindThreadDeleted:
	default:
		return false
	}
	if t == nil {
		return true
	}
	switch kind {
	case KindThreadDeleted:
		st.dropThread(id)
		return true
	case KindThreadReverted:
		t.Window.Hide(number(v, "from"), number(v, "to"))
	case kindThreadBounded:
		t.Window.Bound(number(v, "from"), number(v, "to"))
	case kindThreadUnreverted:
		t.Window.Show()
	}
	t.patch(v, now)
	if t.Status == ThreadArchived && st.Active == id {
		st.Active = ""
	}
	return true
}

// The statuses of threads.
const (
	ThreadActive    = "active"
	ThreadPaused    = "paused"
	ThreadCompleted = "completed"
	ThreadArchived  = "archived"
)

func (st *State) startThread(kind, id string, v scan.Value, now session.Time) {
	t := &Thread{ID: id, Name: v.Get("name").String(), Parent: v.Get("parentThreadId").String(), Status: ThreadActive, Created: now, Updated: now}
	if e := v.Get("metadata"); e.Kind() == scan.Object {
		t.Metadata = own(e.Raw())
	}
	if kind == KindThreadStarted {
		st.Active = id
	} else if source := st.Thread(v.Get("source").String()); source != nil {
		view := st.View(source)
		t.Places = source.Places.Select(&view)
	}
	st.Threads = append(st.Threads, t)
}

func (st *State) dropThread(id string) {
	for i, t := range st.Threads {
		if t.ID == id {
			st.Threads = append(st.Threads[:i:i], st.Threads[i+1:]...)
			break
		}
	}
	if st.Active == id {
		st.Active = ""
	}
}

// patch lays the members that are present over the thread.
func (t *Thread) patch(v scan.Value, now session.Time) {
	t.Updated = session.Latest(t.Updated, now)
	if e := v.Get("name"); e.Kind() == scan.String {
		t.Name = e.String()
	}
	if e := v.Get("metadata"); e.Kind() == scan.Object {
		t.Metadata = own(Merge(t.Metadata, e.Raw()))
	}
	if s := v.Get("status").String(); s != "" {
		t.Status, t.Archived = s, 0
		if s == ThreadArchived {
			t.Archived = now
		}
	}
}
