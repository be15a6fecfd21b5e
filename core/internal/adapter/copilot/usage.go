package copilot

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Tokens are in three places. Since 1.0.102 every request has an event of
// its own. Before, and in every version once more, the shutdown of a process
// has totals per model: up to 1.0.40 those of the process, since then those of
// the session so far. A shutdown therefore counts for what nothing before it
// has counted. An answer's own outputTokens are the only trace of a process
// that was killed. What a compaction spent is in no total.

// call is the last request of one agent in the file.
type call struct{ api, record string }

// totals are the tokens counted so far, by model.
type totals struct {
	session []modelTokens // since the beginning
	process []modelTokens // since the last shutdown
}

type modelTokens struct {
	model    string
	requests int64
	session.TokenUsage
}

// maxShares bounds the records that one total is split into.
const maxShares = 4096

// answer is a message that still waits for its model or its tokens.
type answer struct {
	merge, model  string
	unknown       bool // the model was not known
	tokens        int64
	time          session.Time
	line, offset  int64
	copied, aside bool
	origin        string
}

// requestAgent names whose request an event belongs to; "" is the session's own.
func (w *walk) requestAgent() string { return w.v[fAgent].String() }

// usageRecord reads the tokens of one request. Its event id is the same in
// every fork, and unlike the provider's id it is unique.
func (w *walk) usageRecord(r *adapter.Record) error {
	r.Kind, r.UsageKey, r.Merge = adapter.Usage, r.ID, r.ID
	r.Model = w.dataField("usage.model").String()
	w.usage = tokensOf(w.dataField("usage"))
	r.Usage = &w.usage
	source := w.dataField("usage.accounting.sourceSessionId").String()
	if !r.Aside && source != "" && source != w.ref.ID { // what a fork repeats says whose it was
		r.Copied, r.Origin = true, source
	}
	if err := w.storeKey(r); err != nil {
		return err
	}
	w.rewind.noteRequest(r)
	w.calls[w.requestAgent()] = call{w.dataField("usage.apiCallId").String(), r.ID}
	m := modelTokens{r.Model, 1, w.usage}
	w.totals.session, w.totals.process = addTokens(w.totals.session, m), addTokens(w.totals.process, m)
	setCredits(r, creditsOf(w.dataField("usage.totalNanoAiu")))
	return w.emitRecord(r)
}

// requestEvent returns the event of tokens that an answer belongs to, "" when it
// has none.
func (w *walk) requestEvent() string {
	agent := w.requestAgent()
	c, ok := w.calls[agent]
	if api := w.v[fAPICall].String(); !ok || api != c.api {
		return ""
	} else if api == "" { // nothing but its place decides: the next answer is another one
		delete(w.calls, agent)
	}
	return c.record
}

// queueAnswer keeps what is known of an answer whose model or tokens are not
// known yet.
func (w *walk) queueAnswer(r *adapter.Record) {
	n := adapter.CountOf(w.v[fOutputTokens])
	if n > maxTokens {
		n = 0
	}
	if n > 0 || r.Model == "" && !r.Aside {
		w.answers.Add(answer{r.Merge, r.Model, r.Model == "" && !r.Aside, n, r.Time, r.Line, r.Offset, r.Copied, r.Aside, r.Origin}, 0)
	}
}

// assignModel sets the model of the answers before, when nothing named it until now.
func (w *walk) assignModel(model string) error {
	if w.model != "" || model == "" {
		return nil
	}
	w.model = model
	waiting := w.answers.Items()
	for i := range waiting {
		a := &waiting[i]
		if !a.unknown {
			continue
		}
		a.unknown, a.model = false, model
		r := adapter.Record{Line: a.line, Offset: a.offset, Copied: a.copied, Origin: a.origin,
			Role: session.RoleAssistant, Merge: a.merge, Model: model}
		if err := w.out.Record(&r); err != nil {
			return err
		}
	}
	return nil
}

// endProcess ends a process that was not shut down: what its answers say of
// themselves is all there is. One without a named model has that of the
// process before.
func (w *walk) endProcess() error {
	if err := w.assignModel(w.before); err != nil {
		return err
	}
	w.totals.process = w.totals.process[:0]
	return w.answers.EmitAll(func(a *answer) error {
		if a.tokens == 0 {
			return nil
		}
		w.usage = session.TokenUsage{OutputTokens: a.tokens}
		if !a.copied {
			w.rewind.others.Add(w.usage)
		}
		r := adapter.Record{Kind: adapter.Usage, Line: a.line, Offset: a.offset, Time: a.time, Copied: a.copied, Origin: a.origin,
			Aside: a.aside, Merge: a.merge, Model: a.model, Usage: &w.usage, UsageKey: a.merge}
		w.bill.noteRequest(&r)
		return w.out.Record(&r)
	})
}

// readShutdown reads the tokens and the bill of a process or session.
func (w *walk) readShutdown(r *adapter.Record) error {
	whole := *r
	if err := w.readTotals(r); err != nil {
		return err
	}
	return w.readBill(&whole, w.dataField("modelMetrics"))
}

