package drift

// IsNewer reports whether version a is after version b. Versions are numbers between
// dots, such as 2.1.329, after words, as in "session v3"; another text is no newer
// than any.
func IsNewer(a, b string) bool {
	a, b = trimWords(a), trimWords(b)
	if !isVersion(a) || !isVersion(b) {
		return false
	}
	for a != "" || b != "" {
		var x, y int64
		x, a = nextNumber(a)
		y, b = nextNumber(b)
		if x != y {
			return x > y
		}
	}
	return false
}

// trimWords cuts the words before a number.
func trimWords(s string) string {
	for s != "" && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z' || s[0] == ' ') {
		s = s[1:]
	}
	return s
}

// isVersion reports whether a text begins as versions do.
func isVersion(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// nextNumber returns the number that a version begins with, and what follows its dot. What
// follows a dash, as in 1.2.0-beta.1, does not count.
func nextNumber(s string) (n int64, rest string) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			n = min(n*10+int64(c-'0'), 1<<40)
		case c == '.':
			return n, s[i+1:]
		default:
			return n, ""
		}
	}
	return n, ""
}
