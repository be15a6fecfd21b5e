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

	kindThreadStarted    = "thread.started"
	kindThreadForked     = "thread.forked"
	kindThreadUpdated    = "thread.updated"
	kindThreadReverted   = "thread.reverted"
	kindThreadBounded    = "thread.bounded"
	kindThreadUnreverted = "thread.unreverted"
	kindThreadActive     = "thread.active"
	kindThreadDeleted    = "thread.deleted"
	kindThreadsCleared   = "thread.cleared"
)

// foldEvent applies one event. Events about something that does not exist have no
// effect, so that the fold is total.
func (st *State) foldEvent(e *host.Event) error {
	if e.Seq != st.seq+1 {
		st.freed = true
	}
	st.seq = e.Seq
	if e.Kind == kindDeleted {
		*st = State{ID: st.ID, seq: e.Seq, lifeStart: e.Seq, saved: st.saved, later: st.later}
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
	return st.foldMetadata(e, now)
}

// foldMetadata applies an event that is not a message.
func (st *State) foldMetadata(e *host.Event, now session.Time) error {
	var v scan.Value
	if len(e.Payload) > 0 {
		var err error
		if v, err = scan.Parse(e.Payload); err != nil {
			return unreadableEvent(e, err)
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
		st.window.Hide(intMember(v, "from"), intMember(v, "to"))
	case kindBounded:
		st.later = true
		st.window.HideOnly(intMember(v, "from"), intMember(v, "to"))
	case kindUnreverted:
		st.window.ShowAll()
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

func intMember(v scan.Value, key string) int64 {
	n, _ := v.Get(key).Int()
	return n
}

// addMessage gives the message event the next number.
func (st *State) addMessage(seq int64) {
	if k := len(st.parts) - 1; k >= 0 && st.parts[k].stream == "" && st.parts[k].seq+st.parts[k].n == seq {
		st.parts[k].n++
	} else {
		st.parts = append(st.parts, part{seq: seq, index: st.Count(), n: 1})
	}
}

// folded are the members of a message that the fold reads.
var foldedMembers = scan.CompilePaths("model", "threadId")

func (st *State) foldMessage(e *host.Event, now session.Time) error {
	var found [2]scan.Value
	if err := foldedMembers.Scan(e.Payload, found[:]); err != nil {
		return unreadableEvent(e, err)
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
	if t := st.findThread(found[1].String()); t != nil {
		t.places.Add(index)
		t.updated = session.Latest(t.updated, now)
	}
	return nil
}

func unreadableEvent(e *host.Event, err error) error {
	return fault.Wrap(fault.ParseError, "event "+text.FormatInt(e.Seq)+" of \""+e.Stream+"\" cannot be read", err)
}

// foldPatch sets the metadata that the event has.
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
		st.limit = intMember(v, "messageLimit")
	}
	if e := v.Get("extra"); e.Kind() == scan.Object {
		st.extra = copyJSON(mergeObjects(st.extra, e.Raw()))
	}
}

// copyJSON copies JSON that may alias an event's payload.
func copyJSON(b session.JSON) session.JSON { return append(session.JSON(nil), b...) }

// readTime reads an RFC 3339 time, or integer milliseconds.
func readTime(v scan.Value) session.Time {
	if n, ok := v.Int(); ok {
		return session.TimeOfMillis(n)
	}
	t, _, _ := session.ParseTime(v.String())
	return t
}

// foldImport applies a snapshot's metadata; its messages follow as events.
func (st *State) foldImport(v scan.Value) {
	st.foldPatch(v)
	st.model = v.Get("model").String()
	st.pending = intMember(v, "messages")
	st.exported = readTime(v.Get("exportedAt"))
	if f := v.Get("fork"); f.Kind() == scan.Object {
		st.fork = &forkOrigin{parentSessionID: f.Get("parentSessionId").String(), forkedAt: readTime(f.Get("forkedAt")), position: intMember(f, "position")}
	}
	if s := v.Get("share"); s.Kind() == scan.Object {
		st.share = &session.StoredShare{ShareID: s.Get("shareId").String(), SessionID: st.ID, CreatedAt: readTime(s.Get("createdAt")),
			Status: session.ShareStatus(s.Get("status").String()), RevokedAt: readTime(s.Get("revokedAt"))}
	}
	st.foldSummary(v.Get("summary"))
	st.foldHidden(&st.window, v.Get("hidden"))
	v.Get("threads").EachElement(func(_ int, e scan.Value) bool {
		st.importThread(e)
		return true
	})
	if active := v.Get("activeThreadId").String(); active != "" && st.findThread(active) != nil {
		st.activeThread = active
	}
}

// foldFork adds the prefix that a fork shares, by reference.
func (st *State) foldFork(v scan.Value, now session.Time) {
	st.foldPatch(v)
	st.fork = &forkOrigin{parentSessionID: v.Get("parent.sessionId").String(), forkedAt: now, position: intMember(v.Get("parent"), "position")}
	st.foldSummary(v.Get("summary"))
	v.Get("parts").EachElement(func(_ int, e scan.Value) bool {
		seq, _ := e.Get("1").Int()
		n, _ := e.Get("2").Int()
		if n > 0 {
			st.parts = append(st.parts, part{stream: e.Get("0").String(), seq: seq, index: st.Count(), n: n})
		}
		return true
	})
	st.foldHidden(&st.window, v.Get("hidden"))
}

func (st *State) foldHidden(w *revert.Window, v scan.Value) {
	v.EachElement(func(_ int, e scan.Value) bool {
		from, _ := e.Get("0").Int()
		to, _ := e.Get("1").Int()
		w.Hide(from, to)
		return true
	})
}

func (st *State) foldSummary(v scan.Value) {
	if v.Kind() == scan.Object {
		st.summary = &session.StoredSummary{SessionID: st.ID, Content: v.Get("content").String(), GeneratedAt: readTime(v.Get("generatedAt")),
			MessageCount: intMember(v, "messageCount"), GeneratedBy: v.Get("generatedBy").String()}
	}
}
