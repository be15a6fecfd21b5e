// Package usage says what sessions spend: it packs the requests of each session
// into entries, attributes every request to one session, and adds up a cost
// report from them, from the run index, and from what the agents' own totals
// hold beyond the requests.
package usage

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/pool"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// SessionUsage is what one session's walk leaves for the attribution: its
// summary and its requests, packed.
type SessionUsage struct {
	Agent string
	Ref   *adapter.Ref
	// Transcript has facts and copy-stable keys, but no messages; nil when the
	// session could not be read.
	Transcript *transcript.Transcript

	original string // agent of a copy's original, else Agent
	machine  string // that the session itself comes from; "" for an original with copies
	hiddenBy string // unified id of the original that is listed instead, "" = none
	entries  []usageEntry
	offers   []cost.Offer         // of the entries
	wide     []session.TokenUsage // of entries with more than tokens of 32 bits
	far      []session.Time       // of entries whose time does not fit
	quotes   []*cost.Quote        // of offers, filled on demand

	remainder *Remainder    // of the agent's own totals, when more than the requests
	spending  *sessionSpend // of sessions that match
	parent    int32         // index of the session that started this subagent, -1 = none
	session   int32         // index of the session whose figures include this one's
	aside     bool          // a subagent's
	matches   bool          // of sessions: passes the filters
	hidden    bool          // its original is listed instead, and includes its figures
}

// usageEntry is one request, packed into 48 bytes: a home has hundreds of thousands.
type usageEntry struct {
	key    uint64 // hash of agent and usage key, 0 = none
	usd    session.Money
	tokens [6]uint32 // or tokens[0] indexes wide
	second uint32    // of the request's time since 1970, or an index into far
	offer  uint16
	bits   uint16 // the flags, and above them the milliseconds of the time
}

const (
	entryCopied uint16 = 1 << iota
	entryAside
	entryPriced // usd is recorded
	entryWide
	entryRepeat // an earlier position has the same key
	entryFar    // the time is not between 1970 and 2106

	entryFlags = 6 // how many flags there are
)

// ReadSession walks one session for its requests alone. When req filters by
// model its answers count as well, as in a list.
func ReadSession(a adapter.Adapter, env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, req *session.CostRequest,
	more *transcript.Annotations, prices *cost.Table) (SessionUsage, error) {
	u := SessionUsage{Agent: a.Name(), Ref: ref, parent: -1, original: more.Agent}
	if more.Hidden {
		u.hiddenBy = more.OriginalUnifiedID
	}
	b, err := walkRequests(a, env, ix, ref, req.Model != "")
	if err == nil && req.Model == "" && b.IsEmpty(ref) { // no request and no time: is it a session at all?
		b, err = walkRequests(a, env, ix, ref, true)
	}
	if err != nil {
		return u, err
	}
	u.Transcript, err = transcript.New(b, ref, "", more)
	if err != nil {
		return u, err
	}
	u.machine = b.Facts.Machine
	u.packRequests(b, more.ImportedAs != "")
	u.remainder = NewRemainder(b, prices)
	filter := FilterOf(req)
	u.matches = !u.Transcript.Empty && filter.Matches(u.Transcript)
	u.Transcript.ReleaseMessages()
	putBuilder(b)
	return u, nil
}

// walkRequests walks a session for its requests, and for its messages too when
// they matter.
func walkRequests(a adapter.Adapter, env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, messages bool) (*transcript.Builder, error) {
	if messages {
		b := transcript.NewBuilder(transcript.BuilderOptions{Agent: a.Name(), Sink: transcript.PromptSink{}})
		return b, a.Walk(env, ix, ref, adapter.Want{Usage: true, Prompts: true}, b.Outlet(env))
	}
	b := builderPool.Get()
	b.Begin(a.Name(), transcript.TimeRange{})
	return b, a.Walk(env, ix, ref, adapter.Want{Usage: true, LendKeys: true}, b.Outlet(env))
}

// builderPool keeps a few builders with their memory between sessions: a home
// has thousands of sessions.
var builderPool = pool.New(func() *transcript.Builder { return transcript.NewBuilder(transcript.BuilderOptions{}) })

// putBuilder returns b to the pool, when b is one of its builders. The caller
// must not use b afterwards.
func putBuilder(b *transcript.Builder) {
	if b.HasSink() || !b.Reusable() {
		return
	}
	b.Reset()
	builderPool.Put(b)
}

