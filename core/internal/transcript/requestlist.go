package transcript

import (
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/pages"
	"github.com/heddle-dev/heddle/core/session"
)

// Requests are those of one session, in order. Its zero value is an empty list.
type Requests struct {
	packed  pages.List[PackedRequest]
	offers  []cost.Offer
	numbers map[cost.Offer]int   // of offers, where they are many
	wide    []session.TokenUsage // of requests with more than tokens of 32 bits
	far     []session.Time       // of requests whose time does not fit
}

// PackedRequest is one request in 48 bytes: a home has hundreds of thousands.
type PackedRequest struct {
	Key    uint64 // hash of the usage key, 0 = none
	usd    session.Money
	tokens [6]uint32 // or tokens[0] indexes wide, and tokens[1] offers
	second uint32    // of the request's time since 1970, or an index into far
	offer  uint16    // index into offers; and requestNamed
	bits   uint16    // the flags, and above them the milliseconds of the time
}

const (
	requestCopied uint16 = 1 << iota
	requestAside
	requestPriced // usd is recorded
	requestWide
	requestRepeat // see MarkRepeat
	requestFar    // the time is not between 1970 and 2106

	requestFlags = 6 // how many flags there are

	requestNamed uint16 = 1 << 15 // of offer: the request names a message, see Builder.named
	maxOffers           = 1<<15 - 1
)

// IsCopied reports whether the request belongs to another session.
func (p *PackedRequest) IsCopied() bool { return p.bits&requestCopied != 0 }

// IsAside reports whether a subagent inside the file made the request.
func (p *PackedRequest) IsAside() bool { return p.bits&requestAside != 0 }

// MarkRepeat says that an earlier request, perhaps of another session, has the same key.
func (p *PackedRequest) MarkRepeat() { p.bits |= requestRepeat }

// IsRepeat reports whether MarkRepeat was called.
func (p *PackedRequest) IsRepeat() bool { return p.bits&requestRepeat != 0 }

// Len returns how many requests there are.
func (q *Requests) Len() int { return q.packed.Len() }

// At returns request i as it is kept.
func (q *Requests) At(i int) *PackedRequest { return q.packed.At(i) }

// Get returns request i.
func (q *Requests) Get(i int) SessionRequest {
	p := q.At(i)
	return SessionRequest{Request: q.Unpack(p), Copied: p.IsCopied(), Aside: p.IsAside(), Key: p.Key}
}

// Unpack returns a request of the list; its money is the packed one's.
func (q *Requests) Unpack(p *PackedRequest) cost.Request {
	r := cost.Request{Offer: q.offers[q.OfferOf(p)], Time: session.Time(p.second)*1000 + session.Time(p.bits>>requestFlags)}
	if p.bits&requestFar != 0 {
		r.Time = q.far[p.second]
	}
	if p.bits&requestWide != 0 {
		r.Usage = q.wide[p.tokens[0]]
	} else {
		t := &p.tokens
		r.Usage = session.TokenUsage{InputTokens: int64(t[0]), OutputTokens: int64(t[1]), ThinkingTokens: int64(t[2]),
			CachedTokens: int64(t[3]), CacheWriteTokens: int64(t[4]), CacheWrite1hTokens: int64(t[5])}
	}
	if p.bits&requestPriced != 0 {
		r.USD = &p.usd
	}
	return r
}

// Offers returns the different offers of the requests.
func (q *Requests) Offers() []cost.Offer { return q.offers }

// OfferOf returns which offer a request has.
func (q *Requests) OfferOf(p *PackedRequest) int {
	if n := p.offer &^ requestNamed; n < maxOffers {
		return int(n)
	}
	return int(p.tokens[1])
}

// Clone returns the requests for somebody who may change their keys and marks; the
// list itself must no longer be changed.
func (q *Requests) Clone() Requests {
	out := *q
	out.packed = q.packed.Clone()
	return out
}

// append adds a request.
func (q *Requests) append(u *SessionRequest) {
	p := PackedRequest{Key: u.Key}
	q.pack(&p, u)
	q.packed.Append(p)
}

// set changes request i.
func (q *Requests) set(i int, u *SessionRequest) { q.pack(q.At(i), u) }

// pack sets all but the key.
func (q *Requests) pack(p *PackedRequest, u *SessionRequest) {
	p.bits &= requestWide | requestFar | requestRepeat
	if u.Copied {
		p.bits |= requestCopied
	}
	if u.Aside {
		p.bits |= requestAside
	}
	if u.USD != nil {
		p.bits |= requestPriced
		p.usd = *u.USD
	}
	q.setTime(p, u.Time)
	q.setTokens(p, &u.Usage, q.offerNumber(u.Offer))
}

func (q *Requests) setTime(p *PackedRequest, t session.Time) {
	if t >= 0 && t < 1000<<32 {
		p.bits &^= requestFar
		p.second = uint32(t / 1000)
		p.bits |= uint16(t%1000) << requestFlags
		return
	}
	if p.bits&requestFar == 0 {
		p.bits |= requestFar
		p.second = uint32(len(q.far))
		q.far = append(q.far, 0)
	}
	q.far[p.second] = t
}

// setTokens sets the tokens and the number of the offer.
func (q *Requests) setTokens(p *PackedRequest, t *session.TokenUsage, offer int) {
	narrow := offer < maxOffers && t.WebSearches == 0 && t.NanoCredits == 0
	all := [6]int64{t.InputTokens, t.OutputTokens, t.ThinkingTokens, t.CachedTokens, t.CacheWriteTokens, t.CacheWrite1hTokens}
	for _, n := range all {
		narrow = narrow && n >= 0 && n < 1<<32
	}
	p.offer = p.offer&requestNamed | uint16(min(offer, maxOffers))
	if narrow {
		p.bits &^= requestWide
		for i, n := range all {
			p.tokens[i] = uint32(n)
		}
		return
	}
	if p.bits&requestWide == 0 {
		p.bits |= requestWide
		p.tokens[0] = uint32(len(q.wide))
		q.wide = append(q.wide, session.TokenUsage{})
	}
	q.wide[p.tokens[0]], p.tokens[1] = *t, uint32(offer)
}

// fewOffers is how many offers are looked through for one.
const fewOffers = 16

// offerNumber returns the index of an offer.
func (q *Requests) offerNumber(o cost.Offer) int {
	for i := len(q.offers) - 1; i >= max(0, len(q.offers)-fewOffers); i-- {
		if q.offers[i] == o {
			return i
		}
	}
	if n, ok := q.numbers[o]; ok {
		return n
	}
	n := len(q.offers)
	if q.offers = append(q.offers, o); n >= fewOffers {
		if q.numbers == nil {
			q.numbers = map[cost.Offer]int{}
		}
		q.numbers[q.offers[n-fewOffers]] = n - fewOffers
	}
	return n
}

// reset empties the list and keeps some of its memory. Clones keep what they have.
func (q *Requests) reset() {
	q.packed.Reset()
	*q = Requests{packed: q.packed}
}
