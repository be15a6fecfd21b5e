package usage

import (
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/transcript"
)

// Attribution attributes each request to the oldest session that contains it.
// A request that several sessions hold (forks, resumes, transcript.SupersededIndex, log lines)
// counts once: for the session created first, then for the one with the smallest
// name of a machine, then for the one with the smallest unified id; the others
// inherit it.
type Attribution struct {
	sessions []SessionUsage
	prices   *cost.Table
	quotes   map[cost.Offer]*cost.Quote
	charge   Charge  // being visited
	visited  []int32 // by session: the latest request with copies that was visited for it
	request  int32   // number of the latest request with copies
}

// NewAttribution attributes the requests of sessions, which it changes.
func NewAttribution(sessions []SessionUsage, prices *cost.Table) *Attribution {
	a := &Attribution{sessions: sessions, prices: prices, quotes: map[cost.Offer]*cost.Quote{}}
	a.linkSessions()
	return a
}

// Charge is one request and the session it counts for.
type Charge struct {
	_ [0]func() // never compared

	session *SessionUsage
	request cost.Request
	quote   *cost.Quote
	aside   bool   // a subagent made it
	copied  bool   // inherited: it counts for another session
	machine string // that it comes from
}

// addTo counts the charge in sum.
func (c *Charge) addTo(sum *cost.Sum) { sum.AddAt(c.quote, c.request) }

// linkSessions finds the session whose figures include each session's: a
// subagent's belong to its parent, a superseded copy's to the longest copy, those
// of a recording that is not listed to the agent's own session.
func (a *Attribution) linkSessions() {
	byID, originals := map[string]int32{}, map[string]int32{}
	var superseded transcript.SupersededIndex
	for i := range a.sessions {
		u := &a.sessions[i]
		if u.Transcript == nil || u.Transcript.Empty {
			continue
		}
		if id := u.Agent + ":" + u.Ref.ID; byID[id] == 0 {
			byID[id] = int32(i) + 1
		}
		if id := u.OriginalID(); u.hiddenBy == "" && originals[id] == 0 {
			originals[id] = int32(i) + 1
		}
		superseded.Add(u.Transcript)
	}
	find := func(agent, id string) int32 { return byID[agent+":"+id] - 1 }
	for i := range a.sessions {
		u := &a.sessions[i]
		if u.Transcript == nil {
			continue
		}
		if at := originals[u.hiddenBy] - 1; u.hiddenBy != "" && at >= 0 {
			u.hidden, u.parent = true, at
		}
		s := &u.Transcript.Summary
		if s.IsSubagent {
			u.aside = true
			if !u.hidden { // otherwise its figures are its original's, whose parent has them
				u.parent = find(u.Agent, s.ParentSessionID)
			}
		}
		for _, id := range u.Transcript.Builder.Facts.Children {
			if at := find(u.Agent, id); at >= 0 && a.sessions[at].parent < 0 && int(at) != i {
				a.sessions[at].parent, a.sessions[at].aside = int32(i), true
			}
		}
		if by := superseded.LongestCopy(u.Transcript); by != "" {
			s.SupersededBy = by
		}
	}
	a.findRoots(find)
}

// findRoots finds the session whose figures include each session's. Only damaged
// files have a loop of parents; it ends where it was entered.
func (a *Attribution) findRoots(find func(agent, id string) int32) {
	const unknown, busy = -1, -2
	for i := range a.sessions {
		a.sessions[i].session = unknown
	}
	var path []int32
	for i := range a.sessions {
		path = path[:0]
		at := int32(i)
		for a.sessions[at].session == unknown {
			a.sessions[at].session = busy
			path = append(path, at)
			if next := a.aboveOf(at, find); next >= 0 {
				at = next
			}
		}
		root := a.sessions[at].session
		if root == busy {
			root = at
		}
		for _, p := range path {
			a.sessions[p].session = root
		}
	}
}

// aboveOf returns the session that includes the figures of another: that which
// started it, or the longer copy of it; -1 for none.
func (a *Attribution) aboveOf(at int32, find func(agent, id string) int32) int32 {
	u := &a.sessions[at]
	if u.parent < 0 && u.Transcript != nil && u.Transcript.Summary.SupersededBy != "" {
		return find(u.Agent, u.Transcript.Summary.SupersededBy)
	}
	return u.parent
}

// entryPosition locates one entry.
type entryPosition struct{ session, entry int32 }

// EachCharge visits every request of all sessions: once for the session it
// belongs to and, marked copied, once for every other session that repeats it.
// The charge is valid during the call of visit only.
func (a *Attribution) EachCharge(visit func(*Charge)) {
	positions, next := a.linkEntries()
	var same []entryPosition
	for i := range positions {
		if a.entryAt(positions[i]).IsRepeat() {
			continue
		}
		if next[i] == 0 {
			a.visitRequest(positions[i:i+1], visit)
			continue
		}
		same = append(same[:0], positions[i])
		for at := next[i]; at > 0; at = next[at] {
			same = append(same, positions[at])
		}
		order.SortStable(same, func(i, j int) bool { return a.isOlder(same[i], same[j]) })
		a.visitRequest(same, visit)
	}
}

