package text

// Hash returns 64 bits of a name or key, by which names are compared where there are
// millions of them. It mixes eight bytes at a step: it multiplies by the golden ratio and
// folds the upper bits, which depend on all others, into the lower ones.
func Hash(s string) uint64 {
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
