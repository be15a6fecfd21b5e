package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
)

// terms lists what a query looks for; what must not occur begins with "not ".
func terms(q *Query) []string {
	var out []string
	for i := range q.terms {
		switch {
		case i >= q.want:
			out = append(out, "not "+q.terms[i].text)
		default:
			out = append(out, q.terms[i].text)
		}
	}
	return out
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \t\u3000\n", nil},
		{"fix auth", []string{"fix", "auth"}},
		{"fix\u00a0auth\u2003token\u3000x", []string{"fix", "auth", "token", "x"}},
		{`"fix auth" token`, []string{"fix auth", "token"}},
		{`"fix   ` + "\n" + `auth"`, []string{"fix auth"}},
		{`"fix auth`, []string{"fix auth"}},
		{`fix "`, []string{"fix"}},
		{`fix ""`, []string{"fix"}},
		{`"say \"hi\" now"`, []string{`say "hi" now`}},
		{`"C:\dir\"`, []string{`C:\dir"`}},
		{`"a\b"`, []string{`a\b`}},
		{`"fix"auth`, []string{"fix", "auth"}},
		{`fix"auth now"`, []string{`fix"auth`, `now"`}},
		{"fix -auth", []string{"fix", "not auth"}},
		{`-"no such" fix`, []string{"fix", "not no such"}},
		{"fix - auth", []string{"fix", "-", "auth"}},
		{"fix -", []string{"fix", "-"}},
		{"--force", []string{"--force"}},
		{`fix -"" -x`, []string{"fix", "not x"}},
		{"a-b", []string{"a-b"}},
		{"fix fix Fix", []string{"fix", "Fix"}},
		{"fix -fix -fix", []string{"fix", "not fix"}},
		{"a\xffb", []string{"a\ufffdb"}},
		{"日本 \u202e", []string{"日本", "\u202e"}},
	} {
		q, err := Parse(c.text, false)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := terms(q); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		if q.IsEmpty() != (c.want == nil) {
			t.Errorf("%q: Empty is %v", c.text, q.IsEmpty())
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		text  string
		regex bool
		says  string
	}{
		{"-fix", false, "no word"},
		{`""`, false, "no word"},
		{`-"a b" -c`, false, "no word"},
		{strings.Repeat("x", MaxQueryBytes+1), false, "4096"},
		{words(MaxTerms + 1), false, "32"},
		{"(", true, "missing closing )"},
		{"a**", true, "repetition"},
		{`(?<n`, true, "capture"},
		{`(a{1000}){1000}`, true, "repeat"},
		{`\pX`, true, "class"},
	} {
		_, err := Parse(c.text, c.regex)
		e, ok := err.(*fault.Error)
		if !ok || e.Code != fault.InvalidArgument || !strings.Contains(e.Message, c.says) || e.Hint == "" {
			t.Errorf("%.20q: %v", c.text, err)
		}
	}
	if _, err := Parse(words(MaxTerms), false); err != nil {
		t.Error(err)
	}
}

// words returns n different words.
func words(n int) string {
	var s strings.Builder
	for i := range n {
		s.WriteString(strings.Repeat("w", i+1) + " ")
	}
	return s.String()
}

func TestWords(t *testing.T) {
	q, err := Parse(`fix "in  quotes" -no`, false)
	if err != nil || !slices.Equal(q.TermTexts(), []string{"fix", "in quotes"}) || q.TermCount() != 2 {
		t.Error(q.TermTexts(), err)
	}
	q, err = Parse("fix|no", true)
	if err != nil || len(q.TermTexts()) != 0 || q.TermCount() != 1 || q.IsEmpty() {
		t.Error(q.TermTexts(), err)
	}
}

func TestLiteral(t *testing.T) {
	for _, c := range []struct {
		expr   string
		want   string // of the needle
		inLine bool
	}{
		{`zebra`, "ZEBRA", true},
		{`func\s+parse\w+`, "PARSE", false},
		{`func +parse\w*`, "PARSE", true},
		{`(foo)+(bar)?`, "FOO", true},
		{`(foo)*bar`, "BAR", true},
		{`(foo){0,2}ab`, "AB", true},
		{`(foo){2}ab`, "FOO", true},
		{`foo|bar`, "FOO|BAR", true},
		{`(split|join)(x|Host)+`, "SPLIT|JOIN", true},
		{`(foo|bar|)x`, "X", true},
		{`a1|b2|c3|d4|e5|f6|g7|h8|i9`, "", true},
		{`foo|"`, "", true},
		{`foo.*barbaz`, "BARBAZ", true},
		{`(?s)foo.*ba`, "FOO", false},
		{`^foo`, "FOO", false},
		{`(?m)^foo$`, "FOO", true},
		{`\bfoo\b`, "FOO", true},
		{`[^"]foo`, "FOO", false},
		{`foo\nba`, "FOO BA", false},
		{`a"bc/d`, "BC/D", true},
		{`.`, "", true},
	} {
		q, err := Parse(c.expr, true)
		if err != nil {
			t.Errorf("%s: %v", c.expr, err)
			continue
		}
		var got []rune
		for k, n := range q.terms[0].needles {
			if k > 0 {
				got = append(got, '|')
			}
			for i := range n.units {
				if n.units[i].kind == gap {
					got = append(got, ' ')
				} else {
					got = append(got, n.units[i].fold)
				}
			}
		}
		if string(got) != c.want {
			t.Errorf("%s: literal %q, want %q", c.expr, string(got), c.want)
		}
		if q.anyLine == (c.inLine && c.want != "") {
			t.Errorf("%s: anyLine is %v", c.expr, q.anyLine)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"fix auth", `"a b" -c`, `\"`, `--x -"y`, "a\xff", `(a|b)+c{2,3}`, `(?-i)K\x{212a}`, "-", `a\`, `[[:alpha:]]`} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, regex bool) {
		q, err := Parse(text, regex)
		if err != nil {
			if fault.CodeOf(err) != fault.InvalidArgument {
				t.Fatal(err)
			}
			return
		}
		if q.IsEmpty() != (q.TermCount() == 0) || q.TermCount() > MaxTerms {
			t.Fatal(q.IsEmpty(), q.TermCount())
		}
		for _, w := range q.TermTexts() {
			// A term can be typed again as a phrase, unless it is too long
			// now or its backslashes read as escapes of quotes.
			typed := `"` + strings.ReplaceAll(w, `"`, `\"`) + `"`
			if len(typed) <= MaxQueryBytes && !strings.HasSuffix(w, `\`) && !strings.Contains(w, `\"`) {
				if again, err := Parse(typed, false); err != nil || len(again.terms) != 1 || again.terms[0].text != w {
					t.Fatalf("%q: %v", w, err)
				}
			}
			// It is found in itself.
			fd := finderOf(w)
			o := fd.occurrencesIn(w)
			if start, end := o.nextOccurrence(); start != 0 || end != len(w) {
				t.Fatalf("%q is not found in itself: %d %d", w, start, end)
			}
		}
	})
}
