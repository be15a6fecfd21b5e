package search

import "testing"

// TestMayTouch has words that a replacement may hold a part of, and words that none can.
func TestMayTouch(t *testing.T) {
	replacements := []string{"[redacted:github-pat]", "[redacted:email]", "~"}
	for _, c := range []struct {
		text  string
		regex bool
		want  bool
	}{
		{"zebra", false, false}, {"mail", false, true}, {"MAIL", false, true}, {"zebra -edact", false, true}, {"emails", false, false},
		{"with[", false, true}, {"]and", false, true}, {"a~b", false, true}, {"\"zebra giraffe\"", false, false}, {"\"a email\"", false, false},
		{"zebra.*", true, false}, {"ze?bra", true, false}, {"git[a-z]+", true, true}, {"[a-z]+", true, true}, {"zebra|giraffe", true, false}, {"zebra|email", true, true}, {"zebra\\[", true, true},
	} {
		q, err := Parse(c.text, c.regex)
		if err != nil {
			t.Fatal(err)
		}
		if got := q.MayTouch(replacements); got != c.want {
			t.Errorf("%s: %v, want %v", c.text, got, c.want)
		}
	}
}
