package transcript

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
)

// SessionRequest is one request that a session holds.
type SessionRequest struct {
	cost.Request
	Copied bool   // it belongs to another session
	Aside  bool   // a subagent inside the file made it
	Key    uint64 // hash of the usage key, 0 = none
}

// namedMessage is the message that a request names, as the hash of its merge key.
type namedMessage struct {
	request int32
	merge   uint64
}

// addRequest counts a request once per key, by the greatest of each number.
func (b *Builder) addRequest(r *adapter.Record) {
	if r.Usage == nil && r.USD == nil {
		return
	}
	b.billed = true
	if b.options.Requests == HashRequests {
		b.addPendingKey(r)
		return
	}
	u := SessionRequest{Copied: r.Copied, Aside: r.Aside}
	u.Offer = cost.Offer{Agent: r.UsageAgent, Model: r.Model, Terms: r.Terms, Computed: r.Computed, Source: b.source}
	if u.Agent == "" {
		u.Agent = b.options.Agent
	}
	if r.Source != nil {
		u.Source = b.sourceOf(*r.Source)
	}
	u.Time, u.USD = r.Time, r.USD
	if r.Usage != nil {
		u.Usage = *r.Usage
	}
	key, at := UsageHash(r.UsageKey), int32(b.Requests.Len())
	if key != 0 {
		i, ok := b.lastRequest, key == b.lastHash // mostly the one before, again
		if !ok {
			i, ok = b.RequestOfKey(key)
		}
		if ok {
			b.lastHash, b.lastRequest = key, i
			b.mergeRequest(int(i), &u)
			b.nameMessage(i, r.Merge)
			return
		}
		b.lastHash, b.lastRequest = key, at
		u.Key = b.foreignKey(key, u.Agent)
	}
	if b.options.Requests == NameRequests {
		b.RequestKeys = append(b.RequestKeys, r.UsageKey)
	}
	b.Requests.append(&u)
	if key != 0 {
		b.byKey.add(at, key, b.requestKey)
	}
	b.nameMessage(at, r.Merge)
}

// requestKey returns the hash of the usage key of a request.
func (b *Builder) requestKey(request int32) uint64 {
	p := b.Requests.At(int(request))
	return b.foreignKey(p.Key, b.Requests.offers[b.Requests.OfferOf(p)].Agent)
}

// RequestOfKey returns the request with the hash of a usage key; 0 is no key.
func (b *Builder) RequestOfKey(key uint64) (request int32, ok bool) {
	if key == 0 {
		return 0, false
	}
	return b.byKey.find(key, b.requestKey)
}

// nameMessage keeps which message a request names first, where somebody asks for it: an
// import, and the sums of a message that has no key of its own.
func (b *Builder) nameMessage(request int32, merge string) {
	p := b.Requests.At(int(request))
	if merge == "" || p.offer&requestNamed != 0 || !b.options.Spans {
		return
	}
	p.offer |= requestNamed
	hash := hashName(merge)
	if at, ok := b.MessageOfMerge(hash); ok && b.IsKeyed(int(at)) && b.options.Requests != NameRequests {
		return
	}
	b.named.Append(namedMessage{request, hash})
}

// EachNamed calls visit for the requests that name a message. The builder must keep spans;
// messages that have a key are left out, unless it names requests.
func (b *Builder) EachNamed(visit func(request, message int32)) {
	for i := range b.named.Len() {
		n := b.named.At(i)
		if at, ok := b.MessageOfMerge(n.merge); ok {
			visit(n.request, at)
		}
	}
}

// mergeRequest adds what another record says of the same request.
func (b *Builder) mergeRequest(i int, more *SessionRequest) {
	u := b.Requests.Get(i)
	u.Usage.Max(more.Usage)
	u.Copied = u.Copied && more.Copied
	if u.USD == nil {
		u.USD, u.Computed = more.USD, more.Computed
	}
	if u.Model == "" {
		u.Model = more.Model
	}
	if u.Terms == "" {
		u.Terms = more.Terms
	}
	if u.Source == nil {
		u.Source = more.Source
	}
	if u.Time == 0 {
		u.Time = more.Time
	}
	b.Requests.set(i, &u)
}

// foreignKey returns the hash of a usage key that belongs to another agent than
// the walked one, which is the store. Keys of different agents are kept apart by
// mixing in the walked agent's name (see usage.SessionUsage); the hash of that
// mix is then the same as where the other agent's own session is walked. Applied
// again it gives the key back.
func (b *Builder) foreignKey(key uint64, agent string) uint64 {
	if agent == "" || agent == b.options.Agent {
		return key
	}
	return key ^ HashKey(agent) ^ HashKey(b.options.Agent)
}
