package main

import (
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// keywordDistance returns the least and the greatest number of bytes from the start of a match to
// its keyword. It reports false when a match need not contain a keyword, or the distance has no bound.
func keywordDistance(expression string, keywords []string) (near, far int, ok bool) {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return 0, 0, false
	}
	return distance(tree, keywords)
}

func distance(re *syntax.Regexp, keywords []string) (near, far int, ok bool) {
	if texts := textsOf(re); texts != nil {
		return distanceInTexts(texts, keywords)
	}
	switch re.Op {
	case syntax.OpCapture, syntax.OpPlus:
		return distance(re.Sub[0], keywords)
	case syntax.OpRepeat:
		if re.Min > 0 {
			return distance(re.Sub[0], keywords)
		}
	case syntax.OpAlternate:
		near = 1 << 30
		for _, sub := range re.Sub {
			n, f, ok := distance(sub, keywords)
			if !ok {
				return 0, 0, false
			}
			near, far = min(near, n), max(far, f)
		}
		return near, far, true
	case syntax.OpConcat:
		return distanceInConcat(re.Sub, keywords)
	}
	return 0, 0, false
}

// distanceInConcat looks for a keyword in each part and in each run of parts that have few texts.
func distanceInConcat(subs []*syntax.Regexp, keywords []string) (near, far int, ok bool) {
	least, most := 0, 0
	for i, sub := range subs {
		texts := []string{""}
		for _, next := range subs[i:] {
			if texts = product(texts, textsOf(next)); texts == nil {
				break
			}
			if n, f, ok := distanceInTexts(texts, keywords); ok && most >= 0 {
				return least + n, most + f, true
			}
		}
		if n, f, ok := distance(sub, keywords); ok && most >= 0 {
			return least + n, most + f, true
		}
		l, m := lengths(sub)
		least += l
		if most += m; m < 0 || most < 0 {
			most = -1 << 30
		}
	}
	return 0, 0, false
}

// distanceInTexts reports where the first keyword is in every one of the texts.
func distanceInTexts(texts, keywords []string) (near, far int, ok bool) {
	near = 1 << 30
	for _, t := range texts {
		at := -1
		for _, k := range keywords {
			if i := strings.Index(t, k); i >= 0 && (at < 0 || i < at) {
				at = i
			}
		}
		if at < 0 {
			return 0, 0, false
		}
		near, far = min(near, at), max(far, at)
	}
	return near, far, true
}

// maxTexts bounds the texts of a part that are enumerated.
const maxTexts = 300

// textsOf returns all texts that an expression matches, in lower case; nil when they are too many.
func textsOf(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return []string{""}
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(re.Rune))}
	case syntax.OpCharClass:
		return classTexts(re.Rune)
	case syntax.OpCapture:
		return textsOf(re.Sub[0])
	case syntax.OpQuest:
		if t := textsOf(re.Sub[0]); t != nil {
			return append([]string{""}, t...)
		}
	case syntax.OpAlternate:
		var out []string
		for _, sub := range re.Sub {
			t := textsOf(sub)
			if t == nil || len(out)+len(t) > maxTexts {
				return nil
			}
			out = append(out, t...)
		}
		return out
	case syntax.OpConcat:
		out := []string{""}
		for _, sub := range re.Sub {
			if out = product(out, textsOf(sub)); out == nil {
				return nil
			}
		}
		return out
	}
	return nil
}

func classTexts(ranges []rune) []string {
	seen := map[rune]bool{}
	var out []string
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i+1]-ranges[i] > 64 {
			return nil
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if l := unicode.ToLower(r); !seen[l] {
				seen[l] = true
				if l < utf8.RuneSelf { // other runes of a folded class are the same letter
					out = append(out, string(l))
				}
			}
		}
	}
	return out
}

func product(a, b []string) []string {
	if a == nil || b == nil || len(a)*len(b) > maxTexts {
		return nil
	}
	var out []string
	for _, x := range a {
		for _, y := range b {
			out = append(out, x+y)
		}
	}
	return out
}

// lengths returns the fewest and the most bytes that an expression matches, -1 without a bound.
func lengths(re *syntax.Regexp) (least, most int) {
	switch re.Op {
	case syntax.OpLiteral:
		n := len(re.Rune)
		if re.Flags&syntax.FoldCase != 0 {
			return n, 3 * n // the Kelvin sign is a k of three bytes
		}
		return len(string(re.Rune)), len(string(re.Rune))
	case syntax.OpCharClass:
		if len(re.Rune) > 0 && re.Rune[len(re.Rune)-1] < utf8.RuneSelf {
			return 1, 1
		}
		return 1, 4
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, 4
	case syntax.OpCapture:
		return lengths(re.Sub[0])
	case syntax.OpStar:
		return 0, -1
	case syntax.OpPlus:
		l, _ := lengths(re.Sub[0])
		return l, -1
	case syntax.OpQuest:
		_, m := lengths(re.Sub[0])
		return 0, m
	case syntax.OpRepeat:
		l, m := lengths(re.Sub[0])
		if m < 0 || re.Max < 0 {
			return l * re.Min, -1
		}
		return l * re.Min, m * re.Max
	case syntax.OpConcat, syntax.OpAlternate:
		return lengthsOfAll(re)
	}
	return 0, 0
}

func lengthsOfAll(re *syntax.Regexp) (least, most int) {
	for i, sub := range re.Sub {
		l, m := lengths(sub)
		if re.Op == syntax.OpConcat {
			least += l
		} else if i == 0 || l < least {
			least = l
		}
		switch {
		case m < 0 || most < 0:
			most = -1
		case re.Op == syntax.OpConcat:
			most += m
		default:
			most = max(most, m)
		}
	}
	return least, most
}
