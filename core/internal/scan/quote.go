package scan

import (
	"bytes"
	"math/bits"
)

// Eight bytes at a time: x^quotes has a zero byte where x has a quote, and
// (x-lows)&^x&highs has the high bit of the lowest zero byte set (bits above
// it may be wrong, which does not matter to the lowest).
const (
	lows        = 0x0101010101010101
	highs       = 0x8080808080808080
	quotes      = '"' * lows
	backslashes = '\\' * lows
)

// textSteps is how many pairs of words of a string are tried before IndexByte, whose
// call pays off on long text only.
const textSteps = 3

func loadWord(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// skipString returns the index after the closing quote of the string whose
// first character is b[i], -1 without one. It looks for quotes only
// and counts the backslashes before one: each run is counted once, so the
// work is linear.
func skipString(b []byte, i int) int {
	w := b[i:]
	for k := 0; k < textSteps && len(w) >= 16; k++ {
		x, y := loadWord(w)^quotes, loadWord(w[8:])^quotes
		x, y = (x-lows)&^x&highs, (y-lows)&^y&highs
		if x|y != 0 {
			i = len(b) - len(w)
			if x == 0 {
				i += 8
				x = y
			}
			i += bits.TrailingZeros64(x) >> 3
			if b[i-1] != '\\' || b[i-2] == '\\' && !isEscaped(b, i) {
				return i + 1
			}
			w = b[i+1:]
			break // where one quote is escaped, more are: as in code
		}
		w = w[16:]
	}
	for {
		n := bytes.IndexByte(w, '"')
		if n < 0 {
			return -1
		}
		i = len(b) - len(w) + n
		if b[i-1] != '\\' || b[i-2] == '\\' && !isEscaped(b, i) {
			return i + 1
		}
		w = w[n+1:]
	}
}

// isEscaped reports whether an odd number of backslashes precedes b[i], a
// character of a string. The string's opening quote ends the count.
func isEscaped(b []byte, i int) bool {
	j := i
	for b[j-1] == '\\' {
		j--
	}
	return (i-j)&1 != 0
}

// badText returns the index of the first byte that RFC 8259 forbids inside one
// of the strings that start before limit, -1 without one. Everything
// before limit is known to be JSON but for that.
func badText(b []byte, limit int) int {
	for i := 0; i < limit; i++ {
		n := bytes.IndexByte(b[i:limit], '"')
		if n < 0 {
			break
		}
		var ok bool
		if i, ok = checkText(b, i+n+1); !ok {
			return i
		}
	}
	return -1
}

// checkText returns the index of the closing quote of the string whose first
// character is b[i]. Strings hold no control characters and only the eight
// short escapes and \uXXXX; any bytes from 0x80 up are allowed. When that does
// not hold, or the string does not end, it returns where, and false.
func checkText(b []byte, i int) (int, bool) {
	for i < len(b) {
		switch c := b[i]; {
		case c == '"':
			return i, true
		case c < ' ':
			return i, false
		case c != '\\':
			i++
		case i+1 >= len(b):
			return len(b), false
		case b[i+1] == 'u':
			for k := i + 2; k < i+6; k++ {
				if k >= len(b) || hexValue(b[k]) < 0 {
					return k, false
				}
			}
			i += 6
		case shortEscapes[b[i+1]] == 0:
			return i + 1, false
		default:
			i += 2
		}
	}
	return len(b), false
}

// shortEscapes maps the letter of a two-byte escape to what it stands for.
var shortEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func hexValue(c byte) rune {
	switch {
	case c-'0' <= 9:
		return rune(c - '0')
	case c|0x20-'a' <= 5:
		return rune(c|0x20-'a') + 10
	}
	return -1
}
