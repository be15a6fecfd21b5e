// Package order sorts without the standard library's reflection-based and
// per-type sorting code, which would make the wasm module larger.
package order

import "sort"

// Stable sorts s in ascending order of less, which is asked about places of
// the slice as it stands; equal items keep their order.
func Stable[T any](s []T, less func(i, j int) bool) {
	sort.Stable(places{len(s), less, func(i, j int) { s[i], s[j] = s[j], s[i] }})
}

// Strings sorts s by its UTF-8 bytes.
func Strings(s []string) {
	Stable(s, func(i, j int) bool { return s[i] < s[j] })
}

// places is a sort.Interface over functions.
type places struct {
	n    int
	less func(i, j int) bool
	swap func(i, j int)
}

func (p places) Len() int           { return p.n }
func (p places) Less(i, j int) bool { return p.less(i, j) }
func (p places) Swap(i, j int)      { p.swap(i, j) }