// readTotals reads the tokens of a process or session. What of them was not
// counted yet becomes one record for each request, of the average size:
// prices may depend on the size of a request, never on that of a sum.
func (w *walk) readTotals(r *adapter.Record) error {
	metrics := readMetrics(w.dataField("modelMetrics"))
	model := w.dataField("currentModel").String()
	if len(metrics) == 1 {
		model = metrics[0].model
	}
	if err := w.assignModel(model); err != nil {
		return err
	}
	if len(metrics) == 0 { // it never answered, or does not say what that took
		return w.ignoreRecord(r)
	}
	w.answers.Clear()
	counted := w.totals.process
	if w.dataField("totalNanoAiu").Exists() { // since 1.0.73
		counted = w.totals.session
	}
	rest := remainingTokens(metrics, counted)
	w.totals.process = w.totals.process[:0]
	if len(rest) == 0 {
		return w.ignoreRecord(r)
	}
	r.Kind = adapter.Usage
	for i := range rest {
		m := &rest[i]
		w.totals.session = addTokens(w.totals.session, *m)
		if w.rewind.seen && !r.Copied {
			t := deferredTotal{*m, *r, w.prev}
			t.rec.ID, t.rec.Raw = "", nil
			w.rewind.totals = append(w.rewind.totals, t)
			continue
		}
		if !r.Copied {
			w.rewind.others.Add(m.TokenUsage)
		}
		if err := w.emitShares(r, m); err != nil {
			return err
		}
		r.ID, r.Raw = "", nil
	}
	if w.rewind.seen && !r.Copied {
		return w.ignoreRecord(r)
	}
	return nil
}

// emitShares visits tokens as one record for each request.
func (w *walk) emitShares(r *adapter.Record, m *modelTokens) error {
	n := min(max(m.requests, 1), maxShares)
	for k := range n {
		w.usage = shareOf(m.TokenUsage, k, n)
		r.Model, r.Usage, r.UsageKey = m.model, &w.usage, ""
		if w.prev != "" {
			r.UsageKey = w.prev + "/" + m.model + "/" + text.FormatInt(k)
		}
		if err := w.emitRecord(r); err != nil {
			return err
		}
		r.ID, r.Raw = "", nil
	}
	return nil
}

// shareOf returns part k of n.
func shareOf(u session.TokenUsage, k, n int64) session.TokenUsage {
	for _, x := range [...]*int64{&u.InputTokens, &u.OutputTokens, &u.ThinkingTokens, &u.CachedTokens, &u.CacheWriteTokens} {
		more := *x%n > k
		if *x /= n; more {
			*x++
		}
	}
	return u
}

// readMetrics reads the totals of a shutdown.
func readMetrics(v scan.Value) (out []modelTokens) {
	v.EachMember(func(key, e scan.Value) bool {
		if u := tokensOf(e.Get("usage")); !u.Zero() {
			n, _ := e.Get("requests.count").Int()
			out = addTokens(out, modelTokens{key.String(), min(max(n, 0), maxTokens), u})
		}
		return true
	})
	return out
}

// addTokens adds tokens to those of a model.
func addTokens(list []modelTokens, m modelTokens) []modelTokens {
	for i := range list {
		if list[i].model == m.model {
			list[i].Add(m.TokenUsage)
			list[i].requests += m.requests
			return list
		}
	}
	return append(list, m)
}

// remainingTokens returns what of all is not in counted. Names of models may differ
// between the two, so that no more is left than is left of the sums.
func remainingTokens(all, counted []modelTokens) (rest []modelTokens) {
	var left session.TokenUsage
	for i := range all {
		left.Add(all[i].TokenUsage)
	}
	for i := range counted {
		left = subtractUsage(left, counted[i].TokenUsage)
	}
	for _, m := range all {
		for i := range counted {
			if counted[i].model == m.model {
				m.TokenUsage = subtractUsage(m.TokenUsage, counted[i].TokenUsage)
				m.requests -= counted[i].requests
			}
		}
		m.TokenUsage = subtractUsage(m.TokenUsage, subtractUsage(m.TokenUsage, left))
		if left = subtractUsage(left, m.TokenUsage); !m.Zero() {
			rest = append(rest, m)
		}
	}
	return rest
}

// subtractUsage returns a - b, no number below 0.
func subtractUsage(a, b session.TokenUsage) session.TokenUsage {
	return session.TokenUsage{
		InputTokens:      max(0, a.InputTokens-b.InputTokens),
		OutputTokens:     max(0, a.OutputTokens-b.OutputTokens),
		ThinkingTokens:   max(0, a.ThinkingTokens-b.ThinkingTokens),
		CachedTokens:     max(0, a.CachedTokens-b.CachedTokens),
		CacheWriteTokens: max(0, a.CacheWriteTokens-b.CacheWriteTokens),
	}
}

// readCompaction reads a summary and what making it took.
func (w *walk) readCompaction(r *adapter.Record) error {
	used := w.dataField("compactionTokensUsed")
	if w.usage = tokensOf(used); !w.usage.Zero() {
		r.Usage, r.UsageKey, r.Model = &w.usage, r.ID, used.Get("model").String()
		if r.Model == "" {
			r.Model = w.model
		}
		if err := w.storeKey(r); err != nil {
			return err
		}
		w.rewind.noteRequest(r)
	}
	if w.dataField("success").Kind() != scan.False {
		r.Compaction = &session.Compaction{TokensBefore: adapter.CountOf(w.dataField("preCompactionTokens")), TokensAfter: adapter.CountOf(w.dataField("postCompactionTokens"))}
		return w.emitNotice(r, "compaction", session.MessageTypeSystem, w.dataField("summaryContent"))
	}
	if r.Kind = adapter.Usage; r.Usage == nil {
		r.Kind = adapter.Ignored
	}
	return w.emitRecord(r)
}
