package text

import "unicode/utf8"

// Hidden reports whether a character steers a terminal, reorders the text around it or shows
// nothing where a reader expects a character: control characters (tab and line feed too),
// separators of lines, marks and overrides of direction, zero-width characters, fillers, tags
// and variation selectors other than the two that choose between text and emoji.
//
// The two joiners (U+200C and U+200D) are hidden as well; HiddenAt knows where they are needed.
func Hidden(r rune) bool {
	switch {
	case r < 0xa0:
		return r < ' ' || r >= 0x7f
	case r == 0xfe0e || r == 0xfe0f:
		return false
	}
	for _, in := range hiddenRanges {
		if r <= in[1] {
			return r >= in[0]
		}
	}
	return false
}

// hiddenRanges are the format characters of Unicode (category Cf without the visible Arabic and
// Kaithi number marks), what it calls default ignorable, the separators of lines and paragraphs,
// the blank braille pattern and the object replacement, in ascending order.
var hiddenRanges = [...][2]rune{
	{0xad, 0xad}, {0x34f, 0x34f}, {0x61c, 0x61c}, {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},
	{0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}, {0x2800, 0x2800}, {0x3164, 0x3164},
	{0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xfffc}, {0x13430, 0x1343f},
	{0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
}

// firstJoining is the first script whose letters are joined or kept apart by U+200C and U+200D.
const firstJoining = 0x590

// HiddenAt reports whether the character that begins at s[i] is hidden. A joiner between two
// characters of scripts that use it, or between two emoji, is not.
func HiddenAt(s string, i int) bool {
	if c := s[i]; c < utf8.RuneSelf {
		return c < ' ' || c == 0x7f
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if r == 0x200c || r == 0x200d {
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+n:])
		return !isJoining(before) || !isJoining(after)
	}
	return Hidden(r)
}

func isJoining(r rune) bool {
	return r >= firstJoining && r != utf8.RuneError && (r == 0xfe0f || !Hidden(r))
}
