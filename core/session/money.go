package session

import "github.com/heddle-dev/heddle/core/internal/canon"

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
