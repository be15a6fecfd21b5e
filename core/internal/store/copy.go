package store

import (
	"math/bits"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// CopyMember is the member that every message of a copied session has, and no
// message that was recorded here. In a session's extra it says what the session is a
// copy of.
const CopyMember = "import"

// copyBatch is how many messages one append of a copy holds.
const copyBatch = 4096

// Copy is the present state of a session of another origin. Messages are in
// canonical form and have the member "import".
type Copy struct {
	Patch   Patch          // its metadata; all of it is set
	Source  session.JSON   // what it is a copy of: the member "import" of extra
	Visible []session.JSON // in order
	// Hidden are messages that it holds but does not show, in order.
	Hidden []session.JSON
	// Again brings a copy back that was deleted.
	Again bool
}

// Copied says what bringing a copy up to date did.
type Copied struct {
	New       bool  // there was no such session
	Deleted   bool  // it was deleted from the store, and is not brought back
	Changed   bool  // anything was written
	Rewritten bool  // messages that were visible were hidden
	Erased    bool  // what was imported without redaction was erased; Tidy removes the last of it
	Added     int64 // visible messages that were appended
}

// Copy brings the session's copy up to date: it appends what is new, and when
// what is visible is no longer how the original begins, it hides that and
// appends the present messages. Nothing recorded is lost, and when nothing has
// changed, nothing is written. With dry it only reports what it would do.
//
// Several callers may do this at once: what is appended depends on the state, and
// the ids of its events on the session, on what it has and on what is appended. A session that was
// continued both here and at its origin is CONFLICT. An original that is older than what the
// session was brought up to, such as that of a home that is not up to date, changes nothing. A copy that
// was deleted comes back only when asked for.
func (s *Store) Copy(id string, c Copy, dry bool) (Copied, error) {
	if err := checkID("session", id); err != nil {
		return Copied{}, err
	}
	var sum Copied
	for try := 1; ; try++ {
		st, err := s.loadState(id)
		if err != nil {
			return sum, err
		}
		p, err := s.planCopy(st, &c)
		if err != nil {
			return sum, err
		}
		p.done.New = p.done.New || sum.New
		p.done.Changed = p.done.Changed || sum.Changed
		p.done.Rewritten = p.done.Rewritten || sum.Rewritten
		p.done.Erased = p.done.Erased || sum.Erased
		if len(p.batches) == 0 || dry {
			p.done.Added += sum.Added
			return p.done, nil
		}
		last := st.seq
		added, err := s.appendCopy(id, last, p)
		sum = Copied{New: p.done.New, Changed: true, Rewritten: p.done.Rewritten, Erased: p.done.Erased, Added: sum.Added + added}
		if err == nil {
			if sum.Erased {
				_, err = s.obeyErasure(id)
			}
			return sum, err
		}
		delete(s.states, id)
		if fault.CodeOf(err) != fault.Conflict || try == maxRetries {
			return sum, err
		}
		if now, err2 := s.loadState(id); err2 != nil || now.seq == last && try >= maxBusyRetries {
			return sum, err
		}
	}
}

// copyPlan is what bringing a copy up to date appends.
type copyPlan struct {
	batches []copyPiece
	done    Copied
}

// copyPiece is what one append writes.
type copyPiece struct {
	drafts []draft
	shown  int64 // visible messages among them
}

// countMessages is how many messages the piece appends, hidden ones too.
func (p *copyPiece) countMessages() (n int64) {
	for i := range p.drafts {
		if p.drafts[i].kind == kindMessage {
			n++
		}
	}
	return n
}

// appendCopy writes a plan for position head, piece by piece: each leaves a
// session that the next import completes.
func (s *Store) appendCopy(id string, head int64, p *copyPlan) (added int64, err error) {
	before, err := s.idAt(id, head)
	if err != nil {
		return 0, err
	}
	for _, piece := range p.batches {
		r := Request{ID: copyID(id, before, piece.drafts), Expect: head}
		if head == 0 {
			r.Expect = NoSession
		}
		st, err := s.changeSession(id, r, func(st *State, _ stamp) (changePlan, error) {
			return changePlan{drafts: piece.drafts}, s.checkMessageLimit(st, piece.countMessages())
		})
		if err != nil {
			return added, err
		}
		if st.seq != head+int64(len(piece.drafts)) { // another import wrote its own piece here
			return added, fault.New(fault.Conflict, "another writer imported the session at the same time")
		}
		head, before = st.seq, offsetID(r.ID, len(piece.drafts)-1)
		added += piece.shown
	}
	return added, nil
}

// idAt returns the id of the event at a position; zero without one.
func (s *Store) idAt(id string, seq int64) (out [16]byte, err error) {
	if seq == 0 {
		return out, nil
	}
	list, err := s.journal.Read(id, seq-1, 1)
	if err == nil && len(list) == 1 {
		out = list[0].ID
	}
	return out, err
}

// planCopy compares what is stored with what the original is now.
func (s *Store) planCopy(st *State, c *Copy) (*copyPlan, error) {
	p := &copyPlan{}
	p.done.New = !st.isComplete()
	if p.done.New && st.lifeStart > 0 && !c.Again {
		return &copyPlan{done: Copied{Deleted: true}}, nil
	}
	old := memberOf(st.extra, CopyMember)
	if !p.done.New && len(c.Source) > 0 && string(old) == string(c.Source) {
		return p, nil
	}
	erases := false
	if !p.done.New && isRedactedCopy(c.Source) && len(old) > 0 && !isRedactedCopy(old) {
		pure, err := s.isPureCopy(st)
		if err != nil {
			return nil, err
		}
		if erases = pure; erases { // what it is in plain text is not kept
			st = &State{ID: st.ID}
		}
	}
	m, err := s.matchCopy(st, c)
	if err != nil {
		return nil, err
	}
	now, next := string(memberOf(old, OriginMember)), string(memberOf(c.Source, OriginMember))
	if now != next && !p.done.New && (now != "" || m.cut) {
		return nil, fault.New(fault.Conflict, "the copy \""+st.ID+"\" is not from the same machine")
	}
	if now, then := sourceTime(c.Source), sourceTime(old); m.known && now < then || m.cut && m.held && now == then && now != 0 {
		return p, nil
	}
	fresh := c.Visible[m.same:]
	if m.local && (m.cut || len(fresh) > 0) {
		if len(fresh) == 0 {
			return p, nil // continued here, and nothing is new there
		}
		return nil, fault.New(fault.Conflict, "the copy \""+st.ID+"\" was continued in the store, and its original was continued as well").
			WithHint("fork the copy, then delete it and import again")
	}
	var drafts []draft
	if erases {
		drafts = append(drafts, draft{kind: kindErased})
	}
	if p.done.New || erases {
		first, err := c.metadataPayload(false)
		if err != nil {
			return nil, err
		}
		drafts = append(drafts, draft{kind: kindRegistered, payload: first})
	}
	for _, b := range m.hidden {
		drafts = append(drafts, draft{kind: kindMessage, payload: b})
	}
	if end := st.Count() + int64(len(m.hidden)); m.cut || len(m.hidden) > 0 {
		from := st.Count()
		if m.cut {
			from = st.window.HideFrom(int64(m.same), from)
		}
		drafts = append(drafts, draft{kind: kindReverted, payload: intervalPayload("", from, end)})
	}
	last, err := c.metadataPayload(true)
	if err != nil {
		return nil, err
	}
	p.done.Changed, p.done.Rewritten, p.done.Erased, p.done.Added = true, m.cut || erases, erases, int64(len(fresh))
	p.addBatches(drafts, fresh, c, last)
	return p, nil
}

// addBatches divides the appended events into pieces. Each piece ends with the metadata,
// because messages change the time of the last update.
func (p *copyPlan) addBatches(drafts []draft, fresh []session.JSON, c *Copy, last []byte) {
	for {
		n := min(len(fresh), copyBatch)
		for _, b := range fresh[:n] {
			drafts = append(drafts, draft{kind: kindMessage, payload: b})
		}
		fresh = fresh[n:]
		if len(fresh) == 0 {
			drafts = append(drafts, draft{kind: kindUpdated, payload: last})
		} else if part, err := c.metadataPayload(false); err == nil {
			drafts = append(drafts, draft{kind: kindUpdated, payload: part})
		}
		p.batches = append(p.batches, copyPiece{drafts, int64(n)})
		if drafts = nil; len(fresh) == 0 {
			return
		}
	}
}

// metadataPayload renders the metadata; only when whole does it say what the copy
// has been brought up to.
func (c *Copy) metadataPayload(whole bool) ([]byte, error) {
	patch := c.Patch
	source := c.Source
	if !whole {
		source = withoutMembers(source, "digest")
	}
	patch.Extra = append(append([]byte(`{"`+CopyMember+`":`), source.AppendJSON(nil)...), '}')
	return patch.metadataPayload()
}

// copyMatch says how far a stored copy equals its original.
type copyMatch struct {
	same   int            // visible messages that both begin with
	cut    bool           // the copy shows more than these
	local  bool           // some of these were recorded here
	known  bool           // all of the original's messages are stored, perhaps in other versions
	held   bool           // and in this one: another version of this program may have written the others
	hidden []session.JSON // hidden messages of the original that are not stored
}

// isPureCopy reports whether nothing was recorded in a copy.
func (s *Store) isPureCopy(st *State) (bool, error) {
	pure := st.fork == nil && st.share == nil && st.summary == nil && len(st.threads) == 0
	err := s.Each(st, func(r *Recorded) error {
		pure = pure && len(memberOf(r.Body, CopyMember)) > 0
		return nil
	})
	return pure, err
}

// isRedactedCopy reports whether an import says that it was redacted.
func isRedactedCopy(source []byte) bool { return len(memberOf(source, RedactedMember)) > 0 }

// sourceTime returns when an original was last changed.
func sourceTime(source []byte) session.Time {
	v, err := scan.Parse(source)
	if err != nil {
		return 0
	}
	t, _, _ := session.ParseTime(v.Get("updatedAt").String())
	return t
}

func (s *Store) matchCopy(st *State, c *Copy) (*copyMatch, error) {
	m := &copyMatch{}
	have, keys, bodies := map[[16]byte]bool{}, map[[16]byte]bool{}, map[[16]byte]bool{}
	err := s.Each(st, func(r *Recorded) error {
		var v [2]scan.Value
		body := hash128(r.Body)
		failed := messagePaths.Scan(r.Body, v[:])
		keys[messageKey(v[1], body)], bodies[body] = true, true
		if !r.Hidden && !m.cut && m.same < len(c.Visible) && string(r.Body) == string(c.Visible[m.same]) {
			m.same++
			return nil
		}
		have[body] = true
		if r.Hidden {
			return nil
		}
		m.cut = true
		m.local = m.local || failed != nil || !v[0].Exists()
		return nil
	})
	if err != nil {
		return nil, err
	}
	m.known = knowsMessages(keys, c.Visible) && knowsMessages(keys, c.Hidden)
	m.held = holdsMessages(bodies, c.Visible) && holdsMessages(bodies, c.Hidden)
	for _, b := range c.Hidden {
		if h := hash128(b); !have[h] {
			have[h] = true
			m.hidden = append(m.hidden, b)
		}
	}
	return m, nil
}

// knowsMessages reports whether all of some messages are among keys.
func knowsMessages(keys map[[16]byte]bool, list []session.JSON) bool {
	for _, b := range list {
		var v [2]scan.Value
		if messagePaths.Scan(b, v[:]) != nil || !keys[messageKey(v[1], hash128(b))] {
			return false
		}
	}
	return true
}

// holdsMessages reports whether all of some messages are among bodies.
func holdsMessages(bodies map[[16]byte]bool, list []session.JSON) bool {
	for _, b := range list {
		if !bodies[hash128(b)] {
			return false
		}
	}
	return true
}

// memberOf returns one member of an object; nil without it.
func memberOf(object []byte, key string) []byte {
	if len(object) == 0 {
		return nil
	}
	v, err := scan.Parse(object)
	if err != nil {
		return nil
	}
	if e := v.Get(key); e.Exists() {
		return e.Raw()
	}
	return nil
}

// copyID is the id of the first event that an import appends to a session: a UUID of
// version 8, which is free to be any hash. Equal ids mean equal events, with equal ones before them.
func copyID(session string, before [16]byte, drafts []draft) [16]byte {
	b := append([]byte(session), 0)
	b = append(b, before[:]...)
	for i := range drafts {
		h := hash128(drafts[i].payload)
		b = append(append(b, drafts[i].kind...), h[:]...)
	}
	id := hash128(b)
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id
}

// Digest is a hash of messages, in order. It shows that a copy is complete.
func Digest(lists ...[]session.JSON) [16]byte {
	var all []byte
	for _, list := range lists {
		for _, b := range list {
			h := hash128(b)
			all = append(all, h[:]...)
		}
		all = append(all, '|')
	}
	return hash128(all)
}

// hash128 is FNV-1a of 128 bits.
func hash128(b []byte) (out [16]byte) {
	hi, lo := uint64(0x6c62272e07bb0142), uint64(0x62b821756295c58d)
	for _, c := range b {
		lo ^= uint64(c)
		carry, rest := bits.Mul64(lo, 0x13b) // the prime is 2^88 + 0x13b
		hi, lo = hi*0x13b+carry+lo<<24, rest
	}
	for i := 0; i < 8; i++ {
		out[i], out[8+i] = byte(hi>>(56-8*i)), byte(lo>>(56-8*i))
	}
	return out
}
