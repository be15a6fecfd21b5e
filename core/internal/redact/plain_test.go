package redact

import (
	"strings"
	"testing"
)

func TestPlainTexts(t *testing.T) {
	full := strings.Repeat("x", 79)
	for _, c := range []struct{ name, in, want string }{
		{"colours", "a\x1b[1;31mb\x1b[0mc", "abc"},
		{"one character for ESC [", "a\u009b31mb", "ab"},
		{"title", "a\x1b]0;title\x07b\x1b]8;;x\x1b\\c", "abc"},
		{"no end of a title", "a\x1b]0;title\nb", "a]0;title\nb"},
		{"escaped colours", `a\u001b[31mb\x1b[0mc\033[1md\\u001b[me`, "abcde"},
		{"invisible", "a\u200bb\u00adc\u2060d\ufeffe\u200df", "abcdef"},
		{"visible", "é — … 日本", ""},
		{"escaped invisible", `a\u200bb`, "ab"},
		{"quotes", `{\"a\":\\\"b\\\"}`, `{"a":"b"}`},
		{"line breaks", `a\nb\\nc\td`, "a\nb\nc\td"},
		{"slashes", `a\/b`, "a/b"},
		{"other escapes", `a\d\\d\u00e9`, ""},
		{"entities", "&lt;&amp;quot;a&#39;&#x3D;&amp;b&shy;c&;&x;", `<"a'=&bc&;&x;`},
		{"addresses", "a%3Db%253Dc%0A%2Fd%zz%", "a=b=c\n%2Fd%zz%"},
		{"bold", "**a** * b ***c***", "a * b c"},
		{"full line", full + "a\nb\nc", full + "ab\nc"},
		{"full line with a colour", "\x1b[1m" + full + "a\nb", full + "ab"},
		{"line that is not full", full + "\nb", ""},
		{"full line before a blank", full + "a\n b", ""},
		{"full line with a replacement", full[:65] + "[redacted:email]\nb", ""},
		{"end", `a\`, ""},
	} {
		p := newPlainText(c.in)
		if p == nil {
			p = &plainText{}
		}
		if p.text != c.want {
			t.Errorf("%s: %q, want %q", c.name, p.text, c.want)
		}
	}
}

func TestPlacesOfPlainText(t *testing.T) {
	in := "k=\x1b[1mab\x1b[31mcd\x1b[0m&lt;\u00adx"
	p := newPlainText(in)
	at := strings.Index(p.text, "abcd")
	start, _ := p.original(at)
	_, end := p.original(at + 3)
	if got := in[start:end]; got != "ab\x1b[31mcd" {
		t.Errorf("abcd is %q", got)
	}
	start, end = p.original(at + 4)
	if got := in[start:end]; got != "&lt;" {
		t.Errorf("< is %q", got)
	}
}

// TestHiddenSecrets: what hides a key goes with it, what is around it stays.
func TestHiddenSecrets(t *testing.T) {
	half := githubToken[:20] + "%s" + githubToken[20:]
	for _, c := range []struct{ name, in, want string }{
		{"colour around", "\x1b[32m" + githubToken + "\x1b[0m now", "\x1b[32m[redacted:github-pat]\x1b[0m now"},
		{"colour inside", strings.Replace("use "+half+" now", "%s", "\x1b[31m", 1), "use [redacted:github-pat] now"},
		{"soft hyphen", strings.Replace(half, "%s", "\u00ad", 1), "[redacted:github-pat]"},
		{"twice escaped", `"{\"a\":\"key\\n` + githubToken + `\\n\"}"`, `"{\"a\":\"key\\n[redacted:github-pat]\\n\"}"`},
		{"HTML", "<b>&quot;" + githubToken + "&quot;</b>", "<b>&quot;[redacted:github-pat]&quot;</b>"},
		{"bold", "**" + githubToken + "**", "**[redacted:github-pat]**"},
		{"encoded", "?x%3D" + githubToken + "%0A", "?x%3D[redacted:github-pat]%0A"},
		{"box", "│ " + strings.Replace(half, "%s", " │\n│ ", 1) + " │", "│ [redacted:github-pat] │"},
		{"indented", "  x " + strings.Replace(half, "%s", "\n    ", 1) + " x", "  x [redacted:github-pat] x"},
		{"whole in its line", githubToken + "\nand more", "[redacted:github-pat]\nand more"},
		{"no key", "sk-learn\nabcdefghijklmnopqrstuvwxyz0123456789", "sk-learn\nabcdefghijklmnopqrstuvwxyz0123456789"},
	} {
		if got := New().Text(c.in); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// FuzzPlainText: places of a plain text ascend and are in the original, and what it says of a character
// is what the original has.
func FuzzPlainText(f *testing.F) {
	for _, s := range []string{"a\x1b[1mb", `\\\"\n\u001b[`, "&amp;lt;", "%253D", "***", "\u009b1m", "\x1b]", strings.Repeat("x", 80) + "\ny"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p := newPlainText(s)
		if p == nil {
			return
		}
		if len(p.text) > len(s) || len(p.places) > len(s) {
			t.Fatalf("%q is longer: %q", s, p.text)
		}
		last := 0
		for i := range len(p.text) {
			start, end := p.original(i)
			if start < last || end <= start || end > len(s) {
				t.Fatalf("%q: character %d is at %d to %d, after %d", s, i, start, end, last)
			}
			if end == start+1 && s[start] != p.text[i] && s[start] != '\n' {
				t.Fatalf("%q: character %d is %q, not %q", s, i, s[start], p.text[i])
			}
			last = end
		}
	})
}
