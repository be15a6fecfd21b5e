// Package text has the few operations on strings that the core would
// otherwise take from packages strings and strconv in forms that are several
// times the machine code in the wasm module.
package text

import "strconv"

// FormatInt renders n in decimal.
func FormatInt(n int64) string { return string(strconv.AppendInt(nil, n, 10)) }

// Join joins the elements of list with sep between them.
func Join(list []string, sep string) string {
	if len(list) == 1 {
		return list[0]
	}
	var b []byte
	for i, s := range list {
		if i > 0 {
			b = append(b, sep...)
		}
		b = append(b, s...)
	}
	return string(b)
}

// Index returns where sub first occurs in s, -1 when it does not. It is not
// for long searches: those go through package bytes.
func Index(s, sub string) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		if sub == "" || s[i] == sub[0] && s[i:i+len(sub)] == sub {
			return i
		}
	}
	return -1
}

// LastIndex returns where sub last occurs in s, -1 when it does not.
func LastIndex(s, sub string) int {
	i := len(s) - len(sub)
	for i >= 0 && s[i:i+len(sub)] != sub {
		i--
	}
	return max(i, -1)
}

// Cut slices s around the first sep; found is false when s has no sep, and
// before is all of s.
func Cut(s, sep string) (before, after string, found bool) {
	if i := Index(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// Lower returns s with the ASCII letters small.
func Lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
