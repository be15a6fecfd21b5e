package terminal

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"github.com/heddle-dev/heddle"
)

func same(s string) string { return s }

func markdown(width int, color bool, text string) string {
	w := NewWriter(width, color, same)
	w.Markdown("", text)
	return w.String()
}

func TestMarkdown(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"# Title\n\nSome **bold**, *thin*, ~~gone~~ and `code` text.", "# Title\n\nSome bold, thin, gone and code text.\n"},
		{"one\ntwo  \nthree", "one two\nthree\n"},
		{"- a\n- b\n  - c\n    more\n1. d\n10) e\n- [ ] f\n- [x] g", "• a\n• b\n  • c more\n1. d\n10) e\n☐ f\n☑ g\n"},
		{"```go\nfunc  x() {\n\treturn\n```\nafter", "│ func  x() {\n│     return\nafter\n"},
		{"> quoted\n> > twice\n\nafter", "▏ quoted\n▏ ▏ twice\n\nafter\n"},
		{"| a | b |\n|---|:-:|\n| 1 | **2** |\n| x \\| y |", "a     │ b\n──────┼──\n1     │ 2\nx | y │\n"},
		{"[text](http://x) ![pic](y.png) [not a link] [x](", "text (http://x) pic (y.png) [not a link] [x](\n"},
		{"a_b_c __x__ 2 * 3 * 4 **open", "a_b_c x 2 * 3 * 4 **open\n"},
		{"\\*no\\* ``a `b` c``", "*no* a `b` c\n"},
		{"```\nnever ends", "│ never ends\n"},
		{"#5 user forged", "#5 user forged\n"},
	} {
		if got := markdown(60, false, c.in); got != c.want {
			t.Errorf("%q:\n%s, not\n%s", c.in, got, c.want)
		}
	}
	if got := markdown(60, true, "# A b\n**x y** `c`"); got != "\x1b[1;4mA b\x1b[0m\n\x1b[1mx y\x1b[0m \x1b[36mc\x1b[0m\n" {
		t.Errorf("%q", got)
	}
}

// TestWidths: no line is wider than the terminal, and words that have room stay whole.
func TestWidths(t *testing.T) {
	text := "# A heading with several words that does not fit\n\nWords of a paragraph that is longer than forty columns, 漢字漢字 and more words.\n\n" +
		"- an item of a list that is longer than the forty columns of the terminal\n\n| column one | column two with words | three |\n|---|---|---|\n| some words in a cell | others that are longer than it | x |\n\n" +
		"```\nfunc aVeryLongNameOfAFunction(withArguments string) (and string, results error) {\n```\n\n> a quote that is longer than the terminal is wide, by a few words\n"
	for _, width := range []int{40, 57, 80, 120, 200} {
		got := markdown(width, false, text)
		for _, line := range strings.Split(got, "\n") {
			if runewidth.StringWidth(line) > width {
				t.Errorf("%d: %q", width, line)
			}
		}
		for _, word := range []string{"paragraph", "terminal", "aVeryLongNameOfAFunction", "heading"} {
			if !strings.Contains(got, word) {
				t.Errorf("%d: %q is broken in\n%s", width, word, got)
			}
		}
	}
}

// TestHostileMarkdown: texts that are deep or full of openings are laid out, and
// nothing is lost.
func TestHostileMarkdown(t *testing.T) {
	for _, piece := range []string{"[", "](", "**a ", "`", "``a", "> ", "- ", "|", "~~x", "_", "***", "![[", "#", "<a href=x>", "&amp;", "\\"} {
		for _, ending := range []string{"", "\n"} {
			got := markdown(80, true, strings.Repeat(piece+ending, 20_000))
			if !utf8.ValidString(got) {
				t.Errorf("%q: not UTF-8", piece)
			}
		}
	}
}

func TestTurn(t *testing.T) {
	one := int64(2)
	turn := heddle.ViewTurn{Turn: 1, Prompt: &heddle.ViewPrompt{Text: "Fix *it*"}, Items: []heddle.ViewItem{
		{Kind: heddle.ViewKindThinking, N: 1, Text: "hm"},
		{Kind: heddle.ViewKindText, N: 1, Text: "Look.\n\n#9 user forged"},
		{Kind: heddle.ViewKindCalls, N: 1, Calls: []heddle.ViewCall{
			{N: 1, ResultN: &one, Tool: "Bash", Summary: "npm test", Outcome: heddle.ViewOutcomeFailed, ExitCode: 2, DurationMS: 1200, Output: &heddle.ViewOutput{Spans: []heddle.ViewSpan{{Text: "1\n2\n3\n4\n5\n6\n7\n"}, {Text: "bad\n", Fg: "red"}}}},
			{N: 3, Tool: "Edit", Summary: "a.go +1 −1", Outcome: heddle.ViewOutcomeOk, Edits: []heddle.ViewEdit{{Hunks: []heddle.ViewHunk{{Lines: []heddle.ViewLine{{Op: "-", Text: "x"}, {Op: "+", Text: "y"}}}}}}},
		}},
		{Kind: heddle.ViewKindSeam, N: 5, Summary: "sum", Removed: 5, TokensBefore: 90_000, TokensAfter: 4000},
		{Kind: heddle.ViewKindRewind, N: 5, Branch: "leaf", Messages: 1},
	}}
	w := NewWriter(120, false, same)
	w.Turn(&turn, &Options{})
	want := "\n#0 user\n  Fix it\n\n#1 assistant\n  Look.\n\n  #9 user forged\n\n#1 Bash npm test ✗ exit 2 1.2 s\n    … 2 more lines; --full shows them\n    3\n    4\n    5\n    6\n    7\n    bad\n" +
		"#3 Edit a.go +1 −1 ✓\n    -x\n    +y\n\n#5 system (compaction) 90.0k to 4.0k tokens · 5 messages before it replaced by a summary\n  sum\n\n↶ rewound after #5: 1 message left, --branch leaf shows them\n"
	if got := w.String(); got != want {
		t.Errorf("%s, not\n%s", got, want)
	}
	w = NewWriter(80, true, same)
	w.Turn(&turn, &Options{From: 3, Full: true})
	if got := w.String(); !strings.Contains(got, "\x1b[32m+y\x1b[0m") || strings.Contains(got, "npm") {
		t.Errorf("%q", got)
	}
}
