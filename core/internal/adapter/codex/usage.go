package codex

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/terms"
	"github.com/heddle-dev/heddle/core/session"
)

// counter makes requests of the running totals in token_count events. It
// lives through a whole walk: a fork's totals continue from its history's.
type counter struct {
	records bool // token_usage_record is written: the totals say nothing new
	known   bool
	total   tokens
	segment int64 // totals restart on resume up to 0.60
}

// startRun begins a run of its own: totals go back to where a rewind was made,
// and may come to the same figures again.
func (c *counter) startRun() {
	c.known = false
	c.segment++
}

// nextTokens returns what a token_count adds; ok is false when it adds nothing.
func (c *counter) nextTokens(total, last tokens) (spent tokens, ok bool) {
	switch {
	case c.known && total == c.total:
		return tokens{}, false // repeated, or an estimate after a compaction
	case total == last: // a run begins
		c.segment++
		spent = last
	case !c.known: // the totals of an unknown history: only the last is ours
		spent = last
	default:
		if spent, ok = total.subtractTokens(c.total); !ok {
			c.segment++
			spent = last
		}
	}
	c.known, c.total = true, total
	return spent, true
}

// setUsage puts a request's tokens on a record.
func (w *walk) setUsage(r *adapter.Record, t tokens) {
	w.usage = t.toTokenUsage()
	r.Usage = &w.usage
}

// termsOf returns the terms of a request: its own line states them, else the settings
// in force do.
func (w *walk) termsOf(l *line) string {
	for _, f := range [...]int{fTier, fInfoTier} {
		if v := l.fieldValue(f); v.Kind() == scan.String {
			return terms.Add("", terms.Tier, stringBytes(v))
		}
	}
	return w.terms
}

// usageRecord takes the usage of one response (since 0.169). It names the
// thread that spent it, so that copies are known.
func (w *walk) usageRecord(l *line, r *adapter.Record) error {
	t, ok := tokensOf(l.fieldValue(fUsage))
	if !ok {
		return w.ignoreRecord(r)
	}
	w.counter.records = true
	if id := l.fieldText(fThreadID); id != "" {
		r.Copied = w.f.history || id != w.f.thread
		if r.Origin = ""; r.Copied {
			r.Origin = id
		}
	}
	r.Kind, r.Model, r.Terms = adapter.Usage, w.model, w.termsOf(l)
	w.setMergeKey(r)
	r.UsageKey = l.fieldText(fResponseID)
	if r.UsageKey == "" {
		r.UsageKey = w.usageKey(r, 0, t)
	}
	w.setUsage(r, t)
	return w.emit(r)
}

// tokenCount takes the running totals. A request's key is the thread that
// spent it, the run and the totals: copies keep all three.
func (w *walk) tokenCount(l *line, r *adapter.Record) error {
	total, ok := tokensOf(l.fieldValue(fTotals))
	last, lastOK := tokensOf(l.fieldValue(fLast))
	if w.counter.records || !ok && !lastOK {
		return w.ignoreRecord(r)
	}
	if !ok { // the last request alone is stated
		total = w.counter.total.addTokens(last)
	}
	t, ok := w.counter.nextTokens(total, last)
	if !ok {
		return w.ignoreRecord(r)
	}
	r.Kind, r.Model, r.Terms = adapter.Usage, w.model, w.termsOf(l)
	w.setMergeKey(r)
	r.UsageKey = w.usageKey(r, w.counter.segment, total)
	w.setUsage(r, t)
	return w.emit(r)
}

// setMergeKey names the message that a usage belongs to; nobody asks when only
// usage is wanted.
func (w *walk) setMergeKey(r *adapter.Record) {
	if !w.want.UsageOnly() {
		r.Merge = w.responses.usageResponse()
	}
}

// usageKey is the thread that spent a request, the run, and the numbers that
// identify the total.
func (w *walk) usageKey(r *adapter.Record, segment int64, total tokens) string {
	owner := w.f.thread
	if r.Copied && r.Origin != "" {
		owner = r.Origin
	}
	b := append(w.key[:0], owner...)
	for i, n := range [...]int64{segment, total.total, total.input, total.output} {
		b = append(b, "//.."[i])
		b = canon.AppendInt(b, n)
	}
	w.key = b
	if w.want.LendKeys {
		return scan.UnsafeString(b)
	}
	return string(b)
}

// emitFailure shows why a turn failed, once per turn and reason.
func (w *walk) emitFailure(r *adapter.Record, text []byte, decoded string) error {
	s := signatureOf(text)
	if w.turn.failure == s {
		return w.ignoreRecord(r)
	}
	w.turn.failure = s
	r.Kind, r.Role, r.Special = adapter.Message, session.RoleSystem, "api_error"
	r.Type = string(session.MessageTypeError)
	if w.wantsTexts() {
		r.Text = decoded
	}
	return w.emit(r)
}
