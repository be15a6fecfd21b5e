package scan

import (
	"math"
	"strconv"
)

// Int returns the exact integer that a Number stands for; 12.0 and 1e3 are
// integers too. False for other kinds, for fractions and outside int64.
func (v Value) Int() (int64, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	raw := v.Raw()
	if u, ok := plainDecimal(raw, 0); ok {
		return u, true
	}
	units, exact, ok := parseDecimal(raw, 0)
	if !ok || !exact {
		return 0, false
	}
	return units, true
}

// Float returns the nearest double. False for other kinds and for numbers
// beyond the doubles.
func (v Value) Float() (float64, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.text, 64)
	return f, err == nil
}

// ScaledDecimal returns a Number times 10^scale, taken from its literal and never
// from a float, rounded half to even. Outside int64 it returns the nearest
// bound and false; for other kinds 0 and false.
func (v Value) ScaledDecimal(scale int) (units int64, ok bool) {
	if v.Kind() != Number {
		return 0, false
	}
	if u, ok := plainDecimal(v.Raw(), scale); ok {
		return u, true
	}
	units, _, ok = parseDecimal(v.Raw(), scale)
	return units, ok
}

// powers are those of ten that always fit.
var powers = [...]int64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// plainDecimal is decimal for the most frequent literals: digits, perhaps with a
// point, without a digit that is rounded away, and few enough to fit.
func plainDecimal(lit []byte, scale int) (units int64, ok bool) {
	if len(lit) >= len(powers) {
		return 0, false
	}
	for k, c := range lit {
		if d := c - '0'; d <= 9 {
			units = units*10 + int64(d)
		} else if c == '.' {
			scale -= len(lit) - 1 - k
		} else {
			return 0, false
		}
	}
	if scale < 0 || scale >= len(powers)-len(lit) {
		return 0, false
	}
	return units * powers[scale], true
}

// maxExponent is beyond what any literal's digits could make up for, and far
// from overflowing a sum.
const maxExponent = 1 << 40

// parseDecimal computes a valid number literal times 10^scale. Exact is false when
// digits were rounded away.
func parseDecimal(lit []byte, scale int) (units int64, exact, ok bool) {
	negative := lit[0] == '-'
	if negative {
		lit = lit[1:]
	}
	mantissa := len(lit) // end of the digits and the point
	for k, c := range lit {
		if c|0x20 == 'e' {
			mantissa = k
			break
		}
	}
	whole := skipDigits(lit[:mantissa], 0) // digits before the point
	kept := int64(whole) + parseExponent(lit[mantissa:]) + int64(scale)
	m := magnitude{limit: math.MaxInt64}
	if negative {
		m.limit++
	}
	k := int64(0) // index of the digit, the point not counted
	for _, c := range lit[:mantissa] {
		if c != '.' {
			m.addDigit(uint64(c-'0'), k-kept)
			k++
		}
	}
	for ; k < kept && m.value != 0 && !m.over; k++ {
		m.addDigit(0, -1)
	}
	exact = m.roundHalfEven()
	if negative {
		return int64(-m.value), exact, !m.over
	}
	return int64(m.value), exact, !m.over
}

// parseExponent returns the value of "", "e5", "E+05", "e-5", within ±maxExponent.
func parseExponent(s []byte) int64 {
	var e int64
	negative := false
	for _, c := range s {
		switch {
		case c == '-':
			negative = true
		case c-'0' <= 9 && e < maxExponent:
			e = e*10 + int64(c-'0')
		}
	}
	e = min(e, maxExponent)
	if negative {
		return -e
	}
	return e
}

// magnitude collects the digits of an absolute value up to limit.
type magnitude struct {
	value, limit uint64
	tail         uint64 // the first digit after the unit
	sticky       bool   // a digit other than zero after that one
	over         bool
}

// addDigit takes the next digit; place is negative for digits at or before the
// unit, 0 for the first one after it.
func (m *magnitude) addDigit(d uint64, place int64) {
	switch {
	case m.over:
	case place > 0:
		m.sticky = m.sticky || d != 0
	case place == 0:
		m.tail = d
	case m.value > m.limit/10 || m.value*10+d > m.limit:
		m.value, m.over = m.limit, true
	default:
		m.value = m.value*10 + d
	}
}

// roundHalfEven rounds half to even and reports whether nothing was rounded away.
func (m *magnitude) roundHalfEven() (exact bool) {
	if m.over || m.tail == 0 && !m.sticky {
		return true
	}
	if m.tail > 5 || m.tail == 5 && (m.sticky || m.value&1 != 0) {
		if m.value == m.limit {
			m.over = true
		} else {
			m.value++
		}
	}
	return false
}
