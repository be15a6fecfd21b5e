package diff

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// marked writes edits as [-deleted-]{+inserted+}.
func marked(edits []session.TextEdit) string {
	var s strings.Builder
	for _, e := range edits {
		switch e.Type {
		case session.TextEditTypeEqual:
			s.WriteString(e.Text)
		case session.TextEditTypeDelete:
			s.WriteString("[-" + e.Text + "-]")
		case session.TextEditTypeInsert:
			s.WriteString("{+" + e.Text + "+}")
		}
	}
	return s.String()
}

func TestTextEdits(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"", "", ""},
		{"", "new", "{+new+}"},
		{"old", "", "[-old-]"},
		{"same", "same", "same"},
		{"fix the parser now", "fix the lexer now", "fix the [-parser-]{+lexer+} now"},
		{"foo bar", "foo baz", "foo [-bar-]{+baz+}"},
		{"parse", "parser", "[-parse-]{+parser+}"},
		{"a b", "a  b", "a[- -]{+  +}b"},
		{"one two", "one two three", "one two{+ three+}"},
		{"the old phrase here", "the brand new words here", "the [-old phrase-]{+brand new words+} here"},
		{"keep one keep two keep", "keep 1 keep 2 keep", "keep [-one-]{+1+} keep [-two-]{+2+} keep"},
		{"a\n\nb", "c\n\nd", "[-a\n\nb-]{+c\n\nd+}"},
		{"ends with a line\n", "ends with a line", "ends with a line[-\n-]"},
		{"語が変わる", "語も変わる", "語[-が-]{+も+}変わる"},
		{"naïve café", "naïve cafe", "naïve [-café-]{+cafe+}"},
		{"x \xff y", "x \xfe y", "x [-\xff-]{+\xfe+} y"},
	} {
		if got := marked(textEdits(c.a, c.b, newBudget(), &work{})); got != c.want {
			t.Errorf("%q to %q: %q, want %q", c.a, c.b, got, c.want)
		}
	}
}

// randomText draws text of a few words, white space and odd bytes.
func randomText(r *rand.Rand, n int) string {
	pieces := []string{"a", "b", "word", "other", " ", " ", "  ", "\n", "\t", "語", "変", "é", "\xff", "\xe8\xaa", "e\u0301", "\u3000", "🧵", ".", "("}
	var s strings.Builder
	for range r.Intn(n) {
		s.WriteString(pieces[r.Intn(len(pieces))])
	}
	return s.String()
}

func TestTextEditsJoin(t *testing.T) {
	r := rand.New(rand.NewSource(8))
	for n := range 20000 {
		size := 10 + 50*(n%20/19)
		a := randomText(r, size)
		b := randomText(r, size)
		if n%2 == 0 { // a with a run replaced
			from := r.Intn(len(a) + 1)
			b = a[:from] + b + a[from+r.Intn(len(a)-from+1):]
		}
		if got := strings.Join(splitWords(a), ""); got != a {
			t.Fatalf("the words of %q join to %q", a, got)
		}
		bound := newBudget()
		if n%7 == 0 {
			bound.cells = 0
		}
		edits := textEdits(a, b, bound, &work{})
		var x, y string
		for i, e := range edits {
			if e.Text == "" || i > 0 && (e.Type == edits[i-1].Type || e.Type == session.TextEditTypeDelete && edits[i-1].Type == session.TextEditTypeInsert) {
				t.Fatalf("%q to %q: %q", a, b, marked(edits))
			}
			if e.Type != session.TextEditTypeInsert {
				x += e.Text
			}
			if e.Type != session.TextEditTypeDelete {
				y += e.Text
			}
		}
		if x != a || y != b {
			t.Fatalf("%q to %q: %q", a, b, marked(edits))
		}
	}
}

// TestHugeTexts holds the bounds: beyond them equal ends and one change.
func TestHugeTexts(t *testing.T) {
	r := rand.New(rand.NewSource(9))
	text := func(n int) string {
		var s strings.Builder
		for s.Len() < n {
			s.WriteString([]string{"fix", "the", "parser", "of", "lines"}[r.Intn(5)])
			s.WriteByte(' ')
		}
		return s.String()
	}
	for _, n := range []int{200_000, 3_000_000} { // too many cells, too many bytes
		edits := textEdits("same head "+text(n)+"same tail", "same head "+text(n)+"same tail", newBudget(), &work{})
		if len(edits) != 4 || !strings.HasPrefix(edits[0].Text, "same head ") || !strings.HasSuffix(edits[3].Text, "same tail") {
			t.Errorf("%d edits of %d bytes", len(edits), n)
		}
	}
	long := text(3_000_000)
	at := len(long)/2 + strings.IndexByte(long[len(long)/2:], ' ') + 1
	edits := textEdits(long, long[:at]+"word "+long[at:], newBudget(), &work{})
	if len(edits) != 3 || strings.TrimSpace(edits[1].Text) != "word" {
		t.Errorf("%d edits for a word put into 3 MB", len(edits))
	}
	bound := newBudget()
	bound.cells = 50 // pays for one of these pairs
	first := textEdits("a b c d", "x b y d", bound, &work{})
	second := textEdits("1 a 2 b 3 c 4 d 5 e 6", "7 a 8 b 9 c 0 d 10 e 11", bound, &work{})
	if len(first) < 4 || len(second) != 2 {
		t.Errorf("%q %q", marked(first), marked(second))
	}
}
