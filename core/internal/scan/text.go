package scan

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// String returns the decoded text of a String and "" for every other kind.
// Surrogate pairs are joined; a lone surrogate and every byte of invalid
// UTF-8 become U+FFFD. What is no escape at all, such as \q, stays as it is.
func (v Value) String() string {
	body := v.quotedBytes()
	if bytes.IndexByte(body, '\\') < 0 && utf8.Valid(body) {
		return string(body)
	}
	out := v.AppendString(make([]byte, 0, len(body)))
	return UnsafeString(out) // no other code has the bytes
}

// AliasString is String without a copy where the text needs no decoding: it is valid
// as long as the scanned bytes are unchanged. Invalid UTF-8 stays as it is.
func (v Value) AliasString() string {
	body := v.quotedBytes()
	if bytes.IndexByte(body, '\\') >= 0 {
		return v.String()
	}
	return UnsafeString(body)
}

// BorrowString is String without a copy where the text needs no decoding: it is
// valid as long as the scanned bytes are unchanged.
func (v Value) BorrowString() string { return UnsafeString(v.decodedBytes()) }

// AppendString appends the text that String returns to dst.
func (v Value) AppendString(dst []byte) []byte {
	body := v.quotedBytes()
	valid := isASCII(body) || utf8.Valid(body)
	for len(body) > 0 {
		n := plainRun(body)
		if valid {
			dst = append(dst, body[:n]...)
		} else {
			dst = appendRunes(dst, body[:n])
		}
		if body = body[n:]; len(body) > 0 {
			r, size := decodeEscape(body)
			dst = utf8.AppendRune(dst, r)
			body = body[size:]
		}
	}
	return dst
}

// EqualString reports whether the value is a String whose decoded text is s.
// It allocates nothing.
func (v Value) EqualString(s string) bool {
	body := v.quotedBytes()
	// An escape makes text at most six times shorter, a bad byte three times
	// longer; anything outside cannot be equal and need not be looked at.
	if v.Kind() != String || len(s) > 3*len(body) || len(body) > 6*len(s) {
		return false
	}
	if len(body) > 0 && body[0] != '\\' && body[0] < utf8.RuneSelf && body[0] != s[0] { // most names of members that are compared
		return false
	}
	for ok := true; len(body) > 0; {
		n := plainRun(body)
		if s, ok = cutRun(s, body[:n]); !ok {
			return false
		}
		if body = body[n:]; len(body) > 0 {
			r, size := decodeEscape(body)
			if s, ok = cutRune(s, r); !ok {
				return false
			}
			body = body[size:]
		}
	}
	return s == ""
}

// cutRun returns s without the text of run, which has no escapes, if s starts
// with it.
func cutRun(s string, run []byte) (string, bool) {
	if utf8.Valid(run) {
		n := len(run)
		if len(s) < n || s[:n] != string(run) {
			return s, false
		}
		return s[n:], true
	}
	for ok := true; len(run) > 0; {
		r, size := utf8.DecodeRune(run)
		if s, ok = cutRune(s, r); !ok {
			return s, false
		}
		run = run[size:]
	}
	return s, true
}

// cutRune returns s without its first character if that is r.
func cutRune(s string, r rune) (string, bool) {
	var buf [utf8.UTFMax]byte
	n := utf8.EncodeRune(buf[:], r)
	if len(s) < n || s[:n] != string(buf[:n]) {
		return s, false
	}
	return s[n:], true
}

// quotedBytes returns the bytes between a String's quotes.
func (v Value) quotedBytes() []byte {
	if v.Kind() != String {
		return nil
	}
	raw := v.Raw()
	return raw[1 : len(raw)-1]
}

// plainRun returns the number of bytes before the first backslash.
func plainRun(body []byte) int {
	if n := bytes.IndexByte(body, '\\'); n >= 0 {
		return n
	}
	return len(body)
}

func appendRunes(dst, run []byte) []byte {
	for len(run) > 0 {
		r, size := utf8.DecodeRune(run)
		dst = utf8.AppendRune(dst, r)
		run = run[size:]
	}
	return dst
}

// decodeEscape decodes the escape that starts s and returns its length in bytes.
// What is no escape gives its backslash alone.
func decodeEscape(s []byte) (rune, int) {
	if len(s) < 2 {
		return '\\', 1
	}
	if c := shortEscapes[s[1]]; c != 0 {
		return rune(c), 2
	}
	r := unicodeEscape(s)
	if r < 0 {
		return '\\', 1
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if joined := utf16.DecodeRune(r, unicodeEscape(s[6:])); joined != utf8.RuneError {
		return joined, 12
	}
	return utf8.RuneError, 6
}

// unicodeEscape returns the code unit of the \uXXXX that starts s, or -1.
func unicodeEscape(s []byte) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range s[2:6] {
		h := hexValue(c)
		if h < 0 {
			return -1
		}
		r = r<<4 | h
	}
	return r
}