// linkEntries lists the positions of all entries, and for each the next position
// with the same key, 0 = none. It marks entries with an earlier position. The
// hash table has at least twice as many slots as there are positions and is
// indexed by the keys' upper bits: they are hashes already.
func (a *Attribution) linkEntries() (positions []entryPosition, next []int32) {
	n := 0
	for i := range a.sessions {
		n += a.sessions[i].requests.Len()
	}
	positions, next = make([]entryPosition, 0, n), make([]int32, n)
	bits := 1
	for 1<<bits < 2*n {
		bits++
	}
	last := make([]int32, 1<<bits) // the latest position with a key, plus 1
	for i := range a.sessions {
		requests := &a.sessions[i].requests
		for j := range requests.Len() {
			at := int32(len(positions))
			positions = append(positions, entryPosition{int32(i), int32(j)})
			key := requests.At(j).Key
			if key == 0 {
				continue
			}
			slot := key * 0x9E3779B97F4A7C15 >> (64 - bits)
			for last[slot] != 0 && a.entryAt(positions[last[slot]-1]).Key != key {
				slot = (slot + 1) & (1<<bits - 1)
			}
			if before := last[slot]; before != 0 {
				next[before-1] = at
				requests.At(j).MarkRepeat()
			}
			last[slot] = at + 1
		}
	}
	return positions, next
}

func (a *Attribution) entryAt(p entryPosition) *transcript.PackedRequest {
	return a.sessions[p.session].requests.At(int(p.entry))
}

// isOlder orders the positions of one key: the oldest session owns it.
func (a *Attribution) isOlder(p, q entryPosition) bool {
	u, v := &a.sessions[p.session], &a.sessions[q.session]
	if cu, cv := u.Transcript.Summary.CreatedAt, v.Transcript.Summary.CreatedAt; cu != cv {
		return cu < cv
	}
	if u.machine != v.machine {
		return v.machine == "" || u.machine != "" && u.machine < v.machine
	}
	return u.Ref.ID < v.Ref.ID
}

// visitRequest visits one request; the session of the first position owns it.
// The figures of every copy count: a copy may have been made before the last
// figures were written. All copies have the same time: the owner's, else a
// copy's, else the beginning of the session that owns the request.
func (a *Attribution) visitRequest(positions []entryPosition, visit func(*Charge)) {
	owner := &a.sessions[positions[0].session]
	e := a.entryAt(positions[0])
	r := owner.requests.Unpack(e)
	for _, p := range positions[1:] {
		more := a.sessions[p.session].requests.Unpack(a.entryAt(p))
		r.Usage.Max(more.Usage)
		if r.USD == nil {
			r.USD, r.Computed = more.USD, more.Computed
		}
		if r.Model == "" {
			r.Model = more.Model
		}
		if r.Terms == "" {
			r.Terms = more.Terms
		}
		if r.Source == nil {
			r.Source = more.Source
		}
		if r.Time == 0 {
			r.Time = more.Time
		}
	}
	if r.Time == 0 {
		r.Time = owner.summary().CreatedAt
	}
	c := &a.charge
	*c = Charge{session: &a.sessions[owner.session], request: r, quote: owner.quoteEntry(a, owner.requests.OfferOf(e), r.Offer),
		aside: owner.aside || e.IsAside(), machine: owner.summary().Origin}
	visit(c)
	if len(positions) == 1 {
		return
	}
	if a.visited == nil {
		a.visited = make([]int32, len(a.sessions))
	}
	a.request++
	a.visited[owner.session] = a.request
	for _, p := range positions[1:] {
		at := a.sessions[p.session].session
		if a.visited[at] == a.request {
			continue
		}
		a.visited[at] = a.request
		c.session, c.copied, c.machine = &a.sessions[at], true, a.sessions[p.session].summary().Origin
		visit(c)
	}
}

func (a *Attribution) quoteOffer(o cost.Offer) *cost.Quote {
	o.Source = nil
	q := a.quotes[o]
	if q == nil {
		q = a.prices.QuoteOffer(o)
		a.quotes[o] = q
	}
	return q
}

// quoteEntry returns a.quoteOffer(o), and caches the quotes of the session's own
// offers. o may differ from the request's, offers[at], when only a copy has it.
func (u *SessionUsage) quoteEntry(a *Attribution, at int, o cost.Offer) *cost.Quote {
	offers := u.requests.Offers()
	if offers[at] != o {
		return a.quoteOffer(o)
	}
	if u.quotes == nil {
		u.quotes = make([]*cost.Quote, len(offers))
		for i, offer := range offers {
			u.quotes[i] = a.quoteOffer(offer)
		}
	}
	return u.quotes[at]
}
