package canon

import (
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

const hexDigits = "0123456789abcdef"

// replacement is U+FFFD in UTF-8; canonical text never holds invalid bytes.
const replacement = "\xef\xbf\xbd"

// AppendString appends s as a canonical JSON string, quotes included.
//
// The quote, the backslash and the control characters below U+0020 are
// escaped (\" \\ \b \f \n \r \t, the rest as \u00xx with lower-case digits).
// Everything else is unchanged, U+007F, U+2028 and <, >, & too. A byte that
// is not part of a valid UTF-8 sequence becomes one U+FFFD.
//
// Runs of plain characters are copied in one piece, because text is mostly
// that.
func AppendString(dst []byte, s string) []byte {
	return append(AppendText(append(dst, '"'), s), '"')
}

// AppendText is AppendString without the quotes. What is appended in pieces is
// the same as in one if no piece ends within a character.
func AppendText(dst []byte, s string) []byte {
	run := 0 // start of the bytes not yet copied
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			if r, n := utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || n > 1 {
				i += n
				continue
			}
			dst = append(append(dst, s[run:i]...), replacement...)
		case !plain[c]:
			dst = appendEscape(append(dst, s[run:i]...), c)
		case i+8 <= len(s):
			i += plainPrefix(s[i : i+8])
			continue
		default:
			i++
			continue
		}
		i++
		run = i
	}
	return append(dst, s[run:]...)
}

// IsText reports whether s, the inside of a JSON string, is what AppendText writes.
func IsText(s string) bool {
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				return false
			}
			i += n
		case c == '\\':
			n := escapeLength(s[i:])
			if n == 0 {
				return false
			}
			i += n
		case !plain[c]:
			return false
		case i+8 <= len(s):
			i += plainPrefix(s[i : i+8])
		default:
			i++
		}
	}
	return true
}

// escapeLength returns the length of the escape that starts s, 0 when AppendText
// does not write it.
func escapeLength(s string) int {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case '"', '\\', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
	default:
		return 0
	}
	for c := byte(0); len(s) >= 6 && c < ' '; c++ {
		if shortEscapes[c] == 0 && s[2:4] == "00" && s[4] == hexDigits[c>>4] && s[5] == hexDigits[c&15] {
			return 6
		}
	}
	return 0
}

// AppendBytes is AppendString for text held as bytes. It does not keep b.
func AppendBytes(dst, b []byte) []byte {
	return AppendString(dst, unsafe.String(unsafe.SliceData(b), len(b)))
}

// plainPrefix returns how many of the eight bytes of s stand for themselves
// before the first that does not. Subtracting n from a byte below 0x80 sets
// its high bit if it is below n; x^c is below 1 where x is c. A borrow spoils
// only the bytes above the first one found.
func plainPrefix(s string) int {
	const ones = 0x0101010101010101
	_ = s[7]
	x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	special := x | (x - ' '*ones) | (x ^ '"'*ones - ones) | (x ^ '\\'*ones - ones)
	return bits.TrailingZeros64(special&(0x80*ones)) / 8
}

// plain marks the ASCII characters that stand for themselves in a string.
var plain = func() (t [utf8.RuneSelf]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// shortEscapes has the letter of each character that has a short escape.
var shortEscapes = [...]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

func appendEscape(dst []byte, c byte) []byte {
	if short := shortEscapes[c]; short != 0 {
		return append(dst, '\\', short)
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}
