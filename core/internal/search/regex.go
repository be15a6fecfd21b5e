package search

import (
	"regexp"
	"regexp/syntax"

	"github.com/heddle-dev/heddle/core/fault"
)

// regex is an expression. The standard library's engine is linear in the text
// for every expression, and it is deterministic.
type regex struct{ re *regexp.Regexp }

// maxRegexMatches bounds the matches of an expression that are counted in one
// text: an expression may match at every code point.
const maxRegexMatches = 10_000

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
	q.want = 1
	q.terms = []term{{regex: &regex{re}}}
	if tree, err := syntax.Parse(s, syntax.Perl); err == nil {
		q.terms[0].needle = needleOf(string(longestLiteral(tree)))
		q.anyLine = !inLine(tree)
	}
	return nil
}

// The two below call themselves as deep as an expression is nested, which the
// parser bounds to 1,000.

// longestLiteral returns the longest text that every match holds, in any case; none
// when that cannot be known.
func longestLiteral(re *syntax.Regexp) []rune {
	var best []rune
	switch {
	case re.Op == syntax.OpLiteral:
		return re.Rune
	case re.Op == syntax.OpCapture, re.Op == syntax.OpPlus, re.Op == syntax.OpConcat, re.Op == syntax.OpRepeat && re.Min > 0:
		for _, sub := range re.Sub {
			if l := longestLiteral(sub); len(l) > len(best) {
				best = l
			}
		}
	}
	return best
}

// inLine reports whether no match holds a line break or depends on where the
// text begins or ends: whether it is found in each block of a text alone.
func inLine(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpAnyChar, syntax.OpBeginText, syntax.OpEndText:
		return false
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if r == '\n' {
				return false
			}
		}
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			if re.Rune[i] <= '\n' && '\n' <= re.Rune[i+1] {
				return false
			}
		}
	}
	for _, sub := range re.Sub {
		if !inLine(sub) {
			return false
		}
	}
	return true
}

// eachMatch visits the matches in s that are not empty, in order, until visit
// returns false.
func (x *regex) eachMatch(s string, visit func(start, end int) bool) {
	for _, m := range x.re.FindAllStringIndex(s, maxRegexMatches) {
		if m[0] < m[1] && !visit(m[0], m[1]) {
			return
		}
	}
}
