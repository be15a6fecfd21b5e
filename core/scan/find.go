package scan

import (
	"math/bits"
	"unsafe"
)

// indexWords is bytes.IndexByte by words of eight bytes, four of them at a
// time. Where the library has vector instructions, that one is faster; wasm has
// none of them, and the library goes by four bytes there.
func indexWords(b []byte, c byte) int {
	const step = 32
	pattern := uint64(c) * lows
	p := unsafe.Pointer(unsafe.SliceData(b))
	i := 0
	for ; i+step <= len(b); i += step {
		w := (*[step]byte)(unsafe.Add(p, i)) // inside b, so that no slice need be made of it
		x, y := load(w[:])^pattern, load(w[8:])^pattern
		m := (x-lows)&^x | (y-lows)&^y
		x, y = load(w[16:])^pattern, load(w[24:])^pattern
		if (m|(x-lows)&^x|(y-lows)&^y)&highs != 0 {
			break
		}
	}
	for ; i+8 <= len(b); i += 8 {
		w := (*[8]byte)(unsafe.Add(p, i))
		x := load(w[:]) ^ pattern
		if x = (x - lows) &^ x & highs; x != 0 {
			return i + bits.TrailingZeros64(x)>>3
		}
	}
	for ; i < len(b); i++ {
		if b[i] == c {
			return i
		}
	}
	return -1
}
