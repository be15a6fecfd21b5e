// Package order sorts without the standard library's reflection-based and
// per-type sorting code, which would make the wasm module larger: one merge
// sort of places serves every type.
package order

// SortStable sorts s in ascending order of less, which is asked about places of
// the slice in its current order; equal items keep their order.
func SortStable[T any](s []T, less func(i, j int) bool) {
	sortPlaces(len(s), less, func(i, j int) { s[i], s[j] = s[j], s[i] })
}

// SortStrings sorts s by its UTF-8 bytes.
func SortStrings(s []string) {
	SortStable(s, func(i, j int) bool { return s[i] < s[j] })
}

// MergeStrings returns the strings of two sorted lists without repetitions, each
// once, sorted. It may return one of the lists.
func MergeStrings(a, b []string) []string {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := make([]string, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		from := &a
		if len(a) == 0 || len(b) > 0 && b[0] < a[0] {
			from = &b
		}
		if s := (*from)[0]; len(out) == 0 || out[len(out)-1] != s {
			out = append(out, s)
		}
		*from = (*from)[1:]
	}
	return out
}

// few items are sorted by insertion, which allocates nothing.
const few = 12

func sortPlaces(n int, less func(i, j int) bool, swap func(i, j int)) {
	if n <= few {
		for i := 1; i < n; i++ {
			for j := i; j > 0 && less(j, j-1); j-- {
				swap(j, j-1)
			}
		}
		return
	}
	from, to := make([]int, n), make([]int, n)
	for i := range from {
		from[i] = i
	}
	for width := 1; width < n; width *= 2 {
		for lo := 0; lo < n; lo += 2 * width {
			mergeSorted(to[lo:], from[lo:min(lo+width, n)], from[min(lo+width, n):min(lo+2*width, n)], less)
		}
		from, to = to, from
	}
	applyOrder(from, swap)
}

// mergeSorted merges two sorted lists of places.
func mergeSorted(out, a, b []int, less func(i, j int) bool) {
	for k := range out[:len(a)+len(b)] {
		if len(a) == 0 || len(b) > 0 && less(b[0], a[0]) {
			out[k], b = b[0], b[1:]
		} else {
			out[k], a = a[0], a[1:]
		}
	}
}

// applyOrder moves every item i of a slice to where it belongs: place k takes
// item places[k]. Each cycle of places is walked once; places is used up.
func applyOrder(places []int, swap func(i, j int)) {
	for start := range places {
		k := start
		for places[k] != start {
			next := places[k]
			swap(k, next)
			places[k], k = k, next
		}
		places[k] = k
	}
}
