package session

import "github.com/heddle-dev/heddle/core/internal/canon"

// Ratio is a number from 0 to 1 in millionths: scores are integers, so that
// they are the same on every processor.
type Ratio int64

// RatioScale is the number of decimal places of a Ratio.
const RatioScale = 6

// RatioOne is the ratio 1.
const RatioOne Ratio = 1_000_000

// AppendJSON appends the ratio as an exact decimal number.
func (r Ratio) AppendJSON(dst []byte) []byte {
	return canon.AppendDecimal(dst, int64(r), RatioScale)
}

// String renders the exact decimal number.
func (r Ratio) String() string { return string(r.AppendJSON(nil)) }
