package marks

import (
	"strings"
	"testing"
)

var sample = List{{Tag: "note"}, {Tag: "n"}, {Begin: "# Files:", End: "## Ask:"}, {Begin: "Hook says:"}}

func TestCut(t *testing.T) {
	for in, want := range map[string]string{
		"typed":                               "typed",
		"":                                    "",
		"<note>x</note>typed":                 "typed",
		"  <note a=\"b\">x</note>\n typed":    "typed",
		"<note>x</note><n>y</n> typed":        "typed",
		"<note>x</note>":                      "",
		"<note>x":                             "<note>x",
		"<note":                               "<note",
		"<note/>typed":                        "typed",
		"<notes>x</notes> typed":              "<notes>x</notes> typed",
		"what is <note>x</note>?":             "what is <note>x</note>?",
		"<note>a<note>b</note>c</note> d":     "d",
		"<note>about <note> x</note> d":       "d",
		"<note>about </note> x</note> d":      "x</note> d",
		"<note>a <notes> b</note> d":          "d",
		"# Files: a\n## Ask: do":              "do",
		"# Files: a":                          "# Files: a",
		"Hook says: no\nand more":             "",
		`\n<note a=\"b\">x</note>\n\ntyped\n`: `typed\n`,
		"<note>x</note> <n>y":                 "<n>y",
	} {
		got, found := sample.Cut(in)
		if got != want || found != (in != "" && want != strings.TrimSpace(in)) && in != "  " {
			t.Errorf("%q → %q %v, want %q", in, got, found, want)
		}
	}
}

// Hostile texts take time in proportion to their size: a quadratic search would not end.
func TestHostileTexts(t *testing.T) {
	const n = 100_000
	for name, x := range map[string]struct{ text, want string }{
		"nested":          {strings.Repeat("<note>", n) + strings.Repeat("</note>", n) + "typed", "typed"},
		"unclosed":        {strings.Repeat("<note>", n), strings.Repeat("<note>", n)},
		"in a row":        {strings.Repeat("<note>x</note>", n) + "typed", "typed"},
		"unbalanced rows": {strings.Repeat("<note><note></note>", n) + "typed", "typed"},
		"two kinds":       {strings.Repeat("<note><note></note><n><n></n>", n) + "typed", "typed"},
		"no end of a tag": {strings.Repeat("<note ", n), strings.Repeat("<note ", n)},
		"50 MB":           {"<note>" + strings.Repeat("x", 50<<20) + "</note>typed", "typed"},
		"50 MB unclosed":  {"<note>" + strings.Repeat("<", 50<<20), "<note>" + strings.Repeat("<", 50<<20)},
		"empty tags":      {strings.Repeat("<note/>", n) + "typed", "typed"},
	} {
		if got, _ := sample.Cut(x.text); got != x.want {
			t.Errorf("%s: %d bytes left, want %d", name, len(got), len(x.want))
		}
	}
}
