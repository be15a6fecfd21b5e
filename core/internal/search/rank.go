package search

import (
	"math/bits"

	"github.com/heddle-dev/heddle/core/session"
)

// Stat is what ranking knows of one matching session.
type Stat struct {
	Length int64   // bytes
	TF     []int64 // by positive term: how often it occurs, see TitleWeight
}

// TitleWeight is how many occurrences in messages one in the title is worth:
// a title names what the whole session is about.
const TitleWeight = 5

// The parameters of BM25, in millionths, at the values that Robertson and
// Zaragoza name for it ("The Probabilistic Relevance Framework: BM25 and
// Beyond", 2009, section 3.4): how fast repetition stops to count, and how much
// long sessions are discounted.
const (
	k1   = 1_200_000
	b    = 750_000
	k1xb = k1 * b / million
)

const million = 1_000_000

// Greatest numbers that ranking distinguishes. They keep every product in 64 bits.
const (
	maxTF     = million
	maxLength = 1 << 40 // bytes
)

// Rank scores matching sessions among n sessions; df[i] sessions may hold
// positive term i. The best score is 1 and all are from 0 to 1; without terms
// every score is 1.
//
// A score is BM25 with the inverse document frequency that cannot be negative,
// ln(1 + (n - df + 1/2) / (df + 1/2)). The length of a session is its size in
// bytes, and the average is that of the matching sessions. All of it is
// computed in integers, so the order is the same on every processor.
func Rank(docs []Stat, n int64, df []int64) []session.Ratio {
	idf := make([]int64, len(df))
	for i := range df {
		idf[i] = Rarity(n, df[i])
	}
	average := averageLength(docs)
	scores := make([]int64, len(docs))
	var best int64
	for i := range docs {
		norm := k1 - k1xb + mulDiv(k1xb, docLength(&docs[i]), average)
		for t, tf := range docs[i].TF {
			if t < len(idf) {
				scores[i] += idf[t] * termWeight(tf, norm)
			}
		}
		best = max(best, scores[i])
	}
	out := make([]session.Ratio, len(docs))
	for i := range out {
		out[i] = session.RatioOne
		if best > 0 {
			out[i] = session.Ratio(mulDiv(scores[i], int64(session.RatioOne), best))
		}
	}
	return out
}

// Rarity returns how much a term weighs that df of n sessions may hold, in millionths.
func Rarity(n, df int64) int64 {
	d := min(max(df, 1), maxLength)
	return max(naturalLog(2*min(max(n, d), maxLength)+2)-naturalLog(2*d+1), 1)
}

// termWeight is tf * (k1 + 1) / (tf + norm) in millionths; norm is in millionths.
func termWeight(tf, norm int64) int64 {
	tf = min(max(tf, 0), maxTF)
	return mulDiv(tf*million, k1+million, tf*million+norm)
}

func docLength(d *Stat) int64 { return min(max(d.Length, 1), maxLength) }

func averageLength(docs []Stat) int64 {
	var sum int64
	for i := range docs {
		sum += docLength(&docs[i])
	}
	return max(sum/int64(max(len(docs), 1)), 1)
}

// mulDiv returns x * y / z, floored, where the product may need 128 bits and
// the quotient fits into 63. None of them is negative.
func mulDiv(x, y, z int64) int64 {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	q, _ := bits.Div64(hi, lo, uint64(z))
	return int64(q)
}

// naturalLog returns the natural logarithm of x, at least 1, in millionths, floored
// after an error below one millionth. Its binary digits come from squaring: a
// number from 1 to 2 has a logarithm of at least a half where its square is at
// least 2.
func naturalLog(x int64) int64 {
	const one = 1 << 62 // 1 as a number of 2^-62
	whole := bits.Len64(uint64(x)) - 1
	m := uint64(x) << (62 - whole)
	frac := uint64(0) // of the binary logarithm, in 2^-32
	for range 32 {
		hi, lo := bits.Mul64(m, m)
		m = hi<<2 | lo>>62
		frac <<= 1
		if m >= 2*one {
			m >>= 1
			frac |= 1
		}
	}
	const ln2 = 693_147_180_560 // in 10^-12
	hi, lo := bits.Mul64(uint64(whole)<<32|frac, ln2)
	q, _ := bits.Div64(hi, lo, million<<32)
	return int64(q)
}
