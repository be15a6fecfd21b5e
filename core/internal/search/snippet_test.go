package search

import (
	"math/rand"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/session"
)

// marked shows the first hit of a query in a text with its ranges in brackets.
func marked(t testing.TB, query, text string) string {
	t.Helper()
	d := NewDoc(parse(t, query), Options{MaxHits: 1})
	d.AddMessage(0, &session.Message{Content: text})
	if len(d.Hits()) == 0 {
		return ""
	}
	h := d.Hits()[0]
	runes := []rune(h.Snippet)
	var out strings.Builder
	at := int64(0)
	for _, r := range h.Ranges {
		if r.Start < at || r.End <= r.Start || r.End > int64(len(runes)) {
			t.Fatalf("%s in %q: ranges %v of %q", query, text, h.Ranges, h.Snippet)
		}
		out.WriteString(string(runes[at:r.Start]) + "[" + string(runes[r.Start:r.End]) + "]")
		at = r.End
	}
	return out.String() + string(runes[at:])
}

func TestSnippet(t *testing.T) {
	for _, c := range []struct{ query, text, want string }{
		{"fix", "Fix it", "[Fix] it"},
		{"fix", "a prefix", "a pre[fix]"},
		{"fix it", "fix, then it and fix", "[fix], then [it] and [fix]"},
		{"abc bcd", "xabcdx", "x[abcd]x"},
		{"ab cd", "abcd", "[abcd]"},
		{"ab cd", "ab cd", "[ab] [cd]"},
		{`"a b"`, "x a\n\t b y", "x [a b] y"},
		{"b", "  a\r\n\r\n b\u3000c  ", "a [b] c"},
		{"b", "a\x1b[31m\x00b\x07", "a[31m[b]"},
		{"é", "日本é日本", "日本[é]日本"},
		{"🙂", "🙂🙂 x", "[🙂🙂] x"},
		{"e\u0301", "caffe\u0301!", "caff[e\u0301]!"},
		{"x", strings.Repeat("word ", 30) + "x", "…" + strings.Repeat("word ", 8) + "[x]"},
		{"x", strings.Repeat("a", 100) + "x", "…" + strings.Repeat("a", 40) + "[x]"},
		{"x", strings.Repeat("a", 40) + "x", strings.Repeat("a", 40) + "[x]"},
		{"x", strings.Repeat("a", 39) + " x", strings.Repeat("a", 39) + " [x]"},
		{"x", strings.Repeat("a", 41) + " x", "…" + strings.Repeat("a", 39) + " [x]"},
		{"x", "x " + strings.Repeat("ab ", 80), "[x] " + strings.TrimSuffix(strings.Repeat("ab ", 53), " ") + "…"},
		{"x", "x " + strings.Repeat("b", 158), "[x] " + strings.Repeat("b", 158)},
		{"x", "x " + strings.Repeat("b", 158) + "  \n", "[x] " + strings.Repeat("b", 158)},
		{"x", "x " + strings.Repeat("b", 159), "[x] " + strings.Repeat("b", 158) + "…"},
		{strings.Repeat("y", 300), strings.Repeat("y", 300), "[" + strings.Repeat("y", 160) + "]…"},
	} {
		// A long word is encoded data for the search; the text is not.
		text := c.text
		if len(text) >= encodedBytes && !strings.Contains(text, " ") {
			text = strings.ReplaceAll(text, "y", "ÿ")
			c.query, c.want = strings.ReplaceAll(c.query, "y", "ÿ"), strings.ReplaceAll(c.want, "y", "ÿ")
		}
		if got := marked(t, c.query, text); got != c.want {
			t.Errorf("%.20q in %.40q:\n%q, want\n%q", c.query, text, got, c.want)
		}
	}
}

func TestSnippetWithoutTerms(t *testing.T) {
	s, ranges := makeSnippet("  some\n\ntext ", nil)
	if s != "some text" || ranges == nil || len(ranges) != 0 {
		t.Errorf("%q %v", s, ranges)
	}
	if s, _ = makeSnippet("", nil); s != "" {
		t.Errorf("%q", s)
	}
}

func TestSnippetsOfRandomTexts(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for range rounds(5_000) {
		text := randomText(r, r.Intn(400))
		query := normalizeSpace(cutOf(r, text))
		if query == "" || query[0] == '-' || strings.ContainsAny(query, `"\`) {
			continue
		}
		got := marked(t, `"`+query+`"`, text)
		if !utf8.ValidString(got) || strings.ContainsAny(got, "\n\r\t\u2028") || utf8.RuneCountInString(strings.NewReplacer("[", "", "]", "").Replace(got)) > snippetRunes+2 {
			t.Fatalf("%q in %q: %q", query, text, got)
		}
		if got != "" && !strings.Contains(got, "[") && strings.ContainsFunc(query, func(r rune) bool { return r > ' ' && r != 0x7f && r != 0x80 }) {
			t.Fatalf("%q in %q: no range in %q", query, text, got)
		}
	}
}
