package text

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

func TestIntAgreesWithTheStandardLibrary(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 9, 10, -10, 1234567890, math.MaxInt64, math.MinInt64} {
		if got, want := FormatInt(n), strconv.FormatInt(n, 10); got != want {
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

func TestSearchesAgreeWithTheStandardLibrary(t *testing.T) {
	for _, s := range []string{"", "a", "aa", "aab", "baab", "a,b,,c", "ünï"} {
		for _, sub := range []string{"", "a", "aa", "ab", ",", ",,", "ï", "aabb"} {
			if got, want := Index(s, sub), strings.Index(s, sub); got != want {
				t.Errorf("Index(%q, %q) = %d, want %d", s, sub, got, want)
			}
			if got, want := LastIndex(s, sub), strings.LastIndex(s, sub); got != want {
				t.Errorf("LastIndex(%q, %q) = %d, want %d", s, sub, got, want)
			}
			b, a, ok := Cut(s, sub)
			if wantB, wantA, want := strings.Cut(s, sub); b != wantB || a != wantA || ok != want {
				t.Errorf("Cut(%q, %q) = %q, %q, %v", s, sub, b, a, ok)
			}
		}
	}
}
