package order

// Heap gives the first of many items as often as it is asked, in a number of
// steps that grows with the logarithm of their number. Its zero value with Less
// is empty.
type Heap[T any] struct {
	Items []T // the first is Items[0]
	// Less reports whether a comes before b.
	Less func(a, b *T) bool
}

// Push adds an item.
func (h *Heap[T]) Push(item T) {
	h.Items = append(h.Items, item)
	at := len(h.Items) - 1
	for at > 0 {
		up := (at - 1) / 2
		if !h.Less(&h.Items[at], &h.Items[up]) {
			return
		}
		h.Items[up], h.Items[at] = h.Items[at], h.Items[up]
		at = up
	}
}

// Pop removes the first item and returns it. The heap must not be empty.
func (h *Heap[T]) Pop() T {
	n := len(h.Items) - 1
	first := h.Items[0]
	h.Items[0] = h.Items[n]
	var none T
	h.Items[n] = none
	h.Items = h.Items[:n]
	for at := 0; ; {
		down := 2*at + 1
		if down+1 < n && h.Less(&h.Items[down+1], &h.Items[down]) {
			down++
		}
		if down >= n || !h.Less(&h.Items[down], &h.Items[at]) {
			return first
		}
		h.Items[down], h.Items[at] = h.Items[at], h.Items[down]
		at = down
	}
}
