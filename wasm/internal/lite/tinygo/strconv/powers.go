// Package strconv has functions that replace those of internal/strconv: powers of
// ten are computed from every 27th of them, not read from a table of 11 KB that no
// compression makes smaller.
package strconv

import "math/bits"

// How the powers are packed: the first, the distance of those that are there as
// they are, and their size. 1 is one of them: what is exact stays exact.
const (
	LeastPower = -13 * PowerStep
	PowerStep  = 27 // 5 to it is the last power that has less than 64 bits
	powerBytes = 16
)

// Power returns the first 128 bits of 10 to the power of e. bases has them for every
// step, fixes two bits for each power: what is lost by multiplying rounded numbers.
func Power(bases, fixes string, e int) (hi, lo uint64) {
	i := e - LeastPower
	at := i / PowerStep * powerBytes
	hi, lo = wordOf(bases[at:]), wordOf(bases[at+8:])
	factor := uint64(1)
	for range i % PowerStep {
		factor *= 5
	}
	top, middle := bits.Mul64(hi, factor)
	carried, low := bits.Mul64(lo, factor)
	middle, carry := bits.Add64(middle, carried, 0)
	top += carry
	if shift := bits.LeadingZeros64(top); top != 0 {
		hi, lo = top<<shift|middle>>(64-shift), middle<<shift|low>>(64-shift)
	} else {
		shift = bits.LeadingZeros64(middle)
		hi, lo = middle<<shift|low>>(64-shift), low<<shift
	}
	lo, carry = bits.Add64(lo, uint64(fixes[i/4]>>(i%4*2)&3), 0)
	return hi + carry, lo
}

// wordOf reads eight bytes, the highest first.
func wordOf(s string) (v uint64) {
	for i := range 8 {
		v = v<<8 | uint64(s[i])
	}
	return v
}
