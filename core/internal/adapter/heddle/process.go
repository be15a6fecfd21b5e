package heddle

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// process is what the results of a running agent have said so far. Claude Code
// prints totals: of the process, or of the session with its past.
type process struct {
	begun  []adapter.Record // requests that have only a known beginning
	models map[string]modelTotal
	usd    map[string]session.Money      // last total, by the agent's session
	tokens map[string]session.TokenUsage // the same, of agents that add up tokens
}

// modelTotal is what a model has cost.
type modelTotal struct {
	usage session.TokenUsage
	usd   session.Money
}

// readTurnEnd reads the end of a turn. Its text is mostly the answer once more.
// Its figures count unless the turn's messages have counted.
func (w *walker) readTurnEnd(m *store.Recorded, v *members, r *adapter.Record) error {
	said := contentOf(v)
	if said == "" || w.repeatsAnswer(said) {
		r.Kind, r.ID = adapter.Ignored, ""
	} else {
		r.Role = session.RoleAssistant
		if w.want.Text {
			r.Text = said
		}
	}
	w.pieces = w.pieces[:0]
	spent := w.spent
	w.spent = false
	w.endRun(v, r)
	if w.isCounted(v) {
		return nil
	}
	if v[atModelUsage].Kind() == scan.Object || len(w.process.begun) > 0 {
		return w.settleTurn(m, v, r)
	}
	if !spent {
		w.ownShare(m, v, r)
	}
	return nil
}

// ownShare charges a result with what it adds to the totals before it.
func (w *walker) ownShare(m *store.Recorded, v *members, r *adapter.Record) {
	id := v[atSessionID].String()
	u, ok := normalize.ParseUsage(v[atUsage])
	if total, is := normalize.ParseUsage(v[atTotalUsage]); is {
		if before, known := w.process.tokens[id]; known && id != "" {
			u, ok = usageGrowth(total, before), true
		}
		w.process.tokens[id] = total
	}
	usd := normalize.ParseMoney(v[atOwnUSD])
	if total := normalize.ParseMoney(v[atUSD]); total != nil && usd == nil {
		usd = w.moreThanBefore(id, *total)
	}
	if ok || usd != nil {
		w.setUsage(m, v, r, u, usd)
	}
}

// moreThanBefore is what a total of the agent's session has grown by.
func (w *walker) moreThanBefore(id string, total session.Money) *session.Money {
	more := total
	if before, known := w.process.usd[id]; known && id != "" && total >= before {
		more = total - before
	}
	w.process.usd[id] = total
	return &more
}

// usageGrowth returns what u has more than o, or u where it is another count.
func usageGrowth(u, o session.TokenUsage) session.TokenUsage {
	d := session.TokenUsage{InputTokens: u.InputTokens - o.InputTokens, OutputTokens: u.OutputTokens - o.OutputTokens,
		ThinkingTokens: u.ThinkingTokens - o.ThinkingTokens, CachedTokens: u.CachedTokens - o.CachedTokens,
		CacheWriteTokens: u.CacheWriteTokens - o.CacheWriteTokens, CacheWrite1hTokens: u.CacheWrite1hTokens - o.CacheWrite1hTokens}
	if min(d.InputTokens, d.OutputTokens, d.ThinkingTokens, d.CachedTokens, d.CacheWriteTokens, d.CacheWrite1hTokens) < 0 {
		return u
	}
	return d
}

// settleTurn charges a result of Claude Code with what was spent since the one
// before: what it says of that, else what the totals by model have grown by,
// else, where a first total may include a past, its own tokens.
func (w *walker) settleTurn(m *store.Recorded, v *members, r *adapter.Record) error {
	since, exact := w.spentSince(v)
	if !exact {
		return w.settleByTokens(m, v, r)
	}
	var all session.TokenUsage
	for i := range since {
		all.Add(since[i].usage)
	}
	if err := w.chargeOldest(all); err != nil {
		return err
	}
	w.process.begun = w.process.begun[:0]
	for i := range since {
		request := adapter.Record{Kind: adapter.Usage, Time: r.Time, Branch: r.Branch, Copied: r.Copied, Origin: r.Origin, Model: since[i].model}
		usd := since[i].usd
		w.setUsage(m, v, &request, since[i].usage, &usd)
		request.UsageKey += "/" + since[i].model
		if err := w.out.Record(&request); err != nil {
			return err
		}
	}
	return nil
}

// share is what a model has cost since the last result.
type share struct {
	model string
	modelTotal
}

// spentSince returns what was spent since the last result, by model; ok is false
// when the totals may include a past.
func (w *walker) spentSince(v *members) (list []share, ok bool) {
	before := w.process.models
	now := map[string]modelTotal{}
	var cost session.Money
	v[atModelUsage].EachMember(func(key, e scan.Value) bool {
		t := totalsOf(e)
		now[key.String()] = t
		cost = cost.Plus(t.usd)
		return true
	})
	w.process.models = now
	id := v[atSessionID].String()
	total := normalize.ParseMoney(v[atUSD])
	last, known := w.process.usd[id]
	if total != nil {
		w.process.usd[id] = *total
	}
	if s := v[atSince]; s.Kind() == scan.Object {
		s.EachMember(func(key, e scan.Value) bool {
			list = append(list, share{key.String(), totalsOf(e)})
			return true
		})
		return list, true
	}
	if v[atModelUsage].Kind() != scan.Object {
		return nil, false
	}
	if known && total != nil && *total == last && before != nil {
		return nil, true // an equal total adds nothing
	}
	switch {
	case w.isFreshProcess(now) || before == nil && matchesTurnUsage(v, now):
		before = nil
	case before == nil:
		return nil, false
	}
	v[atModelUsage].EachMember(func(key, _ scan.Value) bool {
		model := key.String()
		n, b := now[model], before[model]
		d := modelTotal{usageGrowth(n.usage, b.usage), n.usd - b.usd}
		if d.usd < 0 {
			d.usd = n.usd
		}
		if d != (modelTotal{}) {
			list = append(list, share{model, d})
		}
		return true
	})
	return list, true
}

