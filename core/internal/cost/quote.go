package cost

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/terms"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Offer names what a request was made for: the agent, the model, and the terms (package terms).
type Offer struct {
	Agent, Model, Terms string
	Computed            bool // the money that is recorded was computed by a price table, such as for a turn of a live session
	// Source is the part of the session that the request is of, which does not change its price; nil
	// when nothing is known.
	Source *session.Span
}

// Tier names the terms: their values joined by "+", else terms.Standard.
func (o Offer) Tier() string { return terms.Name(o.allTerms()) }

// allTerms adds the region in the model's name.
func (o Offer) allTerms() string {
	return terms.Add(o.Terms, terms.Profile, []byte(profileOf(o.Model)))
}

// Quote is what requests of one offer cost.
type Quote struct {
	Tier  string // of the offer
	price *Price // nil when the table has none
	// factors has the rows of each term; unknown is true when a term has none.
	factors [][]factor
	unknown bool
}

// QuoteOffer returns what requests of an offer cost.
func (t *Table) QuoteOffer(o Offer) *Quote {
	all := o.allTerms()
	q := &Quote{Tier: terms.Name(all), price: t.UsablePrice(o.Model)}
	if all == "" {
		return q
	}
	name := plainName(o.Model)
	cursor := familyFirst(name)
	models := []string{name, name + "-0", cursor, cursor + "-0"}
	if q.price != nil {
		models = append(models, plainName(q.price.Model))
	}
	terms.Each(all, func(term string) {
		list := t.factorsOf(o.Agent, models, term)
		if list == nil {
			q.unknown = true
			return
		}
		q.factors = append(q.factors, list)
	})
	return q
}

// HasPrice reports whether the table has a price.
func (q *Quote) HasPrice() bool { return q != nil && q.price != nil }

// requestCost returns what a request of the offer cost at a time. Factors multiply each other and
// the prices of tokens; searches have none.
func (q *Quote) requestCost(u session.TokenUsage, at session.Time) session.Money {
	p := *q.price
	for _, list := range q.factors {
		p = p.timesFactor(factorAt(list, at))
	}
	return p.RequestCost(u)
}

// timesFactor returns the prices with those of tokens multiplied.
func (p Price) timesFactor(millionths int64) Price {
	if millionths == one {
		return p
	}
	for _, price := range [...]*int64{&p.Input, &p.Output, &p.CacheRead, &p.CacheWrite, &p.Write1h, &p.Reasoning,
		&p.TierInput, &p.TierOutput, &p.TierCacheRead, &p.TierCacheWrite} {
		if *price > 0 {
			*price = scalePrice(*price, millionths, one)
		}
	}
	return p
}

// profileOf returns the region that a name of a model on Bedrock has before "anthropic.", as
// "us.anthropic.claude-opus-4-6-v1"; "" without one.
func profileOf(model string) string {
	if i := strings.LastIndexByte(model, '/'); i >= 0 {
		model = model[i+1:]
	}
	region, _, found := text.Cut(text.Lower(model), ".anthropic.")
	if !found {
		return ""
	}
	return region
}
