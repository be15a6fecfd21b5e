// Package usage says what sessions spend: it takes the requests of each
// session, attributes every request to one session, and adds up a cost
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
	Drift    []session.DriftCount
	machine  string // that the session itself comes from; "" for an original with copies
	hiddenBy string // unified id of the original that is listed instead, "" = none
	requests transcript.Requests
	quotes   []*cost.Quote // of their offers, filled on demand

	remainder *Remainder    // of the agent's own totals, when more than the requests
	spending  *sessionSpend // of sessions that match
	parent    int32         // index of the session that started this subagent, -1 = none
	session   int32         // index of the session whose figures include this one's
	aside     bool          // a subagent's
	matches   bool          // of sessions: passes the filters
	hidden    bool          // its original is listed instead, and includes its figures
}

// ReadSession walks one session for its requests alone. When req filters by
// model its answers count as well, as in a list.
func ReadSession(a adapter.Adapter, env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, req *session.CostRequest,
	more *transcript.Annotations, prices *cost.Table) (SessionUsage, error) {
	u := SessionUsage{Agent: a.Name(), Ref: ref, parent: -1, original: more.Agent}
	if more.Hidden {
		u.hiddenBy = more.OriginalUnifiedID
	}
	b, err := walkRequests(a, env, ix, ref, req.Model != "")
	// Without a request and a time: is it a session at all? And what lacks something is counted where
	// messages are read.
	if err == nil && req.Model == "" && (b.IsEmpty(ref) || b.LacksSome(env)) {
		putBuilder(b)
		env.Drift.Reset()
		b, err = walkRequests(a, env, ix, ref, true)
	}
	if err != nil {
		return u, err
	}
	u.Transcript, err = transcript.New(b, ref, "", more)
	if err != nil {
		return u, err
	}
	u.machine, u.Drift = b.Facts.Machine, b.FinishDrift(env)
	u.remainder = NewRemainder(b, prices)
	filter := FilterOf(req)
	u.matches = !u.Transcript.Empty && filter.Matches(u.Transcript)
	u.Transcript.ReleaseMessages()
	u.takeRequests(b, more.ImportedAs != "") // changes the keys that ReleaseMessages reads
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

// takeRequests takes the requests of a builder, with keys that name the agent. Those
// without a key get one when there are copies of the session, which repeat them.
func (u *SessionUsage) takeRequests(b *transcript.Builder, copied bool) {
	agent := transcript.HashKey(u.Agent)
	u.requests = b.Requests.Clone()
	for i := range u.requests.Len() {
		e := u.requests.At(i)
		if e.Key != 0 {
			e.Key ^= agent
		} else if copied { // as its copies name it
			place := adapter.PlaceKey(session.UnifiedID(u.Agent, u.Ref.ID), i)
			e.Key = transcript.HashKey(adapter.TimedKey(place, u.requests.Unpack(e).Time)) ^ agent
		}
	}
}

// isListed reports whether u is a session of its own, as a list shows it.
func (u *SessionUsage) isListed() bool {
	return u.Transcript != nil && !u.Transcript.Empty && !u.aside && !u.hidden && u.Transcript.Summary.SupersededBy == ""
}

// HasRequests reports whether the session holds requests.
func (u *SessionUsage) HasRequests() bool { return u.requests.Len() > 0 }

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
