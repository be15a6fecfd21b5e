package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/pool"
	"github.com/heddle-dev/heddle/core/session"
)

// spendWalk is what one session's walk leaves for the ledger: who it is and
// its requests, packed.
type spendWalk struct {
	agent   string
	ref     *adapter.Ref
	walked  *walked // facts and copy-stable keys; no messages
	tags    []string
	entries []entry
	models  []string             // that entries name
	wide    []session.TokenUsage // of entries whose tokens do not fit 32 bits
	far     []session.Time       // of entries whose time does not fit
	quotes  []*cost.Price        // of models, once asked for
	notes   []fault.Diagnostic
	err     error

	rest    *residue // of the agent's own totals, when more than the requests
	spent   *spent   // of sessions that match
	parent  int32    // walk of the session that started this subagent, -1 = none
	session int32    // walk of the session whose figures this walk's are part of
	aside   bool     // a subagent's
	matches bool     // of sessions: passes the filters
}

// entry is one request, packed into 48 bytes: a home has hundreds of thousands.
type entry struct {
	key    uint64 // hash of agent and usage key, 0 = none
	usd    session.Money
	tokens [6]uint32 // or tokens[0] indexes wide
	second uint32    // of the request's time since 1970, or an index into far
	model  uint16
	bits   uint16 // the flags, and above them the milliseconds of the time
}

const (
	entryCopied uint16 = 1 << iota
	entryAside
	entryPriced // usd is recorded
	entryWide
	entryRepeat // an earlier place has the same key
	entryFar    // the time is not between 1970 and 2106

	entryFlags = 6 // how many flags there are
)

// spend walks one session for its requests alone. With a filter for models
// its answers count as well, as a list counts them.
func (c *Catalog) spendOf(a adapter.Adapter, ix *adapter.Index, ref *adapter.Ref, req *session.CostRequest, p *progress) spendWalk {
	w := spendWalk{agent: a.Name(), ref: ref, parent: -1}
	env, share := p.walkEnv(c, a.Name(), req.Strict, ref.Size, &w.notes)
	f, err := c.walkSpend(a, env, ix, ref, req.Model != "")
	if err == nil && f.empty(ref) && req.Model == "" { // no request and no time: is it a session at all?
		f, err = c.walkSpend(a, env, ix, ref, true)
	}
	if w.err = err; err != nil {
		return w
	}
	share.finish()
	v, _ := f.view("")
	w.walked = &walked{ref: ref, fold: f, view: v}
	w.walked.summary = c.summarize(a.Name(), w.walked)
	w.walked.empty = f.empty(ref)
	w.tags = w.walked.summary.Tags
	w.pack(f)
	w.rest = f.residueOf(c.prices)
	filter := costFilter(req)
	w.matches = !w.walked.empty && filter.matches(w.walked, &w.walked.summary)
	w.walked.forget()
	putSpendFold(f)
	return w
}

// walkSpend walks a session for its requests, and its messages as well when
// they matter.
func (c *Catalog) walkSpend(a adapter.Adapter, env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, messages bool) (*fold, error) {
	if messages {
		f := newFold(false)
		return f, a.Walk(env, ix, ref, adapter.Want{Usage: true, Prompts: true}, f.visit)
	}
	f := spendFoldPool.Get()
	return f, a.Walk(env, ix, ref, adapter.Want{Usage: true, LendKeys: true}, f.visitUsage)
}

// spendFoldPool keeps a few folds with their memory between sessions: a home
// has thousands of them.
var spendFoldPool = pool.New(newSpendFold)

// keptUsage is the room, in requests, beyond which a fold is not kept.
const keptUsage = 1 << 14

// putSpendFold returns f to the pool. The caller must not use it afterwards.
func putSpendFold(f *fold) {
	if f.byMerge != nil || cap(f.usage) > keptUsage {
		return
	}
	clear(f.byKey)
	clear(f.usage) // let go of the strings
	*f = fold{byKey: f.byKey, usage: f.usage[:0]}
	spendFoldPool.Put(f)
}

// visitUsage takes what spend needs of a record.
func (f *fold) visitUsage(r *adapter.Record) error {
	f.takeFacts(r.Facts)
	f.takeTime(r)
	f.addUsage(r)
	return nil
}

// pack turns the requests of a fold into entries.
func (w *spendWalk) pack(f *fold) {
	if len(f.usage) == 0 {
		return
	}
	agent := hashKey(w.agent)
	w.entries = make([]entry, len(f.usage))
	for i := range f.usage {
		u := &f.usage[i]
		e := &w.entries[i]
		e.model = w.modelIndex(u.Model)
		if u.key != 0 {
			e.key = u.key ^ agent
		}
		if u.copied {
			e.bits |= entryCopied
		}
		if u.aside {
			e.bits |= entryAside
		}
		if u.USD != nil {
			e.bits |= entryPriced
			e.usd = *u.USD
		}
		w.setTime(e, u.time)
		w.setTokens(e, u.Usage)
	}
}

func (w *spendWalk) setTime(e *entry, t session.Time) {
	if t < 0 || t >= 1000<<32 {
		e.bits |= entryFar
		e.second = uint32(len(w.far))
		w.far = append(w.far, t)
		return
	}
	e.second = uint32(t / 1000)
	e.bits |= uint16(t%1000) << entryFlags
}

// time unpacks when a request was made; absent when its record does not tell.
func (w *spendWalk) time(e *entry) session.Time {
	if e.bits&entryFar != 0 {
		return w.far[e.second]
	}
	return session.Time(e.second)*1000 + session.Time(e.bits>>entryFlags)
}

// modelIndex returns where a model stands in the walk's list. A session with
// more models than an index holds is none that an agent wrote: the rest share
// the last place.
func (w *spendWalk) modelIndex(model string) uint16 {
	for i := len(w.models) - 1; i >= 0; i-- {
		if w.models[i] == model {
			return uint16(i)
		}
	}
	if len(w.models) < 1<<16-1 {
		w.models = append(w.models, model)
	}
	return uint16(len(w.models) - 1)
}

func (w *spendWalk) setTokens(e *entry, u session.TokenUsage) {
	e.bits &^= entryWide
	for i, n := range []int64{u.InputTokens, u.OutputTokens, u.ThinkingTokens, u.CachedTokens, u.CacheWriteTokens, u.CacheWrite1hTokens} {
		if n < 0 || n >= 1<<32 {
			e.bits |= entryWide
			e.tokens[0] = uint32(len(w.wide))
			w.wide = append(w.wide, u)
			return
		}
		e.tokens[i] = uint32(n)
	}
}

// request unpacks an entry; the money is the entry's.
func (w *spendWalk) request(e *entry) cost.Request {
	r := cost.Request{Model: w.models[e.model]}
	if e.bits&entryWide != 0 {
		r.Usage = w.wide[e.tokens[0]]
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
