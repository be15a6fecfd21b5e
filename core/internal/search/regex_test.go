package search

import (
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// randomExpression makes an expression that has parts of a text in it.
func randomExpression(r *rand.Rand, text string) string {
	parts := []string{`\w+`, `\s*`, `.*`, `[^x]`, `\b`, `\B`, `^`, `$`, `(?m:^)`, `(?m:$)`, `(?-i:k)`, `[a-f\n]?`, `(a|.)`, `(?s:.)+?`, `\pL*`, " "}
	var s strings.Builder
	for range 1 + r.Intn(4) {
		literal := regexp.QuoteMeta(cutOf(r, text))
		switch r.Intn(5) {
		case 0:
			s.WriteString("(" + literal + "|" + regexp.QuoteMeta(cutOf(r, text)) + ")")
		case 1:
			s.WriteString("(" + literal + ")?")
		case 2:
			s.WriteString(literal)
		default:
			s.WriteString(parts[r.Intn(len(parts))])
		}
	}
	return s.String()
}

// checkRegex compares the matches of an expression with those that the standard
// library finds in the whole text, and shows the text's bytes to a sieve.
func checkRegex(t *testing.T, expr, text string) (found int) {
	t.Helper()
	q, err := Parse(expr, true)
	if err != nil || q.IsEmpty() {
		return 0
	}
	text = string([]rune(text))
	x := q.terms[0].regex
	var got, want [][]int
	x.eachMatch(text, func(start, end int) bool {
		got = append(got, []int{start, end})
		return true
	})
	for _, m := range x.re.FindAllStringIndex(text, maxRegexMatches) {
		if m[0] < m[1] {
			want = append(want, m)
		}
	}
	if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Fatalf("%q in %q: %v, want %v", expr, text, got, want)
	}
	checkSieve(t, q, text, []byte(`{"text":`+string(session.TextJSON(text))+`}`))
	return len(got)
}

func TestRegexAgreesWithStandardLibrary(t *testing.T) {
	r := rand.New(rand.NewSource(6))
	found := 0
	for range rounds(6000) {
		text := randomText(r, 1+r.Intn(120))
		if checkRegex(t, randomExpression(r, text), text) > 0 {
			found++
		}
	}
	if found < rounds(1000) {
		t.Error("matches in", found)
	}
	for _, c := range [][2]string{
		{`b b`, "b\tb b"}, {`\bfoo\b`, "xfoo foo-foo"}, {`(?m)^foo$`, "foo\n,foo\nfoo"}, {`foo$`, "foo\nfoo"}, {`foo,?|bar`, "foo,bar foo"},
		{`k+x`, "\u212akx"}, {`fo{2,}\W`, "foo(fooo)foo"}, {"a" + strings.Repeat("b", 40), "A" + strings.Repeat("b", 41)}, {`oo.?oo`, "oooooo oooo"},
	} {
		checkRegex(t, c[0], c[1])
	}
}

func FuzzRegex(f *testing.F) {
	f.Add(`func \w+handler\w*\(`, "func (h) myHandler() {\nfunc xhandlers(")
	f.Add(`(split|join)HostPort\b`, "net.SplitHostPort(x), joinhostport")
	f.Add(`^a|b$`, "a\nb")
	f.Add(`[^a]\x{212a}`, "kk")
	f.Fuzz(func(t *testing.T, expr, text string) {
		if len(text) < maxRegexMatches {
			checkRegex(t, expr, text)
		}
	})
}
