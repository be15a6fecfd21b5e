package scan

import "unicode/utf8"

// BadUnicode returns the index of the first byte of rec that decoding will
// replace by U+FFFD: a byte that is not UTF-8, or an escape of half a
// surrogate pair. It returns -1 without one. rec is one JSON value.
func BadUnicode(rec []byte) int {
	bad := -1
	if !isASCII(rec) && !utf8.Valid(rec) {
		for i := 0; ; {
			r, n := utf8.DecodeRune(rec[i:])
			if r == utf8.RuneError && n == 1 {
				bad = i
				break
			}
			i += n
		}
	}
	for i := 0; ; {
		if i = IndexEscape(rec, i); i == len(rec) || bad >= 0 && i > bad {
			return bad
		}
		if isEscaped(rec, i) { // an escaped backslash, then the letter u
			i += 2
			continue
		}
		switch u := readHex4(rec, i+2); {
		case u >= 0xD800 && u < 0xDC00:
			if low := readHex4(rec, i+8); low < 0 || rec[i+6] != '\\' || rec[i+7] != 'u' || low < 0xDC00 || low > 0xDFFF {
				return i
			}
			i += 12
		case u >= 0xDC00 && u <= 0xDFFF:
			return i
		default:
			i += 2
		}
	}
}

// IndexEscape returns the index of the first \u at or after b[i], len(b) without one.
// In code every line end and quote has a backslash, so that both bytes are compared
// at once, in 32 places at a time: a byte of x is zero where they are.
func IndexEscape(b []byte, i int) int {
	const letters = 'u' * lows
	w := b[i:]
	for len(w) > 32 {
		p := (*[33]byte)(w)
		x := (loadWord(p[0:]) ^ backslashes) | (loadWord(p[1:]) ^ letters)
		y := (loadWord(p[8:]) ^ backslashes) | (loadWord(p[9:]) ^ letters)
		found := (x-lows)&^x | (y-lows)&^y
		x = (loadWord(p[16:]) ^ backslashes) | (loadWord(p[17:]) ^ letters)
		y = (loadWord(p[24:]) ^ backslashes) | (loadWord(p[25:]) ^ letters)
		if (found|(x-lows)&^x|(y-lows)&^y)&highs != 0 {
			break
		}
		w = w[32:]
	}
	for len(w) > 1 && (w[0] != '\\' || w[1] != 'u') {
		w = w[1:]
	}
	if len(w) == 1 {
		return len(b)
	}
	return len(b) - len(w)
}

// readHex4 reads four hexadecimal digits at b[i]; -1 when they are not there.
func readHex4(b []byte, i int) int {
	if i+4 > len(b) {
		return -1
	}
	v := 0
	for _, c := range b[i : i+4] {
		switch {
		case c >= '0' && c <= '9':
			v = v<<4 | int(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			v = v<<4 | int(c|0x20-'a'+10)
		default:
			return -1
		}
	}
	return v
}