// matchesTurnUsage reports whether totals are no more than what the turn itself used.
func matchesTurnUsage(v *members, now map[string]modelTotal) bool {
	var all session.TokenUsage
	for _, t := range now {
		all.Add(t.usage)
	}
	u, ok := normalize.ParseUsage(v[atUsage])
	u.ThinkingTokens, u.CacheWrite1hTokens = all.ThinkingTokens, all.CacheWrite1hTokens // one of them may not say
	return ok && u == all
}

// isFreshProcess reports whether totals are those of a process without a past: by
// model, they are the prompts that were seen to begin.
func (w *walker) isFreshProcess(now map[string]modelTotal) bool {
	seen := map[string]session.TokenUsage{}
	w.eachBegun(func(r *adapter.Record) {
		u := seen[r.Model]
		u.Add(*r.Usage)
		seen[r.Model] = u
	})
	for model, t := range now {
		u, is := seen[model]
		if u.InputTokens != t.usage.InputTokens || u.CachedTokens != t.usage.CachedTokens || u.CacheWriteTokens != t.usage.CacheWriteTokens {
			return false
		}
		if is {
			delete(seen, model)
		}
	}
	for _, u := range seen {
		if !u.Zero() {
			return false
		}
	}
	return true
}

// eachBegun visits each request that has begun once, with the greatest of its
// numbers.
func (w *walker) eachBegun(fn func(r *adapter.Record)) {
	at := map[string]int{}
	var list []adapter.Record
	for _, r := range w.process.begun {
		if i, known := at[r.UsageKey]; known {
			list[i].Usage.Max(*r.Usage)
			continue
		}
		u := *r.Usage
		r.Usage = &u
		at[r.UsageKey] = len(list)
		list = append(list, r)
	}
	for i := range list {
		fn(&list[i])
	}
}

// settleByTokens charges a result with its own tokens, and subagents with
// what is known of theirs.
func (w *walker) settleByTokens(m *store.Recorded, v *members, r *adapter.Record) error {
	u, ok := normalize.ParseUsage(v[atUsage])
	model := r.Model
	if len(w.process.models) == 1 {
		for model = range w.process.models {
		}
	}
	w.eachBegun(func(b *adapter.Record) {
		if !b.Aside {
			model = b.Model
		}
	})
	if ok {
		kept := w.process.begun[:0]
		for _, b := range w.process.begun {
			if b.Aside {
				kept = append(kept, b)
			}
		}
		w.process.begun = kept
	}
	if err := w.flushBegun(); err != nil {
		return err
	}
	if ok && !u.Zero() {
		request := adapter.Record{Kind: adapter.Usage, Time: r.Time, Branch: r.Branch, Copied: r.Copied, Origin: r.Origin, Model: model}
		var usd *session.Money
		if v[atModelUsage].Kind() != scan.Object {
			if total := normalize.ParseMoney(v[atUSD]); total != nil {
				usd = w.moreThanBefore(v[atSessionID].String(), *total)
			}
		}
		w.setUsage(m, v, &request, u, usd)
		return w.out.Record(&request)
	}
	return nil
}

// chargeOldest charges the oldest requests that have only begun, as long as the
// rest is what was spent: those of a process that ended without a result.
func (w *walker) chargeOldest(spent session.TokenUsage) error {
	var begun session.TokenUsage
	w.eachBegun(func(r *adapter.Record) { begun.Add(*r.Usage) })
	older := !spent.Zero()
	var failed error
	w.eachBegun(func(r *adapter.Record) {
		begun = usageGrowth(begun, *r.Usage)
		if older = older && failed == nil && begun.Context() >= spent.Context(); older {
			failed = w.visitBegun(r)
		}
	})
	return failed
}

// flushBegun charges the requests that have only begun: nothing says more of them.
func (w *walker) flushBegun() error {
	var failed error
	w.eachBegun(func(r *adapter.Record) {
		if failed == nil {
			failed = w.visitBegun(r)
		}
	})
	w.process.begun = w.process.begun[:0]
	return failed
}

func (w *walker) visitBegun(r *adapter.Record) error {
	u := *r.Usage
	request := adapter.Record{Kind: adapter.Usage, Time: r.Time, Branch: r.Branch, Copied: r.Copied, Origin: r.Origin, Aside: r.Aside,
		Model: r.Model, Merge: r.Merge, Usage: &u, USD: r.USD, UsageKey: r.UsageKey, UsageAgent: r.UsageAgent}
	return w.out.Record(&request)
}
