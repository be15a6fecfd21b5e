package search

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/internal/scan"
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
		if q.terms[i].needles == nil {
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
		if !found && s.q.terms[i].isStoredIn(raw, true) {
			s.markFound(i)
		}
	}
	if s.open > 0 {
		s.q.odd.eachEscape(raw, func(at int, e escape) bool {
			for i, found := range s.found {
				if !found && s.q.terms[i].mayStartAt(raw, at, e) {
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
		if q.terms[i].isStoredIn(raw, false) {
			return true
		}
	}
	found := false
	q.odd.eachEscape(raw, func(at int, e escape) bool {
		for i := range q.terms {
			if found = q.terms[i].mayStartAt(raw, at, e); found {
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
	return r < utf8.RuneSelf && isHex(byte(r))
}

// eachEscape visits the escapes of b that are odd, with the index of the first
// backslash, until visit returns false.
func (o *oddities) eachEscape(b []byte, visit func(at int, e escape) bool) {
	for i := nextEscape(b, 0); i < len(b); i = nextEscape(b, i+1) {
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

// nextEscape returns where the next \u is, len(b) without one.
func nextEscape(b []byte, i int) int {
	next := scan.IndexEscape(b, i)
	if countSteps != nil {
		countSteps(next - i)
	}
	return next
}

// isStoredIn reports whether one of the term's needles occurs in b; what begins with
// an escape is not looked for. With leap it expects much text without them.
func (t *term) isStoredIn(b []byte, leap bool) bool {
	for k := range t.needles {
		n := &t.needles[k]
		probes := &n.probes
		if leap {
			probes = &n.leaps
		}
		if n.matchesAt(probes.findCandidates(b), b) {
			return true
		}
	}
	return false
}

// mayStartAt reports whether one of the term's needles may occur in b such that an
// escape is the first of it.
func (t *term) mayStartAt(b []byte, at int, e escape) bool {
	if e.tooLong || makesEscapes(e.r) && mayJoin(b, at, e.r) {
		return true
	}
	for k := range t.needles {
		if t.needles[k].matchesEscape(b, at, e) {
			return true
		}
	}
	return false
}

// mayJoin reports whether the escape of r at b[at] may be the first in another escape,
// whose plain bytes may precede it: backslashes, a u, hexadecimal digits.
func mayJoin(b []byte, at int, r rune) bool {
	switch r {
	case '\\':
		return true
	case 'u', 'n', 'r', 't', 'f': // f is a digit, too
		slashes := bytes.IndexByte(b[at:], 'u')
		if slashes&(slashes-1) != 0 { // each level of JSON inside JSON doubles those of one escape
			return true
		}
	}
	for k := 1; k <= 4 && k < at; k++ {
		if c := b[at-k]; c == 'u' {
			return b[at-k-1] == '\\'
		} else if !isHex(c) {
			break
		}
	}
	return false
}

func isHex(c byte) bool { return c-'0' <= 9 || c|0x20-'a' <= 5 }
