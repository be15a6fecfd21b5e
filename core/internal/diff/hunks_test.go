package diff

import (
	"fmt"
	"strings"
	"testing"
)

func TestHunks(t *testing.T) {
	numbers := func(from, to int) string {
		var b strings.Builder
		for i := from; i <= to; i++ {
			fmt.Fprintf(&b, "%d\n", i)
		}
		return b.String()
	}
	for _, c := range []struct {
		a, b     string
		old, new int
		want     string
	}{
		{"a\n", "a\n", 1, 1, "0 0"},
		{"", "a\nb\n", 0, 1, "2 0 @0,1 +a +b"},
		{"a\nb", "", 0, 0, "0 2 @0,0 -a -b"},
		{"a\nb\nc", "a\nx\nc", 0, 0, "1 1 @0,0  a -b +x  c"},
		{numbers(1, 20), strings.Replace(numbers(1, 20), "10\n", "x\ny\n", 1), 5, 6, "2 1 @11,12  7  8  9 -10 +x +y  11  12  13"},
		{numbers(1, 20), "0\n" + numbers(1, 19), 1, 1, "1 1 @1,1 +0  1  2  3 @17,18  17  18  19 -20"},
		{numbers(1, 9), strings.Replace(strings.Replace(numbers(1, 9), "2\n", "x\n", 1), "9\n", "y\n", 1), 1, 1, "2 2 @1,1  1 -2 +x  3  4  5  6  7  8 -9 +y"},
	} {
		hunks, added, removed := NewLineDiffer().Hunks(c.a, c.b, c.old, c.new)
		got := fmt.Sprintf("%d %d", added, removed)
		for _, h := range hunks {
			got += fmt.Sprintf(" @%d,%d", h.Old, h.New)
			for _, l := range h.Lines {
				got += " " + l.Op + l.Text
			}
		}
		if got != c.want {
			t.Errorf("%q to %q: %s, not %s", c.a, c.b, got, c.want)
		}
	}
}
