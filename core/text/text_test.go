package text

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

func TestIntAgreesWithTheStandardLibrary(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 9, 10, -10, 1234567890, math.MaxInt64, math.MinInt64} {
		if got, want := Int(n), strconv.FormatInt(n, 10); got != want {
			t.Errorf("Int(%d) = %s", n, got)
		}
	}
}

func TestJoinAgreesWithTheStandardLibrary(t *testing.T) {
	for _, list := range [][]string{nil, {""}, {"a"}, {"a", ""}, {"a", "b", "c"}} {
		if got, want := Join(list, ", "), strings.Join(list, ", "); got != want {
			t.Errorf("Join(%q) = %q", list, got)
		}
	}
}
