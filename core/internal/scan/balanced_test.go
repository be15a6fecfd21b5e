package scan_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

func TestBalancedEnd(t *testing.T) {
	for _, c := range []struct {
		text         string
		start        int
		end, inLines int // -1 and minus where it stopped, when it does not end
	}{
		{`{}`, 0, 2, 2},
		{`x{"a":[1,{"b":"}"}]},`, 1, 20, 20},
		{`[{"a":"\"]"}]x`, 0, 13, 13},
		{`{"a":"\\"}}`, 0, 10, 10},
		{"{\"a\":\"1\n2\"}", 0, 11, -7},
		{"{\"a\":\n1}", 0, 8, 8},
		{`{"a":{"b":1}`, 0, -1, -12},
		{`{"a":"b\`, 0, -1, -8},
		{`{"a" 1]}`, 0, 7, 7}, // brackets are counted, not matched
	} {
		if got := scan.BalancedEnd([]byte(c.text), c.start); got != c.end {
			t.Errorf("%q: end %d, want %d", c.text, got, c.end)
		}
		got, ok := scan.BalancedEndInLines([]byte(c.text), c.start)
		if !ok {
			got = -got
		}
		if got != c.inLines {
			t.Errorf("%q: end %d in lines, want %d", c.text, got, c.inLines)
		}
	}
}
