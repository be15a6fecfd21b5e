package diff

import (
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/session"
)

// textEdits returns the steps from text a to text b in words and the white
// space between them. The equal and deleted runs joined are a, the equal
// and inserted ones b, byte for byte; of two neighbours the deletion comes
// first, and no two neighbours are of one type. White space alone between two
// changes is changed with them, so that a phrase that was rewritten is one
// deletion and one insertion.
//
// Words that both texts have are matched as a longest common subsequence
// within the bounds at maxTextBytes; beyond these all that lies between the
// equal ends is one deletion and one insertion.
func textEdits(a, b string, bound *budget, w *work) []session.TextEdit {
	w.spendSteps((len(a) + len(b)) >> 6)
	head, tail := equalEnds(a, b)
	s := &spans{a: a, b: b}
	s.addSpan(head, head, true)
	midA, midB := a[head:len(a)-tail], b[head:len(b)-tail]
	if midA != "" && midB != "" && max(len(midA), len(midB)) <= maxTextBytes {
		x, y := splitWords(midA), splitWords(midB)
		if pairs, ok := matchTexts(x, y, bound, w); ok {
			s.addPairs(x, y, pairs)
		}
	}
	s.addSpan(len(a)-tail, len(b)-tail, false)
	s.addSpan(len(a), len(b), true)
	return s.listEdits()
}

// equalEnds returns how many bytes two texts share at the beginning and, of
// the rest, at the end, without cutting a word or white space of either.
func equalEnds(a, b string) (head, tail int) {
	n := min(len(a), len(b))
	for head < n && a[head] == b[head] {
		head++
	}
	for head > 0 && !(wordBreak(a, head) && wordBreak(b, head)) {
		head--
	}
	for n -= head; tail < n && a[len(a)-1-tail] == b[len(b)-1-tail]; {
		tail++
	}
	for tail > 0 && !(wordBreak(a, len(a)-tail) && wordBreak(b, len(b)-tail)) {
		tail--
	}
	return head, tail
}

// class is what a code point is to a text cut into words.
type class uint8

const (
	letter class = iota // of a word: anything that is not one of the others
	space
	alone // a word by itself: wide characters, which are written without spaces
)

func classOf(r rune) class {
	switch {
	case r == ' ' || r >= '\t' && r <= '\r' || r == 0x85 || r == 0xa0 || r == 0x2028 || r == 0x2029 || r == 0x3000:
		return space
	case r >= firstWide && runeWidth(r) == 2:
		return alone
	}
	return letter
}

// wordBreak reports whether s may be cut before byte i.
func wordBreak(s string, i int) bool {
	if i == 0 || i == len(s) {
		return true
	}
	if !utf8.RuneStart(s[i]) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	behind, _ := utf8.DecodeRuneInString(s[i:])
	c := classOf(before)
	return c == alone || c != classOf(behind)
}

// splitWords cuts s into words, white space and wide characters. Joined they are s.
func splitWords(s string) []string {
	var out []string
	start, last := 0, letter
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		c := classOf(r)
		if i > 0 && (c == alone || c != last) {
			out = append(out, s[start:i])
			start = i
		}
		last = c
		i += n
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

// spans are runs of two texts, in turn equal and different, each given
// by where it ends.
type spans struct {
	a, b string
	list []span
}

type span struct {
	a, b  int
	equal bool
}

// spanEnd returns where the last but n spans end.
func (s *spans) spanEnd(n int) (a, b int) {
	if k := len(s.list) - 1 - n; k >= 0 {
		return s.list[k].a, s.list[k].b
	}
	return 0, 0
}

// addSpan appends the run from the last span to a and b, or extends that span.
func (s *spans) addSpan(a, b int, equal bool) {
	fromA, fromB := s.spanEnd(0)
	if a == fromA && b == fromB {
		return
	}
	n := len(s.list)
	if !equal && n > 1 && s.list[n-1].equal {
		if from, _ := s.spanEnd(1); isBlank(s.a[from:fromA]) {
			n--
			s.list = s.list[:n] // the previous change extends to here
		}
	}
	if n > 0 && s.list[n-1].equal == equal {
		s.list[n-1].a, s.list[n-1].b = a, b
		return
	}
	s.list = append(s.list, span{a, b, equal})
}

// addPairs adds the words of both texts after the last span.
func (s *spans) addPairs(x, y []string, pairs []pair) {
	a, b := s.spanEnd(0)
	i, j := 0, 0
	for _, p := range pairs {
		for ; i < int(p.row); i++ {
			a += len(x[i])
		}
		for ; j < int(p.col); j++ {
			b += len(y[j])
		}
		s.addSpan(a, b, false)
		a, b = a+len(x[i]), b+len(y[j])
		i, j = i+1, j+1
		s.addSpan(a, b, true)
	}
}

func isBlank(s string) bool {
	for _, r := range s {
		if classOf(r) != space {
			return false
		}
	}
	return true
}

func (s *spans) listEdits() []session.TextEdit {
	out := make([]session.TextEdit, 0, 2*len(s.list))
	a, b := 0, 0
	for _, p := range s.list {
		if p.equal {
			out = append(out, session.TextEdit{Type: session.TextEditTypeEqual, Text: s.a[a:p.a]})
		} else {
			if p.a > a {
				out = append(out, session.TextEdit{Type: session.TextEditTypeDelete, Text: s.a[a:p.a]})
			}
			if p.b > b {
				out = append(out, session.TextEdit{Type: session.TextEditTypeInsert, Text: s.b[b:p.b]})
			}
		}
		a, b = p.a, p.b
	}
	return out
}
