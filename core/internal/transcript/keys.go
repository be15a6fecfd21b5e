package transcript

import "github.com/heddle-dev/heddle/core/internal/adapter"

// pendingKey is a copy-stable key, or a usage key, which counts once.
type pendingKey struct {
	key          uint64
	usage, aside bool
}

// addKey adds a copy-stable key.
func (b *Builder) addKey(key uint64) {
	if b.options.Requests == HashRequests {
		b.pendingKeys = append(b.pendingKeys, pendingKey{key: key})
		return
	}
	b.keys = append(b.keys, key)
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
	if b.options.Requests != HashRequests {
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

// HashKey returns 64 bits of a key: keys are compared by their hashes. It
// mixes eight bytes at a step: it multiplies by the golden ratio and folds the
// upper bits, which depend on all others, into the lower ones.
func HashKey(s string) uint64 {
	h := uint64(len(s)) + 14695981039346656037
	for ; len(s) >= 8; s = s[8:] {
		w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		h = (h ^ w) * 0x9E3779B97F4A7C15
		h ^= h >> 32
	}
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	h = (h ^ h>>29) * 0xBF58476D1CE4E5B9
	return h ^ h>>32
}
