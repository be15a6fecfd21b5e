//go:build tinygo

// Package bytealg has functions that replace those of TinyGo's package of the
// same name, which look at one byte after the other. These look at eight: memory
// in WebAssembly is little-endian, and a load may begin at any address.
package bytealg

import (
	"math/bits"
	"unsafe"
)

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

func wordAt(p unsafe.Pointer, i int) uint64 { return *(*uint64)(unsafe.Add(p, i)) }
func byteAt(p unsafe.Pointer, i int) byte   { return *(*byte)(unsafe.Add(p, i)) }

// IndexByte finds the first c in b; -1 without one.
func IndexByte(b []byte, c byte) int {
	return indexByte(unsafe.Pointer(unsafe.SliceData(b)), len(b), c)
}

// IndexByteString finds the first c in s; -1 without one.
func IndexByteString(s string, c byte) int {
	return indexByte(unsafe.Pointer(unsafe.StringData(s)), len(s), c)
}

//go:noinline
func indexByte(p unsafe.Pointer, n int, c byte) int {
	i, wanted := 0, uint64(c)*ones
	for ; n-i >= 8; i += 8 {
		w := wordAt(p, i) ^ wanted
		if zero := (w - ones) &^ w & highs; zero != 0 { // its lowest bit is the first byte that is 0
			return i + bits.TrailingZeros64(zero)/8
		}
	}
	for ; i < n; i++ {
		if byteAt(p, i) == c {
			return i
		}
	}
	return -1
}

// Count counts the c in b.
func Count(b []byte, c byte) int { return count(unsafe.Pointer(unsafe.SliceData(b)), len(b), c) }

// CountString counts the c in s.
func CountString(s string, c byte) int {
	return count(unsafe.Pointer(unsafe.StringData(s)), len(s), c)
}

//go:noinline
func count(p unsafe.Pointer, n int, c byte) int {
	i, found, wanted := 0, 0, uint64(c)*ones
	for ; n-i >= 8; i += 8 {
		w := wordAt(p, i) ^ wanted
		found += 8 - bits.OnesCount64((w&^highs+(highs-ones)|w)&highs) // bytes that are not 0 have the high bit
	}
	for ; i < n; i++ {
		if byteAt(p, i) == c {
			found++
		}
	}
	return found
}

// Equal reports whether a and b have the same bytes.
func Equal(a, b []byte) bool { return string(a) == string(b) }

// Compare orders a and b by their bytes.
func Compare(a, b []byte) int {
	return compare(unsafe.Pointer(unsafe.SliceData(a)), len(a), unsafe.Pointer(unsafe.SliceData(b)), len(b))
}

// CompareString orders a and b by their bytes.
func CompareString(a, b string) int {
	return compare(unsafe.Pointer(unsafe.StringData(a)), len(a), unsafe.Pointer(unsafe.StringData(b)), len(b))
}

//go:noinline
func compare(a unsafe.Pointer, m int, b unsafe.Pointer, n int) int {
	i, common := 0, min(m, n)
	for ; common-i >= 8; i += 8 {
		if differ := wordAt(a, i) ^ wordAt(b, i); differ != 0 {
			i += bits.TrailingZeros64(differ) / 8
			break
		}
	}
	for ; i < common; i++ {
		if x, y := byteAt(a, i), byteAt(b, i); x < y {
			return -1
		} else if x > y {
			return 1
		}
	}
	switch {
	case m < n:
		return -1
	case m > n:
		return 1
	}
	return 0
}
