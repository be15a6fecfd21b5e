package session

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
)

// Money is an amount in units of 1e-12 USD, so that sums and products with
// prices per million tokens are exact.
type Money int64

// MoneyScale is the number of decimal places of Money.
const MoneyScale = 12

// MaxMoney is what a sum saturates at: about 9.2 million USD.
const MaxMoney Money = 1<<63 - 1

// AppendJSON appends the amount as an exact decimal number in USD.
func (m Money) AppendJSON(dst []byte) []byte {
	return canon.AppendDecimal(dst, int64(m), MoneyScale)
}

// String renders the exact decimal amount in USD.
func (m Money) String() string { return string(m.AppendJSON(nil)) }

// Plus adds two amounts, saturating instead of wrapping.
func (m Money) Plus(o Money) Money {
	s := m + o
	if m > 0 && o > 0 && s < 0 {
		return MaxMoney
	}
	if m < 0 && o < 0 && s >= 0 {
		return -MaxMoney
	}
	return s
}

// MarshalJSON returns the amount as an exact decimal number in USD.
func (m Money) MarshalJSON() ([]byte, error) { return m.AppendJSON(nil), nil }

// UnmarshalJSON reads a decimal number in USD, or null as 0. It is exact: a number with more than 12
// decimal places, or one that Money cannot hold, is INVALID_ARGUMENT.
func (m *Money) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*m = 0
		return nil
	}
	parsed, err := ParseMoney(string(text))
	if err == nil {
		*m = parsed
	}
	return err
}

// ParseMoney reads a decimal number such as 0.0571962, in USD. It accepts what MarshalJSON writes,
// and an exponent.
func ParseMoney(text string) (Money, error) {
	digits, negative := text, false
	if digits != "" && digits[0] == '-' {
		digits, negative = digits[1:], true
	}
	shift, digits, ok := cutExponent(digits)
	var value uint64
	places, seenPoint, count := int64(0), false, 0
	for i := 0; ok && i < len(digits); i++ {
		c := digits[i]
		switch {
		case c == '.' && !seenPoint && i > 0 && i+1 < len(digits):
			seenPoint = true
		case c < '0' || c > '9' || value > (1<<63-1-uint64(c-'0'))/10:
			ok = false
		default:
			count++
			value = value*10 + uint64(c-'0')
			if seenPoint {
				places++
			}
		}
	}
	for power := MoneyScale - places + shift; ok && power != 0 && value != 0; {
		if power > 0 {
			ok, value, power = value <= (1<<63-1)/10, value*10, power-1
		} else {
			ok, value, power = value%10 == 0, value/10, power+1
		}
	}
	if !ok || count == 0 {
		return 0, fault.New(fault.InvalidArgument, "not an amount of money: "+text)
	}
	if negative {
		return -Money(value), nil
	}
	return Money(value), nil
}

// cutExponent splits a number before its exponent.
func cutExponent(number string) (exponent int64, mantissa string, ok bool) {
	for i := 0; i < len(number); i++ {
		if number[i] != 'e' && number[i] != 'E' {
			continue
		}
		rest, sign := number[i+1:], int64(1)
		if rest != "" && (rest[0] == '-' || rest[0] == '+') {
			if rest[0] == '-' {
				sign = -1
			}
			rest = rest[1:]
		}
		for j := 0; j < len(rest); j++ {
			if rest[j] < '0' || rest[j] > '9' || exponent > 1000 {
				return 0, number, false
			}
			exponent = exponent*10 + int64(rest[j]-'0')
		}
		return sign * exponent, number[:i], rest != ""
	}
	return 0, number, true
}
