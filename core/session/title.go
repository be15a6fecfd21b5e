package session

import "unicode/utf8"

// TitleLimit is the greatest length of a title in code points.
const TitleLimit = 100

// Title makes a title of any text: white space (line breaks included) folds
// to one space, control characters go, and what is longer than TitleLimit
// code points is cut there.
func Title(s string) string {
	out := make([]byte, 0, min(len(s), 4*TitleLimit))
	n, space := 0, false
	for i := 0; i < len(s) && n < TitleLimit; {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case r == ' ' || r >= '\t' && r <= '\r' || r == 0x85 || r == 0xa0 || r == 0x2028 || r == 0x2029:
			space = true
			continue
		case r < ' ' || r == 0x7f:
			continue
		}
		if space && n > 0 {
			out = append(out, ' ')
			if n++; n == TitleLimit {
				break
			}
		}
		space = false
		out = utf8.AppendRune(out, r)
		n++
	}
	for len(out) > 0 && out[len(out)-1] == ' ' {
		out = out[:len(out)-1]
	}
	return string(out)
}
