package search

import (
	"math/rand"
	"strings"
	"testing"
	"unicode"
)

// all lists the occurrences of a term in a text.
func all(term, s string) [][2]int {
	f := finderOf(term)
	o := f.occurrencesIn(s)
	var out [][2]int
	for {
		start, end := o.nextOccurrence()
		if start < 0 {
			return out
		}
		out = append(out, [2]int{start, end})
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		term, text string
		want       []string // what is found
	}{
		{"fix", "Fix the prefix: FIX", []string{"Fix", "fix", "FIX"}},
		{"aa", "aaaaa", []string{"aa", "aa"}},
		{"abab", "abaabab", []string{"abab"}},
		{"x", "", nil},
		{"kelvin", "\u212aelvin KELVIN", []string{"\u212aelvin", "KELVIN"}},
		{"\u212a", "k K \u212a", []string{"k", "K", "\u212a"}},
		{"ask", "a\u017f\u212a ASK", []string{"a\u017f\u212a", "ASK"}},
		{"s", "ſ", []string{"ſ"}},
		{"odysseus", "ODYSSEUS", []string{"ODYSSEUS"}},
		{"σίσυφος", "ΣΊΣΥΦΟΣ σίσυφοσ", []string{"ΣΊΣΥΦΟΣ", "σίσυφοσ"}},
		{"straße", "STRASSE Straße STRAẞE", []string{"Straße", "STRAẞE"}},
		{"i", "İıI", []string{"I"}},
		{"ı", "iIı", []string{"ı"}},
		{"日本", "日本語 日 本", []string{"日本"}},
		{"🙂", "a🙂b", []string{"🙂"}},
		{"e\u0301", "E\u0301 é", []string{"E\u0301"}},
		{"é", "É e\u0301", []string{"É"}},
		{"ӕ", "Ӕ", []string{"Ӕ"}},
		{"µ", "Μ μ µ", []string{"Μ", "μ", "µ"}},
		{"foo bar", "foo  bar foo\n\tbar foo\u00a0bar foobar", []string{"foo  bar", "foo\n\tbar", "foo\u00a0bar"}},
		{"foo bar", "foo\r\nbar foo\n\nbar foo \n \n bar foo\r\n\r\nbar", []string{"foo\r\nbar"}},
		{"a b a c", "a b a b a c", []string{"a b a c"}},
		{"/usr", "a/usr", []string{"/usr"}},
		{`"x"`, `say "X"`, []string{`"X"`}},
		{"\ufffd", "a\ufffdb", []string{"\ufffd"}},
	} {
		var got []string
		for _, m := range all(c.term, c.text) {
			got = append(got, c.text[m[0]:m[1]])
		}
		if strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("%q in %q: %q, want %q", c.term, c.text, got, c.want)
		}
	}
}

// folds is an independent folding: lower case of upper case of lower case,
// which joins the members of every orbit, but for the three letters whose
// upper or lower case lies in another orbit.
func folds(r rune) rune {
	if r == 'İ' || r == 'ı' || r == 'ẞ' || r == 'ß' {
		if r == 'ẞ' {
			r = 'ß'
		}
		return r
	}
	return unicode.ToLower(unicode.ToUpper(unicode.ToLower(r)))
}

// naive finds as all does, place by place.
func naive(term, s string) (out [][2]int) {
	words := strings.Fields(term)
	match := func(i int) int {
		for k, w := range words {
			if k > 0 {
				rest := strings.TrimLeftFunc(s[i:], unicode.IsSpace)
				gap := s[i : len(s)-len(rest)]
				if gap == "" || strings.Count(gap, "\n") > 1 {
					return -1
				}
				i = len(s) - len(rest)
			}
			for _, r := range w {
				ok := false
				for j, x := range s[i:] {
					if j == 0 && folds(x) == folds(r) {
						i += len(string(x))
						ok = true
					}
					break
				}
				if !ok {
					return -1
				}
			}
		}
		return i
	}
	skip := 0
	for i := range s {
		if i >= skip {
			if end := match(i); end >= 0 {
				out = append(out, [2]int{i, end})
				skip = end
			}
		}
	}
	return out
}

// letters are what random texts and terms are made of: few, so that terms occur,
// and all that fold or are stored in an unusual way.
var letters = []rune("aaabbBkK\u212asSſiIıİσςΣßẞåÅ\u212bωΩ\u2126éÉ\u0301日本🙂𐐀𐐨  \n\t\r\u00a0\u3000\"\\//<>-u0061\u0001\x7f\u0080\u2028\ufffd")

func randomText(r *rand.Rand, n int) string {
	var s strings.Builder
	for range n {
		s.WriteRune(letters[r.Intn(len(letters))])
	}
	return s.String()
}

// cutOf returns a part of s with the case of its letters changed.
func cutOf(r *rand.Rand, s string) string {
	x := []rune(s)
	if len(x) == 0 {
		return "a"
	}
	from := r.Intn(len(x))
	x = x[from:min(len(x), from+1+r.Intn(12))]
	for i := range x {
		for range r.Intn(4) {
			x[i] = unicode.SimpleFold(x[i])
		}
	}
	return string(x)
}

// rounds returns how many random inputs a test tries: an eighth of n with -short.
func rounds(n int) int {
	if testing.Short() {
		return n / 8
	}
	return n
}

func TestFindAgreesWithTheNaiveSearch(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	found := 0
	n := rounds(15_000)
	for range n {
		s := randomText(r, r.Intn(80))
		term := normalizeSpace(cutOf(r, s))
		if r.Intn(4) == 0 {
			term = normalizeSpace(randomText(r, 1+r.Intn(4)))
		}
		if term == "" {
			continue
		}
		got, want := all(term, s), naive(term, s)
		found += len(want)
		if len(got) != len(want) {
			t.Fatalf("%q in %q: %v, want %v", term, s, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%q in %q: %v, want %v", term, s, got, want)
			}
		}
	}
	if found < n*2/3 {
		t.Error("only", found, "found")
	}
}

func TestFoldIsTheLeastOfItsOrbit(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		least := r
		for x := unicode.SimpleFold(r); x != r; x = unicode.SimpleFold(x) {
			least = min(least, x)
		}
		if foldRune(r) != least {
			t.Fatalf("%U: %U, want %U", r, foldRune(r), least)
		}
		if o := caseVariants(r); o[0] != least || len(o) > 4 {
			t.Fatalf("%U: %U", r, o)
		}
		if len(caseVariants(r)) == 1 {
			continue
		}
		u := unitOf(r)
		if p := probesFor([]unit{u}); len(p.list) > 2 {
			t.Fatalf("%U needs %d probes", r, len(p.list))
		}
	}
}
