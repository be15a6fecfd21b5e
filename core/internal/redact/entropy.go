package redact

import "math/bits"

// exceedsEntropy reports whether the Shannon entropy of a text is greater than a bound in hundredths
// of a bit. As in gitleaks, runes are counted and divided by bytes. It computes in integers, so that
// the answer is the same on every processor.
//
// With n bytes and c of each rune the entropy is log2(n)*sum(c)/n - sum(c*log2(c))/n.
func exceedsEntropy(s string, hundredths int64) bool {
	if len(s) > maxEntropyText {
		s = s[:maxEntropyText]
	}
	var counts [256]int64
	others := make([]rune, 0, 8) // their counts are after those of ASCII
	runes := int64(0)
	for _, c := range s {
		runes++
		if c < 128 {
			counts[c]++
			continue
		}
		i := 0
		for i < len(others) && others[i] != c {
			i++
		}
		if i == len(others) && i < 128 {
			others = append(others, c)
		}
		if i < 128 { // the rest count as different from each other
			counts[128+i]++
		}
	}
	n := int64(len(s))
	sum := runes * log2(n)
	for _, c := range counts {
		sum -= c * log2(c)
	}
	return sum/n*100+sum%n*100/n > hundredths<<logBits
}

// maxEntropyText bounds the text whose entropy is computed, in bytes: sums of it fit 64 bits.
const maxEntropyText = 1 << 20

// logBits are the bits after the point of log2.
const logBits = 32

// log2 returns the logarithm of n to the base 2, and 0 for 0. That of n times a power of two is exactly that
// of n and a whole number.
func log2(n int64) int64 {
	if n <= 1 {
		return 0
	}
	whole := bits.Len64(uint64(n)) - 1
	out := int64(whole) << logBits
	x := uint64(n) << (63 - whole) // from 1 to 2, with 63 bits after the point
	for bit := int64(1) << (logBits - 1); bit > 0; bit >>= 1 {
		high, _ := bits.Mul64(x, x) // with 62 bits after the point
		if x = high; x>>63 != 0 {
			out += bit
		} else {
			x <<= 1
		}
	}
	return out
}
