package order_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/order"
)

func TestHeapGivesItemsInOrder(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for _, n := range []int{0, 1, 2, 3, 100, 5000} {
		calls := 0
		h := order.Heap[int]{Less: func(a, b *int) bool { calls++; return *a < *b }}
		var want, got []int
		for range n {
			want = append(want, random.Intn(n))
			h.Push(want[len(want)-1])
		}
		for len(h.Items) > 0 {
			got = append(got, h.Pop())
		}
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%d items: %v, want %v", n, got, want)
		}
		if calls > 40*n {
			t.Errorf("%d items are compared %d times", n, calls)
		}
	}
}
