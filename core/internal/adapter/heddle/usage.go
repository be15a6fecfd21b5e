package heddle

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// readUsage takes the tokens that a message carries. A request's key is its
// message's own: forks and resumes that repeat the message repeat the key.
// Tokens that were said when the answer began wait for the end of the turn,
// which says what they became.
func (w *walker) readUsage(m *store.Recorded, v *members, r *adapter.Record) {
	u, ok := normalize.ParseUsage(v[atUsage])
	usd := normalize.ParseMoney(v[atOwnUSD])
	if usd == nil {
		usd = normalize.ParseMoney(v[atUSD])
	}
	if !ok && usd == nil {
		return
	}
	if w.isCounted(v) {
		w.spent = true
		return
	}
	w.setUsage(m, v, r, u, usd)
	if v[atPartial].Bool() {
		w.process.begun = append(w.process.begun, *r)
		r.Usage, r.USD, r.UsageKey = nil, nil, ""
		return
	}
	w.spent = true
}

// setUsage gives a record tokens and money under the message's key.
func (w *walker) setUsage(m *store.Recorded, v *members, r *adapter.Record, u session.TokenUsage, usd *session.Money) {
	r.Usage, r.USD, r.Computed = &u, usd, v[atCostSource].EqualString(string(session.CostSourceComputed))
	if r.Model == "" {
		r.Model = w.in.meta.Model
	}
	r.UsageKey, r.UsageAgent = v[atMessageID].String(), w.in.meta.Adapter
	if r.UsageKey == "" {
		if r.UsageKey, r.UsageAgent = v[atUUID].String(), Name; r.UsageKey == "" {
			r.UsageKey = m.Stream + "#" + text.FormatInt(m.Seq)
		}
	}
}

// totalsOf returns the tokens of a model among those of modelUsage.
func totalsOf(v scan.Value) modelTotal {
	u, _ := normalize.ParseUsage(v)
	t := modelTotal{usage: u}
	if usd := normalize.ParseMoney(v.Get("costUSD")); usd != nil {
		t.usd = *usd
	}
	return t
}
