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
	Merge  uint64 // hash of the merge key of the message it names, 0 = none
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
	u := SessionRequest{Copied: r.Copied, Aside: r.Aside, Merge: hashName(r.Merge)}
	u.Offer = cost.Offer{Agent: r.UsageAgent, Model: r.Model, Terms: r.Terms}
	if u.Agent == "" {
		u.Agent = b.options.Agent
	}
	u.Time, u.USD = r.Time, r.USD
	if r.Usage != nil {
		u.Usage = *r.Usage
	}
	if r.UsageKey != "" {
		u.Key = HashKey(r.UsageKey)
		i, ok := b.lastRequest, u.Key == b.lastHash && u.Key != 0 // mostly the one before, again
		if !ok {
			i, ok = b.byKey[u.Key]
		}
		if ok {
			b.lastHash, b.lastRequest = u.Key, i
			b.Requests[i].mergeRequest(&u)
			return
		}
		b.lastHash, b.lastRequest = u.Key, int32(len(b.Requests))
		b.byKey[u.Key] = b.lastRequest
		u.Key = b.foreignKey(u.Key, r.UsageAgent)
		if !r.Aside { // copies may leave a subagent's records out
			b.addKey(u.Key)
		}
	}
	if b.options.Requests == NameRequests {
		b.RequestKeys = append(b.RequestKeys, r.UsageKey)
	}
	b.Requests = append(b.Requests, u)
}

// mergeRequest adds what another record says of the same request.
func (u *SessionRequest) mergeRequest(more *SessionRequest) {
	u.Usage.Max(more.Usage)
	u.Copied = u.Copied && more.Copied
	if u.USD == nil {
		u.USD = more.USD
	}
	if u.Model == "" {
		u.Model = more.Model
	}
	if u.Terms == "" {
		u.Terms = more.Terms
	}
	if u.Merge == 0 {
		u.Merge = more.Merge
	}
	if u.Time == 0 {
		u.Time = more.Time
	}
}

// foreignKey returns the hash of a usage key that belongs to another agent than
// the walked one, which is the store. Keys of different agents are kept apart by
// mixing in the walked agent's name (see usage.SessionUsage); the hash of that
// mix is then the same as where the other agent's own session is walked.
func (b *Builder) foreignKey(key uint64, agent string) uint64 {
	if agent == "" || agent == b.options.Agent {
		return key
	}
	return key ^ HashKey(agent) ^ HashKey(b.options.Agent)
}