// packRequests turns the requests of a builder into entries. Those without a key get
// one when there are copies of the session, which repeat them.
func (u *SessionUsage) packRequests(b *transcript.Builder, copied bool) {
	if len(b.Requests) == 0 {
		return
	}
	agent := transcript.HashKey(u.Agent)
	u.entries = make([]usageEntry, len(b.Requests))
	for i := range b.Requests {
		r := &b.Requests[i]
		e := &u.entries[i]
		e.offer = u.offerIndex(r.Offer)
		if r.Key != 0 {
			e.key = r.Key ^ agent
		} else if copied { // as its copies name it
			place := adapter.PlaceKey(session.UnifiedID(u.Agent, u.Ref.ID), i)
			e.key = transcript.HashKey(adapter.TimedKey(place, r.Time)) ^ agent
		}
		if r.Copied {
			e.bits |= entryCopied
		}
		if r.Aside {
			e.bits |= entryAside
		}
		if r.USD != nil {
			e.bits |= entryPriced
			e.usd = *r.USD
		}
		u.setTime(e, r.Time)
		u.setTokens(e, r.Usage)
	}
}

func (u *SessionUsage) setTime(e *usageEntry, t session.Time) {
	if t < 0 || t >= 1000<<32 {
		e.bits |= entryFar
		e.second = uint32(len(u.far))
		u.far = append(u.far, t)
		return
	}
	e.second = uint32(t / 1000)
	e.bits |= uint16(t%1000) << entryFlags
}

// requestTime returns when a request was made; absent when its record does not say.
func (u *SessionUsage) requestTime(e *usageEntry) session.Time {
	if e.bits&entryFar != 0 {
		return u.far[e.second]
	}
	return session.Time(e.second)*1000 + session.Time(e.bits>>entryFlags)
}

// offerIndex returns the index of an offer in u.offers. No agent writes a session
// with more offers than an index can count; the rest share the last index.
func (u *SessionUsage) offerIndex(o cost.Offer) uint16 {
	for i := len(u.offers) - 1; i >= 0; i-- {
		if u.offers[i] == o {
			return uint16(i)
		}
	}
	if len(u.offers) < 1<<16-1 {
		u.offers = append(u.offers, o)
	}
	return uint16(len(u.offers) - 1)
}

func (u *SessionUsage) setTokens(e *usageEntry, t session.TokenUsage) {
	e.bits &^= entryWide
	for i, n := range []int64{t.InputTokens, t.OutputTokens, t.ThinkingTokens, t.CachedTokens, t.CacheWriteTokens, t.CacheWrite1hTokens} {
		if n < 0 || n >= 1<<32 || t.WebSearches != 0 || t.NanoCredits != 0 {
			e.bits |= entryWide
			e.tokens[0] = uint32(len(u.wide))
			u.wide = append(u.wide, t)
			return
		}
		e.tokens[i] = uint32(n)
	}
}

// unpackRequest returns the request of an entry; its money is the entry's.
func (u *SessionUsage) unpackRequest(e *usageEntry) cost.Request {
	r := cost.Request{Offer: u.offers[e.offer], Time: u.requestTime(e)}
	if e.bits&entryWide != 0 {
		r.Usage = u.wide[e.tokens[0]]
	} else {
		t := &e.tokens
		r.Usage = session.TokenUsage{InputTokens: int64(t[0]), OutputTokens: int64(t[1]), ThinkingTokens: int64(t[2]),
			CachedTokens: int64(t[3]), CacheWriteTokens: int64(t[4]), CacheWrite1hTokens: int64(t[5])}
	}
	if e.bits&entryPriced != 0 {
		r.USD = &e.usd
	}
	return r
}

// isListed reports whether u is a session of its own, as a list shows it.
func (u *SessionUsage) isListed() bool {
	return u.Transcript != nil && !u.Transcript.Empty && !u.aside && !u.hidden && u.Transcript.Summary.SupersededBy == ""
}

// HasRequests reports whether the session holds requests.
func (u *SessionUsage) HasRequests() bool { return len(u.entries) > 0 }

// OriginalID returns the unified id of the agent's own session: of a copy in the
// store, its original's. It is "" where the session could not be read.
func (u *SessionUsage) OriginalID() string {
	if u.Transcript == nil || u.Transcript.Empty {
		return ""
	}
	if id := u.summary().OriginalUnifiedID; id != "" {
		return id
	}
	return u.summary().UnifiedID
}

func (u *SessionUsage) summary() *session.SessionSummary { return &u.Transcript.Summary }
