package store

import (
	"math"

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
	kindErased     = "session.erased" // a deletion after which nothing before it may be kept anywhere
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
// effect. After one that cannot be read nothing is known of the session, until it is
// deleted.
func (st *State) foldEvent(e *host.Event) {
	if e.Seq != st.seq+1 {
		st.freed = true
	}
	st.seq = e.Seq
	if endsLife(e.Kind) {
		*st = State{ID: st.ID, seq: e.Seq, lifeStart: e.Seq, saved: st.saved, later: st.later, erased: st.erased}
		if e.Kind == kindErased {
			st.erased = e.Seq
		}
		return
	}
	if st.failed == nil {
		if st.failed = st.applyEvent(e); st.failed != nil {
			st.exists, st.failedAt = true, e.Seq
		}
	}
}

// endsLife reports whether events of a kind end what a session was before.
func endsLife(kind string) bool { return kind == kindDeleted || kind == kindErased }

func (st *State) applyEvent(e *host.Event) error {
	now := session.TimeOfMillis(e.Time)
	if int64(now) != e.Time {
		return hostileEvent(e, "its time")
	}
	if e.Kind == kindMessage && st.Count() == maxNumber {
		return hostileEvent(e, "the number of its messages")
	}
	if st.pending > 0 { // its times and model are the snapshot's
		if e.Kind != kindMessage {
			return hostileEvent(e, "its place within an import")
		}
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
	var n eventNumbers
	if err := st.foldMetadata(e, now, &n); err != nil {
		return err
	}
	if n.wrong != "" {
		return hostileEvent(e, n.wrong)
	}
	return nil
}

// foldMetadata applies an event that is not a message.
func (st *State) foldMetadata(e *host.Event, now session.Time, n *eventNumbers) error {
	var v scan.Value
	if len(e.Payload) > 0 {
		var err error
		if v, err = scan.Parse(e.Payload); err != nil {
			return unreadableEvent(e, err)
		}
	}
	switch e.Kind {
	case kindRegistered, kindUpdated:
		st.foldPatch(v, n)
	case kindForked:
		st.foldFork(v, now, n)
	case kindImported:
		st.foldImport(v, n)
	case kindReverted:
		st.window.Hide(n.interval(v.Get("from"), v.Get("to"), st.Count()))
	case kindBounded:
		st.later = true
		st.window.HideOnly(n.interval(v.Get("from"), v.Get("to"), st.Count()))
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
		if !st.foldThread(e.Kind, v, now, n) {
			return fault.New(fault.Unsupported, "the store holds an event of kind \""+e.Kind+"\"").WithHint("use a newer version of heddle")
		}
	}
	return nil
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
	return fault.Wrap(fault.ParseError, "event "+text.FormatInt(e.Seq)+" of \""+e.Stream+"\" cannot be read", err).WithHint(defectHint)
}

// defectHint is what to do about an event that cannot be read.
const defectHint = "store.check lists every defect; deleting the session removes it"

// hostileEvent returns the error of an event with a number that no program of ours
// would have written.
func hostileEvent(e *host.Event, what string) error {
	return fault.New(fault.ParseError, "event "+text.FormatInt(e.Seq)+" of \""+e.Stream+"\" cannot be right: "+what).WithHint(defectHint)
}

// foldPatch sets the metadata that the event has.
func (st *State) foldPatch(v scan.Value, n *eventNumbers) {
	for _, f := range []struct {
		key  string
		into *string
	}{{"adapter", &st.adapter}, {"cwd", &st.cwd}, {"model", &st.model}} {
		if e := v.Get(f.key); e.Kind() == scan.String {
			*f.into = e.String()
		}
	}
	if t := n.time(v, "createdAt"); t != 0 {
		st.created = t
	}
	if t := n.time(v, "updatedAt"); t != 0 {
		st.updated = t
	}
	if e := v.Get("messageLimit"); e.Kind() == scan.Number {
		st.limit = n.between(e, "messageLimit", 0, math.MaxInt64)
	}
	if e := v.Get("extra"); e.Kind() == scan.Object {
		st.extra = copyJSON(mergeObjects(st.extra, e.Raw()))
	}
}

// copyJSON copies JSON that may alias an event's payload.
func copyJSON(b session.JSON) session.JSON { return append(session.JSON(nil), b...) }

// foldImport applies a snapshot's metadata; its messages follow as events.
func (st *State) foldImport(v scan.Value, n *eventNumbers) {
	if st.Count() > 0 || len(st.threads) > 0 {
		n.refuse("its place after other events")
		return
	}
	st.foldPatch(v, n)
	st.model = v.Get("model").String()
	st.pending = n.count(v, "messages", maxNumber)
	st.exported = n.time(v, "exportedAt")
	if f := v.Get("fork"); f.Kind() == scan.Object {
		st.fork = &forkOrigin{parentSessionID: f.Get("parentSessionId").String(), forkedAt: n.time(f, "forkedAt"), position: n.count(f, "position", maxNumber)}
	}
	if s := v.Get("share"); s.Kind() == scan.Object {
		st.share = &session.StoredShare{ShareID: s.Get("shareId").String(), SessionID: st.ID, CreatedAt: n.time(s, "createdAt"),
			Status: session.ShareStatus(s.Get("status").String()), RevokedAt: n.time(s, "revokedAt")}
	}
	st.foldSummary(v.Get("summary"), n)
	foldHidden(&st.window, v.Get("hidden"), st.pending, n)
	v.Get("threads").EachElement(func(_ int, e scan.Value) bool {
		st.importThread(e, n)
		return n.wrong == ""
	})
	if active := v.Get("activeThreadId").String(); active != "" && st.findThread(active) != nil {
		st.activeThread = active
	}
}

// foldFork adds the prefix that a fork shares, by reference.
func (st *State) foldFork(v scan.Value, now session.Time, n *eventNumbers) {
	st.foldPatch(v, n)
	parent := v.Get("parent")
	st.fork = &forkOrigin{parentSessionID: parent.Get("sessionId").String(), forkedAt: now, position: n.count(parent, "position", maxNumber)}
	st.foldSummary(v.Get("summary"), n)
	st.parts = append(st.parts, n.readParts(v.Get("parts"), st.Count())...)
	foldHidden(&st.window, v.Get("hidden"), st.Count(), n)
}

// foldHidden hides intervals of a list of length end.
func foldHidden(w *revert.Window, v scan.Value, end int64, n *eventNumbers) {
	v.EachElement(func(_ int, e scan.Value) bool {
		w.Hide(n.interval(e.Get("0"), e.Get("1"), end))
		return n.wrong == ""
	})
}

func (st *State) foldSummary(v scan.Value, n *eventNumbers) {
	if v.Kind() == scan.Object {
		st.summary = &session.StoredSummary{SessionID: st.ID, Content: v.Get("content").String(), GeneratedAt: n.time(v, "generatedAt"),
			MessageCount: n.count(v, "messageCount", maxNumber), GeneratedBy: v.Get("generatedBy").String()}
	}
}
