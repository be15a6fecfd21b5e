package diff

import "math/bits"

// odd spreads bits: 2^64 divided by the golden ratio, made odd.
const odd = 0x9e3779b97f4a7c15

// hashText folds s, length included, into h. It is fast rather than hard to
// trick: intern confirms every equality, so a collision costs time only.
func hashText(h uint64, s string, w *work) uint64 {
	w.spendSteps(1 + len(s)>>6) // a step for a cache line
	h = (h ^ uint64(len(s))) * odd
	for ; len(s) >= 8; s = s[8:] {
		x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		h = (bits.RotateLeft64(h, 29) ^ x) * odd
	}
	var x uint64
	for i := range len(s) {
		x = x<<8 | uint64(s[i])
	}
	h = (bits.RotateLeft64(h, 29) ^ x) * odd
	return h ^ h>>32
}

// internItems gives equal items equal numbers, counted from 0 in order of first
// appearance. hash must be equal for equal items; same decides.
func internItems(n int, w *work, hash func(i int) uint64, same func(i, j int) bool) (symbols []int32, distinct int) {
	size := 4
	for size < 2*n {
		size *= 2
	}
	slots := make([]int32, size) // an item of each symbol, counted from 1
	hashes := make([]uint64, n)
	symbols = make([]int32, n)
	for i := range n {
		h := hash(i)
		hashes[i] = h
		k := int(h & uint64(size-1))
		for ; slots[k] != 0; k = (k + 1) & (size - 1) {
			if w.spendSteps(1) {
				return symbols, distinct
			}
			if other := int(slots[k] - 1); hashes[other] == h && same(other, i) {
				symbols[i] = symbols[other]
				break
			}
		}
		if slots[k] == 0 {
			slots[k] = int32(i + 1)
			symbols[i] = int32(distinct)
			distinct++
		}
		if w.spendSteps(1) {
			break
		}
	}
	return symbols, distinct
}

// internTexts is intern for strings.
func internTexts(n int, at func(i int) string, w *work) (symbols []int32, distinct int) {
	return internItems(n, w,
		func(i int) uint64 { return hashText(0, at(i), w) },
		func(i, j int) bool { return at(i) == at(j) })
}

// matchTexts returns the pairs of a longest common subsequence of two lists
// of strings; ok is false when the budget does not allow for it.
func matchTexts(a, b []string, bound *budget, w *work) (pairs []pair, ok bool) {
	at := func(i int) string {
		if i < len(a) {
			return a[i]
		}
		return b[i-len(a)]
	}
	symbols, distinct := internTexts(len(a)+len(b), at, w)
	if w.err != nil {
		return nil, false
	}
	l := newLCS(symbols[:len(a)], symbols[len(a):], distinct, w)
	if !bound.spendCells(l.tableCells()) {
		return nil, false
	}
	return l.findPairs(), true
}
