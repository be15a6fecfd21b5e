package search

import (
	"regexp"
	"regexp/syntax"
	"unicode"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/fault"
)

// regex is an expression. The standard library's engine is linear in the text
// for every expression, and it is deterministic. It is also slow: where every match
// holds one of some literals, it looks only at the parts of a text that have one.
type regex struct {
	re       *regexp.Regexp
	literals []finder // every match holds one of them; nil: unknown
	bounds   [utf8.RuneSelf]bool
}

// maxRegexMatches bounds the matches of an expression that are counted in one part of a
// text: an expression may match at every code point.
const maxRegexMatches = 10_000

// maxLiterals bounds the literals of an expression: each is searched for by itself.
const maxLiterals = 8

func (q *Query) addRegex(s string) error {
	s = "(?i)" + string([]rune(s)) // what is no text becomes U+FFFD, as in sessions
	re, err := regexp.Compile(s)
	if err != nil {
		what := err.Error()
		if e, ok := err.(*syntax.Error); ok {
			what = string(e.Code)
		}
		return fault.New(fault.InvalidArgument, "the search expression is not valid: "+what).
			WithHint(`expressions use RE2 syntax; a \ before a character makes it literal`)
	}
	x := &regex{re: re}
	q.want = 1
	q.terms = []term{{regex: x}}
	tree, err := syntax.Parse(s, syntax.Perl)
	if err != nil {
		return nil
	}
	for c := range x.bounds {
		x.bounds[c] = true
	}
	x.exclude(tree)
	q.anyLine = !x.bounds['\n']
	for _, literal := range literalsOf(tree) {
		n, word := needleOf(literal), longestField(literal)
		if n.units == nil || word == "" {
			x.literals, q.terms[0].needles = nil, nil
			break
		}
		x.literals = append(x.literals, finderOf(word))
		q.terms[0].needles = append(q.terms[0].needles, n)
	}
	return nil
}

// longestField returns the longest part of a text between white space, but not more of it
// than is compared code point by code point.
func longestField(s string) (longest string) {
	start, runes := 0, 0
	for i, r := range s {
		if runes++; unicode.IsSpace(r) {
			start, runes = i+utf8.RuneLen(r), 0
		} else if end := i + utf8.RuneLen(r); runes <= maxNeedle && end-start > len(longest) {
			longest = s[start:end]
		}
	}
	return longest
}

// The two below call themselves as deep as an expression is nested, which the
// parser bounds to 1,000.

// literalsOf returns texts, one of them in every match, in any case; nil when
// they are not known or too many. The shortest is as long as can be.
func literalsOf(re *syntax.Regexp) (best []string) {
	switch {
	case re.Op == syntax.OpLiteral:
		return []string{string(re.Rune)}
	case re.Op == syntax.OpCapture, re.Op == syntax.OpPlus, re.Op == syntax.OpConcat, re.Op == syntax.OpRepeat && re.Min > 0:
		for _, sub := range re.Sub {
			if l := literalsOf(sub); shortest(l) > shortest(best) {
				best = l
			}
		}
	case re.Op == syntax.OpAlternate:
		for _, sub := range re.Sub {
			l := literalsOf(sub)
			if l == nil || len(best)+len(l) > maxLiterals {
				return nil
			}
			best = append(best, l...)
		}
	}
	return best
}

// shortest returns the length of the shortest text in code points, 0 without one.
func shortest(texts []string) (n int) {
	for i, s := range texts {
		if k := utf8.RuneCountInString(s); i == 0 || k < n {
			n = k
		}
	}
	return n
}

// exclude removes from the bounds what a match may hold, and what a condition of the
// expression distinguishes from the beginning or the end of a text. What remains parts a
// text: the matches in it are those in its parts.
func (x *regex) exclude(re *syntax.Regexp) {
	for c := range x.bounds {
		r := rune(c)
		keep := true
		switch re.Op {
		case syntax.OpAnyChar, syntax.OpBeginText, syntax.OpEndText:
			keep = false
		case syntax.OpAnyCharNotNL, syntax.OpBeginLine, syntax.OpEndLine:
			keep = r == '\n'
		case syntax.OpWordBoundary, syntax.OpNoWordBoundary:
			keep = !syntax.IsWordChar(r)
		case syntax.OpLiteral:
			for _, l := range re.Rune {
				keep = keep && foldRune(l) != foldRune(r)
			}
		case syntax.OpCharClass:
			for i := 0; i+1 < len(re.Rune); i += 2 {
				keep = keep && (r < re.Rune[i] || re.Rune[i+1] < r)
			}
		}
		x.bounds[c] = x.bounds[c] && keep
	}
	for _, sub := range re.Sub {
		x.exclude(sub)
	}
}

// eachMatch visits the matches in s that are not empty, in order, until visit
// returns false.
func (x *regex) eachMatch(s string, visit func(start, end int) bool) {
	if x.literals == nil {
		x.eachMatchIn(s, 0, len(s), visit)
		return
	}
	var found [maxLiterals]occurrences
	var next [maxLiterals]int
	for i := range x.literals {
		found[i] = x.literals[i].occurrencesIn(s)
		next[i], _ = found[i].nextOccurrence()
	}
	for end := 0; ; {
		at := len(s)
		for i := range x.literals {
			for next[i] >= 0 && next[i] < end {
				next[i], _ = found[i].nextOccurrence()
			}
			if next[i] >= 0 {
				at = min(at, next[i])
			}
		}
		if at == len(s) {
			return
		}
		start := at
		for start > end && !x.isBound(s[start-1]) {
			start--
		}
		for end = at; end < len(s) && !x.isBound(s[end]); {
			end++
		}
		if !x.eachMatchIn(s, start, end, visit) {
			return
		}
	}
}

func (x *regex) isBound(c byte) bool { return c < utf8.RuneSelf && x.bounds[c] }

// eachMatchIn visits the matches in s[start:end].
func (x *regex) eachMatchIn(s string, start, end int, visit func(start, end int) bool) (more bool) {
	for _, m := range x.re.FindAllStringIndex(s[start:end], maxRegexMatches) {
		if m[0] < m[1] && !visit(start+m[0], start+m[1]) {
			return false
		}
	}
	return true
}

// countMatches counts the matches in a text, encoded data left out.
func (x *regex) countMatches(s string) (n int64) {
	data := encoded{s: s}
	x.eachMatch(s, func(start, end int) bool {
		if !data.coversRange(start, end) {
			n++
		}
		return true
	})
	return n
}
