package search

import (
	"regexp"
	"regexp/syntax"

	"github.com/heddle-dev/heddle/core/fault"
)

// regex is an expression. The standard library's engine is linear in the text
// whatever the expression, and it is deterministic.
type regex struct{ re *regexp.Regexp }

// maxRegexMatches bounds the matches of an expression that are counted in one
// text: an expression may match at every code point.
const maxRegexMatches = 10_000

func (q *Query) addRegex(s string) error {
	s = "(?i)" + tidyText(s)
	re, err := regexp.Compile(s)
	if err != nil {
		what := string(err.(*syntax.Error).Code)
		return fault.New(fault.InvalidArgument, "the search expression is not valid: "+what).
			WithHint(`expressions are in RE2 syntax; \ before a character takes its meaning away`)
	}
	q.want = 1
	q.terms = []term{{regex: &regex{re}, needle: needleOf(literal(s))}}
	return nil
}

// tidyText replaces what is no text.
func tidyText(s string) string { return string([]rune(s)) }

// literal returns a text that every match of an expression holds, in any case;
// "" when none is found.
func literal(expr string) string {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return ""
	}
	return string(longest(re))
}

// longest returns the longest literal that must be matched. Captures and
// repetitions that occur at least once are as deep as syntax allows (1,000).
func longest(re *syntax.Regexp) []rune {
	switch re.Op {
	case syntax.OpLiteral:
		return re.Rune
	case syntax.OpCapture, syntax.OpPlus:
		return longest(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return longest(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []rune
		for _, sub := range re.Sub {
			if l := longest(sub); len(l) > len(best) {
				best = l
			}
		}
		return best
	}
	return nil
}

// each visits the matches in s that are not empty, in order, until visit
// returns false.
func (x *regex) each(s string, visit func(start, end int) bool) {
	for _, m := range x.re.FindAllStringIndex(s, maxRegexMatches) {
		if m[0] < m[1] && !visit(m[0], m[1]) {
			return
		}
	}
}
