package search

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Sieve rules a session out by its stored bytes, without decoding them. It
// never rules out one that matches. It belongs to one session and one
// goroutine.
type Sieve struct {
	q     *Query
	found []bool // by positive term
	open  int    // how many are not found yet
}

// NewSieve makes a sieve for one session.
func NewSieve(q *Query) *Sieve {
	s := &Sieve{q: q, found: make([]bool, q.want), open: q.want}
	for i := range s.found {
		if q.terms[i].needle.units == nil {
			s.markFound(i)
		}
	}
	return s
}

func (s *Sieve) markFound(i int) {
	s.found[i] = true
	s.open--
}

// ScanChunk takes a chunk of a session's stored bytes, cut between records or
// overlapping the one before by MaxStored, and reports whether further
// chunks can change the result.
func (s *Sieve) ScanChunk(raw []byte) (more bool) {
	for i, found := range s.found {
		if n := &s.q.terms[i].needle; !found && n.matchesAt(n.leaps.findCandidates(raw), raw) {
			s.markFound(i)
		}
	}
	if s.open > 0 {
		s.q.odd.eachEscape(raw, func(at int, e escape) bool {
			for i, found := range s.found {
				if !found && s.q.terms[i].needle.mayStartAt(raw, at, e) {
					s.markFound(i)
				}
			}
			return s.open > 0
		})
	}
	return s.open > 0
}

// MayMatch reports whether what was shown may hold all positive terms.
func (s *Sieve) MayMatch() bool { return s.open == 0 }

// MayContain reports whether what was shown may hold positive term i. After a Look
// that returned false it holds for all of them.
func (s *Sieve) MayContain(i int) bool { return s.found[i] }

// MayMatchRecord reports whether a record's stored bytes may hold any term, a negative
// one included: the visible text of a record that fails it matters to no
// match. It always holds for an empty query.
func (q *Query) MayMatchRecord(raw []byte) bool {
	if q.anyLine {
		return true
	}
	for i := range q.terms {
		if q.terms[i].needle.occursIn(raw) {
			return true
		}
	}
	found := false
	q.odd.eachEscape(raw, func(at int, e escape) bool {
		for i := range q.terms {
			if found = q.terms[i].needle.mayStartAt(raw, at, e); found {
				break
			}
		}
		return !found
	})
	return found
}

// oddities marks the escapes that may matter to any of some needles, by the low
// byte of the UTF-16 unit.
type oddities [256]bool

func (o *oddities) addNeedle(n *needle) {
	for i := range n.units[:n.word] {
		for _, f := range n.units[i].forms {
			r, _ := utf8.DecodeRuneInString(f)
			if hi, _ := utf16.EncodeRune(r); hi != utf8.RuneError {
				r = hi
			}
			o[byte(r)] = true
		}
	}
	for c := range byte(utf8.RuneSelf) {
		o[c] = o[c] || makesEscapes(rune(c))
	}
}

// makesEscapes reports whether an escape of r may be part of another escape,
// if the text is JSON itself. No writer escapes these characters.
func makesEscapes(r rune) bool {
	switch r {
	case '\\', 'u', 'n', 'r', 't':
		return true
	}
	return r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'f'
}

// eachEscape visits the escapes of b that are odd, with the index of the first
// backslash, until visit returns false.
func (o *oddities) eachEscape(b []byte, visit func(at int, e escape) bool) {
	i := bytes.IndexByte(b, '\\') // most lines of prose have none
	if i < 0 {
		return
	}
	for i = nextEscape(b, i); i < len(b); i = nextEscape(b, i+1) {
		u, _ := unitAt(b, i)
		if u < 0 || !o[byte(u)] {
			continue
		}
		at := i
		for at > 0 && b[at-1] == '\\' && i-at < maxSlashes {
			at--
		}
		e := escapeAt(b, at)
		e.tooLong = e.tooLong || at > 0 && b[at-1] == '\\'
		if !visit(at, e) {
			return
		}
	}
}

// escapes finds every \u.
var escapes = triple{{'\\', 0}, {'u', 0}, anything}.makeProbe(0, 0)

// nextEscape returns where the next \u is, len(b) without one.
func nextEscape(b []byte, i int) int {
	next := len(b)
	if !quickIndex {
		next = escapes.nextIndex(b, i)
	} else if n := bytes.Index(b[i:], escapeMark); n >= 0 {
		next = i + n
	}
	if countSteps != nil {
		countSteps(next - i)
	}
	return next
}

var escapeMark = []byte(`\u`)

// mayStartAt reports whether the needle may occur in b such that an escape is the
// first of it.
func (n *needle) mayStartAt(b []byte, at int, e escape) bool {
	return e.tooLong || makesEscapes(e.r) || n.matchesEscape(b, at, e)
}
