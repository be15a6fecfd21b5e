package redact

import "strings"

// findEmails finds the addresses of a window.
func (r *Redactor) findEmails(w window) {
	s := w.text[:w.end]
	for i := w.start; i < len(s); i++ {
		n := strings.IndexByte(s[i:], '@')
		if n < 0 {
			break
		}
		low := i
		i += n
		start, end := localStart(s, low, i), domainEnd(s, i+1)
		r.matcher.steps += end - start
		if start < i && end > 0 && s[start:i] != "git" && !isPassword(s, start) { // git@host:path is the address of a repository
			r.spans = append(r.spans, span{start, end, len(r.rules) + 1, rankEmail})
		}
	}
	r.matcher.steps += w.end - w.start
}

// localStart returns where the part of an address before its @ begins; at itself without one.
func localStart(s string, low, at int) int {
	i := at
	for i > low && isLocal(s[i-1]) {
		i--
	}
	if i > 0 && s[i-1] == '\\' { // the end of an escape in quoted text
		switch {
		case i+5 <= at && s[i] == 'u' && isHex(s[i+1:i+5]):
			i += 5
		case i < at && strings.IndexByte("nrtbf", s[i]) >= 0:
			i++
		}
	}
	for i < at && !isAlnum(s[i]) && s[i] != '_' {
		i++
	}
	return i
}

// domainEnd returns where a domain that begins at i ends, 0 when none does: at least two labels, the
// last one of letters.
func domainEnd(s string, i int) (end int) {
	for labels := 0; ; labels++ {
		start, letters := i, true
		for i < len(s) && (isAlnum(s[i]) || s[i] == '-') {
			letters = letters && isLetter(s[i])
			i++
		}
		if i == start {
			return end
		}
		if labels > 0 && letters && i-start >= 2 {
			end = i
		}
		if i == len(s) || s[i] != '.' {
			return end
		}
		i++
	}
}

func isLocal(c byte) bool { return isAlnum(c) || strings.IndexByte("._%+-", c) >= 0 }

func isAlnum(c byte) bool { return isLetter(c) || c-'0' < 10 }

func isLetter(c byte) bool { return c|0x20-'a' < 26 }

func isHex(s string) bool {
	for i := range len(s) {
		if c := lower(s[i]); c-'0' >= 10 && c-'a' >= 6 {
			return false
		}
	}
	return true
}

// maxAddress bounds how far back the beginning of an address with a password is looked for.
const maxAddress = 128

// isPassword reports whether what begins at i is the password in https://user:password@host, which is
// no address of a person.
func isPassword(s string, i int) bool {
	if i == 0 || s[i-1] != ':' {
		return false
	}
	for n := i - 2; n > 1 && n > i-maxAddress && s[n] > ' '; n-- {
		if s[n] == '/' {
			return s[n-1] == '/' && s[n-2] == ':'
		}
	}
	return false
}
