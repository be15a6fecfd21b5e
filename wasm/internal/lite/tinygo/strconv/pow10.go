//go:build tinygo

package strconv

// pow10 returns the 128-bit mantissa and the binary exponent of 10 to the power of e.
func pow10(e int) (mant uint128, exp int, ok bool) {
	if e < pow10Min || e > pow10Max {
		return
	}
	hi, lo := Power(powerBases, powerFixes, e)
	return uint128{hi, lo}, 1 + mulLog2_10(e), true
}
