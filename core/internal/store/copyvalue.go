package store

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// CopyValue is what a session holds as the copy of an agent's session, apart from when and in how many
// imports that was written.
type CopyValue struct {
	Exists  bool
	Pure    bool         // nothing was recorded here: the session has imports only, or does not exist
	Deleted int64        // time of the last deletion, 0 without one
	Origin  string       // the machine that the imports name, "" for none
	Source  string       // unified id of the original
	Updated session.Time // of the original

	redacted, plain bool // there are imports that are redacted, and imports that are not
	first, last     host.Event
	count           int64             // of messages
	bodies, keys    map[[16]byte]bool // of messages, and what the agent calls them
	shown           [][16]byte        // bodies that are visible, in order
}

// RedactedMember is the member of "import" that says that an import was redacted.
const RedactedMember = "redacted"

var (
	sourcePaths  = scan.CompilePaths("extra."+CopyMember+".unifiedId", "extra."+CopyMember+"."+OriginMember, "extra."+CopyMember+".updatedAt", "extra."+CopyMember+"."+RedactedMember)
	messagePaths = scan.CompilePaths(CopyMember, "id")
)

// CopyValue reads what a session holds as a copy.
func (s *Store) CopyValue(id string) (*CopyValue, error) {
	st, err := s.loadState(id)
	if err != nil {
		return nil, err
	}
	v := &CopyValue{Exists: st.exists, Pure: true, bodies: map[[16]byte]bool{}, keys: map[[16]byte]bool{}}
	for after := max(0, st.lifeStart-1); after < st.seq; {
		events, err := s.journal.Read(id, after, readEvents)
		if err != nil || len(events) == 0 {
			return v, err
		}
		for i := range events {
			if after = events[i].Seq; after <= st.seq {
				v.addEvent(&events[i], st)
			}
		}
		if err := s.pollHost(after); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// addEvent adds an event of the session's present life, or the deletion before it.
func (v *CopyValue) addEvent(e *host.Event, st *State) {
	if v.first.Kind == "" || e.Seq == st.lifeStart {
		v.first = *e
	}
	v.last = *e
	switch e.Kind {
	case kindDeleted, kindErased:
		v.Deleted = e.Time
	case kindMessage:
		v.addMessage(e, st)
	case kindRegistered, kindUpdated:
		v.addSource(e)
	case kindReverted:
	default:
		v.Pure = false
	}
}

// addSource adds what an import says of the original.
func (v *CopyValue) addSource(e *host.Event) {
	var m [4]scan.Value
	if sourcePaths.Scan(e.Payload, m[:]) != nil || !m[0].Exists() {
		v.Pure = false
		return
	}
	v.Source, v.Origin = m[0].String(), m[1].String()
	v.Updated, _, _ = session.ParseTime(m[2].String())
	if m[3].Bool() {
		v.redacted = true
	} else {
		v.plain = true
	}
}

// addMessage adds the next message.
func (v *CopyValue) addMessage(e *host.Event, st *State) {
	var m [2]scan.Value
	if messagePaths.Scan(e.Payload, m[:]) != nil || !m[0].Exists() {
		v.Pure = false
		return
	}
	body := hash128(e.Payload)
	v.bodies[body], v.keys[messageKey(m[1], body)] = true, true
	if st.window.IsVisible(v.count) {
		v.shown = append(v.shown, body)
	}
	v.count++
}

// messageKey names a message in all of its versions, where its agent has an id for it.
func messageKey(id scan.Value, body [16]byte) [16]byte {
	if id.Kind() == scan.String {
		return hash128([]byte("id " + id.String()))
	}
	return body
}

// HoldsAll reports whether a copy has every message of another one, as it is there.
func (v *CopyValue) HoldsAll(of *CopyValue) bool { return containsAll(v.bodies, of.bodies) }

// KnowsAll reports whether a copy has every message of another one, perhaps in another version.
func (v *CopyValue) KnowsAll(of *CopyValue) bool { return containsAll(v.keys, of.keys) }

func containsAll(set, of map[[16]byte]bool) bool {
	for k := range of {
		if !set[k] {
			return false
		}
	}
	return true
}

// SameRedaction reports whether both were imported with redaction, or both without.
func (v *CopyValue) SameRedaction(as *CopyValue) bool {
	return (v.redacted && !v.plain) == (as.redacted && !as.plain)
}

// Precedes decides between copies with the same messages: what the later original shows, then
// what was imported first. It depends on nothing but the two.
func (v *CopyValue) Precedes(other *CopyValue) bool {
	switch a, b := joinHashes(v.shown), joinHashes(other.shown); {
	case v.Deleted != other.Deleted:
		return v.Deleted > other.Deleted
	case (v.Origin != "") != (other.Origin != ""):
		return v.Origin != ""
	case v.Updated != other.Updated:
		return v.Updated > other.Updated
	case a != b:
		return len(a) > len(b) || len(a) == len(b) && a < b
	case v.first.ID != other.first.ID || v.first.Time != other.first.Time:
		return isOlder(&v.first, &other.first)
	default: // they began as one
		return isOlder(&v.last, &other.last)
	}
}

func isOlder(a, b *host.Event) bool {
	return a.Time < b.Time || a.Time == b.Time && string(a.ID[:]) < string(b.ID[:])
}

func joinHashes(list [][16]byte) string {
	b := make([]byte, 0, 16*len(list))
	for i := range list {
		b = append(b, list[i][:]...)
	}
	return string(b)
}

// AddHidden adds those of some messages that a copy does not have, hidden: versions of its messages that the
// original no longer shows.
func (s *Store) AddHidden(id string, messages []session.JSON) error {
	v, err := s.CopyValue(id)
	if err != nil {
		return err
	}
	var drafts []draft
	for _, b := range messages {
		if h := hash128(b); !v.bodies[h] {
			v.bodies[h] = true
			drafts = append(drafts, draft{kind: kindMessage, payload: b})
		}
	}
	if len(drafts) == 0 {
		return nil
	}
	_, err = s.changeSession(id, Request{}, func(st *State, _ stamp) (changePlan, error) {
		if !st.isComplete() {
			return changePlan{}, sessionNotFound(id)
		}
		patch := Patch{Adapter: &st.adapter, CWD: &st.cwd, Model: &st.model, CreatedAt: st.created, UpdatedAt: st.updated, Extra: st.extra}
		payload, err := patch.metadataPayload()
		hide := draft{kind: kindReverted, payload: intervalPayload("", st.Count(), st.Count()+int64(len(drafts)))}
		return changePlan{drafts: append(drafts[:len(drafts):len(drafts)], hide, draft{kind: kindUpdated, payload: payload})}, err
	})
	return err
}

// Forget drops what is remembered of a session, after others wrote its log.
func (s *Store) Forget(id string) { delete(s.states, id) }
