//go:build tinygo

// Package runtime has functions that replace those of TinyGo's package of the
// same name: strings are compared eight bytes at a time.
package runtime

import "unsafe"

func wordAt(p unsafe.Pointer, i int) uint64 { return *(*uint64)(unsafe.Add(p, i)) }
func byteAt(p unsafe.Pointer, i int) byte   { return *(*byte)(unsafe.Add(p, i)) }

// stringEqual is x == y.
func stringEqual(x, y string) bool {
	if len(x) != len(y) {
		return false
	}
	a, b, i := unsafe.Pointer(unsafe.StringData(x)), unsafe.Pointer(unsafe.StringData(y)), 0
	if a == b {
		return true
	}
	for ; len(x)-i >= 8; i += 8 {
		if wordAt(a, i) != wordAt(b, i) {
			return false
		}
	}
	for ; i < len(x); i++ {
		if byteAt(a, i) != byteAt(b, i) {
			return false
		}
	}
	return true
}
