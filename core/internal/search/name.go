package search

import "bytes"

// Every record names its fields and its kind: a search for "message" or "user"
// would find them everywhere. Inside a text quotes are escaped, so quotes that
// are not tell such names apart.

// maxName is the longest name in bytes, on either side of what is in it, that
// is recognised.
const maxName = 64

// isName reports whether b[start:end] lies in a key of an object, or in what
// is the value of a key that names a kind.
func isName(b []byte, start, end int) bool {
	for limit := start - maxName; start > 0 && start > limit && inName[b[start-1]]; {
		start--
	}
	for limit := end + maxName; end < len(b) && end < limit && inName[b[end]]; {
		end++
	}
	if end >= len(b) || b[end] != '"' || start < 2 || b[start-1] != '"' {
		return false
	}
	before := trimSpace(b[max(0, start-1-maxName) : start-1])
	if len(before) == 0 {
		return false
	}
	switch before[len(before)-1] {
	case '{', ',':
		end++
		for limit := end + maxName; end < len(b) && end < limit && isSpace(b[end]); {
			end++
		}
		return end < len(b) && b[end] == ':'
	case ':':
		key := trimSpace(before[:len(before)-1])
		return bytes.HasSuffix(key, typeKey) || bytes.HasSuffix(key, roleKey)
	}
	return false
}

// The keys whose values are names. In a string the quotes would have
// backslashes before them.
var (
	typeKey = []byte(`"type"`)
	roleKey = []byte(`"role"`)
)

// inName marks the bytes of names.
var inName = func() (t [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.$") {
		t[c] = true
	}
	return t
}()

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func trimSpace(b []byte) []byte {
	for len(b) > 0 && isSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}
