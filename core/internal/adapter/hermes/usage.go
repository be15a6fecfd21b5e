package hermes

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/session"
)

// spent is what some model calls took, as Hermes counts: input without what
// came from the cache or went to it, output with reasoning.
type spent struct {
	tokens session.TokenUsage
	usd    *session.Money
}

// parseSpent reads five counts, the two costs and the status of them.
func parseSpent(r row) spent {
	var s spent
	t := &s.tokens
	for i, n := range []*int64{&t.InputTokens, &t.OutputTokens, &t.CachedTokens, &t.CacheWriteTokens, &t.ThinkingTokens} {
		*n = max(r.intAt(i), 0)
	}
	t.ThinkingTokens = min(t.ThinkingTokens, t.OutputTokens)
	s.usd = costOf(r[5:])
	return s
}

// costOf reads a recorded cost: what the provider billed, else the estimate.
// Nothing is a price only when the provider billed nothing: Hermes writes 0.0
// for unknown prices and for what a subscription covers alike.
func costOf(r row) *session.Money {
	status := r.textAt(2)
	if status == costIncluded {
		return nil
	}
	actual, estimate := moneyOf(&r[1]), moneyOf(&r[0])
	switch {
	case actual != nil:
		return actual
	case estimate != nil:
		return estimate
	case status == costActual && !r.isNull(1):
		return new(session.Money)
	}
	return nil
}

// call is a row of session_model_usage: what one model took for one task.
type call struct {
	_ [0]func() // never compared

	spent
	key, model string
	task       bool // beside the conversation: titles, summaries; not in the session's totals
	count      int64
	last       session.Time
}

const usageColumns = "#input_tokens, #output_tokens, #cache_read_tokens, #cache_write_tokens, #reasoning_tokens, " +
	"#estimated_cost_usd, #actual_cost_usd, cost_status, model, billing_provider, billing_base_url, billing_mode, task, " +
	"#api_call_count, #last_seen"

// readCalls reads what a session spent, by model where the schema has that
// (20 and later). What the session's totals hold beyond that, from before its
// database had the table, is one call more.
func (w *rowWalk) readCalls(in *info) ([]call, error) {
	var out []call
	var own []int // places of those that the totals hold
	rest := in.spent
	if w.db.HasColumn(tableUsage, "session_id") {
		var rows [][]host.Value
		q := &sqlwal.Paged{Columns: w.db.SelectList(tableUsage, usageColumns), From: tableUsage + " WHERE session_id = ?", Args: []host.Value{sqlwal.TextValue(in.id)},
			Key: []string{"rowid"}, Limit: sessionPage}
		err := w.db.EachStable(q, func(_, r []host.Value) error {
			rows = append(rows, r)
			return nil
		})
		if err != nil {
			if endsWalk(err) {
				return nil, err
			}
			if err := w.log.ReportSkip(w.db.Path(), 0, 0, unreadableRow(err)); err != nil {
				return nil, err
			}
		}
		for _, r := range rows {
			c := parseCall(in, r)
			if err := w.pace.Count(w.env, w.log, 1, 0); err != nil {
				return nil, err
			}
			if !c.task {
				rest.subtractCall(&c)
				own = append(own, len(out))
			}
			out = append(out, c)
		}
	}
	if len(own) == 1 && rest.tokens.Zero() && out[own[0]].usd == nil {
		out[own[0]].usd = in.spent.usd
	}
	if !rest.tokens.Zero() || rest.usd != nil {
		out = append(out, call{spent: rest, key: in.id, model: in.model, last: session.Latest(in.said, in.started)})
	}
	return out, nil
}

func parseCall(in *info, r row) call {
	c := call{spent: parseSpent(r), model: r.textAt(8), task: r.textAt(12) != "", count: r.intAt(13)}
	c.key = in.id
	for i := 8; i <= 12; i++ {
		c.key += "|" + r.textAt(i)
	}
	if c.last, _ = r.timeAt(14); c.last == 0 {
		c.last = session.Latest(in.said, in.started)
	}
	return c
}

// subtractCall takes a call out of a session's totals. The money of what is left is
// not known: the totals may hold an estimate for some of the calls only.
func (s *spent) subtractCall(c *call) {
	t := &s.tokens
	t.InputTokens = max(t.InputTokens-c.tokens.InputTokens, 0)
	t.OutputTokens = max(t.OutputTokens-c.tokens.OutputTokens, 0)
	t.CachedTokens = max(t.CachedTokens-c.tokens.CachedTokens, 0)
	t.CacheWriteTokens = max(t.CacheWriteTokens-c.tokens.CacheWriteTokens, 0)
	t.ThinkingTokens = min(max(t.ThinkingTokens-c.tokens.ThinkingTokens, 0), t.OutputTokens)
	s.usd = nil
}

// visitSpend visits calls.
func (w *walker) visitSpend(calls []call) error {
	for i := range calls {
		c := &calls[i]
		if c.tokens.Zero() && c.usd == nil {
			continue
		}
		w.rec = adapter.Record{Kind: adapter.Usage, Time: c.last, Model: c.model, Usage: &c.tokens, USD: c.usd, UsageKey: c.key}
		if err := w.out.Record(&w.rec); err != nil {
			return err
		}
	}
	return nil
}
