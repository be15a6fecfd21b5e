package order

import (
	"math/rand"
	"slices"
	"testing"
)

func TestStableAgreesWithTheStandardLibrary(t *testing.T) {
	type item struct{ key, place int }
	r := rand.New(rand.NewSource(1))
	for n := 0; n < 200; n++ {
		a := make([]item, n)
		for i := range a {
			a[i] = item{r.Intn(10), i}
		}
		b := slices.Clone(a)
		SortStable(a, func(i, j int) bool { return a[i].key < a[j].key })
		slices.SortStableFunc(b, func(x, y item) int { return x.key - y.key })
		if !slices.Equal(a, b) {
			t.Fatalf("%d items: %v, want %v", n, a, b)
		}
	}
}

func TestStringsSortsByBytes(t *testing.T) {
	s := []string{"é", "b", "B", "", "a\x00", "a"}
	SortStrings(s)
	if !slices.Equal(s, []string{"", "B", "a", "a\x00", "b", "é"}) {
		t.Errorf("%q", s)
	}
}
