package diff

import "github.com/heddle-dev/heddle/core/session"

// alignment says which message of b is paired with which message of a.
type alignment struct {
	partner []int32 // by message of a: its message of b, -1 for none
	changed []bool  // by message of a: the partner is another message of its role
}

// alignMessages matches equal messages, then pairs what lies between the
// matches by role. Compare states the rules.
func alignMessages(a, b []session.Message, w *work) *alignment {
	m := &alignment{partner: make([]int32, len(a)), changed: make([]bool, len(a))}
	for i := range m.partner {
		m.partner[i] = -1
	}
	begin, endA, endB := 0, len(a), len(b)
	for begin < min(endA, endB) && sameMessage(&a[begin], &b[begin]) && !w.spendSteps(1) {
		m.partner[begin] = int32(begin)
		begin++
	}
	for endA > begin && endB > begin && sameMessage(&a[endA-1], &b[endB-1]) && !w.spendSteps(1) {
		endA--
		endB--
		m.partner[endA] = int32(endB)
	}
	if begin == endA || begin == endB || w.err != nil {
		return m
	}
	turned := len(b) < len(a) || len(b) == len(a) && lessMessage(&b[begin], &a[begin])
	m.matchEqual(a, b, begin, endA, endB, turned, w)
	next := begin // in b
	for i := begin; i < endA && w.err == nil; {
		if j := int(m.partner[i]); j >= 0 {
			next = j + 1
			i++
			continue
		}
		gap := i
		for i < endA && m.partner[i] < 0 {
			i++
		}
		until := endB
		if i < endA {
			until = int(m.partner[i])
		}
		m.pairRoles(a, b, gap, i, next, until, turned, w)
	}
	return m
}

// matchEqual finds the longest common subsequence of a[begin:endA] and
// b[begin:endB].
func (m *alignment) matchEqual(a, b []session.Message, begin, endA, endB int, turned bool, w *work) {
	n := endA - begin
	at := func(i int) *session.Message {
		if i < n {
			return &a[begin+i]
		}
		return &b[begin+i-n]
	}
	symbols, distinct := internItems(n+endB-begin, w,
		func(i int) uint64 { return hashMessage(at(i), w) },
		func(i, j int) bool { return sameMessage(at(i), at(j)) })
	if w.err != nil {
		return
	}
	for _, p := range longestCommon(symbols[:n], symbols[n:], distinct, turned, w) {
		m.partner[begin+int(p.row)] = int32(begin) + p.col
	}
}

// longestCommon returns pairs of places in a (row) and b (col); turned, b leads.
func longestCommon(a, b []int32, distinct int, turned bool, w *work) []pair {
	if !turned {
		return newLCS(a, b, distinct, w).findPairs()
	}
	pairs := newLCS(b, a, distinct, w).findPairs()
	for k, p := range pairs {
		pairs[k] = pair{row: p.col, col: p.row}
	}
	return pairs
}

// pairRoles pairs the messages of a[i:endA] with those of b[j:endB] of the
// same role: the first ones one to one as long as their roles agree, the rest
// as a longest common subsequence of roles.
func (m *alignment) pairRoles(a, b []session.Message, i, endA, j, endB int, turned bool, w *work) {
	for ; i < endA && j < endB && a[i].Role == b[j].Role; i, j = i+1, j+1 {
		m.partner[i], m.changed[i] = int32(j), true
	}
	if i == endA || j == endB {
		return
	}
	n := endA - i
	roles, distinct := internTexts(n+endB-j, func(k int) string {
		if k < n {
			return string(a[i+k].Role)
		}
		return string(b[j+k-n].Role)
	}, w)
	if w.err != nil {
		return
	}
	for _, p := range longestCommon(roles[:n], roles[n:], distinct, turned, w) {
		k := i + int(p.row)
		m.partner[k], m.changed[k] = int32(j)+p.col, true
	}
}
