package transcript

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// pendingKey is a copy-stable key, or a usage key, which counts once.
type pendingKey struct {
	key          uint64
	usage, aside bool
}

// placedKey is a copy-stable key of a record that makes no request.
type placedKey struct {
	key    uint64
	before int32 // how many requests precede it
}

// addKey adds a copy-stable key.
func (b *Builder) addKey(key uint64) {
	if b.options.Requests == HashRequests {
		b.pendingKeys = append(b.pendingKeys, pendingKey{key: key})
		return
	}
	b.placedKeys = append(b.placedKeys, placedKey{key, int32(b.Requests.Len())})
}

// addPendingKey adds the key of a request that is not kept. Looking it up among
// the earlier ones is left to StableKeys, which few sessions need.
func (b *Builder) addPendingKey(r *adapter.Record) {
	if r.UsageKey != "" && r.UsageKey != b.lastKey {
		b.lastKey = r.UsageKey
		b.pendingKeys = append(b.pendingKeys, pendingKey{HashKey(r.UsageKey), true, r.Aside})
	}
}

// StableKeys returns the hashes of the copy-stable keys, in order: what a
// longer copy of the session repeats.
func (b *Builder) StableKeys() []uint64 {
	if b.keys != nil {
		return b.keys
	}
	if b.options.Requests != HashRequests {
		b.keys = b.requestKeys()
		return b.keys
	}
	var out []uint64
	seen := make(map[uint64]bool, len(b.pendingKeys))
	for _, k := range b.pendingKeys {
		if k.usage && seen[k.key] {
			continue
		}
		if k.usage {
			seen[k.key] = true
		}
		if !k.aside {
			out = append(out, k.key)
		}
	}
	return out
}

// requestKeys returns the keys of the requests, with those between them. Copies may leave
// out what a subagent recorded.
func (b *Builder) requestKeys() (out []uint64) {
	i := 0
	requests := func(before int) {
		for ; i < before; i++ {
			if p := b.Requests.At(i); p.Key != 0 && p.bits&requestAside == 0 {
				out = append(out, p.Key)
			}
		}
	}
	for _, k := range b.placedKeys {
		requests(int(k.before))
		out = append(out, k.key)
	}
	requests(b.Requests.Len())
	return out
}

// HashKey returns 64 bits of a key: keys are compared by their hashes.
func HashKey(s string) uint64 { return text.Hash(s) }
