// Package canon writes the scalars of Heddle's canonical JSON, the one byte
// form that every engine and every language must agree on: raw UTF-8, the
// shortest escapes, no HTML escaping, no exponents.
//
// Every function appends to dst and returns the extended slice, as the
// built-in append does; nothing else is allocated and nothing is kept.
package canon

import "strconv"

// AppendBool appends true or false.
func AppendBool(dst []byte, v bool) []byte {
	if v {
		return append(dst, "true"...)
	}
	return append(dst, "false"...)
}

// AppendInt appends v in decimal.
func AppendInt(dst []byte, v int64) []byte { return strconv.AppendInt(dst, v, 10) }

// AppendDecimal appends the exact number units*10^-scale in its shortest
// plain form: no exponent, no trailing zeros after the point, no point
// without a digit after it, and "0" (never "-0") for zero. A negative scale
// multiplies, so AppendDecimal(dst, 12, -2) appends 1200.
func AppendDecimal(dst []byte, units int64, scale int) []byte {
	if units == 0 {
		return append(dst, '0')
	}
	u := uint64(units)
	if units < 0 {
		dst = append(dst, '-')
		u = -u // two's complement: also right for the smallest int64
	}
	for scale > 0 && u%10 == 0 {
		u /= 10
		scale--
	}
	var buf [20]byte // the longest uint64 has 20 digits
	digits := strconv.AppendUint(buf[:0], u, 10)
	n := len(digits)
	for place := max(n, scale+1) - 1; place >= min(scale, 0); place-- { // of the digit, 0 for the last
		if place == scale-1 {
			dst = append(dst, '.')
		}
		c := byte('0')
		if place >= 0 && place < n {
			c = digits[n-1-place]
		}
		dst = append(dst, c)
	}
	return dst
}
