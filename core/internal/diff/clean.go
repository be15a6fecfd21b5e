package diff

import (
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/internal/text"
)

// tabStop is the distance of tab stops in columns.
const tabStop = 8

// cleanText returns text that cannot steer a terminal or hide from its reader:
// control characters and bytes that are not UTF-8 become \xNN, line breaks
// among them; controls above U+007F, what reorders text or shows nothing
// becomes \u{NN}. A tab stays or, expanded, becomes spaces up to
// the next multiple of eight columns of this text.
func cleanText(s string, expand bool) string {
	const hex = "0123456789abcdef"
	if isPlainASCII(s) {
		return s
	}
	dst := make([]byte, 0, len(s)+len(s)/8)
	column := 0
	for i := 0; i < len(s); {
		c := s[i]
		r, n := utf8.DecodeRuneInString(s[i:])
		at := len(dst)
		switch {
		case c == '\t' && expand:
			for pad := tabStop - column%tabStop; pad > 0; pad-- {
				dst = append(dst, ' ')
			}
		case c == '\t':
			dst = append(dst, c)
		case r < ' ' || r == 0x7f || r == utf8.RuneError && n == 1:
			dst = append(dst, '\\', 'x', hex[c>>4], hex[c&15])
		case text.HiddenAt(s, i):
			dst = append(dst, `\u{`...)
			shift := 4
			for r>>shift > 15 {
				shift += 4
			}
			for ; shift >= 0; shift -= 4 {
				dst = append(dst, hex[r>>shift&15])
			}
			dst = append(dst, '}')
		default:
			dst = append(dst, s[i:i+n]...)
			column += runeWidth(r)
			at = len(dst)
		}
		column += len(dst) - at
		i += n
	}
	return string(dst)
}

// isPlainASCII reports whether all of s is printable ASCII, as most text is.
func isPlainASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}
