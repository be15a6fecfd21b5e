package catalog

// copies finds sessions that a longer copy supersedes. Old versions of some
// agents resume by copying everything into a new file; the format's marks
// (Facts.ResumeCopies) say so. A session is superseded when another such
// session repeats every one of its keys, in order, and goes on.
type copies struct {
	byFirst map[uint64][]*walked // by first key
}

// add enters walked sessions; nil and non-copying ones are passed over.
func (c *copies) add(walks []*walked) {
	if c.byFirst == nil {
		c.byFirst = map[uint64][]*walked{}
	}
	for _, w := range walks {
		if w == nil || !w.fold.facts.resumable || len(w.fold.keys) == 0 {
			continue
		}
		k := w.fold.keys[0]
		c.byFirst[k] = append(c.byFirst[k], w)
	}
}

// longer returns the native id of the longest session that repeats w, or "".
func (c *copies) longer(w *walked) string {
	if !w.fold.facts.resumable || len(w.fold.keys) == 0 {
		return ""
	}
	var best *walked
	for _, o := range c.byFirst[w.fold.keys[0]] {
		if o != w && o.summary.Agent == w.summary.Agent && repeats(o, w) && better(o, w) && (best == nil || better(o, best)) {
			best = o
		}
	}
	if best == nil {
		return ""
	}
	return best.summary.SessionID
}

// repeats reports whether a begins with every key of b, in order.
func repeats(a, b *walked) bool {
	ak, bk := a.fold.keys, b.fold.keys
	if len(ak) < len(bk) {
		return false
	}
	for i := range bk {
		if ak[i] != bk[i] {
			return false
		}
	}
	return true
}

// better is a total order of sessions that repeat each other: the one with
// most keys is kept, then with most messages, then the newest.
func better(a, b *walked) bool {
	if n, m := len(a.fold.keys), len(b.fold.keys); n != m {
		return n > m
	}
	if n, m := a.summary.MessageCount, b.summary.MessageCount; n != m {
		return n > m
	}
	if a.summary.UpdatedAt != b.summary.UpdatedAt {
		return a.summary.UpdatedAt > b.summary.UpdatedAt
	}
	return a.summary.SessionID > b.summary.SessionID
}

// hashKey returns 64 bits of a key: keys are compared by their hashes. It
// takes eight bytes at a step, multiplies by the golden ratio, and folds the
// upper bits, which know of all others, into the lower ones.
func hashKey(s string) uint64 {
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
