package copilot

import (
	"math/bits"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// A shutdown states what the session has cost so far, in billionths of an AI
// credit, in all and by model. What is more than in the shutdown before is the
// bill of the requests between them. It is divided among these requests by
// their tokens, since no request states its own; the parts add up to the bill.

// creditsArePriced is when a credit began to cost 0.01 USD: June 2026.
const creditsArePriced = session.Time(1780272000000)

// creditUSD is what a billionth of a credit costs, in units of session.Money.
const creditUSD = 10

// maxCredits bounds the billionths of a credit that one number may state.
const maxCredits = 1 << 53

// bill is what is billed so far, and the requests since the last shutdown.
type bill struct {
	total   int64
	models  []modelCredits
	waiting []billedRequest
	held    []modelCredits // of a rewound session: settled at its end
	rec     adapter.Record // of the shutdown
}

// modelCredits is an amount of one model; of none that is named for what is left.
type modelCredits struct {
	model   string
	credits int64
}

// billedRequest is a request as its record states it.
type billedRequest struct {
	rec     adapter.Record
	weight  uint64
	credits int64 // that it states itself
}

// creditsOf reads an amount; 0 says nothing: models of other providers have it.
func creditsOf(v scan.Value) int64 {
	n, ok := v.ScaledDecimal(0)
	if !ok || n < 0 || n > maxCredits {
		return 0
	}
	return n
}

// setCredits puts an amount on a record with usage.
func setCredits(r *adapter.Record, credits int64) {
	r.Usage.NanoCredits = credits
	if credits > 0 && r.Time >= creditsArePriced {
		usd := session.Money(credits * creditUSD)
		r.USD = &usd
	}
}

// noteRequest keeps a request for the next shutdown.
func (b *bill) noteRequest(r *adapter.Record) {
	if r.Usage == nil || r.UsageKey == "" {
		return
	}
	u := r.Usage
	weight := uint64(u.InputTokens)*20 + uint64(u.OutputTokens)*100 + uint64(u.CachedTokens)*2 + uint64(u.CacheWriteTokens)*25
	kept := adapter.Record{Kind: adapter.Usage, Line: r.Line, Offset: r.Offset, Time: r.Time, Copied: r.Copied, Origin: r.Origin, Aside: r.Aside,
		Model: r.Model, UsageKey: r.UsageKey}
	b.waiting = append(b.waiting, billedRequest{kept, weight, u.NanoCredits})
}

// readBill takes what a shutdown states.
func (w *walk) readBill(r *adapter.Record, metrics scan.Value) error {
	b := &w.bill
	total := creditsOf(w.dataField("totalNanoAiu"))
	var now []modelCredits
	sum := int64(0)
	metrics.EachMember(func(model, e scan.Value) bool {
		m := modelCredits{model.String(), creditsOf(e.Get("totalNanoAiu"))}
		now = append(now, m)
		sum = min(sum+m.credits, maxCredits)
		return len(now) < maxModels
	})
	if total = max(total, sum); total == 0 {
		return nil
	}
	if total < b.total { // another count began
		b.total, b.models = 0, nil
	}
	left := total - b.total
	var more []modelCredits
	for _, m := range now {
		credits := m.credits
		for _, before := range b.models {
			if before.model == m.model {
				credits -= before.credits
			}
		}
		if credits = min(max(credits, 0), left); credits > 0 {
			left -= credits
			more = append(more, modelCredits{m.model, credits})
		}
	}
	if left > 0 {
		more = append(more, modelCredits{"", left})
	}
	b.total, b.models, b.rec = total, now, *r
	if w.rewind.seen {
		b.held = append(b.held, more...)
		return nil
	}
	return w.settleBill(more)
}

// maxModels bounds the models of one bill.
const maxModels = 256

// endBill settles what a rewound session has held back.
func (w *walk) endBill() error {
	more := w.bill.held
	w.bill.held = nil
	return w.settleBill(more)
}

// settleBill divides amounts among the requests that wait.
func (w *walk) settleBill(more []modelCredits) error {
	b := &w.bill
	if len(more) == 0 {
		return nil
	}
	waiting := b.waiting
	b.waiting = nil
	for i := range more {
		if err := w.divideCredits(&more[i], waiting); err != nil {
			return err
		}
	}
	return nil
}

// divideCredits divides an amount of a model among its requests, else among all.
// What no request takes is a record of its own.
func (w *walk) divideCredits(m *modelCredits, waiting []billedRequest) error {
	var of []*billedRequest
	var weight uint64
	for _, any := range []bool{false, true} {
		for i := range waiting {
			q := &waiting[i]
			if q.credits > 0 && (any || q.rec.Model == m.model) { // it has its own
				own := min(q.credits, m.credits)
				q.credits -= own
				m.credits -= own
			} else if q.credits == 0 && q.rec.USD == nil && q.weight > 0 && (any || q.rec.Model == m.model) {
				of = append(of, q)
				weight += q.weight
			}
		}
		if len(of) > 0 || m.credits == 0 {
			break
		}
	}
	left, leftWeight := uint64(m.credits), weight
	for _, q := range of {
		hi, lo := bits.Mul64(left, q.weight)
		part, _ := bits.Div64(hi, lo, leftWeight) // the weight is a part, so it fits
		left, leftWeight = left-part, leftWeight-q.weight
		w.usage = session.TokenUsage{}
		q.rec.Usage = &w.usage
		setCredits(&q.rec, int64(part))
		if err := w.out.Record(&q.rec); err != nil {
			return err
		}
	}
	if left == 0 {
		return nil
	}
	r := w.bill.rec
	w.usage = session.TokenUsage{}
	rest := adapter.Record{Kind: adapter.Usage, Line: r.Line, Offset: r.Offset, Time: r.Time, Copied: r.Copied, Origin: r.Origin, Model: m.model,
		UsageKey: r.ID + "/" + m.model + "/credits", Usage: &w.usage}
	if rest.Model == "" {
		rest.Model = w.model
	}
	setCredits(&rest, int64(left))
	return w.out.Record(&rest)
}
